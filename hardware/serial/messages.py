"""What the frames of the link say: payloads as values, and every frame as a line for people."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from firmware.lunka import protocol as p
from hardware.errors import MessageError
from hardware.told import Wording

RawFrame = tuple[int, int, int, bytes]
"""Kind, session, number, payload."""

ABILITIES = {
    p.CAN_REEDS: Wording("reeds"),
    p.CAN_LOAD: Wording("load cells"),
    p.CAN_PIXELS: Wording("pixels"),
    p.CAN_BUTTONS: Wording("buttons"),
}


@dataclass(frozen=True, slots=True)
class IAm:
    """A Pico's answer to hello: who it is, what it can, and what it has been told before."""

    protocol: int
    version: str
    abilities: int
    boot: int
    checksum: int
    acked: int
    ticks: int
    identity: str


@dataclass(frozen=True, slots=True)
class Done:
    """How a command went."""

    ok: bool
    checksum: int
    last_event: int
    why: str


@dataclass(frozen=True, slots=True)
class EventNote:
    """Something that happened at the board, in words of the port."""

    kind: int
    part: int
    ticks: int
    words: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StateNote:
    """Everything that every button and reed says."""

    ticks: int
    words: tuple[int, ...]


def read_i_am(payload: bytes) -> IAm:
    """Read a Pico's answer to hello; of another protocol only what all have in common."""
    protocol, major, minor, patch, abilities = _head("<BBBBB", payload)
    version = f"{major}.{minor}.{patch}"
    if protocol != p.PROTOCOL:
        return IAm(protocol, version, abilities, 0, 0, 0, 0, "")
    boot, checksum, acked, ticks = _head(p.I_AM_FORM, payload)[5:]
    identity = payload[struct.calcsize(p.I_AM_FORM) :].hex()
    return IAm(protocol, version, abilities, boot, checksum, acked, ticks, identity)


def read_done(payload: bytes) -> Done:
    """Read how a command went."""
    status, checksum, last = _head(p.DONE_FORM, payload)
    why = payload[struct.calcsize(p.DONE_FORM) :].decode(errors="replace")
    return Done(status == p.OK, checksum, last, why)


def read_event(payload: bytes, wide: bool = False) -> EventNote:
    """Read an event; `wide` is a port of more than 32 pins."""
    kind, part, ticks = _head(p.EVENT_FORM, payload)
    words = _words(payload[struct.calcsize(p.EVENT_FORM) :], wide and kind != p.MISSED)
    if kind == p.MISSED and len(words) != 1:
        raise MessageError(f"missed tells one number, not {len(words)}")
    return EventNote(kind, part, ticks, words)


def read_state(payload: bytes, wide: bool = False) -> StateNote:
    """Read the whole state."""
    (ticks,) = _head(p.STATE_FORM, payload)
    return StateNote(ticks, _words(payload[struct.calcsize(p.STATE_FORM) :], wide))


def _head(form: str, payload: bytes) -> tuple[Any, ...]:
    """The numbers that a payload begins with."""
    if len(payload) < struct.calcsize(form):
        raise MessageError(f"{len(payload)} bytes; needed are {struct.calcsize(form)} at least")
    return struct.unpack_from(form, payload)


def _words(data: bytes, wide: bool) -> tuple[int, ...]:
    size, code = (8, "Q") if wide else (4, "I")
    if len(data) % size:
        raise MessageError(f"{len(data)} bytes are no words of {size} bytes")
    return struct.unpack(f"<{len(data) // size}{code}", data)


def readable(frame: RawFrame) -> str:
    """A frame in the form docs/protocol.md uses."""
    kind, session, number, payload = frame
    name, tell = _FORMS.get(kind, (f"kind-{kind}", _bytes))
    try:
        rest = tell(payload)
    except MessageError:
        rest = f"unreadable {payload.hex()}"
    return f"{name} session={session} number={number} {rest}".rstrip()


def _bytes(payload: bytes) -> str:
    return f"{len(payload)} bytes {payload[:24].hex()}" + ("…" if len(payload) > 24 else "")


def _nothing(payload: bytes) -> str:
    return payload.hex()


def _hello(payload: bytes) -> str:
    return f"protocol={payload[0]}" if payload else ""


def _text(payload: bytes) -> str:
    return payload.decode(errors="replace")


def _pace(payload: bytes) -> str:
    bank, slow = _head(p.PACE_FORM, payload)
    return f"bank={bank} {'slow' if slow else 'fast'}"


def _i_am(payload: bytes) -> str:
    found = read_i_am(payload)
    can = ",".join(word for bit, word in ABILITIES.items() if found.abilities & bit)
    return (
        f"protocol={found.protocol} firmware={found.version} can={can} boot={found.boot:08x} "
        f"wiring={found.checksum:08x} acknowledged={found.acked} ticks={found.ticks} "
        f"board={found.identity}"
    )


def _done(payload: bytes) -> str:
    found = read_done(payload)
    if not found.ok:
        return f"refused: {found.why}"
    return f"ok wiring={found.checksum:08x} last={found.last_event}" if found.checksum else "ok"


def _event(payload: bytes) -> str:
    found = read_event(payload)
    if found.kind == p.MISSED:
        return f"missed part={found.part} ticks={found.ticks} {found.words[0]} changes"
    names = {p.REEDS: "reeds", p.SAMPLE: "sample", p.BUTTONS: "buttons"}
    name = names.get(found.kind, str(found.kind))
    return f"{name} part={found.part} ticks={found.ticks} {_hex(found.words)}"


def _state(payload: bytes) -> str:
    found = read_state(payload)
    return f"ticks={found.ticks} {_hex(found.words)}"


def _hex(words: Sequence[int]) -> str:
    shown = " ".join(f"{word:08x}" for word in words[:4])
    return shown + (f" … {len(words)} words" if len(words) > 4 else "")


_FORMS: dict[int, tuple[str, Callable[[bytes], str]]] = {
    p.HELLO: ("hello", _hello),
    p.CONFIGURE: ("configure", _text),
    p.LIGHTS: ("lights", _bytes),
    p.PACE: ("pace", _pace),
    p.ACK: ("ack", _nothing),
    p.RESEND: ("resend", _nothing),
    p.BYE: ("bye", _nothing),
    p.I_AM: ("i-am", _i_am),
    p.DONE: ("done", _done),
    p.EVENT: ("event", _event),
    p.STATE: ("state", _state),
}
