"""A small net that tells the chances of a position from where the checkers stand.

One hidden layer. Each place of each side brings four inputs: at least one checker, two, three, and
half of those beyond. What a count brings to the hidden layer is added up beforehand, so that a
position costs one sum for each place that is not empty: quick enough without any library.

The weights were made by `tests/strength/train_*.py` and lie beside this file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp
from typing import Any, Final, NamedTuple

from controller.games.nardy.variants import CHECKERS, PLACES

#: Weights are kept as whole numbers of this part of one.
UNIT: Final = 2_000
INPUTS: Final = 4
_STEEPEST: Final = 30.0


class Chances(NamedTuple):
    """What the game may bring who is on roll, each with its chance: to win at all, to win a mars or
    more, a koks or home mars; to lose a mars or more, a koks or home mars."""

    win: float
    mars: float
    third: float
    lost_mars: float
    lost_third: float

    def turned(self) -> Chances:
        """The same for the other side."""
        win, mars, third, lost_mars, lost_third = self
        return Chances(1 - win, lost_mars, lost_third, mars, third)

    def points(self, mars: float = 2, third: float = 3) -> float:
        """The points expected where a mars counts so much, and the highest win so much."""
        more = (mars - 1) * (self.mars - self.lost_mars)
        return 2 * self.win - 1 + more + (third - mars) * (self.third - self.lost_third)


class Net:
    """One game's net."""

    def __init__(self, weights: dict[str, Any]) -> None:
        self._bias: list[float] = [each / UNIT for each in weights["bias"]]
        rows = [[each / UNIT for each in row] for row in weights["inputs"]]
        self._out = [[each / UNIT for each in row] for row in weights["out"]]
        self._out_bias = [each / UNIT for each in weights["out_bias"]]
        #: By place of both sides and number of checkers there.
        self._brings = [
            [_brought(rows[INPUTS * at : INPUTS * at + INPUTS], n) for n in range(CHECKERS + 1)]
            for at in range(2 * PLACES)
        ]

    def chances(self, own: Sequence[int], foe: Sequence[int]) -> Chances:
        """For who is on roll, whose checkers are `own`."""
        brings = self._brings
        rows = [brings[at][count] for at, count in enumerate((*own, *foe)) if count]
        hidden = [total if total > 0 else 0.0 for total in map(sum, zip(self._bias, *rows))]  # noqa: B905
        sums = [
            bias + sum([weight * value for weight, value in zip(row, hidden, strict=True)])
            for row, bias in zip(self._out, self._out_bias, strict=True)
        ]
        win, mars, third, lost_mars, lost_third = map(_squeezed, sums)
        mars, lost_mars = min(mars, win), min(lost_mars, 1 - win)
        return Chances(win, mars, min(third, mars), lost_mars, min(lost_third, lost_mars))


def _brought(rows: list[list[float]], count: int) -> list[float]:
    units = (count >= 1, count >= 2, count >= 3, max(0, count - 3) / 2)
    return [
        sum(unit * weight for unit, weight in zip(units, column, strict=True))
        for column in zip(*rows, strict=True)
    ]


def _squeezed(total: float) -> float:
    return 1 / (1 + exp(-max(-_STEEPEST, min(_STEEPEST, total))))


@cache
def net_of(name: str) -> Net:
    """The net of the game of this name."""
    text = files(__package__).joinpath(f"{name}.json").read_text(encoding="ascii")
    return Net(json.loads(text))
