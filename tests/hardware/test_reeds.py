"""Reed matrices: debounce, slots, chatter, and why each reed has its diode."""

from __future__ import annotations

from random import Random

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.clock import ManualClock
from hardware.profile import Reeds
from hardware.readings import Reading, Sense
from hardware.reeds import ReedMatrix, ReedPins
from hardware.simulated import CALM, USUAL, Nature, Wood
from hardware.simulated.chips import Matrix
from hardware.simulated.reeds import SimulatedReeds


class Script:
    """A wire whose scans are set by hand."""

    def __init__(self) -> None:
        self.mask = 0
        self.scans = 0
        self.closes = 0

    def scan(self) -> int:
        self.scans += 1
        return self.mask

    def close(self) -> None:
        self.closes += 1


class Desk:
    """A matrix of one row: reed a alone in column 0, point p with slots in columns 1 to 3."""

    def __init__(self) -> None:
        section = Reeds.model_validate(
            {
                "rows": [5],
                "columns": [12, 13, 16, 19],
                "debounce_ms": 8,
                "cells": {"a": [0, 0], "p": [[0, 1], [0, 2], [0, 3]]},
            }
        )
        self.clock, self.wire = ManualClock(), Script()
        self.matrix = ReedMatrix(section, self.wire, self.clock)

    def run(self, seconds: float) -> list[Reading]:
        """Poll as the matrix wishes."""
        until, readings = self.clock.now() + seconds, []
        while self.clock.now() < until:
            readings += self.matrix.poll()
            self.clock.advance(min(max(self.matrix.delay(), 1e-5), until - self.clock.now() + 1e-9))
        return readings


def test_a_bounce_is_one_change_with_the_time_of_its_first_edge() -> None:
    """Bouncing delays a reading until the reed holds still, but not the time it carries."""
    desk = Desk()
    desk.run(0.1)
    began = desk.clock.now()
    readings = []
    for closed in (1, 0, 1, 0, 1):
        desk.wire.mask = closed
        readings += desk.run(0.004)
    readings += desk.run(0.1)
    assert [(reading.cell, reading.value) for reading in readings] == [("a", 1.0)]
    assert readings[0].at == pytest.approx(began, abs=0.005)


def test_a_flicker_is_no_change() -> None:
    """A reed that closes for less than the debounce time was not closed."""
    desk = Desk()
    desk.run(0.1)
    desk.wire.mask = 1
    assert desk.run(0.004) == []
    desk.wire.mask = 0
    assert desk.run(0.1) == []
    assert desk.matrix.health()["a"].edges == 2


def test_a_change_is_confirmed_right_after_the_debounce() -> None:
    """The scan that confirms comes when the debounce ends, not at the next beat."""
    desk = Desk()
    desk.run(0.1)
    desk.wire.mask = 1
    while not desk.matrix.poll():
        desk.clock.advance(desk.matrix.delay() or 1e-5)
    assert desk.clock.now() - desk.matrix.snapshot()[0].at == pytest.approx(0.008, abs=1e-4)


def test_slots_are_counted() -> None:
    """A cell of three reeds tells how many are closed, and how many there are."""
    desk = Desk()
    desk.wire.mask = 0b0110
    point = next(reading for reading in desk.run(0.1) if reading.cell == "p")
    assert (point.sense, point.value, point.capacity) == (Sense.SLOTS, 2.0, 3)
    desk.wire.mask = 0b1110
    assert [(reading.value, reading.capacity) for reading in desk.run(0.1)] == [(3.0, 3)]


def test_slots_that_close_together_are_one_reading() -> None:
    """Three stones at once do not look like three readings."""
    desk = Desk()
    desk.run(0.1)
    desk.wire.mask = 0b1110
    assert [reading.value for reading in desk.run(0.1)] == [3.0]


def test_a_reed_that_moves_wants_to_be_asked_on_the_dot() -> None:
    """From the first edge until the reed is believed a hand waits; not before, nor after."""
    desk = Desk()
    desk.run(0.1)
    assert not desk.matrix.sharp()
    desk.wire.mask = 1
    desk.run(0.005)
    assert desk.matrix.sharp()
    assert [reading.value for reading in desk.run(0.02)] == [1.0]
    assert not desk.matrix.sharp()


def test_nobody_waits_for_a_reed_that_chatters() -> None:
    """A chattering reed is pending for ever, and must not keep a processor awake."""
    desk = Desk()
    while not desk.matrix.health()["a"].chattering:
        desk.wire.mask ^= 1
        desk.run(0.005)
    assert not desk.matrix.sharp()


def test_chatter_is_a_fault_until_it_calms() -> None:
    """More edges than hands can make are told as a fault; a calm second later it is forgiven."""
    desk = Desk()
    desk.run(0.1)
    readings = []
    for step in range(100):
        desk.wire.mask = step % 2
        readings += desk.run(0.01)
    faults = [reading for reading in readings if reading.fault]
    assert [reading.cell for reading in faults] == ["a"]
    assert "The reed of a chatters: 41 edges within a second" in (faults[0].fault or "")
    assert desk.matrix.health()["a"].chattering
    desk.wire.mask = 1
    back = desk.run(2.0)
    assert [(reading.value, reading.fault) for reading in back] == [(1.0, None)]


def test_unwired_crossings_are_ignored() -> None:
    """A crossing that no cell names may do what it likes."""
    section = Reeds.model_validate({"rows": [5], "columns": [12, 13], "cells": {"a": [0, 0]}})
    clock, wire = ManualClock(), Script()
    matrix = ReedMatrix(section, wire, clock)
    matrix.poll()
    clock.advance(0.05)
    assert len(matrix.poll()) == 1
    wire.mask = 0b10
    clock.advance(0.05)
    assert matrix.poll() == []


def corner(diodes: bool) -> list[float]:
    """Three closed corners of a 2 x 2 matrix, read on pins; gives what the four cells say."""
    section = Reeds.model_validate(
        {
            "rows": [5, 6],
            "columns": [12, 13],
            "cells": {"a": [0, 0], "b": [0, 1], "c": [1, 0], "d": [1, 1]},
        }
    )
    clock, wood = ManualClock(), Wood(["a", "b", "c", "d"])
    reeds = SimulatedReeds(section, wood, clock, CALM, Random(0))
    factory = MockFactory(revision="c03114")
    Matrix(section, reeds, diodes).lay(section, factory)
    wood.set_up({"a": 1, "b": 1, "c": 1})
    matrix = ReedMatrix(section, ReedPins([5, 6], [12, 13], factory), clock)
    for _ in range(10):
        matrix.poll()
        clock.advance(0.01)
    matrix.close()
    return [reading.value for reading in matrix.snapshot()]


def test_diodes_keep_ghosts_away() -> None:
    """With diodes the fourth corner is open; without them it seems closed."""
    assert corner(diodes=True) == [1.0, 1.0, 1.0, 0.0]
    assert corner(diodes=False) == [1.0, 1.0, 1.0, 1.0]


def single(nature: Nature) -> tuple[SimulatedReeds, Wood, ManualClock]:
    """One simulated reed over one cell."""
    section = Reeds.model_validate({"rows": [5], "columns": [12], "cells": {"a": [0, 0]}})
    clock, wood = ManualClock(), Wood(["a"])
    return SimulatedReeds(section, wood, clock, nature, Random(3)), wood, clock


def edges(reeds: SimulatedReeds, clock: ManualClock, seconds: float) -> list[float]:
    """The moments at which a reed changes."""
    found, before, until = [], reeds.mask(), clock.now() + seconds
    while clock.now() < until:
        clock.advance(0.00005)
        if reeds.mask() != before:
            before = reeds.mask()
            found.append(clock.now())
    return found


def test_a_simulated_reed_bounces_and_settles() -> None:
    """A stone closes the reed after a moment, with bounces, and it ends closed."""
    reeds, wood, clock = single(USUAL)
    wood.set_up({"a": 1})
    moments = edges(reeds, clock, 0.1)
    assert len(moments) > 1
    assert len(moments) % 2 == 1
    assert moments[-1] <= 0.05
    assert reeds.mask() == 1


def test_hysteresis_holds_a_reed_through_a_short_lift() -> None:
    """A stone lifted for two milliseconds does not open the reed: the field fell too little."""
    reeds, wood, clock = single(USUAL)
    wood.set_up({"a": 1})
    clock.advance(1.0)
    assert reeds.mask() == 1
    wood.lift("a")
    clock.advance(0.002)
    wood.drop("a")
    assert edges(reeds, clock, 0.2) == []
