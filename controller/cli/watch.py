"""`lunka watch`: the table live in a terminal."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping
from typing import Any

from controller.cli.address import HERE, read_address
from controller.cli.errors import UsageError
from controller.cli.language import terminals_language
from controller.games.told import Told
from controller.words.catalogue import LANGUAGES, spoken

#: How a table closes the line that has a reason for it: broken settings, too many watchers, no key.
_REFUSALS = (1011, 1013, 4401)


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("watch", help="show a running table in the terminal")
    parser.add_argument("url", nargs="?", default=HERE, metavar="URL")
    parser.add_argument(
        "--key",
        help="a key of the table, where watching needs one (else in URL#key=..., LUNKA_KEY)",
    )
    parser.add_argument("--language", choices=LANGUAGES, default=terminals_language())
    parser.add_argument("--once", action="store_true", help="print one picture and end")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Draw the table again whenever it changes, until it ends or Ctrl-C."""
    from rich.live import Live
    from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
    from websockets.sync.client import connect

    from controller.cli.terminal import Terminal

    address = _live_address(chosen.url)
    console = Terminal()
    try:
        with connect(address, max_size=1_000_000) as link:
            link.send(json.dumps({"key": _key(chosen)}))
            if chosen.once:
                while "sides" not in (view := json.loads(link.recv())):
                    pass  # first it says whose key came along
                console.print(picture(view, chosen.language))
                return 0
            with Live(console=console, auto_refresh=False) as live:
                for view in map(json.loads, link):
                    if "sides" in view:  # else it only says that nothing has changed
                        live.update(picture(view, chosen.language), refresh=True)
    except (OSError, InvalidURI, InvalidHandshake) as trouble:
        raise UsageError(
            Told("no table answers at {url}: {reason}", url=chosen.url, reason=_why(trouble))
        ) from trouble
    except ConnectionClosed as closed:
        if closed.rcvd and closed.rcvd.code in _REFUSALS:
            raise UsageError(
                Told(
                    "no table to watch at {url}: {reason}",
                    url=chosen.url,
                    reason=closed.rcvd.reason,
                )
            ) from closed
    print("The table has closed.", file=sys.stderr)
    return 0


def _key(chosen: argparse.Namespace) -> str:
    """The key to watch with; empty where none is given."""
    in_address = read_address(chosen.url).fragment.removeprefix("key=")
    return chosen.key or in_address or os.environ.get("LUNKA_KEY", "")


def _why(trouble: Exception) -> str:
    return getattr(trouble, "strerror", None) or str(trouble) or "no answer came in time"


def _live_address(url: str) -> str:
    place = read_address(url)
    live = {"http": "ws", "https": "wss"}[place.scheme]
    return f"{live}://{place.netloc}{place.path.rstrip('/')}/live"


def picture(view: Mapping[str, Any], language: str) -> Any:
    """One view of the table as something rich can print."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.text import Text

    parts: list[Any] = _board(view, language) if view["layout"] else []
    parts.append(Text(spoken(view["sentence"], language), "bold"))
    parts += [Text(spoken(alert, language), "red") for alert in view["alerts"]]
    question = view["question"]
    if question:
        options = ", ".join(spoken(option["text"], language) for option in question["options"])
        parts.append(Text(options, "yellow"))
    parts.append(Text(_last_moves(view, language), "dim"))
    return Panel(Group(*parts), title=Text(_title(view, language)), expand=False)


def _board(view: Mapping[str, Any], language: str) -> list[Any]:
    """The board with its lights, and what lies beside it."""
    from controller.cli.board import board, face
    from controller.cli.nardy_board import beside

    layout, shown = view["layout"], view.get("shown") or {}
    sides = [spoken(side["title"], language) for side in view["sides"]]
    looks = {
        name: _look(cell, face(layout["kind"], name, cell["count"], shown, sides))
        for name, cell in view["cells"].items()
    }
    drawn = [board(layout, looks, sides, view.get("numbers", 0), language)]
    if layout["kind"] == "nardy" and shown:
        drawn.append(beside(shown, sides, language))
    return drawn


def _title(view: Mapping[str, Any], language: str) -> str:
    sides = (f"{_who(side, language)} {side['score']}{_clock(side)}" for side in view["sides"])
    return " : ".join(sides) or "Lunka"


def _who(side: Mapping[str, Any], language: str) -> str:
    """Who plays; a side that nobody gave a name to is called as itself."""
    return str(
        spoken(side["title"], language) if side["player"] == side["name"] else side["player"]
    )


def _clock(side: Mapping[str, Any]) -> str:
    if side["clock"] is None:
        return ""
    minutes, seconds = divmod(int(side["clock"]), 60)
    return f" ({minutes}:{seconds:02})"


def _last_moves(view: Mapping[str, Any], language: str) -> str:
    spoken_turns = view.get("spoken", {})
    return " ".join(
        f"{move['ply']}.{_roll(move)}{_turn(move['turn'], spoken_turns, language)}"
        for move in view["moves"][-8:]
    )


def _turn(turn: str, in_words: Mapping[str, Mapping[str, str]], language: str) -> str:
    """A turn as people read it."""
    return spoken(in_words[turn], language) if turn in in_words else turn


def _roll(move: Mapping[str, Any]) -> str:
    """The dice of a turn, where there are dice and the table tells them: `61:`."""
    dice = move.get("dice")
    return f"{''.join(map(str, dice))}:" if dice else ""


def _look(cell: Mapping[str, Any], face: str) -> Any:
    """What stands in a cell; its glow in colour, with a sign so that colour is not needed."""
    from controller.cli.looks import Look
    from controller.cli.signs import SIGNS, UNLIT

    glow = cell["glow"]
    if glow is None:
        return Look(face, UNLIT, cell["wants"] or 0)
    # A newer table may know a meaning that has no sign here: its first letter is better than none.
    sign = SIGNS.get(glow["meaning"], glow["meaning"][:1])
    return Look(face, sign, cell["wants"] or 0, glow["colour"])
