"""The command line: `lunka play`, `lunka rules kalah`, `lunka games` ..."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TextIO

from controller import __version__
from controller.cli.guard import guarded_terminal
from controller.cli.parser import GroupedParser, Parser

#: What a full disk says when `lunka games > file` meets it.
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG)
#: What each command is for, and in which module of this package it is, in the order of the help.
#: Only the one that is asked for is loaded: a table must be ready within a second, also on a small
#: Pi.
_GROUPS = {
    "To play": {
        "play": "play",
        "watch": "watch",
        "listen": "listen",
        "say": "say",
        "keys": "keys",
    },
    "Games that were played": {
        "games": "records",
        "show": "records",
        "replay": "records",
        "export": "records",
        "import": "records",
        "verify": "records",
        "backup": "backup",
        "restore": "backup",
        "salvage": "backup",
    },
    "A board of your own": {
        "daemon": "play",
        "board": "board_tools",
        "doctor": "doctor",
        "calibrate": "calibrate",
        "kakuzu": "kakuzu",
    },
    "A hall of tables": {"hub": "hub", "hall": "hall"},
    "For programs": {"rules": "rules", "engine": "engine", "simulate": "simulate"},
}
_COMMANDS = {name: module for group in _GROUPS.values() for name, module in group.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; a mistake becomes one clear line and an exit code, never a traceback."""
    _print_anything()
    with guarded_terminal():
        return _run(sys.argv[1:] if arguments is None else list(arguments))


def _run(words: list[str]) -> int:
    try:
        if not words:
            return _welcome()
        chosen = _parser(words).parse_args(words)
        code = int(chosen.run(chosen) or 0)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has heard enough (`lunka games | head`).
        _let_go(sys.stdout)
        return 0
    except KeyboardInterrupt:
        return 130
    except Exception as trouble:
        told = _in_words(trouble, words)
        if told is None:
            raise
        for line in told.splitlines():
            print(f"lunka: {line}", file=sys.stderr)
        return 2
    return code


def _in_words(trouble: Exception, words: Sequence[str]) -> str | None:
    """What a user is told of a mistake; None where the fault is ours."""
    from controller.cli.errors import TROUBLES
    from controller.cli.language import language_of, mistake_in

    if isinstance(trouble, TROUBLES):
        return mistake_in(language_of(words), trouble)
    if isinstance(trouble, OSError) and trouble.errno in _NO_ROOM:
        if trouble.filename is not None:
            return f"{os.fsdecode(trouble.filename)} cannot be written: {trouble.strerror}"
        _let_go(sys.stdout)
        return f"the output cannot be written: {trouble.strerror}"
    return None


def _welcome() -> int:
    from controller.cli.welcome import welcome

    print(welcome())
    return 0


def _parser(words: Sequence[str]) -> Parser:
    parser = GroupedParser(
        _GROUPS, prog="lunka", description="A real wooden board that knows the rules."
    )
    parser.add_argument("--version", action="version", version=f"lunka {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    named = _COMMANDS.get(words[0]) if words else None
    for module in [named] if named else dict.fromkeys(_COMMANDS.values()):
        import_module(f"controller.cli.{module}").add_to(commands)
    return parser


def _print_anything() -> None:
    """A name that this terminal has no letters for is printed with its codes, not refused."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _let_go(stream: TextIO) -> None:
    """Send the rest to nowhere, so that Python does not complain of it when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
