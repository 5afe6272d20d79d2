"""Looks on while people play: when lights and record had understood, what was warned, how long a
step of the daemon took. It changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from controller.board.loop import BoardLoop
from controller.lights.meanings import Meaning
from controller.table.state import Status

#: The lights that say whose turn it is.
_TO_MOVE = (Meaning.TURN, Meaning.AGAIN, Meaning.NEXT, Meaning.HURRY)


@dataclass(slots=True)
class Done:
    """One turn that was really played."""

    number: int
    text: str
    before: Any
    turn: Any
    after: Any
    #: What was rolled for it; nothing: it was told, or there are no dice.
    roll: tuple[int, ...] = ()
    #: As the table speaks of it where it knows no roll; empty: as it is written.
    name: str = ""
    #: Whether hands moved anything for it.
    by_hand: bool = False
    #: When they began and last moved; when the lights were the next player's; when the record had
    #: it.
    begun_at: float | None = None
    moved_at: float | None = None
    lit_at: float | None = None
    kept_at: float | None = None


@dataclass(slots=True)
class Watch:
    """What one game was like."""

    house: BoardLoop
    #: The longest step of the daemon, in seconds of a processor.
    worst_step: float = 0.0
    #: In which turns, by number, the board asked or showed that something was wrong.
    warned: set[int] = field(default_factory=set)
    #: How often it began to say that something is wrong.
    alarms: int = 0
    _pending: list[Done] = field(default_factory=list)
    _changes: int = -1
    _wrong: bool = False

    def begin(self, done: Done) -> None:
        """A turn was made by hand: look for the lights and the record that follow."""
        self._pending.append(done)
        self._changes = -1

    def forget(self, done: Done) -> None:
        """It was taken back."""
        self._pending = [each for each in self._pending if each is not done]

    def took(self, seconds: float) -> None:
        """A step of the daemon took so long."""
        self.worst_step = max(self.worst_step, seconds)

    def look(self, now: float, number: int) -> None:
        """The house has made a step, in the turn of this number."""
        if self.house.changes == self._changes:
            return
        self._changes = self.house.changes
        state = self.house.told
        if state.question or state.wrong or state.missing:
            self.warned.add(number)
        self.alarms += state.wrong and not self._wrong
        self._wrong = state.wrong
        for done in self._pending:
            self._follow(done, state, now)
        self._pending = [each for each in self._pending if each.kept_at is None]

    def _follow(self, done: Done, state: Any, now: float) -> None:
        if _is_kept(done, state):
            done.kept_at = now
        if done.lit_at is None and (done.kept_at is not None or self._is_lit(done, state)):
            done.lit_at = now

    def _is_lit(self, done: Done, state: Any) -> bool:
        """Whether the lights have gone on to the next player, before the record did."""
        if len(state.plies) < done.number - 1 or state.status is not Status.PLAYING:
            return False
        rules, glows = state.rules, self.house.glows
        last, following = rules.mover(done.before), rules.mover(done.after)
        glow = glows.get(rules.homes[following])
        if last == following:
            return glow is not None and glow.meaning is Meaning.AGAIN
        left = glows.get(rules.homes[last])
        return (glow is not None and glow.meaning in _TO_MOVE) and (
            left is None or left.meaning not in _TO_MOVE
        )


def _is_kept(done: Done, state: Any) -> bool:
    """Whether the record has this turn; where a roll is inferred it may be spelt otherwise."""
    if len(state.plies) < done.number:
        return False
    ply = state.plies[done.number - 1]
    return bool(ply.turn == done.text or ply.rolls)


def waits(line: Sequence[Done], what: str) -> list[float]:
    """From the last movement to the lights (`lit_at`) or the record (`kept_at`), turn by turn."""
    found = []
    for done in line:
        at = getattr(done, what)
        if at is not None and done.moved_at is not None:
            found.append(round(max(0.0, at - done.moved_at), 4))
    return found
