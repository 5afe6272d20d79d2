"""How simulated people talk to the board: they answer it, and tell it what it has not seen."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from controller.simulation.sitting import Sitting
from controller.simulation.watching import Done
from controller.table.commands import CommandError
from controller.table.doubting import doubted
from controller.table.inferred import awaited
from controller.table.state import NOTHING, Question, Status
from controller.tracking.pace import LONGEST, PATIENCE
from controller.tracking.verdict import Kind

#: How long people wait for the board before they talk to it.
_WAIT = max(LONGEST, PATIENCE) + 1.0
#: A board that takes nothing ends the evening.
_MOST_TALK = 12
#: Seconds that somebody needs to read a question.
_READING = 0.6


class StuckError(RuntimeError):
    """The board could not be brought to go on by any honest means."""


class Talking(Sitting):
    """People who know what they did, and say so when they must."""

    def _wait_for(self, happened: Callable[[], bool], talk: Callable[[], object]) -> None:
        """Wait; and when the board does not go on by itself, talk to it."""
        for _ in range(_MOST_TALK):
            if self._wait(happened):
                return
            self.played.talks += 1
            self.played.unasked += self._state.question is None
            talk()
        raise StuckError(f"the board waits for ever: {self.house.table.verdict}")

    def _let_it_settle(self) -> None:
        """Wait until the board sees nothing under way, and answer what it still asks."""
        while not self._wait(self._is_quiet):
            if self._state.question is None:
                return
            self._reply()

    def _is_quiet(self) -> bool:
        return self.house.table.verdict.kind is Kind.UNTOUCHED

    def _wait(self, happened: Callable[[], bool]) -> bool:
        until = self.clock.now() + _WAIT
        while self.clock.now() < until and not happened() and not self._state.question:
            self.pass_time(min(until, self._next()))
            if self._tidy_up():
                until = self.clock.now() + _WAIT
        return bool(happened())

    def _command(self, command: dict[str, Any]) -> None:
        """Say it to the board; where it refuses the truth, the record is wrong already."""
        try:
            self.house.command(command)
        except CommandError as refused:
            raise StuckError(f"the board refuses {command}: {refused}") from None

    # -- what is asked -------------------------------------------------------------------------

    def _reply(self) -> None:
        """Answer what is asked."""
        self.played.talks += 1
        self._answer(self._state.question)

    def _answer(self, question: Question) -> None:
        """Read what is asked, and say it; what the hands did last may have answered it by then."""
        self.pass_time(self.clock.now() + _READING)
        if self._state.question != question:
            return
        choice = self._true_of(question)
        if choice not in question.options:
            raise StuckError(f"the truth {choice} is not among {question.options}")
        self._command({"do": "answer", "question": question.number, "choice": choice})

    def _true_of(self, question: Question) -> str:
        """The turn that was played there, how far the turns were taken back, or nothing."""
        ply, made = self._asked_about(), self.played.made
        if ply < made and (name := self._name_of(ply)) in question.options:
            return name
        back = [f"ply:{made}"]
        if (true := self._last_true()) < len(self._state.plies):
            back.append(f"ply:{true}")
        for each in back:
            if each in question.options:
                return each
        return NOTHING if NOTHING in question.options or ply >= made else self._name_of(ply)

    def _last_true(self) -> int:
        """After how many turns the record leaves what was played: who took that one back may have
        made another since."""
        both = zip((ply.turn for ply in self._state.plies), self.played.turns, strict=False)
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))

    def _asked_about(self) -> int:
        """How many turns were made before the one that the board asks about."""
        state, table = self._state, self.house.table
        last = len(state.plies) > 0 and table.asked_from() == state.past[-2]
        return len(state.plies) - last

    def _name_of(self, ply: int) -> str:
        """The turn of this number, counted from 0, as the table would speak of it."""
        number = ply - len(self.played.earlier)
        if not 0 <= number < len(self.played.line):
            return ""
        done, table = self.played.line[number], self.house.table
        return done.name or self._guessed(done) or str(table.name_of(done.before, done.turn))

    def _guessed(self, done: Done) -> str:
        """Where no roll was told: the turn with all rolls that explain it."""
        table = self.house.table
        if not awaited(table) or table.follower is None:
            return ""
        rules, here = table.state.rules, table.follower.here
        for guess in here.turns:
            same = rules.mover(guess.before) == rules.mover(done.before)
            if guess.after == done.after and same:
                return str(table.name_of(here.position, guess))
        return ""

    # -- what is not seen ----------------------------------------------------------------------

    def _explain(self) -> None:
        """The turn was made and the board does not say so: answer it, or tell it.

        A sensor that died may have made it take back, for all to see, the turn before as well.
        """
        question = self._state.question
        if question is not None:
            self._answer(question)
        elif self._state.status is Status.PLAYING and not self._insist():
            untold = min(len(self._state.plies), self.played.made - 1)
            self._command({"do": "declare", "turn": self._name_of(untold)})

    def _retell(self) -> None:
        """The turns were taken back and the board does not say so: answer it, or tell it."""
        question = self._state.question
        if question is not None:
            self._answer(question)
        elif len(self._state.plies) > self.played.made:
            self._command({"do": "undo"})
        else:
            self._explain()

    def _insist(self) -> bool:
        """What the lights still ask for lies there already: vouch for those that are doubted."""
        follower, verdict = self.house.table.follower, self.house.table.verdict
        assert follower is not None
        cells = {repair.cell for repair in verdict.repairs}
        if verdict.kind is Kind.IN_HAND and len(verdict.possible) == 1:
            after = follower.station.traces[verdict.possible[0]].after
            cells |= {cell for cell, held in after.items() if self._lies_unseen(cell, held)}
        cells &= set(doubted(self.house.table))
        right = [cell for cell in sorted(cells) if self._lies_right(cell)]
        if right:
            self._command({"do": "vouch", "cells": right})
        return bool(right)

    def _lies_unseen(self, cell: str, wanted: int) -> bool:
        looks = self.house.table.sensing.look(cell)
        return not looks.allows(wanted) and self.board.wood.count(cell) == abs(wanted)

    def _lies_right(self, cell: str) -> bool:
        """Whether the sensor tells of this cell what is not so."""
        return not self.house.table.sensing.look(cell).allows(self.board.wood.count(cell))
