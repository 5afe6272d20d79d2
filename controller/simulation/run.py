"""Many simulated games, counted: recorded right, right after asking, wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from controller.games.chance import SEED_BYTES
from controller.house import House
from controller.record.log import Log
from controller.record.walk import walk
from controller.sheets.hiding import Sheets
from controller.simulation.person import MOST_TURNS, Evening, StuckError
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.profile import Profile
from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.faults import Fault
from hardware.simulated.hands import Habits, Hands


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is simulated: the game, the board, its faults and the people's habits."""

    game: str
    options: Mapping[str, Any]
    profile: Profile
    faults: tuple[Fault, ...] = ()
    habits: Habits = field(default_factory=Habits)
    seed: int = 0
    #: House rules that are not as usual.
    house: Mapping[str, Any] = field(default_factory=dict)
    #: Every so many games one runs at the level of pins, behind the microcontroller where the board
    #: has one; 0: none does, 1: all do.
    pins_every: int = 20
    #: After so many turns somebody resigns.
    most_turns: int = MOST_TURNS
    #: What opens the board; another one puts something of its own between wood and drivers.
    open_board: Callable[..., SimulatedBoard] = open_simulated


@dataclass(frozen=True, slots=True)
class GameReport:
    """How one simulated game was recorded."""

    number: int
    verdict: str
    turns: int
    talks: int
    slips: int
    pins: bool
    #: Of turns whose roll nobody told: how many one roll explains, how many several, and how many
    #: are recorded with one that was not thrown.
    told_by_one: int = 0
    told_by_several: int = 0
    falsely_certain: int = 0
    played: str = ""
    recorded: str = ""
    trouble: str = ""


@dataclass(slots=True)
class Totals:
    """The counts of a run."""

    games: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    turns: int = 0
    talks: int = 0
    slips: int = 0
    pin_level: int = 0
    told_by_one: int = 0
    told_by_several: int = 0
    falsely_certain: int = 0
    seconds: float = 0.0

    @property
    def questions_per_100(self) -> float:
        """How often people had to talk to the board in a hundred turns."""
        return 100 * self.talks / max(1, self.turns)

    def add(self, report: GameReport) -> None:
        """Count one more game."""
        self.games += 1
        setattr(self, report.verdict, getattr(self, report.verdict) + 1)
        self.turns += report.turns
        self.talks += report.talks
        self.slips += report.slips
        self.pin_level += report.pins
        self.told_by_one += report.told_by_one
        self.told_by_several += report.told_by_several
        self.falsely_certain += report.falsely_certain


def simulate(
    scenario: Scenario,
    games: int,
    record: Path | None = None,
    progress: Callable[[GameReport], None] = lambda _report: None,
) -> Totals:
    """Play so many games and count how they were recorded."""
    totals, begun = Totals(), perf_counter()
    with tempfile.TemporaryDirectory(prefix="lunka-") as folder:
        path = record or Path(folder) / "record.db"
        for report in _games(scenario, games, path):
            totals.add(report)
            progress(report)
    totals.seconds = round(perf_counter() - begun, 3)
    return totals


def _games(scenario: Scenario, games: int, path: Path) -> Iterator[GameReport]:
    for number in range(games):
        yield play_one(scenario, number, path)


def play_one(scenario: Scenario, number: int, path: Path) -> GameReport:
    """One game from set-up to result, compared with what was really played."""
    rng = Random(f"{scenario.seed}:{number}")
    pins = bool(scenario.pins_every) and number % scenario.pins_every == 0
    clock = ManualClock(wall=1_700_000_000.0 + 10_000.0 * number)
    profile = scenario.profile if pins else _without_link(scenario.profile)
    board = scenario.open_board(
        profile, clock, rng.randrange(2**32), pins=pins, faults=scenario.faults
    )
    table = Table(
        profile.cell_names,
        game=scenario.game,
        pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
        lot=rng.randrange,
        seed=lambda: rng.randbytes(SEED_BYTES),
        hiding=Sheets(made=True, noise=rng.randbytes),
    )
    house = House(board, table, Log(path), clock, profile=profile.name)
    hands = Hands(rng, scenario.habits)
    evening = Evening(house, board, clock, hands, rng, most_turns=scenario.most_turns)
    trouble = ""
    try:
        house.open()
        evening.play(dict(scenario.options), house=dict(scenario.house))
    except StuckError as stuck:
        trouble = str(stuck)
    finally:
        house.close()
    return _compare(evening, number, pins, path, trouble)


def _without_link(profile: Profile) -> Profile:
    """The board as if it hung on no microcontroller: one layer above the pins there is none."""
    return profile.model_copy(update={"link": None})


def _compare(evening: Evening, number: int, pins: bool, path: Path, trouble: str) -> GameReport:
    played = evening.played
    with Log.open_reader(path) as log:
        last = log.last_game()
        line = walk(log.events(last.id)).line if last else ()
    recorded = [ply.turn for ply in line]
    asked = played.talks > 0
    guessed = [(ply, roll) for ply, roll in zip(line, played.rolls, strict=False) if ply.rolls]
    one = [ply.rolls[0] == roll for ply, roll in guessed if len(ply.rolls) == 1]
    missed = sum(roll not in ply.rolls for ply, roll in guessed)
    if guessed:  # a turn may be spelt by another roll that explains it: where it led must be right
        right = [ply.position for ply in line] == played.positions and not missed and not trouble
    else:
        right = recorded == played.turns and not trouble
    verdict = ("asked" if asked else "right") if right else "wrong"
    return GameReport(
        number,
        verdict,
        len(played.turns),
        played.talks,
        played.slips,
        pins,
        len(one),
        len(guessed) - len(one),
        one.count(False),
        "" if right else " ".join(played.turns),
        "" if right else " ".join(recorded),
        trouble,
    )
