"""Where the hub keeps everything: the events of all tables, and those of the hall itself."""

from __future__ import annotations

from pathlib import Path

from controller.hub.store.rows import Cursor, RecordLine, StoreBusyError, StoreError, TableEvent
from controller.hub.store.store import Store

__all__ = [
    "Cursor",
    "RecordLine",
    "Store",
    "StoreBusyError",
    "StoreError",
    "TableEvent",
    "open_store",
]

#: How an address of PostgreSQL begins; anything else is the path of an SQLite file.
POSTGRES = ("postgresql://", "postgres://")


def open_store(database: str, *, writes: bool = True) -> Store:
    """The store behind this setting, made where there is none yet; `StoreError` in words.

    One that only reads may be opened beside a running hub, and makes nothing.
    """
    if database.startswith(POSTGRES):
        from controller.hub.store.postgres import Postgres  # only a large hall needs it

        return Store(Postgres(database, writes=writes))
    from controller.hub.store.sqlite import Sqlite

    return Store(Sqlite(Path(database), writes=writes))
