"""Everything that can go wrong with a board, on one screen.

Each error is a `HardwareError` and also the builtin that fits, so that code which knows nothing
of this project can still catch it.
"""

from __future__ import annotations

from collections.abc import Sequence


class HardwareError(Exception):
    """Any trouble with the board; its text says what, where, and what to do next."""


class ProfileError(HardwareError, ValueError):
    """A board profile cannot be used; `problems` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(self.problems))


class UnknownProfileError(HardwareError, LookupError):
    """No profile of that name ships with Lunka."""


class PinsUnavailableError(HardwareError, RuntimeError):
    """The machine has no usable GPIO pins, or another program holds them."""


class PixelsUnavailableError(HardwareError, RuntimeError):
    """The light strip cannot be driven on this machine."""


class PixelsFailedError(HardwareError, OSError):
    """The light strip did not take what was sent to it; the same can be sent again."""


class BoardClosedError(HardwareError, RuntimeError):
    """The board was asked for something after it was closed."""


class UnknownCellError(HardwareError, LookupError):
    """A cell was named that this board does not have."""


class ImpossibleActError(HardwareError, ValueError):
    """Hands tried what wood does not allow: to lift from an empty pit, to drop nothing."""


class FaultError(HardwareError, ValueError):
    """A scripted fault cannot be read or does not fit this board."""


class LinkError(HardwareError, ConnectionError):
    """The serial link to the board does not work; Lunka keeps trying by itself."""


class PortUnavailableError(LinkError):
    """The serial port cannot be opened, or was lost."""


class BoardSilentError(LinkError, TimeoutError):
    """The board does not answer: its cable, mostly."""


class ChangesMissedError(LinkError):
    """The link works again, but not all that happened meanwhile could be kept; told once."""


class MessageError(LinkError, ValueError):
    """A frame came whole, but what it says is not in the protocol: a firmware's mistake."""


class FirmwareMismatchError(LinkError):
    """Lunka and the firmware on the Pico are not for each other."""


class WrongBoardError(LinkError):
    """Another Pico is plugged in than the profile asks for."""


class WiringRefusedError(LinkError):
    """The Pico cannot use the wiring it was sent."""
