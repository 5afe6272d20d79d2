"""One contract for every sensor driver, reeds and load cells: on pins, above them, behind a Pico.

The Pico's firmware runs twice: here, and (`micropython`) in the interpreter it was written for.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.clock import ManualClock
from hardware.errors import BoardClosedError
from hardware.readings import Reading, Sense
from hardware.simulated import CALM, KIND, FaultKind, Nature, SimulatedBoard, open_simulated
from tests.firmware.lockstep import micropython
from tests.hardware.boards import let_pass, small, small_linked

Backend = tuple[str, str]
"""Which sensors, on which wires."""

WIRES = ("pins", "bulk", "pico", "micropython")
BACKENDS = [(sensors, wires) for sensors in ("reed", "load") for wires in WIRES]
A_TICK = 1e-6  # a Pico counts whole microseconds
FULL = {"a1": 2, "b2": 1, "A": 3}


class Bench:
    """A board under test, its clock, and what its sensors should say."""

    def __init__(self, sensors: str, wires: str, nature: Nature) -> None:
        self.sensors = sensors
        self.clock = ManualClock(start=100.0)
        linked = wires in {"pico", "micropython"}
        self.board: SimulatedBoard = open_simulated(
            small_linked(sensors) if linked else small(sensors),
            self.clock,
            seed=5,
            pins=wires == "pins",
            nature=nature,
            runner=micropython if wires == "micropython" else None,
        )
        self.wood = self.board.wood

    def let_pass(self, seconds: float) -> list[Reading]:
        """Poll for some virtual time."""
        return let_pass(self.board, self.clock, seconds)

    def right(self, reading: Reading) -> bool:
        """Whether a reading tells what really lies in its cell."""
        if reading.sense is Sense.WEIGHT:
            return abs(reading.value - self.wood.grams(reading.cell)) < 1.0
        return reading.value == min(1, self.wood.count(reading.cell))

    def pace(self) -> float:
        """The longest time the driver now lets pass between two looks."""
        driver, delays = self.board.drivers[0], []
        for _ in range(10):
            self.clock.advance(driver.delay() + 1e-6)
            driver.poll()
            delays.append(driver.delay())
        return max(delays)

    @property
    def noticeable(self) -> FaultKind:
        """A fault this kind of sensor can know of itself: a reed cannot tell dead from empty."""
        return FaultKind.CHATTER if self.sensors == "reed" else FaultKind.DEAD


@pytest.fixture(params=BACKENDS, ids="-".join)
def backend(request: pytest.FixtureRequest) -> Backend:
    """Each driver on each kind of wire."""
    found: Backend = request.param
    return found


@pytest.fixture(params=[KIND, CALM], ids=["kind", "calm"])
def bench(backend: Backend, request: pytest.FixtureRequest) -> Iterator[Bench]:
    """A laid-out board whose first readings have been given."""
    bench = Bench(*backend, request.param)
    bench.wood.set_up(FULL)
    bench.let_pass(1.0)
    yield bench
    bench.board.close()


def test_every_cell_is_reported_after_opening(backend: Backend) -> None:
    """The first polls tell about every cell once, and rightly."""
    bench = Bench(*backend, KIND)
    bench.wood.set_up(FULL)
    bench.clock.advance(1.0)  # the stones lie still before anybody looks
    readings = bench.let_pass(1.0)
    assert sorted(reading.cell for reading in readings) == sorted(bench.board.cells)
    assert all(bench.right(reading) and reading.steady for reading in readings)
    assert [reading.cell for reading in bench.board.snapshot()] == list(bench.board.cells)


def test_before_the_first_poll_nothing_is_claimed(backend: Backend) -> None:
    """A cell that was not read yet says so instead of saying "empty"."""
    bench = Bench(*backend, KIND)
    for reading in bench.board.snapshot():
        assert reading.fault == f"{reading.cell} has not been read yet."


def test_nothing_is_invented(bench: Bench) -> None:
    """A board nobody touches says nothing for five minutes, noise and drift or not."""
    assert [r for r in bench.let_pass(300.0) if not bench.right(r) or not r.steady] == []
    assert bench.board.settled()


def test_a_change_is_reported_once(bench: Bench) -> None:
    """A stone put into an empty cell gives exactly one steady reading, of that cell."""
    bench.wood.lift("A", 1)
    bench.let_pass(1.0)
    bench.wood.drop("b1")
    steady = [reading for reading in bench.let_pass(1.0) if reading.steady]
    assert [reading.cell for reading in steady] == ["b1"]
    assert bench.right(steady[0])


def test_an_emptied_cell_is_reported(bench: Bench) -> None:
    """A cell emptied in one grip is soon known to be empty."""
    bench.wood.lift("a1")
    steady = [reading for reading in bench.let_pass(0.5) if reading.steady]
    assert [reading.cell for reading in steady] == ["a1"]
    assert bench.right(steady[0])


def test_a_reading_says_when_it_began(bench: Bench) -> None:
    """Readings carry the time of the change, not that of its confirmation, and none the future."""
    touched = bench.clock.now()
    bench.wood.lift("a1")
    for reading in bench.let_pass(0.5):
        assert touched - A_TICK <= reading.at <= touched + 0.3
        assert reading.at <= bench.clock.now()


def test_one_cells_readings_are_in_order(bench: Bench) -> None:
    """A cell's readings never go back in time, however fast the hands are."""
    for _ in range(6):
        bench.wood.lift("a1")
        bench.let_pass(0.11)
        bench.wood.drop("a1", bench.wood.hand)
        times = [reading.at for reading in bench.let_pass(0.23) if reading.cell == "a1"]
        assert times == sorted(times)
    assert all(map(bench.right, bench.board.snapshot()))


def test_a_touch_too_short_to_feel_changes_nothing(bench: Bench) -> None:
    """Stones lifted and put back within a millisecond leave the last word as it was."""
    bench.wood.lift("a1")
    bench.let_pass(0.0005)
    bench.wood.drop("a1", 2)
    bench.let_pass(1.0)
    assert all(map(bench.right, bench.board.snapshot()))


def test_a_broken_sensor_is_noticed(bench: Bench) -> None:
    """A sensor that can know it is broken says so within two seconds, in a sentence."""
    bench.board.fail("a1", bench.noticeable)
    faults = [reading for reading in bench.let_pass(2.0) if reading.fault]
    assert [reading.cell for reading in faults] == ["a1"]
    assert "a1" in (faults[0].fault or "")


def test_a_broken_sensor_does_not_silence_the_others(bench: Bench) -> None:
    """While one sensor is broken, its neighbours report as before."""
    bench.board.fail("a1", bench.noticeable)
    bench.let_pass(2.0)
    bench.wood.lift("A", 1)
    bench.wood.drop("b1")
    steady = {reading.cell for reading in bench.let_pass(0.6) if reading.steady}
    assert "b1" in steady
    assert "a1" not in steady


def test_a_mended_sensor_is_believed_again(bench: Bench) -> None:
    """After mending, the cell is read anew and rightly, with no word from anybody."""
    bench.board.fail("a1", bench.noticeable)
    bench.let_pass(2.0)
    bench.wood.lift("a1")
    bench.board.mend("a1")
    readings = [reading for reading in bench.let_pass(3.0) if reading.cell == "a1"]
    assert readings[-1].fault is None
    assert bench.right(readings[-1])


def test_a_stuck_sensor_keeps_its_word(bench: Bench) -> None:
    """A stuck sensor never reports that its stones have gone."""
    bench.board.fail("a1", FaultKind.STUCK)
    bench.wood.lift("a1")
    readings = [reading for reading in bench.let_pass(3.0) if reading.cell == "a1"]
    assert [reading for reading in readings if reading.steady and reading.fault is None] == []


def test_polling_early_is_harmless(bench: Bench) -> None:
    """Polling before the asked time gives nothing, and does not put the next scan off."""
    bench.board.poll()
    for _ in range(5):
        assert bench.board.poll() == []
    assert 0 <= bench.board.delay() <= 0.05


def test_the_board_slows_down_and_wakes(bench: Bench) -> None:
    """An idle board asks to be polled less often, and from the first touch on often again."""
    bench.let_pass(1.0)
    busy = bench.pace()
    bench.let_pass(30.0)
    assert bench.pace() > 3 * busy
    bench.wood.lift("a1")
    bench.let_pass(0.3)
    assert bench.pace() < 2 * busy


def test_quiet_means_nothing_is_coming(bench: Bench) -> None:
    """When the simulated board calls itself quiet, jumping ahead loses no reading."""
    bench.wood.lift("a1")
    assert not bench.board.quiet()
    while not bench.board.quiet():
        bench.clock.jump(bench.board.next_change() or bench.clock.now())
        bench.board.poll()
    assert all(map(bench.right, bench.board.snapshot()))
    bench.clock.advance(60.0)
    assert [reading for reading in bench.let_pass(1.0) if not reading.steady] == []


def test_closing_twice_is_fine(bench: Bench) -> None:
    """A closed board may be closed again, but not read."""
    bench.board.close()
    bench.board.close()
    with pytest.raises(BoardClosedError, match=r"'Small' is closed. Open it again"):
        bench.board.poll()
