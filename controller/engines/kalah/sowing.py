"""Kalah as the engine counts: the pits in one whole number, a sowing is one addition.

Eight bits for each pit, the mover's own from left to right, then the opponent's from theirs. Stones
in a store never return (K11), so stores are left out: what a sowing brings there is its gain.
"""

from __future__ import annotations

from typing import Final, NamedTuple

#: Where a sowing ends that ends in the own store.
STORE: Final = -1


class Sown(NamedTuple):
    """What sowing so many stones from a pit does: added to the pits, to the store, and its end."""

    change: int
    gain: int
    last: int


class Tables:
    """Everything that follows from size and options alone."""

    def __init__(self, pits: int, stones: int, capture: str) -> None:
        self.pits = pits
        self.capture = capture
        self.total = 2 * pits * stones
        self.half_bits = 8 * pits
        self.low = (1 << self.half_bits) - 1
        self.sown = tuple(
            tuple(self._sown(pit, count) for count in range(self.total + 1)) for pit in range(pits)
        )

    def _sown(self, pit: int, count: int) -> Sown:
        """Counter-clockwise one by one, never into the opponent's store (K4)."""
        places = 2 * self.pits + 1  # the own store is the place after the own pits
        change, gain, place = -count << 8 * pit, 0, pit
        for _ in range(count):
            place = (place + 1) % places
            if place == self.pits:
                gain += 1
            else:
                change += 1 << 8 * self._index(place)
        last = STORE if place == self.pits else self._index(place)
        return Sown(change, gain, last)

    def _index(self, place: int) -> int:
        return place if place < self.pits else place - 1

    def packed(self, own: tuple[int, ...], foe: tuple[int, ...]) -> int:
        """The pits of both sides as one number."""
        return int.from_bytes(bytes((*own, *foe)), "little")

    def play(self, state: int, pit: int) -> tuple[int, int, bool, bool]:
        """After sowing from a pit: the pits as the mover sees them, the mover's gain in stones over
        the opponent (with what both sweep at the end, K8), whether the mover moves again (K5), and
        whether the game is over."""
        change, gain, last = self.sown[pit][state >> 8 * pit & 255]
        state += change
        if last >= 0:
            state, won = self.captured(state, last)
            gain += won
        if state & self.low and state >> self.half_bits:
            return state, gain, last < 0, False
        row = state.to_bytes(2 * self.pits, "little")
        return 0, gain + sum(row[: self.pits]) - sum(row[self.pits :]), last < 0, True

    def captured(self, state: int, last: int) -> tuple[int, int]:
        """A last stone in an own empty pit is taken with what lies opposite (K6, K7)."""
        if last >= self.pits or self.capture == "none" or state >> 8 * last & 255 != 1:
            return state, 0
        opposite = 8 * (2 * self.pits - 1 - last)
        there = state >> opposite & 255
        if not there and self.capture != "always":
            return state, 0
        return state - (there << opposite) - (1 << 8 * last), there + 1

    def turned(self, state: int) -> int:
        """The board as the other side sees it."""
        return state >> self.half_bits | (state & self.low) << self.half_bits
