"""`lunka play` and `lunka daemon`: a table that runs."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from controller.cli.errors import UsageError
from controller.cli.parser import whole
from controller.cli.settings import add_set, read_set
from controller.config import Config, ConfigError, check_config, load_config
from controller.games.catalogue import kind_of
from controller.listen import PortError
from controller.record.errors import RecordBusyError, RecordDiskError
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from controller.daemon import Place


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    play = commands.add_parser("play", help="play on the simulated board, or on your own")
    play.add_argument("game", nargs="?", default="kalah", metavar="GAME", help="kalah if not said")
    board = play.add_mutually_exclusive_group()
    board.add_argument("--board", metavar="FILE", help="a real board's profile instead")
    board.add_argument("--profile", metavar="NAME", help="a profile for the simulated board")
    play.add_argument("--host", default="127.0.0.1", help="the address to listen at (loopback)")
    play.add_argument(
        "--port", type=whole(0, 65535), default=8765, metavar="N", help="8765; 0: any"
    )
    play.add_argument("--record", metavar="FILE", help="where the games are kept")
    play.add_argument("--players", nargs="+", metavar="NAME", help="who plays, first side first")
    play.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a house rule, such as hints=legal or tournament=true (may be repeated)",
    )
    add_set(play)
    play.set_defaults(run=_play)
    daemon = commands.add_parser("daemon", help="run the table that a settings file describes")
    daemon.add_argument("--config", type=Path, required=True, metavar="FILE")
    daemon.set_defaults(run=_daemon)


def _play(chosen: argparse.Namespace) -> int:
    settings: dict[str, Any] = {
        "board": {"profile": _board(chosen), "simulated": chosen.board is None},
        "game": {"name": chosen.game, "options": read_set(chosen.settings)},
        "house": read_set(chosen.house, "--house", "hints=legal"),
        "page": {"host": chosen.host, "port": chosen.port},
    }
    if chosen.players:
        settings["game"]["players"] = chosen.players
    if chosen.record is not None:
        settings["record"] = {"path": chosen.record}
    return _serve(check_config(settings, "command line", texts=True))


def _board(chosen: argparse.Namespace) -> str:
    """The board that was named, or the one that this game is usually played on."""
    named: str | None = chosen.profile if chosen.board is None else chosen.board
    if named is not None:
        return named
    usual = next(iter(kind_of(chosen.game).boards.values()), None)
    if usual is None:
        raise UsageError(f"{chosen.game} brings no board; name one with --board or --profile")
    return usual


def _daemon(chosen: argparse.Namespace) -> int:
    """A broken file does not end in a dead port: its mistakes are served instead.

    What may pass by itself (a board not plugged in yet, a port still taken, a full disk) ends with
    another exit code than a mistake: systemd tries that again.
    """
    try:
        config = load_config(chosen.config)
    except ConfigError as broken:
        return _serve_errors(broken)
    try:
        return _serve(config)
    except (HardwareError, PortError, RecordBusyError, RecordDiskError) as trouble:
        print(f"lunka: {trouble}", file=sys.stderr)
        return os.EX_TEMPFAIL


def _serve(config: Config) -> int:
    from controller.daemon import serve

    asyncio.run(serve(config, _announce))
    return 0


def _serve_errors(broken: ConfigError) -> int:
    from controller.daemon import serve_errors

    for problem in broken.problems:
        print(f"lunka: {problem}", file=sys.stderr, flush=True)
    asyncio.run(serve_errors(broken, _announce_errors))
    return 2


def _announce(place: Place) -> None:
    from controller.web.guard import reached_at

    key = f"#key={place.key}"
    print(f"Lunka is ready. Open {place.address}{key}")
    if place.outside:
        print(f"From other machines: {place.outside}{key}")
    if elsewhere := reached_at("http", urlsplit(place.address).netloc, place.outside):
        _show_codes(elsewhere, key)
    print("The key in it lets you command; without it one can only watch. Ctrl-C ends.", flush=True)


def _show_codes(address: str, key: str) -> None:
    """Both addresses for a phone's camera, where somebody looks at a terminal."""
    if sys.stdout.isatty():
        from controller.web.qr import beside, printed

        print("To watch, and to play:")
        print("\n".join(beside(printed(address), printed(address + key))))


def _announce_errors(place: Place) -> None:
    print(f"The settings are broken; {place.address} lists why. Ctrl-C ends.", flush=True)
