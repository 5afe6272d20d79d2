"""Whether a record may be added to: nothing is written behind a damaged page or a broken chain.

This looks at the file, its tables and every hash, which takes a moment even for a year of games.
Whether every turn was by the rules is for `lunka verify`.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from controller.games.told import Told
from controller.play.event import GENESIS
from controller.record import schema
from controller.record.chain import digest_of_row
from controller.record.errors import RecordDamagedError, explained

#: The whole file page by page, every table with its index entry by entry.
_CHECK = "PRAGMA integrity_check(1)"


def check_intact(path: Path, database: sqlite3.Connection) -> None:
    """`RecordDamagedError` names the first thing that is damaged."""
    with explained(path):
        damage = _file(database) or _layout(database) or _chain(database)
    if damage:
        raise RecordDamagedError(
            Told(
                "record {path}: {reason}; nothing was added to it. Something changed the file:"
                " keep it, save its whole games (`lunka salvage`), restore the last good copy or"
                " begin a new record; `lunka verify` says more",
                path=path,
                reason=damage,
            )
        )


def check_nothing_is_missing(
    path: Path, database: sqlite3.Connection, written: int, mark: Path
) -> None:
    """`RecordDamagedError` where a record holds fewer events than were written to it: it is whole
    in itself, but its journal was lost, or an older copy lies in its place."""
    with explained(path):
        found = database.execute("SELECT count FROM head").fetchone()[0]
    if found < written:
        raise RecordDamagedError(
            Told(
                "record {path}: it holds {found} events, but {written} were written to it: its"
                " journal {journal} was lost, or an older copy lies in its place; nothing was"
                " added. Put what is missing back; or remove {mark} to go on with what is there",
                path=path,
                found=found,
                written=written,
                journal=f"{path.name}-wal",
                mark=mark,
            )
        )


def _file(database: sqlite3.Connection) -> str | None:
    said = database.execute(_CHECK).fetchone()[0]
    return None if said == "ok" else f"the file is damaged ({said})"


def _layout(database: sqlite3.Connection) -> str | None:
    found, right = schema.layout(database), schema.layout_of_new()
    wrong = sorted(name for name in found.keys() | right if found.get(name) != right.get(name))
    return (
        f"its tables or guards are not as Lunka makes them ({', '.join(wrong)})" if wrong else None
    )


def _chain(database: sqlite3.Connection) -> str | None:
    """Every event sealed together with all before it, and the head agreeing with the last."""
    count, seal = 0, GENESIS
    for row in database.execute("SELECT seq, game, at, kind, data, hash FROM events ORDER BY seq"):
        if row[0] != count + 1 or digest_of_row(seal, row[:-1]) != row[-1]:
            return f"event {count + 1} is missing, or is not as it was sealed"
        count, seal = count + 1, row[-1]
    head = database.execute("SELECT count, hash FROM head").fetchall()
    if head != [(count, seal)]:
        named = f"{head[0][0]} events" if len(head) == 1 else "nothing"
        return f"its head names {named}, but there are {count}, or the last has another hash"
    return None
