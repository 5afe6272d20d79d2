"""Gyges as a service: the set-up, play, the win and every kind of error, line by line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.games.service import answer_line
from tests.games.gyges.table import START, gyges

EMPTY = "1 000000/000000/000000/000000/000000/000000"
WON = "2 000000/000000/000000/100000/112022/132033 goal2:3"


def ask(replace: bool = False, **question: object) -> Any:
    """The answer to a question, through a line of text and back."""
    return json.loads(answer_line(gyges(replace=replace), json.dumps(question)))


def test_the_start_is_the_empty_board() -> None:
    """A game begins with the set-up."""  # Y2
    assert ask(ask="start") == {"position": EMPTY}


def test_the_first_placements() -> None:
    """The set-up's turns are listed and played like all others."""  # Y2
    listed = ask(ask="turns", position=EMPTY)["turns"]
    assert len(listed) == 18
    assert listed[-1] == {"turn": "3@f1", "position": "2 000003" + EMPTY[8:]}
    assert ask(ask="play", position=EMPTY, turn="3@f1") == {"position": "2 000003" + EMPTY[8:]}


def test_a_whole_set_up() -> None:
    """Twelve placements lead to the position of the check values."""  # Y2, Y3
    position = EMPTY
    for file, size in zip("abcdef", "321123", strict=True):
        for line in "16":
            played = ask(ask="play", position=position, turn=f"{size}@{file}{line}")
            position = played["position"]
    assert position == START


@pytest.mark.parametrize(("replace", "expected"), [(False, 24), (True, 211)])
def test_turns_in_play(replace: bool, expected: int) -> None:
    """Turns are listed by distinct results."""  # Y12
    listed = ask(replace, ask="turns", position=START)["turns"]
    assert len(listed) == expected
    assert len({each["position"] for each in listed}) == expected
    for each in listed[:: expected // 12]:
        played = ask(replace, ask="play", position=START, turn=each["turn"])
        assert played == {"position": each["position"]}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (EMPTY, {"over": False, "winner": None, "scores": [0, 0]}),
        (START, {"over": False, "winner": None, "scores": [0, 0]}),
        (WON, {"over": True, "winner": 0, "scores": [1, 0]}),
    ],
)
def test_outcome(position: str, expected: dict[str, object]) -> None:
    """A position in text says whether the game is over and who won."""  # Y11
    assert ask(ask="outcome", position=position) == expected


def test_a_won_game_has_no_turns() -> None:
    """Nothing is listed once a piece is on the goal."""  # Y11
    assert ask(ask="turns", position=WON) == {"turns": []}


@pytest.mark.parametrize(
    ("turn", "verdict"),
    [("a1-b9", "invalid"), ("a1-a3", "illegal"), ("3@a1", "illegal"), ("c1-d1", "ambiguous")],
)
def test_the_three_verdicts(turn: str, verdict: str) -> None:
    """What cannot be read, what is forbidden and what needs more words are told apart."""
    found = ask(True, ask="play", position=START, turn=turn)
    assert found["error"]["verdict"] == verdict
