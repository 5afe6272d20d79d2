"""The known weight that a load cell is calibrated with, in the words of the board's own game.

Ten stones go into a pit of Kalah and ten checkers onto a point of nardy; on a field of Gyges stands
one piece, and the heaviest is a triple. The words follow the kind of board in its profile.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.profile import Profile

USUAL = 10
"""So many pieces, where so many fit: enough to stand far above the noise."""


@dataclass(frozen=True, slots=True)
class Words:
    """How people speak of one kind of board."""

    piece: str
    pieces: str
    cell: str
    cells: str
    put: str
    take: str
    whole: tuple[str, ...] = ()
    """Where a cell holds one piece only: its sizes from the lightest, in place of a number."""


KALAH = Words("stone", "stones", "pit", "pits and stores", "into", "out of")

_KINDS = {
    "kalah": KALAH,
    "nardy": Words("checker", "checkers", "point", "points, bars and trays", "on", "off"),
    "gyges": Words(
        "piece",
        "storeys",
        "field",
        "fields and goals",
        "on",
        "off",
        ("one single piece", "one double piece", "one triple piece"),
    ),
    "kakuzu": Words("stone", "stones", "hole", "holes", "into", "out of"),
}

_ANY = Words("piece", "pieces", "cell", "cells", "on", "off")


@dataclass(frozen=True, slots=True)
class Known:
    """The known pieces: how many, what one weighs, and what they are called here."""

    count: int
    grams: float
    words: Words = KALAH

    @property
    def weight(self) -> float:
        """What they weigh together."""
        return self.count * self.grams

    @property
    def load(self) -> str:
        """What is laid on a cell."""
        words = self.words
        if words.whole:
            return words.whole[self.count - 1]
        return f"{self.count} {words.piece if self.count == 1 else words.pieces}"

    @property
    def them(self) -> str:
        """The same, when it has been laid there."""
        return f"the {self.words.piece if self._alone else self.words.pieces}"

    @property
    def lightest(self) -> str:
        """What weighs `grams`: the measure of noise."""
        return f"a single {self.words.piece}" if self.words.whole else f"a {self.words.piece}"

    @property
    def introduced(self) -> str:
        """What is to be fetched before it begins."""
        each = f"{self.grams:g} g each"
        if self.words.whole:
            storeys = "1 storey" if self.count == 1 else f"{self.count} storeys"
            return f"Known weight: {self.load}, {storeys} of {each}."
        return f"Known {self.words.pieces}: {self.count} of {each}."

    def emptied(self) -> str:
        """What to do before anything is measured."""
        words = self.words
        return f"Take every {words.piece} {words.take} the {words.cells}, and hands off."

    def laid(self, cell: str) -> str:
        """What to do to load a cell."""
        return f"Put {self.load} {self.words.put} {self._named(cell)}."

    def taken(self, cell: str) -> str:
        """What to do to empty it again."""
        return (
            f"Take {'it' if self._alone else 'them'} {self.words.take} {self._named(cell)} again."
        )

    @property
    def _alone(self) -> bool:
        return self.count == 1 or bool(self.words.whole)

    def _named(self, cell: str) -> str:
        """A bare number is told with what it numbers."""
        return f"{self.words.cell} {cell}" if cell.isdigit() else cell


def known_pieces(profile: Profile, wanted: int | None = None) -> Known:
    """The pieces to calibrate this board with; `ValueError` where so many fit on no cell."""
    words = _KINDS.get(profile.kind, _ANY)
    if words.whole:
        most = len(words.whole)
        if wanted is not None and wanted > most:
            raise ValueError(
                f"a {words.cell} of {profile.name!r} holds one piece: allowed are 1 to {most} "
                f"{words.pieces}, not {wanted}"
            )
        return Known(wanted or most, profile.pieces.grams, words)
    usual = min(USUAL, profile.pieces.total or USUAL)
    return Known(wanted or usual, profile.pieces.grams, words)
