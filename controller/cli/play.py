"""`lunka play` and `lunka daemon`: a table that runs."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from controller.cli.errors import UsageError
from controller.cli.guard import our_own
from controller.cli.journal import is_journalled
from controller.cli.parser import whole
from controller.cli.settings import add_preset, add_set, read_set
from controller.daemon.listen import PortError, reached_at
from controller.daemon.page_process import PageProcess
from controller.games.catalogue import kind_of
from controller.games.told import Told
from controller.record.errors import RecordBusyError, RecordDiskError
from controller.settings.config import Config, ConfigError, check_config, load_config
from hardware.errors import HardwareError

if TYPE_CHECKING:
    from controller.daemon.daemon import Place


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
        "--seats",
        nargs="+",
        metavar="SEAT",
        help="who plays each side: hands, or engine:4 (levels 1 to 8)",
    )
    play.add_argument(
        "--house",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a house rule, such as hints=legal or tournament=true (may be repeated)",
    )
    add_preset(play)
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
    if chosen.preset is not None:
        settings["game"]["preset"] = chosen.preset
    if chosen.players:
        settings["game"]["players"] = chosen.players
    if chosen.seats:
        settings["game"]["seats"] = chosen.seats
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
        raise UsageError(
            Told("{game} brings no board; name one with --board or --profile", game=chosen.game)
        )
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
    with closing(PageProcess.start()) as page:  # it loads while we do
        from controller.daemon.daemon import serve

        asyncio.run(serve(config, page, _announce))
    return 0


def _serve_errors(broken: ConfigError) -> int:
    from controller.daemon.daemon import serve_errors

    for problem in broken.problems:
        print(f"lunka: {problem}", file=sys.stderr, flush=True)
    asyncio.run(serve_errors(broken, _announce_errors))
    return 2


def _announce(place: Place) -> None:
    if is_journalled():
        shown = "`lunka keys` shows the keys that let one command."
        print(f"Lunka is ready at {place.outside or place.address}; {shown}", flush=True)
        return
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
        codes = beside(printed(address), printed(address + key))
        print("\n".join(codes), file=our_own())


def _announce_errors(place: Place) -> None:
    print(f"The settings are broken; {place.address} lists why. Ctrl-C ends.", flush=True)
