"""`lunka games`, `show`, `export`, `import`, `verify`, `replay`: looking at what was played."""

from __future__ import annotations

import argparse
import os
import sys
import time
from datetime import datetime
from pathlib import Path
from typing import Any

from controller.cli import account, exchange
from controller.cli.errors import UsageError
from controller.cli.parser import measure, place, whole
from controller.games.told import Told
from controller.play.fold import read_line
from controller.play.line import Line
from controller.record.assured import assured
from controller.record.errors import RecordError
from controller.record.log import Log, LogReader
from controller.record.replay import frames
from controller.record.retrack import retrack
from controller.record.signing import is_name
from controller.record.text import text_of
from controller.record.verify import verify
from controller.settings.config import find_profile, state_folder
from controller.tracking.sensing import Pieces
from hardware.profile import Profile, shipped_profile, shipped_profiles


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    account.add_to(_add(commands, "games", _games, "list the games of a record"))
    _with_game(_add(commands, "show", _show, "show one game"))
    exchange.add_export(
        _with_game(_add(commands, "export", _export, "write a game, or its match, to a file"))
    )
    exchange.add_import(
        _add(commands, "import", exchange.import_file, "bring a .mat or SGF file into a record")
    )
    _with_proofs(
        _add(commands, "verify", _verify, "prove that a record is intact and every turn legal")
    )
    replay = _with_game(_add(commands, "replay", _replay, "play a game again in the terminal"))
    replay.add_argument(
        "--speed",
        type=measure,
        default=0.0,
        metavar="X",
        help="1 = as played, but no pause over 10 s",
    )
    replay.add_argument(
        "--readings",
        action="store_true",
        help="run the raw sensor readings through the tracker again and compare",
    )
    replay.add_argument(
        "--board",
        metavar="NAME",
        help="with --readings: the profile of the board (not needed for shipped boards)",
    )


def _add(commands: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=text)
    parser.add_argument("--record", type=place, help="the record's file", metavar="FILE")
    parser.set_defaults(run=run)
    return parser


def _with_game(parser: argparse.ArgumentParser) -> argparse.ArgumentParser:
    parser.add_argument(
        "game", nargs="?", type=whole(1), metavar="NUMBER", help="the newest if not given"
    )
    return parser


def _with_proofs(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--signed-by",
        metavar="KEY",
        help="the fingerprint of the table's key: every finished game must be signed by it",
    )
    parser.add_argument(
        "--anchored-by",
        metavar="KEY",
        help="the fingerprint of the hub's key: every finished game must be anchored by it",
    )
    parser.add_argument("--games", action="store_true", help="tell it of each game")


def _record(chosen: argparse.Namespace) -> Path:
    path: Path = chosen.record or state_folder() / "record.db"
    if not os.path.exists(path):  # noqa: PTH110 - Path's own fails on a name that is too long
        raise UsageError(Told("there is no record {path}; name one with --record FILE", path=path))
    if not path.is_file():
        raise UsageError(
            Told("{path} is not a file; name the record's file with --record FILE", path=path)
        )
    return path


def _walk(chosen: argparse.Namespace) -> Line:
    with Log.open_reader(_record(chosen)) as log:
        return read_line(log.events(_number(log, chosen)))


def _number(log: LogReader, chosen: argparse.Namespace) -> int:
    """The number of the game that was named, or of the newest."""
    if chosen.game is not None:
        return log.summary(int(chosen.game)).id
    last = log.last_game()
    if last is None:
        raise RecordError(Told("record {path}: it holds no game yet", path=log.path))
    return last.id


def _games(chosen: argparse.Namespace) -> None:
    account.check(chosen)
    if chosen.account:
        with Log.open_reader(_record(chosen)) as log:
            account.show(log, chosen)
        return
    with Log.open_reader(_record(chosen)) as log:
        games = log.games()
    if not games:
        print("No game yet.")
    for game in games:
        opened = datetime.fromtimestamp(game.opened).strftime("%Y-%m-%d %H:%M")
        scores = ":".join(map(str, game.result.scores)) if game.result else game.status
        players = " - ".join(game.players)
        print(f"{game.id:>4}  {opened}  {game.game:<10}  {players:<30}  {game.turns:>3}  {scores}")


def _show(chosen: argparse.Namespace) -> None:
    print(text_of(_walk(chosen)), end="")


def _export(chosen: argparse.Namespace) -> None:
    with Log.open_reader(_record(chosen)) as log:
        exchange.export(log, _number(log, chosen), chosen)


def _verify(chosen: argparse.Namespace) -> int:
    _check_name("--signed-by", chosen.signed_by)
    _check_name("--anchored-by", chosen.anchored_by)
    report = verify(_record(chosen))
    print(report)
    proved = report.attested
    for line in proved.each_game() if chosen.games else proved.lines():
        print(line)
    for remark in report.remarks:
        print(f"Note: {remark}")
    lacking = proved.lacking(chosen.signed_by, chosen.anchored_by) if report.ok else None
    if lacking:
        print(f"Not proved as asked: {lacking}")
    return 0 if report.ok and not lacking else 1


def _check_name(option: str, key: str | None) -> None:
    if key is not None and not is_name(key):
        raise UsageError(
            Told(
                "{option} {key!r}: a key is named by its fingerprint, 20 hexadecimal"
                " digits like 0f3a-91bc-77d0-12ab-44e5, or by all of its 64",
                option=option,
                key=key,
            )
        )


def _replay(chosen: argparse.Namespace) -> int:
    if chosen.board is not None and not chosen.readings:
        raise UsageError(Told("--board belongs to --readings: without it no board is needed"))
    line = assured(_walk(chosen))  # a game that cannot have been so is not played again
    if chosen.readings:
        return _replay_readings(chosen, line)
    from controller.cli.board import draw  # rich is not needed by the other commands

    for shown in frames(line):
        if chosen.speed > 0 and shown.ply:
            time.sleep(min(shown.seconds / chosen.speed, 10.0))
        draw(line, shown)
    return 0


def _profile(chosen: argparse.Namespace, log: LogReader, line: Line) -> Profile | None:
    """The board that a game was played on, as it was named or as the record calls it."""
    if chosen.board is not None:
        return find_profile(chosen.board)
    before = (stored for stored in log.events(0) if stored.seq < line.events[0].seq)
    titles = [stored.event.data.get("profile") for stored in before]
    shipped = (shipped_profile(name) for name in shipped_profiles())
    return next((each for each in shipped if titles and each.name == titles[-1]), None)


def _pieces_of(profile: Profile | None) -> Pieces | None:
    return Pieces(profile.pieces.grams, profile.pieces.spread) if profile else None


def _replay_readings(chosen: argparse.Namespace, line: Line) -> int:
    """The tracker's opinion of the same readings, beside what was recorded then."""
    with Log.open_reader(_record(chosen)) as log:
        pieces = _pieces_of(_profile(chosen, log, line))
        again = retrack(line, log.readings(line.number), pieces)
    recorded = [ply.turn for ply in line.plies]
    for number in range(max(len(recorded), len(again))):
        then = recorded[number] if number < len(recorded) else "-"
        now = again[number] if number < len(again) else "-"
        print(f"{number + 1:>4}  {then:<8} {now:<8}{'' if then == now else '  differs'}")
    same = recorded == again
    print(
        f"{len(recorded)} turns recorded, {'all' if same else 'not all'} found again",
        file=sys.stderr,
    )
    return 0 if same else 1
