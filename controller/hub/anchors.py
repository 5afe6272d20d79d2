"""Anchors: the hub signs, with its own key and its own clock, what it has received.

A table's owner has the table's key and could sign another story. What the hub anchored it had by
then, whatever anybody does later. An anchor is in the hall's book before anybody is told of it, and
goes to the table with the next ack; a later one vouches for everything before it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from controller.hub.ledger import Ledger
from controller.hub.store import Store, StoreError, TableEvent
from controller.play.event import Event, Stored
from controller.play.happenings import GameSigned
from controller.record.signing import SigningError, SigningKey, anchor_statement

log = logging.getLogger(__name__)

ANCHORED = "hub.anchored"
#: A record: the table's name, and its own.
Key = tuple[str, str]


class Anchors:
    """The newest anchor of every record."""

    def __init__(
        self, store: Store, ledger: Ledger, key_file: Path, now: Callable[[], float]
    ) -> None:
        self._store, self._ledger, self._key_file, self._now = store, ledger, key_file, now
        self._newest: dict[Key, Mapping[str, Any]] = {}
        self._turn = asyncio.Lock()

    def take_up(self, book: Iterable[Stored]) -> None:
        """Go on where the last hub stopped."""
        for stored in book:
            if stored.event.kind == ANCHORED:
                self._note(stored.event.data)

    def newest(self, table: str, record: str) -> Mapping[str, Any] | None:
        """How far this record is anchored, as facts of `record.anchored`; None: it is not."""
        return self._newest.get((table, record))

    def wanted(self, rows: Iterable[TableEvent]) -> dict[Key, TableEvent]:
        """The newest signature of each record among these rows."""
        return {(row.table, row.record): row for row in rows if row.kind == GameSigned.kind}

    async def anchor(self, wanted: Mapping[Key, TableEvent]) -> Sequence[Key]:
        """Vouch for what these signatures are about; gives the records that have a new anchor.

        A key that cannot be used, or a store that cannot be written, is logged: the next game of
        that record brings it up again, and its anchor vouches for this one too.
        """
        async with self._turn:
            try:
                facts = await asyncio.to_thread(self._signed, wanted)
                await self._ledger.add_all([Event(ANCHORED, each["at"], each) for each in facts])
            except (SigningError, StoreError) as trouble:
                log.error("records are not anchored: %s", trouble)  # noqa: TRY400  # a sentence
                return []
        for each in facts:
            self._note(each)
        return [(each["table"], each["record"]) for each in facts]

    def _note(self, facts: Mapping[str, Any]) -> None:
        self._newest[facts["table"], facts["record"]] = facts

    def _signed(self, wanted: Mapping[Key, TableEvent]) -> list[dict[str, Any]]:
        found = ((key, self._about(row)) for key, row in wanted.items())
        new = [(key, seq, seal) for key, (seq, seal) in found if self._is_new(key, seq, seal)]
        if not new:
            return []
        own, at = SigningKey(self._key_file), round(self._now(), 3)
        signed = []
        for (table, record), seq, seal in new:
            facts = {"table": table, "record": record, "seq": seq, "hash": seal, "at": float(at)}
            signed.append(facts | own.sign(anchor_statement(table, record, seq, seal, at)))
        return signed

    @staticmethod
    def _about(row: TableEvent) -> tuple[Any, Any]:
        data = json.loads(row.data)
        return data.get("seq"), data.get("hash")

    def _is_new(self, key: Key, seq: Any, seal: Any) -> bool:
        """Whether it stands in the store as the table signed it, and is not yet vouched for."""
        if type(seq) is not int or self._store.seal(*key, seq) != seal:
            return False
        known = self._newest.get(key)
        return known is None or known["seq"] < seq
