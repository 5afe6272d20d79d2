"""What decoders are given: valid messages, each spoilt by its own grammar, checksums and all."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from firmware.lunka import protocol as p
from tests.record.anything import anything

#: Numbers and words that have broken readers before.
NUMBERS = (0, 1, -1, 2**31, 2**32, 2**63, 2**64, 10**400, -(10**30), 1e308, 0.5, -0.0)
WORDS = (
    "",
    "\0",
    "²",
    "٣",
    "½",
    "\ud800",
    "\u202e",
    "\x1b[31m",
    "9" * 5000,
    "-" * 50,
    "NaN",
    "Infinity",
    "1e999",
    "(" * 2000,
    "[" * 2000,
    "{" * 2000,
    "\\",
    "]",
    "a" * 3000,
)

#: The pieces of a text that its grammar knows: words, numbers, marks, spaces.
_PIECES = re.compile(r"\w+|\s+|[^\w\s]")


def spoilt_text(text: str, random: Random) -> str:
    """The text with some of its pieces left out, doubled, exchanged, or replaced."""
    pieces = _PIECES.findall(text)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        if not pieces:
            break
        at = random.randrange(len(pieces))
        random.choice(_SPOILERS)(pieces, at, random)
    return "".join(pieces)


def _leave_out(pieces: list[str], at: int, random: Random) -> None:
    del pieces[at : at + random.choice((1, 1, 2, 10))]


def _double(pieces: list[str], at: int, random: Random) -> None:
    pieces[at:at] = pieces[at : at + random.choice((1, 3, 20))]


def _exchange(pieces: list[str], at: int, random: Random) -> None:
    other = random.randrange(len(pieces))
    pieces[at], pieces[other] = pieces[other], pieces[at]


def _replace(pieces: list[str], at: int, random: Random) -> None:
    word = random.choice((*WORDS, *map(str, NUMBERS)))
    pieces[at] = word


def _cut(pieces: list[str], at: int, _random: Random) -> None:
    del pieces[at:]


_SPOILERS: tuple[Callable[[list[str], int, Random], None], ...] = (
    _leave_out,
    _double,
    _exchange,
    _replace,
    _replace,
    _cut,
)


def any_value(random: Random, deep: int = 3) -> Any:
    """Anything that JSON can say."""
    kind = random.randrange(8 if deep else 5)
    if kind == 0:
        return random.choice(NUMBERS)
    if kind == 1:
        return random.choice(WORDS)
    if kind in (2, 3):
        return random.choice((None, True, False, random.randrange(-3, 30)))
    if kind == 4:
        return random.choice(("a1", "south", "hands", "a3", "double", "x" * random.randrange(9)))
    several = [any_value(random, deep - 1) for _ in range(random.randrange(4))]
    return several if kind == 5 else {str(each)[:20]: each for each in several}


def spoilt_value(value: Any, random: Random) -> Any:
    """A JSON value with one of its parts made something else."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice([*value])
        if random.random() < 0.1:
            return {each: value[each] for each in value if each != key}
        return value | {key: spoilt_value(value[key], random)}
    if isinstance(value, list) and value and random.random() < 0.9:
        at = random.randrange(len(value))
        return [*value[:at], spoilt_value(value[at], random), *value[at + 1 :]]
    return any_value(random)


def spoilt_json(payload: bytes, random: Random) -> bytes:
    """A JSON payload, spoilt as a value or as a text."""
    if random.random() < 0.3:
        return spoilt_text(payload.decode(), random).encode(errors="surrogatepass")
    return json.dumps(spoilt_value(json.loads(payload), random)).encode()


@cache
def files(form: str) -> list[str]:
    """Matches as other programs write them."""
    from controller.record.errors import RecordError
    from controller.record.mat import mat_of
    from controller.record.sgf import sgf_of

    found = []
    for seed in range(12):
        try:
            match = anything(seed)
            export = sgf_of(match) if form == "sgf" else mat_of(match, snowie=form == "snowie")
        except RecordError:
            continue
        found.append(export.text)
    return found


def payload(random: Random) -> tuple[int, bytes]:
    """What a Pico may say with a right checksum: a kind of frame, and a payload near its form."""
    kind = random.choice((p.EVENT, p.EVENT, p.STATE, p.DONE, p.I_AM, random.randrange(256)))
    told = _TOLD.get(kind, _bytes)
    said = told(random)
    return kind, said if random.random() < 0.8 else said[: random.randrange(len(said) + 1)]


def _event(random: Random) -> bytes:
    what = random.choice((p.REEDS, p.SAMPLE, p.BUTTONS, p.MISSED, random.randrange(256)))
    part = random.choice((0, 0, 0, 1, 2, 255))
    return struct.pack(p.EVENT_FORM, what, part, _number(random)) + _words(random)


def _words(random: Random) -> bytes:
    size = random.choice((0, 1, 1, 2, 3, 25, 26, 27))
    return b"".join(struct.pack("<I", _number(random)) for _ in range(size))


def _number(random: Random) -> int:
    return random.choice((0, 1, 2, 0xFFFFFFFF, 1 << 30, random.randrange(1 << 32)))


def _state(random: Random) -> bytes:
    return struct.pack(p.STATE_FORM, _number(random)) + _words(random)


def _done(random: Random) -> bytes:
    went = random.choice((p.OK, p.REFUSED, 9))
    head = struct.pack(p.DONE_FORM, went, _number(random), _number(random))
    return head + random.randbytes(random.randrange(5))


def _bytes(random: Random) -> bytes:
    return random.randbytes(random.randrange(80))


_TOLD: dict[int, Callable[[Random], bytes]] = {p.EVENT: _event, p.STATE: _state, p.DONE: _done}
