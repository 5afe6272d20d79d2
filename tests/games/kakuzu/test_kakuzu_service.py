"""Kakuzu's rules as a service: draws come in as dice, everything else as in every game."""

from __future__ import annotations

import json
from typing import Any

from controller.games.service import answer_line
from tests.games.kakuzu.hands import game, set_up

TWO, NAMED = game(), game("named")
READY = TWO.write_position(set_up(TWO))


def ask(rules: Any = TWO, **question: object) -> dict[str, Any]:
    """The answer to a question, through a line of text and back."""
    return dict(json.loads(answer_line(rules, json.dumps(question))))


def test_start_and_set_up() -> None:
    """The set-up needs no dice: every hole could uncover every number."""
    start = ask(ask="start")["position"]
    turns = ask(ask="turns", position=start)["turns"]
    assert len(turns) == 729
    assert turns[0]["turn"] == "a1=1"
    assert turns[0]["position"].startswith("N 1********/")


def test_a_token_is_drawn_with_dice() -> None:
    """One token is one number in `dice`."""
    turns = ask(ask="turns", position=READY, dice=[7])["turns"]
    assert len(turns) == 72 * 9
    played = ask(ask="play", position=READY, dice=[7], turn="b1=7")["position"]
    assert played.startswith("N 17*4**7**/")
    assert played.endswith(" 0,1 found:7")


def test_a_0_leaves_a_pass() -> None:
    """A drawn 0 has one turn (Z6)."""
    (turn,) = ask(ask="turns", position=READY, dice=[0])["turns"]
    assert turn == {"turn": "pass", "position": f"S{READY[1:]}"}


def test_same_number_goes_on_without_dice() -> None:
    """After a match of the same-number variant no dice are given (Z9)."""
    same = game("same")
    found = ask(same, ask="play", position=READY, dice=[2], turn="b1=2")["position"]
    assert found.endswith("token:2 found:2")
    again = ask(same, ask="play", position=found, turn="c2=2")["position"]
    assert again.endswith(" 0,2 token:2 found:2")


def test_named_takes_no_dice() -> None:
    """Without tokens dice are refused and numbers are named (Z10)."""
    turns = ask(NAMED, ask="turns", position=READY)["turns"]
    assert [each["turn"] for each in turns] == [f"name{number}" for number in range(1, 10)]
    error = ask(NAMED, ask="turns", position=READY, dice=[3])["error"]
    assert error["verdict"] == "invalid"


def test_errors() -> None:
    """A missing draw, a token that is out and a lift without its number, each with its verdict."""
    verdicts = {
        "invalid": ask(ask="turns", position=READY),
        "illegal": ask(
            ask="turns", position=f"{READY[:-3]}0,1 found:7".replace("*", "7", 1), dice=[7]
        ),
        "ambiguous": ask(ask="play", position=READY, dice=[7], turn="b1"),
    }
    for verdict, answered in verdicts.items():
        assert answered["error"]["verdict"] == verdict
    assert "needs dice as well" in verdicts["invalid"]["error"]["message"]
    assert "number 7 is not in the bag" in verdicts["illegal"]["error"]["message"]


def test_outcome() -> None:
    """The scores are the players' stones."""
    assert ask(ask="outcome", position=READY) == {"over": False, "winner": None, "scores": [0, 0]}
