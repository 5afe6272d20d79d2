"""Whether hands that seem to be ready may go on: a turn half made that looks like another done."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from controller.games.nardy import Gulbar, Long, Nardy, Position, Short
from controller.games.nardy.board import LEFT, TURN_MASK, board_after, pack
from controller.games.nardy.careful import Walk
from controller.tracking.follower import Station
from controller.tracking.seen import MANY, Seen, exactly
from tests.games.nardy.boards import position, random_long, random_short

GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar())


def counts(game: Nardy, at: Position, turn: int) -> tuple[int, ...]:
    """What sensors see that only count."""
    board = board_after(game.variant, at.board, at.mover, turn)
    return tuple(abs(held) for held in game.contents(at._replace(board=board)))


def halfway(game: Nardy, at: Position) -> dict[tuple[int, ...], set[int]]:
    """For every look of a turn half made: the turns that can still come of it."""
    walk = Walk(game.rules, at.board, at.mover, game.numbers(at))
    found: dict[tuple[int, ...], set[int]] = {}
    for order in walk.orders():
        for end, stops in _paths(walk, walk.start, order, ()):
            for stop in stops[:-1]:
                found.setdefault(counts(game, at, stop & TURN_MASK), set()).add(end)
    return found


def _paths(
    walk: Walk, state: int, order: tuple[int, ...], stops: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    if not order:
        yield state & TURN_MASK, stops
        return
    number, *rest = order
    moves = walk.moves(state, number)
    for move in moves:
        yield from _paths(walk, move.state, tuple(rest), (*stops, move.state))
    if not moves:
        yield from _paths(walk, state + LEFT[number], tuple(rest), stops)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_said_to_be_over_is_over(game: Nardy) -> None:
    """No turn that may be half made where another ends is ever said not to go on."""
    chance = random.Random(8)
    looked = told_over = 0
    for _ in range(250):
        make = random_short if game.variant.hits else random_long
        white, black = make(chance, game.variant)
        dice = (chance.randint(1, 6), chance.randint(1, 6))
        if dice[0] == dice[1]:
            continue
        at = game.roll(game.begin(0)._replace(board=pack(white, black)), dice)
        on_the_way, turns = halfway(game, at), set(game.turns(at))
        for turn in chance.sample(sorted(turns), min(4, len(turns))):
            go_on = on_the_way.get(counts(game, at, turn), set()) & turns - {turn}
            for other in turns - {turn}:
                looked += 1
                if not game.goes_on(at, turn, [other]):
                    told_over += 1
                    assert other not in go_on, (game.write_position(at), dice)
    assert told_over > 0.9 * looked


def test_a_checker_borne_off_by_two_numbers_or_by_one() -> None:
    """6/off by the six looks like 6/5/off by both: the hands may still play the one."""
    game = Short()
    at = position(game, {6: 1, 4: 1}, {1: 15}, (6, 1))
    both, one = (game.read_turn(at, text) for text in ("6/5/off", "6/off 4/3"))
    assert game.goes_on(at, both, [one])
    assert not game.goes_on(at, one, [both])


def test_a_hit_is_recognised_at_once_when_all_checkers_are_counted() -> None:
    """The point shows one checker before and after: the bar and the count tell that it is done."""
    game = Short()
    at = position(game, {13: 1, 8: 1}, {18: 1, 1: 14}, (6, 4))
    station = Station(game, at)
    seen = {cell: exactly(abs(held)) for cell, held in station.contents.items()}
    station.tracker.follow(seen)
    station.tracker.follow({"13": exactly(0), "8": exactly(0), "4": exactly(1)})
    station.tracker.follow({"7": exactly(0), "bar-black": exactly(1)})
    verdict = station.tracker.follow({"7": exactly(1)})
    assert verdict.certain
    assert game.write_turn(at, station.turns[verdict.done[0]]) == "13/7* 8/4"
    assert station.tracker.unseen_steps(verdict.done[0]) > 0


def test_a_stack_too_high_to_count_is_waited_for() -> None:
    """A look of "6 or more" does not tell whether the last checker lies there yet."""
    game = Short()
    at = position(game, {13: 1, 7: 6}, {1: 15}, (6, 1))
    station = Station(game, at)
    seen = {cell: exactly(abs(held)) for cell, held in station.contents.items()}
    station.tracker.follow(seen | {"7": Seen(6, MANY)})
    station.tracker.follow({"13": exactly(0), "6": exactly(1)})
    assert not station.tracker.verdict.certain
