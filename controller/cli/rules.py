"""`lunka rules GAME`: the rules as a service, one JSON object a line in and out."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from controller.cli.settings import add_set, read_set
from controller.games.catalogue import make_game, names
from controller.games.service import answer_line


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser(
        "rules", help="answer questions about a game's rules, as JSON lines"
    )
    parser.add_argument("game", metavar="GAME", help=", ".join(names()))
    add_set(parser)
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Answer every line of standard input with one line."""
    game = make_game(chosen.game, read_set(chosen.settings))
    # Bytes that are not text become a line that cannot be read, which is answered as such.
    for line in sys.stdin.buffer:
        text = line.decode("utf-8", errors="replace").strip()
        if text:
            print(answer_line(game, text), flush=True)
    return 0
