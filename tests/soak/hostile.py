"""What somebody says who means ill, by the grammar of each door: mostly as it should be, with
something wrong in one place. Each by its seed, so that what broke can be said again.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from controller.publish.messages import Ack, Answer, Ask, Batch, Order, Status
from controller.publish.wire import (
    write_ack,
    write_answer,
    write_batch,
    write_order,
    write_state,
    write_status,
)
from controller.table.commands import COMMANDS
from firmware.lunka import protocol as p
from tests.hub.tables import PlayingTable

Frame = tuple[int, bytes]


def _deep(levels: int) -> Any:
    nested: Any = 1
    for _ in range(levels):
        nested = [nested]
    return nested


#: What JSON can hold and nobody expects.
NONSENSE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 2**53 + 1, -(10**30), 1e308, 0.5),
    *("", " ", "a1", "\ud800", "\x00\x1b[2J", "x" * 20_000, "лунка", "1e9", "__class__"),
    *([], {}, [None], {"": {}}, _deep(60), ["a1"] * 2_000),
)


# -- the serial line -------------------------------------------------------------------------------


class Frames:
    """Frames of the protocol with right checksums; what they say need not make sense."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._payloads: dict[int, Callable[[], bytes]] = {
            p.HELLO: lambda: self._packed(p.HELLO_FORM),
            p.CONFIGURE: self._bytes,
            p.LIGHTS: self._bytes,
            p.PACE: lambda: self._packed(p.PACE_FORM),
            **dict.fromkeys((p.ACK, p.RESEND, p.BYE), lambda: b""),
            p.I_AM: self._i_am,
            p.DONE: lambda: self._packed(p.DONE_FORM) + self._bytes(),
            p.EVENT: self._event,
            p.STATE: lambda: self._packed(p.STATE_FORM) + self._words(6),
            0: self._bytes,
        }

    def one(self) -> Frame:
        """The next frame: one in four is cut short or has something behind it."""
        kind = self._chance.choice([*self._payloads])
        payload = self._payloads[kind]()
        match self._chance.randrange(8):
            case 0:
                payload = payload[: self._chance.randrange(len(payload) + 1)]
            case 1:
                payload += self._bytes()
        return kind, payload

    def number(self, kind: int, received: int) -> int:
        """The number of a frame after so many events: mostly the one that is waited for, or nobody
        would read what it says."""
        if self._chance.random() < 0.9:
            return (received + (kind == p.EVENT)) % 2**32
        return self._chance.choice((1, received + 7, self._chance.randrange(100))) % 2**32

    def _packed(self, form: str) -> bytes:
        size = struct.calcsize(form)
        return self._chance.choice((self._chance.randbytes(size), bytes(size)))

    def _bytes(self) -> bytes:
        return self._chance.randbytes(self._chance.randrange(40))

    def _words(self, most: int) -> bytes:
        return self._chance.randbytes(4 * self._chance.randrange(most + 1))

    def _i_am(self) -> bytes:
        version = self._chance.choice((p.PROTOCOL, 9))
        return bytes([version]) + self._packed(p.I_AM_FORM)[1:] + self._bytes()

    def _event(self) -> bytes:
        told = self._chance.choice((p.REEDS, p.SAMPLE, p.BUTTONS, p.MISSED, 0))
        head = struct.pack(
            p.EVENT_FORM, told, self._chance.randrange(3), self._chance.getrandbits(32)
        )
        return head + self._words(30)


# -- commands --------------------------------------------------------------------------------------

#: What each key of a command could really be, at a board of kalah.
_SENSIBLE: dict[str, tuple[Any, ...]] = {
    "turn": ("a1", "a3", "b2", "swap"),
    "cell": ("a1", "a3", "A", "b6"),
    "cells": (["a1"], ["a1", "b2"]),
    "question": (0, 1, 2),
    "choice": ("a1", "yes", "1"),
    "dice": ([6, 5], [1, 1]),
    "position": ("S 4,4,4,4,4,4/0 4,4,4,4,4,4/0",),
    "game": ("kalah", "short", 1),
    "players": (["Anna", "Boris"],),
    "options": ({"stones": 4}, {"pits": 6}),
    "house": ({"hints": "off"}, {"clock": "fischer"}),
    "side": (0, 1),
    "ply": (0, 3),
    "level": ("off", "legal", "full"),
    "action": ("pause", "undo", "annul", "clock", "position", "score"),
    "seconds": ([30, 40],),
    "decision": ("double", "take", "drop"),
    "count": (1, 4),
    "why": ("noise",),
    "who": ("Vera",),
    "number": ("7",),
}
_HANDS = {"lift": ("cell",), "drop": ("cell", "count"), "press": ("button",), "mend": ("cell",)}


class Sayings:
    """Commands to a table."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        keys = {name: tuple(key.rstrip("?") for key in takes) for name, takes in COMMANDS.items()}
        self._takes = keys | _HANDS

    def one(self) -> dict[str, Any]:
        """The next command; games are begun seldom, or nothing would ever be played."""
        name = self._chance.choice([*self._takes])
        if name in ("new", "setup") and self._chance.random() < 0.8:
            name = "declare"
        said = {key: self._value(key) for key in self._takes[name] if self._chance.random() < 0.7}
        if self._chance.random() < 0.05:
            said[self._chance.choice(("x", "by", "do"))] = self._chance.choice(NONSENSE)
        return {"do": name, **said}

    def _value(self, key: str) -> Any:
        if self._chance.random() < 0.2:
            return self._chance.choice(NONSENSE)
        return self._chance.choice(_SENSIBLE.get(key, ("x", 1)))


# -- the hall --------------------------------------------------------------------------------------


class Letters:
    """Messages of a hall: true ones of a table that plays, and orders to one, each harmed."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        table = PlayingTable("t1", seed)
        table.play("kalah", {"pits": 3, "stones": 2}, ("Ann", "Bob"))
        self.table = table
        self._sayings = Sayings(seed)
        batch = Batch(table.record, tuple(table.chain[:20]))
        self._to_hub = {
            "status": write_status(Status(True, "1", table.record, "kalah-reed", 1.5)),
            "state": write_state(table.view()),
            "events": write_batch(batch),
            "answers": write_answer(Answer("1", ok=True, readings=({"cell": "a1"},))),
        }

    def to_hub(self) -> tuple[str, bytes]:
        """What a table says: under which leaf, and what."""
        leaf = self._chance.choice([*self._to_hub])
        return leaf, self._harmed(self._to_hub[leaf])

    def to_table(self, number: int) -> tuple[str, bytes]:
        """What a hub says."""
        match self._chance.randrange(3):
            case 0:
                ack = Ack(self.table.record, self._chance.randrange(9), delay=float(number % 3600))
                return "ack", self._harmed(write_ack(ack))
            case 1:
                ask = Ask(f"q-{number}", 1 + number % 3, number % 9)
                return "orders", self._harmed(write_order(ask))
        order = Order(f"o-{number}", "Vera", {})
        said = json.loads(write_order(order)) | {"do": self._sayings.one()}
        return "orders", self._harmed(json.dumps(said).encode())

    def _harmed(self, payload: bytes) -> bytes:
        match self._chance.randrange(8):
            case 0:
                return payload[: self._chance.randrange(len(payload))]
            case 1:
                at = self._chance.randrange(len(payload))
                return payload[:at] + self._chance.randbytes(3) + payload[at + 3 :]
            case 2:
                return payload
        said = json.loads(payload)
        self._spoil(said)
        return json.dumps(said).encode()

    def _spoil(self, said: Any) -> None:
        """Put nonsense somewhere in it."""
        place = said
        while True:
            keys = [*place] if isinstance(place, dict) else [*range(len(place))]
            key = self._chance.choice(keys)
            inner = place[key]
            if not isinstance(inner, dict | list) or not inner or self._chance.random() < 0.3:
                place[key] = deepcopy(self._chance.choice(NONSENSE))
                return
            place = inner
