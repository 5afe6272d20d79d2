"""The command line: `lunka play`, `lunka rules kalah`, `lunka games` ..."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from typing import TextIO

from controller import __version__
from controller.cli import (
    backup,
    board_tools,
    calibrate,
    doctor,
    kakuzu,
    play,
    records,
    rules,
    simulate,
    watch,
)
from controller.cli.errors import TROUBLES
from controller.cli.parser import Parser

#: What a full disk says when `lunka games > file` meets it.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)
_COMMANDS = (
    play,
    rules,
    simulate,
    records,
    backup,
    watch,
    board_tools,
    doctor,
    calibrate,
    kakuzu,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a mistake becomes one clear line and an exit code, never a traceback."""
    _print_anything()
    try:
        chosen = _parser().parse_args(arguments)
        code = int(chosen.run(chosen) or 0)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has heard enough (`lunka games | head`).
        _let_go(sys.stdout)
        return 0
    except TROUBLES as trouble:
        for line in str(trouble).splitlines():
            print(f"lunka: {line}", file=sys.stderr)
        return 2
    except OSError as trouble:
        if trouble.errno not in _NO_ROOM:
            raise
        _let_go(sys.stdout)
        print(f"lunka: the output cannot be written: {trouble.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code


def _parser() -> Parser:
    parser = Parser(prog="lunka", description="A real wooden board that knows the rules.")
    parser.add_argument("--version", action="version", version=f"lunka {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in _COMMANDS:
        command.add_to(commands)
    return parser


def _print_anything() -> None:
    """A name that this terminal has no letters for is printed with its codes, not refused."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _let_go(stream: TextIO) -> None:
    """Send the rest to nowhere, so that Python does not complain of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
