"""The frames of a board's link, kept at the moment something went wrong with it.

A link remembers its last 200 frames, but only while the daemon runs and until newer ones push them
out. So they are written down, readable, when the link fails and when the table ends: into one file
beside the record that `lunka doctor --bundle` takes along. Play never waits for it nor fails by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from math import inf
from pathlib import Path

from hardware.board import Board
from hardware.clock import Clock

NAME = "link.txt"
MOMENTS = 5
"""So many moments are kept, each with its frames: the newest, and what led to it."""
APART_S = 30.0
"""A plug that rattles is not written down more often than this: the card has to last."""

_MARK = "== "
"""Begins the line above each moment's frames; no frame begins so."""


class FrameKeeper:
    """Looks after one board's link; a board without one has nothing to keep."""

    def __init__(self, board: Board, clock: Clock, record: Path) -> None:
        self._link, self._name, self._clock = board.link, board.profile.name, clock
        self._path = record.with_name(NAME)
        self._failing = False
        self._kept_at = -inf

    def look(self) -> None:
        """Keep the frames if the link has just failed; cheap, so called after every step."""
        if self._link is None or (self._link.trouble is not None) is self._failing:
            return
        self._failing = not self._failing
        now = self._clock.now()
        if self._failing and now - self._kept_at >= APART_S:
            self._kept_at = now
            self._keep(str(self._link.trouble))

    def close(self) -> None:
        """Keep the last frames of all: the table has stopped."""
        self._keep("The table has ended.")

    def _keep(self, why: str) -> None:
        lines = self._link.history() if self._link else []
        if not lines:
            return  # never connected: there is nothing to tell, and older moments are worth more
        moment = told(f"{self._name}: {why}", self._clock, lines)
        kept = [*_moments(self._path), moment][-MOMENTS:]
        with suppress(OSError):  # a full disk is told by the record; here it costs a bug report
            _replace(self._path, "".join(kept))


def told(heading: str, clock: Clock, lines: Sequence[str]) -> str:
    """A moment's frames below a line that says what it was, and when by both clocks."""
    day = datetime.fromtimestamp(clock.wall(), UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    return "\n".join([f"{_MARK}{day}, at {clock.now():.4f}: {heading}", *lines, ""])


def kept_frames(record: Path) -> str:
    """What a table with this record has written of its link; empty if nothing."""
    return "".join(_moments(record.with_name(NAME)))


def _moments(path: Path) -> list[str]:
    """The moments in the file, each with its line above; what cannot be read is not missed."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    moments: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(_MARK):
            moments.append(line)
        elif moments:
            moments[-1] += line
    return moments


def _replace(path: Path, text: str) -> None:
    """The file whole, or as it was."""
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
