"""The serial port: pyserial's, opened so that nothing ever waits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from hardware.errors import PortUnavailableError
from hardware.told import Told

WRITE_TIMEOUT_S = 0.2


class Port(Protocol):
    """Bytes to and from the Pico; trouble is a PortUnavailableError."""

    def read(self) -> bytes:
        """What has arrived; nothing if nothing has."""
        ...

    def write(self, data: bytes) -> None:
        """Send bytes."""
        ...

    def close(self) -> None:
        """Let go of the port."""
        ...


Opener = Callable[[], Port]
"""Opens the port, again and again if need be; raises PortUnavailableError while it cannot."""


class SerialPort:
    """A port by pyserial: `/dev/ttyACM0`, a pty, `socket://host:port`, `loop://`."""

    def __init__(self, url: str) -> None:
        import serial

        self._url = url
        try:
            # A Pico on USB ignores the speed; exclusive keeps a second Lunka off.
            options: dict[str, Any] = {} if "://" in url else {"exclusive": True}
            self._serial: Any = serial.serial_for_url(
                url, baudrate=115200, timeout=0, write_timeout=WRITE_TIMEOUT_S, **options
            )
        except (OSError, ValueError) as trouble:  # SerialException is an OSError
            raise PortUnavailableError(_cannot_open(url, trouble)) from trouble

    def read(self) -> bytes:
        """What has arrived."""
        try:
            data: bytes = self._serial.read(4096)
        except (OSError, TypeError) as trouble:  # pyserial raises TypeError on a closed handle
            raise PortUnavailableError(_lost(self._url, trouble)) from trouble
        return data

    def write(self, data: bytes) -> None:
        """Send bytes; a port that takes none for a fifth of a second is lost."""
        try:
            self._serial.write(data)
        except (OSError, TypeError) as trouble:
            raise PortUnavailableError(_lost(self._url, trouble)) from trouble

    def close(self) -> None:
        """Let go of the port."""
        try:
            self._serial.close()
        except OSError:
            return  # it was pulled out: nothing is left to close


def _cannot_open(url: str, trouble: Exception) -> str:
    return Told(
        "The port {port} of the board cannot be opened: {said}. Plug the Pico in, "
        "join the group 'dialout', stop other programs that use the port, and see that "
        "[link] port in the profile names it.",
        port=url,
        said=str(trouble),
    )


def _lost(url: str, trouble: Exception) -> str:
    return Told(
        "The board on {port} does not answer: unplugged? ({said}) Plug it in again; "
        "Lunka goes on by itself.",
        port=url,
        said=str(trouble),
    )
