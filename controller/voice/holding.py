"""What lies where, for the ear: counts first, whose pieces, places in the order of travel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from controller.games.game import Cell
from controller.table.situation import Situation
from controller.words.moment import told_side
from controller.words.speech import Said, listed, name, say
from controller.words.telling import called

_NEXT = "; "
#: So large is a whole piece at the most.
_LARGEST = 3


def whole_board(now: Situation) -> Said:
    """Every place; what most of them hold is said once."""
    assert now.mover is not None
    usual = Counter(now.holds.values()).most_common(1)[0][0]
    apart = [cell for cell in _travelled(now, now.aloud) if now.holds[cell] != usual]
    held = [_held(now, now.aloud, cell) for cell in apart]
    rest = say("voice.else" if held else "voice.all", what=_what(now, usual))
    return say("voice.board", who=told_side(now, now.mover), holds=listed([*held, rest], _NEXT))


def changed(
    now: Situation, names: Mapping[Cell, str], before: Mapping[Cell, int], turn: str
) -> Said:
    """The places that hold something else than before, from where the turn began; nothing: none
    does."""
    cells = _from(turn, _travelled(now, names))
    cells = [cell for cell in cells if now.holds[cell] != before.get(cell)]
    held = [_held(now, names, cell) for cell in cells]
    return say("voice.now", holds=listed(held, _NEXT)) if held else {}


def _travelled(now: Situation, names: Mapping[Cell, str]) -> list[Cell]:
    """All places in the order of travel; those that the game gave no name come last."""
    return [cell for cell in {**names, **now.holds} if cell in now.holds]


def _from(turn: str, cells: list[Cell]) -> list[Cell]:
    """The same, first where stones were lifted to be sown."""
    first = cells.index(turn) if turn in cells else 0
    return cells[first:] + cells[:first]


def held_at(now: Situation, cell: Cell, what: Said | int) -> Said:
    """That this lies in a place; a number: so many, whose by its sign."""
    said = _what(now, what) if isinstance(what, int) else what
    return say("voice.holds", what=said, cell=called(now.aloud.get(cell, cell)))


def _held(now: Situation, names: Mapping[Cell, str], cell: Cell) -> Said:
    return say("voice.holds", what=_what(now, now.holds[cell]), cell=called(names.get(cell, cell)))


def _what(now: Situation, held: int) -> Said:
    """So many, and whose where that matters; a piece by its size."""
    if not held:
        return say("voice.none")
    if now.solid and held <= _LARGEST:
        return say(f"voice.piece-{held}")
    if now.owned:
        return say("voice.of", count=abs(held), side=name(now.seats[int(held < 0)].title))
    return name(str(held))
