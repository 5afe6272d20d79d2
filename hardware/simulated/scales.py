"""Simulated load cells: grams with noise, drift, creep and the press of fingers, as raw counts."""

from __future__ import annotations

from math import exp, inf, pi, sin
from random import Random

from hardware.clock import Clock
from hardware.hx711 import HIGHEST, LOWEST
from hardware.profile.models import LoadCells
from hardware.simulated.faults import FaultKind
from hardware.simulated.nature import Nature
from hardware.simulated.wood import Wood

CHATTER_G = 12.0
"""How far a load cell with a loose wire jumps to and fro."""


RESPONSES = 8
"""After this many response times the wood has bent as far as it will."""

SLOW_S = 1.0
"""Drift and creep show no sooner than this."""


class _Scale:
    """One load cell: the weight it bends under, on its way from `start` to `target`."""

    __slots__ = (
        "creeping",
        "fresh_until",
        "frozen",
        "level",
        "moving_until",
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
        self.since = self.moving_until = self.fresh_until = -inf
        self.level = 0.0
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

    def grams(self, number: int) -> float:
        """The weight a cell feels now: stones still arriving, creep, drift, fingers."""
        scale, now = self._scales[number], self._clock.now()
        if now >= scale.fresh_until:
            self._refresh(scale, now)
        return scale.level

    def raw(self, number: int, gain_share: float = 1.0) -> int:
        """One sample of a cell, as the chip would say it."""
        scale = self._scales[number]
        if scale.frozen is not None:
            return scale.frozen
        grams = self.grams(number) + self._rng.gauss(0.0, self._nature.noise_g)
        if self._faults.get(number) is FaultKind.CHATTER:
            grams += self._rng.uniform(-CHATTER_G, CHATTER_G)
        counts = (grams * scale.scale + scale.tare) * gain_share
        return max(LOWEST, min(HIGHEST, round(counts)))

    def samples(self) -> list[int]:
        """One sample of every cell; the same as asking each, without its overhead."""
        now, gauss, noise = self._clock.now(), self._rng.gauss, self._nature.noise_g
        if self._faults:
            return [self.raw(number) for number in range(len(self._scales))]
        samples = []
        for scale in self._scales:
            if now >= scale.fresh_until:
                self._refresh(scale, now)
            counts = round((scale.level + gauss(0.0, noise)) * scale.scale + scale.tare)
            samples.append(LOWEST if counts < LOWEST else HIGHEST if counts > HIGHEST else counts)
        return samples

    def _refresh(self, scale: _Scale, now: float) -> None:
        """Work out the weight anew: always while it moves, else when drift could have shown."""
        moving = now < scale.moving_until
        scale.level = self._felt(scale, now) + self._drift(scale, now)
        if now < scale.press_until:
            scale.level += scale.press * sin(
                pi * (scale.press_until - now) / self._nature.pressure_s
            )
        scale.fresh_until = now if moving else now + SLOW_S

    def _felt(self, scale: _Scale, now: float) -> float:
        """The stones' weight, as far as the wood has bent to it."""
        nature, passed = self._nature, now - scale.since
        grams = scale.target
        if passed < RESPONSES * nature.response_s:
            grams += (scale.start - grams) * exp(-passed / nature.response_s)
        if scale.creeping:
            grams -= scale.creeping * exp(-passed / nature.creep_s)
        return grams

    def _drift(self, scale: _Scale, now: float) -> float:
        turn = 2 * pi * now / self._nature.drift_period_s + scale.phase
        return self._nature.drift_g * sin(turn)

    def _scale(self, section: LoadCells, cell: str) -> _Scale:
        return _Scale(section.tare_of(cell), section.scale_of(cell), self._rng.uniform(0, 2 * pi))

    def _on_change(self, cell: str, touched: bool) -> None:
        """Stones came or went: the cell begins to bend to the new weight."""
        number = self._number.get(cell)
        if number is None:
            return
        now, nature, scale = self._clock.now(), self._nature, self._scales[number]
        felt, before = self._felt(scale, now), scale.target
        scale.start, scale.target, scale.since = felt, self._wood.grams(cell), now
        scale.creeping = nature.creep * (scale.target - before)
        if touched and nature.pressure_g:
            self._press(scale, now)
        scale.moving_until = max(now + RESPONSES * nature.response_s, scale.press_until)
        scale.fresh_until = now
        self._settled_at = max(self._settled_at, scale.moving_until)

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
        """One sample of each chip; nobody listens to one that is not ready."""
        return self._scales.samples()

    def close(self) -> None:
        """Nothing to let go of."""
