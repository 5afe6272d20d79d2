"""Talking to systemd: "ready", a line for people, "still alive", "stopping" (sd_notify).

The words go as datagrams to the socket that systemd names in NOTIFY_SOCKET; a name that begins
with @ is an abstract socket. Started by anybody else, the daemon says nothing.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

log = logging.getLogger(__name__)

#: systemd cuts nothing off, but a line is read by people: `systemctl status` shows one.
_LONGEST_STATUS = 200


class Notifier:
    """One service's line to systemd; silent where there is no systemd."""

    def __init__(self, address: str | None = None, watchdog_s: float | None = None) -> None:
        self._address = "\0" + address[1:] if address and address.startswith("@") else address
        self.watchdog_s = watchdog_s if address else None
        self._status = ""
        #: Opened once: where visitors have taken every descriptor, this one is still ours.
        self._line: socket.socket | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str] | None = None, pid: int | None = None) -> Notifier:
        """The line that systemd laid for this process, if it did."""
        given = os.environ if environment is None else environment
        return cls(given.get("NOTIFY_SOCKET") or None, _watchdog(given, pid or os.getpid()))

    @property
    def heard(self) -> bool:
        """Whether anybody listens."""
        return self._address is not None

    def ready(self) -> None:
        """Everything works: what waits for this service may start."""
        self._send("READY=1")

    def status(self, line: str) -> None:
        """A line for people, shown by `systemctl status`; sent when it changes."""
        line = " ".join(line.split())[:_LONGEST_STATUS]
        if line != self._status:
            self._status = line
            self._send(f"STATUS={line}")

    def alive(self) -> None:
        """Nothing hangs: do not restart us."""
        self._send("WATCHDOG=1")

    def stopping(self) -> None:
        """The end has begun: lights off, record closed."""
        self._send("STOPPING=1")

    def _send(self, words: str) -> None:
        if self._address is None:
            return
        try:
            self._open_line().sendto(words.encode(), self._address)
        except OSError as trouble:
            log.warning("systemd could not be told %r: %s", words, trouble.strerror)

    def __del__(self) -> None:
        if self._line is not None:
            self._line.close()

    def _open_line(self) -> socket.socket:
        if self._line is None:
            self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC)
            self._line.setblocking(False)  # a busy systemd must not hold up the game
        return self._line


def _watchdog(environment: Mapping[str, str], pid: int) -> float | None:
    """How many seconds may pass between two signs of life; None where nobody counts them."""
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    micros = environment.get("WATCHDOG_USEC", "")
    return int(micros) / 1e6 if micros.isascii() and micros.isdigit() and int(micros) else None
