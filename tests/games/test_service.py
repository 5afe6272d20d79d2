"""The rules as a service: every question, every error, and whatever else a line may hold."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.games.catalogue import make_game
from controller.games.game import AmbiguousError, Draw, InvalidError
from controller.games.kalah import Kalah, KalahOptions, Position
from controller.games.parts import ByChance
from controller.games.service import answer, answer_line
from controller.testing.games import fuzz

START = "S 2,2,2/0 2,2,2/0"
GAME = make_game("kalah", {"pits": 3, "stones": 2})
DOCUMENT = Path(__file__).parents[2] / "docs" / "rules-service.md"
ANSWERS = ({"position"}, {"turns"}, {"over", "winner", "scores"}, {"error"})


def ask(**question: object) -> dict[str, Any]:
    """The answer to a question, through a line of text and back."""
    return read(answer_line(GAME, json.dumps(question)))


def read(line: str) -> dict[str, Any]:
    """An answer, once it is seen to be one line of JSON of a known form."""
    assert len(line.splitlines()) == 1
    found = json.loads(line)
    assert set(found) in ANSWERS
    return dict(found)


def refusal(line: str) -> str:
    """The message of an invalid line."""
    error = read(answer_line(GAME, line))["error"]
    assert set(error) == {"verdict", "message"}
    assert error["verdict"] == "invalid"
    return str(error["message"])


# Every question


def test_start() -> None:
    """`start` answers the position a game begins with."""
    assert ask(ask="start") == {"position": START}


def test_turns() -> None:
    """`turns` answers every legal turn with the position it leads to."""
    assert ask(ask="turns", position=START) == {
        "turns": [
            {"turn": "a1", "position": "N 0,3,3/0 2,2,2/0"},
            {"turn": "a2", "position": "S 2,0,3/1 2,2,2/0"},
            {"turn": "a3", "position": "N 2,2,0/1 3,2,2/0"},
        ]
    }


def test_turns_of_a_finished_game() -> None:
    """A finished game has no turns."""
    assert ask(ask="turns", position="S 0,0,0/8 0,0,0/4") == {"turns": []}


def test_play() -> None:
    """`play` answers the position after a turn."""
    assert ask(ask="play", position=START, turn="a1") == {"position": "N 0,3,3/0 2,2,2/0"}


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (START, {"over": False, "winner": None, "scores": [0, 0]}),
        ("N 0,0,0/8 0,0,0/4", {"over": True, "winner": 0, "scores": [8, 4]}),
        ("N 0,0,0/6 0,0,1/5", {"over": True, "winner": None, "scores": [6, 6]}),
    ],
)
def test_outcome(position: str, expected: dict[str, object]) -> None:
    """`outcome` answers whether it is over, who won and the scores."""
    assert ask(ask="outcome", position=position) == expected


def test_answer_takes_and_gives_plain_values() -> None:
    """Programs in the same process need no text."""
    assert answer(GAME, {"ask": "start"}) == {"position": START}
    with pytest.raises(InvalidError):
        answer(GAME, {})


# Every error


def test_an_illegal_turn() -> None:
    """What the rules forbid is illegal, with the reason and the legal turns."""
    message = f"pit b1 is not South's in {START}; legal: a1, a2, a3"
    assert ask(ask="play", position=START, turn="b1") == {
        "error": {"verdict": "illegal", "message": message}
    }


def test_an_ambiguous_turn() -> None:
    """A turn that needs more words is reported as ambiguous."""

    class Unsure(Kalah):
        def read_turn(self, position: Position, text: str) -> int:
            raise AmbiguousError(f"{text!r} may be a1 or a2")

    line = json.dumps({"ask": "play", "position": START, "turn": "a"})
    found = read(answer_line(Unsure(KalahOptions(pits=3, stones=2)), line))
    assert found == {"error": {"verdict": "ambiguous", "message": "'a' may be a1 or a2"}}


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{}", "ask None is unknown; start, turns, play, outcome are answered"),
        ('{"ask": "win"}', "ask 'win' is unknown; start, turns, play, outcome are answered"),
        (
            '{"ask": ["start"]}',
            "ask ['start'] is unknown; start, turns, play, outcome are answered",
        ),
        ('{"ask": "turns"}', "ask 'turns' needs position as well"),
        ('{"ask": "play"}', "ask 'play' needs position, turn as well"),
        ('{"ask": "start", "x": 1}', "ask 'start' does not take x; it takes ask"),
        (
            '{"ask": "turns", "position": "", "dice": [6, 5]}',
            "ask 'turns' does not take dice; it takes ask, position",
        ),
        ('{"ask": "outcome", "position": 7}', "position must be text, not 7"),
        ('{"ask": "outcome", "position": null}', "position must be text, not null"),
        (json.dumps({"ask": "play", "position": START, "turn": 1}), "turn must be text, not 1"),
        (
            json.dumps({"ask": "play", "position": START, "turn": "z"}),
            "turn 'z' names no pit; a1 to a3, b1 to b3 or swap do",
        ),
        (
            '{"ask": "turns", "position": "S 1,1/1 1,1/1"}',
            "position 'S 1,1/1 1,1/1': '1,1/1' is not 3 pits and a store (0,0,0/0)",
        ),
        ("[]", 'a question is an object like {"ask": "start"}, not []'),
        ("null", 'a question is an object like {"ask": "start"}, not null'),
        ('"start"', 'a question is an object like {"ask": "start"}, not "start"'),
    ],
)
def test_wrong_questions(line: str, message: str) -> None:
    """Each wrong question is answered with what is wrong and what would be right."""
    assert refusal(line) == message


@pytest.mark.parametrize(
    "line",
    ["", " ", "start", "{", '{"ask": "start"', "{'ask': 'start'}", "\x00", "\ufeff{}", "9" * 5000],
    ids=lambda line: repr(line[:12]),
)
def test_malformed_json(line: str) -> None:
    """What is no JSON is refused as such."""
    assert refusal(line).startswith("not a line of JSON: ")


def test_a_line_of_ten_megabytes() -> None:
    """A line that is too long is refused by its length, without being read or repeated."""
    line = json.dumps({"ask": "outcome", "position": "x" * 10_000_000})
    assert refusal(line) == f"a question of {len(line)} characters; at most 10000 are read"


@pytest.mark.parametrize(
    "form", ['{"ask": %s}', '{"ask": "outcome", "position": %s}', '{"ask": "start", "x": %s}', "%s"]
)
def test_deep_nesting(form: str) -> None:
    """However deep a line is nested, it is refused and not fallen over."""
    for depth in (*range(880, 1010), 4900):
        refusal(form % ("[" * depth + "]" * depth))
        refusal(form % ('{"":' * (depth // 3) + "0" + "}" * (depth // 3)))


def test_line_ends_do_not_matter() -> None:
    """A line may come with its line end, and an answer is always one line."""
    assert read(answer_line(GAME, '{"ask": "start"}\r\n')) == {"position": START}
    assert "\n" not in answer_line(GAME, '{"ask": "a\\nb"}')


# Dice


class OneDie(ByChance[Position]):
    """A die that is thrown for every turn and means nothing."""

    def draws(self, position: Position) -> Draw | None:
        """Always one."""
        return Draw(tuple(range(1, 7)), 1, position.mover)

    def draw(self, position: Position, values: Sequence[int]) -> Position:
        """The same as a roll."""
        return self.roll(position, values)

    def needs_roll(self, position: Position) -> bool:
        """Always."""
        return True

    def roll(self, position: Position, dice: Sequence[int]) -> Position:
        """Take one die from 1 to 6 and do nothing with it."""
        if len(dice) != 1 or dice[0] not in range(1, 7):
            raise InvalidError(f"dice {list(dice)}: one from 1 to 6 is thrown")
        return position


class Diced(Kalah):
    """Kalah that pretends to have dice, to see what the service does with them."""

    @property
    def chance(self) -> OneDie:
        return OneDie()


DICED = Diced(KalahOptions(pits=3, stones=2))


def test_dice_where_a_game_has_them() -> None:
    """Turns and plays need the dice; the start and the outcome do not."""
    assert len(answer(DICED, {"ask": "turns", "position": START, "dice": [6]})["turns"]) == 3
    played = answer(DICED, {"ask": "play", "position": START, "dice": [6], "turn": "a1"})
    assert played == {"position": "N 0,3,3/0 2,2,2/0"}
    assert not answer(DICED, {"ask": "outcome", "position": START})["over"]
    with pytest.raises(InvalidError, match="ask 'turns' needs dice as well"):
        answer(DICED, {"ask": "turns", "position": START})
    with pytest.raises(InvalidError, match=r"dice \[7\]: one from 1 to 6 is thrown"):
        answer(DICED, {"ask": "turns", "position": START, "dice": [7]})


@pytest.mark.parametrize("dice", [None, 6, "6", [6.0], ["6"], [True], {"6": 5}, [[6]]])
def test_dice_of_the_wrong_kind(dice: object) -> None:
    """Dice are a list of whole numbers and nothing else."""
    with pytest.raises(InvalidError, match="dice must be a list of numbers, not "):
        answer(DICED, {"ask": "turns", "position": START, "dice": dice})


# The page about it


def test_the_documented_examples() -> None:
    """Every example in docs/rules-service.md is answered exactly as it is printed there."""
    game = make_game("kalah", {"stones": 4})
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    answered = [line[2:] for line in lines if line.startswith("< ")]
    assert len(asked) >= 10
    assert [answer_line(game, line) for line in asked] == answered


# Anything

_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
_QUESTION = st.fixed_dictionaries(
    {},
    optional={
        "ask": st.sampled_from(["start", "turns", "play", "outcome"]) | _JSON,
        "position": st.sampled_from([START, "N 0,0,0/8 0,0,0/4"]) | _JSON,
        "turn": st.sampled_from(["a1", "b1", "swap", "A"]) | _JSON,
        "dice": st.lists(st.integers(1, 6)) | _JSON,
    },
)


@fuzz
@given(line=st.text())
def test_any_line_is_answered(line: str) -> None:
    """Whatever a line holds, one line of JSON answers it."""
    for game in (GAME, DICED):
        read(answer_line(game, line))


@fuzz
@given(question=_QUESTION)
def test_any_question_is_answered(question: dict[str, object]) -> None:
    """Whatever a question holds, one line of JSON answers it."""
    for game in (GAME, DICED):
        read(answer_line(game, json.dumps(question)))
