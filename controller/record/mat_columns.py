"""The columns of .mat: two names, and numbered lines of two cells each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

#: Where the right column begins.
WIDTH = 32
_LONGEST_NAME = 30
_NAME_JUNK = re.compile(r"[^\w .'()+&-]+")
_SPACES = re.compile(r"\s+")


def plain_name(name: str, otherwise: str) -> str:
    """A name that a line with a colon, columns and a score can hold."""
    plain = _SPACES.sub(" ", _NAME_JUNK.sub(" ", name)).strip()[:_LONGEST_NAME].strip()
    return plain or otherwise


@dataclass
class Columns:
    """Numbered lines of two cells; whoever comes out of turn gets a line of his own."""

    lines: list[str] = field(default_factory=list)
    number: int = 0
    left: str | None = None

    def add(self, side: int, cell: str) -> None:
        if side == 0:
            self.flush()
            self.left = cell
        else:
            self.flush(cell)

    def flush(self, right: str = "") -> None:
        """The line as it is, with the right cell if there is one."""
        if self.left is None and not right:
            return
        self.number += 1
        left = f"{self.number:3d}) {self.left or ''}"
        # Also without a right cell the line is filled: GNU Backgammon 1.07 misreads short ones.
        self.lines.append(f"{left:<{WIDTH}} {right}")
        self.left = None
