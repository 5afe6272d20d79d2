"""A port that misbehaves as scripted, for trying out what a bad cable does.

    fake://PORT?drop=0.01&corrupt=0.01&duplicate=0.01&truncate=0.01&delay=0.01&unplug=30+5&seed=1

The shares are of the frames in each direction; a delayed frame comes up to 50 ms late, so that it
may be overtaken; `unplug=30+5` pulls the cable 30 s after the first opening, for 5 s (several are
joined by commas). A Pico without its cable has no power and begins anew; `power=own` says that it
has a supply of its own. On the simulated board PORT is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from urllib.parse import parse_qsl

from firmware.lunka.frames import END
from hardware.clock import Clock
from hardware.errors import PortUnavailableError
from hardware.serial.port import Opener, Port, SerialPort

SCHEME = "fake://"
LATE_S = 0.05
SHARES = ("drop", "corrupt", "duplicate", "truncate", "delay")


@dataclass(frozen=True, slots=True)
class Script:
    """What goes wrong, and how often."""

    drop: float = 0.0
    corrupt: float = 0.0
    duplicate: float = 0.0
    truncate: float = 0.0
    delay: float = 0.0
    unplug: tuple[tuple[float, float], ...] = ()
    power: str = "usb"
    seed: int = 0


def parse_script(url: str) -> tuple[str, Script]:
    """The real port behind a fake one, and its script."""
    inner, _, query = url.removeprefix(SCHEME).partition("?")
    values: dict[str, str] = dict(parse_qsl(query.replace("+", "%2B")))
    try:
        shares = {name: _share(values.pop(name)) for name in SHARES if name in values}
        seed = int(values.pop("seed", "0"))
        power = _power(values.pop("power", "usb"))
        unplug = tuple(_pause(text) for text in values.pop("unplug", "").split(",") if text)
        _nothing_left(values)
    except ValueError as trouble:
        raise PortUnavailableError(
            f"The port {url!r} cannot be understood: {trouble}. Allowed are {', '.join(SHARES)} "
            f"(shares from 0 to 1), unplug=SECONDS+SECONDS, power=usb or own, and seed, such as "
            f"fake:///dev/ttyACM0?drop=0.01&unplug=30+5."
        ) from None
    return inner, Script(**shares, unplug=unplug, power=power, seed=seed)


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise ValueError(f"{text} is not a share from 0 to 1")
    return share


def _power(text: str) -> str:
    if text not in {"usb", "own"}:
        raise ValueError(f"power is {text}, and not usb or own")
    return text


def _nothing_left(values: dict[str, str]) -> None:
    if values:
        raise ValueError(f"it has no {', '.join(values)}")


def _pause(text: str) -> tuple[float, float]:
    start, _, length = text.partition("+")
    return float(start), float(start) + float(length)


def opener_for(url: str, clock: Clock, inner: Opener | None = None) -> Opener:
    """What opens this port; `inner` stands for the real one where there is none."""
    if not url.startswith(SCHEME):
        return inner or (lambda: SerialPort(url))
    name, script = parse_script(url)
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
                "The board on its fake port does not answer: unplugged? Its script says so. Wait "
                "until it is plugged in again."
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
