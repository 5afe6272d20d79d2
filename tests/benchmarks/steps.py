"""The longest single step of the house, for every game on every shipped board.

Hands wait for a step that takes long: lights, alarms and clocks stand still meanwhile. Games are
played from scattered positions, mad gulbar's lowest doubles and dice that nobody enters among them;
processor time counts, of every step, every command and every view of the page.

`python -m tests.benchmarks.steps [NAME] [COUNT]` plays those whose name begins so, COUNT of each;
with `--profile` it also shows what the longest step of each was doing.
"""

from __future__ import annotations

import cProfile
import io
import pstats
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.daemon.daemon import spare_collector
from controller.games.acts import Drawn
from controller.games.catalogue import AnyGame, make_game
from controller.games.chance import SEED_BYTES
from controller.games.nardy import MadGulbar, Nardy
from controller.games.nardy.board import LEFT, numbers_left
from controller.games.nardy.careful import Walk
from controller.record.log import Log
from controller.settings.config import find_profile
from controller.sheets.hiding import HiddenSheets
from controller.simulation.person import Evening, StuckError
from controller.table.speakers import THE_HOUSE, Speaker
from controller.table.table import Table
from controller.tracking.pace import PATIENCE
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.simulated.board import open_simulated
from hardware.simulated.hands import Hands
from tests.benchmarks.gyges import HARDEST, scattered
from tests.benchmarks.report import line

#: Milliseconds of a processor for the longest step.
TARGET = 50
#: How many positions of each kind, and how many turns are played from each.
_COUNT, _TURNS = 8, 2
#: How many pieces go astray first, and how long hands rest after each: until the board says so.
_ASTRAY, _REST = 3, PATIENCE + 1.0
#: Mad gulbar 1-1 that takes long: with very many turns, and with few that have very many ways.
RUNS = (
    "W 0,0,2,0,1,2,0,0,0,1,0,0,1,2,1,0,0,0,0,0,2,2,0,1/0"
    " 0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,5,0,0,3,6/0",
    "W 0,0,2,0,1,2,1,0,0,1,0,0,0,2,1,0,0,0,0,0,2,2,1,0/0"
    " 0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,1,0,0,0,3,0,0,3,6/0",
    "B 5,0,0,0,0,0,1,0,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,7/0"
    " 4,0,0,0,2,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,0,1,2,4/0",
)


@dataclass(frozen=True)
class Case:
    """One game on one board, with the positions it is played from."""

    name: str
    profile: str
    game: str
    positions: Callable[[AnyGame, Random], Iterator[str | None]]
    options: dict[str, Any] = field(default_factory=dict)
    house: dict[str, Any] = field(default_factory=dict)


@dataclass
class Meter:
    """What each step costs, and what the longest was doing."""

    profiled: bool = False
    longest: float = 0.0
    steps: int = 0
    doing: str = ""
    calls: str = ""

    @contextmanager
    def timing(self, what: Callable[[], str]) -> Iterator[None]:
        """Count what happens now as one step."""
        doing, profile = what(), cProfile.Profile() if self.profiled else None
        began = process_time()
        if profile:
            profile.enable()
        try:
            yield
        finally:
            if profile:
                profile.disable()
            took = 1000 * (process_time() - began)
            self.steps += 1
            if took > self.longest:
                self.longest, self.doing = took, doing
                self.calls = _calls(profile) if profile else ""


def _calls(profile: cProfile.Profile) -> str:
    told = io.StringIO()
    pstats.Stats(profile, stream=told).sort_stats("cumulative").print_stats(30)
    return told.getvalue()


def watch(house: BoardLoop, meter: Meter) -> None:
    """Time every step and command of a house, and every view of it."""
    step, command = house.step, house.command

    def doing(what: str) -> Callable[[], str]:
        state, verdict = house.table.state, house.table.verdict
        here = state.rules.write_position(state.position) if state.game else ""
        return lambda: f"{what}, {verdict.kind.value}, at {here}"

    def stepped() -> None:
        before = house.changes
        with meter.timing(doing("step")):
            step()
        if house.changes != before:
            with meter.timing(doing("view")):
                view_of(house)

    def commanded(given: Any, speaker: Speaker = THE_HOUSE) -> None:
        with meter.timing(doing(f"command {given}")):
            command(given, speaker)

    house.step = stepped  # type: ignore[method-assign]  # looks on, changes nothing
    house.command = commanded  # type: ignore[method-assign]


def played(case: Case, start: str | None, seed: int, meter: Meter) -> None:
    """A few turns of this case from a position."""
    clock, rng, profile = ManualClock(), Random(seed), find_profile(case.profile)
    with tempfile.TemporaryDirectory() as folder:
        board = open_simulated(profile, clock, seed, pins=False)
        table = Table(
            profile.cell_names,
            game=case.game,
            pieces=Pieces(profile.pieces.grams, profile.pieces.spread),
            lot=rng.randrange,
            seed=lambda: rng.randbytes(SEED_BYTES),
            hiding=HiddenSheets(made=True, noise=rng.randbytes),
        )
        house = BoardLoop(board, table, Log(Path(folder) / "record.db"), clock)
        house.open()
        watch(house, meter)
        evening = Evening(house, board, clock, Hands(rng), rng, most_turns=_TURNS)
        with suppress(StuckError):  # people who cannot go on are counted elsewhere
            begun = {"position": start} if start else {}
            options = {"options": case.options, "house": case.house}
            house.command({"do": "new", **begun, **options})
            evening.lay_out()
            _choose_without_listing(table.state.rules, rng)
            _go_astray(evening, rng)
            evening.go_on()
        house.close()


def _choose_without_listing(rules: AnyGame, rng: Random) -> None:
    """People choose a turn of a run that has too many to list by playing it out at random."""
    if not isinstance(rules, MadGulbar):
        return
    listed = rules.turns

    def turns(position: Any) -> Sequence[int]:
        if rules.open_run(position) is None:
            return listed(position)
        ends = (_played_out(rules, position, rng) for _ in range(1_000))
        return [next(end for end in ends if not numbers_left(end))]

    rules.turns = turns  # type: ignore[method-assign]


def _played_out(rules: Nardy, position: Any, rng: Random) -> int:
    walk = Walk(rules.rules, position.board, position.mover, rules.numbers(position))
    state = walk.start
    for number in walk.numbers:
        moves = walk.moves(state, number)
        state = rng.choice(moves).state if moves else state + LEFT[number]
    return state


def _go_astray(evening: Evening, rng: Random) -> None:
    """Roll, put pieces where they do not belong, rest, and put them back one after the other."""
    house, wood = evening.house, evening.board.wood
    evening.pass_time(evening.clock.now() + _REST)
    state = house.table.state
    if state.house.dice == "entered" and (draw := state.acts.draw):
        dice = (
            rng.sample(draw.choices, draw.count)
            if draw.side is None
            else [rng.choice(draw.choices) for _ in range(draw.count)]
        )
        house.command({"do": "roll", "dice": dice})
    carried = []
    for _ in range(_ASTRAY):
        origin = rng.choice([cell for cell, count in wood.counts().items() if count])
        target = rng.choice(
            [cell for cell in wood.counts() if not (wood.count(cell) and state.rules.solid)]
        )
        carried.append((target, origin))
        _carry(evening, origin, target)
    for target, origin in reversed(carried):
        _carry(evening, target, origin)


def _carry(evening: Evening, origin: str, target: str) -> None:
    """Take one piece from a cell to another, and rest."""
    wood = evening.board.wood
    count = wood.count(origin) if evening.house.table.state.rules.solid else 1
    lift, drop = partial(wood.lift, origin, count), partial(wood.drop, target, count)
    for act, wait in ((lift, 0.4), (drop, _REST)):
        act()
        evening.pass_time(evening.clock.now() + wait)


def measured(case: Case, count: int, *, profiled: bool = False) -> Meter:
    """The meter after so many positions of this case."""
    rng, meter = Random(case.name), Meter(profiled)
    game = make_game(case.game, case.options)
    starts = case.positions(game, rng)
    spare_collector()
    for seed, start in zip(range(count), starts, strict=False):
        played(case, start, seed, meter)
    return meter


# -- positions -------------------------------------------------------------------------------------


def _beginnings(game: AnyGame, rng: Random) -> Iterator[str | None]:
    while True:
        yield None


def _on_the_way(game: AnyGame, rng: Random) -> Iterator[str]:
    """Positions from random games, a few turns apart."""
    position = game.begin(0)
    while True:
        for _ in range(rng.randrange(1, 30)):
            if game.outcome(position).over:
                position = game.begin(0)
            if (draw := game.acts(position).draw) is not None:
                lying = [rng.choice(draw.choices) for _ in range(draw.count)]
                position = game.apply(position, Drawn(lying))
            position = game.play(position, rng.choice(game.turns(position)))
        if not game.outcome(position).over:
            yield game.write_position(position)


def _low_doubles(game: AnyGame, rng: Random) -> Iterator[str]:
    """Mad gulbar's worst rolls: those known, then 1-1 and 2-2 on the way."""
    assert isinstance(game, Nardy)
    for text in RUNS:
        yield game.write_position(game.roll(game.read_position(text), (1, 1)))
    for text in _on_the_way(game, rng):
        position = game.read_position(text)
        if game.needs_roll(position):
            yield game.write_position(game.roll(position, rng.choice([(1, 1), (1, 1), (2, 2)])))


def _crowded(game: AnyGame, rng: Random) -> Iterator[str]:
    """Gyges: positions that are hard to search, and scattered ones."""
    yield from HARDEST
    while True:
        yield game.write_position(scattered(rng))


def cases() -> list[Case]:
    """Every game on every board that it is shipped for."""
    found = [
        Case(f"kalah-{board}", f"kalah-{board}", "kalah", _on_the_way) for board in ("load", "reed")
    ]
    found += [
        Case(f"gyges-{board}{'-replace' * replace}", f"gyges-{board}", "gyges", _crowded, rule)
        for board in ("load", "reed")
        for replace in (False, True)
        for rule in ({"replace": replace},)
    ]
    found.append(Case("kakuzu-reed", "kakuzu-reed", "kakuzu", _beginnings))
    for board in ("load", "slots"):
        on, entered = f"nardy-{board}", {"dice": "entered"}
        for game in ("short", "long", "gulbar"):
            found.append(Case(f"{game}-{board}", on, game, _on_the_way, house=entered))
        for game in ("short", "long"):
            told = {"dice": "inferred"}
            found.append(Case(f"{game}-{board}-inferred", on, game, _on_the_way, house=told))
        mad = "mad-gulbar"
        found.append(Case(f"{mad}-{board}", on, mad, _low_doubles, house=entered))
        often = {"repeats": 4}
        found.append(Case(f"{mad}-{board}-4", on, mad, _low_doubles, often, entered))
    return found


def main(begins: str = "", count: int = _COUNT, *, profiled: bool = False) -> None:
    """Print the longest step of each case beside the target."""
    for case in cases():
        if case.name.startswith(begins):
            meter = measured(case, count, profiled=profiled)
            line(f"{case.name}, longest of {meter.steps} steps", meter.longest, "ms", TARGET)
            if meter.longest > TARGET:
                print(f"  {meter.doing}")
            print(meter.calls, end="")


if __name__ == "__main__":
    words = [word for word in sys.argv[1:] if word != "--profile"]
    name, count = (*words, *("", str(_COUNT))[len(words) :])
    main(name, int(count), profiled="--profile" in sys.argv)
