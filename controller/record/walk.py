"""One walk over the events of a game: the final line of play, and what else happened on the way.

Text, JSON, replay, the list of games and verification all take the same walk. It needs no rules:
whoever wants them asked at every step passes a `Visitor`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from controller.record.chain import GENESIS, Stored
from controller.record.facts import BrokenError, Facts
from controller.table.events import Event


@dataclass(frozen=True, slots=True)
class Opening:
    """How a game began: the rules chosen, who sat where, and the position."""

    game: str = "?"
    options: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    position: str = ""
    house: Mapping[str, Any] = field(default_factory=dict)
    at: float = 0.0


@dataclass(frozen=True, slots=True)
class Ply:
    """One turn of the final line, numbered from 1; `sealed` says by what, None if not yet."""

    number: int
    side: int
    turn: str
    position: str
    by: str
    seconds: float
    at: float
    seq: int
    sealed: str | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something that happened besides the final line, while it had `ply` turns."""

    ply: int
    seq: int
    event: Event


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended; `winner` is a side, or None for a draw or no winner."""

    winner: int | None
    scores: tuple[int, ...]
    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class Fault:
    """The first event of a game that cannot be right, and why."""

    seq: int
    what: str


@dataclass(frozen=True, slots=True)
class GameWalk:
    """A game as it stands after its last event, or as it ended.

    `events` end with the end of the game. After a `fault` nothing more is believed.
    """

    number: int
    opening: Opening
    seats: tuple[int, ...]
    line: tuple[Ply, ...]
    notes: tuple[Note, ...]
    result: Result | None
    status: str
    events: tuple[Stored, ...]
    fault: Fault | None

    @property
    def players(self) -> tuple[str, ...]:
        """Who sits at each side now (a swap exchanges the seats)."""
        return tuple(self.opening.players[seat] for seat in self.seats)

    @property
    def position(self) -> str:
        """The newest position."""
        return self.line[-1].position if self.line else self.opening.position

    @property
    def hash(self) -> str:
        """The hash of the event that ended the game, or of its newest."""
        return self.events[-1].hash if self.events else GENESIS


class Visitor:
    """Asked at every step of a walk; raises `BrokenError` at a step that cannot be right."""

    def opened(self, opening: Opening) -> None:
        """A game begins."""

    def turn(self, before: str, side: int, turn: str, after: str) -> None:
        """A turn was made, or remade: every version of it comes past."""

    def over(self, position: str, result: Result) -> None:
        """The game ended."""


def walk(stored: Iterable[Stored], visitor: Visitor | None = None) -> GameWalk:
    """Everything that happened in one game, from its events in order."""
    walker = _Walker(visitor or Visitor())
    events = tuple(stored)
    for each in events:
        if not walker.take(each):
            break
    return walker.finish(events)


class _Walker:
    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._opening: Opening | None = None
        self._seats: tuple[int, ...] = ()
        self._line: list[Ply] = []
        self._notes: list[Note] = []
        self._result: Result | None = None
        self._over: Stored | None = None
        self._status = "setup"
        self._fault: Fault | None = None

    def take(self, stored: Stored) -> bool:
        """Take one more event; False where it cannot be right."""
        try:
            self._step(stored)
        except BrokenError as error:
            self._fault = Fault(stored.seq, f"{stored.event.kind}: {error}")
        return self._fault is None

    def _step(self, stored: Stored) -> None:
        kind = stored.event.kind
        if self._opening is None and kind != "game.opened":
            raise BrokenError("a game begins with game.opened")
        _STEPS.get(kind, _Walker._noted)(self, stored)

    def finish(self, events: tuple[Stored, ...]) -> GameWalk:
        events = self._until_the_end(events)
        return GameWalk(
            number=events[0].game if events else 0,
            opening=self._opening or Opening(),
            seats=self._seats,
            line=tuple(self._line),
            notes=tuple(note for note in self._notes if note.seq <= events[-1].seq),
            result=self._result,
            status="damaged" if self._fault else self._status,
            events=events,
            fault=self._fault,
        )

    def _until_the_end(self, events: tuple[Stored, ...]) -> tuple[Stored, ...]:
        """What comes after the end (a restart, hints for the next game) is not part of the game."""
        end = self._over
        return tuple(each for each in events if end is None or each.seq <= end.seq)

    def _opened(self, stored: Stored) -> None:
        if self._opening:
            raise BrokenError("this game was opened before")
        opening = _opening(stored.event)
        self._visitor.opened(opening)
        self._opening, self._seats = opening, opening.seats

    def _ready(self, stored: Stored) -> None:
        self._status = "playing"
        self._noted(stored)

    def _made(self, stored: Stored) -> None:
        if self._result:
            raise BrokenError("the game was over before this turn")
        ply = self._ply(stored, len(self._line) + 1)
        self._visitor.turn(self._before(ply), ply.side, ply.turn, ply.position)
        self._line.append(ply)
        self._swap(ply)
        self._status = "playing"

    def _revised(self, stored: Stored) -> None:
        last = self._unsealed(stored)
        facts = Facts(stored.event.data)
        if facts.text("old") != last.turn:
            raise BrokenError(f"it changes {facts.text('old')!r}, but {last.turn!r} was made")
        turn, position = facts.text("turn"), facts.text("position")
        ply = replace(last, turn=turn, position=position, by=facts.text("by", last.by))
        self._visitor.turn(self._before(ply), ply.side, ply.turn, ply.position)
        self._reopen()
        self._swap(last)
        self._line[-1] = ply
        self._swap(ply)
        self._noted(stored)

    def _withdrawn(self, stored: Stored) -> None:
        last = self._unsealed(stored)
        if Facts(stored.event.data).text("turn") != last.turn:
            raise BrokenError(f"{last.turn!r} is the turn that can be withdrawn")
        self._shorten(len(self._line) - 1, stored)

    def _taken_back(self, stored: Stored) -> None:
        facts = Facts(stored.event.data)
        keep, turns = facts.number("to"), facts.texts("turns")
        if not 0 <= keep < len(self._line):
            raise BrokenError(f"{len(self._line)} turns cannot be taken back to {keep}")
        there = tuple(ply.turn for ply in self._line[keep:])
        if turns not in (there, there[::-1]):
            raise BrokenError(f"it takes back {' '.join(turns)}, but {' '.join(there)} were made")
        self._shorten(keep, stored)

    def _sealed(self, stored: Stored) -> None:
        facts = Facts(stored.event.data)
        number, by = facts.number("ply"), facts.text("by")
        if not 1 <= number <= len(self._line):
            raise BrokenError(f"there is no ply {number} to seal; there are {len(self._line)}")
        self._line[number - 1] = replace(self._line[number - 1], sealed=by)

    def _ended(self, stored: Stored) -> None:
        if self._result:
            raise BrokenError("the game was over before")
        facts = Facts(stored.event.data)
        winner, scores = facts.number_or_none("winner"), facts.numbers("scores")
        result = Result(winner, scores, facts.text("reason"), stored.event.at)
        self._visitor.over(self._now(), result)
        self._result, self._over, self._status = result, stored, "over"

    def _paused(self, stored: Stored) -> None:
        self._status = "paused"
        self._noted(stored)

    def _noted(self, stored: Stored) -> None:
        self._notes.append(Note(len(self._line), stored.seq, stored.event))

    def _shorten(self, keep: int, stored: Stored) -> None:
        """Turns leave the final line; what happened during them stays, at the last turn kept."""
        self._reopen()
        for ply in self._line[keep:]:
            self._swap(ply)
        del self._line[keep:]
        self._bring_notes_back(keep)
        self._noted(stored)

    def _bring_notes_back(self, keep: int) -> None:
        """Notes are in the order of the line, so only the newest can be beyond its end."""
        place = len(self._notes)
        while place and self._notes[place - 1].ply > keep:
            place -= 1
            self._notes[place] = replace(self._notes[place], ply=keep)

    def _reopen(self) -> None:
        """A turn changed after the end: the result no longer stands, but it did happen."""
        if self._over:
            self._noted(self._over)
            self._result, self._over, self._status = None, None, "playing"

    def _swap(self, ply: Ply) -> None:
        if ply.turn == "swap":
            self._seats = self._seats[::-1]

    def _unsealed(self, stored: Stored) -> Ply:
        number = Facts(stored.event.data).number("ply")
        if not self._line or number != len(self._line):
            raise BrokenError(f"ply {number} is not the last: there are {len(self._line)}")
        if self._line[-1].sealed:
            raise BrokenError(f"ply {number} was sealed before (by {self._line[-1].sealed})")
        return self._line[-1]

    def _ply(self, stored: Stored, number: int) -> Ply:
        facts = Facts(stored.event.data)
        if facts.number("ply") != number:
            raise BrokenError(f"it is ply {facts.number('ply')}, but ply {number} comes next")
        return Ply(
            number=number,
            side=facts.number("side"),
            turn=facts.text("turn"),
            position=facts.text("position"),
            by=facts.text("by"),
            seconds=facts.seconds("seconds"),
            at=stored.event.at,
            seq=stored.seq,
        )

    def _now(self) -> str:
        return self._before_number(len(self._line) + 1)

    def _before(self, ply: Ply) -> str:
        return self._before_number(ply.number)

    def _before_number(self, number: int) -> str:
        assert self._opening is not None
        return self._line[number - 2].position if number > 1 else self._opening.position


def _opening(event: Event) -> Opening:
    facts = Facts(event.data)
    opening = Opening(
        game=facts.text("game"),
        options=facts.mapping("options"),
        players=facts.texts("players"),
        seats=facts.numbers("seats"),
        position=facts.text("position"),
        house=facts.mapping("house"),
        at=event.at,
    )
    _check_seats(opening.players, opening.seats)
    return opening


def _check_seats(players: Sequence[str], seats: Sequence[int]) -> None:
    if sorted(seats) != list(range(len(players))):
        raise BrokenError(f"seats {list(seats)} do not seat each of {len(players)} players once")


_STEPS: dict[str, Callable[[_Walker, Stored], None]] = {
    "game.opened": _Walker._opened,
    "board.ready": _Walker._ready,
    "turn.made": _Walker._made,
    "turn.revised": _Walker._revised,
    "turn.withdrawn": _Walker._withdrawn,
    "turn.takeback": _Walker._taken_back,
    "turn.sealed": _Walker._sealed,
    "game.over": _Walker._ended,
    "game.paused": _Walker._paused,
    "game.resumed": _Walker._ready,
}
