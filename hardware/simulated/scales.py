"""Simulated load cells: grams with noise, drift, creep and the press of fingers, as raw counts."""

from __future__ import annotations

from math import exp, inf, pi, sin
from random import Random

from hardware.clock import Clock
from hardware.hx711 import HIGHEST, LINE_LOW, LOWEST
from hardware.profile.models import LoadCells
from hardware.simulated.faults import FaultKind
from hardware.simulated.nature import Nature
from hardware.simulated.wood import Wood

CHATTER_G = 12.0
"""How far a load cell with a loose wire jumps to and fro."""


class _Scale:
    """One load cell: the weight it bends under, on its way from `start` to `target`."""

    __slots__ = (
        "creeping",
        "frozen",
        "phase",
        "press",
        "press_until",
        "scale",
        "since",
        "start",
        "tare",
        "target",
    )

    def __init__(self, tare: float, scale: float, phase: float) -> None:
        self.tare, self.scale, self.phase = tare, scale, phase
        self.start = self.target = self.creeping = 0.0
        self.since = -inf
        self.press, self.press_until = 0.0, -inf
        self.frozen: int | None = None


class SimulatedScales:
    """All load cells of one bank, under the stones of one board."""

    def __init__(
        self, section: LoadCells, wood: Wood, clock: Clock, nature: Nature, rng: Random
    ) -> None:
        self._wood, self._clock, self._nature, self._rng = wood, clock, nature, rng
        self._names = list(section.cells)
        self._scales = [self._scale(section, cell) for cell in self._names]
        self._number = {cell: number for number, cell in enumerate(self._names)}
        self._noise = [nature.noise_g * abs(scale.scale) for scale in self._scales]
        self._faults: dict[int, FaultKind] = {}
        self._settled_at = -inf
        self.alive = (1 << len(self._names)) - 1
        wood.watch(self._on_change)
        for cell in self._names:
            self._scales[self._number[cell]].target = wood.grams(cell)

    def __contains__(self, cell: str) -> bool:
        return cell in self._number

    def __len__(self) -> int:
        return len(self._scales)

    def settled_at(self) -> float:
        """The last moment at which a weight will still change by itself, noise aside."""
        return inf if FaultKind.CHATTER in self._faults.values() else self._settled_at

    def fail(self, cell: str, kind: FaultKind) -> None:
        """Break a cell: dead never answers, stuck repeats its last sample, chatter jumps."""
        number = self._number[cell]
        self.mend(cell)
        self._faults[number] = kind
        if kind is FaultKind.DEAD:
            self.alive &= ~(1 << number)
        elif kind is FaultKind.STUCK:
            self._scales[number].frozen = self.raw(number)

    def mend(self, cell: str) -> None:
        """Make a cell as good as new."""
        number = self._number[cell]
        self._faults.pop(number, None)
        self._scales[number].frozen = None
        self.alive |= 1 << number

    def grams(self, number: int, now: float) -> float:
        """The weight a cell truly feels now: stones still arriving, creep, fingers."""
        scale, nature = self._scales[number], self._nature
        passed = now - scale.since
        grams = scale.target
        if passed < 12 * nature.response_s:
            grams += (scale.start - grams) * exp(-passed / nature.response_s)
        if scale.creeping and passed < 8 * nature.creep_s:
            grams -= scale.creeping * exp(-passed / nature.creep_s)
        if now < scale.press_until:
            grams += scale.press * sin(pi * (scale.press_until - now) / nature.pressure_s)
        return grams

    def raw(self, number: int, gain_share: float = 1.0) -> int:
        """One sample of a cell, as the chip would say it."""
        now = self._clock.now()
        scale = self._scales[number]
        if scale.frozen is not None:
            return scale.frozen
        grams = scale.target
        if now < self._settled_at or scale.creeping:
            grams = self.grams(number, now)
        if self._nature.drift_g:
            turn = 2 * pi * now / self._nature.drift_period_s + scale.phase
            grams += self._nature.drift_g * sin(turn)
        if self._faults and self._faults.get(number) is FaultKind.CHATTER:
            grams += self._rng.uniform(-CHATTER_G, CHATTER_G)
        counts = grams * scale.scale + scale.tare + self._rng.gauss(0.0, self._noise[number])
        return max(LOWEST, min(HIGHEST, round(counts * gain_share)))

    def _scale(self, section: LoadCells, cell: str) -> _Scale:
        return _Scale(section.tare_of(cell), section.scale_of(cell), self._rng.uniform(0, 2 * pi))

    def _on_change(self, cell: str, touched: bool) -> None:
        """Stones came or went: the cell begins to bend to the new weight."""
        number = self._number.get(cell)
        if number is None:
            return
        now, nature, scale = self._clock.now(), self._nature, self._scales[number]
        felt = self.grams(number, now) if now >= scale.press_until else scale.target
        scale.start, scale.target, scale.since = felt, self._wood.grams(cell), now
        scale.creeping = nature.creep * (scale.target - felt)
        if touched and nature.pressure_g:
            self._press(scale, now)
        settled = max(now + 12 * nature.response_s, scale.press_until)
        self._settled_at = max(self._settled_at, settled)

    def _press(self, scale: _Scale, now: float) -> None:
        """Fingers lean on the wood for a moment, sometimes hardly at all."""
        scale.press = self._rng.uniform(0, self._nature.pressure_g)
        scale.press_until = now + self._rng.uniform(0, self._nature.pressure_s)


class BulkScales:
    """Raw samples straight from the simulated cells, one layer above the pins."""

    def __init__(self, scales: SimulatedScales) -> None:
        self._scales = scales

    def ready(self) -> int:
        """Every chip that lives has a sample whenever it is asked."""
        return self._scales.alive

    def read(self, pulses: int) -> list[int]:  # noqa: ARG002 - no pulses above the wire
        """One sample of each chip; a dead one's line says nothing of use."""
        alive, raw = self._scales.alive, self._scales.raw
        return [
            raw(number) if alive >> number & 1 else LINE_LOW for number in range(len(self._scales))
        ]

    def close(self) -> None:
        """Nothing to let go of."""
