"""The command line: `lunka play`, `lunka rules kalah`, `lunka games` ..."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from controller import __version__
from controller.cli import play, records, rules, simulate, watch
from controller.cli.errors import TROUBLES

_COMMANDS = (play, rules, simulate, records, watch)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a mistake becomes one clear line and an exit code, never a traceback."""
    chosen = _parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen) or 0)
    except TROUBLES as trouble:
        print(f"lunka: {trouble}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        # Whoever read our output has heard enough (`lunka games | head`).
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lunka", description="A real wooden board that knows the rules."
    )
    parser.add_argument("--version", action="version", version=f"lunka {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add_to(commands)
    return parser
