"""A Pico for the host's tests that only talks: it greets, takes a wiring, and sends events."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from zlib import crc32

from firmware.lunka import protocol as p
from firmware.lunka.frames import Splitter, encode

Channel = Callable[[list[bytes]], bytes]
"""What becomes of frames on their way."""

BUTTON_WORDS = struct.Struct("<I")


def clean(frames: list[bytes]) -> bytes:
    """A good cable."""
    return b"".join(frames)


class Peer:
    """The port and the Pico at its end; every event is a button word that counts up."""

    def __init__(self, channel: Channel = clean) -> None:
        self.channel = channel
        self.protocol, self.version, self.abilities = p.PROTOCOL, (1, 0, 0), 15
        self.identity = b"peerpeer"
        self.boot, self.checksum, self.ticks = 77, 0, 1000
        self.sent = self.acked = self.total = 0
        self.frames = 0
        self.commands: list[tuple[int, int, bytes]] = []
        self.done: Callable[[int, bytes], bytes] = self._ok
        self._session = 0
        self._splitter = Splitter()
        self._out: list[bytes] = []

    def open(self) -> Peer:
        """The port is opened."""
        return self

    def close(self) -> None:
        """The port is closed."""

    def read(self) -> bytes:
        """What reaches the host."""
        frames, self._out = self._out, []
        self.frames += len(frames)
        return self.channel(frames) if frames else b""

    def write(self, data: bytes) -> None:
        """What the host says."""
        for kind, session, number, payload in self._splitter.feed(data):
            self._hear(kind, session, number, payload)

    def happen(self, count: int = 1) -> None:
        """So many more events happen; they are sent as far as the host keeps up."""
        self.total += count
        while self.sent < min(self.total, self.acked + 24):
            self.sent += 1
            self.ticks += 10
            head = struct.pack(p.EVENT_FORM, p.BUTTONS, 0, self.ticks)
            self.say(p.EVENT, self.sent, head + BUTTON_WORDS.pack(self.sent))

    def resend(self) -> None:
        """The Pico's own patience is over."""
        self.sent = self.acked
        self.happen(0)

    def beat(self, words: Sequence[int] | None = None) -> None:
        """Tell the state."""
        self.ticks += 10
        told = words if words is not None else [self.total]
        state = struct.pack(p.STATE_FORM, self.ticks) + struct.pack(f"<{len(told)}I", *told)
        self.say(p.STATE, self.total, state)

    def say(self, kind: int, number: int, payload: bytes) -> None:
        """Send a frame."""
        self._out.append(encode(kind, self._session, number, payload))

    def _hear(self, kind: int, session: int, number: int, payload: bytes) -> None:
        if kind == p.HELLO:
            self._session = session
            facts = struct.pack(
                p.I_AM_FORM,
                self.protocol,
                *self.version,
                self.abilities,
                self.boot,
                self.checksum,
                self.acked,
                self.ticks,
            )
            self.say(p.I_AM, 0, facts + self.identity)
        elif kind in p.COMMANDS:
            self.commands.append((kind, number, payload))
            self.say(p.DONE, number, self.done(kind, payload))
        elif kind in {p.ACK, p.RESEND}:
            self.acked = max(self.acked, min(number, self.total))
            if kind == p.RESEND:
                self.sent = self.acked
            self.happen(0)

    def _ok(self, kind: int, payload: bytes) -> bytes:
        if kind != p.CONFIGURE:
            return struct.pack(p.DONE_FORM, p.OK, 0, 0)
        self.checksum = crc32(payload)
        return struct.pack(p.DONE_FORM, p.OK, self.checksum, self.acked)


class Notes:
    """A part of the board that only remembers what it was told."""

    def __init__(self) -> None:
        self.events: list[int] = []
        self.times: list[float] = []
        self.states: list[int] = []
        self.restarts = 0

    def event(self, at: float, words: Sequence[int]) -> None:
        """Something happened."""
        self.events.append(words[0])
        self.times.append(at)

    def state(self, at: float, words: Sequence[int]) -> None:
        """This is how things are."""
        self.states.append(words[0])

    def restarted(self) -> None:
        """The Pico has begun anew."""
        self.restarts += 1
