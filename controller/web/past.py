"""What a table showed some minutes ago, for spectators who must not see it at once.

A large hall shows some thousand states a second, and a delay may be an hour: states are thinned to
two a second and kept packed. Two of one table differ little, so each is packed by what it differs
in from one that was kept whole: a tenth of a kilobyte in place of several.
"""

from __future__ import annotations

import zlib
from collections import deque
from typing import NamedTuple

#: Of the states within so many seconds only the newest is kept.
GRAIN = 0.5
#: After so many states one is kept whole again.
_WHOLE_EVERY = 64


class _Kept(NamedTuple):
    began: float
    at: float
    packed: bytes
    whole: bytes


class Past:
    """The states of one table that are not to be seen yet, and the one that is."""

    def __init__(self) -> None:
        self._coming: deque[_Kept] = deque()
        self._whole = b""
        self._since_whole = 0
        self.shown: bytes | None = None
        #: When that state was made.
        self.shown_at = 0.0
        #: Grows whenever another state may be seen.
        self.rev = 0

    def add(self, state: bytes, at: float) -> None:
        """A state of this moment."""
        if self._since_whole % _WHOLE_EVERY == 0:
            self._whole = state[-32_000:]
        began = at
        if self._coming and 0 <= at - self._coming[-1].began < GRAIN:
            began = self._coming.pop().began
        else:
            self._since_whole += 1
        self._coming.append(_Kept(began, at, _pack(state, self._whole), self._whole))

    def show(self, until: float) -> None:
        """Let everything be seen that happened until this time."""
        newest = None
        while self._coming and self._coming[0].at <= until:
            newest = self._coming.popleft()
        if newest is not None:
            self.shown, self.shown_at = _unpack(newest.packed, newest.whole), newest.at
            self.rev += 1


def _pack(state: bytes, like: bytes) -> bytes:
    packing = zlib.compressobj(zdict=like)
    return packing.compress(state) + packing.flush()


def _unpack(packed: bytes, like: bytes) -> bytes:
    return zlib.decompressobj(zdict=like).decompress(packed)
