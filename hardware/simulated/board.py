"""The simulated board, ready to play on: the real drivers over simulated wood and wires."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from math import inf
from random import Random

from hardware.board import Board, wire_drivers, wire_panel
from hardware.buttons import Panel
from hardware.clock import Clock, RealClock
from hardware.driver import Driver
from hardware.errors import FaultError, ImpossibleActError
from hardware.loadcells import LoadCellBank
from hardware.pixels import PixelStrip
from hardware.profile.models import Profile
from hardware.readings import Press, Reading
from hardware.reeds import ReedMatrix
from hardware.serial.board import link_drivers, link_panel, link_strip
from hardware.serial.faulty import opener_for
from hardware.serial.link import Link, Stage
from hardware.simulated.chips import Chips, Matrix, WirePin
from hardware.simulated.copper import Copper, PicoClock
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.leaning import Leaning
from hardware.simulated.lights import PixelLine, pixels_on
from hardware.simulated.nature import KIND, Nature
from hardware.simulated.pico import LocalRunner, Runner, SimulatedPico
from hardware.simulated.reeds import BulkReeds, SimulatedReeds
from hardware.simulated.scales import BulkScales, SimulatedScales
from hardware.simulated.wood import Wood
from hardware.wires import PinFactory, mock_factory

NOTICE_S = 1.5
"""How long after a sensor broke or was mended the drivers may need to notice."""

Physics = SimulatedReeds | SimulatedScales


@dataclass(frozen=True, slots=True)
class World:
    """What a simulated board is made of, below its drivers."""

    profile: Profile
    clock: Clock
    wood: Wood
    reeds: Sequence[SimulatedReeds]
    scales: Sequence[SimulatedScales]
    leaning: Leaning
    pins: PinFactory | None = None
    line: PixelLine | None = None
    pico: SimulatedPico | None = None


RunnerMaker = Callable[[World, Copper, PicoClock, Random], Runner]
"""Makes what runs a simulated Pico's firmware."""


class SimulatedBoard(Board):
    """A board whose wood, wires and faults are ours to play with; everything above is real."""

    def __init__(
        self,
        world: World,
        drivers: Sequence[Driver],
        panel: Panel | None,
        strip: PixelStrip | None,
        faults: Sequence[Fault] = (),
        *,
        link: Link | None = None,
    ) -> None:
        super().__init__(world.profile, drivers, panel, strip, world.pins, link=link)
        self.wood, self.line, self.pico = world.wood, world.line, world.pico
        self._leaning = world.leaning
        self._clock = world.clock
        self._physics: tuple[Physics, ...] = (*world.reeds, *world.scales)
        self._broken: dict[str, FaultKind] = {}
        opened = self._clock.now()
        self._coming = sorted((opened + fault.at, str(fault), fault) for fault in faults)
        self._notice_until = opened
        self._moved_at = opened
        self.wood.watch(self._on_change)

    @property
    def faults(self) -> dict[str, FaultKind]:
        """The sensors that are broken now."""
        return dict(self._broken)

    def poll(self) -> list[Reading | Press]:
        """As on any board; scripted faults happen when their time has come."""
        if self._coming:
            self._let_faults_come()
        return super().poll()

    def close(self) -> None:
        """As on any board; a simulated Pico is switched off after it."""
        super().close()
        if self.pico is not None:
            self.pico.power_off()

    def fail(self, cell: str, kind: FaultKind | str) -> None:
        """Break a cell's sensor, or let a stone fall out of the cell."""
        kind = FaultKind(kind)
        if kind is FaultKind.SPILL:
            self.wood.spill(cell)
            return
        self._sensor_of(cell).fail(cell, kind)
        self._broken[cell] = kind
        self._notice_until = self._clock.now() + NOTICE_S

    def mend(self, cell: str) -> None:
        """Make a cell's sensor as good as new."""
        self._sensor_of(cell).mend(cell)
        self._broken.pop(cell, None)
        self._notice_until = self._clock.now() + NOTICE_S

    def rest(self, cell: str, grams: float, seconds: float) -> None:
        """Let a hand or a sleeve rest on a cell; a reed would not feel it."""
        self._sensor_of(cell)
        self._before_change()
        self._leaning.rest(cell, grams, seconds)

    def touch(self, cell: str, grams: float, seconds: float, trembles: float = 0.02) -> None:
        """Press a finger on a cell and let it go again; a reed would not feel it."""
        self._sensor_of(cell)
        self._before_change()
        self._leaning.rest(cell, grams, seconds, trembles)

    def feels_fingers(self, cell: str) -> bool:
        """Whether a load cell lies under this cell."""
        return isinstance(self._sensor_of(cell), SimulatedScales)

    def flick(self, cell: str, seconds: float, *, closed: bool) -> None:
        """Let one of a cell's reeds close for a moment, or open; a load cell would not feel it."""
        self._before_change()
        sensor = self._sensor_of(cell)
        if isinstance(sensor, SimulatedReeds):
            sensor.flick(cell, seconds, closed=closed)

    def bump(self, grams: float) -> None:
        """Bump against the table."""
        self._before_change()
        self._leaning.bump(grams)

    def press(self, button: str) -> None:
        """Press a button and let it go."""
        if self.panel is None or button not in self.panel.names:
            known = ", ".join(self.panel.names) if self.panel is not None else "no buttons"
            raise ImpossibleActError(f"There is no button {button!r} to press. There are {known}.")
        wiring = self.profile.buttons[button]  # type: ignore[index]  # checked just above
        if self.pico is not None:
            self.pico.press(wiring.pin)
            return
        if self.pins is None:
            self.panel.edge(button, True)
            return
        pin = self.pins.pin(wiring.pin)
        pin.drive_low() if wiring.pull_up else pin.drive_high()
        pin.drive_high() if wiring.pull_up else pin.drive_low()

    def quiet(self) -> bool:
        """Whether nothing will be reported until somebody touches the board or a fault comes.

        Then a simulation may jump straight to the next act: noise alone moves no reading.
        """
        now = self._clock.now()
        return (
            now >= self._notice_until
            and self.settled()
            and (self.link is None or self.link.stage is Stage.RUNNING)
            and all(driver.looked_at > self.still_from() for driver in self.drivers)
        )

    def next_change(self) -> float | None:
        """When to poll next; None when only an act can change anything.

        Host and Pico keep in touch all the same, so a board behind a Pico always has a next time.
        """
        fault = self._coming[0][0] if self._coming else None
        due = self._clock.now() + max(self.delay(), 1e-6)
        if self.link is None and self.quiet():
            return fault
        if self.link is not None and (self.quiet() or self.link.stage is not Stage.RUNNING):
            due = self._clock.now() + max(self.link.delay(), 1e-6)
        return due if fault is None else min(due, fault)

    def still_from(self) -> float:
        """From when on nothing moves by itself: a look after that sees what will stay."""
        fingers = -inf if self.pico is None else self.pico.copper.pressed_until()
        return max(self._moved_at, fingers, *(each.settled_at() for each in self._physics))

    def _before_change(self) -> None:
        """A Pico sees what was, before anything changes."""
        if self.pico is not None:
            self.pico.catch_up()
        self._moved_at = self._clock.now()

    def _on_change(self, cell: str, touched: bool) -> None:  # noqa: ARG002 - any change will do
        self._moved_at = self._clock.now()

    def _let_faults_come(self) -> None:
        while self._coming and self._coming[0][0] <= self._clock.now():
            fault = self._coming.pop(0)[2]
            # A spill from a cell that happens to be empty just does not happen.
            if fault.kind is not FaultKind.SPILL or self.wood.count(fault.cell):
                self.fail(fault.cell, fault.kind)

    def _sensor_of(self, cell: str) -> Physics:
        for physics in self._physics:
            if cell in physics:
                return physics
        raise FaultError(
            f"No sensor of this board belongs to a cell {cell!r}. It has {', '.join(self.cells)}."
        )


def open_simulated(
    profile: Profile,
    clock: Clock | None = None,
    seed: int = 0,
    *,
    pins: bool = True,
    faults: Sequence[Fault] = (),
    nature: Nature = KIND,
    runner: RunnerMaker | None = None,
) -> SimulatedBoard:
    """Open a board of simulated wood: on mock pins, or one layer above them for bulk runs.

    Without pins there is no strip either: `show` is checked and forgotten. A board behind a Pico
    has a simulated one, which runs the real firmware (by `runner`, or right here).
    """
    for fault in faults:
        _check_fault(fault, profile)
    if profile.link is not None:
        lagging = PicoClock(clock or RealClock())
        world = _world(profile, lagging, Random(seed), nature)
        return _behind_pico(world, lagging, runner or _local_runner, Random(seed), faults)
    world = _world(profile, clock or RealClock(), Random(seed), nature)
    return _on_pins(world, faults) if pins else _in_bulk(world, faults)


def _world(profile: Profile, clock: Clock, rng: Random, nature: Nature) -> World:
    """Wood and physics, each with dice of its own so that one does not disturb the other."""
    pieces = profile.pieces
    wood = Wood(profile.cell_names, pieces.grams, pieces.spread, Random(rng.random()))
    if isinstance(clock, PicoClock):  # the Pico sees what was, before anything changes
        wood.watch(lambda _cell, _touched: clock.catch_up())
    reeds = [
        SimulatedReeds(section, wood, clock, nature, Random(rng.random()))
        for section in profile.sensors.reeds
    ]
    scales = [
        SimulatedScales(section, wood, clock, nature, Random(rng.random()))
        for section in profile.sensors.load
    ]
    leaning = Leaning(nature, reeds, scales, Random(rng.random()))
    wood.watch(leaning.on_change)
    return World(profile, clock, wood, reeds, scales, leaning)


def _on_pins(world: World, faults: Sequence[Fault]) -> SimulatedBoard:
    profile, clock, factory = world.profile, world.clock, mock_factory()
    factory.pin_class = WirePin
    for matrix, reeds in zip(profile.sensors.reeds, world.reeds, strict=True):
        Matrix(matrix, reeds).lay(matrix, factory)
    for bank, scales in zip(profile.sensors.load, world.scales, strict=True):
        Chips(bank, scales, clock).lay(bank, factory)
    with ExitStack() as opened:
        strip, line = _strip(profile, clock)
        drivers = wire_drivers(profile, factory, clock, opened)
        panel = wire_panel(profile, factory, clock, opened)
        opened.pop_all()
    return SimulatedBoard(replace(world, pins=factory, line=line), drivers, panel, strip, faults)


def _strip(profile: Profile, clock: Clock) -> tuple[PixelStrip | None, PixelLine | None]:
    section = profile.pixels
    if section is None:
        return None, None
    line = PixelLine(clock, section.order)
    return PixelStrip(section, pixels_on(line, section)), line


def _behind_pico(
    world: World, lagging: PicoClock, maker: RunnerMaker, rng: Random, faults: Sequence[Fault]
) -> SimulatedBoard:
    """The Pico lives in the lagging time, everything on this side of the link in the real one."""
    profile, clock = world.profile, lagging.clock
    line = PixelLine(lagging, profile.pixels.order) if profile.pixels else None
    copper = Copper(profile, world.reeds, world.scales, lagging, line)
    pico = SimulatedPico(maker(world, copper, lagging, rng), copper, lagging)
    port = profile.link.port if profile.link else ""
    link = Link(profile, opener_for(port, clock, pico.open), clock, rng)
    drivers, panel = link_drivers(profile, link, clock), link_panel(profile, link, clock)
    world = replace(world, clock=clock, line=line, pico=pico)
    strip = link_strip(profile, link)
    board = SimulatedBoard(world, drivers, panel, strip, faults, link=link)
    pico.still_from = board.still_from
    return board


def _local_runner(
    world: World,  # noqa: ARG001 - what runs the firmware elsewhere needs the world
    copper: Copper,
    clock: PicoClock,
    rng: Random,
) -> Runner:
    return LocalRunner(copper, clock, rng)


def _in_bulk(world: World, faults: Sequence[Fault]) -> SimulatedBoard:
    profile, clock = world.profile, world.clock
    drivers: list[Driver] = []
    for matrix, reeds in zip(profile.sensors.reeds, world.reeds, strict=True):
        drivers.append(ReedMatrix(matrix, BulkReeds(reeds), clock))
    for bank, scales in zip(profile.sensors.load, world.scales, strict=True):
        drivers.append(LoadCellBank(bank, BulkScales(scales), clock))
    panel = Panel(profile.buttons, clock) if profile.buttons else None
    return SimulatedBoard(world, drivers, panel, None, faults)


def _check_fault(fault: Fault, profile: Profile) -> None:
    if fault.cell not in profile.cell_names:
        raise FaultError(
            f"The fault {fault} names the cell {fault.cell!r}, which {profile.name!r} does not "
            f"have. It has {', '.join(profile.cell_names)}."
        )
