"""Wood less kind: what people and the room do to a simulated board beside playing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.readings import Reading
from hardware.simulated import CALM, KIND, USUAL, WOODS, Nature, SimulatedBoard, open_simulated

LOAD, REED = shipped_profile("kalah-load"), shipped_profile("kalah-reed")
FOUR = {f"{side}{pit}": 4 for side in "ab" for pit in range(1, 7)}


class Bench:
    """A board of this nature, laid out and left alone."""

    def __init__(self, nature: Nature, profile: object = LOAD, **lying: int) -> None:
        self.clock = ManualClock()
        self.board: SimulatedBoard = open_simulated(
            profile,  # type: ignore[arg-type]
            self.clock,
            3,
            pins=False,
            nature=nature,
        )
        self.board.wood.set_up(FOUR | lying)
        self.let(2.0)

    def let(self, seconds: float) -> list[Reading]:
        """What is read meanwhile."""
        until, readings = self.clock.now() + seconds, []
        while self.clock.now() < until:
            readings += [each for each in self.board.poll() if isinstance(each, Reading)]
            self.clock.jump(min(until, self.clock.now() + max(self.board.delay(), 1e-4)))
        return readings

    def value(self, cell: str) -> float:
        """The last reading of a cell."""
        return {each.cell: each.value for each in self.board.snapshot()}[cell]


def test_a_sleeve_weighs_until_it_leaves() -> None:
    """A sleeve is felt on the cell it rests on, and gone when it is taken away."""
    bench = Bench(CALM)
    bench.board.rest("a2", 10.0, 3.0)
    bench.let(1.5)
    assert bench.value("a2") == pytest.approx(30.0, abs=1.0)
    bench.let(3.0)
    assert bench.value("a2") == pytest.approx(20.0, abs=0.2)


def test_a_bump_is_felt_everywhere_and_changes_nothing() -> None:
    """A bump shakes every load cell; a second later all weigh what they did."""
    bench = Bench(CALM)
    before = {each.cell: each.value for each in bench.board.snapshot()}
    bench.board.bump(8.0)
    shaken = {reading.cell for reading in bench.let(2.0) if not reading.steady}
    assert shaken == set(before)
    after = {each.cell: each.value for each in bench.board.snapshot()}
    assert after == pytest.approx(before, abs=0.2)


def test_a_neighbour_presses_through_the_wood() -> None:
    """With 3 % cross-talk a cell feels 3 % of what lies beside it, and nothing of what lies far."""
    bench = Bench(replace(CALM, through=0.03), a1=0, a2=0, b3=0)
    bench.board.wood.set_up({"a1": 40})
    bench.let(2.0)
    assert bench.value("a2") == pytest.approx(0.03 * bench.value("a1"), abs=0.1)
    assert bench.value("b3") == pytest.approx(0.0, abs=0.1)


def test_the_board_warms_up_in_a_game() -> None:
    """Every load cell runs half a gram to a gram away while the board warms up, and back again."""
    bench = Bench(replace(CALM, ramp_g=(0.5, 1.0), ramp_s=100.0))
    bench.board.wood.set_up({})
    bench.clock.advance(100.0 - bench.clock.now())
    bench.let(0.5)
    away = [abs(reading.value) for reading in bench.board.snapshot()]
    assert min(away) >= 0.4 and max(away) <= 1.1
    bench.clock.advance(99.0)
    bench.let(2.0)
    assert max(abs(reading.value) for reading in bench.board.snapshot()) < 0.3


def test_a_dropped_stone_rings() -> None:
    """After a drop a cell swings beyond the weight, and comes to rest on it."""
    bench = Bench(replace(CALM, ring=0.3, ring_hz=20.0, ring_s=0.05))
    scales = bench.board._physics[0]
    bench.board.wood.lift("a1")
    bench.let(2.0)
    bench.board.wood.drop("a1", 4)
    felt = []
    for _ in range(100):
        bench.clock.advance(0.005)
        felt.append(scales.grams(0))  # type: ignore[union-attr]
    assert max(felt) > bench.board.wood.grams("a1") + 2.0
    assert felt[-1] == pytest.approx(bench.board.wood.grams("a1"), abs=0.2)


def test_the_mains_are_heard_but_say_nothing() -> None:
    """Hum of a tenth of a gram is in the samples and moves no reading."""
    bench = Bench(replace(CALM, hum_g=0.1))
    assert bench.let(5.0) == []


def test_a_magnet_passes_a_neighbour() -> None:
    """Each act may close the reed beside it for a moment, and then it is open again."""
    nature = replace(CALM, passes=1.0, pass_s=(0.15, 0.15))
    bench = Bench(nature, REED, a1=0, a3=0)
    bench.board.wood.lift("a2")
    readings = [reading for reading in bench.let(1.0) if reading.cell in ("a1", "a3")]
    assert [reading.value for reading in readings] == [1.0, 0.0]
    assert readings[1].at - readings[0].at == pytest.approx(0.15, abs=0.02)


def test_a_jolt_opens_reeds_for_a_moment() -> None:
    """A bump may open closed reeds; all of them close again."""
    bench = Bench(replace(CALM, jolted=1.0), REED)
    bench.board.bump(5.0)
    readings = bench.let(1.0)
    assert {reading.value for reading in readings} == {0.0, 1.0}
    assert all(bench.value(cell) == 1.0 for cell in FOUR)


def test_chips_have_their_own_rates() -> None:
    """The chips of a usual board run at 70 to 95 samples a second where 80 are asked for."""
    rates = [80 * rate for rate in Bench(USUAL).board._physics[0].rates]  # type: ignore[union-attr]
    assert min(rates) == pytest.approx(70) and max(rates) == pytest.approx(95)


@pytest.mark.parametrize("nature", WOODS.values(), ids=WOODS)
def test_nobody_leans_on_a_board_alone(nature: Nature) -> None:
    """Without a hand at the board no sleeve rests and nothing bumps: every cell stays steady."""
    bench = Bench(replace(nature, ramp_g=(0.0, 0.0), drift_g=0.0))
    assert [reading for reading in bench.let(120.0) if not reading.steady] == []


def test_kind_wood_has_nothing_of_it() -> None:
    """On kind wood no act brings a sleeve, a bump or a magnet, and no cell feels another."""
    assert (KIND.rests, KIND.bumps, KIND.passes, KIND.through, KIND.hum_g) == (0, 0, 0, 0, 0)
