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


def open_store(database: str) -> Store:
    """The store behind this setting, made where there is none yet; `StoreError` in words."""
    if database.startswith(POSTGRES):
        from controller.hub.store.postgres import Postgres  # only a large hall needs it

        return Store(Postgres(database))
    from controller.hub.store.sqlite import Sqlite

    return Store(Sqlite(Path(database)))
