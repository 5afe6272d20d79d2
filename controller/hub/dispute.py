"""The dispute view: the last positions of a table's game with their times, from the hub's store.

Raw readings are not sent around: they are asked of the table itself, turn by turn.
"""

from __future__ import annotations

from typing import Any

from controller.games.told import Told
from controller.hub.store import Store
from controller.play.event import Event
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.errors import RecordError
from controller.record.words import in_words
from controller.web.records import game_view


def dispute_view(store: Store, table: str, record: str, plies: int) -> dict[str, Any]:
    """The newest game of a record; `RecordError` where there is none, or it cannot be read."""
    line = next((it for it in store.records() if (it.table, it.record) == (table, record)), None)
    if line is None or not line.games:
        raise RecordError(Told("the hub has no game of table {table} yet", table=table))
    played = read_line(store.events(table, record, game=line.games))
    view = game_view(played)
    first = max(0, len(played.plies) - plies)
    return {
        "table": table,
        "record": record,
        "game": line.games,
        "stored": line.seq,
        "status": played.status,
        "players": list(played.players),
        "layout": view["layout"],
        "sides": view["sides"],
        "positions": [
            _position(played, view["positions"][at], at)
            for at in range(first, len(played.plies) + 1)
        ],
        "events": _events(played, first),
    }


def _position(played: Line, position: dict[str, Any], at: int) -> dict[str, Any]:
    """A position and the turn that led to it; the first of a game has none."""
    ply = played.plies[at - 1] if at else None
    return {
        "ply": at,
        "turn": ply.turn if ply else None,
        "side": ply.side if ply else None,
        "at": ply.at if ply else played.opening.at,
        "seconds": ply.seconds if ply else None,
        "by": ply.by if ply else None,
        "dice": list(ply.dice) if ply else [],
        **position,
    }


def _events(played: Line, first: int) -> list[dict[str, Any]]:
    """What happened since the first position shown, in words."""
    since = played.plies[first - 1].seq if first else 0
    aside = {note.seq for note in played.notes}
    return [
        {
            "seq": stored.seq,
            "at": stored.event.at,
            "kind": stored.event.kind,
            "data": dict(stored.event.data),
            "words": (stored.seq in aside and in_words(stored.event)) or _plainly(stored.event),
        }
        for stored in played.events
        if stored.seq >= since
    ]


#: What happened, told by those of its facts that people ask about.
_FACTS = ("side", "turn", "dice", "decision", "by", "cell", "level", "why", "scores", "reason")


def _plainly(event: Event) -> str:
    told = [f"{key} {_brief(event.data[key])}" for key in _FACTS if event.data.get(key) is not None]
    return f"{event.kind.replace('.', ' ')}{': ' if told else ''}{', '.join(told)}"


def _brief(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, list) else str(value)
