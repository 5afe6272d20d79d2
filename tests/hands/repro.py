"""`python -m tests.hands.repro [NAME]`: the shortest cases that hands have found, step by step.

Each case of `repros.json` is a position, acts with their times, and the turns really played. It
runs through the real house on the simulated board. A question is answered truthfully; nobody
corrects a record that differs.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from controller.board.loop import BoardLoop
from controller.games.kakuzu import Sheet
from controller.games.kakuzu.board import HOLE
from controller.games.kakuzu.sheet import SALT_BYTES
from controller.play.fold import read_line
from controller.record.log import Log
from controller.sheets.hiding import Beneath, HiddenSheets
from controller.sheets.sudoku import grid_around
from controller.simulation.person import Evening
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.simulated import KIND, Hands, Nature, open_simulated
from tests.boards import BOARDS
from tests.hands.tracer import Tracer

#: Before the first act, and after the last: the board has settled, the board has said all it will.
_BEFORE, _AFTER = 1.0, 20.0
#: How long somebody needs to read a question.
_READING = 0.6


@dataclass(frozen=True, slots=True)
class Case:
    """One shortest case."""

    name: str
    game: str
    sensors: str
    options: dict[str, Any]
    position: str
    acts: list[tuple[float, str, str, int]]
    truth: list[str]
    #: Whether nobody need be asked.
    quiet: bool = False

    @property
    def short(self) -> str:
        """`K1`, `G5`."""
        return self.name.split()[0]


@dataclass(slots=True)
class Outcome:
    """What came of it."""

    record: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)


def cases() -> list[Case]:
    """All that are known."""
    text = Path(__file__).with_name("repros.json").read_text(encoding="utf-8")
    return [Case(**each) for each in json.loads(text)]


class _Under:
    """Puts a sheet beneath the board that shows what the truth says."""

    def __init__(self, truth: Sequence[str]) -> None:
        told = (turn.partition("=") for turn in truth)
        self._shown = {HOLE[cell]: int(number) for cell, _, number in told if number}

    def hide(self, rules: Any, code: str | None, start: Any) -> Beneath | None:
        """The sheet of this game."""
        return Beneath(Sheet(grid_around(self._shown, "repro")), bytes(SALT_BYTES))

    recall = HiddenSheets().recall


class Repro:
    """One case, being played."""

    def __init__(self, case: Case, path: Path, nature: Nature = KIND, seed: int = 0) -> None:
        self.case, self.clock, self.path = case, ManualClock(), path
        profile = shipped_profile(BOARDS[case.game, case.sensors])
        self.board = open_simulated(profile, self.clock, seed, pins=False, nature=nature)
        table = Table(
            profile.cell_names,
            game=case.game,
            pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
            hiding=_Under(case.truth) if case.game == "kakuzu" else None,
        )
        self.house = BoardLoop(self.board, table, Log(path), self.clock)
        self.evening = Evening(
            self.house, self.board, self.clock, Hands(Random(seed)), Random(seed)
        )
        self.tracer = Tracer(self.house)
        self.outcome = Outcome(trace=self.tracer.lines)
        self._zero = 0.0
        self._fallen: dict[str, int] = {}
        self._made = 0

    def run(self) -> Outcome:
        """From the set-up to what the record says."""
        self.house.open()
        self.house.command(
            {"do": "new", "options": self.case.options, "position": self.case.position}
        )
        self.evening.lay_out()
        self._live(_BEFORE)
        self._zero = self.tracer.zero = self.clock.now()
        self._after = self._positions()
        for at, verb, cell, count in self.case.acts:
            self._live(self._zero + at)
            self.tracer.tell("hand", verb, cell, count)
            self._do(verb, cell, count)
            self._note_turns()
        self._made = len(self.case.truth)
        self._live(self.clock.now() + _AFTER)
        self.house.close()
        with Log.open_reader(self.path) as log:
            last = log.last_game()
            assert last is not None
            self.outcome.questions = [" or ".join(asked) for asked in self.tracer.asked]
            self.outcome.record = [ply.turn for ply in read_line(log.events(last.id)).plies]
        return self.outcome

    # -- hands -----------------------------------------------------------------------------------

    def _do(self, verb: str, cell: str, count: int) -> None:
        wood = self.board.wood
        if verb == "lift":
            wood.lift(cell, count)
        elif verb == "drop":
            wood.drop(cell, count)
        elif verb == "spill":
            self._fallen[cell] = count
            for _ in range(count):
                wood.spill(cell)
        elif verb == "back":
            self._fallen.pop(cell)
            wood.pick_up_floor()
            wood.drop(cell, count)
        elif verb == "away":
            wood.put_away()
        else:
            self.board.flick(cell, count / 1000, closed=verb == "close")

    def _positions(self) -> list[dict[str, int]]:
        """What lies where after each turn of the truth."""
        state = self.house.table.state
        rules, at, seen = state.rules, state.position, []
        for text in self.case.truth:
            at = rules.play(at, rules.read_turn(at, text))
            held = zip(rules.cells, rules.contents(at), strict=True)
            seen.append({cell: abs(count) for cell, count in held})
        return seen

    def _note_turns(self) -> None:
        """A turn is really played once its stones lie; what fell to the floor still belongs."""
        lies = self.board.wood.counts()
        lies = {cell: count + self._fallen.get(cell, 0) for cell, count in lies.items()}
        for number, goal in enumerate(self._after, start=1):
            if number > self._made and all(lies[cell] == goal[cell] for cell in goal):
                self._made = number

    # -- the board -------------------------------------------------------------------------------

    def _live(self, until: float) -> None:
        """Let time pass; what is asked meanwhile is read and answered."""
        asked: dict[int, float] = {}
        while self.clock.now() < until:
            self.evening.pass_time(min(until, self.clock.now() + 0.05))
            question = self.house.table.state.question
            if question is None:
                continue
            since = asked.setdefault(question.number, self.clock.now())
            if self.clock.now() >= since + _READING:
                self._answer(question)

    def _answer(self, question: Any) -> None:
        choice = self._true_of(question.options)
        self.tracer.tell("says", choice, "of", question.options)
        if choice in question.options:
            command = {"do": "answer", "question": question.number, "choice": choice}
            self.house.command(command)

    def _true_of(self, options: Sequence[str]) -> str:
        """What is true of this: a turn that was played, a position gone back to, or nothing."""
        table = self.house.table
        past = table.state.past
        about_the_last = len(past) > 1 and table.asked_from() == past[-2]
        ply = len(past) - 1 - about_the_last
        played = self.case.truth[: self._made]
        if 0 <= ply < len(played):
            turn = played[ply].partition("=")[0] if table.secret else played[ply]
            meant = [each for each in options if each in (played[ply], turn)]
            return meant[0] if meant else self._back_to(ply, options)
        return self._back_to(self._made, options)

    def _back_to(self, ply: int, options: Sequence[str]) -> str:
        """So far back the game was taken, if that is asked."""
        record = [each.turn for each in self.house.table.state.plies]
        true = record[:ply] == self.case.truth[:ply] and record[ply:] != self.case.truth[ply:]
        return f"ply:{ply}" if f"ply:{ply}" in options and true else "nothing"


def play(case: Case, nature: Nature = KIND, seed: int = 0) -> Outcome:
    """One case from its set-up to what the record says of it."""
    with tempfile.TemporaryDirectory() as folder:
        return Repro(case, Path(folder) / "record.db", nature, seed).run()


def main(names: Sequence[str]) -> None:
    """Print each case's truth, record and questions; of those that are named the trace too."""
    for case in cases():
        if names and case.short not in names:
            continue
        outcome = play(case)
        verdict = "right" if outcome.record == case.truth else "WRONG"
        print(f"{verdict}  {case.name}")
        print(f"       truth {case.truth}, record {outcome.record}, asked {outcome.questions}")
        if names:
            print("\n".join(f"       {line}" for line in outcome.trace))


if __name__ == "__main__":
    main(sys.argv[1:])
