"""`lunka rules GAME`: the rules as a service, one JSON object a line in and out."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from controller.cli.lines import answer_lines
from controller.cli.settings import add_preset, add_set, read_set
from controller.games.catalogue import make_game, names, preset_options
from controller.games.service import answer_line


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "rules", help="answer questions about a game's rules, as JSON lines"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    add_preset(parser)
    add_set(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Answer every line of standard input with one line."""
    given = read_set(chosen.settings)
    game = make_game(chosen.game, preset_options(chosen.game, chosen.preset) | given)
    return answer_lines(partial(answer_line, game))
