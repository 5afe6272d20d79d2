"""Push buttons.

Wiring: each button between its pin and ground; the pin's own pull-up holds it high until pressed
(or between the pin and 3.3 V with `pull_up = false`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from hardware.clock import Clock
from hardware.profile.models import ButtonPin
from hardware.readings import Press
from hardware.wires import PinFactory, pin_errors


class Panel:
    """Gives each press of a button once, however much its contact bounces."""

    def __init__(self, buttons: Mapping[Any, ButtonPin], clock: Clock) -> None:
        self._clock = clock
        self._debounce = {str(name): pin.debounce_ms / 1000 for name, pin in buttons.items()}
        self._last_edge: dict[str, float] = {}
        self._waiting: deque[Press] = deque()  # filled by gpiozero's thread, emptied by ours
        self._devices: list[Any] = []
        #: Told of every press at once, perhaps in gpiozero's thread; else somebody has to ask.
        self.listener: Callable[[], object] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons of this panel."""
        return tuple(self._debounce)

    def wire(self, buttons: Mapping[Any, ButtonPin], factory: PinFactory) -> None:
        """Listen to the pins."""
        # DigitalInputDevice is gpiozero's Button without its "held" thread, which would wake the
        # machine ten times a second for each button.
        from gpiozero import DigitalInputDevice

        for name, button in buttons.items():
            device = DigitalInputDevice(button.pin, pull_up=button.pull_up, pin_factory=factory)
            self._devices.append(device)
            device.when_activated = partial(self.edge, str(name), True)
            device.when_deactivated = partial(self.edge, str(name), False)

    def edge(self, name: str, down: bool, at: float | None = None) -> None:
        """A button's contact moved, just now or then; the first edge after calm is a press."""
        now = self._clock.now() if at is None else at
        calm = now - self._last_edge.get(name, -1e9) >= self._debounce[name]
        self._last_edge[name] = now
        if down and calm:
            self._waiting.append(Press(name, now))
            if self.listener is not None:
                self.listener()

    def poll(self) -> list[Press]:
        """The presses since the last call."""
        if not self._waiting:
            return []
        return [self._waiting.popleft() for _ in range(len(self._waiting))]

    def unwire(self) -> None:
        """Let go of pins that failed, until there are new ones."""
        while self._devices:
            with suppress(*pin_errors()):
                self._devices.pop().close()

    def close(self) -> None:
        """Stop listening."""
        while self._devices:
            self._devices.pop().close()
