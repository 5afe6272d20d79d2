"""Push buttons behind a Pico.

Wiring: each button between its pin of the Pico and ground (or 3.3 V with `pull_up = false`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from firmware.lunka.protocol import BUTTONS
from hardware.buttons import Panel
from hardware.clock import Clock
from hardware.profile.models import ButtonPin
from hardware.readings import Press
from hardware.serial.link import Link


class RemotePanel(Panel):
    """Buttons whose edges the Pico tells, each with its time."""

    def __init__(self, buttons: Mapping[Any, ButtonPin], link: Link, clock: Clock) -> None:
        super().__init__(buttons, clock)
        self._link = link
        self._wiring = {str(name): (pin.pin, pin.pull_up) for name, pin in buttons.items()}
        self._word: int | None = None
        link.listen(BUTTONS, 0, self)

    def event(self, at: float, words: Sequence[int]) -> None:
        """Some contact has moved; what stood at the start is no press."""
        word = words[0]
        if self._word is not None:
            for name, (pin, pull_up) in self._wiring.items():
                if (word ^ self._word) >> pin & 1:
                    self.edge(name, bool(word >> pin & 1) != pull_up, at)
        self._word = word

    def state(self, at: float, words: Sequence[int]) -> None:
        """This is how the buttons are; a difference nobody told of is an edge like any other."""
        if self._word is not None and words[0] != self._word:
            self.event(at, words)

    def restarted(self) -> None:
        """The Pico will tell all buttons anew."""
        self._word = None

    def poll(self) -> list[Press]:
        """The presses since the last call."""
        self._link.pump()
        return super().poll()
