"""Reading the command line: a mistake in it is one line, like every other mistake."""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, NoReturn


class _Help(argparse.HelpFormatter):
    """A help in which the longest command stands on one line with its words."""

    def add_argument(self, action: argparse.Action) -> None:
        """Leave room for the indentation of the commands, which argparse forgets."""
        super().add_argument(action)
        names = [len(name) for name in action.choices or () if isinstance(name, str)]
        indented = max(names, default=0) + 4
        self._action_max_length = max(self._action_max_length, indented)


class Parser(argparse.ArgumentParser):
    """Says in one line what is wrong and where the help is; never the whole usage."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **{"formatter_class": _Help, **named})

    def error(self, message: str) -> NoReturn:
        """End with the mistake in one line."""
        print(f"lunka: {message}; see `{self.prog} --help`", file=sys.stderr)
        raise SystemExit(2)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End after a help or a version; whoever stopped reading it is noticed here."""
        sys.stdout.flush()
        super().exit(status, message)


class GroupedParser(Parser):
    """Its help lists the commands by what they are for, and the games there are."""

    def __init__(
        self, groups: Mapping[str, Iterable[str]] | None = None, *given: Any, **named: Any
    ) -> None:
        super().__init__(*given, **named)
        self._by_use = groups or {}

    def add_subparsers(self, **named: Any) -> Any:
        """Commands; each of them has a help as every parser has."""
        self._commands = super().add_subparsers(parser_class=Parser, **named)
        return self._commands

    def format_help(self) -> str:
        """The usage, the commands in groups, the games, the options."""
        from controller.cli.welcome import games_lines

        helps = {each.dest: each.help for each in self._commands._choices_actions}
        lines = [self.format_usage(), self.description or "", ""]
        for use, names in self._by_use.items():
            lines += [f"{use}:", *(f"  {name:<10} {helps.get(name)}" for name in names), ""]
        lines += ["Games:", *games_lines(presets=True), ""]
        lines += ["Options:", "  -h, --help  this list; `lunka COMMAND --help` tells more of one"]
        lines += ["  --version   which Lunka this is", ""]
        return "\n".join(lines)


def whole(least: int, most: int | None = None) -> Callable[[str], int]:
    """A whole number of at least this, at most that."""
    allowed = f"a whole number from {least} " + (f"to {most}" if most is not None else "up")

    def read(text: str) -> int:
        number = int(text) if _is_whole(text) else least - 1
        if number < least or (most is not None and number > most):
            raise argparse.ArgumentTypeError(f"{text!r} is not allowed; {allowed} is")
        return number

    return read


def _is_whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 18


def measure(text: str) -> float:
    """A number from 0 up."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) and number >= 0):
        raise argparse.ArgumentTypeError(f"{text!r} is not allowed; a number from 0 up is")
    return number


def place(text: str) -> Path:
    """The path of a file, there or not, in a place where files can be looked for."""
    path = Path(text)
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return path
    except (OSError, ValueError) as trouble:  # names too long, links that go round
        why = getattr(trouble, "strerror", None) or trouble
        raise argparse.ArgumentTypeError(f"no file can be found at {text!r}: {why}") from None
    return path
