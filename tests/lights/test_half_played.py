"""A nardy turn half played: the point to be hit, what may follow the first checker, used dice."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.games.nardy import Short
from controller.games.nardy.board import halves, pack
from controller.table.survey import survey
from controller.words.moment import moment
from tests.games.nardy.boards import random_short
from tests.lights.brute import BAR, Sheet, numbers_of
from tests.lights.test_nardy_lights import Lit

WHITE = {24: 2, 13: 5, 8: 3, 6: 5}
#: A black blot on White's 5.
BLACK = {20: 1, 24: 2, 13: 5, 8: 3, 6: 4}


def hitting(**house: Any) -> Lit:
    """White to play 3-1, and may hit on the 5."""
    seat = Lit(**house)
    seat.at(WHITE, BLACK, 3, 1)
    return seat


def said(seat: Lit) -> tuple[str, str]:
    """The sentence of the moment in English and in Russian."""
    sentence = moment(survey(seat.table))
    return sentence["en"], sentence["ru"]


def test_the_point_to_be_hit_is_lit() -> None:
    """S4: a blot is one before and one after it is hit; its point is lit all the same, and its bar
    only once it can be in the hand."""
    seat = hitting()
    seat.put({"8": 2})
    assert seat.lit("may-put") == {"4", "5", "7"}
    assert said(seat) == (
        "A checker in hand may go to 7, 5, 4.",
        "Шашку в руке можно поставить на 7, 5, 4.",
    )


@pytest.mark.parametrize("level", ["off", "legal", "full"])
def test_a_hit_checker_belongs_on_the_bar(level: str) -> None:
    """S4: nobody chooses that, so it is shown and said at every level."""
    seat = hitting(hints=level)
    seat.move("8>5")
    assert seat.lit("may-lift") == {"5"}
    assert said(seat) == ("Take the hit checker off 5.", "Снимите сбитую шашку с 5.")
    early = hitting(hints=level)
    early.put({"5": 0})
    assert early.lit("may-put") == {"bar-black"}
    assert said(early) == (
        "The hit checker belongs on the bar.",
        "Место сбитой шашки — на баре: поставьте её туда.",
    )


@pytest.mark.parametrize("level", ["off", "legal"])
def test_the_bar_is_shown_to_who_takes_the_hit_checker_last(level: str) -> None:
    """S4: hands put the own checker down and then take one from that point: which of the two it is
    nobody sees, and that the hit one belongs on the bar is no hint."""
    seat = hitting(hints=level)
    seat.move("8>5")
    seat.put({"5": 1})
    assert seat.every() == {"off-white": "turn", "bar-black": "may-put"}
    assert said(seat) == (
        "The hit checker belongs on the bar.",
        "Место сбитой шашки — на баре: поставьте её туда.",
    )


def test_every_way_on_with_the_hit_checker_on_the_bar() -> None:
    """With the blot taken away first, all ways are offered that come to hit it, and no other."""
    seat = hitting()
    seat.put({"5": 0})
    seat.put({"bar-black": 1})
    assert seat.lit("may-lift") == {"6", "8", "13", "24"}
    seat.put({"8": 2})
    assert seat.lit("may-put") == {"4", "5", "7"}
    seat.put({"7": 1})  # now only a checker from the 8 can hit, with the three
    assert seat.lit("may-lift") == {"8"}


def test_no_random_hit_is_dark() -> None:
    """S4: of 40 random first moves that hit, the point to be hit is lit each time."""
    chance, game, dark = Random(40), Short(), list[str]()
    for _ in range(40):
        position, dice, step = random_hit(chance, game)
        seat = Lit()
        seat.begin(position=position)
        seat.say("roll", dice=list(dice))
        origin = "bar-white" if step[0] == BAR else str(step[0])
        seat.put({origin: abs(seat.held[origin]) - 1})
        if str(step[1]) not in seat.lit("may-put"):
            dark.append(f"{position} {dice} {step}")
    assert dark == []


def random_hit(chance: Random, game: Short) -> tuple[str, tuple[int, int], tuple[int, int]]:
    """A position, a roll, and a first move that hits, by brute force."""
    while True:
        board = pack(*random_short(chance, game.variant))
        at = game.begin(0)._replace(board=board)
        own, foe = (tuple(half) for half in halves(board, 0))
        facing = (foe[0], *(foe[25 - point] for point in range(1, 25)), foe[BAR])
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if game.outcome(at).over or (dice[0] == dice[1] and sum(own[1:]) > 5):
            continue
        hits = [way[0] for way in Sheet(own, facing).ways(numbers_of(dice)) if way and way[0].hits]
        if hits:
            step = chance.choice(sorted(hits))
            return game.write_position(at), dice, (step.origin, step.target)


@pytest.mark.parametrize("level", ["legal", "full"])
def test_after_the_first_checker_all_that_may_follow_is_lit(level: str) -> None:
    """Nothing is in the hand: what may be taken next is lit, and said, with the number left."""
    seat = hitting(hints=level)
    seat.move("8>7")
    assert seat.lit("may-lift") == {"6", "7", "8", "13", "24"} and seat.lit("may-put") == set()
    assert said(seat) == (
        "The turn goes on: take a checker from 24, 13, 8, 7, 6. Still to play: 3.",
        "Ход не окончен, взять шашку можно отсюда: 24, 13, 8, 7, 6. Осталось сыграть: 3.",
    )


def test_hints_that_are_off_stay_off_in_mid_turn() -> None:
    """Without hints nothing tells what may follow."""
    seat = hitting(hints="off")
    seat.move("8>7")
    assert seat.every() == {"off-white": "turn"}


def test_the_turn_is_named_when_only_one_is_left() -> None:
    """N7: where the rest is settled, the turn is named with what is still to be done."""
    seat = Lit()
    seat.at({24: 1, 13: 1}, {2: 2, 19: 2, 15: 2, 14: 2}, 6, 1)
    seat.move("24>18")
    seat.put({"13": 0})
    assert said(seat)[0] == "Turn 24/18 13/12. A checker in hand may go to 12."


def spent(seat: Lit) -> tuple[bool, ...]:
    """Which dice are known to be played."""
    assert seat.table.follower is not None
    ahead = seat.table.follower.station.ahead
    assert ahead is not None
    return ahead.spent


def test_dice_that_are_played_are_known() -> None:
    """A die is spent when what lies there cannot be explained without it, and not before."""
    seat = hitting()
    seat.put({"8": 2})
    assert spent(seat) == (False, False)
    seat.put({"7": 1})
    assert spent(seat) == (False, True)


def test_a_die_that_may_be_either_is_not_spent() -> None:
    """N8: the last checker but one may have left by the one or by the two: neither is dimmed."""
    seat = Lit()
    seat.at({1: 3}, {12: 3}, 2, 1)
    seat.move("1>off-white")
    assert spent(seat) == (False, False)


def test_half_a_double_is_one_die() -> None:
    """N5: a double is played four times, so each die stands for two moves."""
    seat = Lit()
    seat.at({13: 5, 6: 5}, {11: 2}, 2, 2)
    seat.move("13>11")
    assert spent(seat) == (False, False)
    seat.move("13>11")
    assert spent(seat) == (True, False)
    seat.move("6>4")
    assert spent(seat) == (True, False)
