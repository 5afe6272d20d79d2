"""A whole board: everything its profile names, opened, read and lit as one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from hardware.buttons import Panel
from hardware.clock import Clock, RealClock
from hardware.driver import Driver
from hardware.errors import (
    BoardClosedError,
    HardwareError,
    PinsUnavailableError,
    UnknownCellError,
)
from hardware.loadcells import LoadCellBank
from hardware.loadgroup import load_wire
from hardware.pixels import PixelStrip, open_strip
from hardware.profile.models import LoadCells, Profile, Reeds
from hardware.readings import Frame, Press, Reading
from hardware.reedgroup import reed_wire
from hardware.reeds import ReedMatrix
from hardware.rewiring import Rewiring, pins_failed
from hardware.serial.board import link_drivers, link_panel, link_strip, link_to
from hardware.serial.link import Link
from hardware.wires import PinFactory, pin_errors, pin_factory

BUTTON_EVERY_S = 0.05
"""How long a press may wait at most before it is asked for, where nobody listens."""

IDLE_EVERY_S = 1.0


class Board:
    """A wooden board that can be read and lit; close it and its lights go out."""

    def __init__(
        self,
        profile: Profile,
        drivers: Sequence[Driver],
        panel: Panel | None = None,
        strip: PixelStrip | None = None,
        pins: PinFactory | None = None,
        *,
        link: Link | None = None,
    ) -> None:
        self.profile = profile
        self.drivers = tuple(drivers)
        self.panel = panel
        self.strip = strip
        self.pins = pins
        self.link = link
        #: How the pins are opened anew after an error; None: they are not.
        self.rewiring: Rewiring | None = None
        self._closed = False

    @property
    def cells(self) -> tuple[str, ...]:
        """Every cell, in the profile's order."""
        return self.profile.cell_names

    def poll(self) -> list[Reading | Press]:
        """What changed and what was pressed since the last call, oldest first.

        After an error of the pins all of them are let go, and the next call opens them anew.
        """
        self._check_open()
        if self.rewiring is None:
            return self._poll()
        try:
            if self.pins is None:
                self.pins = self.rewiring.take_up(self.drivers, self.panel)
            return self._poll()
        except pin_errors() as trouble:
            self.rewiring.let_go(self.drivers, self.panel, self.pins)
            self.pins = None
            raise pins_failed(trouble) from trouble

    def _poll(self) -> list[Reading | Press]:
        news: list[Reading | Press] = []
        if self.link is not None:
            self.link.pump()
        for driver in self.drivers:
            news += driver.poll()
        if self.panel is not None:
            news += self.panel.poll()
        if self.link is not None and not news:
            self.link.check()  # what arrived before the trouble is told first
        if len(news) > 1:
            news.sort(key=lambda each: each.at)
        return news

    def delay(self) -> float:
        """Seconds until the board wants to be polled again."""
        asked = self.panel is not None and self.panel.listener is None
        longest = BUTTON_EVERY_S if asked else IDLE_EVERY_S
        if self.link is not None:
            longest = min(longest, self.link.delay())
        return min([longest, *(driver.delay() for driver in self.drivers)])

    def sharp(self) -> bool:
        """Whether that poll should come on the dot: a hand waits for its light."""
        return any(driver.sharp() for driver in self.drivers)

    def on_press(self, listener: Callable[[], object]) -> None:
        """Call the listener, from any thread, when there is a press to poll for.

        Behind a Pico a press is known only once it was polled for.
        """
        if self.panel is not None and self.link is None:
            self.panel.listener = listener

    def show(self, frame: Frame) -> None:
        """Light the cells so; cells that are not named go dark."""
        self._check_open()
        for cell in frame:
            self._check_cell(cell)
        if self.strip is not None:
            self.strip.show(frame)

    def snapshot(self) -> list[Reading]:
        """The latest reading of every cell, in the profile's order."""
        known = {reading.cell: reading for driver in self.drivers for reading in driver.snapshot()}
        return [known[cell] for cell in self.cells]

    def settled(self) -> bool:
        """Whether every cell has been reported and none is moving."""
        return all(driver.settled() for driver in self.drivers)

    def pixels_of(self, cell: str) -> int:
        """How many pixels light this cell."""
        self._check_cell(cell)
        return len(self.profile.pixels_of(cell))

    def close(self) -> None:
        """Lights off, pins released; may be called twice."""
        if self._closed:
            return
        self._closed = True
        with ExitStack() as closing:  # closes all, even if one of them fails
            # What is named last is closed first: lights go before anything else.
            for part in (self.pins, self.link, *self.drivers, self.panel, self.strip):
                if part is not None:
                    closing.callback(part.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _check_open(self) -> None:
        if self._closed:
            raise BoardClosedError(
                f"The board {self.profile.name!r} is closed. Open it again to use it."
            )

    def _check_cell(self, cell: str) -> None:
        if cell not in self.cells:
            raise UnknownCellError(
                f"The board {self.profile.name!r} has no cell {cell!r}. It has "
                f"{', '.join(self.cells)}."
            )


def open_board(profile: Profile, clock: Clock | None = None, pins: str = "auto") -> Board:
    """Open the real board of a profile; if any part fails, what was opened is closed again.

    A board behind a Pico is opened at once and connects by itself; what is the matter with its
    link is told by `poll`.
    """
    clock = clock or RealClock()
    if profile.link is not None:
        return linked_board(profile, clock)
    name = profile.board.pins if pins == "auto" else pins
    with ExitStack() as opened:
        factory = pin_factory(name)
        opened.callback(factory.close)
        try:
            board = _open_parts(profile, clock, factory, opened)
            board.rewiring = Rewiring(profile, clock, lambda: pin_factory(name))
        except HardwareError:
            raise
        except Exception as trouble:  # every backend has its own words for "busy"
            raise PinsUnavailableError(
                f"The pins of {profile.name!r} cannot be opened: {trouble}. Another program may be "
                f"using them, perhaps a second Lunka: stop it and try again."
            ) from trouble
        opened.pop_all()
        return board


def linked_board(profile: Profile, clock: Clock) -> Board:
    """The board behind the Pico that the profile names."""
    link = link_to(profile, clock)
    drivers, panel = link_drivers(profile, link, clock), link_panel(profile, link, clock)
    return Board(profile, drivers, panel, link_strip(profile, link), link=link)


def _open_parts(profile: Profile, clock: Clock, factory: PinFactory, opened: ExitStack) -> Board:
    strip = None
    if profile.pixels is not None:
        strip = open_strip(profile.pixels)
        opened.callback(strip.close)
    drivers = wire_drivers(profile, factory, clock, opened)
    panel = wire_panel(profile, factory, clock, opened)
    return Board(profile, drivers, panel, strip, factory)


def wire_drivers(
    profile: Profile, factory: PinFactory, clock: Clock, opened: ExitStack
) -> list[Driver]:
    """Open every matrix and bank on these pins."""
    drivers: list[Driver] = []
    for reeds in profile.sensors.reeds:
        drivers.append(_wire_reeds(reeds, factory, clock))
        opened.callback(drivers[-1].close)
    for load in profile.sensors.load:
        drivers.append(_wire_load(load, factory, clock))
        opened.callback(drivers[-1].close)
    return drivers


def wire_panel(
    profile: Profile, factory: PinFactory, clock: Clock, opened: ExitStack
) -> Panel | None:
    """Listen to the buttons, if the board has any."""
    if not profile.buttons:
        return None
    panel = Panel(profile.buttons, clock)
    opened.callback(panel.close)
    panel.wire(profile.buttons, factory)
    return panel


def _wire_reeds(section: Reeds, factory: PinFactory, clock: Clock) -> ReedMatrix:
    return ReedMatrix(section, reed_wire(section.rows, section.columns, factory), clock)


def _wire_load(section: LoadCells, factory: PinFactory, clock: Clock) -> LoadCellBank:
    data = [cell.data for cell in section.cells.values()]
    return LoadCellBank(section, load_wire(section.clock, data, factory, clock), clock)
