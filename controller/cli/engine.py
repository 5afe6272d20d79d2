"""`lunka engine GAME`: an engine as a service, one JSON object a line in and out."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from controller.cli.lines import answer_lines
from controller.cli.parser import measure, whole
from controller.cli.settings import add_preset, add_set, read_set


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    from controller.games.catalogue import names

    parser = commands.add_parser(
        "engine", help="choose turns and words of a game, asked by JSON lines"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    parser.add_argument(
        "--level",
        type=whole(1, 8),
        default=8,
        help="1 (a child wins) to 8 (the strongest it can; default)",
    )
    parser.add_argument(
        "--seconds",
        type=measure,
        default=1.0,
        metavar="S",
        help="how long it may think for one answer (default 1)",
    )
    parser.add_argument(
        "--seed",
        type=whole(0),
        help="answer a question always alike: thinking is measured by work, not by the clock",
    )
    parser.add_argument(
        "--by",
        metavar="PROGRAM",
        help="a program of others in place of our own engine: gnubg (short nardy)",
    )
    add_preset(parser)
    add_set(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Answer every line of standard input with one line."""
    from controller.engines.registry import engine_for
    from controller.engines.service import answer_line
    from controller.games.catalogue import make_game, preset_options

    given = read_set(chosen.settings)
    game = make_game(chosen.game, preset_options(chosen.game, chosen.preset) | given)
    engine = engine_for(game, chosen.level, seconds=chosen.seconds, seed=chosen.seed, by=chosen.by)
    return answer_lines(partial(answer_line, engine))
