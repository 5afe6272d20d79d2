"""What a database must offer to be the hub's store: a writer and readers, errors in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

Row = Sequence[Any]


class Session(Protocol):
    """A connection in use. Queries are written with `?` for each value, whatever the database."""

    def rows(self, query: str, *values: object) -> list[Row]:
        """Everything that a query finds."""

    def each(self, query: str, values: Iterable[Row]) -> None:
        """Run a statement once for each row of values."""


class Engine(Protocol):
    """One database."""

    name: str

    def writing(self) -> AbstractContextManager[Session]:
        """A transaction: all of it is on the disk when the context ends, or nothing of it."""

    def reading(self) -> AbstractContextManager[Session]:
        """A connection that sees one moment of the store, whoever writes meanwhile."""

    def close(self) -> None:
        """Let the database go. Closing twice is fine."""
