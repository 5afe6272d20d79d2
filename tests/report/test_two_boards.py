"""The report of Gyges and Kakuzu: boards, the way of a piece, hits, and more than two players."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

from controller.games.acts import Drawn
from controller.games.catalogue import make_game
from controller.play.fold import read_line
from controller.record.log import Log
from controller.record.matches import MatchWalk
from controller.report.boards import board_of, definitions, picture
from controller.report.report import report_of
from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile

BOUNCE = "1 000000/200000/310010/010003/232030/001200"


def drawn(game: str, text: str, *turns: str, **options: Any) -> ET.Element:
    """The picture after these turns, the last of them marked."""
    rules = make_game(game, options)
    position, before = rules.read_position(text), None
    for turn in turns:
        if turn.isdigit():
            position = rules.apply(position, Drawn([int(turn)]))
        else:
            before = position
            position = rules.play(position, rules.read_turn(position, turn))
    return ET.fromstring(board_of(rules, position, before, "a board"))


def used(tree: ET.Element, start: str) -> list[str]:
    """The shapes that a picture uses, by the beginning of their names."""
    names = [str(each.get("href")).removeprefix("#") for each in tree.iter("use")]
    return sorted(name for name in names if name.startswith(start))


def marked(tree: ET.Element, kind: str) -> int:
    """How many marks of this kind a picture has."""
    return sum(each.get("class") == kind for each in tree.iter())


def test_every_shape_is_defined_once() -> None:
    """Whatever a picture uses is defined on the page, under a name of its own."""
    covered = f"S {'/'.join(['*' * 9] * 9)} 0,0"
    for game, position in (("gyges", BOUNCE), ("kakuzu", covered)):
        defined = ET.fromstring(definitions(make_game(game))).iter()
        names = [each.get("id") for each in defined if each.get("id")]
        assert len(names) == len(set(names))
        tree = drawn(game, position)
        assert {str(each.get("href"))[1:] for each in tree.iter("use")} <= set(names)


def test_a_gyges_board_and_the_way_of_a_piece() -> None:
    """All twelve pieces stand on it; the winner's bounces are one line from field to goal."""
    tree = drawn("gyges", BOUNCE, "a2-goal2")
    pieces = used(tree, "gyges-")
    assert pieces == ["gyges-1"] * 4 + ["gyges-2"] * 4 + ["gyges-3"] * 4
    (way,) = [each for each in tree.iter("path") if each.get("class") == "way"]
    assert str(way.get("d")).count("L") == 7  # a2 b2 b3 b4 b5 b6 a6 goal2
    assert (marked(tree, "came"), marked(tree, "gone-pit")) == (1, 1)


def test_a_replacement_shows_three_fields() -> None:
    """Where a piece left, where it went, and where the replaced one stands now (Y12)."""
    tree = drawn("gyges", "1 321123/000000/000000/000000/000000/321123", replace=True)
    assert marked(tree, "came") == 0
    rules = make_game("gyges", {"replace": True})
    start = rules.read_position("1 321123/000000/000000/000000/000000/321123")
    replaced = next(turn for turn in rules.turns(start) if turn.replaced not in (None, turn.origin))
    tree = drawn(
        "gyges", rules.write_position(start), rules.write_turn(start, replaced), replace=True
    )
    assert (marked(tree, "came"), marked(tree, "gone-pit"), marked(tree, "way")) == (2, 1, 1)


@pytest.mark.parametrize(("hole", "kind"), [("b1=2", "hit"), ("b1=3", "miss")])
def test_a_kakuzu_board_shows_hit_and_miss(hole: str, kind: str) -> None:
    """A stone in every covered hole, the open numbers, and a ring round what was lifted."""
    set_up = "N 1**4**7**/*********/*********/2**5**8**/*********/*********/3**6**9**/"
    text = f"{set_up}*********/********* 0,0"
    tree = drawn("kakuzu", text, "2", hole)
    assert len(used(tree, "kakuzu-stone")) == 71
    numbers = [name for name in used(tree, "kakuzu-") if name != "kakuzu-stone"]
    assert len(numbers) == 10
    assert (marked(tree, kind), marked(tree, "hit") + marked(tree, "miss")) == (1, 1)


def test_a_picture_of_its_own_needs_nothing_else() -> None:
    """As a file it carries its shapes and colours."""
    rules = make_game("kakuzu")
    tree = ET.fromstring(picture(rules, rules.start(), None, "Kakuzu"))
    assert "kakuzu-stone" in {each.get("id") for each in tree.iter()}


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> MatchWalk:
    """A game of Kakuzu by four people, played to its end."""
    path: Path = tmp_path_factory.mktemp("four") / "record.db"
    profile = shipped_profile("kakuzu-reed")
    scenario = Scenario("kakuzu", {"players": 4}, profile, pins_every=0)
    assert play_one(scenario, 0, path).verdict == "right"
    with Log.open_reader(path) as log:
        return MatchWalk((read_line(log.events(1)),))


@pytest.mark.parametrize("language", ["en", "ru"])
def test_four_players_in_a_report(four: MatchWalk, language: str) -> None:
    """Everybody is named, has a colour, a letter and a line, and the shared win is told."""
    page = report_of(four, language)
    tree = ET.fromstring(page.removeprefix("<!doctype html>\n").replace("&#160;", " "))
    text = "".join(tree.itertext())
    for side, name in enumerate(("South", "West", "North", "East")):
        assert name in text
        assert tree.findall(f".//h1/i[@class='dot side-{side}']")
        assert tree.findall(f".//path[@class='line side-{side}']")
        assert tree.findall(f".//li/i[@class='dot side-{side} lettered']")
    result = four.games[0].result
    assert result is not None
    if result.shared:
        assert ("share the win" if language == "en" else "делят победу") in text
    assert "no legal move" not in text
    assert re.search(r"[a-i][1-9]=[1-9] ✓", text)


def test_the_proof_of_the_sheet_is_in_the_report(four: MatchWalk) -> None:
    """Seal, sheet and salt stand at the end of the page, for anybody to check."""
    hidden = four.games[0].hidden
    assert hidden is not None
    assert hidden.shown is not None
    page = report_of(four)
    assert f"it was sealed as {hidden.seal} before the game" in page
    assert hidden.shown["sheet"] in page
