"""The USB cable to the host, read without ever waiting for it."""

import select
import sys

CHUNK = 256
"""At most so many bytes are taken at once, so that the board is looked at in between."""


class Usb:
    """MicroPython's own serial port over USB, as raw bytes."""

    def __init__(self) -> None:
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._data = bytearray(CHUNK)
        self._one = bytearray(1)

    def read(self) -> bytes:
        """What has arrived; byte by byte, because a longer read would wait for the rest."""
        length = 0
        while length < CHUNK and self._waiting():
            self._in.readinto(self._one)  # type: ignore[union-attr]  # raw on the Pico
            self._data[length] = self._one[0]
            length += 1
        return bytes(self._data[:length]) if length else b""

    def _waiting(self) -> bool:
        for _ in self._poll.ipoll(0):  # type: ignore[attr-defined]  # poll that does not allocate
            return True
        return False

    def write(self, data: bytes) -> None:
        """Send bytes; MicroPython drops them when nobody listens."""
        self._out.write(data)
