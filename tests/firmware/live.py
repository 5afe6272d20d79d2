"""A Pico in real time: the firmware in MicroPython behind a TCP port or a pseudo-terminal."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import threading
import tty
from types import TracebackType
from typing import Any, Self

from hardware.profile import Profile
from tests.firmware.lockstep import spec_of
from tests.firmware.node import command


class LivePico:
    """The firmware, running; the test moves what its pins lead to."""

    def __init__(self, profile: Profile) -> None:
        self._process = subprocess.Popen(
            command("live.mjs"), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._sensors = profile.sensors
        self.order("board", spec=spec_of(profile))
        self.masks = [0] * len(profile.sensors.reeds)
        self.counts = [[0] * len(bank.cells) for bank in profile.sensors.load]
        self.set()
        self.port = int(self.order("start")["port"])

    @property
    def url(self) -> str:
        """Where pyserial finds it."""
        return f"socket://127.0.0.1:{self.port}"

    def order(self, do: str, **details: Any) -> dict[str, Any]:
        """Have something happen; tells when it did."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"do": do, **details}).encode() + b"\n")
        self._process.stdin.flush()
        done: dict[str, Any] = json.loads(self._process.stdout.readline())
        if "trouble" in done:
            raise RuntimeError(done["trouble"])
        return done

    def set(self) -> float:
        """Let the board be as `masks` and `counts` say; gives the moment."""
        reeds = self._sensors.reeds
        masks = [
            f"{mask:0{len(each.rows) * len(each.columns)}b}"[::-1]
            for mask, each in zip(self.masks, reeds, strict=True)
        ]
        alives = ["1" * len(bank) for bank in self.counts]
        done = self.order("set", masks=masks, alives=alives, counts=self.counts)
        return float(done["at"])

    def close(self) -> None:
        """Power off."""
        self._process.kill()
        self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Terminal:
    """A pseudo-terminal that leads to a TCP port, as a Pico's /dev/ttyACM0 leads to its USB."""

    def __init__(self, port: int) -> None:
        self._ours, theirs = os.openpty()
        tty.setraw(theirs)
        self._keep = theirs
        self.name = os.ttyname(theirs)
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._threads = [
            threading.Thread(target=self._down, daemon=True),
            threading.Thread(target=self._up, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def unplug(self) -> None:
        """Pull the cable: the terminal is gone."""
        self._socket.shutdown(socket.SHUT_RDWR)
        os.close(self._keep)
        os.close(self._ours)
        self._socket.close()

    def _down(self) -> None:
        try:
            while data := os.read(self._ours, 4096):
                self._socket.sendall(data)
        except OSError:
            return

    def _up(self) -> None:
        try:
            while data := self._socket.recv(4096):
                os.write(self._ours, data)
        except OSError:
            return
