"""Simulated load cells: stones, noise, drift, neighbours, fingers and sleeves, as raw counts."""

from __future__ import annotations

from itertools import pairwise
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

RINGS = 6
"""After this many decay times a swing is over."""

SLOW_S = 1.0
"""Drift and creep show no sooner than this."""

LANDING_S = 0.05
"""How softly a sleeve comes to rest, and how slowly it leaves."""

SWAY_HZ = 0.7
"""How slowly a resting hand grows heavier and lighter."""

TREMOR_HZ = 9.0
"""How fast a finger trembles that presses: anybody's does, 8 to 12 times a second."""


class _Scale:
    """One load cell: the weight it bends under, on its way from `start` to `target`."""

    __slots__ = (
        "creeping",
        "fresh_until",
        "frozen",
        "level",
        "moving_until",
        "near",
        "phase",
        "press",
        "press_until",
        "ramp",
        "rest",
        "rest_from",
        "rest_until",
        "scale",
        "since",
        "start",
        "tare",
        "target",
        "trembles",
    )

    def __init__(self, tare: float, scale: float, phase: float, ramp: float) -> None:
        self.tare, self.scale, self.phase, self.ramp = tare, scale, phase, ramp
        self.near: list[_Scale] = []
        self.start = self.target = self.creeping = 0.0
        self.since = self.moving_until = self.fresh_until = -inf
        self.level = 0.0
        self.press, self.press_until = 0.0, -inf
        self.rest, self.rest_from, self.rest_until = 0.0, -inf, -inf
        self.trembles = 0.0
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
        self._settled_at = self._bumped_at = -inf
        self._bump = 0.0
        self._opened_at = clock.now()
        self.rates = _spread(nature.rates, len(self._scales))
        if nature.through:
            _join(self._scales)
        self.alive = (1 << len(self._names)) - 1
        wood.watch(self._on_change)
        for cell in self._names:
            self._scales[self._number[cell]].target = wood.grams(cell)

    def __contains__(self, cell: str) -> bool:
        return cell in self._number

    def __len__(self) -> int:
        return len(self._scales)

    @property
    def cells(self) -> list[str]:
        """The cells of the board that it weighs."""
        return self._names

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

    def rest(self, cell: str, grams: float, seconds: float, trembles: float = 0.0) -> None:
        """A hand or a sleeve comes to rest on a cell; or a finger presses it, which trembles by
        this share of its weight."""
        scale, now = self._scales[self._number[cell]], self._clock.now()
        scale.trembles = trembles
        scale.rest, scale.rest_from, scale.rest_until = grams, now, now + seconds
        self._stir(scale, scale.rest_until + RINGS * LANDING_S)

    def bump(self, grams: float) -> None:
        """Somebody bumps against the table."""
        self._bump, self._bumped_at = grams, self._clock.now()
        self._settled_at = max(self._settled_at, self._bumped_at + RINGS * self._nature.bump_s)

    def grams(self, number: int) -> float:
        """The weight a cell feels now: stones still arriving, creep, drift, fingers, sleeves."""
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
        grams += self._trembling(self._clock.now(), number)
        if self._faults.get(number) is FaultKind.CHATTER:
            grams += self._rng.uniform(-CHATTER_G, CHATTER_G)
        counts = (grams * scale.scale + scale.tare) * gain_share
        return max(LOWEST, min(HIGHEST, round(counts)))

    def samples(self) -> list[int]:
        """One sample of every cell; the same as asking each, without its overhead."""
        now, gauss, noise = self._clock.now(), self._rng.gauss, self._nature.noise_g
        if self._faults:
            return [self.raw(number) for number in range(len(self._scales))]
        samples, trembles = [], self._trembles(now)
        for number, scale in enumerate(self._scales):
            if now >= scale.fresh_until:
                self._refresh(scale, now)
            grams = scale.level + gauss(0.0, noise)
            if trembles:
                grams += self._trembling(now, number)
            counts = round(grams * scale.scale + scale.tare)
            samples.append(LOWEST if counts < LOWEST else HIGHEST if counts > HIGHEST else counts)
        return samples

    def _trembles(self, now: float) -> bool:
        """Whether there is more in a sample than noise: the mains, or a table that swings."""
        return self._nature.hum_g > 0 or now < self._bumped_at + RINGS * self._nature.bump_s

    def _trembling(self, now: float, number: int) -> float:
        """What the mains and a swinging table add to a sample; each cell hears them otherwise."""
        nature, passed = self._nature, now - self._bumped_at
        grams = nature.hum_g * sin(2 * pi * nature.hum_hz * now + number)
        if passed < RINGS * nature.bump_s:
            swing = sin(2 * pi * nature.bump_hz * passed + number)
            grams += self._bump * exp(-passed / nature.bump_s) * swing
        return grams

    def _refresh(self, scale: _Scale, now: float) -> None:
        """Work out the weight anew: always while it moves, else when drift could have shown."""
        moving = now < scale.moving_until
        scale.level = self._own(scale, now) + self._drift(scale, now)
        for near in scale.near:
            scale.level += self._nature.through * self._own(near, now)
        scale.fresh_until = now if moving else now + SLOW_S

    def _own(self, scale: _Scale, now: float) -> float:
        """What lies on this very cell, or is pressed or rests on it."""
        grams = self._felt(scale, now)
        if now < scale.press_until:
            grams += scale.press * sin(pi * (scale.press_until - now) / self._nature.pressure_s)
        if now < scale.rest_until + RINGS * LANDING_S:
            grams += self._resting(scale, now)
        return grams

    def _resting(self, scale: _Scale, now: float) -> float:
        """A sleeve lands softly, is never quite still, and leaves."""
        passed, gone = now - scale.rest_from, now - scale.rest_until
        sways = 1 + self._nature.rest_sways * sin(2 * pi * SWAY_HZ * passed)
        if scale.trembles:
            sways += scale.trembles * sin(2 * pi * TREMOR_HZ * passed)
        grams = scale.rest * sways * (1 - exp(-passed / LANDING_S))
        return grams if gone < 0 else grams * exp(-gone / LANDING_S)

    def _felt(self, scale: _Scale, now: float) -> float:
        """The stones' weight, as far as the wood has bent to it."""
        nature, passed = self._nature, now - scale.since
        grams = scale.target
        if passed < RESPONSES * nature.response_s:
            grams += (scale.start - grams) * exp(-passed / nature.response_s)
        if nature.ring and passed < RINGS * nature.ring_s:
            swing = exp(-passed / nature.ring_s) * sin(2 * pi * nature.ring_hz * passed)
            grams += nature.ring * (scale.target - scale.start) * swing
        if scale.creeping:
            grams -= scale.creeping * exp(-passed / nature.creep_s)
        return grams

    def _drift(self, scale: _Scale, now: float) -> float:
        nature = self._nature
        wander = nature.drift_g * sin(2 * pi * now / nature.drift_period_s + scale.phase)
        if not scale.ramp:
            return wander
        warmed = (now - self._opened_at) / nature.ramp_s % 2
        return wander + scale.ramp * min(warmed, 2 - warmed)

    def _scale(self, section: LoadCells, cell: str) -> _Scale:
        rng, phase, ramp = self._rng, self._rng.uniform(0, 2 * pi), 0.0
        if any(self._nature.ramp_g):
            ramp = rng.uniform(*self._nature.ramp_g) * rng.choice((-1, 1))
        return _Scale(section.tare_of(cell), section.scale_of(cell), phase, ramp)

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
        rings = RINGS * nature.ring_s if nature.ring else 0.0
        self._stir(scale, max(now + RESPONSES * nature.response_s, now + rings, scale.press_until))

    def _stir(self, scale: _Scale, until: float) -> None:
        """A cell moves until then, and what is near it with it."""
        for each in (scale, *scale.near):
            each.moving_until = max(each.moving_until, until)
            each.fresh_until = self._clock.now()
        self._settled_at = max(self._settled_at, until)

    def _press(self, scale: _Scale, now: float) -> None:
        """Fingers lean on the wood for a moment, sometimes hardly at all."""
        scale.press = self._rng.uniform(0, self._nature.pressure_g)
        scale.press_until = now + self._rng.uniform(0, self._nature.pressure_s)


def _spread(span: tuple[float, float], count: int) -> list[float]:
    """No two oscillators agree: so many rates, evenly over the span."""
    low, high = span
    return [low + (high - low) * number / max(1, count - 1) for number in range(count)]


def _join(scales: list[_Scale]) -> None:
    """Each cell feels those beside it in the row."""
    for left, right in pairwise(scales):
        left.near.append(right)
        right.near.append(left)


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
