"""Turns in text: written one way, read with three verdicts."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.catalogue import make_game
from controller.games.game import AmbiguousError, IllegalError, InvalidError, RulesError
from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short
from controller.games.nardy.board import pack
from controller.games.nardy.careful import Walk
from tests.games.nardy.boards import Stacks, position, random_long, random_short, written

GAME = Short()
GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar(), MadGulbar())


def some_position(game: Nardy, chance: random.Random) -> Position:
    """A random position with a roll that does not give thousands of turns."""
    make = random_short if game.variant.hits else random_long
    white, black = make(chance, game.variant)
    dice = [chance.randint(1, 6), chance.randint(1, 6)]
    if game.variant.runs_upward and dice[0] == dice[1] < 5:
        dice[1] = 6
    return game.roll(game.begin(0)._replace(board=pack(white, black)), dice)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_round_trip(game: Nardy) -> None:
    """Every turn is written differently and read back as itself, on 300 random positions."""
    chance = random.Random(3)
    for _ in range(300):
        at = some_position(game, chance)
        turns = list(game.turns(at))
        chosen = chance.sample(turns, min(8, len(turns)))
        texts = [game.write_turn(at, turn) for turn in chosen]
        assert len(set(texts)) == len(texts)
        assert [game.read_turn(at, text) for text in texts] == chosen


#: white, black, dice, what somebody may write, how it is written
SAME: dict[str, tuple[Stacks, Stacks, tuple[int, int], str, str]] = {
    "any order": ({24: 2, 13: 5}, {1: 15}, (6, 1), "13/12 13/7", "13/12 13/7"),
    "step by step": ({24: 2, 13: 5}, {1: 15}, (6, 4), "24/18 18/14", "24/14"),
    "every stop": ({24: 2, 13: 5}, {1: 15}, (6, 4), "24/20/14", "24/14"),
    "one by one": ({6: 2, 1: 1}, {1: 15}, (6, 6), "6/off 6/off 1/off", "6/off(2) 1/off"),
    "numbers for bar and off": ({25: 1, 2: 1}, {3: 15}, (5, 1), "25/20 20/19", "bar/19"),
    "off as 0": ({6: 1, 1: 1}, {1: 15}, (6, 1), "6/0 1/0", "6/off 1/off"),
    "no star": ({8: 1, 6: 1}, {18: 1, 1: 14}, (1, 1), "8/6 6/4", "8/7*/4"),
    "a star for each": ({8: 2}, {18: 1, 1: 14}, (1, 1), "8/7*(2) 7/6(2)", "8/7*/6(2)"),
}  # fmt: skip


@pytest.mark.parametrize("case", SAME, ids=str)
def test_other_ways_to_write(case: str) -> None:
    """What is written differently but means one legal turn is understood."""
    white, black, dice, said, canonical = SAME[case]
    at = position(GAME, white, black, dice)
    assert GAME.write_turn(at, GAME.read_turn(at, said)) == canonical


def test_the_examples_of_the_notation() -> None:
    """The notation's own examples are written like that."""
    made = position(GAME, {13: 1, 8: 1, 6: 1}, {18: 1, 1: 14}, (6, 1))
    assert "13/7 8/7*" in written(GAME, made)
    assert written(GAME, position(GAME, {25: 1, 1: 1}, {1: 2, 6: 2}, (5, 6))) == {"bar/14"}
    assert written(GAME, position(GAME, {6: 2}, {1: 15}, (6, 6))) == {"6/off(2)"}
    assert written(GAME, position(GAME, {24: 1}, {7: 2, 11: 2, 1: 11}, (6, 4))) == {"24/20"}
    assert written(GAME, position(GAME, {24: 1}, {7: 1, 1: 14}, (6, 4))) == {"24/14", "24/18*/14"}


@pytest.mark.parametrize(
    "text",
    ["13", "13-7", "13/7,8/7", "13/7  8/7", " 13/7", "13/7 ", "13/26", "13/x", "13*/7", "13/7(0)",
     "13/7(100)", "13/7()", "13/7**", "/7", "13/", "Pass", "13/7\n", "١٣/7", "+5", "13/7 +7",
     "24/23(12) 24/23(13)"],
)  # fmt: skip
def test_invalid(text: str) -> None:
    """What cannot be read at all is invalid, and the message repeats it."""
    at = GAME.roll(GAME.start(), (6, 1))
    with pytest.raises(InvalidError) as error:
        GAME.read_turn(at, text)
    assert repr(text)[1:3] in str(error.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("13/8 13/12", "is not legal with 6-1"),
        ("7/13 6/5", "backwards"),
        ("13/7", "is not legal"),
        ("13/7*/6", "hits nobody where it says so"),
        ("pass", "though a number can be played"),
        ("24/18 19/18", "is not legal"),
        ("13/7 8/7 6/5", "is not legal"),
        ("bar/19 6/5", "is not legal"),
    ],
)
def test_illegal(text: str, why: str) -> None:
    """What is understood and against the rules is illegal; the message says what is legal."""
    at = GAME.roll(GAME.start(), (6, 1))
    with pytest.raises(IllegalError, match=why) as error:
        GAME.read_turn(at, text)
    assert "legal: " in str(error.value)
    assert "4HPwATDgc/ABMA" in str(error.value)


def test_less_than_can_be_played_is_illegal() -> None:
    """4/off leaves the three unplayed (N7a)."""
    at = position(GAME, {4: 1}, {24: 1, 1: 14}, (5, 3))
    with pytest.raises(IllegalError, match=r"legal: 4/1\*/off$"):
        GAME.read_turn(at, "4/off 4/1")


def test_ambiguous() -> None:
    """Two ways that hit different checkers need their stops named."""
    at = position(GAME, {24: 1}, {7: 1, 5: 1, 1: 13}, (6, 4))
    with pytest.raises(AmbiguousError, match=r"'24/14' in .* can mean 24/18\*/14 or 24/20\*/14"):
        GAME.read_turn(at, "24/14")
    assert GAME.write_turn(at, GAME.read_turn(at, "24/18/14")) == "24/18*/14"


def test_without_a_star_nobody_is_hit_if_that_is_possible() -> None:
    """Where one way hits and another does not, a play without a star is the one that does not."""
    at = position(GAME, {24: 1}, {7: 1, 1: 14}, (6, 4))
    assert GAME.write_turn(at, GAME.read_turn(at, "24/14")) == "24/14"
    assert GAME.write_turn(at, GAME.read_turn(at, "24/18/14")) == "24/18*/14"


PIECES = st.sampled_from(
    ["13", "7", "24", "bar", "off", "/", "*", "(2)", " ", "pass", "6", "+5", ","]
)


@settings(max_examples=300)
@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail in any way but its own errors."""
    for game in GAMES:
        at = game.roll(game.start(), (6, 1))
        try:
            assert game.read_turn(at, text) in game.turns(at)
        except RulesError as error:
            assert str(error)


def test_a_play_of_many_numbers_is_found_without_walking_every_way(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """24 numbers (G4, each four times) can be walked in millions of ways; one of them is enough."""
    game = make_game("mad-gulbar", {"repeats": 4})
    white = "2,0,0,2,1,2,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,3,0,4/0"
    black = "4,0,0,0,0,0,3,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,6/0"
    at = game.read_position(f"W {white} {black} :MIEEAAAAAAAE")
    text = "24/23/22/21/19/15/10 21/18 21/18/15/11 20/18/15/11/7 19/14/8/2(2) 9/4 3/2 3/1(2)"
    steps, moves = 0, Walk.moves

    def counted(walk: Walk, *facts: Any) -> Any:
        nonlocal steps
        steps += 1
        return moves(walk, *facts)

    monkeypatch.setattr(Walk, "moves", counted)
    turn = game.read_turn(at, text)
    assert game.read_turn(at, game.write_turn(at, turn)) == turn
    assert steps < 50_000
