"""The walker: takes the events of a game one by one and keeps its final line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from controller.record.chain import Stored
from controller.record.facts import BrokenError, Facts
from controller.record.opening import read_opening
from controller.record.steps import (
    Decided,
    Fault,
    Hidden,
    Note,
    Opening,
    Ply,
    Promise,
    Result,
    Rolled,
    Ruled,
    Step,
    Visitor,
)


class Walker:
    """Where a game stands after the events taken so far; after a `fault` nothing is believed."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self.opening: Opening | None = None
        self.seats: tuple[int, ...] = ()
        self.line: list[Ply] = []
        #: Rolls and decisions with their events; a turn is only its number in the line.
        self._steps: list[tuple[Rolled | Decided | Ruled, Stored] | int] = []
        self.notes: list[Note] = []
        self.promise: Promise | None = None
        #: Where it was promised and shown, and whether the game was reopened since.
        self._promised: list[Stored] = []
        self._reopened = False
        self.hidden: Hidden | None = None
        self.result: Result | None = None
        self._over: Stored | None = None
        self._last: Stored | None = None
        self.status = "setup"
        self.fault: Fault | None = None

    def take(self, stored: Stored) -> bool:
        """Take one more event; False where it cannot be right."""
        try:
            self._step(stored)
        except BrokenError as error:
            kind = error.kind or stored.event.kind
            self.fault = Fault(error.seq or stored.seq, f"{kind}: {error}")
        return self.fault is None

    def _step(self, stored: Stored) -> None:
        kind = stored.event.kind
        if self.opening is None and kind != "game.opened":
            raise BrokenError("a game begins with game.opened")
        _STEPS.get(kind, Walker._noted)(self, stored)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The final line with the rolls and decisions between its turns."""
        return tuple(
            self.line[step - 1] if isinstance(step, int) else step[0] for step in self._steps
        )

    def until_the_end(self, events: tuple[Stored, ...]) -> tuple[Stored, ...]:
        """What comes after the end (a restart, hints for the next game) is not part of the game."""
        end = self._last
        return tuple(each for each in events if end is None or each.seq <= end.seq)

    # The opening, and the board's dice

    def _opened(self, stored: Stored) -> None:
        if self.opening:
            raise BrokenError("this game was opened before")
        opening = read_opening(stored.event)
        self._visitor.opened(opening)
        self.opening, self.seats = opening, opening.seats

    def _ready(self, stored: Stored) -> None:
        self.status = "playing"
        self._noted(stored)

    def _committed(self, stored: Stored) -> None:
        """The board promises its dice: once, and again after every end that was taken back."""
        if self._over or (self.promise and not self._reopened):
            raise BrokenError("the board promised its dice before")
        for earlier in self._promised:  # what was promised and shown did happen
            self._noted(earlier)
        self._promised, self._reopened = [stored], False
        self._keep_promise(Promise(Facts(stored.event.data).text("commitment")))

    def _revealed(self, stored: Stored) -> None:
        if not self.promise:
            raise BrokenError("a seed is shown that was never promised")
        if not self._over:
            raise BrokenError("the seed of the board's dice is shown before the game is over")
        self._keep_promise(replace(self.promise, seed=Facts(stored.event.data).text("seed")))
        self._promised.append(stored)
        self._last = stored

    def _lost(self, stored: Stored) -> None:
        """What the board had promised was lost with its file: people roll from then on."""
        self._visitor.lost(Facts(stored.event.data).text("commitment"))
        self._noted(stored)

    def _keep_promise(self, promise: Promise) -> None:
        self._visitor.promised(promise)
        self.promise = promise

    # What lies hidden beneath the board

    def _sealed_away(self, stored: Stored) -> None:
        if self.hidden:
            raise BrokenError("something was sealed before")
        self._keep_hidden(Hidden(Facts(stored.event.data).text("seal")))

    def _shown(self, stored: Stored) -> None:
        if not self.hidden:
            raise BrokenError("something is shown that was never sealed")
        if not self._over:
            raise BrokenError("what lies hidden is shown before the game is over")
        self._keep_hidden(replace(self.hidden, shown=dict(stored.event.data)))
        self._last = stored

    def _keep_hidden(self, hidden: Hidden) -> None:
        self._visitor.hidden(hidden)
        self.hidden = hidden

    # Rolls, decisions and turns

    def _rolled(self, stored: Stored) -> None:
        self._check_running("roll")
        facts, at = Facts(stored.event.data), stored.event.at
        roll = Rolled(
            facts.number_or_none("side"),
            facts.numbers("dice"),
            facts.text("by"),
            facts.number("number"),
            at,
            stored.seq,
        )
        self._visitor.rolled(roll)
        self._steps.append((roll, stored))

    def _voided(self, stored: Stored) -> None:
        """The roll is no step of the line any more; that it was thrown stays told."""
        self._check_running("void roll")
        dice = Facts(stored.event.data).numbers("dice")
        self._visitor.voided(dice)
        at = len(self._steps)
        while dice and at and not isinstance(step := self._steps[at - 1], int):
            at -= 1
            if isinstance(step[0], Rolled):
                del self._steps[at]
                break
        self._noted(stored)

    def _decided(self, stored: Stored) -> None:
        self._check_running("decision")
        facts = Facts(stored.event.data)
        decision = Decided(
            facts.number("side"), facts.text("decision"), stored.event.at, stored.seq
        )
        self._visitor.decided(decision)
        self._steps.append((decision, stored))

    def _ruled(self, stored: Stored) -> None:
        self._check_running("ruling")
        facts = Facts(stored.event.data)
        ruling = Ruled(
            facts.text("what"),
            stored.event.data.get("value"),
            facts.text("position"),
            *self._who_and_why(facts),
            stored.event.at,
            stored.seq,
        )
        self._visitor.ruled(ruling)
        self._steps.append((ruling, stored))

    def _clock_set(self, stored: Stored) -> None:
        self._check_running("ruling")
        self._who_and_why(Facts(stored.event.data))
        self._noted(stored)

    @staticmethod
    def _who_and_why(facts: Facts, who: str = "by") -> tuple[str, str]:
        """Nobody directs a game without saying who and why."""
        by, why = facts.text(who), facts.text("why")
        if not by.strip() or not why.strip():
            raise BrokenError("a director acted, and it is not said who and why")
        return by, why

    def _made(self, stored: Stored) -> None:
        self._check_running("turn")
        facts = Facts(stored.event.data)
        self._add(self._ply(stored, facts.text("turn"), facts.number("side"), facts.text("by")))

    def _condoned(self, stored: Stored) -> None:
        self._check_running("turn")
        facts = Facts(stored.event.data)
        side = facts.number("side") if facts.says("side") else self._roller()
        ply = self._ply(stored, facts.text("turn", ""), side, facts.text("by", "hands"))
        accepted = facts.number_if_said("accepted")
        if accepted == side:
            raise BrokenError(f"side {side} lets its own turn stand; that is for the other side")
        before = facts.text("before") if facts.says("before") else None
        self._add(replace(ply, condoned=True, accepted=accepted, before=before))

    def _roller(self) -> int:
        """Who rolled last, where a condoned turn does not say whose it is."""
        roll = next((step[0] for step in reversed(self._steps) if not isinstance(step, int)), None)
        if not isinstance(roll, Rolled):
            return 0
        return int(roll.dice[-1:] > roll.dice[:1]) if roll.side is None else roll.side

    def _named(self, stored: Stored) -> None:
        """Somebody said which of the rolls that explain a turn it was."""
        facts = Facts(stored.event.data)
        number, dice = facts.number("ply"), facts.numbers("dice")
        if not 1 <= number <= len(self.line):
            raise BrokenError(f"there is no ply {number}; there are {len(self.line)}")
        ply = self.line[number - 1]
        if dice not in ply.rolls or ply.named:
            raise BrokenError(f"{'-'.join(map(str, dice))} is no roll that explains ply {number}")
        self.line[number - 1] = replace(ply, rolls=(dice,), dice=dice, named=True)
        self._noted(stored)

    def _check_running(self, what: str) -> None:
        if self.result:
            raise BrokenError(f"the game was over before this {what}")

    def _ply(self, stored: Stored, turn: str, side: int, by: str) -> Ply:
        facts, number = Facts(stored.event.data), len(self.line) + 1
        if facts.number("ply") != number:
            raise BrokenError(f"it is ply {facts.number('ply')}, but ply {number} comes next")
        return Ply(
            number=number,
            side=side,
            turn=turn,
            position=facts.text("position"),
            by=by,
            seconds=facts.seconds("seconds"),
            at=stored.event.at,
            seq=stored.seq,
            dice=facts.numbers_if_said("dice"),
            rolls=facts.rolls_if_said("rolls"),
            opening=facts.rolls_if_said("opening"),
        )

    def _add(self, ply: Ply) -> None:
        self._visitor.turn(ply)
        self.line.append(ply)
        self._steps.append(ply.number)
        self._swap(ply)
        self.status = "playing"

    # Turns that are changed and taken back

    def _revised(self, stored: Stored) -> None:
        last = self._unsealed(stored)
        facts = Facts(stored.event.data)
        if facts.text("old") != last.turn:
            raise BrokenError(f"it changes {facts.text('old')!r}, but {last.turn!r} was made")
        turn, position = facts.text("turn"), facts.text("position")
        ply = replace(
            last,
            turn=turn,
            position=position,
            by=facts.text("by", last.by),
            seconds=facts.seconds("seconds", last.seconds),
            condoned=False,
            rolls=facts.rolls_if_said("rolls"),
            opening=facts.rolls_if_said("opening"),
            named=False,
        )
        if ply.rolls:
            ply = replace(ply, dice=facts.numbers_if_said("dice"))
        self._reopen()
        self._visitor.back(len(self.line) - 1)
        self._visitor.turn(ply)
        self._swap(last)
        self.line[-1] = ply
        self._swap(ply)
        self._noted(stored)

    def _withdrawn(self, stored: Stored) -> None:
        last = self._unsealed(stored)
        if Facts(stored.event.data).text("turn") != last.turn:
            raise BrokenError(f"{last.turn!r} is the turn that can be withdrawn")
        self._shorten(len(self.line) - 1, stored)

    def _taken_back(self, stored: Stored) -> None:
        facts = Facts(stored.event.data)
        keep, turns = facts.number("to"), facts.texts("turns")
        if not 0 <= keep < len(self.line):
            raise BrokenError(f"{len(self.line)} turns cannot be taken back to {keep}")
        if facts.text("by", "hands") == "director":
            self._who_and_why(facts, "who")
        there = tuple(ply.turn for ply in self.line[keep:])
        if turns not in (there, there[::-1]):
            raise BrokenError(f"it takes back {' '.join(turns)}, but {' '.join(there)} were made")
        self._shorten(keep, stored)

    def _shorten(self, keep: int, stored: Stored) -> None:
        """Turns leave the final line; what happened during them stays, at the last turn kept."""
        self._reopen()
        self._visitor.back(keep)
        for ply in self.line[keep:]:
            self._swap(ply)
        del self.line[keep:]
        self._bring_notes_back(keep)
        at = self._steps.index(keep + 1)
        for step in self._steps[at:]:
            if not isinstance(step, int):
                self._noted(step[1])
        del self._steps[at:]
        self._noted(stored)

    def _bring_notes_back(self, keep: int) -> None:
        """Notes are in the order of the line, so only the newest can be beyond its end."""
        place = len(self.notes)
        while place and self.notes[place - 1].ply > keep:
            place -= 1
            self.notes[place] = replace(self.notes[place], ply=keep)

    def _reopen(self) -> None:
        """A turn changed after the end: the result no longer stands, but it did happen."""
        if self._over:
            self._noted(self._over)
            self.result, self._over, self._last, self.status = None, None, None, "playing"
            self._reopened = True

    def _swap(self, ply: Ply) -> None:
        if ply.turn == "swap":
            self.seats = self.seats[::-1]

    def _unsealed(self, stored: Stored) -> Ply:
        number = Facts(stored.event.data).number("ply")
        if not self.line or number != len(self.line):
            raise BrokenError(f"ply {number} is not the last: there are {len(self.line)}")
        if self.line[-1].sealed:
            raise BrokenError(f"ply {number} was sealed before (by {self.line[-1].sealed})")
        return self.line[-1]

    def _sealed(self, stored: Stored) -> None:
        facts = Facts(stored.event.data)
        number, by = facts.number("ply"), facts.text("by")
        if not 1 <= number <= len(self.line):
            raise BrokenError(f"there is no ply {number} to seal; there are {len(self.line)}")
        self.line[number - 1] = replace(self.line[number - 1], sealed=by)

    # The end

    def _ended(self, stored: Stored) -> None:
        facts = Facts(stored.event.data)
        annulled = facts.text("reason") == "annulled"
        if annulled:
            self._who_and_why(facts)
        if self.result and (not annulled or self.result.reason == "annulled"):
            raise BrokenError("the game was over before")
        if self._over:  # the result that no longer stands did happen
            self._noted(self._over)
        result = Result(
            facts.number_or_none("winner"),
            facts.numbers("scores"),
            facts.text("reason"),
            stored.event.at,
            facts.number_if_said("level"),
            facts.number_if_said("cube"),
            facts.numbers_if_said("shared"),
        )
        self._visitor.over(result)
        self.result, self._over, self._last, self.status = result, stored, stored, "over"

    def _flagged(self, stored: Stored) -> None:
        self._check_running("flag")
        self._visitor.flagged(Facts(stored.event.data).number("side"))
        self._noted(stored)

    def _paused(self, stored: Stored) -> None:
        self.status = "paused"
        self._noted(stored)

    def _noted(self, stored: Stored) -> None:
        self.notes.append(Note(len(self.line), stored.seq, stored.event))


_STEPS: dict[str, Callable[[Walker, Stored], None]] = {
    "game.opened": Walker._opened,
    "board.ready": Walker._ready,
    "chance.committed": Walker._committed,
    "dice.rolled": Walker._rolled,
    "dice.void": Walker._voided,
    "dice.named": Walker._named,
    "director.ruled": Walker._ruled,
    "director.clock": Walker._clock_set,
    "decision.made": Walker._decided,
    "turn.made": Walker._made,
    "turn.condoned": Walker._condoned,
    "turn.revised": Walker._revised,
    "turn.withdrawn": Walker._withdrawn,
    "turn.takeback": Walker._taken_back,
    "turn.sealed": Walker._sealed,
    "clock.flag": Walker._flagged,
    "game.over": Walker._ended,
    "chance.revealed": Walker._revealed,
    "seed.lost": Walker._lost,
    "secret.sealed": Walker._sealed_away,
    "secret.revealed": Walker._shown,
    "game.paused": Walker._paused,
    "game.resumed": Walker._ready,
}
