"""What the Pico tells, handed to the parts of the board: in order, each event once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from firmware.lunka import protocol as p
from hardware.errors import MessageError
from hardware.profile.models import Profile
from hardware.serial.devicetime import DeviceTime
from hardware.serial.messages import EventNote, read_event, read_state
from hardware.serial.wiring import is_wide


class Ear(Protocol):
    """A part of the board that listens to its Pico."""

    def event(self, at: float, words: Sequence[int]) -> None:
        """Something happened then."""

    def state(self, at: float, words: Sequence[int]) -> None:
        """Up to then nothing happened that was not told, and this is how things are."""

    def restarted(self) -> None:
        """The Pico has begun anew and knows nothing of what was before."""


@dataclass(slots=True)
class Counts:
    """How the link has been doing, for people."""

    bytes_in: int = 0
    bytes_out: int = 0
    events: int = 0
    repeated: int = 0
    gaps: int = 0
    lost: int = 0
    connects: int = 0


class Inbox:
    """Knows which event comes next, and who wants to hear it."""

    def __init__(self, profile: Profile, counts: Counts) -> None:
        self._counts, self._wide = counts, is_wide(profile)
        self._rows = [len(section.rows) for section in profile.sensors.reeds]
        self._ears: dict[tuple[int, int], Ear] = {}
        self.received = 0
        self.missed = 0

    def listen(self, kind: int, part: int, ear: Ear) -> None:
        """Let this part of the board hear what its part of the Pico tells."""
        self._ears[kind, part] = ear

    def restart(self, last: int) -> None:
        """The Pico begins anew after this event."""
        self.received = last
        for ear in self._ears.values():
            ear.restarted()

    def resume(self, acked: int) -> None:
        """The Pico still has everything after this event."""
        self._miss(max(0, acked - self.received))
        self.received = max(self.received, acked)

    def event(self, number: int, payload: bytes, time: DeviceTime, now: float) -> bool:
        """Take an event if it is the next one; False if others are missing before it."""
        if number <= self.received:
            self._counts.repeated += 1
            return True
        if number > self.received + 1:
            return False
        self.received = number
        try:
            self._tell(read_event(payload, self._wide), time, now)
        except MessageError:
            self._miss(1)  # sent again it would be the same
        return True

    def _tell(self, event: EventNote, time: DeviceTime, now: float) -> None:
        if event.kind == p.MISSED:
            self._miss(event.words[0])
            return
        ear = self._ears.get((event.kind, event.part))
        if ear is None or not self._fits(event):
            raise MessageError(f"no part of this board can say {event}")
        self._counts.events += 1
        ear.event(time.at(event.ticks, now), event.words)

    def _fits(self, event: EventNote) -> bool:
        """Whether it has as many words as this part of the board; else they mean other reeds."""
        said = len(event.words)
        if event.kind == p.REEDS:
            return event.part < len(self._rows) and said == self._rows[event.part]
        if event.kind == p.SAMPLE and said:
            return said == (2 + p.BITS if event.words[0] else 1)
        return said == 1

    def _miss(self, changes: int) -> None:
        """Nobody will ever tell these; what comes next is how things are, and is taken for that."""
        self._counts.lost += changes
        self.missed += changes

    def state(self, number: int, payload: bytes, time: DeviceTime, now: float) -> bool:
        """Take the whole state if it is that after our last event; False if some are missing."""
        state = read_state(payload, self._wide)
        if len(state.words) != 1 + sum(self._rows):
            raise MessageError(f"a state of {len(state.words)} words is not this board's")
        time.hear(state.ticks, now)
        if number != self.received:
            return number < self.received
        at, start = time.at(state.ticks, now), 1
        self._show(p.BUTTONS, 0, at, state.words[:1])
        for part, rows in enumerate(self._rows):
            self._show(p.REEDS, part, at, state.words[start : start + rows])
            start += rows
        return True

    def _show(self, kind: int, part: int, at: float, words: Sequence[int]) -> None:
        ear = self._ears.get((kind, part))
        if ear is not None:
            ear.state(at, words)
