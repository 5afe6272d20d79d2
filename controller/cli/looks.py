"""How one cell looks in the terminal: what stands there, what its light says, what is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rich.text import Text


@dataclass(frozen=True, slots=True)
class Look:
    """A cell's face, and the sign and colour of its light.

    `sign` is None where lights are not shown at all; `wants` are pieces missing (or too many, below
    zero).
    """

    face: str
    sign: str | None = None
    wants: int = 0
    colour: str = ""

    @property
    def style(self) -> str:
        """How rich shows what the light says."""
        return f"bold {self.colour}" if self.colour else ""

    @property
    def missing(self) -> str:
        """What is to be repaired here: +1, -2, or nothing."""
        return f"{self.wants:+d}" if self.wants else ""

    def line(self) -> Text:
        """Everything in one line."""
        face = f"{self.face}({self.missing})" if self.wants else self.face
        return Text(f"{self.sign or ''}{face:>2}", self.style)


Looks = Mapping[str, Look]
