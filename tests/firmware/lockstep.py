"""A simulated Pico whose firmware runs in a real MicroPython, in the test's own time."""

from __future__ import annotations

import atexit
import json
import socket
import subprocess
from functools import cache
from random import Random
from typing import Any

from hardware.profile import Profile
from hardware.simulated.board import World
from hardware.simulated.copper import Copper, PicoClock
from tests.firmware.node import command


class Interpreter:
    """One node process with a MicroPython in it, joined by a socket."""

    def __init__(self) -> None:
        started = command("lockstep.mjs")
        ours, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(started, stdin=theirs.fileno(), stdout=theirs.fileno())
        self._socket = ours
        self._file = ours.makefile("rwb")
        atexit.register(self.close)

    def order(self, order: dict[str, Any], world: Any = None) -> dict[str, Any]:
        """Have something done, answering what is asked in between."""
        self._write(order)
        while True:
            line = self._file.readline()
            if not line:
                raise RuntimeError("The MicroPython interpreter has gone; see its words above.")
            said = json.loads(line)
            if "done" in said:
                return self._checked(said["done"])
            self._write(world(said))

    def close(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait()
        self._file.close()
        self._socket.close()

    def _write(self, message: dict[str, Any]) -> None:
        self._file.write(json.dumps(message).encode() + b"\n")
        self._file.flush()

    def _checked(self, done: dict[str, Any]) -> dict[str, Any]:
        if "trouble" in done:
            raise RuntimeError(f"The firmware failed in MicroPython: {done['trouble']}")
        return done


@cache
def interpreter() -> Interpreter:
    """The one interpreter that all tests of a process share, one board after the other."""
    return Interpreter()


class MicroPythonRunner:
    """Runs the firmware in MicroPython; the physics stays here and is asked for."""

    _owner: MicroPythonRunner | None = None

    def __init__(self, world: World, copper: Copper, clock: PicoClock) -> None:
        self._world, self._copper, self._clock = world, copper, clock
        self._node = interpreter()

    def boot(self) -> None:
        """Lay the copper and power on."""
        MicroPythonRunner._owner = self
        at = self._clock.now()
        self._node.order({"do": "board", "spec": spec_of(self._world.profile), "at": at})
        self._node.order({"do": "boot", "at": at})

    def run(self, times: tuple[float, float], skip: bool, arrived: bytes) -> tuple[float, bytes]:
        """Let the firmware live until now."""
        if MicroPythonRunner._owner is not self:
            raise RuntimeError("Another board has the interpreter: use one board at a time.")
        due, end = times
        order = {"do": "run", "due": due, "end": end, "skip": skip, "heard": arrived.hex()}
        self._clock.at = end if skip else min(due, end)
        order |= self._reeds()
        order["alives"] = [_bits(each.alive, len(each)) for each in self._world.scales]
        order["presses"] = self._copper.presses
        done = self._node.order(order, self._answer)
        self._show(done["strip"])
        self._clock.at = None
        return done["due"], bytes.fromhex(done["said"])

    def close(self) -> None:
        """The interpreter stays for the next board."""

    def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        self._clock.at = asked["at"]
        if asked["ask"] == "reeds":
            return self._reeds()
        scales = self._world.scales[asked["part"]]
        return {"raw": [scales.raw(number, asked["share"]) for number in range(len(scales))]}

    def _reeds(self) -> dict[str, Any]:
        """Every matrix as it is at this moment, and until when it will be so."""
        profile, reeds = self._world.profile, self._world.reeds
        sizes = [len(each.rows) * len(each.columns) for each in profile.sensors.reeds]
        masks = [_bits(each.mask(), size) for each, size in zip(reeds, sizes, strict=True)]
        until = min((each.next_edge() for each in reeds), default=1e12)
        return {"masks": masks, "until": min(until, 1e12)}

    def _show(self, strip: list[tuple[float, str]]) -> None:
        for at, data in strip:
            self._clock.at = at
            if self._copper.line is not None:
                self._copper.line.receive(bytes.fromhex(data))


def _bits(mask: int, size: int) -> str:
    """Bits as text, the lowest first."""
    return f"{mask:0{size}b}"[::-1]


def spec_of(profile: Profile) -> dict[str, Any]:
    """What the pins lead to, for copper.mjs."""
    return {
        "reeds": [{"rows": each.rows, "columns": each.columns} for each in profile.sensors.reeds],
        "load": [
            {
                "clock": each.clock,
                "data": [cell.data for cell in each.cells.values()],
                "gain": each.gain,
                "rate": each.rate,
            }
            for each in profile.sensors.load
        ],
        "buttons": [[button.pin, button.pull_up] for button in profile.buttons.values()],
    }


def micropython(world: World, copper: Copper, clock: PicoClock, rng: Random) -> MicroPythonRunner:
    """For `open_simulated(runner=...)`."""
    return MicroPythonRunner(world, copper, clock)
