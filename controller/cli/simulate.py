"""`lunka simulate GAME`: whole games through the daemon's code, without waiting."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from controller.cli.errors import UsageError
from controller.cli.parser import place, whole
from controller.cli.settings import add_preset, add_set, read_set
from controller.games.catalogue import kind_of, make_game, names, preset_options
from controller.games.told import Told, told_by
from controller.play.seats import is_seat

if TYPE_CHECKING:
    from controller.simulation.people import People
    from controller.simulation.run import Totals

#: The kinds of simulated wood (hardware.simulated.nature.WOODS), the one by default first.
WOODS = ("usual", "kind")
#: The kinds of people (controller.simulation.people.PEOPLE), those by default first.
PEOPLE = ("calm", "club", "blitz", "clumsy", "child")


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "simulate", help="let simulated people play, and count the record's mistakes"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    parser.add_argument("--games", type=whole(1), default=100, metavar="N")
    parser.add_argument("--seed", type=whole(0), default=0, metavar="N")
    parser.add_argument(
        "--sensors", metavar="KIND", help="load, reed or (nardy) slots, as the board has them"
    )
    parser.add_argument("--board", metavar="FILE", help="a profile of your own instead")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="KIND:CELL[@SECONDS]",
        help="dead:b3, stuck:A, chatter:a2 or spill:a4@30 (may be repeated)",
    )
    parser.add_argument(
        "--wood",
        choices=WOODS,
        default=WOODS[0],
        help="usual: sleeves, bumps, drift and all (the default); kind: a board on a good day",
    )
    parser.add_argument(
        "--people",
        choices=PEOPLE,
        help="calm: they wait for the board after every turn (the default); club, blitz, clumsy,"
        " child: at their own pace, with their habits",
    )
    parser.add_argument(
        "--habit",
        action="append",
        default=[],
        metavar="NAME[=RATE]",
        help="this habit alone, in every turn or at this rate: jolt, touch=0.2 (may be repeated)",
    )
    parser.add_argument(
        "--seats",
        nargs="+",
        default=[],
        metavar="SEAT",
        help="who plays each side: hands (simulated ones), or engine:4, whose turns they carry out",
    )
    parser.add_argument(
        "--pins-every",
        type=whole(0),
        default=20,
        metavar="N",
        help="one game in N runs at pin level (0: none)",
    )
    parser.add_argument(
        "--turns",
        type=whole(1),
        default=200,
        metavar="N",
        help="after so many turns somebody resigns (200)",
    )
    parser.add_argument(
        "--record", type=place, metavar="FILE", help="keep the games in this record"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a game, totals last")
    parser.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a house rule: dice=inferred (may be repeated)",
    )
    add_preset(parser)
    add_set(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, count, and say what came of it; exit 1 if any record is wrong."""
    from controller.simulation.run import GameReport, simulate

    scenario, who = _scenario(chosen), chosen.people or ("club" if chosen.habit else PEOPLE[0])
    with _progress(chosen) as tell:

        def progress(report: GameReport) -> None:
            tell()
            if chosen.json:
                print(json.dumps(report.told()), flush=True)

        totals = simulate(scenario, chosen.games, chosen.record, progress)
    if chosen.json:
        print(json.dumps({"wood": chosen.wood, "people": who, **totals.told()}))
    else:
        print("\n".join(_report(totals, f"{chosen.wood} wood, {who} people")))
    return 1 if totals.wrong or totals.falsely_certain else 0


def _report(totals: Totals, where: str) -> Iterator[str]:
    """What came of it, line by line."""
    games = "1 game" if totals.games == 1 else f"{totals.games} games"
    yield (
        f"{games}, {totals.turns} turns: {totals.right} recorded right, "
        f"{totals.asked} right after asking, {totals.wrong} wrong "
        f"({totals.pin_level} at pin level, {totals.seconds:.1f} s)"
    )
    unnoticed = f", {totals.unnoticed} of the wrong ones unnoticed" if totals.wrong else ""
    yield f"{where}: {totals.questions_per_100:.1f} questions per 100 turns{unnoticed}"
    for what, waits in (("the next player's lights", totals.lights), ("the record", totals.record)):
        yield f"last movement to {what}: {waits} s (p50 / p90 / p99)"
    yield f"longest step of the daemon: {totals.worst_step_ms:.0f} ms"
    guessed = totals.told_by_one + totals.told_by_several
    if guessed:
        yield (
            f"dice inferred for {guessed} turns: {totals.told_by_one / guessed:.1%} explained"
            f" by one roll, {totals.falsely_certain} of them by a wrong one"
        )


def _people(chosen: argparse.Namespace) -> People:
    """Those who were named, or people at a club's pace with the named habits alone."""
    from controller.simulation.people import PEOPLE as kinds  # noqa: N811 - by their names
    from controller.simulation.people import alone

    if not chosen.habit:
        return kinds[chosen.people or PEOPLE[0]]
    try:
        return alone(kinds[chosen.people or "club"], dict(map(_rate, chosen.habit)))
    except ValueError as unknown:
        raise UsageError(Told("--habit: {unknown}", unknown=told_by(unknown))) from None


def _rate(text: str) -> tuple[str, float]:
    """`jolt`: in every turn; `jolt=0.2`: in one turn of five."""
    name, given, rate = text.partition("=")
    try:
        return name, float(rate) if given else 1.0
    except ValueError:
        raise ValueError(
            f"{text!r} is no habit: write NAME or NAME=RATE, such as jolt=0.2"
        ) from None


def _scenario(chosen: argparse.Namespace) -> Any:
    from controller.settings.config import find_profile
    from controller.simulation.run import Scenario
    from hardware.simulated import WOODS as woods  # noqa: N811 - by their names
    from hardware.simulated import open_simulated, parse_fault

    options = preset_options(chosen.game, chosen.preset) | read_set(chosen.settings)
    game = make_game(chosen.game, options)
    if chosen.board and chosen.sensors:
        raise UsageError(
            Told("--board and --sensors both say what senses the board: give one of them")
        )
    name = chosen.board or _board(chosen.game, chosen.sensors)
    profile = find_profile(name)
    lacking = [cell for cell in game.cells if cell not in profile.cell_names]
    if lacking:
        raise UsageError(
            Told(
                "the board {name} has no {lacking}, which this game needs",
                name=name,
                lacking=", ".join(lacking),
            )
        )
    faults = tuple(parse_fault(text, profile.cell_names) for text in chosen.fault)
    return Scenario(
        chosen.game,
        options,
        profile,
        faults,
        people=_people(chosen),
        seed=chosen.seed,
        pins_every=chosen.pins_every,
        most_turns=chosen.turns,
        house=_house(chosen),
        seats=_seats(chosen.seats, game.sides),
        open_board=partial(open_simulated, nature=woods[chosen.wood]),
    )


def _seats(given: list[str], sides: tuple[str, ...]) -> tuple[str, ...]:
    if given and (len(given) != len(sides) or not all(map(is_seat, given))):
        raise UsageError(
            Told(
                "--seats {given}: {wanted} are needed, each hands, or engine:1 to engine:8",
                given=" ".join(given),
                wanted=len(sides),
            )
        )
    return tuple(given)


def _board(game: str, sensors: str | None) -> str:
    """The board with these sensors on which a game is played, or its usual one."""
    boards = kind_of(game).boards
    sensors = sensors or next(iter(boards), "any")
    if sensors not in boards:
        raise UsageError(
            Told(
                "no board for {game} has {sensors!r} sensors; there are: {boards}",
                game=game,
                sensors=sensors,
                boards=", ".join(boards) or "none",
            )
        )
    return boards[sensors]


def _house(chosen: argparse.Namespace) -> dict[str, Any]:
    from controller.table.house_rules import read_house_rules

    given = read_set(chosen.house, "--house", "dice=inferred")
    read_house_rules(given)
    return given


class _progress:  # noqa: N801 - used like a function
    """A progress bar when a person watches; nothing otherwise."""

    def __init__(self, chosen: argparse.Namespace) -> None:
        self._games = chosen.games
        self._watched = sys.stderr.isatty() and not chosen.json

    def __enter__(self) -> Any:
        if not self._watched:
            return lambda: None
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(file=getattr(sys.stderr, "raw", sys.stderr)))
        self._bar.start()
        task = self._bar.add_task("playing", total=self._games)
        return lambda: self._bar.advance(task)

    def __exit__(self, *_: object) -> None:
        if self._watched:
            self._bar.stop()
