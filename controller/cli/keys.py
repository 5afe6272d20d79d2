"""`lunka keys`: who may do what at the table of this machine, as links and codes."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from controller.cli.address import HERE, read_address
from controller.cli.errors import UsageError
from controller.cli.guard import our_own
from controller.cli.parser import place
from controller.daemon.keys import TableKeys
from controller.daemon.listen import reached_by
from controller.games.told import Told
from controller.settings.config import Config, load_config, state_folder
from controller.table.speakers import KEYS, THE_TABLE, Speaker, read_speaker

_ROLES = ", ".join(KEYS)
_FOR = {
    "watch": "may watch, where nobody may without a key",
    "seat": "speaks for this seat",
    "table": "may everything at the table that is no director's",
    "director": "may everything",
}


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("keys", help="the keys of the table: who may do what")
    acts = parser.add_subparsers(metavar="ACT", dest="act")
    _common(parser)
    _common(acts.add_parser("list", help="the keys that there are (the default)"))
    for act, told in (
        ("new", "make a new key; the old one is refused from then on"),
        ("revoke", "refuse a key from now on, and end what it has open"),
        ("show", "a key as a link and as a code for a phone's camera"),
    ):
        one = acts.add_parser(act, help=told)
        one.add_argument("role", nargs="+", metavar="ROLE", help=_ROLES)
        _common(one)
    parser.set_defaults(run=run)


def _common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--config",
        type=place,
        metavar="FILE",
        default=argparse.SUPPRESS,
        help="the table's settings, where its key is not in LUNKA_HOME",
    )
    parser.add_argument(
        "--url",
        metavar="URL",
        default=argparse.SUPPRESS,
        help="where others find the table's page, for links and codes",
    )


def run(chosen: argparse.Namespace) -> int:
    """List, make, revoke or show keys."""
    config = load_config(chosen.config) if "config" in chosen else None
    named = config.page.key_file if config else None
    keys = TableKeys(Path(named) if named else state_folder() / "key")
    if chosen.act in (None, "list"):
        _list(keys)
        return 0
    speaker, url = _role(chosen.role), _address(chosen, config)
    if chosen.act == "new":
        keys.renew(speaker)
    if chosen.act == "revoke":
        _revoke(keys, speaker)
        return 0
    key = keys.all().get(speaker)
    if key is None:
        raise UsageError(
            Told(
                "there is no key for {speaker}; `lunka keys new {speaker}` makes one",
                speaker=speaker,
            )
        )
    _show(speaker, f"{url}#key={key}")
    return 0


def _role(words: list[str]) -> Speaker:
    try:
        speaker = read_speaker(" ".join(words))
    except ValueError:
        speaker = None
    if speaker is None or str(speaker) not in KEYS:
        raise UsageError(
            Told(
                "{words!r} is no role of a key; these are: {roles}",
                words=" ".join(words),
                roles=_ROLES,
            )
        )
    return speaker


def _address(chosen: argparse.Namespace, config: Config | None) -> str:
    """Where the table is found: as it was told, else as its settings say, else where it usually
    is."""
    if config and "url" not in chosen:
        return reached_by(config.page.host, config.page.port)
    parts = read_address(chosen.url if "url" in chosen else HERE)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}/"


def _list(keys: TableKeys) -> None:
    """Whose keys there are; the keys themselves stay out of a terminal that others read."""
    found = keys.all()
    for speaker in map(read_speaker, KEYS):
        there = _FOR[speaker.role] if speaker in found else "none"
        print(f"{speaker!s:<10} {there}")
    print(
        "`lunka keys show seat 0` prints a key as link and code, `lunka keys new ROLE` makes one."
    )


def _revoke(keys: TableKeys, speaker: Speaker) -> None:
    if speaker == THE_TABLE:
        raise UsageError(
            Told(
                "the table's own key is needed to play at all; `lunka keys new table`"
                " makes another one"
            )
        )
    if not keys.revoke(speaker):
        raise UsageError(
            Told("there is no key for {speaker}: nothing was revoked", speaker=speaker)
        )
    print(f"The key of {speaker} is refused from now on.")


def _show(speaker: Speaker, link: str) -> None:
    print(f"{speaker}: {link}")
    if sys.stdout.isatty():
        from controller.web.qr import printed

        print("\n".join(printed(link)), file=our_own())
