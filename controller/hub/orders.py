"""Orders to tables: each is in the hall's book with who, when and what before it is sent, and so is
what became of it.

Two kinds. A director's *command* is for now: a table that is away is told as such, and nothing
waits for it. The *rules of a round* wait: they are sent again when the table comes back, until it
has answered. A table carries each order out at most once. Players who were cut off may have begun
by themselves: a table that comes back is given a moment to say so, and is then left alone.
"""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from controller.games.told import Told
from controller.hub.ledger import Ledger
from controller.hub.store import StoreError
from controller.play.event import Event, Stored
from controller.publish.messages import Answer, Ask, Order
from controller.table.speakers import HUB

log = logging.getLogger(__name__)

#: Seconds a table has for an answer.
PATIENCE = 10.0
#: Seconds a table that comes back has to show what it plays, before it is told what to play.
MOMENT = 1.5
BEGUN = "the players have begun by themselves"
REPLACED = "another round was sent to this table"
WITHDRAWN = "its board is settled or has another table"
OVER = "the table plays something else by now"
#: Why the hub itself stopped asking, which is no refusal of the table's.
_SETTLED = (BEGUN, REPLACED, WITHDRAWN, OVER)
SENT, ANSWERED = "order.sent", "order.answered"


#: A board of a round: the competition, the round's number, its own.
_Board = tuple[Any, Any, Any]


class OrderError(ValueError):
    """An order that came to nothing; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """An order that a table has not answered yet."""

    table: str
    order: Order | Ask
    #: What the order is about, where it must be sent until it is answered.
    about: Mapping[str, Any] | None = None

    @property
    def ends(self) -> bool:
        """Whether it is there to end a game, and not to begin one."""
        return isinstance(self.order, Order) and self.order.do.get("do") == "direct"


class Orders:
    """Everything that was ordered and not answered."""

    def __init__(
        self,
        ledger: Ledger,
        send: Callable[[str, Order | Ask], None],
        is_there: Callable[[str], bool],
        now: Callable[[], float],
        has_begun: Callable[[str, Mapping[str, Any]], bool] = lambda _table, _about: False,
    ) -> None:
        self._has_begun = has_begun
        self._ledger = ledger
        self._send = send
        self._is_there = is_there
        self._now = now
        self._waiting: dict[str, Waiting] = {}
        #: What tables said to the rules of a board when they refused them.
        self._refused: dict[_Board, str] = {}
        self._answers: dict[str, asyncio.Future[Answer]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def take_up(self, events: Iterable[Stored]) -> None:
        """Go on where the hub stopped: rules of rounds that no table has answered wait again."""
        for stored in events:
            data = stored.event.data
            if stored.event.kind == SENT and data.get("about"):
                order = Order(data["id"], data["by"], data["do"])
                self._waiting[order.id] = Waiting(data["table"], order, data["about"])
                self._refused.pop(_board(self._waiting[order.id]), None)
            elif stored.event.kind == ANSWERED and (of := self._waiting.pop(data["id"], None)):
                self._hear_refusal(of, data["ok"], data["error"])

    # -- sending -----------------------------------------------------------------------------------

    async def command(self, table: str, by: str, do: Mapping[str, Any], role: str = HUB) -> None:
        """Carry a command out at a table; `OrderError` where it is away or refuses.

        `role` is as whom it is given: a director's is the hub's, a player's his seat's.
        """
        self._check_there(table)
        order = Order(_new_id(), by, do, role)
        await self._keep(table, order, None)
        answer = await self._asked(table, order)
        if not answer.ok:
            raise OrderError(
                Told(
                    "table {table}: {reason}",
                    table=table,
                    reason=answer.error or "it refused, without a reason",
                )
            )

    async def readings(self, table: str, record: str, game: int, ply: int) -> Answer:
        """The raw readings of a ply, from the table itself."""
        self._check_there(table)
        answer = await self._asked(table, Ask(_new_id(), game, ply, record))
        if not answer.ok:
            raise OrderError(
                Told(
                    "table {table}: {reason}",
                    table=table,
                    reason=answer.error or "it refused, without a reason",
                )
            )
        return answer

    async def promise(
        self, table: str, by: str, do: Mapping[str, Any], about: Mapping[str, Any]
    ) -> str:
        """Send the rules of a round, now and whenever the table comes back, until it answers."""
        for known, waiting in list(self._waiting.items()):
            if waiting.table == table and waiting.about is not None:
                await self._give_up(known, waiting, REPLACED)
        order = Order(_new_id(), by, do)
        await self._keep(table, order, about)
        self._waiting[order.id] = Waiting(table, order, about)
        self._refused.pop(_board(self._waiting[order.id]), None)
        self._send(table, order)
        return order.id

    async def end(self, table: str, by: str, about: Mapping[str, Any], why: str) -> None:
        """A board was settled at the desk: its table, if it still plays that game, ends it, now or
        when it comes back."""
        if not self._has_begun(table, about):
            return
        order = Order(_new_id(), by, {"do": "direct", "action": "annul", "why": why})
        await self._keep(table, order, about)
        self._waiting[order.id] = Waiting(table, order, about)
        self._send(table, order)

    def table_came(self, table: str) -> None:
        """A table is there (again): it gets what waits for it, unless its players have begun."""
        if any(waiting.table == table and waiting.about for waiting in self._waiting.values()):
            self._later(self._send_again(table))

    async def _send_again(self, table: str) -> None:
        await asyncio.sleep(MOMENT)
        for name, waiting in list(self._waiting.items()):
            if waiting.table != table or waiting.about is None:
                continue
            begun = self._has_begun(table, waiting.about)
            if begun != waiting.ends:
                await self._give_up(name, waiting, BEGUN if begun else OVER)
            else:
                self._send(table, waiting.order)

    def waits_for(self, board: tuple[str, int, int]) -> bool:
        """Whether a table still owes an answer about this board."""
        return any(_board(it) == board and not it.ends for it in self._waiting.values())

    def refused(self, board: _Board) -> str | None:
        """Why a table did not take the rules of this board; None: it did, or has not answered."""
        return self._refused.get(board)

    async def withdraw(self, board: tuple[str, int, int]) -> None:
        """Stop sending the rules of a board that is settled."""
        self._refused.pop(board, None)
        for known, waiting in list(self._waiting.items()):
            if _board(waiting) == board:
                await self._give_up(known, waiting, WITHDRAWN)

    # -- hearing -----------------------------------------------------------------------------------

    def answered(self, table: str, answer: Answer) -> None:
        """A table has answered; what it was not asked, or another table was, counts for nothing."""
        waiting = self._waiting.get(answer.id)
        if waiting is None or waiting.table != table:
            return
        del self._waiting[answer.id]
        self._hear_refusal(waiting, answer.ok, answer.error)
        if isinstance(waiting.order, Order):
            self._later(self._book_and_tell(table, answer))
        else:
            self._tell(answer)

    async def _book_and_tell(self, table: str, answer: Answer) -> None:
        """Whoever gave the order hears of its answer once that is in the book."""
        try:
            await self._book(answer.id, table, answer.ok, answer.error)
        except StoreError as trouble:
            # The next hub asks once more, and the table repeats what it said.
            log.warning("the answer of %s is not in the book: %s", table, trouble)
        finally:
            self._tell(answer)

    def _tell(self, answer: Answer) -> None:
        future = self._answers.get(answer.id)
        if future and not future.done():
            future.set_result(answer)

    def _hear_refusal(self, waiting: Waiting, ok: bool, error: str | None) -> None:
        if waiting.about is not None and not ok and error not in _SETTLED and not waiting.ends:
            self._refused[_board(waiting)] = error or "it refused, without a reason"

    async def _book(self, name: str, table: str, ok: bool, error: str | None) -> None:
        data = {"id": name, "table": table, "ok": ok, "error": error}
        await self._ledger.add(Event(ANSWERED, self._now(), data))

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # -- the parts ---------------------------------------------------------------------------------

    def _check_there(self, table: str) -> None:
        if not self._is_there(table):
            raise OrderError(
                Told("table {table} is not connected now; nothing was sent", table=table)
            )

    async def _keep(self, table: str, order: Order, about: Mapping[str, Any] | None) -> None:
        data = {"id": order.id, "table": table, "by": order.by, "do": dict(order.do)}
        about = {"about": dict(about)} if about is not None else {}
        role = {} if order.role == HUB else {"as": order.role}
        await self._ledger.add(Event(SENT, self._now(), data | role | about))

    async def _asked(self, table: str, order: Order | Ask) -> Answer:
        self._waiting[order.id] = Waiting(table, order)
        future = self._answers[order.id] = asyncio.get_running_loop().create_future()
        self._send(table, order)
        try:
            async with asyncio.timeout(PATIENCE):
                answer: Answer = await future
                return answer
        except TimeoutError:
            self._waiting.pop(order.id, None)
            if isinstance(order, Order):
                await self._book(order.id, table, False, "no answer")
            raise OrderError(
                Told(
                    "table {table} gave no answer within {patience:.0f} seconds; look at the"
                    " table whether it did what was ordered",
                    table=table,
                    patience=PATIENCE,
                )
            ) from None
        finally:
            del self._answers[order.id]

    async def _give_up(self, name: str, waiting: Waiting, why: str) -> None:
        await self._book(name, waiting.table, False, why)
        self._waiting.pop(name, None)


def _new_id() -> str:
    return uuid.uuid4().hex


def _board(waiting: Waiting) -> _Board:
    about = waiting.about or {}
    return about.get("competition"), about.get("round"), about.get("board")
