"""Orders from the hub: each carried out at most once, by the door of the page, and answered."""

from __future__ import annotations

import logging
import math
from collections.abc import Mapping
from typing import Any

from controller.publish.facts import MOST_READINGS
from controller.publish.messages import Answer, Ask, Order
from controller.publish.table import PublishedTable
from controller.record.errors import RecordError
from controller.record.readings import KeptReading
from controller.table.commands import COMMANDS, LONGEST_NAME, NotWrittenError
from controller.table.speakers import read_speaker

log = logging.getLogger(__name__)

#: So many orders are remembered; the hub gives up on one long before.
MOST = 100
_UNKNOWN = "this order was taken before the table restarted; its record tells what became of it"


class Orders:
    """Which orders were taken, and what became of them."""

    def __init__(self, table: PublishedTable) -> None:
        self._table = table
        kept = table.recall_orders()
        self._taken: dict[str, Answer] = dict(map(_recalled, kept))
        #: When each of those was given that the hub had signed.
        self._given: dict[str, float] = {row[0]: row[3] for row in kept if len(row) > 3}
        #: Orders that are carried out, but not on the disk.
        self._unwritten: list[str] = []

    def knows(self, name: str) -> bool:
        """Whether the order of this id was taken."""
        return name in self._taken

    @property
    def newest(self) -> float:
        """When the newest signed order was given of those that were taken."""
        return max(self._given.values(), default=-math.inf)

    async def answer(self, order: Order | Ask, given: float | None = None) -> Answer | None:
        """Do what is asked, once; asked again, the same answer is given.

        `given` is when, by the hub's clock, where the hub has signed it. None: it is done once the
        record can be written, and answered then (`written`).
        """
        if isinstance(order, Ask):
            return self._show(order)
        if order.id in self._unwritten:
            return None
        if order.id not in self._taken:
            if given is not None:
                self._given[order.id] = given
            # Before it is done: rather never than twice.
            self._keep(Answer(order.id, ok=False, error=_UNKNOWN))
            try:
                self._keep(await self._do(order))
            except NotWrittenError:
                self._unwritten.append(order.id)
                return None
        return self._taken[order.id]

    def written(self) -> list[Answer]:
        """The answers that waited for the record, once it is written."""
        if self._table.waiting:
            return []
        done, self._unwritten = self._unwritten, []
        for name in done:
            self._keep(Answer(name, ok=True))
        return [self._taken[name] for name in done]

    async def _do(self, order: Order) -> Answer:
        try:
            await self._table.command(signed(order), read_speaker(order.role))
        except NotWrittenError:
            raise
        except ValueError as refusal:
            return Answer(order.id, ok=False, error=str(refusal))
        except Exception as trouble:  # whatever it is, the director must hear of it
            log.exception("order %s failed", order.id)
            return Answer(order.id, ok=False, error=f"{type(trouble).__name__}: {trouble}")
        return Answer(order.id, ok=True)

    def _show(self, ask: Ask) -> Answer:
        if ask.record not in (None, self._table.record()):
            here = self._table.record()
            return Answer(ask.id, ok=False, error=f"this table now writes record {here}")
        try:
            found = self._table.readings(ask.game, ask.ply)
        except RecordError as trouble:
            return Answer(ask.id, ok=False, error=str(trouble))
        newest = tuple(_reading(each) for each in found[-MOST_READINGS:])
        return Answer(ask.id, ok=True, readings=newest, left_off=len(found) - len(newest))

    def _keep(self, answer: Answer) -> None:
        self._taken[answer.id] = answer
        while len(self._taken) > MOST:
            oldest = next(iter(self._taken))
            del self._taken[oldest]
            self._given.pop(oldest, None)
        self._table.remember_orders([self._row(each) for each in self._taken.values()])

    def _row(self, answer: Answer) -> list[Any]:
        given = self._given.get(answer.id)
        return [answer.id, answer.ok, answer.error, *([] if given is None else [given])]


def signed(order: Order) -> dict[str, Any]:
    """The command with the name of whoever ordered it, where it takes one."""
    command = dict(order.do)
    if "who?" in COMMANDS.get(str(command.get("do")), {}):
        command["who"] = order.by[:LONGEST_NAME]
    return command


def _recalled(kept: list[Any]) -> tuple[str, Answer]:
    name, ok, error = kept[:3]
    return name, Answer(name, ok=ok, error=error)


def _reading(kept: KeptReading) -> Mapping[str, Any]:
    """A reading as JSON; a value that is no number is null."""
    facts = kept._asdict()
    return facts | {"value": kept.value if math.isfinite(kept.value) else None}
