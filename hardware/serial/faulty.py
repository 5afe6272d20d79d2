"""A port that misbehaves as its script (hardware/serial/script.py) says, as on a bad cable."""

from __future__ import annotations

from heapq import heappop, heappush
from random import Random

from firmware.lunka.frames import END
from hardware.clock import Clock
from hardware.errors import PortUnavailableError
from hardware.serial.port import Opener, Port, SerialPort
from hardware.serial.script import SCHEME, Script, ScriptError, parse_script
from hardware.told import Told

LATE_S = 0.05


def opener_for(url: str, clock: Clock, inner: Opener | None = None) -> Opener:
    """What opens this port; `inner` stands for the real one where there is none."""
    if not url.startswith(SCHEME):
        return inner or (lambda: SerialPort(url))
    try:
        name, script = parse_script(url)
    except ScriptError as trouble:
        raise PortUnavailableError(
            Told("The port {port!r} cannot be understood: {said}.", port=url, said=str(trouble))
        ) from None
    cable = Cable(inner or (lambda: SerialPort(name)), script, clock)
    return lambda: FaultyPort(cable)


class Cable:
    """What stays the same while the port is closed and opened again: the script and its dice."""

    def __init__(self, opener: Opener, script: Script, clock: Clock) -> None:
        self.script, self.clock = script, clock
        self.rng = Random(script.seed)
        self._opener = opener
        self._began: float | None = None

    def open(self) -> Port:
        """Open what is behind it, if the cable is plugged in."""
        self._began = self.clock.now() if self._began is None else self._began
        self.check()
        return self._opener()

    def check(self, port: Port | None = None) -> None:
        """Raise while the cable is out; a simulated Pico then loses its power."""
        passed = self.clock.now() - (self._began or 0.0)
        if any(start <= passed < end for start, end in self.script.unplug):
            cut_power = getattr(port, "cut_power", None)
            if self.script.power == "usb" and cut_power is not None:
                cut_power()
            raise PortUnavailableError(
                Told(
                    "The board on its fake port does not answer: unplugged? Its script says so. "
                    "Wait until it is plugged in again."
                )
            )

    def happens(self, share: float) -> bool:
        """Whether something of this likelihood happens now."""
        return share > 0 and self.rng.random() < share


class Way:
    """One direction of the cable: frames go in, what is left of them comes out."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._rest = b""
        self._late: list[tuple[float, int, bytes]] = []
        self._count = 0

    def put(self, data: bytes) -> bytes:
        """What arrives at once of these bytes."""
        *frames, self._rest = (self._rest + data).split(END)
        return b"".join(self._mistreat(frame + END) for frame in frames)

    def late(self) -> bytes:
        """What arrives now of the frames that were held up."""
        out = b""
        while self._late and self._late[0][0] <= self._cable.clock.now():
            out += heappop(self._late)[2]
        return out

    def _mistreat(self, frame: bytes) -> bytes:
        cable, script = self._cable, self._cable.script
        if cable.happens(script.drop):
            return b""
        if cable.happens(script.corrupt):
            place = cable.rng.randrange(len(frame))
            frame = frame[:place] + bytes([cable.rng.randrange(256)]) + frame[place + 1 :]
        if cable.happens(script.truncate):
            frame = frame[: cable.rng.randrange(len(frame))] + END
        if cable.happens(script.delay):
            self._count += 1
            when = cable.clock.now() + cable.rng.uniform(0, LATE_S)
            heappush(self._late, (when, self._count, frame))
            return b""
        return frame * 2 if cable.happens(script.duplicate) else frame


class FaultyPort:
    """A port behind a bad cable."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable
        self._port = cable.open()
        self._in, self._out = Way(cable), Way(cable)

    def read(self) -> bytes:
        """What came through."""
        self._cable.check(self._port)
        self._port.write(self._out.late())
        return self._in.late() + self._in.put(self._port.read())

    def write(self, data: bytes) -> None:
        """Send what comes through."""
        self._cable.check(self._port)
        self._port.write(self._out.late() + self._out.put(data))

    def close(self) -> None:
        """Let go of the port."""
        self._port.close()
