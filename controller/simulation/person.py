"""Simulated people: they play legal turns, look at what the board says, and answer it honestly.

They know what they did. Where the board asks, they answer; where it waits for a piece that lies
there already, they say so; where it has seen nothing, they tell it what was played. How often they
had to is counted. They never set a record right that came out wrong: that is what is measured.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from controller.buttons import command_of
from controller.games.catalogue import make_game
from controller.games.game import Cell, Draw
from controller.games.nardy import Nardy
from controller.house import House
from controller.simulation.checkers import as_people_carry
from controller.simulation.fate import truth_of
from controller.simulation.plans import plan_of
from controller.simulation.solid import solid_plan
from controller.simulation.speaking import word_of
from controller.table.commands import CommandError
from controller.table.inferred import awaited
from controller.table.state import Status
from controller.tracking.pace import LONGEST, PATIENCE
from controller.tracking.verdict import Kind
from hardware.clock import ManualClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.hands import Hands

#: How long people wait for the board before they talk to it.
_WAIT = max(LONGEST, PATIENCE) + 1.0
#: In a game that goes on for ever somebody resigns; a board that takes nothing ends the evening.
MOST_TURNS = 2000
_MOST_TALK = 12
#: Seconds that somebody needs to read a question.
_READING = 0.6
#: So many legal turns are a great choice.
_MANY = 50


class StuckError(RuntimeError):
    """The board could not be brought to go on by any honest means."""


@dataclass(slots=True)
class Played:
    """What was really played, and how often people had to talk to the board."""

    turns: list[str]
    talks: int = 0
    slips: int = 0
    #: Where each turn led, and what had been rolled for it (nothing: numbers that passed over).
    positions: list[str] = field(default_factory=list)
    rolls: list[tuple[int, ...]] = field(default_factory=list)


class Evening:
    """One game at one simulated table."""

    def __init__(
        self,
        house: House,
        board: SimulatedBoard,
        clock: ManualClock,
        hands: Hands,
        rng: Random,
        *,
        most_turns: int = MOST_TURNS,
    ) -> None:
        self.house, self.board, self.clock = house, board, clock
        self.hands, self.rng, self.most_turns = hands, rng, most_turns
        self.played = Played([])
        self._lying: dict[str, int] = {}
        self._dice: tuple[int, ...] = ()
        #: Each turn by its number, as the table would speak of it.
        self._names: dict[int, str] = {}

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, until: float) -> None:
        """Let the house live until this moment; where nothing can happen, jump."""
        while self.clock.now() < until:
            self.clock.jump(max(self.clock.now(), min(until, self._next())))
            self.house.step()

    def _next(self) -> float:
        """When something could happen: a poll of the board, or a deadline of the table."""
        now = self.clock.now()
        deadline = self.house.table.deadline
        change = self.board.next_change()
        times = [time for time in (deadline, change) if time is not None]
        return max(now + 1e-4, min(times, default=now + 60.0))

    # -- the game ------------------------------------------------------------------------------

    def play(
        self, options: dict[str, Any], begin: str = "lot", house: dict[str, Any] | None = None
    ) -> Played:
        """Set up and play one game to its end; dice say themselves who begins."""
        if begin == "lot" and make_game(self.house.table.game, options).uses_dice:
            begin = "first"
        rules = {"house": house} if house else {}
        self.house.command({"do": "new", "options": options, "begin": begin, **rules})
        self.lay_out()
        return self.go_on()

    def lay_out(self) -> None:
        """Lay the stones as the record has them."""
        state = self._state
        held = zip(state.rules.cells, state.rules.contents(state.position), strict=True)
        self.board.wood.set_up({cell: abs(count) for cell, count in held})
        self._lying = self.board.wood.counts()

    def go_on(self) -> Played:
        """Play the game that is under way to its end."""
        begun = (Status.PLAYING, Status.OVER)  # a turn that was finished by hand may end the game
        self._wait_for(lambda: self._state.status in begun, self._insist)
        rules, position = self._state.rules, self._state.position
        self.played.turns = [ply.turn for ply in self._state.plies]
        if self._is_over:
            return self.played
        truth = truth_of(self.house.table, self.rng)
        while len(self.played.turns) < self.most_turns:
            position = self._prepared(rules, position)
            turns = truth(position, rules.turns(position))
            if not turns:
                break
            turn = self._choose(rules, position, turns)
            self._make(rules, position, turn)
            position = rules.play(position, turn)
        if not rules.outcome(position).over and len(self.played.turns) >= self.most_turns:
            self._give_up()
        return self.played

    def _give_up(self) -> None:
        """So many turns are enough: who is to move resigns, and where that is asked it is taken."""
        self._let_it_settle()
        self._command(command_of("resign", self._state))
        if not self._is_over and (word := self._state.awaited_answer):
            side = self._state.rules.speaker(self._state.position, word)
            self._command({"do": "decide", "decision": word, "side": side})

    def _prepared(self, rules: Any, position: Any) -> Any:
        """The position once everything is said and rolled that comes before the turn."""
        while not rules.outcome(position).over:
            word = word_of(rules, position, self.rng)
            if word is not None:
                side = rules.speaker(position, word)
                self._let_it_settle()  # who speaks has his hands off the board
                self._say_who_begins()
                self._command({"do": "decide", "decision": word, "side": side})
                position = rules.decide(position, word, side)
            elif rules.draws(position) is not None:
                position = self._drawn(rules, position)
                if _is_passed(rules, position):
                    break  # the table passes at once: nothing can be said before it
            else:
                break
        return position

    def _say_who_begins(self) -> None:
        """Whoever speaks before the first turn must say first who won the opening roll."""
        draw = self._state.rules.draws(self._state.position)
        if awaited(self.house.table) and draw is not None and draw.side is None:
            self._command({"do": "roll", "dice": list(self._dice)})
            self._dice = ()

    def _drawn(self, rules: Any, position: Any) -> Any:
        """The position with what chance has brought, where it is asked."""
        draw = rules.draws(position)
        if draw is None:
            return position
        self.pass_time(self.clock.now() + self.rng.uniform(0.3, 2.0))
        self._let_it_settle()
        chance, number = self.house.table.chance, self._state.draws + 1
        if awaited(self.house.table):
            return self._untold(rules, position, draw)
        if chance is None:
            lying = [self.rng.choice(draw.choices) for _ in range(draw.count)]
            self._command({"do": "roll", "dice": lying})
        else:
            lying = list(chance.pick(number, draw.choices, draw.count))
            self._command({"do": "roll"})
        return rules.draw(position, lying)

    def _untold(self, rules: Any, position: Any, draw: Draw) -> Any:
        """The position with dice that nobody enters, unless they raise the stake by themselves."""
        lying = self._thrown(draw)
        drawn = rules.draw(position, lying)
        again = rules.draws(drawn)
        if draw.side is None and again is not None and again.side is None and drawn != position:
            self._command({"do": "roll", "dice": lying})
        return drawn

    def _thrown(self, draw: Draw) -> list[int]:
        """Dice thrown on the table, of which the board is told nothing."""
        lying = [self.rng.choice(draw.choices) for _ in range(draw.count)]
        self._dice = tuple(lying if draw.side is None else sorted(lying, reverse=True))
        return lying

    @property
    def _state(self) -> Any:
        return self.house.table.state

    def _is_quiet(self) -> bool:
        return self.house.table.verdict.kind is Kind.UNTOUCHED

    @property
    def _is_over(self) -> bool:
        return self._state.status is Status.OVER

    def _choose(self, rules: Any, position: Any, turns: Any) -> Any:
        any_turn = self.rng.choice(turns)
        if len(turns) > _MANY and not rules.trace(position, any_turn).moves_nothing:
            return any_turn  # looking at thousands would take longer than playing them
        visible = [turn for turn in turns if not rules.trace(position, turn).moves_nothing]
        late = rules.timeout_turn(position)
        return self.rng.choice(visible or [turn for turn in turns if turn != late])

    def _make(self, rules: Any, position: Any, turn: Any) -> None:
        start = dict(zip(rules.cells, rules.contents(position), strict=True))
        planned = solid_plan if rules.solid else plan_of
        plan = planned(start, rules.stages(position, turn), self.rng)
        if isinstance(rules, Nardy):
            between = partial(_between, rules.course(rules.mover(position)))
            plan = as_people_carry(plan, start, between, self.rng)
        name = self._name(rules, position, turn)
        self.played.turns.append(rules.write_turn(position, turn))
        self.played.positions.append(rules.write_position(rules.play(position, turn)))
        self.played.rolls.append(self._dice)
        self._dice = ()
        made = len(self.played.turns)
        self._names[made] = name
        if not plan and awaited(self.house.table):
            self._say_pass(self.played.rolls[-1])
        if rules.named_aloud(position, turn) and len(self._state.plies) < made:
            self._command({"do": "declare", "turn": name})
        for timed in self.hands.perform(plan, self.clock.now() + self.rng.uniform(0.3, 2.0)):
            self.pass_time(timed.at)
            self._tidy_up()
            timed.apply(self.board.wood)
            self._lying = self.board.wood.counts()
            self.played.slips += timed.slip is not None
        # Half of it may have looked like a turn of its own: nobody goes before the board knows
        # that the game is over.
        last = rules.outcome(rules.play(position, turn)).over
        self._wait_for(
            lambda: len(self._state.plies) >= made and (not last or self._is_over),
            self._explain,
        )
        if rules.solid:
            self._let_it_settle()

    def _name(self, rules: Any, position: Any, turn: Any) -> str:
        """The turn as the table speaks of it; where no roll was told, with all that explain it."""
        table = self.house.table
        if awaited(table) and table.follower:
            here, after = table.follower.here, rules.play(position, turn)
            for guess in here.turns:
                if guess.after == after and rules.mover(guess.before) == rules.mover(position):
                    return table.name_of(here.position, guess)
        return table.name_of(position, turn)

    def _say_pass(self, dice: tuple[int, ...]) -> None:
        """Nothing can be moved, which no board can see."""
        try:
            self.house.command({"do": "pass"})
        except CommandError:  # the numbers pass over: the board must know them
            self._command({"do": "roll", "dice": list(dice)})

    def _tidy_up(self) -> bool:
        """A stone that fell off the board is heard, looked for, and put back where it lay."""
        wood = self.board.wood
        if not wood.floor:
            return False
        self.pass_time(self.clock.now() + self.rng.uniform(0.5, 9.0))
        wood.pick_up_floor()
        for cell, count in wood.counts().items():
            if count < self._lying[cell]:
                wood.drop(cell, self._lying[cell] - count)
        return True

    def _wait_for(self, happened: Any, talk: Any) -> None:
        """Wait; and when the board does not go on by itself, talk to it."""
        for _ in range(_MOST_TALK):
            if self._wait(happened):
                return
            self.played.talks += 1
            talk()
        raise StuckError(f"the board waits for ever: {self.house.table.verdict}")

    def _let_it_settle(self) -> None:
        """Wait until the board sees nothing under way, and answer what it still asks."""
        while not self._wait(self._is_quiet):
            if self._state.question is None:
                return
            self.played.talks += 1
            self._answer(self._state.question)

    def _wait(self, happened: Any) -> bool:
        until = self.clock.now() + _WAIT
        while self.clock.now() < until and not happened() and not self._state.question:
            self.pass_time(min(until, self._next()))
            if self._tidy_up():
                until = self.clock.now() + _WAIT
        return bool(happened())

    @property
    def _latest(self) -> str:
        """The last turn, as the table would speak of it."""
        return self._names.get(len(self.played.turns), "")

    # -- talking to the board ------------------------------------------------------------------

    def _explain(self) -> None:
        """The turn was made and the board does not say so: answer it, or tell it.

        A sensor that died may have made it take back, for all to see, the turn before as well.
        """
        question = self._state.question
        if question is not None:
            self._answer(question)
        elif self._state.status is Status.PLAYING and not self._insist():
            untold = self._names.get(len(self._state.plies) + 1, self._latest)
            self._command({"do": "declare", "turn": untold})

    def _command(self, command: dict[str, Any]) -> None:
        """Say it to the board; where it refuses the truth, the record is wrong already."""
        try:
            self.house.command(command)
        except CommandError as refused:
            raise StuckError(f"the board refuses {command}: {refused}") from None

    def _answer(self, question: Any) -> None:
        """Read what is asked, and say it; what the hands did last may have answered it by then."""
        self.pass_time(self.clock.now() + _READING)
        if self._state.question != question:
            return
        choice = self._latest if self._latest in question.options else "nothing"
        if choice not in question.options:
            raise StuckError(f"the truth {self._latest} is not among {question.options}")
        self._command({"do": "answer", "question": question.number, "choice": choice})

    def _insist(self) -> bool:
        """What the lights still ask for lies there already: vouch for those cells."""
        follower, verdict = self.house.table.follower, self.house.table.verdict
        assert follower is not None
        cells = {repair.cell for repair in verdict.repairs}
        if verdict.kind is Kind.IN_HAND and len(verdict.possible) == 1:
            after = follower.station.traces[verdict.possible[0]].after
            cells |= {cell for cell, held in after.items() if self._lies_unseen(cell, held)}
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


def _between(course: Sequence[Cell], origin: Cell, target: Cell) -> Sequence[Cell]:
    """The points that lie between; nothing is slid from the bar or into the tray."""
    if origin not in course or target not in course:
        return ()
    return course[course.index(origin) + 1 : course.index(target)]


def _is_passed(rules: Any, position: Any) -> bool:
    """Whether the dice leave nothing to be moved."""
    if rules.draws(position) is not None or rules.outcome(position).over:
        return False
    return bool(rules.must_pass(position))
