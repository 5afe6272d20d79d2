"""Creating a competition: its rules are checked by the game's and the table's own makers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.competition import Competition, CompetitionError
from tests.competition.desk import Desk


def _mistakes(**given: Any) -> str:
    rules = {"title": "T", "format": "swiss", "rounds": 3, "game": "kalah", **given}
    rules = {key: value for key, value in rules.items() if value is not ...}
    with pytest.raises(CompetitionError) as refusal:
        Competition().command({"do": "create", "competition": "open", **rules}, by="d", at=0.0)
    return str(refusal.value)


def test_all_mistakes_are_told_at_once() -> None:
    """A director who errs everywhere reads everything in one answer."""
    sentence = _mistakes(
        competition="Open!",
        title="",
        format="swis",
        rounds=0,
        game="chess",
        house={"clock": "sand", "colour": "red"},
        tables=["t1", "t1"],
        delay=-1,
        seeding="age",
        scoring={"win": 0.3, "luck": 1},
        tiebreaks=["buchholz", "luck"],
        colour="red",
    )
    assert sentence.startswith("no competition: ")
    for part in (
        "colour is not taken; there are: competition, title, format,",
        "competition: 'Open!' is not allowed; 1 to 32 of a-z, 0-9 and -",
        "title: '' is not allowed",
        "format: 'swis' is not allowed; swiss or round-robin or knockout or double-elimination is",
        "game: there is no game 'chess'; there are: kalah, short",
        "house rules: option clock: 'sand' is not allowed; none or plain",
        "unknown option 'colour'; there are: hints",
        "tables: ['t1', 't1'] is not allowed; a list of at most 5000 different names",
        "delay: -1 is not allowed; a whole number from 0 to 3600 is",
        "seeding: 'age' is not allowed; rating or lot is",
        "scoring win: 0.3 is not allowed; 0 to 100 in halves is",
        "scoring: unknown 'luck'; there are: win, draw, loss, bye",
        "tiebreaks: ['buchholz', 'luck'] is not allowed; a list without repetition of buchholz",
    ):
        assert part in sentence


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"title": ...}, "title is missing: a text of 1 to 100 printable characters"),
        ({"rounds": ...}, "rounds is missing: a whole number from 1 to 50"),
        ({"rounds": True}, "rounds: True is not allowed"),
        ({"game": ...}, "game is missing"),
        ({"game": ["kalah"]}, "game: ['kalah'] is not allowed"),
        ({"options": {"pits": 12}}, "game: option pits: 12 is not allowed; 1 to 9 is"),
        ({"options": []}, "options: [] is not allowed"),
        ({"preset": "caucasian"}, "game: kalah has no preset 'caucasian'; there are: kalah-6"),
        ({"preset": 4}, "preset: 4 is not allowed; the name of a preset is"),
        ({"length": 7}, "length: kalah is not played in matches; leave it out"),
        ({"game": "short", "length": 99}, "length: 99 is not allowed"),
        (
            {"game": "short", "length": 7, "options": {"match_length": 5}},
            "length: 7, but options say match_length 5",
        ),
        ({"game": "kakuzu", "options": {"players": 3}}, "two players meet at a board, not 3"),
        ({"format": "knockout"}, "rounds is for swiss, not for knockout"),
        ({"double": True}, "double is for round-robin, not for swiss"),
        ({"tiebreaks": ["wins", "wins"]}, "tiebreaks: ['wins', 'wins'] is not allowed"),
        ({"tiebreaks": [["wins"]]}, "tiebreaks: [['wins']] is not allowed"),
        ({"scoring": {"draw": 2}}, "a win must bring more than a loss"),
        ({"scoring": {"win": float("nan")}}, "scoring win: nan is not allowed"),
        ({"scoring": {"win": float("inf")}}, "scoring win: inf is not allowed"),
        ({"pairing": None}, "pairing: None is not allowed; fold or slide is"),
        ({"house": None}, "house: None is not allowed"),
        ({"consolation": 1, "format": "knockout", "rounds": ...}, "consolation: 1 is not allowed"),
    ],
)
def test_each_mistake_has_its_sentence(given: dict[str, Any], words: str) -> None:
    """What was found and what is allowed."""
    assert words in _mistakes(**given)


def test_the_rules_go_whole_into_the_event() -> None:
    """Tables are sent everything: options with their defaults, house rules, clock."""
    agreed = {"clock": "fischer", "minutes": 12, "illegal": "condone", "confirm": "button"}
    desk = Desk(game="short", length=7, house=agreed, delay=30)
    rules = desk.view["rules"]
    assert rules["options"]["match_length"] == 7
    assert rules["options"]["crawford"] is True
    assert rules["house"] | agreed == rules["house"]
    assert rules["delay"] == 30
    json.dumps(desk.events[0].data)


def test_a_preset_is_its_options() -> None:
    """S7, S13: a competition by Caucasian rules says so option by option, in a match too; one that
    is given besides goes before the preset's."""
    desk = Desk(game="short", length=5, preset="caucasian", options={"pair": True})
    options = desk.view["rules"]["options"]
    told = {key: options[key] for key in ("hit_then_bear_off", "hit_and_hide", "pair")}
    assert told == {"hit_then_bear_off": "forced", "hit_and_hide": False, "pair": True}
    assert options["match_length"] == 5


def test_in_a_competition_nothing_is_given_away_unless_agreed() -> None:
    """Hints are locked and off, turns are not taken back; the rules may say otherwise."""
    house = Desk().view["rules"]["house"]
    assert (house["tournament"], house["hints"], house["takebacks"]) == (True, "off", False)
    house = Desk(house={"tournament": False, "hints": "full"}).view["rules"]["house"]
    assert (house["tournament"], house["hints"], house["takebacks"]) == (False, "full", False)


def test_a_name_is_taken_once() -> None:
    """Two competitions cannot have the same name."""
    desk = Desk()
    sentence = desk.refused("create", title="T", format="knockout", game="kalah")
    assert sentence == "there is a competition 'open' already"


def test_several_competitions_live_side_by_side() -> None:
    """Commands reach the competition they name; the others stay as they are."""
    desk = Desk(players=2)
    (event,) = desk.hall.command(
        {"do": "create", "competition": "b", "title": "B", "format": "knockout", "game": "gyges"},
        by="d",
        at=1.0,
    )
    hall = desk.hall.take([event])
    assert [each["id"] for each in hall.view()["competitions"]] == ["open", "b"]
    assert hall.one("open") == desk.it
    with pytest.raises(CompetitionError, match="there is no competition 'c'; there are: open, b"):
        hall.command({"do": "pair", "competition": "c"}, by="d", at=1.0)
