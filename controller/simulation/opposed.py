"""Simulated people who play against an engine, and carry out its turns with their own hands.

They misread a light now and then and make another legal turn for it: the board must refuse that,
and they put everything back and do what was called.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from controller.board.buttons import command_of
from controller.games.acts import Said
from controller.simulation.making import back_plan, contents, turn_plan
from controller.simulation.person import Evening, StuckError
from controller.table.commands import CommandError
from controller.table.seats import wanted

#: How often somebody makes another legal turn than was called.
_MISREAD = 0.1
#: How long it takes until somebody looks at the red lights.
_LOOKS = (2.0, 3.0)

#: What an engine plays, of the legal turns that can be.
Thinks = Callable[[Any, Any, Sequence[Any]], Any]


class OpposedEvening(Evening):
    """One game in which an engine plays some of the sides."""

    thinks: Thinks = staticmethod(lambda _rules, _position, turns: turns[0])
    #: How often another turn was made for it.
    misread = 0

    def _is_engines(self, rules: Any, position: Any) -> bool:
        return self._state.engine_of(rules.mover(position)) is not None

    def _choose(self, rules: Any, position: Any, turns: Any) -> Any:
        if not self._is_engines(rules, position):
            return super()._choose(rules, position, turns)
        self._catch_up()
        self._let_it_settle()
        if wanted(self.house.table) is None:  # who cannot move has passed already
            return turns[0]
        turn = self.thinks(rules, position, turns)
        try:
            self.house.call(self.house.table.name_of(position, turn))
        except CommandError as refused:
            raise StuckError(f"the board refuses the engine's {turn}: {refused}") from None
        others = [each for each in turns if each != turn]
        if others and self.rng.random() < _MISREAD:
            self._misread(rules, position, turn, self.rng.choice(others))
        return turn

    def _misread(self, rules: Any, position: Any, turn: Any, other: Any) -> None:
        """Another turn is made, and put back when the lights are red."""
        before, wrong = contents(rules, position), contents(rules, rules.play(position, other))
        right = contents(rules, rules.play(position, turn))
        if wrong in (before, right) or not rules.stages(position, turn):
            return
        self.misread += 1
        made = len(self._state.plies)
        for plan in (
            turn_plan(rules, position, other, self.rng),
            back_plan(before, wrong, self.rng, solid=rules.solid),
        ):
            for timed in self.hands.perform(plan, self.clock.now()):
                self._act(timed)
            self._rest(_LOOKS)
            if len(self._state.plies) > made:
                raise StuckError(f"{self._state.plies[-1].turn} was recorded, and never called")

    # -- asked anew ------------------------------------------------------------------------------

    def _explain(self) -> None:
        """Whenever it is its turn again, the engine is asked again, and has not changed its
        mind."""
        if not self._called_again():
            super()._explain()

    def _called_again(self) -> bool:
        now, position = wanted(self.house.table), self._state.position
        if now is None or now.what != "turn":
            return False
        for done in reversed(self.played.line):
            if done.before == position:
                self.house.call(self.house.table.name_of(position, done.turn))
                return True
        return False

    def _said(self, rules: Any, position: Any, word: str) -> Any:
        """What an engine says it says itself."""
        side = rules.acts(position).saying(word).sides[0]
        if self._state.engine_of(side) is None:
            return super()._said(rules, position, word)
        self._catch_up()
        self._let_it_settle()
        self.house.say(word, side)
        self._firm = self.played.made
        return rules.apply(position, Said(word, side))

    def _give_up(self) -> None:
        """Nobody resigns for an engine: where it is its turn, the game stays unfinished."""
        mover = self._state.rules.mover(self._state.position)
        if self._state.engine_of(mover) is not None:
            return
        self._let_it_settle()
        self._command(command_of("resign", self.house.situation))
        if not self._is_over and (answer := self._state.acts.answer):
            self.house.say(answer.word, answer.sides[0])
