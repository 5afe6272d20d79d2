"""Chips that keep their own time, 70 to 95 samples a second, and end conversions while read."""

from __future__ import annotations

from random import Random

import pytest

from hardware.clock import ManualClock
from hardware.hx711 import BITS, HX711Wire, begun_anew
from hardware.loadcells import LoadCellBank
from hardware.profile import LoadCells

CALL_S = 12e-6
"""What a call of the kernel takes on a Pi: a word of 24 bits then takes about a millisecond."""
SCALE, TARE = 2000.0, 8000


class Chip:
    """One HX711 of its own rate; a conversion that ends inside a word does one of two things."""

    def __init__(self, rate: float, counts: int, begins_anew: bool, rng: Random) -> None:
        self.period, self.counts, self.rng = 1 / rate, counts, rng
        self.begins_anew = begins_anew
        self.pulses, self.word = 0, 0
        self.next = self.period * (4 + rng.random())
        self.ready = False

    def catch_up(self, now: float) -> None:
        """End the conversions whose time has come."""
        while now >= self.next:
            self.next += self.period
            self.word = (self.counts + round(self.rng.gauss(0, 40))) & 0xFFFFFF
            if not 0 < self.pulses <= BITS:
                self.pulses, self.ready = 0, True
            elif self.begins_anew:
                self.pulses = 0

    def rise(self, now: float) -> None:
        """A clock pulse."""
        self.catch_up(now)
        if self.ready:
            self.pulses += 1
            self.ready = self.pulses <= BITS

    def level(self, now: float) -> int:
        """The data line."""
        self.catch_up(now)
        if not self.ready:
            return 1
        return self.word >> (BITS - self.pulses) & 1 if self.pulses else 0


class Bank(HX711Wire):
    """Fourteen such chips on one clock; every call takes its time."""

    def __init__(self, clock: ManualClock, rng: Random, begins_anew: bool) -> None:
        super().__init__(14, clock)
        self.clock = clock
        rates = [70 + 25 * number / 13 for number in range(14)]
        weights = [TARE + round(SCALE * 5 * rng.randrange(13)) for _ in rates]
        self.chips = [
            Chip(rate, counts, begins_anew, rng)
            for rate, counts in zip(rates, weights, strict=True)
        ]

    def close(self) -> None:
        """Nothing to let go."""

    def _drive(self, level: int) -> None:
        self.clock.advance(CALL_S)
        for chip in self.chips if level else ():
            chip.rise(self.clock.now())

    def _levels(self) -> list[int]:
        self.clock.advance(CALL_S)
        return [chip.level(self.clock.now()) for chip in self.chips]


@pytest.mark.parametrize("begins_anew", [True, False], ids=["begins anew", "the rest is new"])
def test_a_torn_word_is_no_weight(begins_anew: bool) -> None:
    """Two minutes without a hand: after the first weight of each cell nobody hears a thing."""
    clock, rng = ManualClock(), Random(7)
    cells = {f"c{number}": number for number in range(14)}
    section = LoadCells.model_validate(
        {"clock": 25, "noise": 0.04, "scale": SCALE, "tare": TARE, "slow_hz": 80.0, "cells": cells}
    )
    wire = Bank(clock, rng, begins_anew)
    bank = LoadCellBank(section, wire, clock)
    told = []
    while clock.now() < 120:
        told += bank.poll()
        clock.advance(max(bank.delay(), 1e-4))
    truth = {
        name: (chip.counts - TARE) / SCALE for name, chip in zip(cells, wire.chips, strict=True)
    }
    assert {each.cell for each in told} == set(cells) and len(told) == len(cells)
    assert all(each.steady and abs(each.value - truth[each.cell]) < 0.2 for each in told)
    assert bank.samples > 120 * 60


@pytest.mark.parametrize("bits", range(7, 12))
def test_a_weight_that_looks_torn_is_looked_at_again_at_once(bits: int) -> None:
    """What a resting cell shows may be a torn word or a stone that is gone: the bank is not at
    rest until it knows which."""
    clock, before = ManualClock(), TARE + round(SCALE * 25)
    section = LoadCells.model_validate(
        {"clock": 25, "noise": 0.04, "scale": SCALE, "tare": TARE, "cells": {"a1": 0}}
    )
    wire = OneCell(before)
    bank = LoadCellBank(section, wire, clock)
    while clock.now() < 60:  # long at rest: looked at seldom
        bank.poll()
        clock.advance(max(bank.delay(), 1e-4))
    wire.counts = before >> (BITS - bits) << (BITS - bits) | before >> bits
    assert begun_anew(wire.counts, before, 0)
    looked, told = bank.samples, []
    while bank.samples == looked or not bank.settled():
        told += bank.poll()
        clock.advance(max(bank.delay(), 1e-4))
    assert told[-1].steady
    assert abs(told[-1].value - (wire.counts - TARE) / SCALE) < 0.1
    assert clock.now() < 60 + 1 / section.slow_hz + 20 / section.rate


class OneCell:
    """A wire that always has a sample, never the same twice."""

    def __init__(self, counts: int) -> None:
        self.counts, self._odd = counts, 0

    def ready(self) -> int:
        """Always."""
        return 1

    def read(self, _pulses: int) -> list[int]:
        """The sample."""
        self._odd ^= 1
        return [self.counts + self._odd]

    def close(self) -> None:
        """Nothing to let go."""
