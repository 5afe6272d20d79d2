"""`python -m tests.hands.game kalah-reed blitz 3`: one game of simulated people, step by step.

It is the game of that number in `python -m tests.benchmarks.hands`. Told are every act, what the
board found and wrote, and which turn is really played; a game that came out wrong is told up to a
while after the first turn in which the record differs.
"""

from __future__ import annotations

import argparse
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from controller.cli.settings import read_set
from controller.simulation.habits import HABITS
from controller.simulation.people import PEOPLE, alone
from controller.simulation.person import Evening, StuckError
from controller.simulation.run import Scenario, sit_down
from controller.simulation.watching import Done
from hardware.profile import shipped_profile
from hardware.simulated import WOODS, TimedAct, open_simulated
from tests.boards import BOARDS
from tests.hands.tracer import Tracer

#: So much more is told after the record has gone wrong.
_MORE = 40


class Told(Evening):
    """An evening that tells what the hands do."""

    tracer: Tracer
    #: The line at which the record first differed.
    wrong_at: int | None = None

    def _act(self, timed: TimedAct) -> None:
        super()._act(timed)
        act = timed.act
        self.tracer.tell("   hand", act.verb.value, act.cell, act.count, timed.slip or "")
        self._compare()

    def _begun(self, rules: Any, position: Any, turn: Any, *, by_hand: bool) -> Done:
        done = super()._begun(rules, position, turn, by_hand=by_hand)
        self.tracer.tell(f"-- turn {done.number} is {done.text}")
        return done

    def _command(self, command: dict[str, object]) -> None:
        self.tracer.tell("   says", command)
        super()._command(command)

    def _compare(self) -> None:
        recorded = [ply.turn for ply in self.house.told.plies]
        pairs = zip(recorded[:-1], self.played.turns, strict=False)  # the last may yet be revised
        if self.wrong_at is None and any(one != other for one, other in pairs):
            self.wrong_at = len(self.tracer.lines)
            self.tracer.tell(f"== WRONG: recorded {recorded}, played {self.played.turns}")


def scenario(chosen: argparse.Namespace) -> Scenario:
    """The scenario of one row of the benchmark, or of one with other rules."""
    game, sensors = next(row for row in BOARDS if "-".join(row) == chosen.board)
    people = PEOPLE[chosen.people]
    if chosen.habit:
        rates = (habit.partition("=") for habit in chosen.habit)
        people = alone(people, {name: float(rate or 1) for name, _, rate in rates})
    return Scenario(
        game,
        read_set(chosen.set),
        shipped_profile(BOARDS[game, sensors]),
        people=people,
        seed=chosen.seed,
        house=read_set(chosen.house),
        pins_every=0,
        most_turns=chosen.turns,
        open_board=partial(open_simulated, nature=WOODS[chosen.wood]),
    )


def tell(chosen: argparse.Namespace) -> None:
    """Play it and print it."""
    what = scenario(chosen)
    with tempfile.TemporaryDirectory() as folder:
        evening = sit_down(what, chosen.number, Path(folder) / "record.db", Told)
        evening.tracer = Tracer(evening.house)
        try:
            evening.house.open()
            evening.play(dict(what.options), house=dict(what.house))
        except StuckError as stuck:
            evening.tracer.tell(f"== STUCK: {stuck}")
        evening._compare()
        evening.house.close()
    lines = evening.tracer.lines
    end = len(lines) if evening.wrong_at is None else evening.wrong_at + _MORE
    print("\n".join(lines[max(0, end - chosen.lines) : end]))


def main() -> None:
    """Read what is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.hands.game")
    parser.add_argument("board", choices=["-".join(row) for row in BOARDS])
    parser.add_argument("people", choices=list(PEOPLE))
    parser.add_argument("number", type=int)
    parser.add_argument(
        "--habit", action="append", default=[], metavar="NAME[=RATE]", help=", ".join(HABITS)
    )
    parser.add_argument("--wood", choices=list(WOODS), default="kind")
    for rules in ("--set", "--house"):
        parser.add_argument(rules, action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--lines", type=int, default=160)
    tell(parser.parse_args())


if __name__ == "__main__":
    main()
