"""Whether a record may be added to: nothing is written behind a damaged page or a broken chain.

This looks at the file, its tables and every hash, which takes a moment even for a year of games.
Whether every turn was by the rules is for `lunka verify`.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from controller.play.event import GENESIS
from controller.record import schema
from controller.record.chain import digest_of_row
from controller.record.errors import RecordDamagedError, explained

#: The whole file page by page, then the events with their index entry by entry.
_CHECKS = ("PRAGMA quick_check(1)", "PRAGMA integrity_check(events)")


def check_intact(path: Path, database: sqlite3.Connection) -> None:
    """`RecordDamagedError` names the first thing that is damaged."""
    with explained(path):
        damage = _file(database) or _layout(database) or _chain(database)
    if damage:
        raise RecordDamagedError(
            f"record {path}: {damage}; nothing was added to it. Something changed the file: keep it"
            " (`lunka verify` says more), and restore the last good copy or begin a new record"
        )


def _file(database: sqlite3.Connection) -> str | None:
    answers = (database.execute(check).fetchone()[0] for check in _CHECKS)
    return next((f"the file is damaged ({said})" for said in answers if said != "ok"), None)


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
