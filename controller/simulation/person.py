"""Simulated people: they play legal turns, look at what the board says, and answer it honestly.

They know what they did. Where the board asks, they answer; where it waits for a piece that lies
there already, they say so; where it has seen nothing, they tell it what was played. How often they
had to is counted. They never set a record right that came out wrong: that is what is measured.

Calm people wait for the board after every turn. Others go on at their own pace, and look up when
the board asks, refuses, or lies two turns behind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

from controller.board.buttons import command_of
from controller.board.loop import BoardLoop
from controller.games.acts import Drawn, Said
from controller.games.catalogue import make_game
from controller.games.game import Draw
from controller.simulation.fate import truth_of
from controller.simulation.habits import Sight, shaped
from controller.simulation.making import Plan, back_plan, contents, turn_plan
from controller.simulation.people import CALM, People
from controller.simulation.sitting import Played, is_for
from controller.simulation.speaking import word_of
from controller.simulation.talking import StuckError, Talking
from controller.simulation.watching import Done
from controller.table.commands import CommandError
from controller.table.inferred import awaited
from controller.table.state import Status
from controller.tracking.verdict import Kind
from hardware.clock import ManualClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.hands import Hands, Verb

__all__ = ["MOST_TURNS", "Evening", "Played", "StuckError"]

#: In a game that goes on for ever somebody resigns.
MOST_TURNS = 2000
#: How soon the impatient begin after the opponent's last stone, and how soon a refused roll is
#: tried again.
_IMPATIENT, _AGAIN = (0.0, 0.15), (0.3, 0.8)
#: How long after a piece was put down another's hand can be where it lies.
_LETTING_GO = (0.5, 0.9)
#: How long after a stone fell somebody takes what lies there.
_JUST_FILLED = (0.3, 0.6)
#: How long people look at red lights before they believe them.
_STILL_RED = (0.5, 1.0)
#: So many legal turns are a great choice.
_MANY = 50
#: How often somebody thinks of a turn that leaves all as it was (a piece of Gyges that bounces back
#: to its own field), where the others are as good.
_STAYS = 0.1
#: So many turns the board may lie behind before people look up.
_BEHIND = 2
#: So many turns are taken back at most, and so often a roll is tried.
_MOST_BACK, _MOST_ROLLS = 3, 60


class Evening(Talking):
    """One game at one simulated table."""

    def __init__(
        self,
        house: BoardLoop,
        board: SimulatedBoard,
        clock: ManualClock,
        hands: Hands,
        rng: Random,
        *,
        most_turns: int = MOST_TURNS,
        people: People = CALM,
    ) -> None:
        super().__init__(house, board, clock, rng)
        self.hands, self.most_turns, self.people = hands, most_turns, people
        self._dice: tuple[int, ...] = ()
        #: What is still to be put right, and in how many turns.
        self._owed: Plan = []
        self._due = 0
        #: What was just taken back is not played again, and nothing before this turn is taken back.
        self._avoid: Any = None
        self._firm = 0

    # -- the game ------------------------------------------------------------------------------

    def play(
        self, options: dict[str, Any], begin: str = "lot", house: dict[str, Any] | None = None
    ) -> Played:
        """Set up and play one game to its end; dice say themselves who begins."""
        if begin == "lot" and make_game(self.house.table.game, options).chance is not None:
            begin = "first"
        rules = {"house": house} if house else {}
        self.house.command({"do": "new", "options": options, "begin": begin, **rules})
        self.lay_out()
        return self.go_on()

    def go_on(self) -> Played:
        """Play the game that is under way to its end."""
        begun = (Status.PLAYING, Status.OVER)  # a turn that was finished by hand may end the game
        self._wait_for(lambda: self._state.status in begun, self._insist)
        rules, position = self._state.rules, self._state.position
        self.played.earlier, self.played.line = [ply.turn for ply in self._state.plies], []
        if self._is_over:
            return self.played
        truth = truth_of(self.house.table, self.rng)
        # Numbers left to somebody who cannot move them are passed by the table with the last turn.
        while self.played.made < self.most_turns or _is_passed(rules, position):
            position = self._prepared(rules, position)
            turns = truth(position, rules.turns(position))
            if not turns:
                break
            self._make(rules, position, self._choose(rules, position, turns), turns)
            position = self._perhaps_back(rules)
        self._finish(rules, position)
        return self.played

    def _finish(self, rules: Any, position: Any) -> None:
        """Nobody goes before the board has understood, and knows that the game is over."""
        over = rules.outcome(position).over
        self._catch_up()
        if over:
            self._wait_for(lambda: self._is_over, self._explain)
        elif self.played.made >= self.most_turns:
            self._give_up()

    def _give_up(self) -> None:
        """So many turns are enough: who is to move resigns, and where that is asked it is taken."""
        self._let_it_settle()
        self._command(command_of("resign", self.house.situation))
        if not self._is_over and (answer := self._state.acts.answer):
            self._command({"do": "decide", "decision": answer.word, "side": answer.sides[0]})

    def _happens(self, habit: str) -> bool:
        rate = self.people.rates.get(habit, 0.0)
        return rate > 0 and self.rng.random() < rate

    # -- before a turn -------------------------------------------------------------------------

    def _prepared(self, rules: Any, position: Any) -> Any:
        """The position once everything is said and rolled that comes before the turn; where nothing
        can be moved the table passes at once, and nobody says anything before it."""
        while not rules.outcome(position).over and not _is_passed(rules, position):
            word = word_of(rules, position, self.rng)
            if word is not None:
                position = self._said(rules, position, word)
            elif rules.acts(position).draw is not None:
                position = self._drawn(rules, position)
            else:
                break
        return position

    def _said(self, rules: Any, position: Any, word: str) -> Any:
        """The position after somebody spoke, who has his hands off the board."""
        side = rules.acts(position).saying(word).sides[0]
        self._rest(self._soon())
        if not self.people.waits:
            self._catch_up()
        self._let_it_settle()
        self._say_who_begins()
        self._command({"do": "decide", "decision": word, "side": side})
        self._firm = self.played.made
        return rules.apply(position, Said(word, side))

    def _say_who_begins(self) -> None:
        """Whoever speaks before the first turn must say first who won the opening roll."""
        draw = self._state.rules.acts(self._state.position).draw
        if awaited(self.house.table) and draw is not None and draw.side is None:
            self._command({"do": "roll", "dice": list(self._dice)})
            self._dice = ()

    def _drawn(self, rules: Any, position: Any) -> Any:
        """The position with what chance has brought, where it is asked."""
        draw = rules.acts(position).draw
        if draw is None:
            return position
        self._rest(self._soon())
        if self.people.waits:
            self._let_it_settle()
        if awaited(self.house.table):
            return self._untold(rules, position, draw)
        return rules.apply(position, Drawn(self._rolled(draw)))

    def _rolled(self, draw: Draw) -> list[int]:
        """Dice by hand, or by the board; a roll that is refused is tried again."""
        thrown: list[int] = []
        if self.house.table.chance is None:
            thrown = [self.rng.choice(draw.choices) for _ in range(draw.count)]
        for _ in range(_MOST_ROLLS):
            chance, number = self.house.table.chance, self._state.draws + 1
            command = {"do": "roll", **({"dice": thrown} if thrown else {})}
            try:
                self.house.command(command)
            except CommandError as refused:
                self._after_refusal(command, refused)
                continue
            return list(chance.pick(number, draw.choices, draw.count)) if chance else thrown
        raise StuckError("the board takes no roll")

    def _after_refusal(self, command: dict[str, Any], refused: CommandError) -> None:
        """The board is not ready for the roll: put right what is owed, and wait for it; and vouch
        for what lies there already."""
        red = self.house.table.verdict.kind is Kind.WRONG
        if self.people.waits and not (red and self._insist()):
            raise StuckError(f"the board refuses {command}: {refused}") from None
        self.played.refused += 1
        self._rest(_AGAIN)
        self._catch_up()
        self._let_it_settle()
        if self._sees_red():
            self._insist()

    def _untold(self, rules: Any, position: Any, draw: Draw) -> Any:
        """The position with dice that nobody enters, unless they raise the stake by themselves."""
        lying = self._thrown(draw)
        drawn = rules.apply(position, Drawn(lying))
        again = rules.acts(drawn).draw
        if draw.side is None and again is not None and again.side is None and drawn != position:
            self._command({"do": "roll", "dice": lying})
        return drawn

    def _thrown(self, draw: Draw) -> list[int]:
        """Dice thrown on the table, of which the board is told nothing."""
        lying = [self.rng.choice(draw.choices) for _ in range(draw.count)]
        self._dice = tuple(lying if draw.side is None else sorted(lying, reverse=True))
        return lying

    def _choose(self, rules: Any, position: Any, turns: Any) -> Any:
        any_turn = self.rng.choice(turns)
        if len(turns) > _MANY and not rules.trace(position, any_turn).moves_nothing:
            return any_turn  # looking at thousands would take longer than playing them
        visible = [turn for turn in turns if not rules.trace(position, turn).moves_nothing]
        if rules.solid and self.rng.random() > _STAYS:
            shown = [turn for turn in visible if _changes_something(rules, position, turn)]
            visible = shown or visible
        late = rules.timeout_turn(position)
        may = visible or [turn for turn in turns if turn != late]
        other = [turn for turn in may if turn != self._avoid]
        return self.rng.choice(other or may)

    def _soon(self, *, again: bool = False) -> tuple[float, float]:
        """When these people go on after the opponent's last stone, or after their own."""
        hurries = self._happens("impatient")
        return (self.people.pace.act_s if again else _IMPATIENT) if hurries else self.people.begin_s

    def _moves_again(self, rules: Any, position: Any) -> bool:
        """Whether the same hand goes on after its own last stone."""
        line = self.played.line
        return bool(line) and rules.mover(line[-1].before) == rules.mover(position)

    # -- a turn --------------------------------------------------------------------------------

    def _make(self, rules: Any, position: Any, turn: Any, turns: Sequence[Any]) -> None:
        if rules.stages(position, turn) and not self.people.waits:
            self._rest(self._soon(again=self._moves_again(rules, position)))
            self._look_up()
        plan = self._planned(rules, position, turn, turns)
        self._make_room(plan)
        done = self._begun(rules, position, turn, by_hand=bool(plan))
        self._say_what_nobody_sees(rules, done)
        done.begun_at = self.clock.now()
        self._perform(plan)
        if not self._owed:  # with a piece elsewhere no board could know it yet
            done.moved_at = self.clock.now()
        if plan:
            self.watch.begin(done)
        if self.people.waits:
            self._wait_until_understood(rules, done)

    def _make_room(self, plan: Plan) -> None:
        """Where the other's hand is just letting go nobody reaches in."""
        if not plan or self.people.waits:
            return
        cell = plan[0].cell
        span = _LETTING_GO if cell == self._last_cell else _JUST_FILLED
        self.pass_time(self._touched_at.get(cell, float("-inf")) + self.rng.uniform(*span))

    def _begun(self, rules: Any, position: Any, turn: Any, *, by_hand: bool) -> Done:
        """From now on this turn is played."""
        text, after = rules.write_turn(position, turn), rules.play(position, turn)
        number = self.played.made + 1
        done = Done(number, text, position, turn, after, self._dice, by_hand=by_hand)
        if len(self._state.plies) == self.played.made:
            done.name = self._guessed(done)
        self._dice, self._avoid = (), None
        self.played.line.append(done)
        return done

    def _planned(self, rules: Any, position: Any, turn: Any, turns: Sequence[Any]) -> Plan:
        """The acts of this turn with these people's habits, and what was owed from before."""
        unsettled = frozenset(act.cell for act in self._owed)
        sight = Sight(rules, position, turn, turns, self.rng, unsettled)
        plan = shaped(turn_plan(rules, position, turn, self.rng), sight, self.people.rates)
        plan = self._with_debts(plan)
        if not self.people.waits:  # whose slips are counted act by act
            self.played.slips += len(sight.shown)
        if sight.owed:
            self._owed = sight.owed
            self._due = 0 if self._is_slip(sight.owed) else self.rng.randint(0, 2)
        return plan

    @staticmethod
    def _is_slip(owed: Plan) -> bool:
        """Whether this is to be put right, and not brought from the floor."""
        return any(act.verb is Verb.LIFT for act in owed)

    def _with_debts(self, plan: Plan) -> Plan:
        """What is owed is put right after the first act, or before it where it is in the way."""
        if not self._owed or not plan:
            return plan
        cells = [act.cell for act in self._owed]
        if self._due and not is_for(plan, *cells):
            self._due -= 1
            return plan
        owed, self._owed = self._owed, []
        at = 0 if is_for(plan[:1], *cells) else 1
        return [*plan[:at], *owed, *plan[at:]]

    def _pay(self, owed: Plan) -> None:
        """Put right now what is still owed."""
        self._owed = []
        for timed in self.hands.perform(owed, self.clock.now()):
            self._act(timed)

    def _say_what_nobody_sees(self, rules: Any, done: Done) -> None:
        """A pass, or a turn that is made by saying it."""
        passes = not done.by_hand and awaited(self.house.table)
        aloud = rules.hidden is not None and rules.hidden.named_aloud(done.turn)
        if (passes or aloud) and not self.people.waits:
            self._pay(self._owed)
            self._wait_for(lambda: len(self._state.plies) >= done.number - 1, self._explain)
        if passes:
            self._say_pass(done.roll)
        if aloud and len(self._state.plies) < done.number:
            self._command({"do": "declare", "turn": self._name_of(done.number - 1)})

    def _say_pass(self, dice: tuple[int, ...]) -> None:
        """Nothing can be moved, which no board can see."""
        try:
            self.house.command({"do": "pass"})
        except CommandError:  # the numbers pass over: the board must know them
            self._command({"do": "roll", "dice": list(dice)})

    def _perform(self, plan: Plan) -> None:
        """Carry it out: calm people think first, others have made up their minds."""
        start = self.clock.now()
        if self.people.waits:
            start += self.rng.uniform(*self.people.begin_s)
        elif plan:
            plan = [replace(plan[0], pause=(0.0, 0.0)), *plan[1:]]
        for timed in self.hands.perform(plan, start):
            self._act(timed)

    def _look_up(self) -> None:
        """Whoever is asked, sees red, or sees the board far behind turns to it until it has
        understood everything."""
        if self._state.question:
            self._reply()
            self._catch_up()
        elif len(self._state.plies) < self.played.made - _BEHIND or self._sees_red():
            self._catch_up()

    def _sees_red(self) -> bool:
        """Whether the board goes on showing that something is wrong, and nobody knows of it."""
        if self._is_slip(self._owed) or self.house.table.verdict.kind is not Kind.WRONG:
            return False
        self._rest(_STILL_RED)
        self._pay(self._owed)
        return self.house.table.verdict.kind is Kind.WRONG

    def _wait_until_understood(self, rules: Any, done: Done) -> None:
        """Half of it may have looked like a turn of its own: nobody goes before the board knows
        that the game is over."""
        last = rules.outcome(done.after).over
        self._wait_for(
            lambda: len(self._state.plies) >= done.number and (not last or self._is_over),
            self._explain,
        )
        if rules.solid:
            self._let_it_settle()

    def _catch_up(self) -> None:
        """Put right what is owed, and wait until the board has understood every turn."""
        self._pay(self._owed)
        self._wait_for(lambda: len(self._state.plies) >= self.played.made, self._explain)

    # -- turns taken back ----------------------------------------------------------------------

    def _perhaps_back(self, rules: Any) -> Any:
        """Now and then one to three turns are put back by hand; gives the position reached."""
        position, line = self.played.line[-1].after, self.played.line
        wanted = self.rng.randint(1, _MOST_BACK) if self._happens("take_back") else 0
        count = min(wanted, self._may_go_back(rules))
        for _ in range(count):
            done = line.pop()
            self.watch.forget(done)
            self._put_back(rules, done)
            self._avoid, self._dice, position = done.turn, done.roll, done.before
        if count:
            self.played.returned += count
            self._wait_for(lambda: len(self._state.plies) == self.played.made, self._retell)
        return position

    def _may_go_back(self, rules: Any) -> int:
        """How many turns can be put back by hand."""
        line = self.played.line
        if rules.touch_move or self._owed or rules.outcome(line[-1].after).over:
            return 0
        free = line[max(0, self._firm - len(self.played.earlier)) :]
        moved = [done.by_hand for done in reversed(free)]
        return moved.index(False) if False in moved else len(moved)

    def _put_back(self, rules: Any, done: Done) -> None:
        before, after = contents(rules, done.before), contents(rules, done.after)
        plan = back_plan(before, after, self.rng, solid=rules.solid)
        self._rest(self.people.begin_s)
        for timed in self.hands.perform(plan, self.clock.now()):
            self._act(timed)


def _is_passed(rules: Any, position: Any) -> bool:
    """Whether the dice leave nothing to be moved."""
    if rules.acts(position).draw is not None or rules.outcome(position).over:
        return False
    return bool(rules.must_pass(position))


def _changes_something(rules: Any, position: Any, turn: Any) -> bool:
    """Whether one sees of the pieces, when all is done, that this turn was made."""
    return bool(rules.contents(rules.play(position, turn)) != rules.contents(position))
