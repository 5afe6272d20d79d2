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


def nardy_cells() -> tuple[str, ...]:
    """The cells of a nardy board: the points as White counts them, the bars, the trays."""
    points = [str(point) for point in range(1, 25)]
    return (*points, "bar-white", "bar-black", "off-white", "off-black")


def _nardy(names: Sequence[str]) -> Complaint:
    if set(names) == set(nardy_cells()):
        return None
    return "a nardy board has 1 to 24, bar-white, bar-black, off-white and off-black"


def kakuzu_cells() -> tuple[str, ...]:
    """The holes of a Kakuzu board, row by row from the upper left one."""
    return tuple(f"{column}{row}" for row in range(1, 10) for column in "abcdefghi")


def _kakuzu(names: Sequence[str]) -> Complaint:
    return None if set(names) == set(kakuzu_cells()) else "a kakuzu board has a1 to i9"


def gyges_cells() -> tuple[str, ...]:
    """The cells of a Gyges board: its fields line by line from player 1's side, then the goals."""
    fields = [f"{file}{line}" for line in range(1, 7) for file in "abcdef"]
    return (*fields, "goal1", "goal2")


def _gyges(names: Sequence[str]) -> Complaint:
    return (
        None if set(names) == set(gyges_cells()) else "a gyges board has a1 to f6, goal1 and goal2"
    )


SHAPES: dict[str, Callable[[Sequence[str]], Complaint]] = {
    "kalah": _kalah,
    "nardy": _nardy,
    "kakuzu": _kakuzu,
    "gyges": _gyges,
}
"""For each kind of board: what is wrong with its cell names, if anything."""
