"""A turn against the rules that the opponent lets stand, where the house allows it.

It is offered only for what the sensors can tell: a board at rest that no legal turn explains, on
which every piece is still there and only one well-formed position looks like it. Whose turn it was
must be beyond doubt, too: the last one is sealed.

By tournament law no word is needed: it stands once the opponent has rolled (T6, T7).
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from controller.games.straying import strayed
from controller.games.told import Term, Told
from controller.play.steps import CONDONE, LEGAL, LETTING, RESPONSIBLE
from controller.table.commands import CommandError
from controller.table.state import Status
from controller.tracking.verdict import Kind

if TYPE_CHECKING:
    from controller.games.straying import Counts
    from controller.table.table import Table
    from controller.tracking.seen import Seen

#: What lies there is no legal turn, or could only be one on its way.
_UNFINISHED = (Kind.WRONG, Kind.IN_HAND)
#: With more cells that cannot be counted, no position is told from the others.
_MOST_UNCOUNTED = 3


def offered(table: Table) -> Any | None:
    """The position that may be let stand now; None: there is none, or more than one."""
    follower, state = table.follower, table.state
    if state.house.illegal not in LETTING or state.status is not Status.PLAYING:
        return None
    if state.called is not None or not accepting(table):
        return None
    if follower is None or follower.returning or follower.deadline is not None:
        return None
    if table.verdict.kind not in _UNFINISHED or state.question or not state.sealed:
        return None
    counts = _counts(table)
    if counts is None or table.sensing.moving():
        return None
    found = list(islice(strayed(state.rules, state.position, counts), 2))
    # By the law of legal moves the next roll decides; without dice it is put right.
    may = len(found) == 1 and (state.house.illegal != LEGAL or _rolls(table, found[0]))
    return found[0] if may else None


def _rolls(table: Table, position: Any) -> bool:
    return table.state.rules.acts(position).draw is not None


def by_word(table: Table) -> bool:
    """Whether the opponent may say that it stands; by the law of legal moves either player may
    have it put right until the next roll, and nobody waives that (T6)."""
    return table.state.house.illegal in (CONDONE, RESPONSIBLE) and offered(table) is not None


def by_roll(table: Table) -> Any | None:
    """The position that a roll of the opponent would let stand (T6, T7); None: there is none."""
    if table.state.house.illegal not in (LEGAL, RESPONSIBLE):
        return None
    after = offered(table)
    return after if after is not None and _rolls(table, after) else None


def _counts(table: Table) -> Counts | None:
    """How many pieces each cell may hold; None where too little is known."""
    assert table.follower is not None
    rules, looks = table.state.rules, table.follower.looks
    if set(looks) != set(rules.cells):
        return None
    if sum(not seen.exact for seen in looks.values()) > _MOST_UNCOUNTED:
        return None
    most = sum(map(abs, rules.contents(table.state.position)))
    return {cell: _range(seen, most) for cell, seen in looks.items()}


def _range(seen: Seen, most: int) -> range:
    return range(seen.lo, min(seen.hi, most) + 1)


def why_not(table: Table) -> str:
    """Why nothing can be let stand now."""
    if table.state.house.illegal == LEGAL and table.verdict.kind in _UNFINISHED:
        return Told(
            "by the law of legal moves it is put right, or stands after the next valid roll (T6):"
            " no word lets it stand"
        )
    if table.state.house.illegal not in LETTING:
        return Told("illegal turns are refused at this table (house rule illegal): put it right")
    if table.verdict.kind not in _UNFINISHED:
        return Told("nothing on the board is against the rules: there is nothing to let stand")
    if table.state.rules.acts(table.state.position).draw:
        return Told("no roll was entered for this turn: nobody can say what may be let stand")
    return Told(
        "this cannot be let stand: the board must be at rest, every piece on it, and "
        "no doubt whose turn it was and where each piece stands; put it right"
    )


def accepting(table: Table) -> list[int]:
    """The sides that may let the mover's turn stand; an engine lets nothing stand, and nothing is
    let stand for one."""
    state, rules = table.state, table.state.rules
    mover = rules.mover(state.position)
    if state.engine_of(mover):
        return []
    others = (side for side in range(len(rules.sides)) if side != mover)
    return [side for side in others if not state.engine_of(side)]


def condone(table: Table, *, side: int | None = None) -> None:
    """The opponent lets the turn stand as it lies there."""
    state, may = table.state, accepting(table)
    accepted = may[0] if side is None else side
    if accepted not in may:
        sides = tuple(Term("side", state.rules.sides[each]) for each in may)
        raise CommandError(
            Told(
                "side {number} cannot let it stand: that is for {sides} to say",
                number=accepted,
                sides=sides,
            )
        )
    after = offered(table)
    assert after is not None and table.follower is not None
    rules = state.rules
    table.emit(
        "turn.condoned",
        **table.turn_facts(rules.mover(state.position), "hands"),
        ply=len(state.plies) + 1,
        before=rules.write_position(state.position),
        position=rules.write_position(after),
        accepted=accepted,
    )
    table.follower.stray(table.state.position)
    table.seal("condoned")
    table.after_turn("hands")
    table.look_again()
