"""The kinds of boards, and the cells each kind must have."""

from __future__ import annotations

from collections.abc import Callable, Sequence

Complaint = str | None


def kalah_cells(pits: int) -> tuple[str, ...]:
    """The cells of a kalah board: South's pits and store, then North's, each seen by its player."""
    south = [f"a{number}" for number in range(1, pits + 1)]
    north = [f"b{number}" for number in range(1, pits + 1)]
    return (*south, "A", *north, "B")


def _kalah(names: Sequence[str]) -> Complaint:
    pits = (len(set(names)) - 2) // 2
    if 1 <= pits <= 9 and set(names) == set(kalah_cells(pits)):
        return None
    return "a kalah board has a1 to aN, A, b1 to bN and B, with N from 1 to 9"


SHAPES: dict[str, Callable[[Sequence[str]], Complaint]] = {"kalah": _kalah}
"""For each kind of board: what is wrong with its cell names, if anything."""
