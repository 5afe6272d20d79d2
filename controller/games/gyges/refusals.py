"""Why a turn is illegal, in a sentence with the position and what is allowed instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.games.gyges.board import CELLS
from controller.games.gyges.notation import Said, write_position, write_turn
from controller.games.gyges.position import Position
from controller.games.gyges.turns import Move, Placement, Turn

#: How many turns a message lists before it only says how many more there are.
_MOST_LISTED = 12
#: What pieces of each size are called (Y1).
_SIZES = {1: "single", 2: "double", 3: "triple"}


def over(position: Position) -> str:
    """There are no turns any more (Y11, Y13)."""
    return f"the game is over in {write_position(position)}: no turn can be played"


def misplaced(position: Position, turns: Sequence[Turn]) -> str:
    """Something else than a legal placement was tried in the set-up (Y2)."""
    placements = [turn for turn in turns if isinstance(turn, Placement)]
    sizes = " or ".join(_SIZES[size] for size in sorted({turn.size for turn in placements}))
    fields = _names({turn.field for turn in placements})
    who = f"player {position.mover + 1}"
    return f"in {write_position(position)} {who} may put a {sizes} piece on {fields} (Y2)"


def unmoved(position: Position, said: Said | Placement, keys: Sequence[Move]) -> str:
    """Something else than a legal move was tried once all pieces stand."""
    here = write_position(position)
    origins = _names({key.origin for key in keys})
    if isinstance(said, Placement):
        return f"all pieces stand in {here}: one of those on {origins} may be moved"
    start = _name(said.origin)
    own = [key for key in keys if key.origin == said.origin]
    if not own:
        return f"{start} may not be moved in {here}; a piece on {origins} may (Y4, Y5)"
    there = [key for key in own if key.target == said.target]
    if not there:
        ends = _names({key.target for key in own})
        return f"{start} cannot go to {_name(said.target)} in {here}; it can go to {ends}"
    fields = _names({key.replaced for key in there if key.replaced is not None})
    if not fields:
        return f"no piece stands on {_name(said.target)} in {here}: none can be replaced (Y12)"
    piece = f"the piece on {_name(said.target)}"
    return f"{piece} cannot be put on {_name(said.replaced)} in {here}; {fields} are allowed (Y12)"


def unclear(text: str, position: Position, turns: Sequence[Turn]) -> str:
    """More than one legal turn is meant."""
    listed = ", ".join(map(write_turn, turns[:_MOST_LISTED]))
    more = f" and {len(turns) - _MOST_LISTED} more" if len(turns) > _MOST_LISTED else ""
    return f"turn {text!r} may be {listed}{more} in {write_position(position)}"


def _names(cells: Iterable[int]) -> str:
    return ", ".join(CELLS[cell] for cell in sorted(cells))


def _name(cell: int | None) -> str:
    return CELLS[cell] if cell is not None and 0 <= cell < len(CELLS) else repr(cell)
