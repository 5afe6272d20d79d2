"""The rules as a service: the four games answer lines of JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.games.nardy import Short
from controller.games.service import answer_line
from tests.games.nardy.boards import position

NAMES = ("short", "long", "gulbar", "mad-gulbar")
LONG_START = f"W 15{',0' * 23}/0 15{',0' * 23}/0"
STARTS = {"short": "4HPwATDgc/ABMA", **dict.fromkeys(NAMES[1:], LONG_START)}


def ask(name: str, **question: object) -> Any:
    """The answer to one question."""
    return json.loads(answer_line(make_game(name), json.dumps(question)))


@pytest.mark.parametrize("name", NAMES)
def test_start(name: str) -> None:
    """The start is answered as text."""
    assert ask(name, ask="start") == {"position": STARTS[name]}


@pytest.mark.parametrize("name", NAMES)
def test_turns_and_play_agree(name: str) -> None:
    """Every listed turn can be played and leads to the listed position."""
    listed = ask(name, ask="turns", position=STARTS[name], dice=[3, 1])["turns"]
    assert len(listed) == (16 if name == "short" else 1)
    for each in listed:
        turn = each["turn"]
        played = ask(name, ask="play", position=STARTS[name], dice=[3, 1], turn=turn)
        assert played == {"position": each["position"]}


@pytest.mark.parametrize("name", NAMES)
def test_outcome(name: str) -> None:
    """The start is not over, and nobody has points."""
    answer = ask(name, ask="outcome", position=STARTS[name])
    assert answer == {"over": False, "winner": None, "scores": [0, 0]}


def test_a_won_game() -> None:
    """Mars: in the result the loser is on roll, side 0, and the winner has two points (S9)."""
    game = Short()
    text = game.write_position(position(game, {1: 1}, {1: 15}))
    (turn,) = ask("short", ask="turns", position=text, dice=[6, 5])["turns"]
    assert turn["turn"] == "1/off"
    over = ask("short", ask="outcome", position=turn["position"])
    assert over == {"over": True, "winner": 1, "scores": [0, 2]}
    assert ask("short", ask="turns", position=turn["position"], dice=[2, 1]) == {"turns": []}


def test_a_plain_question_has_a_plain_answer() -> None:
    """Without a Match ID in the question there is none in the answer; with one there is."""
    plain = ask("short", ask="play", position="4HPwATDgc/ABMA", dice=[3, 1], turn="8/5 6/5")
    assert plain == {"position": "sGfwATDgc/ABMA"}
    full = ask(
        "short", ask="play", position="4HPwATDgc/ABMA:cAkAAAAAAAAE", dice=[3, 1], turn="8/5 6/5"
    )
    assert full == {"position": "sGfwATDgc/ABMA:MAEAAAAAAAAE"}


def test_dice_in_the_match_id() -> None:
    """Where the Match ID has the dice, the question need not repeat them, nor contradict them."""
    game = Short()
    rolled = game.write_position(game.roll(game.begin(1), [3, 1]))
    assert len(ask("short", ask="turns", position=rolled)["turns"]) == 16
    assert len(ask("short", ask="turns", position=rolled, dice=[1, 3])["turns"]) == 16
    wrong = ask("short", ask="turns", position=rolled, dice=[6, 5])["error"]
    assert wrong["verdict"] == "illegal"
    assert "3-1 was rolled" in wrong["message"]


def test_numbers_that_passed_over() -> None:
    """They are played first, without dice; then the same side rolls (G2)."""
    first = ask("gulbar", ask="play", position=LONG_START, dice=[6, 6], turn="24/18(2)")
    assert first["position"].endswith(" +6,6")
    listed = ask("gulbar", ask="turns", position=first["position"])["turns"]
    assert ask("gulbar", ask="turns", position=first["position"], dice=[])["turns"] == listed
    assert [each["turn"] for each in listed] == ["24/18(2)"]
    assert listed[0]["position"].startswith("B ")
    assert "+" not in listed[0]["position"]
    error = ask("gulbar", ask="turns", position=first["position"], dice=[2, 1])["error"]
    assert error["verdict"] == "illegal"
    assert "played first, without dice" in error["message"]


def test_a_pass_is_a_turn() -> None:
    """Who cannot move passes: one turn, and the opponent is on roll (N6)."""
    closed = f"W 0{',0' * 3},1{',0' * 19}/14 12,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,0/0"
    error = ask("long", ask="turns", position=closed, dice=[6, 6])
    assert [each["turn"] for each in error["turns"]] == ["pass"]
    assert error["turns"][0]["position"].startswith("B ")


@pytest.mark.parametrize(
    ("name", "question", "verdict", "words"),
    [
        ("short", {"ask": "turns", "position": "x"}, "invalid", "is not 14 characters"),
        ("short", {"ask": "turns", "position": STARTS["short"]}, "invalid", "needs dice as well"),
        (
            "short",
            {"ask": "turns", "position": STARTS["short"], "dice": [7, 1]},
            "invalid",
            "1 to 6",
        ),
        (
            "short",
            {"ask": "play", "position": STARTS["short"], "dice": [3, 1], "turn": "x"},
            "invalid",
            "is not like",
        ),
        (
            "long",
            {"ask": "play", "position": LONG_START, "dice": [3, 1], "turn": "24/23 24/21"},
            "illegal",
            "legal: 24/20",
        ),
        ("long", {"ask": "turns", "position": LONG_START + " +5", "dice": []}, "invalid", "gulbar"),
        ("gulbar", {"ask": "turns", "position": LONG_START + " +7"}, "invalid", "is not like"),
        ("gulbar", {"ask": "turns", "position": LONG_START + " +1,2,3"}, "invalid", "no roll"),
    ],
)
def test_errors(name: str, question: dict[str, object], verdict: str, words: str) -> None:
    """What is wrong is answered with its verdict and its reason."""
    error = json.loads(answer_line(make_game(name), json.dumps(question)))["error"]
    assert error["verdict"] == verdict
    assert words in error["message"]


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("short", {"jacoby": "yes", "match_length": "7"}, "a match uses Crawford instead"),
        ("short", {"hit_then_bear_off": "perhaps"}, "allowed or forbidden or forced is"),
        ("long", {"home_mars": "5"}, "3 or 4 is"),
        ("gulbar", {"base": "short"}, "long is"),
        ("mad-gulbar", {"repeats": "3"}, "2 or 4 is"),
        ("long", {"jacoby": "yes"}, "unknown option"),
    ],
)
def test_wrong_options(name: str, options: dict[str, object], words: str) -> None:
    """A wrong option is named with what is allowed."""
    with pytest.raises(ValueError, match=words):
        make_game(name, options)
