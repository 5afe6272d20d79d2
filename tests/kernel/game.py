"""A game of Kalah, played by hands on the wood and compared with what the table has recorded."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from controller.games.catalogue import make_game
from controller.simulation.plans import plan_of
from hardware.simulated.hands import Act, Verb
from tests.kernel.machine import Step
from tests.kernel.table import Table

OPTIONS = {"stones": 4}
PATIENCE_S = 30.0
"""So long the table may take to see a turn or to ask about it."""

Happening = Callable[[], object]


def nothing() -> None:
    """What mostly happens."""


class Game:
    """What hands really played, beside what the table says."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self._wood, self._rng = table, table.wood, Random(seed)
        self._rules = make_game("kalah", OPTIONS)
        self._position = self._rules.start()
        self.played: list[str] = []
        self.questions = 0

    @property
    def over(self) -> bool:
        """Whether the last turn ended it."""
        return bool(self._rules.outcome(self._position).over)

    def begin(self, **more: Any) -> None:
        """Open the game and lay the stones as its lights ask."""
        self.table.machine.do(*self._wood.clear())
        self.table.command(
            do="new", options=OPTIONS, begin="south", players=["Anna", "Boris"], **more
        )
        for cell, count in self._held().items():
            if count:
                self._wood.from_box(count)
                self._do([*self._wood.drop(cell, count)])
        self.table.wait(lambda view: view["status"] == "playing")

    def play(self, turns: int = 500) -> None:
        """Play so many turns, or to the end; each must stand in the record as it was played."""
        for _ in range(turns):
            if self.over:
                break
            self.turn()

    def turn(self, between: Happening = nothing, then: Happening = nothing) -> None:
        """Play one turn; something may happen in its midst, or before it is looked for."""
        turn = self._rng.choice(self._rules.turns(self._position))
        acts = plan_of(self._held(), self._rules.stages(self._position, turn), self._rng)
        half = len(acts) // 2
        self._carry_out(acts[:half])
        between()
        self._carry_out(acts[half:])
        self.played.append(self._rules.write_turn(self._position, turn))
        self._position = self._rules.play(self._position, turn)
        assert self._wood.counts() == self._held(), "the hands have played something else"
        then()
        self._find_recorded()

    def result(self) -> str:
        """How it ended, by the rules and by the table alike."""
        outcome, result = self._rules.outcome(self._position), self.table.view()["result"]
        assert list(outcome.scores) == result["scores"]
        return ":".join(map(str, outcome.scores))

    # -- inside --------------------------------------------------------------------------------

    def _find_recorded(self) -> None:
        """The table has all turns, exactly as they were played; what it asks is answered."""
        view = self._looked_for()
        while not self._has_all(view):
            self._answer(view["question"])
            view = self._looked_for()
        assert [move["turn"] for move in view["moves"]] == self.played

    def _looked_for(self) -> dict[str, Any]:
        return self.table.wait(lambda view: self._has_all(view) or view["question"], PATIENCE_S)

    def _has_all(self, view: dict[str, Any]) -> bool:
        done = view["status"] == "over" or not self.over
        return len(view["moves"]) >= len(self.played) and done

    def _answer(self, question: dict[str, Any]) -> None:
        self.questions += 1
        offered = [option["id"] for option in question["options"]]
        choice = self.played[-1] if self.played[-1] in offered else "nothing"
        self.table.command(do="answer", question=question["id"], choice=choice)

    def _held(self) -> dict[str, int]:
        contents = self._rules.contents(self._position)
        return dict(zip(self._rules.cells, contents, strict=True))

    def _carry_out(self, acts: list[Act]) -> None:
        for act in acts:
            move = self._wood.lift if act.verb is Verb.LIFT else self._wood.drop
            self._do(move(act.cell, act.count))

    def _do(self, steps: list[Step]) -> None:
        """Let a hand do this, after the time that it takes."""
        self.table.machine.do(("pause", self._rng.uniform(0.15, 0.5)), *steps)
