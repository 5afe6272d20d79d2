"""Gulbar and mad gulbar, rule by rule (G1-G6)."""

from __future__ import annotations

import pytest

from controller.games.game import IllegalError
from controller.games.nardy import Gulbar, Long, MadGulbar, MadGulbarOptions, Nardy, Position
from controller.games.nardy.board import BLACK, WHITE
from tests.games.nardy.boards import Stacks, position, written

GULBAR, MAD, LONG = Gulbar(), MadGulbar(), Long()
HEAD: Stacks = {24: 15}


def play(game: Nardy, at: Position, turn: str) -> Position:
    """The position after this turn."""
    return game.play(at, game.read_turn(at, turn))


def opened(game: Nardy, dice: tuple[int, int], turn: str) -> Position:
    """The position after White's first turn."""
    return play(game, game.roll(game.start(), dice), turn)


# G1: set-up and course of long nardy


@pytest.mark.parametrize("game", [GULBAR, MAD], ids=lambda game: game.name)
def test_set_up_of_long_nardy(game: Nardy) -> None:
    """Gulbar starts as long nardy does (G1)."""
    assert game.contents(game.start()) == LONG.contents(LONG.start())


@pytest.mark.parametrize("dice", [(a, b) for a in range(1, 7) for b in range(1, a)])
def test_plain_rolls_play_as_in_long_nardy(dice: tuple[int, int]) -> None:
    """Two different numbers are played as in long nardy, head rule and all (G1, L3)."""
    white, black = {24: 9, 20: 2, 17: 1, 9: 3}, {24: 10, 15: 3, 3: 2}
    expected = written(LONG, position(LONG, white, black, dice))
    assert written(GULBAR, position(GULBAR, white, black, dice)) == expected
    assert written(MAD, position(MAD, white, black, dice)) == expected


@pytest.mark.parametrize("game", [GULBAR, MAD], ids=lambda game: game.name)
def test_nobody_is_shut_in(game: Nardy) -> None:
    """Six in a row are forbidden in gulbar as well (G1, L6)."""
    five = {24: 5, 22: 2, 21: 2, 20: 2, 19: 2, 18: 2}
    assert "24/23 22/20" not in written(game, position(game, five, HEAD, (2, 1)))


# G2: what cannot be played, the opponent plays


@pytest.mark.parametrize(
    ("white", "black", "dice", "turn", "passed"),
    [
        ({24: 14, 18: 1}, HEAD, (6, 6), "24/18", (6, 6, 6)),
        ({20: 1}, {24: 12, 21: 1, 2: 2}, (6, 5), "20/15", (6,)),
        ({20: 1}, {21: 15}, (6, 5), "20/14", (5,)),
        ({20: 1}, {24: 11, 2: 2, 3: 2}, (6, 5), "pass", (6, 5)),
        ({20: 1}, {24: 12, 4: 1}, (4, 4), "pass", (4, 4, 4, 4)),
        ({13: 1}, HEAD, (3, 2), "13/8", ()),
    ],
)
def test_numbers_pass_over(
    white: Stacks, black: Stacks, dice: tuple[int, int], turn: str, passed: tuple[int, ...]
) -> None:
    """What White cannot play, Black must play before rolling (G2)."""
    result = play(GULBAR, position(GULBAR, white, black, dice), turn)
    assert (result.mover, result.passed) == (BLACK, passed)
    assert GULBAR.needs_roll(result) is not bool(passed)


def test_passed_numbers_are_played_with_ones_own_checkers() -> None:
    """After an opening 6-6 Black plays the two sixes left, and then rolls (G2)."""
    after = opened(GULBAR, (6, 6), "24/18(2)")
    assert after.passed == (6, 6)
    assert written(GULBAR, after) == {"24/18(2)"}
    own = play(GULBAR, after, "24/18(2)")
    assert (own.mover, own.passed, GULBAR.needs_roll(own)) == (BLACK, (), True)


def test_no_dice_before_the_passed_numbers_are_played() -> None:
    """The roll comes after what passed over (G2)."""
    after = opened(GULBAR, (6, 6), "24/18(2)")
    with pytest.raises(IllegalError, match="numbers that passed over are played first"):
        GULBAR.roll(after, (2, 1))
    assert GULBAR.roll(after, ()) == after


# G3: who played all four of a double rolls again


@pytest.mark.parametrize(
    ("game", "dice", "turn", "mover"),
    [
        (GULBAR, (1, 1), "24/20", WHITE),
        (GULBAR, (4, 4), "24/16(2)", WHITE),
        (GULBAR, (5, 5), "24/4", WHITE),
        (GULBAR, (6, 6), "24/18(2)", BLACK),
        (GULBAR, (2, 1), "24/21", BLACK),
        (LONG, (1, 1), "24/20", BLACK),
        (MAD, (6, 6), "24/18(2)", BLACK),
    ],
)
def test_rolling_again(game: Nardy, dice: tuple[int, int], turn: str, mover: int) -> None:
    """In gulbar a double that was played in full gives another roll (G3)."""
    after = opened(game, dice, turn)
    assert (after.mover, game.needs_roll(after) or bool(after.passed)) == (mover, True)


def test_a_passed_double_gives_no_extra_roll() -> None:
    """All four of the opponent's double are not one's own double: one's own roll follows (G3)."""
    at = position(GULBAR, {24: 14, 20: 1}, HEAD, passed=(1, 1, 1, 1))
    own = play(GULBAR, at, "24/20")
    assert (own.mover, own.passed, own.dice) == (WHITE, (), ())
    after = play(GULBAR, GULBAR.roll(own, (2, 1)), "24/21")
    assert after.mover == BLACK


# G4: a double runs upward to double six


@pytest.mark.parametrize(
    ("dice", "repeats", "numbers"),
    [
        ((4, 4), 2, (4, 4, 5, 5, 6, 6)),
        ((6, 6), 2, (6, 6)),
        ((5, 5), 4, (5, 5, 5, 5, 6, 6, 6, 6)),
        ((1, 1), 2, (1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6)),
        ((4, 3), 2, (4, 3)),
    ],
)
def test_upward_runs(dice: tuple[int, int], repeats: int, numbers: tuple[int, ...]) -> None:
    """4-4 gives 4 4, then 5 5, then 6 6; or four of each (G4)."""
    game = MadGulbar(MadGulbarOptions(repeats=repeats))
    assert game.numbers(game.roll(game.start(), dice)) == numbers


@pytest.mark.parametrize(
    ("white", "black", "dice", "legal"),
    [
        # one checker alone plays 5 5 6 6 in this order and no other
        ({24: 1, 2: 1}, {6: 15}, (5, 5), {"24/19/14/8/2"}),
        # the fives come first: 19 is closed, so no five is played, though after a six it could be
        ({24: 1, 2: 1}, {7: 15}, (5, 5), {"24/18/12 +5,5"}),
        ({24: 15}, {13: 15}, (6, 6), {"24/12"}),
    ],
)
def test_runs_are_played_in_order(
    white: Stacks, black: Stacks, dice: tuple[int, int], legal: set[str]
) -> None:
    """The numbers of a run are played from the lowest to the highest (G4)."""
    assert written(MAD, position(MAD, white, black, dice)) == legal


# G5: what cannot be played of a run passes over


@pytest.mark.parametrize(
    ("white", "black", "dice", "turn", "passed"),
    [
        ({24: 1, 2: 1}, {7: 15}, (5, 5), "24/18/12 +5,5", (5, 5)),
        ({24: 1}, {24: 1, 7: 1, 6: 13}, (5, 5), "pass +5,5,6,6", (5, 5, 6, 6)),
        ({24: 1, 2: 1}, {6: 15}, (5, 5), "24/19/14/8/2", ()),
        ({20: 1}, {24: 11, 2: 2, 3: 2}, (6, 5), "pass", (6, 5)),
    ],
)
def test_the_rest_of_a_run_passes_over(
    white: Stacks, black: Stacks, dice: tuple[int, int], turn: str, passed: tuple[int, ...]
) -> None:
    """The numbers of a run that cannot be played go to the opponent, lowest first (G5)."""
    result = play(MAD, position(MAD, white, black, dice), turn)
    assert (result.mover, result.passed) == (BLACK, passed)


def test_the_rest_of_a_run_is_played_upward() -> None:
    """5 and 6 left of a run are played in this order; of one roll, in either (G5, N4)."""
    white, black = {24: 1, 2: 1}, {7: 15}  # White's 19 is closed
    of_a_run = position(MAD, white, black, passed=(5, 6))
    of_a_roll = position(MAD, white, black, passed=(6, 5))
    assert written(MAD, of_a_run) == {"24/18 +5"}
    assert written(MAD, of_a_roll) == {"24/13"}


# G6: what the opponent cannot play either is lost


@pytest.mark.parametrize(
    ("game", "white", "black", "passed", "turn"),
    [
        (GULBAR, HEAD, {24: 14, 18: 1}, (6, 6, 6), "24/18"),
        (GULBAR, {24: 11, 3: 2, 2: 2}, {20: 1}, (6, 5), "pass"),
        (MAD, HEAD, {24: 14, 18: 1}, (6, 6), "24/18"),
        (MAD, {7: 15}, {24: 1, 2: 1}, (5, 6), "24/18 +5"),
    ],
)
def test_what_neither_can_play_is_lost(
    game: Nardy, white: Stacks, black: Stacks, passed: tuple[int, ...], turn: str
) -> None:
    """Numbers come back to nobody: the one who could not play them rolls next (G6)."""
    at = position(game, white, black, mover=BLACK, passed=passed)
    assert written(game, at) == {turn}
    result = play(game, at, turn)
    assert (result.mover, result.passed, game.needs_roll(result)) == (BLACK, (), True)


def test_a_won_game_passes_nothing_over() -> None:
    """Numbers left after the last checker is borne off are nobody's (N9, G2)."""
    result = play(GULBAR, position(GULBAR, {1: 1}, HEAD, (6, 5)), "1/off")
    assert GULBAR.outcome(result).over
    assert result.passed == ()
