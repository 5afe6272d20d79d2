"""People who play at a table until they are killed, and tell of every event that is on the disk.

    python -m tests.daemon.victim

reads one life a line, as JSON (`record`, `seed`, `found`), and answers with lines of JSON. Every
life is a process of its own, forked so that 200 of them need not import everything 200 times:

* `{"born": PID}`: kill this one;
* `{"resumed": {...}}`: the game as it was taken up;
* `{"kept": [number, hash]}`: `append` has returned for the events up to this one;
* `{"wrong": "..."}`: something that must never happen;
* `{"dead": PID}`: its last word has been read.

`found` is what the stones look like when the daemon comes back: `right`, `half` (a turn was under
way: it is finished) or `moved` (a stone lies elsewhere: the lights lead it back).
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from controller.board.loop import BoardLoop
from controller.play.event import Event
from controller.record.log import Log
from controller.settings.config import find_profile
from controller.simulation.person import Evening
from controller.simulation.plans import plan_of
from controller.table.state import NOTHING, Status
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from controller.tracking.verdict import Kind
from hardware.clock import ManualClock
from hardware.profile import Profile
from hardware.simulated.board import open_simulated
from hardware.simulated.hands import Hands
from hardware.simulated.nature import KIND


def tell(**facts: Any) -> None:
    """One line, whole or not at all: a pipe takes short writes in one piece."""
    os.write(1, json.dumps(facts).encode() + b"\n")


class TellingLog(Log):
    """The real record; tells of each append once it has returned."""

    def append(self, events: Sequence[Event], game: int | None = None) -> None:
        """Keep the events, then say so."""
        super().append(events, game)
        tell(kept=self.head)


class Life:
    """One process at the board, from its start to its violent end."""

    def __init__(self, profile: Profile, record: str, seed: int) -> None:
        self.rng = Random(seed)
        clock = ManualClock(wall=1_700_000_000.0 + 10_000.0 * seed)
        board = open_simulated(profile, clock, seed, pins=False, nature=KIND)
        pieces = Pieces(profile.pieces.grams, profile.pieces.spread)
        table = Table(profile.cell_names, pieces=pieces, lot=self.rng.randrange)
        self.house = BoardLoop(board, table, TellingLog(Path(record)), clock, profile=profile.name)
        self.evening = Evening(self.house, board, clock, Hands(self.rng), self.rng)

    def live(self, found: str) -> None:
        """Take up the game, put right what was moved, and play for ever."""
        self.house.open()
        state = self.house.table.state
        tell(resumed={"game": self.house.log.current_game, **told(state)})
        if state.status in (Status.SETUP, Status.PLAYING):
            self.evening.lay_out()
            if state.status is Status.PLAYING:
                {"right": self._right, "half": self._half, "moved": self._moved}[found]()
            self._check(self.evening.go_on().turns)
        while True:
            self._check(self.evening.play({"stones": 4}).turns)

    def _check(self, played: list[str]) -> None:
        recorded = [ply.turn for ply in self.house.table.state.plies]
        if recorded != played:
            tell(wrong=f"played {played}, recorded {recorded}")

    def _right(self) -> None:
        """The stones lie as the record has them."""

    def _half(self) -> None:
        """A turn was under way, with stones in the hand; now it is finished."""
        state, wood = self.house.table.state, self.evening.board.wood
        rules, position = state.rules, state.position
        turn = self.rng.choice([*rules.turns(position)])
        start = dict(zip(rules.cells, rules.contents(position), strict=True))
        acts = plan_of(start, rules.stages(position, turn), Random(0))
        done = self.rng.randrange(len(acts))
        plies = len(state.plies)
        for number, act in enumerate(acts):
            if number == done:
                self._wait(3.0)
            getattr(wood, act.verb.value)(act.cell, act.count)
            self._wait(0.4 if number >= done else 0.0)
        # Stones that fell while nobody looked are waited for: 20 s, hands may still bring them.
        self._wait(24.0)
        truth = rules.write_turn(position, turn)
        self._answer(truth)  # two turns may end alike, or half of one like another
        made = [ply.turn for ply in self.house.table.state.plies[plies:]]
        if made != [truth]:
            tell(wrong=f"half of {turn} was finished; recorded as {made}, {self._verdict}")

    def _moved(self) -> None:
        """A stone lies in another cell than it should; the lights lead it back."""
        wood = self.evening.board.wood
        wood.lift(self.rng.choice([cell for cell in wood.cells if wood.count(cell)]), 1)
        wood.drop(self.rng.choice(wood.cells))
        self._wait(8.0)
        for _ in range(5):
            repairs = [repair for repair in self._verdict.repairs if repair.missing]
            for repair in sorted(repairs, key=lambda repair: repair.missing):
                self._put_right(repair.cell, repair.missing)
                self._wait(1.0)
        if self._verdict.kind is not Kind.UNTOUCHED:
            self.evening.lay_out()  # it looked like a turn being made: taken back by hand
            self._wait(8.0)
            self._answer(NOTHING)  # or like one of two
        if self._verdict.kind is not Kind.UNTOUCHED:
            tell(wrong=f"the board was put right, and is still {self._verdict}")

    def _answer(self, truth: str) -> None:
        """What is asked is answered: with what was played, or that nothing was."""
        question = self.house.table.state.question
        if question is not None:
            choice = truth if truth in question.options else NOTHING
            self.house.command({"do": "answer", "question": question.number, "choice": choice})
            self._wait(24.0)

    def _put_right(self, cell: str, missing: int) -> None:
        """Do what the lights ask for; a stone that no light claims is the one that lies wrong."""
        wood, rules = self.evening.board.wood, self.house.table.state.rules
        if missing < 0:
            wood.lift(cell, -missing)
            return
        held = dict(zip(rules.cells, rules.contents(self.house.table.state.position), strict=True))
        while wood.hand < missing:
            wood.lift(next(spare for spare in wood.cells if wood.count(spare) > held[spare]), 1)
        wood.drop(cell, missing)

    @property
    def _verdict(self) -> Any:
        return self.house.table.verdict

    def _wait(self, seconds: float) -> None:
        self.evening.pass_time(self.evening.clock.now() + seconds)


def told(state: Any) -> dict[str, Any]:
    """What a state comes down to."""
    if not state.game:
        return {"status": state.status.value}
    return {
        "status": state.status.value,
        "position": state.rules.write_position(state.position),
        "turns": [ply.turn for ply in state.plies],
    }


def _child(profile: Profile, life: dict[str, Any]) -> None:
    tell(born=os.getpid())
    try:
        Life(profile, life["record"], life["seed"]).live(life["found"])
    except BaseException:  # whatever ends a life but a kill is told
        tell(wrong=traceback.format_exc()[-3000:])
    finally:
        os._exit(1)


def main() -> None:
    """Bear children until standard input ends."""
    profile = find_profile("kalah-load")
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _child(profile, json.loads(line))
        os.waitpid(child, 0)
        tell(dead=child)


if __name__ == "__main__":
    main()
