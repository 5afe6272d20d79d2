"""People at one simulated table: time passes for them, and what they do happens to the wood."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from time import process_time
from typing import Any

from controller.board.loop import BoardLoop
from controller.simulation.watching import Done, Watch
from controller.table.state import Status
from hardware.clock import ManualClock
from hardware.simulated.board import SimulatedBoard
from hardware.simulated.hands import Act, TimedAct, Verb

#: What an act does to the number of pieces in its cell.
_ADDS = {Verb.LIFT: -1, Verb.SPILL: -1, Verb.DROP: 1, Verb.FETCH: 1}


@dataclass(slots=True)
class Played:
    """What was really played, and how often people had to talk to the board."""

    #: The turns that stood there when these people sat down.
    earlier: list[str] = field(default_factory=list)
    line: list[Done] = field(default_factory=list)
    talks: int = 0
    #: Of those: what the board had not asked for.
    unasked: int = 0
    slips: int = 0
    #: How often a roll was refused, and how many turns were taken back.
    refused: int = 0
    returned: int = 0

    @property
    def turns(self) -> list[str]:
        """Every turn of the game, in notation."""
        return [*self.earlier, *(done.text for done in self.line)]

    @property
    def made(self) -> int:
        """How many turns that are."""
        return len(self.earlier) + len(self.line)


class Sitting:
    """A table with its board, its house and its clock."""

    def __init__(
        self, house: BoardLoop, board: SimulatedBoard, clock: ManualClock, rng: Random
    ) -> None:
        self.house, self.board, self.clock, self.rng = house, board, clock, rng
        self.played, self.watch = Played(), Watch(house)
        #: What lies where, as far as hands have put it there.
        self._lying: dict[str, int] = {}
        #: How many pieces lie on the floor of which somebody knows, and will bring them.
        self._known_fallen = 0
        #: When a hand was last at each cell, and at which one.
        self._touched_at: dict[str, float] = {}
        self._last_cell = ""

    @property
    def _state(self) -> Any:
        return self.house.table.state

    @property
    def asked(self) -> int:
        """How many questions the board has asked in this game."""
        return int(self._state.questions)

    @property
    def _is_over(self) -> bool:
        return self._state.status is Status.OVER

    # -- time ----------------------------------------------------------------------------------

    def pass_time(self, until: float) -> None:
        """Let the house live until this moment; where nothing can happen, jump."""
        while self.clock.now() < until:
            self.clock.jump(max(self.clock.now(), min(until, self._next())))
            begun = process_time()
            self.house.step()
            self.watch.took(process_time() - begun)
            self.watch.look(self.clock.now(), self.played.made)

    def _next(self) -> float:
        """When something could happen: a poll of the board, or a deadline of the table."""
        now = self.clock.now()
        deadline = self.house.table.deadline
        change = self.board.next_change()
        times = [time for time in (deadline, change) if time is not None]
        return max(now + 1e-4, min(times, default=now + 60.0))

    def _rest(self, span: tuple[float, float]) -> None:
        """Let a time pass, from so long to so long."""
        self.pass_time(self.clock.now() + self.rng.uniform(*span))

    # -- hands ---------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Lay the stones as the record has them."""
        state = self._state
        held = zip(state.rules.cells, state.rules.contents(state.position), strict=True)
        self.board.wood.set_up({cell: abs(count) for cell, count in held})
        self._lying = self.board.wood.counts()

    def _act(self, timed: TimedAct) -> None:
        """Do one act when its time has come."""
        self.pass_time(timed.at)
        self._tidy_up()
        self._do(timed)
        act = timed.act
        self._last_cell, self._touched_at[act.cell] = act.cell, self.clock.now()
        if act.verb in _ADDS:
            self._lying[act.cell] += _ADDS[act.verb] * act.count
        self.played.slips += timed.slip is not None

    def _do(self, timed: TimedAct) -> None:
        act, board = timed.act, self.board
        match act.verb:
            case Verb.SPILL:
                self._known_fallen = act.count
                for _ in range(act.count):
                    board.wood.spill(act.cell)
            case Verb.FETCH:
                self._known_fallen = 0
                board.wood.pick_up_floor()
                board.wood.drop(act.cell, act.count)
            case Verb.JOLT:
                board.bump(act.count)
            case Verb.LEAN:
                board.rest(act.cell, act.count, act.lasts)
            case Verb.PASS:
                board.flick(act.cell, act.lasts, closed=True)
            case _:
                timed.apply(board.wood)

    def _tidy_up(self) -> bool:
        """A stone that fell off the board is heard, looked for, and put back where it lay."""
        wood = self.board.wood
        if wood.floor <= self._known_fallen:
            return False
        self.pass_time(self.clock.now() + self.rng.uniform(0.5, 9.0))
        wood.pick_up_floor()
        for cell, count in wood.counts().items():
            if count < self._lying[cell]:
                wood.drop(cell, self._lying[cell] - count)
        return True


def is_for(acts: list[Act], *cells: str) -> bool:
    """Whether one of these acts is at one of these cells."""
    return any(act.cell in cells for act in acts)
