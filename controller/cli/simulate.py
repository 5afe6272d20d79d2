"""`lunka simulate GAME`: whole games through the daemon's code, without waiting."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import place, whole
from controller.cli.settings import add_set, read_set
from controller.games.catalogue import GAMES, make_game

#: The shipped board for each game and kind of sensor.
BOARDS = {
    ("kalah", "load"): "kalah-load",
    ("kalah", "reed"): "kalah-reed",
    ("gyges", "load"): "gyges-load",
    ("gyges", "reed"): "gyges-reed",
    ("kakuzu", "reed"): "kakuzu-reed",
    **{
        (game, kind): f"nardy-{kind}"
        for game in ("short", "long", "gulbar", "mad-gulbar")
        for kind in ("slots", "load")
    },
}

#: The kinds of simulated wood (hardware.simulated.nature.WOODS), the one by default first.
WOODS = ("kind", "usual")


def default_sensors(game: str) -> str:
    """What senses the board on which this game is played where nothing is said."""
    return next((kind for known, kind in BOARDS if known == game), "load")


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "simulate", help="let simulated people play, and count the record's mistakes"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
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
        help="kind: a board on a good day (the default); usual: sleeves, bumps, drift and all",
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
    add_set(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Play, count, and say what came of it; exit 1 if any record is wrong."""
    from controller.simulation.run import GameReport, simulate

    scenario = _scenario(chosen)
    with _progress(chosen) as tell:

        def progress(report: GameReport) -> None:
            tell()
            if chosen.json:
                print(json.dumps(asdict(report)), flush=True)

        totals = simulate(scenario, chosen.games, chosen.record, progress)
    if chosen.json:
        per_100 = {"questions_per_100": round(totals.questions_per_100, 2)}
        print(json.dumps({"wood": chosen.wood, **asdict(totals), **per_100}))
    else:
        games = "1 game" if totals.games == 1 else f"{totals.games} games"
        print(
            f"{games}, {totals.turns} turns: {totals.right} recorded right, "
            f"{totals.asked} right after asking, {totals.wrong} wrong "
            f"({totals.pin_level} at pin level, {totals.seconds:.1f} s)"
        )
        print(f"{chosen.wood} wood: {totals.questions_per_100:.1f} questions per 100 turns")
        guessed = totals.told_by_one + totals.told_by_several
        if guessed:
            print(
                f"dice inferred for {guessed} turns: {totals.told_by_one / guessed:.1%} explained"
                f" by one roll, {totals.falsely_certain} of them by a wrong one"
            )
    return 1 if totals.wrong or totals.falsely_certain else 0


def _scenario(chosen: argparse.Namespace) -> Any:
    from controller.config import find_profile
    from controller.simulation.run import Scenario
    from hardware.simulated import WOODS as woods  # noqa: N811 - by their names
    from hardware.simulated import open_simulated, parse_fault

    options = read_set(chosen.settings)
    game = make_game(chosen.game, options)
    if chosen.board and chosen.sensors:
        raise UsageError("--board and --sensors both say what senses the board: give one of them")
    sensors = chosen.sensors or default_sensors(chosen.game)
    name = chosen.board or BOARDS.get((chosen.game, sensors))
    if name is None:
        kinds = ", ".join(kind for known, kind in BOARDS if known == chosen.game) or "none yet"
        raise UsageError(
            f"no shipped {chosen.game} board has {sensors!r} sensors; there are: {kinds}"
        )
    profile = find_profile(name)
    lacking = [cell for cell in game.cells if cell not in profile.cell_names]
    if lacking:
        raise UsageError(f"the board {name} has no {', '.join(lacking)}, which this game needs")
    faults = tuple(parse_fault(text, profile.cell_names) for text in chosen.fault)
    return Scenario(
        chosen.game,
        options,
        profile,
        faults,
        seed=chosen.seed,
        pins_every=chosen.pins_every,
        most_turns=chosen.turns,
        house=_house(chosen),
        open_board=partial(open_simulated, nature=woods[chosen.wood]),
    )


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

        self._bar = Progress(console=Console(stderr=True))
        self._bar.start()
        task = self._bar.add_task("playing", total=self._games)
        return lambda: self._bar.advance(task)

    def __exit__(self, *_: object) -> None:
        if self._watched:
            self._bar.stop()
