"""What people do to a board beside playing: they lean on it, and they bump against it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hardware.simulated.nature import Nature
from hardware.simulated.reeds import SimulatedReeds
from hardware.simulated.scales import SimulatedScales


class Leaning:
    """Lets sleeves rest and elbows bump, with the acts of the hands."""

    def __init__(
        self,
        nature: Nature,
        reeds: Sequence[SimulatedReeds],
        scales: Sequence[SimulatedScales],
        rng: Random,
    ) -> None:
        self._nature, self._rng = nature, rng
        self._reeds, self._scales = reeds, scales
        self._weighed = [(bank, cell) for bank in scales for cell in bank.cells]

    def on_change(self, cell: str, touched: bool) -> None:  # noqa: ARG002 - people lean anywhere
        """Hands were at a cell: what else did they do?"""
        nature, rng = self._nature, self._rng
        if touched and self._weighed and self._happens(nature.rests):
            bank, where = rng.choice(self._weighed)
            bank.rest(where, rng.uniform(*nature.rest_g), rng.uniform(*nature.rest_s))
        if touched and self._happens(nature.bumps):
            self.bump(rng.uniform(*nature.bump_g))

    def bump(self, grams: float) -> None:
        """Bump against the table: every cell swings, and some reeds let go for a moment."""
        for scales in self._scales:
            scales.bump(grams)
        for reeds in self._reeds:
            reeds.jolt()

    def rest(self, cell: str, grams: float, seconds: float, trembles: float = 0.0) -> None:
        """Let a sleeve rest on a cell, or a finger press it, where a load cell feels it."""
        for bank, where in self._weighed:
            if where == cell:
                bank.rest(cell, grams, seconds, trembles)

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self._rng.random() < rate
