"""A board's pins after an error: all are let go, and opened anew when somebody asks again.

A chip that is gone (its kernel driver was unbound, say) fails every call on the old lines also when
it is back, and a line left open on it keeps lgpio's thread busy for ever. So nothing is kept but
the drivers, which go on with what they know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from hardware.buttons import Panel
from hardware.clock import Clock
from hardware.driver import Driver
from hardware.errors import PinsUnavailableError
from hardware.loadcells import LoadCellBank
from hardware.loadgroup import load_wire
from hardware.profile.models import Profile
from hardware.reedgroup import reed_wire
from hardware.reeds import ReedMatrix
from hardware.wires import PinFactory, close_factory, pin_errors


class Rewiring:
    """Knows how the pins of a board were opened, and does it again."""

    def __init__(self, profile: Profile, clock: Clock, opener: Callable[[], PinFactory]) -> None:
        self._profile, self._clock, self._opener = profile, clock, opener

    def let_go(self, drivers: Sequence[Driver], panel: Panel | None, factory: PinFactory) -> None:
        """Close the chip and every line on it; the chip first, because a line cannot be reset."""
        if factory is not None:
            close_factory(factory)
        for driver in drivers:
            with suppress(*pin_errors()):
                assert isinstance(driver, ReedMatrix | LoadCellBank)
                driver.unwire()
        if panel is not None:
            panel.unwire()

    def take_up(self, drivers: Sequence[Driver], panel: Panel | None) -> PinFactory:
        """Open every line again; where that fails, none is left open."""
        factory = self._opener()
        try:
            self._wire(drivers, factory)
            if panel is not None:
                panel.wire(self._profile.buttons, factory)
        except Exception:
            self.let_go(drivers, panel, factory)
            raise
        return factory

    def _wire(self, drivers: Sequence[Driver], factory: PinFactory) -> None:
        matrices = [driver for driver in drivers if isinstance(driver, ReedMatrix)]
        for matrix, reeds in zip(matrices, self._profile.sensors.reeds, strict=True):
            matrix.rewire(reed_wire(reeds.rows, reeds.columns, factory))
        banks = [driver for driver in drivers if isinstance(driver, LoadCellBank)]
        for bank, load in zip(banks, self._profile.sensors.load, strict=True):
            data = [cell.data for cell in load.cells.values()]
            bank.rewire(load_wire(load.clock, data, factory, self._clock))


def pins_failed(trouble: Exception) -> PinsUnavailableError:
    """A library's own error as one of ours."""
    if isinstance(trouble, PinsUnavailableError):
        return trouble
    return PinsUnavailableError(
        f"The pins do not answer: {trouble}. Lunka tries again by itself; if it stays so, run "
        f"`lunka doctor`."
    )
