"""The line of a game, and what is made from it: notes in words, JSON, the replay."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings

from controller.games.catalogue import make_game
from controller.play.event import Event
from controller.play.fold import read_line
from controller.record.chain import digest
from controller.record.errors import RecordDamagedError
from controller.record.jsonfile import game_object, json_of
from controller.record.replay import frames
from controller.record.words import in_words
from tests.record.games import CALM, Scribe, played, scribes
from tests.record.test_text import an_evening, stored, walked


@settings(CALM)
@given(scribes())
def test_the_line_ends_where_the_game_does(scribe: Scribe) -> None:
    """Whatever was changed, withdrawn and taken back: the final line is the one on the board."""
    game = walked(scribe)
    assert game.fault is None
    assert [ply.turn for ply in game.plies] == scribe.turns
    assert [ply.number for ply in game.plies] == list(range(1, len(scribe.turns) + 1))
    assert game.position == scribe.rules.write_position(scribe.past[-1])
    assert all(0 <= note.ply <= len(game.plies) for note in game.notes)
    assert (game.result is not None) == scribe.over


def test_what_happened_in_turns_taken_back_is_kept() -> None:
    """A takeback moves the notes of its turns to the last turn that stays."""
    scribe = Scribe({"stones": 4})
    scribe.made("a1")
    scribe.made("b1")
    scribe.add("attempt.wrong", cells={})
    scribe.taken_back(1)
    notes = [(note.ply, note.event.kind) for note in walked(scribe).notes]
    assert notes == [(0, "board.ready"), (1, "attempt.wrong"), (1, "turn.takeback")]


def test_what_comes_after_the_end_is_not_part_of_the_game() -> None:
    """A restart after the end changes neither the game nor its hash."""
    scribe = played([6], Scribe({"pits": 1, "stones": 2}))
    before = walked(scribe)
    scribe.add("daemon.started", version="0.1.0")
    assert walked(scribe) == before


def test_a_turn_changed_after_the_end_reopens_the_game() -> None:
    """The result goes, and stays among the notes."""
    scribe = played([6], Scribe({"pits": 1, "stones": 2}))
    scribe.taken_back(0)
    game = walked(scribe)
    assert (game.result, game.status, game.plies) == (None, "playing", ())
    said = [in_words(note.event) for note in game.notes]
    assert "the game was over, 1-3 (played), before that was changed" in said


def test_the_status_of_a_game() -> None:
    """Setup, playing, paused, over."""
    scribe = Scribe({"pits": 1, "stones": 2})
    assert read_line(stored(scribe.events[:1])).status == "setup"
    assert walked(scribe).status == "playing"
    scribe.add("game.paused", by="Anna", why="")
    assert walked(scribe).status == "paused"
    scribe.add("game.resumed", by="Anna", why="")
    assert walked(scribe).status == "playing"
    assert walked(played([6], scribe)).status == "over"


def test_after_a_fault_nothing_more_is_believed() -> None:
    """The walk stops at the first event that cannot be right and names it."""
    scribe = Scribe({"stones": 4})
    scribe.made("a1")
    scribe.add("turn.withdrawn", ply=7, turn="a1")
    scribe.add("turn.sealed", ply=1, by="touch")
    game = walked(scribe)
    assert game.status == "damaged"
    assert game.fault is not None
    assert game.fault.seq == 4
    assert game.fault.what == "turn.withdrawn: ply 7 is not the last: there are 1"
    assert game.plies[0].sealed is None


def test_a_game_begins_with_its_opening() -> None:
    """Events without game.opened are a fault, not a game; nothing at all is an empty one."""
    fault = read_line(stored([Event("turn.made", 1.0)])).fault
    assert fault is not None
    assert "a game begins with game.opened" in fault.what
    assert read_line([]).plies == ()


@pytest.mark.parametrize(
    ("kind", "data", "words"),
    [
        ("board.ready", {"left_out": ["a1", "b2"]}, "sensors left out: a1 b2"),
        ("board.ready", {"left_out": []}, None),
        (
            "turn.takeback",
            {"to": 0, "turns": ["a1", "b2"], "by": "hands"},
            "taken back by hands: a1 b2",
        ),
        ("turn.withdrawn", {"ply": 1, "turn": "a1"}, "a1 made and put back by hand"),
        (
            "attempt.wrong",
            {"cells": {"a1": {"seen": [1, None], "wanted": 0}}},
            "illegal attempt: a1 shows 1 or more, not 0",
        ),
        (
            "attempt.wrong",
            {"cells": {"a1": {"seen": [3, 4], "wanted": 0}}},
            "illegal attempt: a1 shows 3 to 4, not 0",
        ),
        ("question.asked", {"question": 1, "options": ["a1", "a2"]}, "asked: a1 or a2"),
        (
            "question.answered",
            {"question": 1, "choice": "a1", "by": "player"},
            "answered by player: a1",
        ),
        (
            "question.answered",
            {"question": 1, "choice": None, "by": "hands"},
            "settled by the hands",
        ),
        ("sensor.restored", {"cell": "a1"}, "sensor of a1 trusted again"),
        ("piece.missing", {"found": 35, "total": 36}, "35 of 36 are on the board"),
        ("piece.found", {"found": 36, "total": 36}, "all 36 are on the board again"),
        ("hints.unlocked", {"by": "Vera"}, "hints unlocked by Vera"),
        ("game.resumed", {"by": "", "why": ""}, "resumed"),
        ("clock.flag", {"side": 1}, "the time of side 1 was up"),
        ("daemon.started", {"version": "1"}, "the board was started again (Lunka 1)"),
        ("turn.sealed", {"ply": 1, "by": "touch"}, None),
        ("weather.rain", {"mm": 3}, 'weather.rain {"mm":3}'),
        ("attempt.wrong", {"cells": 5}, 'attempt.wrong {"cells":5}'),
        ("attempt.wrong", {"cells": {"a1": None}}, 'attempt.wrong {"cells":{"a1":null}}'),
        ("piece.missing", {}, "piece.missing"),
    ],
)
def test_what_happened_in_words(kind: str, data: dict[str, Any], words: str | None) -> None:
    """Every kind of event has its sentence; odd facts are told as they are."""
    assert in_words(Event(kind, 1.0, data)) == words


def test_the_json_of_a_game() -> None:
    """The JSON holds the line with its positions, the notes, every event and the hash."""
    scribe = an_evening()
    game = walked(scribe)
    told = json.loads(json_of(game, {"Event": "Club night"}))
    unsigned: dict[str, Any] = {"before": None, "signatures": [], "anchors": []}
    plain = game_object(game, {"Event": "Club night"}) | unsigned
    assert told == json.loads(json.dumps(plain))
    assert (told["format"], told["version"], told["number"]) == ("lunka-game", 1, 1)
    assert told["tags"]["Event"] == "Club night"
    assert [ply["turn"] for ply in told["plies"]] == ["a3", "a6", "b2"]
    assert told["plies"][-1]["position"] == game.position
    assert told["notes"][1]["words"] == "hints set to legal"
    assert told["hash"] == game.hash


def test_the_chain_can_be_checked_from_the_json_alone() -> None:
    """Each event's hash follows from the one before it and from what the JSON says."""
    events = game_object(walked(an_evening()))["events"]
    for before, event in pairwise(events):
        told = Event(event["kind"], event["at"], event["data"])
        assert digest(before["hash"], event["seq"], event["game"], told) == event["hash"]


def test_json_may_stand_in_a_page() -> None:
    """A name cannot end the script that the JSON stands in."""
    text = json_of(walked(Scribe(players=("</script><script>", "\u2028"))))
    assert "<" not in text
    assert text.isascii()
    assert json.loads(text)["players"] == ["</script><script>", "\u2028"]


def test_a_broken_game_has_no_json() -> None:
    """What the rules do not give is not exported."""
    scribe = Scribe()
    scribe.ended()
    with pytest.raises(RecordDamagedError, match="the game is not over"):
        json_of(walked(scribe))


def test_the_replay_of_a_game() -> None:
    """One picture for the start and one for every turn, with its time and its comment."""
    scribe = an_evening()
    pictures = list(frames(walked(scribe)))
    assert [frame.turn for frame in pictures] == [None, "a3", "a6", "b2"]
    assert pictures[0].comment == "hints set to legal"
    assert pictures[1].time == pytest.approx(3 * 1.375)
    assert pictures[2].comment.startswith("declared by the players; first a2, changed by hand")
    assert pictures[-1].position == scribe.rules.write_position(scribe.past[-1])


@settings(CALM)
@given(scribes())
def test_every_picture_follows_from_the_one_before(scribe: Scribe) -> None:
    """The replay is a line of play by the rules, and its time never runs backwards."""
    rules = make_game("kalah", dict(scribe.events[0].data["options"]))
    pictures = list(frames(walked(scribe)))
    for before, after in pairwise(pictures):
        here = rules.read_position(before.position)
        turn = rules.read_turn(here, str(after.turn))
        assert rules.write_position(rules.play(here, turn)) == after.position
        assert before.time <= after.time
        assert after.ply == before.ply + 1
