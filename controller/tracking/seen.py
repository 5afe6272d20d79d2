"""What a sensor says about a cell, whatever kind of sensor it is: between lo and hi pieces."""

from __future__ import annotations

from typing import NamedTuple

#: More pieces than any board has.
MANY = 1_000_000


class Seen(NamedTuple):
    """At least `lo` and at most `hi` pieces stand in the cell."""

    lo: int
    hi: int

    def allows(self, contents: int) -> bool:
        """Whether a cell with these contents could look like this."""
        return self.lo <= abs(contents) <= self.hi

    @property
    def tells_nothing(self) -> bool:
        """True where anything may stand there: a dead sensor, or a scale that swings."""
        return self.lo == 0 and self.hi >= MANY

    @property
    def exact(self) -> bool:
        """True where the number of pieces is known."""
        return self.lo == self.hi

    @property
    def is_full(self) -> bool:
        """True where a row of sensors counts no further: so many, or more."""
        return self.lo > 1 and self.hi == MANY

    def short_of(self, contents: int) -> int:
        """How many pieces are missing (positive) or too many (negative) at the least."""
        wanted = abs(contents)
        return max(0, wanted - self.hi) - max(0, self.lo - wanted)


ANYTHING = Seen(0, MANY)
#: A scale that swings: it may come to rest at anything, and nothing is finished before it does.
SWINGING = Seen(0, MANY + 1)
EMPTY = Seen(0, 0)
SOMETHING = Seen(1, MANY)


def exactly(count: int) -> Seen:
    """A cell in which just this many pieces were counted."""
    return Seen(count, count)
