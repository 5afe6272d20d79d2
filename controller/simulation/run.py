"""Many simulated games, counted: recorded right, right after asking, wrong."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

from controller.board.loop import BoardLoop
from controller.games.catalogue import make_game
from controller.games.chance import SEED_BYTES
from controller.play.fold import read_line
from controller.play.seats import level_of
from controller.record.log import Log
from controller.sheets.hiding import HiddenSheets
from controller.simulation.people import CALM, People
from controller.simulation.person import MOST_TURNS, Evening, StuckError
from controller.simulation.watching import waits
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.profile import Profile
from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.faults import Fault
from hardware.simulated.hands import Hands

E = TypeVar("E", bound=Evening)

#: How long an engine thinks about a turn of a simulated game: strength is measured elsewhere.
_THINKS_S = 0.02


@dataclass(frozen=True, slots=True)
class Scenario:
    """What is simulated: the game, the board, its faults and who plays."""

    game: str
    options: Mapping[str, Any]
    profile: Profile
    faults: tuple[Fault, ...] = ()
    people: People = CALM
    seed: int = 0
    #: BoardLoop rules that are not as usual.
    house: Mapping[str, Any] = field(default_factory=dict)
    #: Every so many games one runs at the level of pins, behind the microcontroller where the board
    #: has one; 0: none does, 1: all do.
    pins_every: int = 20
    #: After so many turns somebody resigns.
    most_turns: int = MOST_TURNS
    #: Who plays each side; empty: simulated people play all.
    seats: tuple[str, ...] = ()
    #: What opens the board; another one puts something of its own between wood and drivers.
    open_board: Callable[..., SimulatedBoard] = open_simulated
    #: When the first game begins, by the clock on the wall.
    wall: float = 1_700_000_000.0


class Waits(NamedTuple):
    """What half of all waits do not exceed, what 90 %, what 99 %, in seconds."""

    p50: float
    p90: float
    p99: float

    @classmethod
    def of(cls, waits: Sequence[float]) -> Waits:
        """Of so many; nothing where there is none."""
        ordered = sorted(waits) or [0.0]
        last = len(ordered) - 1
        return cls(*(ordered[min(last, int(share * len(ordered)))] for share in (0.5, 0.9, 0.99)))

    def __str__(self) -> str:
        return " / ".join(f"{wait:.2f}" for wait in self)


def _in_short(report: dict[str, Any]) -> dict[str, Any]:
    """A report with three figures in place of every single wait."""
    told = {name: Waits.of(report[name])._asdict() for name in ("lights_s", "record_s")}
    return {**report, **told}


@dataclass(frozen=True, slots=True)
class GameReport:
    """How one simulated game was recorded."""

    number: int
    verdict: str
    turns: int
    talks: int
    slips: int
    pins: bool
    #: What the board asked, and what people had to tell it unasked.
    questions: int = 0
    #: How often it showed that something was wrong, and refused a roll; turns taken back.
    alarms: int = 0
    refused: int = 0
    returned: int = 0
    #: A wrong record of which nothing was asked or shown when it went wrong.
    unnoticed: bool = False
    #: The longest step of the daemon, in milliseconds of a processor.
    worst_step_ms: float = 0.0
    #: From the last movement of each turn to the next player's lights, and to the record, in
    #: seconds.
    lights_s: tuple[float, ...] = ()
    record_s: tuple[float, ...] = ()
    #: Of turns whose roll nobody told: how many one roll explains, how many several, and how many
    #: are recorded with one that was not thrown.
    told_by_one: int = 0
    told_by_several: int = 0
    falsely_certain: int = 0
    played: str = ""
    recorded: str = ""
    trouble: str = ""

    def told(self) -> dict[str, Any]:
        """What is the same in every run, as plain JSON; the waits as what half of them, 90 and 99 %
        do not exceed."""
        told = _in_short(asdict(self))
        del told["worst_step_ms"]
        return told


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
    questions: int = 0
    alarms: int = 0
    refused: int = 0
    returned: int = 0
    unnoticed: int = 0
    worst_step_ms: float = 0.0
    seconds: float = 0.0
    lights_s: list[float] = field(default_factory=list)
    record_s: list[float] = field(default_factory=list)

    @property
    def questions_per_100(self) -> float:
        """How often the board asked, or had to be told unasked, in a hundred turns."""
        return 100 * self.questions / max(1, self.turns)

    @property
    def lights(self) -> Waits:
        """From the last movement of a turn to the next player's lights."""
        return Waits.of(self.lights_s)

    @property
    def record(self) -> Waits:
        """From the last movement of a turn to the record."""
        return Waits.of(self.record_s)

    def told(self) -> dict[str, Any]:
        """All of it as plain JSON, the waits as what half of them, 90 and 99 % do not exceed."""
        per_100 = {"questions_per_100": round(self.questions_per_100, 2)}
        return {**_in_short(asdict(self)), **per_100}

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
        self.questions += report.questions
        self.alarms += report.alarms
        self.refused += report.refused
        self.returned += report.returned
        self.unnoticed += report.unnoticed
        self.worst_step_ms = max(self.worst_step_ms, report.worst_step_ms)
        self.lights_s += report.lights_s
        self.record_s += report.record_s


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
    evening = _opposed(scenario, number, path) or sit_down(scenario, number, path, Evening)
    trouble = ""
    try:
        evening.house.open()
        evening.play(dict(scenario.options), house=dict(scenario.house))
    except StuckError as stuck:
        trouble = str(stuck)
    finally:
        evening.house.close()
    return _compare(evening, number, _at_pins(scenario, number), path, trouble)


def _opposed(scenario: Scenario, number: int, path: Path) -> Evening | None:
    """The people of a game in which engines play too."""
    if not scenario.seats:
        return None
    from controller.engines.registry import engine_for
    from controller.simulation.opposed import OpposedEvening

    evening = sit_down(scenario, number, path, OpposedEvening)
    rules = make_game(scenario.game, scenario.options)
    level = max(level_of(seat) or 1 for seat in scenario.seats)
    engine = engine_for(rules, level, seconds=_THINKS_S, seed=number)

    def thinks(rules: Any, position: Any, turns: Sequence[Any]) -> Any:
        """What the engine plays; of what lies hidden it knows nothing, and takes what comes."""
        named = {rules.call_turn(position, turn): turn for turn in turns}
        for judged in engine.best(position):
            name = rules.call_turn(position, judged.turn)
            if name in named:
                return named[name]
        return turns[0]

    evening.thinks = thinks
    return evening


def _at_pins(scenario: Scenario, number: int) -> bool:
    return bool(scenario.pins_every) and number % scenario.pins_every == 0


def sit_down(scenario: Scenario, number: int, path: Path, kind: type[E]) -> E:
    """The people of this game at their table; the same number is the same game."""
    rng = Random(f"{scenario.seed}:{number}")
    pins, people = _at_pins(scenario, number), scenario.people
    clock = ManualClock(wall=scenario.wall + 10_000.0 * number)
    profile = scenario.profile if pins else _without_link(scenario.profile)
    wood = _with_stones(profile, people.stones)
    board = scenario.open_board(
        wood, clock, rng.randrange(2**32), pins=pins, faults=scenario.faults
    )
    table = Table(
        profile.cell_names,
        game=scenario.game,
        usual={profile.kind: profile.board.options},
        pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
        lot=rng.randrange,
        seed=lambda: rng.randbytes(SEED_BYTES),
        hiding=HiddenSheets(made=True, noise=rng.randbytes),
        seats=scenario.seats,
    )
    house = BoardLoop(board, table, Log(path), clock, profile=profile.name)
    hands = Hands(rng, people.pace)
    return kind(house, board, clock, hands, rng, most_turns=scenario.most_turns, people=people)


def _without_link(profile: Profile) -> Profile:
    """The board as if it hung on no microcontroller: one layer above the pins there is none."""
    return profile.model_copy(update={"link": None})


def _with_stones(profile: Profile, spread: float | None) -> Profile:
    """The board with stones that differ so much, whatever its profile tells the table."""
    if spread is None:
        return profile
    pieces = profile.pieces.model_copy(update={"spread": max(spread, profile.pieces.spread)})
    return profile.model_copy(update={"pieces": pieces})


def _compare(evening: Evening, number: int, pins: bool, path: Path, trouble: str) -> GameReport:
    played = evening.played
    with Log.open_reader(path) as log:
        last = log.last_game()
        line = read_line(log.events(last.id)).plies if last else ()
    rolls = [done.roll for done in played.line]
    guessed = [(ply, roll) for ply, roll in zip(line, rolls, strict=False) if ply.rolls]
    one = [ply.rolls[0] == roll for ply, roll in guessed if len(ply.rolls) == 1]
    missed = sum(roll not in ply.rolls for ply, roll in guessed)
    if guessed:  # a turn may be spelt by another roll that explains it: where it led must be right
        write = evening.house.table.state.rules.write_position
        truth = [write(done.after) for done in played.line]
        found = [ply.position for ply in line]
    else:
        truth, found = played.turns, [ply.turn for ply in line]
    right = found == truth and not missed and not trouble
    verdict = ("asked" if played.talks else "right") if right else "wrong"
    watch = evening.watch
    warned = watch.warned | ({played.made} if trouble else set())
    return GameReport(
        number,
        verdict,
        played.made,
        played.talks,
        played.slips,
        pins,
        questions=evening.asked + played.unasked,
        alarms=watch.alarms,
        refused=played.refused,
        returned=played.returned,
        unnoticed=not right and not _was_noticed(truth, found, warned),
        worst_step_ms=round(watch.worst_step * 1000, 1),
        lights_s=tuple(waits(played.line, "lit_at")),
        record_s=tuple(waits(played.line, "kept_at")),
        told_by_one=len(one),
        told_by_several=len(guessed) - len(one),
        falsely_certain=one.count(False),
        played="" if right else " ".join(played.turns),
        recorded="" if right else " ".join(ply.turn for ply in line),
        trouble=trouble,
    )


def _was_noticed(truth: list[str], found: list[str], warned: set[int]) -> bool:
    """Whether anything was asked or shown in the turn that went wrong, or in the one after.

    A record that only breaks off has gone wrong where all could see it.
    """
    pairs = zip(truth, found, strict=False)
    first = next((at for at, (one, other) in enumerate(pairs) if one != other), None)
    if first is None:
        return len(found) < len(truth) or bool(warned & {len(truth), len(truth) + 1})
    return bool(warned & {first + 1, first + 2})
