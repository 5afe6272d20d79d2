"""Load cells: grams from counts, and everything a cell can do wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hardware.clock import ManualClock
from hardware.hx711 import HIGHEST, LINE_LOW, LOWEST
from hardware.loadcells import FROZEN_AFTER, LoadCellBank
from hardware.profile import LoadCells
from hardware.readings import Reading


class Script:
    """A wire that plays back raw samples."""

    def __init__(self, cells: int) -> None:
        self.values: Sequence[int] | None = [0] * cells
        self.mask = (1 << cells) - 1
        self.reads = 0
        self.closes = 0

    def ready(self) -> int:
        return self.mask

    def read(self, pulses: int) -> Sequence[int] | None:
        assert pulses == 25
        self.reads += 1
        if self.values is None:
            return None
        # Real samples tremble: alternate by a few counts.
        wobble = self.reads % 3
        return [
            value if value in {HIGHEST, LOWEST, LINE_LOW} else value + wobble
            for value in self.values
        ]

    def close(self) -> None:
        self.closes += 1


class Scale:
    """A bank of two scripted cells: 100 counts a gram, a1 tared at 500 counts."""

    def __init__(self) -> None:
        section = LoadCells.model_validate(
            {
                "clock": 11,
                "noise": 0.05,
                "scale": 100.0,
                "cells": {"a1": {"data": 4, "tare": 500.0}, "a2": 5},
            }
        )
        self.clock, self.wire = ManualClock(), Script(2)
        self.wire.values = [500, 0]  # both empty
        self.bank = LoadCellBank(section, self.wire, self.clock)

    def run(self, seconds: float = 0.3) -> list[Reading]:
        """Poll as the bank wishes."""
        until, readings = self.clock.now() + seconds, []
        while self.clock.now() < until:
            readings += self.bank.poll()
            self.clock.advance(max(self.bank.delay(), 1e-4))
        return readings


def test_counts_become_grams() -> None:
    """Tare and scale of each cell turn counts into grams."""
    scale = Scale()
    scale.wire.values = [1500, 300]
    grams = {reading.cell: round(reading.value, 1) for reading in scale.run()}
    assert grams == {"a1": 10.0, "a2": 3.0}


def test_one_spike_is_dropped() -> None:
    """A single sample out of line is a glitch that nobody hears of."""
    scale = Scale()
    scale.run()
    scale.wire.values = [9000, 0]
    scale.clock.advance(scale.bank.delay())
    assert scale.bank.poll() == []
    scale.wire.values = [500, 0]
    assert scale.run() == []


def test_a_step_is_told_moving_then_steady() -> None:
    """While samples disagree the reading is unsteady; once they agree it is steady, and final."""
    scale = Scale()
    scale.run()
    readings = []
    for counts in (300, 700, 1000):
        scale.wire.values = [500, counts]
        readings += scale.run(0.012)
    readings += scale.run()
    assert [(reading.cell, reading.steady) for reading in readings] == [("a2", False), ("a2", True)]
    assert readings[-1].value == pytest.approx(10.0, abs=0.1)


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (HIGHEST, "The load cell of a2 is at the highest value it can say (8388607)"),
        (LOWEST, "The load cell of a2 is at the lowest value it can say (-8388608)"),
        (LINE_LOW, "The load cell of a2 does not answer like an HX711: its data line stays low."),
    ],
)
def test_what_is_no_weight_is_a_fault(raw: int, words: str) -> None:
    """A saturated or shorted cell is reported once, in words, and comes back by itself."""
    scale = Scale()
    scale.run()
    scale.wire.values = [500, raw]
    faults = scale.run()
    assert len(faults) == 1
    assert (faults[0].fault or "").startswith(words)
    scale.wire.values = [500, 200]
    back = scale.run()
    assert [(reading.cell, reading.fault, reading.steady) for reading in back] == [
        ("a2", None, True)
    ]


def test_one_saturated_sample_is_a_glitch() -> None:
    """A single saturated sample is dropped like any other spike."""
    scale = Scale()
    scale.run()
    scale.wire.values = [500, HIGHEST]
    scale.clock.advance(scale.bank.delay())
    assert scale.bank.poll() == []
    scale.wire.values = [500, 0]
    assert scale.run() == []


def test_a_frozen_cell_is_a_fault() -> None:
    """The very same number over and over is no measurement."""
    scale = Scale()
    scale.run()
    scale.wire.reads = 0
    frozen = scale.wire.read
    scale.wire.read = lambda pulses: [v - scale.wire.reads % 3 for v in frozen(pulses) or ()]  # type: ignore[method-assign]
    faults = [reading for reading in scale.run(FROZEN_AFTER / 60) if reading.fault]
    assert {reading.cell for reading in faults} == {"a1", "a2"}
    assert "says exactly 0 again and again" in (faults[-1].fault or "")


def test_a_restless_cell_is_a_fault() -> None:
    """A cell that never holds still is told from a hand after eight seconds, and forgiven."""
    scale = Scale()
    scale.run()
    faults: list[Reading] = []
    for step in range(900):
        scale.wire.values = [500, 1100 if step % 2 else 2000]
        faults += [reading for reading in scale.run(0.0113) if reading.fault]
    assert [reading.cell for reading in faults] == ["a2"]
    assert "has not held still for 8 s" in (faults[0].fault or "")
    assert scale.bank.health()["a2"] == {"restless": 1}
    scale.wire.values = [500, 0]
    assert [reading.fault for reading in scale.run(2.0)] == [None]


def test_a_silent_chip_does_not_hold_up_the_others() -> None:
    """A chip that is never ready becomes a fault in a tenth of a second; the others go on."""
    scale = Scale()
    scale.wire.mask = 0b01
    readings = scale.run(0.4)
    faults = [reading for reading in readings if reading.fault]
    assert [reading.cell for reading in faults] == ["a2"]
    assert faults[0].at <= 0.2
    assert "a2 gives no answer: its data line stays high" in (faults[0].fault or "")
    assert [reading.cell for reading in readings if reading.steady] == ["a1"]


def test_a_chip_that_comes_back_is_heard() -> None:
    """Plugging the cable in again is enough; its first sample is not believed yet."""
    scale = Scale()
    scale.wire.mask = 0b01
    scale.run(0.4)
    scale.wire.mask = 0b11
    scale.wire.values = [500, 700]
    back = scale.run()
    assert [(reading.cell, reading.fault) for reading in back] == [("a2", None)]


def test_all_chips_silent_is_survived() -> None:
    """With every cable out, each cell has its fault and nothing is read."""
    scale = Scale()
    scale.wire.mask = 0
    assert {reading.cell for reading in scale.run(1.0) if reading.fault} == {"a1", "a2"}
    assert scale.wire.reads == 0


def test_overlong_pulses_are_counted_and_survived() -> None:
    """A spoilt sample is counted, changes nothing, and the next good ones count again."""
    scale = Scale()
    scale.run()
    scale.wire.values = None
    assert scale.run(0.05) == []
    assert scale.bank.overlong > 0
    scale.wire.values = [500, 800]
    assert [round(reading.value) for reading in scale.run(0.5)] == [8]


def test_chips_that_wake_up_are_left_alone() -> None:
    """After a reset a chip's filter fills for four sample times: nobody asks it meanwhile."""
    scale = Scale()
    scale.run()
    scale.wire.values = None
    while not scale.bank.overlong:
        scale.run(0.001)
    scale.wire.values = [500, 800]
    scale.clock.advance(scale.bank.delay())
    assert scale.bank.poll() == []
    assert scale.bank.delay() == pytest.approx(4 / 80)


def test_retaring_reads_anew() -> None:
    """A new tare and scale show in a fresh reading, without anything being touched."""
    scale = Scale()
    scale.wire.values = [1500, 0]
    scale.run(12.0)
    assert scale.bank.raw("a1") == pytest.approx(1500, abs=3)
    scale.bank.retare("a1", tare=1000.0, scale=50.0)
    assert [round(reading.value) for reading in scale.run(1.0)] == [10]


def test_closing_is_done_once() -> None:
    """The wire is let go exactly once."""
    scale = Scale()
    scale.bank.close()
    scale.bank.close()
    assert scale.wire.closes == 1
