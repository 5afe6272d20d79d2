"""Whole frames that say nonsense: none is believed, none ends the link or its history."""

from __future__ import annotations

import struct
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.lunka import protocol as p
from hardware.board import Board
from hardware.clock import ManualClock
from hardware.errors import LinkError, MessageError
from hardware.serial.board import link_drivers, link_panel
from hardware.serial.link import Link, Stage
from hardware.serial.messages import (
    RawFrame,
    read_done,
    read_event,
    read_i_am,
    read_state,
    readable,
)
from tests.hardware.boards import small_linked
from tests.serial.peer import Peer

word = st.integers(0, 2**32 - 1)
byte = st.integers(0, 255)


def words(most: int = 30) -> st.SearchStrategy[bytes]:
    """So many words of the port at most, of 4 bytes each."""
    return st.lists(word, max_size=most).map(lambda each: struct.pack(f"<{len(each)}I", *each))


def head(form: str, *fields: st.SearchStrategy[int]) -> st.SearchStrategy[bytes]:
    """The numbers that a payload begins with."""
    return st.tuples(*fields).map(lambda each: struct.pack(form, *each))


told = st.sampled_from([p.REEDS, p.SAMPLE, p.BUTTONS, p.MISSED, 0])
part = st.integers(0, 2)
PAYLOADS = {
    p.HELLO: head(p.HELLO_FORM, byte, word),
    p.CONFIGURE: st.binary(max_size=40),
    p.LIGHTS: st.binary(max_size=40),
    p.PACE: head(p.PACE_FORM, byte, byte),
    p.ACK: st.just(b""),
    p.RESEND: st.just(b""),
    p.BYE: st.just(b""),
    p.I_AM: head(p.I_AM_FORM, st.sampled_from([p.PROTOCOL, 9]), *[byte] * 4, *[word] * 4),
    p.DONE: st.tuples(head(p.DONE_FORM, byte, word, word), st.binary(max_size=20)).map(b"".join),
    p.EVENT: st.tuples(head(p.EVENT_FORM, told, part, word), words()).map(b"".join),
    p.STATE: st.tuples(head(p.STATE_FORM, word), words(6)).map(b"".join),
}
"""What every kind of frame says, by the protocol's own grammar."""

message = st.sampled_from(sorted(PAYLOADS)).flatmap(
    lambda kind: st.tuples(st.just(kind), _harmed(PAYLOADS[kind]))
)


def _harmed(payload: st.SearchStrategy[bytes]) -> st.SearchStrategy[bytes]:
    """As it should be, cut short anywhere, or with something behind it."""
    cut = st.tuples(payload, st.integers(0, 40)).map(lambda each: each[0][: each[1]])
    longer = st.tuples(payload, st.binary(max_size=9)).map(b"".join)
    return payload | cut | longer


@settings(max_examples=400)
@given(message, st.booleans())
def test_a_malformed_message_is_the_protocols_own_error(
    frame: tuple[int, bytes], wide: bool
) -> None:
    """Every reader gives a value or a MessageError, and every frame can be told in words."""
    kind, payload = frame
    for read in (read_i_am, read_done, read_event, read_state):
        with suppress(MessageError):
            read(payload, wide) if read in {read_event, read_state} else read(payload)
    assert readable((kind, 1, 2, payload))


class Desk:
    """A link to a talking Pico with the real parts of the board at its end."""

    def __init__(self, sensors: str) -> None:
        self.clock, self.peer = ManualClock(), Peer()
        profile = small_linked(sensors)
        self.link = Link(profile, self.peer.open, self.clock, Random(1))
        drivers = link_drivers(profile, self.link, self.clock)
        panel = link_panel(profile, self.link, self.clock)
        self.board = Board(profile, drivers, panel, link=self.link)
        while self.link.stage is not Stage.RUNNING:
            self.poll()

    def poll(self) -> list[object]:
        """Let the board look; trouble with the link is a sentence, and no end of it."""
        self.clock.advance(0.02)
        with suppress(LinkError):
            return list(self.board.poll())
        return []

    def hear(self, kind: int, number: int, payload: bytes) -> list[object]:
        """The Pico says this."""
        self.peer.say(kind, number, payload)
        return self.poll()


@pytest.mark.parametrize("sensors", ["reed", "load"])
@settings(max_examples=150, deadline=None)
@given(frames=st.lists(message, max_size=12))
def test_no_frame_ends_the_link(sensors: str, frames: list[tuple[int, bytes]]) -> None:
    """Whatever a Pico says, the board can still be polled, and its history be written."""
    desk = Desk(sensors)
    for number, (kind, payload) in enumerate(frames, start=1):
        desk.hear(kind, number, payload)
    assert len(desk.link.history()) >= len(frames)


def reeds(*rows: int) -> bytes:
    """An event of the matrix, its rows' words."""
    return struct.pack(p.EVENT_FORM, p.REEDS, 0, 2000) + struct.pack(f"<{len(rows)}I", *rows)


MISSED_WITHOUT_ITS_WORD = struct.pack(p.EVENT_FORM, p.MISSED, 0, 1000)


def test_missed_without_its_word_is_one_lost_change() -> None:
    """It is acknowledged, counted and told; what comes after it is heard, and the history stays."""
    desk = Desk("reed")
    desk.hear(p.EVENT, 1, MISSED_WITHOUT_ITS_WORD)
    assert desk.link.counts.lost == 1
    frame: RawFrame = (p.EVENT, 7, 1, MISSED_WITHOUT_ITS_WORD)
    assert readable(frame) == f"event session=7 number=1 unreadable {frame[3].hex()}"
    assert "unreadable" in " ".join(desk.link.history())
    desk.hear(p.EVENT, 2, reeds(1 << 12, 0))
    assert desk.link.counts.events == 1


@pytest.mark.parametrize("rows", [(), (1 << 12,), (1 << 12, 0, 0)])
def test_words_for_another_matrix_move_no_reed(rows: tuple[int, ...]) -> None:
    """An event or a state with too few or too many rows is not taken for reeds that opened."""
    desk = Desk("reed")
    desk.hear(p.EVENT, 1, reeds(1 << 12, 1 << 16))
    for _ in range(3):
        desk.hear(p.STATE, 1, struct.pack("<4I", 3000, 0, 1 << 12, 1 << 16))
    before = [reading.value for reading in desk.board.snapshot()]
    desk.hear(p.EVENT, 2, reeds(*rows))
    desk.hear(p.STATE, 2, struct.pack(f"<{2 + len(rows)}I", 40_000, 0, *rows))
    for _ in range(5):
        desk.poll()
    assert [reading.value for reading in desk.board.snapshot()] == before
    assert desk.link.counts.lost == 2
