"""Fingers pressed on every place of a kalah board during play: are they told right, and never taken
for stones?

    python -m tests.voice.fingers 500

Light and heavy, steady and trembling, short and long; between turns, in the midst of them, and
while the other hand plays on. The board has the errors of a real one: noise, drift, cross-talk,
swinging wood, fingers that press while they take and drop.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from controller.simulation.plans import plan_of
from controller.table.state import Status
from controller.voice.ear import for_the_ear
from controller.voice.utterance import Kind, Utterance
from controller.words.speech import say
from controller.words.telling import called
from hardware.simulated.hands import Act, TimedAct
from hardware.simulated.nature import USUAL
from tests.house.room import Room

#: A real board, but that nobody beside the finger leans on it: whatever else is said is a mistake.
_BOARD = replace(USUAL, rests=0.0, bumps=0.0)
#: Grams of a light finger and of a heavy one; how long they press; and how much they tremble.
LIGHT, HEAVY = (50.0, 90.0), (200.0, 600.0)
_SECONDS, _TREMBLES = (0.2, 1.9), (0.0, 0.03)
#: From one act of the hands to the next.
_PACE = (0.25, 0.6)
#: How often a finger comes before an act, and how often the other hand plays on meanwhile.
_OFTEN, _MEANWHILE = 0.3, 0.5
_WRONG = (Kind.WRONG, Kind.ALERT, Kind.QUESTION, Kind.RIGHT)


@dataclass
class Figures:
    """What came of it."""

    tries: int = 0
    told: int = 0
    turns: int = 0
    wrong_records: int = 0
    games: int = 0
    #: What was said though nothing was wrong, and what was not told or told wrong.
    said: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        lines = [
            f"{self.tries} fingers in {self.turns} turns of {self.games} games: "
            f"{self.told} told right, {self.wrong_records} wrong records, "
            f"{len(self.said)} taken for stones or a sleeve"
        ]
        return "\n".join([*lines, *self.missed, *self.said])


class Trial:
    """One evening with fingers."""

    def __init__(self, folder: Path, seed: int, figures: Figures) -> None:
        self.room = Room(folder, nature=_BOARD)
        self.rng, self.figures = Random(seed), figures
        self._cells: list[str] = []
        self._heard = 0

    def play(self, tries: int) -> None:
        """Turn after turn, game after game, until so many fingers were pressed."""
        most = self.figures.tries + tries
        while self.figures.tries < most:
            self.room.begin()
            self.figures.games += 1
            self._listen()
            self._game(most)
        self.room.close()

    def _game(self, most: int) -> None:
        line: list[str] = []
        while self.figures.tries < most and self.room.table.state.status is Status.PLAYING:
            state = self.room.table.state
            turn = self.rng.choice(state.rules.turns(state.position))
            line.append(state.rules.write_turn(state.position, turn))
            held = dict(zip(state.rules.cells, state.rules.contents(state.position), strict=True))
            stages = state.rules.stages(state.position, turn)
            self._turn(plan_of(held, stages, self.rng))
            self.figures.turns += 1
            if self.room.turns != line:
                self.figures.wrong_records += 1
                return

    def _turn(self, plan: list[Act]) -> None:
        while plan:
            if self.rng.random() < _OFTEN:
                self._finger(plan)
                continue
            TimedAct(0.0, plan.pop(0)).apply(self.room.wood)
            self.room.let(self.rng.uniform(*_PACE))
        self.room.let(4.0)
        self._listen()

    def _finger(self, ahead: list[Act]) -> None:
        """Press a place; meanwhile the other hand may go on elsewhere with what is ahead."""
        cell = self._next_cell()
        grams = self.rng.uniform(*self.rng.choice((LIGHT, HEAVY)))
        seconds = self.rng.uniform(*_SECONDS)
        self._listen()
        self.figures.tries += 1
        self.room.board.touch(cell, grams, seconds, self.rng.uniform(*_TREMBLES))
        if self.rng.random() < _MEANWHILE and ahead[0].cell != cell and seconds > 0.5:
            self.room.let(self.rng.uniform(0.1, 0.4))
            TimedAct(0.0, ahead.pop(0)).apply(self.room.wood)
        self.room.let(seconds + 0.8)
        answers = [each.full["en"] for each in self._new() if each.kind is Kind.ANSWER]
        if len(answers) == 1 and answers[0].startswith(self._expected(cell)):
            self.figures.told += 1
        else:
            self.figures.missed.append(f"{cell} {grams:.0f} g {seconds:.1f} s: {answers}")
        self._listen()

    def _next_cell(self) -> str:
        """Each in its turn, in an order of its own each time round."""
        if not self._cells:
            self._cells = [*self.room.table.state.rules.cells]
            self.rng.shuffle(self._cells)
        return self._cells.pop()

    def _expected(self, cell: str) -> str:
        """What lies there, by the stones themselves."""
        names = self.room.house.situation.aloud
        homes = [each for each in names if each in self.room.table.state.rules.homes]
        told = homes if cell in homes else [cell]
        return "; ".join(f"{self._count(each)} at {_heard(names[each])}" for each in told) + "."

    def _count(self, cell: str) -> str:
        return str(self.room.wood.count(cell) or say("voice.none")["en"])

    def _new(self) -> Iterator[Utterance]:
        return (each for each in self.room.house.announcer.said if each.number > self._heard)

    def _listen(self) -> None:
        """What else was said since: nothing of it may be of something wrong."""
        for each in self._new():
            if each.kind in _WRONG:
                self.figures.said.append(each.full["en"])
            self._heard = each.number


def _heard(name: str) -> str:
    return for_the_ear(called(name))["en"]


def tried(tries: int, seed: int = 1) -> Figures:
    """The figures of so many fingers."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        Trial(Path(folder), seed, figures).play(tries)
    return figures


if __name__ == "__main__":
    sys.stdout.write(f"{tried(*map(int, sys.argv[1:]))}\n")
