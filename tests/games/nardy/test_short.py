"""Short nardy, rule by rule (N4-N9, S1-S7, S13)."""

from __future__ import annotations

import pytest

from controller.games.game import IllegalError, InvalidError
from controller.games.nardy import Short, ShortOptions
from controller.games.nardy.board import BLACK
from tests.games.nardy.boards import Stacks, position, written

GAME = Short()
#: Black far away, in nobody's way: all home.
FAR: Stacks = {1: 15}


def test_start() -> None:
    """Two on 24, five on 13, three on 8, five on 6, the same for both (S2)."""
    start = GAME.contents(GAME.start())
    points = dict(zip(GAME.cells, start, strict=True))
    assert {cell: held for cell, held in points.items() if held} == {
        "24": 2, "13": 5, "8": 3, "6": 5, "1": -2, "12": -5, "17": -3, "19": -5,
    }  # fmt: skip


def test_the_sides_run_against_each_other() -> None:
    """One's 24 is the other's 1, and both go from high numbers to low (S1)."""
    at = position(GAME, {24: 1, 6: 14}, {24: 1, 6: 14}, (2, 1), mover=BLACK)
    result = GAME.play(at, GAME.read_turn(at, "24/21"))
    shown = dict(zip(GAME.cells, GAME.contents(result), strict=True))
    assert (shown["1"], shown["4"]) == (0, -1)


#: white, black, dice, every legal turn
TABLE: dict[str, tuple[Stacks, Stacks, tuple[int, int], set[str]]] = {
    "N4 one checker may make both moves, in either order": (
        {13: 1}, FAR, (6, 5), {"13/2"},
    ),
    "N4 every stop on the way must be allowed": (
        {24: 1}, {6: 2, 7: 2, 1: 11}, (6, 5), {"pass"},
    ),
    "N4 one open way is enough": (
        {24: 1}, {7: 2, 1: 13}, (6, 5), {"24/13"},
    ),
    "N5 a double is played four times": (
        {13: 1}, FAR, (2, 2), {"13/5"},
    ),
    "N6 who cannot move passes": (
        {24: 2}, {7: 2, 1: 13}, (6, 6), {"pass"},
    ),
    "N7 both dice if either order plays both": (
        {10: 1, 4: 1}, {19: 2, 15: 2, 1: 11}, (6, 4), {"10/off"},
    ),
    "N7 only one can be played: the larger": (
        {10: 1}, {25 - 1: 2, 1: 13}, (6, 3), {"10/4"},
    ),
    "N7 the smaller where the larger cannot": (
        {10: 1}, {25 - 4: 2, 25 - 1: 2, 1: 11}, (6, 3), {"10/7"},
    ),
    "N7 as many of a double as possible": (
        {20: 1}, {25 - 5: 2, 1: 13}, (5, 5), {"20/10"},
    ),
    "N7a both dice must be played, though a larger number could end it": (
        {4: 1}, {24: 1, 1: 14}, (5, 3), {"4/1*/off"},
    ),
    "N8 the exact number bears off, or one moves inside the home": (
        {6: 1, 4: 1}, FAR, (4, 2), {"6/2 4/2", "6/off"},
    ),
    "N8 a larger number takes one from the highest point": (
        {3: 2, 2: 1}, FAR, (6, 5), {"3/off(2)"},
    ),
    "N8 not as long as one stands higher": (
        {6: 1, 1: 1}, FAR, (5, 4), {"6/off"},
    ),
    "N8 not before all are home": (
        {8: 1, 6: 1}, FAR, (6, 1), {"8/2 6/5", "8/1"},
    ),
    "S3 a point with two opposing checkers is closed": (
        {8: 1}, {25 - 7: 2, 25 - 5: 2, 1: 11}, (3, 1), {"pass"},
    ),
    "S4 a lone checker is hit": (
        {8: 1}, {25 - 7: 1, 25 - 5: 2, 1: 12}, (3, 1), {"8/7*/4"},
    ),
    "S5 the bar enters before any other move": (
        {25: 1, 6: 1}, {1: 2, 6: 2}, (6, 5), {"bar/14"},
    ),
    "S5 as many as possible enter, and if one stays out nothing else moves": (
        {25: 2, 6: 1}, {5: 2, 1: 2}, (5, 4), {"bar/21"},
    ),
    "S5 if none can enter the turn passes": (
        {25: 1, 6: 1}, {5: 2, 4: 2}, (5, 4), {"pass"},
    ),
    "S6 a checker hit while bearing off comes home first": (
        {25: 1, 3: 2}, {1: 2}, (3, 2), {"bar/20", "bar/22 3/1"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLE, ids=str)
def test_rule(case: str) -> None:
    """Every legal turn of a position made for one rule."""
    white, black, dice, legal = TABLE[case]
    assert written(GAME, position(GAME, white, black, dice)) == legal


#: white, black, dice, and for each setting of the option every legal turn
AFTER_A_HIT: dict[str, tuple[Stacks, Stacks, tuple[int, int], dict[str, set[str]]]] = {
    "only the hitter is left": (
        {4: 1}, {24: 1, 1: 14}, (5, 3),
        {"allowed": {"4/1*/off"}, "forbidden": {"4/off"}, "forced": {"4/1*/off"}},
    ),
    "another can play the number": (
        {6: 1, 4: 1}, {24: 1, 1: 14}, (3, 1),
        {
            "allowed": {"4/1*/off", "4/off", "6/2", "6/3 4/3", "6/5 4/1*"},
            "forbidden": {"4/off", "6/2", "6/3 4/3", "6/5 4/1*"},
            "forced": {"4/off", "6/2", "6/3 4/3", "6/5 4/1*"},
        },
    ),
    "a double stops at the hit": (
        {3: 1}, {24: 1, 1: 14}, (2, 2),
        {"allowed": {"3/1*/off"}, "forbidden": {"3/1*"}, "forced": {"3/1*/off"}},
    ),
    "the one that covered it may leave, the hitter stays": (
        {2: 2}, {24: 1, 1: 14}, (1, 1),
        {
            "allowed": {"2/1*/off(2)"},
            "forbidden": {"2/1* 2/off"},
            "forced": {"2/1*/off(2)"},
        },
    ),
    "a hit outside the home does not matter": (
        {8: 1}, {25 - 7: 1, 1: 14}, (6, 1),
        {
            "allowed": {"8/7*/1", "8/1"},
            "forbidden": {"8/7*/1", "8/1"},
            "forced": {"8/7*/1", "8/1"},
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("setting", ("allowed", "forbidden", "forced"))
@pytest.mark.parametrize("case", AFTER_A_HIT, ids=str)
def test_hit_then_bear_off(case: str, setting: str) -> None:
    """A checker that hit at home is borne off in the same turn as the house has it (S7)."""
    white, black, dice, legal = AFTER_A_HIT[case]
    game = Short(ShortOptions(hit_then_bear_off=setting))
    assert written(game, position(game, white, black, dice)) == legal[setting]


#: white, black, dice, the turns that hiding after a hit would add, and some that stay legal
HIDING: dict[str, tuple[Stacks, Stacks, tuple[int, int], set[str], set[str]]] = {
    "going on to an own checker is hiding": (
        {5: 1, 2: 2}, {21: 1, 1: 14}, (2, 1), {"5/4*/2"}, {"5/2", "5/4* 2/off"},
    ),
    "going on to a free point is not": (
        {5: 1}, {21: 1, 1: 14}, (2, 1), set(), {"5/4*/2", "5/2"},
    ),
    "covering the hitter is not": (
        {6: 1, 5: 1}, {21: 1, 1: 14}, (2, 1), set(), {"6/4 5/4*", "5/4*/2"},
    ),
    "coming from outside into the home and on to an own checker is": (
        {7: 1, 2: 2}, {21: 1, 1: 14}, (3, 2), {"7/4*/2"}, {"7/2", "7/4* 2/off"},
    ),
    "a hit outside the home does not matter": (
        {8: 1, 5: 2}, {18: 1, 1: 14}, (2, 1), set(), {"8/7*/5"},
    ),
    "a double goes on once the point is free": (
        {6: 1, 2: 1}, {21: 1, 1: 14}, (2, 2), set(), {"6/4*/off 2/off"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HIDING, ids=str)
def test_hit_and_hide(case: str) -> None:
    """A checker that hits at home may be kept from hiding on another one in that turn (S13)."""
    white, black, dice, hidden, stays = HIDING[case]
    free, strict = Short(), Short(ShortOptions(hit_and_hide=False))
    before = written(free, position(free, white, black, dice))
    after = written(strict, position(strict, white, black, dice))
    assert before - after == hidden
    assert stays <= after <= before


def test_a_turn_of_another_roll_is_illegal() -> None:
    """The refusal names the turn, the numbers, the position and what is legal."""
    at = GAME.roll(GAME.start(), (3, 1))
    with pytest.raises(IllegalError, match=r"turn '13/7 8/7' is not legal with 3-1 in .*; legal: "):
        GAME.read_turn(at, "13/7 8/7")
    with pytest.raises(IllegalError, match=r"and 8 more$"):
        GAME.play(at, 12345)


def test_nothing_can_be_played_before_the_roll() -> None:
    """Without dice there are no turns (N3)."""
    assert not GAME.turns(GAME.start())
    with pytest.raises(IllegalError, match="nothing was rolled"):
        GAME.read_turn(GAME.start(), "13/7")


@pytest.mark.parametrize("dice", ([], [3], [0, 1], [1, 7], [1, 2, 3]))
def test_dice_that_are_none(dice: list[int]) -> None:
    """A roll is two numbers from 1 to 6."""
    with pytest.raises(InvalidError, match="two numbers from 1 to 6 are needed"):
        GAME.roll(GAME.start(), dice)


def test_a_roll_is_rolled_once() -> None:
    """Dice that lie cannot be thrown again; the same ones may be said twice."""
    at = GAME.roll(GAME.start(), (3, 1))
    assert GAME.roll(at, (1, 3)) == at
    with pytest.raises(IllegalError, match="3-1 was rolled and is still to be played"):
        GAME.roll(at, (6, 5))


def test_no_roll_after_the_end() -> None:
    """A finished game takes no dice (N9)."""
    over = position(GAME, {}, {1: 2})
    assert GAME.outcome(over).over
    with pytest.raises(IllegalError, match="the game is over"):
        GAME.roll(over, (2, 1))


def test_pips() -> None:
    """Each side has 167 pips to go at the start."""
    assert [GAME.pips(GAME.start(), side) for side in (0, 1)] == [167, 167]
