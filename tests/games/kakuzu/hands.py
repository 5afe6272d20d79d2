"""Helpers of the Kakuzu tests: a sheet known by heart, and hands that play on it."""

from __future__ import annotations

import random
from collections.abc import Iterable

from controller.games.kakuzu import Kakuzu, KakuzuOptions, Name, Position, Rest, Sheet
from controller.games.kakuzu.board import CELLS, NUMBERS, SQUARES
from controller.games.kakuzu.turns import LIFTS

#: Row r, column c: easy to work out by hand. The first row is 1 to 9 from a1 to i1.
GRID = tuple((3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9))
SHEET = Sheet(GRID, "TEST")
#: The upper left hole of each square, in the order of the squares.
CORNERS = tuple(CELLS[square[0]] for square in SQUARES)


def game(variant: str = "tokens", **options: object) -> Kakuzu:
    """Kakuzu with these options."""
    return Kakuzu(KakuzuOptions(variant=variant, **options))  # type: ignore[arg-type]


def set_up(rules: Kakuzu, holes: Iterable[str] = CORNERS) -> Position:
    """The position after these stones, one of every square, were taken for nobody (Z2)."""
    position = rules.start()
    for hole in holes:
        text = hole if rules.sheet_known is False else f"{hole}={SHEET.beneath(hole)}"
        position = rules.play(position, rules.read_turn(position, text))
    return position


def holes_of(number: int, *, but: Iterable[str] = CORNERS) -> list[str]:
    """Where a number lies on the sheet known by heart, without some holes."""
    left_out = set(but)
    return [cell for cell in CELLS if SHEET.beneath(cell) == number and cell not in left_out]


def follow(rules: Kakuzu, position: Position, *steps: str | int) -> Position:
    """The position after these steps: a whole number is a drawn token, a text a turn."""
    for step in steps:
        if isinstance(step, int):
            position = rules.roll(position, [step])
        else:
            text = f"{step}={SHEET.beneath(step)}" if step in CELLS and rules.sheet_known else step
            position = rules.play(position, rules.read_turn(position, text))
    return position


def random_game(rules: Kakuzu, chance: random.Random) -> Position:
    """A whole game on a random sheet (Z1), played by hands that lift anywhere: how it ended."""
    sheet = [number for number in NUMBERS for _ in range(9)]
    chance.shuffle(sheet)
    order = list(range(len(CELLS)))
    chance.shuffle(order)
    position = rules.start()
    for square in chance.sample(SQUARES, len(SQUARES)):
        hole = next(hole for hole in order if hole in square)
        order.remove(hole)
        position = rules.play(position, LIFTS[hole][sheet[hole]])
    while order:
        position = _looked_for(rules, position, chance)
        if position.token:
            hole = order.pop()
            position = rules.play(position, LIFTS[hole][sheet[hole]])
        else:
            position = rules.play(position, Rest.PASS)
    return position


def _looked_for(rules: Kakuzu, position: Position, chance: random.Random) -> Position:
    """The position with a token drawn or a number named, where one is to be."""
    if rules.needs_roll(position):
        return rules.roll(position, [chance.choice(rules.bag(position))])
    if position.token is None:
        return rules.play(position, Name(chance.choice(sorted({*NUMBERS} - position.gone))))
    return position
