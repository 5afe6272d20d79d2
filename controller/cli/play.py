"""`lunka play` and `lunka daemon`: a table that runs."""

from __future__ import annotations

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Any

from controller.cli.settings import add_set, read_set
from controller.config import Config, ConfigError, check_config, load_config


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    play = commands.add_parser("play", help="play on the simulated board, or on your own")
    play.add_argument("game", nargs="?", default="kalah", metavar="GAME")
    play.add_argument("--board", metavar="FILE", help="a real board's profile instead")
    play.add_argument("--profile", metavar="NAME", help="a shipped profile for the simulated board")
    play.add_argument("--host", default="127.0.0.1", help="the address to listen at (loopback)")
    play.add_argument("--port", type=int, default=8765)
    play.add_argument("--record", metavar="FILE", help="where the games are kept")
    play.add_argument("--players", nargs="+", metavar="NAME")
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
    shipped = {"kalah": "kalah-load"}
    settings: dict[str, Any] = {
        "board": {
            "profile": chosen.board or chosen.profile or shipped.get(chosen.game, "kalah-load"),
            "simulated": chosen.board is None,
        },
        "game": {"name": chosen.game, "options": read_set(chosen.settings)},
        "house": read_set(chosen.house),
        "page": {"host": chosen.host, "port": chosen.port},
    }
    if chosen.players:
        settings["game"]["players"] = chosen.players
    if chosen.record:
        settings["record"] = {"path": chosen.record}
    return _serve(check_config(settings, "command line"))


def _daemon(chosen: argparse.Namespace) -> int:
    """A broken file does not end in a dead port: its mistakes are served instead."""
    try:
        config = load_config(chosen.config)
    except ConfigError as broken:
        return _serve_errors(broken)
    try:
        return _serve(config)
    except ConfigError as broken:  # the profile it names
        return _serve_errors(broken, config)


def _serve(config: Config) -> int:
    from controller.daemon import serve

    asyncio.run(serve(config, _announce))
    return 0


def _serve_errors(broken: ConfigError, config: Config | None = None) -> int:
    from controller.daemon import serve_errors

    page = (config or Config()).page
    for problem in broken.problems:
        print(f"lunka: {problem}", file=sys.stderr)
    asyncio.run(serve_errors(broken.problems, page.host, page.port, _announce_errors))
    return 2


def _announce(address: str) -> None:
    print(f"Lunka is ready. Open {address}", flush=True)
    print("The key in it lets you command; without it one can only watch. Ctrl-C ends.", flush=True)


def _announce_errors(address: str) -> None:
    print(f"The settings are broken; {address} lists why. Ctrl-C ends.", flush=True)
