"""What a load cell feels of its neighbours through the wood: cross-talk, learned while people play.

A store of seventy stones may press on the pit beside it like one more stone. Nobody knows
beforehand which cells feel each other, and how much: what a cell weighs beyond its own pieces while
others come and go tells it. Each share is known with a doubt of its own, so that a weight that may
be a neighbour's is not taken for a piece before enough has been seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Any, NamedTuple

from controller.games.game import Cell

#: What is thought of any two cells before anything was seen: the standard deviation of the share.
_USUAL = 0.015
#: How many grams a weight that nobody touched is off from one turn to the next.
_UNREST = 0.15
#: Less than this, in grams, is no change.
_LEAST = 1.0
#: While a neighbour swings, by how many grams it may be off.
_SWINGS = 20.0
#: A share smaller than this need not be kept over a restart.
_KEPT = 0.005


class Share(NamedTuple):
    """How much of what lies in one cell another feels (1.0 = all), and the variance of that."""

    mean: float = 0.0
    square: float = _USUAL**2


class Felt(NamedTuple):
    """Grams that come from the neighbours, and their variance."""

    grams: float
    square: float


_NOTHING_KNOWN = Share()


class CrossTalk:
    """The shares of all pairs of cells."""

    def __init__(self) -> None:
        self._shares: dict[Cell, dict[Cell, Share]] = {}
        #: What is thought of those that a cell has not felt, after a restart.
        self._others: dict[Cell, Share] = {}

    def _felt_by(self, cell: Cell) -> tuple[Mapping[Cell, Share], Share]:
        """The shares that this cell feels, and what is thought of all others."""
        return self._shares.get(cell, {}), self._others.get(cell, _NOTHING_KNOWN)

    def felt(self, cell: Cell, changes: Mapping[Cell, float], swinging: Iterable[Cell]) -> Felt:
        """What a cell feels of these changes of the others, in grams."""
        grams, square = 0.0, 0.0
        shares, unknown = self._felt_by(cell)
        for other, change in changes.items():
            if other != cell:
                mean, doubt = shares.get(other, unknown)
                grams += mean * change
                square += doubt * change * change
        for other in swinging:
            if other != cell:
                square += (shares.get(other, unknown).mean * _SWINGS) ** 2
        return Felt(grams, square)

    def learn(
        self, cell: Cell, changes: Mapping[Cell, float], off: float, differ: float = 0.0
    ) -> None:
        """A cell weighs so much more than its own pieces tell, which differ with this variance: the
        others did it."""
        expected = self.felt(cell, changes, ())
        total = expected.square + differ + _UNREST**2
        shares, unknown = self._shares.setdefault(cell, {}), self._others.get(cell, _NOTHING_KNOWN)
        for other, change in changes.items():
            if other != cell:
                mean, doubt = shares.get(other, unknown)
                gain = doubt * change / total
                mean += gain * (off - expected.grams)
                shares[other] = Share(mean, doubt * (1 - gain * change))

    def memory(self) -> dict[Cell, Any]:
        """What is worth to be kept over a restart: the shares that matter, and how little is known
        of the others."""
        return {cell: self._kept(cell) for cell, shares in self._shares.items() if shares}

    def _kept(self, cell: Cell) -> dict[str, Any]:
        shares = self._shares[cell]
        felt = {other: share for other, share in shares.items() if abs(share.mean) >= _KEPT}
        rest = [mean**2 + doubt for other, (mean, doubt) in shares.items() if other not in felt]
        known = sum(rest) / len(rest) if rest else self._others.get(cell, _NOTHING_KNOWN).square
        return {
            "felt": {
                other: [round(mean, 4), _root(doubt)] for other, (mean, doubt) in felt.items()
            },
            "others": _root(known),
        }

    def recall(self, memory: Mapping[Cell, Mapping[str, Any]]) -> None:
        """Take up what was learned before a restart."""
        for cell, kept in memory.items():
            self._others[cell] = Share(0.0, float(kept["others"]) ** 2)
            self._shares[cell] = {
                other: Share(float(mean), float(doubt) ** 2)
                for other, (mean, doubt) in kept["felt"].items()
            }


def _root(square: float) -> float:
    return round(sqrt(square), 5)


def changed(then: Mapping[Cell, float] | None, now: Mapping[Cell, float]) -> dict[Cell, float]:
    """By how many grams the cells have changed, where that is more than noise, since they weighed
    this; None: since nothing lay anywhere."""
    changes = {
        cell: grams - (then.get(cell, grams) if then is not None else 0.0)
        for cell, grams in now.items()
    }
    return {cell: change for cell, change in changes.items() if abs(change) >= _LEAST}
