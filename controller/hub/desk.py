"""The director's desk: competitions, rounds sent to the tables, results that come back from them.

Everything that is decided is an event of the hall's book before it shows. A result comes from a
table's stored events, never from what somebody says it was; the director confirms it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from controller.competition import Competition, CompetitionError
from controller.competition.player_list import Listed
from controller.competition.values import Board, Status, Tournament
from controller.games.told import Told, told_by
from controller.hub.ledger import Ledger
from controller.hub.orders import SENT, OrderError, Orders
from controller.hub.results import Outcome, Wanted, outcomes
from controller.hub.store import Store, StoreError, TableEvent
from controller.play.event import Event, Stored

log = logging.getLogger(__name__)

#: So many draws by lot there are; any program can count so far.
_LOTS = 2**53
#: Who reports results that nobody typed in.
TABLE = "table"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A board of a round that is not settled yet."""

    competition: str
    round: int
    board: Board
    players: tuple[str, ...]

    @property
    def about(self) -> dict[str, Any]:
        """How orders and notes name it."""
        return {
            "competition": self.competition,
            "round": self.round,
            "board": self.board.number,
            "players": list(self.players),
        }


class Desk:
    """Competitions as they stand, and the meetings that tables were told of."""

    def __init__(
        self,
        store: Store,
        ledger: Ledger,
        orders: Orders,
        now: Callable[[], float],
        changed: Callable[[], None],
        *,
        lot: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._lot = lot
        self._store = store
        self._ledger = ledger
        self._orders = orders
        self._now = now
        self._changed = changed
        self.competition = Competition()
        #: What each table was told of a meeting: the players' names as they were then, and where
        #: its records stood (`heads`).
        self._told: dict[tuple[str, int, int, str], Mapping[str, Any]] = {}
        self._looking: set[asyncio.Task[None]] = set()
        #: Grows with everything that is decided.
        self.rev = 0

    def take_up(self, events: Iterable[Stored]) -> None:
        """Go on where the hub stopped."""
        known = list(events)
        told = [each.event for each in known if each.event.kind.startswith("competition.")]
        self.competition = Competition.fold(told)
        for stored in known:
            data = stored.event.data
            if stored.event.kind == SENT and data.get("about") and data["do"]["do"] == "new":
                self._told[_key(data["about"], data["table"])] = data["about"]

    # -- what the director does --------------------------------------------------------------------

    async def command(self, given: Mapping[str, Any], by: str) -> None:
        """Carry a command to a competition out; `CompetitionError` where it is refused."""
        if given.get("do") == "late":
            await self._penalise(given, by)
        if given.get("do") == "exchange":
            self._none_sent(given, by)
        async with self._ledger.turn:
            events = self.competition.command(self._with_lot(given), by=by, at=self._now())
            await self._ledger.add_all(events)
            self.competition = self.competition.take(events)
        self.rev += 1
        await self._forget_what_is_over(by)
        self._changed()

    async def enter_all(self, competition: str, players: Sequence[Listed], by: str) -> int:
        """Everybody of a list comes in, or nobody; `CompetitionError` says in which lines somebody
        cannot. How many came."""
        async with self._ledger.turn:
            now = self.competition
            now.one(competition)
            events: list[Event] = []
            mistakes: list[str] = []
            for each in players:
                said = {"do": "enter", "competition": competition, "player": each.name}
                rated = {} if each.rating is None else {"rating": each.rating}
                try:
                    new = now.command(said | rated, by=by, at=self._now())
                except CompetitionError as mistake:
                    told = told_by(mistake)
                    mistakes.append(Told("line {at}: {told}", at=each.line, told=told))
                    continue
                now = now.take(new)
                events += new
            if mistakes:
                raise CompetitionError(
                    Told("nobody was entered: {mistakes}", mistakes=mistakes[:10])
                )
            await self._ledger.add_all(events)
            self.competition = now
        self.rev += 1
        self._changed()
        return len(events)

    def _none_sent(self, given: Mapping[str, Any], by: str) -> None:
        """Who was sent to a table has begun there: his place is changed before, or with the round
        cancelled."""
        (event,) = self.competition.command(given, by=by, at=self._now())
        it, number = self.competition.one(given["competition"]), event.data["round"]
        for board in event.data["boards"]:
            if self.sent(it.id, number, it.rounds[number - 1].boards[board - 1]) != "no":
                raise CompetitionError(
                    Told(
                        "board {number}.{board} was sent to its table already",
                        number=number,
                        board=board,
                    )
                )

    async def _penalise(self, given: Mapping[str, Any], by: str) -> None:
        """A penalty for lateness (T10) stands in the score of the match before it is on record:
        `CompetitionError` where the table does not take it."""
        (event,) = self.competition.command(given, by=by, at=self._now())
        late = self.competition.take([event]).one(given["competition"])
        board = late.rounds[event.data["round"] - 1].boards[event.data["board"] - 1]
        known = self.competition.one(given["competition"]).rounds[event.data["round"] - 1].boards
        table, before = board.table, known[board.number - 1].penalty
        if table is None or board.penalty == before or event.data["lost"]:
            return
        if self.sent(late.id, event.data["round"], board) != "yes":
            raise CompetitionError(
                Told(
                    "board {board} was not sent to its table yet: send it first", board=board.number
                )
            )
        why = f"T10: {given['player']} is {given['minutes']} minutes late"
        score = {"do": "direct", "action": "score", "score": list(board.penalty), "why": why}
        try:
            await self._orders.command(table, by, score)
        except OrderError as refused:
            raise CompetitionError(told_by(refused)) from None

    def _with_lot(self, given: Mapping[str, Any]) -> Mapping[str, Any]:
        """A first round by lot (T12): the hub draws the number that decides it, and the book keeps
        it, so that anybody can repeat the draw. Whoever draws by himself names his own `seed`."""
        it = self.competition.tournaments.get(str(given.get("competition")))
        if given.get("do") != "pair" or it is None or it.order or "seed" in given:
            return given
        return {**given, "seed": self._lot(_LOTS)} if it.rules.seeding == "lot" else given

    async def send(
        self, competition: str, number: int | None, by: str, board: int | None = None
    ) -> list[dict[str, Any]]:
        """Send the rules of a round to its tables; gives what was sent, and to whom it was not.

        A board that its table knows of already, or that has a result, is left alone: a match in
        progress would begin anew. Only who names that very `board` sends it again.
        """
        tournament = self.competition.one(competition)
        number = number or len(tournament.rounds)
        meetings = [
            each
            for each in _meetings(tournament)
            if each.round == number and board in (None, each.board.number)
        ]
        if not meetings:
            which = f"board {number}.{board}" if board else f"round {number}"
            raise CompetitionError(
                Told(
                    "{which} of {competition} has nothing open to send",
                    which=which,
                    competition=competition,
                )
            )
        sent: list[dict[str, Any]] = []
        for each in meetings:
            try:
                sent.append(await self._send(tournament, each, by, again=board is not None))
            except StoreError as trouble:
                if not any(line["sent"] for line in sent):
                    raise
                sent.append(
                    each.about | {"table": each.board.table, "sent": False, "why": str(trouble)}
                )
        return sent

    async def _send(
        self, it: Tournament, meeting: Meeting, by: str, *, again: bool
    ) -> dict[str, Any]:
        table, why_not = meeting.board.table, None if again else self._left_alone(meeting)
        if table is None or why_not:
            why_not = why_not or "it has no table yet"
            return meeting.about | {"table": table, "sent": False, "why": why_not}
        heads = await asyncio.to_thread(self._where_it_stands, table)
        about = meeting.about | {"heads": heads}
        do = {
            "do": "new",
            "game": it.rules.game,
            "options": dict(it.rules.options),
            "house": dict(it.rules.house),
            "players": list(meeting.players),
        }
        await self._orders.promise(table, by, do, about)
        self._told[_key(about, table)] = about
        self.rev += 1
        return meeting.about | {"table": table, "sent": True, "why": None}

    def _left_alone(self, meeting: Meeting) -> str | None:
        """Why a board is not sent together with the others; None: it may be."""
        if meeting.board.result is not None:
            return "its result is reported; send this board by itself to have it played again"
        if self.sent(meeting.competition, meeting.round, meeting.board) in ("yes", "waiting"):
            return "it was sent before; send this board by itself to begin it anew"
        return None

    def _where_it_stands(self, table: str) -> dict[str, int]:
        return {line.record: line.seq for line in self._store.records() if line.table == table}

    async def _forget_what_is_over(self, by: str) -> None:
        """Rules that still wait for a table are not sent any more when their board is settled, and
        a table that plays on at such a board is told to end its game."""
        open_now = {_key(each.about, each.board.table or "") for each in self.meetings()}
        for key in self._told.keys() - open_now:
            # Taken out first: many results come in at once, and each of them looks here.
            if (about := self._told.pop(key, None)) is None:
                continue
            try:
                await self._orders.withdraw(key[:3])
                if self._is_settled(*key[:3]):
                    why = f"board {key[1]}.{key[2]} was settled at the director's desk"
                    await self._orders.end(key[3], by, about, why)
            except StoreError as trouble:
                # What was decided stands; this is tried again after the next decision.
                log.warning("the table of %s is not told that it is settled: %s", key, trouble)
                self._told.setdefault(key, about)
                return

    def _is_settled(self, competition: str, number: int, board: int) -> bool:
        """Whether nothing more is played at this board; one that only has another table goes on."""
        it = self.competition.tournaments[competition]
        boards = it.rounds[number - 1].boards if number <= len(it.rounds) else ()
        return all(each.over for each in boards if each.number == board)

    # -- what tables bring -------------------------------------------------------------------------

    def kept(self, rows: Sequence[TableEvent]) -> None:
        """Look for results where games have ended."""
        tables = {row.table for row in rows if row.kind == "game.over"}
        for table in tables & {each.board.table for each in self.meetings()}:
            self._look_soon(table)

    def look_everywhere(self) -> None:
        """Look for results that came while the hub was away."""
        for table in {each.board.table for each in self.meetings() if each.board.table}:
            self._look_soon(table)

    def _look_soon(self, table: str) -> None:
        task = asyncio.ensure_future(self.look(table))
        self._looking.add(task)
        task.add_done_callback(self._looking.discard)

    async def look(self, table: str) -> None:
        """Report whatever this table's record has decided of its open meetings."""
        for meeting in [each for each in self.meetings() if each.board.table == table]:
            told = self._told.get(_key(meeting.about, table))
            if told is None:
                continue
            try:
                rules = self.competition.one(meeting.competition).rules
                # By the names that the table was told: players may be renamed while they play.
                wanted = Wanted(tuple(told["players"]), rules.game, rules.house)
                heads = dict(told["heads"])
                found = await asyncio.to_thread(outcomes, self._store, table, heads, wanted)
                if found:
                    await self._report(meeting, table, self._choose(meeting, found))
            except (StoreError, CompetitionError) as trouble:
                log.warning("a result of %s cannot be reported: %s", table, trouble)

    def _choose(self, meeting: Meeting, found: list[Outcome]) -> Outcome:
        """The first decision; in a knockout the first with a winner: they play on until then."""
        knockout = self.competition.one(meeting.competition).rules.bracket
        won = [outcome for outcome in found if outcome.winner is not None]
        return won[0] if knockout and won else found[0]

    async def _report(self, meeting: Meeting, table: str, outcome: Outcome) -> None:
        games = [str(game) for game in outcome.games]
        known = meeting.board.result
        counted = self.competition.one(meeting.competition).rules.counted
        scores = tuple(map(counted, outcome.scores))
        if known and list(known.games) == games and known.scores == scores:
            return
        winner = None if outcome.winner is None else meeting.players[outcome.winner]
        await self.command(
            {
                "do": "report",
                "competition": meeting.competition,
                "round": meeting.round,
                "board": meeting.board.number,
                "scores": list(scores),
                "winner": winner,
                "games": games,
                "table": table,
            },
            by=TABLE,
        )

    # -- what stands open --------------------------------------------------------------------------

    def meetings(self) -> list[Meeting]:
        """Every board that is not settled, in every competition that goes on."""
        return [
            meeting
            for it in self.competition.tournaments.values()
            if not it.closed
            for meeting in _meetings(it)
        ]

    def delays(self) -> dict[str, float]:
        """How many seconds late spectators see each table of a competition that goes on."""
        late: dict[str, float] = {}
        for it in self.competition.tournaments.values():
            tables = {board.table for _, board in it.boards() if board.table} | set(it.rules.tables)
            for table in tables if not it.closed else ():
                late[table] = max(late.get(table, 0.0), float(it.rules.delay))
        return late

    def sent(self, competition: str, number: int, board: Board) -> str:
        """How a board's rules stand: `no`, `waiting` for the table's answer, `refused`, `yes`."""
        key = (competition, number, board.number, board.table or "")
        if key not in self._told:
            return "no"
        if self._orders.refused(key[:3]) is not None:
            return "refused"
        return "waiting" if self._orders.waits_for(key[:3]) else "yes"

    def refusal(self, competition: str, number: int, board: Board) -> str | None:
        """Why the table did not take a board's rules."""
        return self._orders.refused((competition, number, board.number))


def _meetings(it: Tournament) -> Iterator[Meeting]:
    for number, board in it.boards():
        if board.status in (Status.OPEN, Status.REPORTED) and not board.bye:
            players = tuple(it.name(player) for player in board.players)
            yield Meeting(it.id, number, board, players)


def _key(about: Mapping[str, Any], table: str) -> tuple[str, int, int, str]:
    return str(about["competition"]), int(about["round"]), int(about["board"]), table
