"""`lunka listen`: everything that a running table says aloud, line by line."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator
from datetime import datetime
from http.client import HTTPException, HTTPResponse
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from controller.cli.address import HERE, read_address
from controller.cli.errors import UsageError
from controller.cli.language import terminals_language
from controller.games.told import Told
from controller.voice.utterance import Dice, Hearing, Utterance, Verbosity
from controller.words.catalogue import LANGUAGES, text

#: Seconds without even a sign of life, after which the line is lost.
_PATIENCE = 30.0


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("listen", help="print what a running table says, line by line")
    parser.add_argument("--url", default=HERE, help="the table's address, with its #key=... or not")
    parser.add_argument(
        "--key", help="a key of the table, where listening needs one (else LUNKA_KEY)"
    )
    parser.add_argument("--language", choices=LANGUAGES, default=terminals_language())
    parser.add_argument("--short", action="store_true", help="in few words")
    parser.add_argument(
        "--dice", choices=list(Dice), default=Dice.BOTH, help="how rolls that have a call are told"
    )
    parser.add_argument("--times", action="store_true", help="with the time of day in front")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print what is said as it is said, until the table ends or Ctrl-C."""
    verbosity = Verbosity.SHORT if chosen.short else Verbosity.FULL
    hearing = Hearing(verbosity, dice=Dice(chosen.dice))
    for said in _said(chosen):
        if words := said.heard(chosen.language, hearing):
            print(f"{_time(said)} {words}" if chosen.times else words, flush=True)
    print(text(chosen.language, "terminal.closed"), file=sys.stderr)
    return 0


def _time(said: Utterance) -> str:
    return datetime.fromtimestamp(said.at).astimezone().strftime("%H:%M:%S")


def _said(chosen: argparse.Namespace) -> Iterator[Utterance]:
    with _line(chosen) as line:
        yield from _read(line)


def _line(chosen: argparse.Namespace) -> HTTPResponse:
    place = read_address(chosen.url)
    key = chosen.key or place.fragment.removeprefix("key=") or os.environ.get("LUNKA_KEY")
    address = f"{place.scheme}://{place.netloc}{place.path.rstrip('/')}/api/said"
    request = Request(address, headers={"x-lunka-key": key} if key else {})
    try:
        line: HTTPResponse = urlopen(request, timeout=_PATIENCE)
    except HTTPError as refused:
        raise UsageError(_reason(refused)) from None
    except (URLError, HTTPException, OSError, ValueError) as trouble:
        why = getattr(trouble, "reason", trouble)
        raise UsageError(
            Told("no table answers at {url}: {reason}", url=chosen.url, reason=why)
        ) from trouble
    return line


def _read(line: HTTPResponse) -> Iterator[Utterance]:
    """What is said, until the line ends or is silent for long."""
    try:
        for row in line:
            if row.startswith(b"data: "):
                yield Utterance.read(json.loads(row.removeprefix(b"data: ")))
    except (OSError, HTTPException):
        return


def _reason(refused: HTTPError) -> str:
    """What the table says to a listener that it refuses."""
    try:
        return str(json.load(refused)["error"])
    except (ValueError, KeyError, TypeError):
        return f"the table answers {refused.code} {refused.reason}"
