"""The report of a match: complete, safe, in both languages, and its pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from controller.drawing.svg import Markup, element
from controller.games.catalogue import make_game
from controller.games.nardy.picture import HEIGHT, WIDTH
from controller.play.fold import read_line
from controller.play.moments import rules_of
from controller.record.matches import MatchWalk
from controller.record.transcriber import Transcriber
from controller.report.boards import board_of, definitions, picture
from controller.report.charts import Bar, line_chart, time_chart
from controller.report.report import report_of
from controller.report.words import Words
from controller.words.catalogue import LANGUAGES
from tests.record.games import Scribe, played
from tests.record.matches import PLAYERS, Evening, match_walk, short_match, stored

EVIL = ('<script>alert(1)</script>"', "Бо & рис\ud800")


@pytest.fixture(scope="module")
def match() -> MatchWalk:
    """A match of several games by people with dangerous names."""
    return match_walk(short_match("board", EVIL).events)


def parsed(page: str) -> ET.Element:
    """The page as a tree: every element is closed, every text escaped."""
    body = page.removeprefix("<!doctype html>\n").replace("&#160;", " ")
    return ET.fromstring(body)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_one_safe_page(match: MatchWalk, language: str) -> None:
    """It is well formed, holds no script, asks for nothing outside, and names are only text."""
    page = report_of(match, language)
    tree = parsed(page)
    tags = {each.tag for each in tree.iter()}
    assert not tags & {"script", "link", "img", "iframe", "object", "foreignObject"}
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    assert "url(" not in page.replace("url(#", "")
    policy = tree.find(".//meta[@http-equiv]")
    assert policy is not None
    assert str(policy.get("content")).startswith("default-src 'none'")
    assert tree.get("lang") == language
    assert EVIL[0] in "".join(tree.itertext())
    assert "Бо & рис\ufffd" in "".join(tree.itertext())
    page.encode("utf-8")


def test_everything_of_a_game_is_told(match: MatchWalk) -> None:
    """Every turn, every position, both charts, the moments and the facts are there."""
    tree = parsed(report_of(match))
    sections = tree.findall(".//section[@class='game']")
    assert len(sections) == len(match.games)
    for section, game in zip(sections, match.games, strict=True):
        small = section.findall("./details/div[@class='gallery small']/figure")
        assert len(small) == len(game.plies) + 1
        turns = [item for item in section.findall("./ol/li") if item.get("class") != "said"]
        assert len(turns) == len(game.plies)
        assert len(section.findall("./div[@class='charts']/figure")) == 2
        assert section.findall("./div[@class='gallery']/figure")
        assert game.hash in "".join(section.itertext())


def test_the_words_of_a_report(match: MatchWalk) -> None:
    """Score, results, pips and the board's promise are said in the language asked for."""
    english = "".join(parsed(report_of(match)).itertext())
    russian = "".join(parsed(report_of(match, "ru")).itertext())
    assert "Short nardy · match to 5 · 2023-11-14" in english
    assert "Короткие нарды · матч до 5 · 2023-11-14" in russian
    assert "raise declined" in english
    assert "ставка не принята" in russian
    assert "Pips to go" in english
    assert "(167–" in english
    promise = match.games[0].promise
    assert promise is not None
    assert promise.seed is not None
    assert promise.seed in english


def test_kalah_is_reported_too() -> None:
    """A game without dice has its scores instead of pips, and stones instead of checkers."""
    walked = read_line(stored(played([6] * 60, Scribe({"stones": 2, "pits": 3})).events))
    page = report_of(MatchWalk((walked,)), "en")
    text = "".join(parsed(page).itertext())
    assert "Kalah · one game" in text
    assert "The scores, turn by turn" in text
    assert "#seed" in page


def test_games_without_a_drawing_are_told_in_text() -> None:
    """A new game shows its position as a line of text until it has a picture."""
    game: Any = SimpleNamespace(drawing=None, write_position=lambda _: "1 <a>")
    assert board_of(game, None) == '<pre class="board text">1 &lt;a&gt;</pre>'


def test_unfinished_and_odd_games() -> None:
    """A game without a turn, one that goes on, a condoned turn and an inferred roll are told."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"illegal": "condone"})
    scribe.open()
    begun = match_walk(scribe.events)
    assert "still going on" in report_of(begun)
    scribe.roll((3, 1), by="inferred")
    scribe.play("8/5 6/5")
    scribe.roll((6, 4))
    scribe.condone(scribe.position._replace(mover=0, dice=()))
    page = report_of(match_walk(scribe.events))
    assert 'class="inferred" title="inferred roll"' in page
    assert "Where it stands, after turn 2" in page
    assert "illegal, let stand" in page


def test_the_pips_of_a_running_tournament_game_are_not_told() -> None:
    """Neither in the chart, nor under the positions; when it is over, they are."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"tournament": True})
    scribe.open()
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    running = "".join(parsed(report_of(match_walk(scribe.events))).itertext())
    assert "8/5 6/5" in running
    assert "Pips to go" not in running and "163" not in running
    scribe.decide(1, "resign 1")
    scribe.decide(0, "accept")
    scribe.end()
    over = "".join(parsed(report_of(match_walk(scribe.events))).itertext())
    assert "Pips to go" in over and "(163–167)" in over


@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
def test_every_checker_is_drawn(game: str) -> None:
    """Stacks, bar and trays of a picture together hold what the board holds."""
    walked = match_walk(Evening(3, game, hurry=0.2).play(games=1).events).games[0]
    rules = rules_of(walked.opening)
    for moment in list(walked.moments)[::9]:
        drawn = board_of(rules, moment.after, moment.before)
        ET.fromstring(drawn)
        cells = dict(zip(rules.cells, rules.contents(moment.after), strict=True))
        standing = [held for cell, held in cells.items() if cell.isdigit()]
        bars = [held for cell, held in cells.items() if cell.startswith("bar")]
        shown = sum(min(abs(held), 5) for held in standing) + sum(min(abs(b), 4) for b in bars)
        assert drawn.count("-checker") == shown
        for held in standing:
            assert abs(held) <= 5 or f">{abs(held)}</text>" in drawn


def test_a_picture_stands_alone() -> None:
    """A picture as a file has its name space and its definitions with it."""
    for name in ("short", "kalah"):
        game = make_game(name)
        drawn = picture(game, game.open(), name="Start")
        tree = ET.fromstring(drawn)
        assert tree.tag == "{http://www.w3.org/2000/svg}svg"
        used = set(re.findall(r"(?:href=\"|url\()#([\w-]+)", drawn))
        assert used <= set(re.findall(r' id="([\w-]+)"', drawn))


def test_definitions_cover_every_reference(match: MatchWalk) -> None:
    """Whatever a board refers to is defined on the page."""
    used = set(re.findall(r"(?:href=\"|url\()#([\w-]+)", report_of(match)))
    defined = set(re.findall(r' id="([\w-]+)"', definitions(rules_of(match.opening))))
    assert {name for name in used if not name.startswith("game-")} <= defined


@pytest.mark.parametrize("values", [[], [0.0], [0.0, 0.0], [0.01], [1e9, 3.0], [5.0] * 400])
def test_charts_of_anything(values: list[float]) -> None:
    """No number, however small or large, and no number of them breaks a chart."""
    for chart in (
        time_chart([Bar(at % 2, value, "<") for at, value in enumerate(values)], "a"),
        line_chart([values, values[::-1]], "b"),
        line_chart([[*map(float, range(8))]] * 2, "c", steps=True),
    ):
        ET.fromstring(chart)
        assert "nan" not in chart


def test_texts_are_escaped_once() -> None:
    """Text is escaped where it is put, markup is not, and controls never come through."""
    made = element("p", "<&>\x00\ud800", Markup("<b/>"), title='"<')
    assert made == '<p title="&quot;&lt;">&lt;&amp;&gt;\ufffd\ufffd<b/></p>'


def test_times_are_told_in_every_language() -> None:
    """Seconds, and minutes where they are many."""
    assert Words("en").span(59.96) == "60 s"
    assert Words("ru").span(600) == "10 мин"


def test_the_style_needs_nothing_else() -> None:
    """The page's style asks for no font and no picture from outside."""
    style = Path(report_of.__code__.co_filename).with_name("style.css").read_text(encoding="utf-8")
    assert "@import" not in style
    assert "http" not in style


@pytest.mark.parametrize(("name", "left", "low"), [("long", True, True), ("short", False, False)])
def test_the_boards_are_drawn_from_whites_seat(name: str, left: bool, low: bool) -> None:
    """White's 24 is at the upper right in short nardy (S1), at the lower left in the long (L2)."""
    game = make_game(name)
    drawn = picture(game, game.open())
    wood = re.search(r'<use href="#([a-z-]+)"', drawn)
    assert wood is not None
    part = drawn[drawn.index(f'id="{wood[1]}"') :]
    number = re.search(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>24<', part)
    assert number is not None
    assert (float(number[1]) < WIDTH / 2, float(number[2]) > HEIGHT / 2) == (left, low)
