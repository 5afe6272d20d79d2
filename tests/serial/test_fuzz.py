"""A million bad frames: none is taken for a good one, none is taken twice, and nothing breaks."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.lunka import protocol as p
from firmware.lunka.app import App
from firmware.lunka.frames import END, Splitter, decode, encode
from hardware.clock import ManualClock
from hardware.serial.link import Link, Stage
from tests.hardware.boards import small_linked
from tests.serial.chip import PlainChip, Wire
from tests.serial.peer import Notes, Peer


class BadCable:
    """Corrupts, truncates, repeats, drops, swaps, joins and soils what goes through it."""

    def __init__(self, seed: int, share: float = 0.5) -> None:
        self.rng, self.share = Random(seed), share
        self.harmed = 0

    def __call__(self, frames: list[bytes]) -> bytes:
        out: list[bytes] = []
        for frame in frames:
            if self.rng.random() < self.share:
                self.harmed += 1
                out += self._harm(frame, out)
            else:
                out.append(frame)
        return b"".join(out)

    def _harm(self, frame: bytes, before: list[bytes]) -> list[bytes]:
        harms = (
            self._other_bytes,
            self._cut,
            self._twice,
            self._gone,
            self._overtaken,
            self._two_halves,
            self._soiled,
            self._one_bit,
        )
        return self.rng.choice(harms)(frame, before)

    def _other_bytes(self, frame: bytes, _: list[bytes]) -> list[bytes]:
        changed = bytearray(frame)
        for _round in range(self.rng.randint(1, 6)):
            changed[self.rng.randrange(len(changed))] = self.rng.randrange(256)
        return [bytes(changed)]

    def _cut(self, frame: bytes, _: list[bytes]) -> list[bytes]:
        return [frame[: self.rng.randrange(len(frame))]]  # so that it runs into the next

    def _twice(self, frame: bytes, _: list[bytes]) -> list[bytes]:
        return [frame, frame]

    def _gone(self, _frame: bytes, _: list[bytes]) -> list[bytes]:
        return []

    def _overtaken(self, frame: bytes, before: list[bytes]) -> list[bytes]:
        return [frame, before.pop(self.rng.randrange(len(before)))] if before else []

    def _two_halves(self, frame: bytes, before: list[bytes]) -> list[bytes]:
        other = before[-1] if before else frame
        return [frame[: len(frame) // 2] + other[len(other) // 2 :]]

    def _soiled(self, frame: bytes, _: list[bytes]) -> list[bytes]:
        return [self.rng.randbytes(self.rng.randint(1, 40)), frame]

    def _one_bit(self, frame: bytes, _: list[bytes]) -> list[bytes]:
        place = self.rng.randrange(len(frame))
        flipped = frame[place] ^ 1 << self.rng.randrange(8)
        return [frame[:place] + bytes([flipped]) + frame[place + 1 :]]


def run_host(harmed: int, seed: int) -> tuple[Notes, Peer, BadCable]:
    """Talk to a real Link over a bad cable until so many frames have been harmed."""
    clock, notes, cable = ManualClock(), Notes(), BadCable(seed)
    peer = Peer()
    link = Link(small_linked("load"), peer.open, clock, Random(1))
    link.listen(p.BUTTONS, 0, notes)
    while link.stage is not Stage.RUNNING:
        clock.advance(0.01)
        link.pump()
    peer.channel = cable
    while cable.harmed < harmed:
        clock.advance(0.02)
        peer.happen(20)
        peer.beat()
        link.pump()
        peer.resend()
    link.check()
    return notes, peer, cable


def test_bad_frames_reach_nobody() -> None:
    """With 100,000 harmed frames, what is delivered is every event once and in order."""
    notes, _, cable = run_host(100_000, seed=1)
    assert notes.events == list(range(1, len(notes.events) + 1))
    assert len(notes.events) > 6000
    assert cable.harmed >= 100_000
    assert notes.states == [] or set(notes.states) <= set(range(max(notes.states) + 1))


@pytest.mark.soak
def test_a_million_bad_frames() -> None:
    """With a million harmed frames among as many good ones, still none is believed wrongly."""
    notes, peer, cable = run_host(1_000_000, seed=2)
    assert notes.events == list(range(1, len(notes.events) + 1))
    assert cable.harmed >= 1_000_000
    print(f"{peer.frames} frames, {cable.harmed} harmed, {len(notes.events)} events, 0 wrong")


def test_bad_frames_make_the_pico_do_nothing() -> None:
    """Of 20,000 commands over a bad cable, each is carried out once and in order."""
    cable, wire, chip = BadCable(3), Wire(), PlainChip()
    app = App(chip, wire)
    wire.give(encode(p.HELLO, 5, 0, b"\x01"))
    wire.give(encode(p.CONFIGURE, 5, 1, chip.wiring(pixels=3)))
    app.step()
    number = done = 1
    for _ in range(20_000):
        picture = (number + 1).to_bytes(3, "big") + bytes(6)
        wire.give(cable([encode(p.LIGHTS, 5, number + 1, picture)]))
        app.step()
        for kind, _, answered, _ in wire.frames():
            if kind == p.DONE:
                done = max(done, answered)
        number = done
    shown = [int.from_bytes(data[:3], "big") for data in chip.shown if any(data)]
    assert shown == list(range(2, number + 1))
    assert number > 5000


good = st.tuples(
    st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1), st.binary(max_size=300)
)


@given(good)
def test_every_frame_comes_back(frame: tuple[int, int, int, bytes]) -> None:
    """What is encoded is decoded, and on the wire there is one END, at the end, and no Ctrl-C."""
    sent = encode(*frame)
    assert decode(sent[:-1]) == frame
    assert sent.count(END) == 1
    assert sent.endswith(END)
    assert b"\x03" not in sent


@given(st.binary(max_size=400), good)
def test_after_garbage_the_next_frame_is_read(
    garbage: bytes, frame: tuple[int, int, int, bytes]
) -> None:
    """Whatever came before it, a frame after an END is read."""
    splitter = Splitter()
    assert splitter.feed(garbage + END + encode(*frame))[-1] == frame


@settings(max_examples=50)
@given(st.lists(good, max_size=6), st.lists(st.integers(1, 20), min_size=1))
def test_frames_may_come_in_pieces(
    frames: list[tuple[int, int, int, bytes]], cuts: list[int]
) -> None:
    """However a stream is cut, the same frames come out."""
    stream, splitter = b"".join(encode(*frame) for frame in frames), Splitter()
    found, place, turn = [], 0, 0
    while place < len(stream):
        step = cuts[turn % len(cuts)]
        found += splitter.feed(stream[place : place + step])
        place, turn = place + step, turn + 1
    assert found == frames


def test_endless_garbage_is_thrown_away() -> None:
    """A line that never says END does not fill the memory."""
    splitter = Splitter()
    for _ in range(100):
        assert splitter.feed(b"\x55" * 1000) == []
    assert splitter.rejected >= 10
    assert splitter.feed(END + encode(1, 2, 3)) == [(1, 2, 3, b"")]
