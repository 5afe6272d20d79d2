"""Long nardy, rule by rule (L1-L9)."""

from __future__ import annotations

import pytest

from controller.games.game import IllegalError, InvalidError
from controller.games.nardy import Long, LongOptions, Position
from controller.games.nardy.board import BLACK, WHITE, halves
from tests.games.nardy.boards import Stacks, position, written

GAME = Long()
FREE = Long(LongOptions(block_rule="none"))
ALL_ON_HEAD: Stacks = {24: 15}


def stacks(at: Position, side: int) -> dict[int, int]:
    """Where a side's checkers stand, off left out."""
    own, _ = halves(at.board, side)
    return {place: count for place, count in enumerate(own) if place and count}


# L1: all fifteen start on the head, and the heads are 12 points apart


@pytest.mark.parametrize(("cell", "held"), [("24", 15), ("12", -15), ("1", 0)])
def test_heads(cell: str, held: int) -> None:
    """White's head is 24 and Black's, on White's count, 12 (L1)."""
    assert dict(zip(GAME.cells, GAME.contents(GAME.start()), strict=True))[cell] == held


# L2: both run the same way round, 24 points to the end of the home


@pytest.mark.parametrize(
    ("mover", "turn", "cell", "held"),
    [(WHITE, "24/18", "18", 1), (BLACK, "24/18", "6", -1), (BLACK, "24/13", "1", -1)],
)
def test_both_run_the_same_way(mover: int, turn: str, cell: str, held: int) -> None:
    """The same words move both sides, each along its own course (L2)."""
    at = GAME.roll(GAME.begin(mover), (6, 5) if turn.endswith("13") else (5, 1))
    result = GAME.play(at, GAME.read_turn(at, turn))
    assert dict(zip(GAME.cells, GAME.contents(result), strict=True))[cell] == held


# L3: one checker leaves the head


@pytest.mark.parametrize(
    ("white", "dice", "legal"),
    [
        (ALL_ON_HEAD, (2, 1), {"24/21"}),
        (ALL_ON_HEAD, (2, 2), {"24/16"}),
        ({24: 14, 20: 1}, (2, 1), {"24/23 20/18", "24/22 20/19", "24/21", "20/17"}),
        ({24: 14, 13: 1}, (1, 1), {"24/20"}),
        ({24: 2, 1: 13}, (6, 5), {"24/13"}),
    ],
)
def test_head_rule(white: Stacks, dice: tuple[int, int], legal: set[str]) -> None:
    """At most one checker leaves the head in a turn (L3)."""
    assert written(GAME, position(GAME, white, ALL_ON_HEAD, dice)) == legal


# L4: the second checker of the first turn


@pytest.mark.parametrize(
    ("dice", "legal"),
    [
        ((3, 3), {"24/18(2)", "24/21 24/15"}),
        ((4, 4), {"24/16(2)"}),
        ((6, 6), {"24/18(2)"}),
        ((1, 1), {"24/20"}),
        ((2, 2), {"24/16"}),
        ((5, 5), {"24/4"}),
        *(
            ((high, low), {f"24/{24 - high - low}"})
            for high in range(2, 7)
            for low in range(1, high)
        ),
    ],
)
def test_the_first_turn(dice: tuple[int, int], legal: set[str]) -> None:
    """Every first roll: 3-3, 4-4 and 6-6 take a second checker from the head (L4)."""
    assert written(GAME, GAME.roll(GAME.start(), dice)) == legal


@pytest.mark.parametrize(("dice", "played"), [((3, 3), 3), ((4, 4), 2), ((6, 6), 1)])
def test_what_one_head_checker_plays(dice: tuple[int, int], played: int) -> None:
    """With one head checker 3-3 plays three of four, 4-4 two, 6-6 one (L4)."""
    white = {24: 14, 1: 1}  # the first turn is over: only one may leave
    (turn,) = written(GAME, position(GAME, white, ALL_ON_HEAD, dice))
    assert turn == f"24/{24 - played * dice[0]}"


@pytest.mark.parametrize(
    ("black", "dice", "legal"),
    [
        ({24: 14, 4: 1}, (4, 4), {"24/20"}),  # the rule's own example, after an opening 5-5
        ({24: 14, 4: 1}, (6, 6), {"24/18(2)"}),
        ({24: 14, 4: 1}, (3, 3), {"24/18(2)", "24/21 24/15"}),
        ({24: 14, 9: 1}, (3, 3), {"pass"}),
        ({24: 14, 6: 1}, (3, 3), {"24/21"}),
        ({24: 14, 6: 1}, (6, 6), {"pass"}),
        ({24: 13, 16: 2}, (4, 4), {"24/16(2)"}),
    ],
)
def test_only_the_opponents_head_counts(
    black: Stacks, dice: tuple[int, int], legal: set[str]
) -> None:
    """A first checker that anything else stops takes no second one along (L4)."""
    assert written(GAME, position(GAME, ALL_ON_HEAD, black, dice)) == legal


def test_the_example_after_an_opening_five_five() -> None:
    """White's 5-5 stands in the way of Black's first 4-4: a single four (L4)."""
    opened = GAME.roll(GAME.start(), (5, 5))
    after = GAME.play(opened, GAME.read_turn(opened, "24/4"))
    assert written(GAME, GAME.roll(after, (4, 4))) == {"24/20"}


# L5: no hitting


@pytest.mark.parametrize(
    ("white", "black", "dice", "legal"),
    [
        ({20: 1}, {24: 14, 7: 1}, (1, 1), {"pass"}),
        ({20: 1}, {24: 14, 7: 1}, (2, 1), {"20/17"}),
        ({20: 1}, {24: 13, 7: 1, 6: 1}, (2, 1), {"pass"}),
        ({14: 1}, ALL_ON_HEAD, (2, 1), {"14/11"}),
    ],
)
def test_one_checker_closes_a_point(
    white: Stacks, black: Stacks, dice: tuple[int, int], legal: set[str]
) -> None:
    """Even one opposing checker closes a point, and nobody is ever hit (L5)."""
    assert written(GAME, position(GAME, white, black, dice)) == legal


# L6: not all may be shut in

FIVE: Stacks = {24: 5, 22: 2, 21: 2, 20: 2, 19: 2, 18: 2}


@pytest.mark.parametrize(
    ("white", "black", "dice", "turn", "legal"),
    [
        # 24/23 makes 24 to 18 a wall in front of all of Black
        (FIVE, ALL_ON_HEAD, (2, 1), "24/23 22/20", False),
        # the same with a Black checker that has passed it
        (FIVE, {24: 14, 3: 1}, (2, 1), "24/23 22/20", True),
        # one that stands behind it, however near, has not passed it
        (FIVE, {24: 14, 13: 1}, (2, 1), "24/23 22/20", False),
        # the only way there stops on 19 and makes 19 to 14 for a moment: every single move counts
        ({24: 1, 18: 2, 17: 2, 16: 2, 15: 2, 14: 2}, {24: 14, 11: 1}, (5, 1), "24/18", False),
        # the same with the other way open
        ({24: 1, 18: 2, 17: 2, 16: 2, 15: 2, 14: 2}, ALL_ON_HEAD, (5, 1), "24/18", True),
        # opening a hole first and then moving on is an order that never makes six
        ({24: 1, 22: 1, 21: 1, 20: 1, 19: 1, 18: 1}, ALL_ON_HEAD, (5, 1), "24/23 18/13", True),
        # six that end with Black's home can never be passed
        ({19: 2, 17: 2, 16: 2, 15: 2, 14: 2, 13: 2}, {24: 14, 7: 1}, (3, 1), "19/18 19/16", False),
        # a row that is there already must be opened
        ({23: 1, 22: 2, 21: 2, 20: 2, 19: 2, 18: 2}, ALL_ON_HEAD, (6, 1), "23/16", True),
        ({23: 1, 22: 2, 21: 2, 20: 2, 19: 2, 18: 2}, ALL_ON_HEAD, (6, 1), "22/16 19/18", False),
    ],
)  # fmt: skip
def test_six_in_a_row(
    white: Stacks, black: Stacks, dice: tuple[int, int], turn: str, legal: bool
) -> None:
    """Six points in a row need an opposing checker that has passed them (L6)."""
    assert (turn in written(GAME, position(GAME, white, black, dice))) is legal
    assert turn in written(FREE, position(FREE, white, black, dice))


def test_a_row_round_the_opponents_start_is_no_wall() -> None:
    """Points behind Black's home and before its head do not make one row on its course (L6)."""
    white = {15: 2, 14: 2, 13: 2, 11: 2, 10: 2, 20: 1}
    at = position(GAME, white, {20: 15}, (5, 3))
    assert "20/12" in written(GAME, at)


# L7: a die belongs to one checker


@pytest.mark.parametrize("turn", ["24/22 20/17", "24/23 24/22 20/18", "24/21 20/18"])
def test_a_number_is_not_split(turn: str) -> None:
    """4-1 cannot be played as other numbers with the same sum (L7)."""
    at = position(GAME, {24: 14, 20: 1}, ALL_ON_HEAD, (4, 1))
    with pytest.raises(IllegalError, match="is not legal with 4-1"):
        GAME.read_turn(at, turn)


# L8: N6 and N7 hold


@pytest.mark.parametrize(
    ("white", "black", "dice", "legal"),
    [
        ({20: 1}, {24: 12, 21: 1, 2: 2}, (6, 5), {"20/15"}),
        ({20: 1}, {24: 12, 2: 3}, (6, 5), {"20/9"}),
        ({20: 1}, {24: 11, 2: 2, 3: 2}, (6, 5), {"pass"}),
        ({20: 1}, {21: 15}, (6, 5), {"20/14"}),
    ],
)
def test_as_much_as_can_be_played(
    white: Stacks, black: Stacks, dice: tuple[int, int], legal: set[str]
) -> None:
    """Both numbers, else the larger, else the smaller, else none (L8, N7)."""
    assert written(GAME, position(GAME, white, black, dice)) == legal


# L9: what a win counts


@pytest.mark.parametrize(
    ("black", "points"),
    [({1: 14}, 1), ({1: 14, 7: 1}, 2), ({24: 15}, 2), ({6: 10, 1: 5}, 3), ({1: 1}, 1)],
)
def test_stakes(black: Stacks, points: int) -> None:
    """One borne off: 1. None and not all home: mars, 2. None but all home: home mars, 3 (L9)."""
    assert GAME.outcome(position(GAME, {}, black)).scores == (points, 0)


def test_home_mars_by_the_common_table() -> None:
    """Home mars counts 4 where the house has it so (N10)."""
    game = Long(LongOptions(home_mars=4))
    assert game.outcome(position(game, {}, {6: 15})).scores == (4, 0)
    with pytest.raises(InvalidError, match="both sides have borne off everything"):
        game.read_position(f"W {','.join('0' * 24)}/15 {','.join('0' * 24)}/15")
