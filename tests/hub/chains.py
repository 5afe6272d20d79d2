"""Records as tables make them: hash chains of events, for the hub to take."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from controller.hub.store import TableEvent
from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import record_id
from controller.record.chain import canonical, digest


def sealed(events: Iterable[tuple[int, Event]]) -> list[Stored]:
    """Events with their games, chained from the first."""
    chain: list[Stored] = []
    seal = GENESIS
    for seq, (game, event) in enumerate(events, start=1):
        seal = digest(seal, seq, game, event)
        chain.append(Stored(seq, game, event, seal))
    return chain


def plain_chain(count: int, salt: str = "") -> list[Stored]:
    """So many events of one game."""
    return sealed(
        (1, Event("turn.made" if at else "game.opened", 1000.0 + at, {"ply": at, "salt": salt}))
        for at in range(count)
    )


def rows(table: str, chain: Sequence[Stored]) -> list[TableEvent]:
    """A chain as the store takes it."""
    record = record_id(chain[0].hash)
    return [row(table, record, stored) for stored in chain]


def row(table: str, record: str, stored: Stored) -> TableEvent:
    """One event as the store takes it."""
    event = stored.event
    data = canonical(dict(event.data))
    return TableEvent(
        table, record, stored.seq, stored.game, event.at, event.kind, data, stored.hash
    )
