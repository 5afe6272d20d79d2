"""`--set key=value`, shared by every command that takes a game's options."""

from __future__ import annotations

import argparse

from controller.cli.errors import UsageError

_OPTION = "an option of the game, such as stones=4 (may be repeated)"


def add_set(parser: argparse.ArgumentParser, told: str = _OPTION) -> None:
    """Let this command take options of the game."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="settings",
        help=told,
    )


def read_set(pairs: list[str], name: str = "--set", such: str = "stones=4") -> dict[str, str]:
    """The options given with --set, or with another option of the same form."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(f"{name} {pair!r} is not of the form KEY=VALUE, such as {such}")
        if key in options:
            raise UsageError(f"{name} {key} is given twice: {options[key]!r} and {value!r}")
        options[key] = value
    return options
