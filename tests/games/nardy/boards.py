"""Boards for the tests, written the way players speak of them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from controller.games.nardy import Nardy, Position
from controller.games.nardy.board import BLACK, WHITE, pack
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES, Variant

Stacks = Mapping[int, int]


def position(
    game: Nardy,
    white: Stacks,
    black: Stacks,
    dice: tuple[int, int] | None = None,
    *,
    mover: int = WHITE,
    passed: tuple[int, ...] = (),
) -> Position:
    """White's and Black's checkers by each one's own points; whatever is not named is borne off."""
    board = pack(_half(white), _half(black))
    placed = game.begin(mover)._replace(board=board, passed=passed)
    return placed if dice is None else game.roll(placed, dice)


def _half(stacks: Stacks) -> list[int]:
    half = [stacks.get(place, 0) for place in range(PLACES)]
    assert sum(half[1:]) <= CHECKERS, stacks
    half[OFF] = CHECKERS - sum(half[1:])
    return half


def written(game: Nardy, at: Position) -> set[str]:
    """All legal turns, as text."""
    return {game.write_turn(at, turn) for turn in game.turns(at)}


def random_short(chance: random.Random, variant: Variant) -> tuple[list[int], list[int]]:
    """Any position of short nardy, White to move: races, contact, bar, bearing off."""
    kind = chance.choice(("race", "contact", "contact", "bar", "home", "home with contact"))
    white, black = [0] * PLACES, [0] * PLACES
    white_points = range(1, 7) if kind.startswith("home") else range(1, 25)
    if kind == "race":
        middle = chance.randint(6, 18)
        white_points, black_points = range(1, middle), range(1, 25 - middle)
    elif kind == "home":
        black_points = range(1, 19)
    else:
        black_points = range(1, 25)
    _scatter(chance, white, white_points, chance.randint(1, CHECKERS))
    if kind == "bar":
        _scatter(chance, white, [BAR], min(chance.randint(1, 4), CHECKERS - sum(white)))
    free = [point for point in black_points if not white[variant.across(point)]]
    _scatter(chance, black, free, chance.randint(1, CHECKERS))
    if kind in ("bar", "contact") and chance.random() < 0.3:
        _scatter(chance, black, [BAR], min(1, CHECKERS - sum(black)))
    white[OFF], black[OFF] = CHECKERS - sum(white), CHECKERS - sum(black)
    return white, black


def random_long(chance: random.Random, variant: Variant) -> tuple[list[int], list[int]]:
    """Any position of long nardy, many with five or six points in a row."""
    white, black = [0] * PLACES, [0] * PLACES
    for half, other in ((white, black), (black, white)):
        if chance.random() < 0.6:
            length, first = chance.randint(4, 7), chance.randint(0, 23)
            row = [24 - (first + step) % 24 for step in range(length)]
            for point in row:
                if not other[variant.across(point)] and chance.random() < 0.95:
                    half[point] += 1
        span = chance.choice((range(1, 25), range(1, 25), range(1, 7), range(7, 25), [24]))
        free = [point for point in span if not other[variant.across(point)]]
        if free:
            _scatter(chance, half, free, chance.randint(0, CHECKERS - sum(half)))
        if not sum(half):
            spare = next(point for point in range(1, 25) if not other[variant.across(point)])
            half[spare] = 1
    for half in (white, black):
        half[OFF] = CHECKERS - sum(half)
    return white, black


def first_turns(chance: random.Random) -> tuple[list[int], list[int]]:
    """White before its first turn; Black has played a little (L4)."""
    white, black = [0] * PLACES, [0] * PLACES
    white[24] = CHECKERS
    points = [point for point in range(1, 25) if point != 12]
    _scatter(chance, black, points, chance.randint(0, 4))
    black[24] += CHECKERS - sum(black)
    return white, black


def _scatter(
    chance: random.Random, half: list[int], points: list[int] | range, checkers: int
) -> None:
    chosen = chance.sample(list(points), k=min(len(points), chance.randint(1, 8)))
    for _ in range(checkers):
        half[chance.choice(chosen)] += 1


SIDES = (WHITE, BLACK)
