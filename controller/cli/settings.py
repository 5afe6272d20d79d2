"""`--set key=value`, shared by every command that takes a game's options."""

from __future__ import annotations

import argparse

from controller.cli.errors import UsageError
from controller.games.told import Told

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


def add_preset(parser: argparse.ArgumentParser) -> None:
    """Let this command take a preset of the game's options."""
    parser.add_argument(
        "--preset",
        metavar="NAME",
        help="options that go together, such as kalaha-4 or caucasian (`lunka --help` lists them);"
        " --set changes them one by one",
    )


def read_set(pairs: list[str], name: str = "--set", such: str = "stones=4") -> dict[str, str]:
    """The options given with --set, or with another option of the same form."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise UsageError(
                Told(
                    "{name} {pair!r} is not of the form KEY=VALUE, such as {such}",
                    name=name,
                    pair=pair,
                    such=such,
                )
            )
        if key in options:
            raise UsageError(
                Told(
                    "{name} {key} is given twice: {options!r} and {value!r}",
                    name=name,
                    key=key,
                    options=options[key],
                    value=value,
                )
            )
        options[key] = value
    return options
