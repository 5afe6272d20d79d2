"""`lunka export` and `lunka import`: games for people, and for other programs."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from controller.cli.errors import UsageError
from controller.cli.settings import add_set, read_set
from controller.disk.files import make_folder_of
from controller.formats.names import FORMS
from controller.formats.writers import make
from controller.games.game import RulesError
from controller.games.told import Told, told_by
from controller.record.log import Log, LogReader
from controller.record.mat_reader import read_mat
from controller.record.matches import match_of
from controller.record.sgf_reader import read_sgf
from controller.record.summary import GameSummary
from controller.record.transcriber import Transcriber, is_imported, renumbered
from controller.record.vetting import fault_in
from controller.settings.config import state_folder
from controller.words.catalogue import LANGUAGES


def add_export(parser: argparse.ArgumentParser) -> None:
    """What `lunka export` takes besides the record and the game."""
    parser.add_argument(
        "--format",
        choices=tuple(FORMS),
        default="text",
        help="text and json are one game, the others the whole match it belongs to",
    )
    parser.add_argument(
        "--language", choices=LANGUAGES, default="en", help="of an html report (default: en)"
    )
    parser.add_argument(
        "--output", type=Path, metavar="FILE", help="a file; standard output if not given"
    )


def add_import(parser: argparse.ArgumentParser) -> None:
    """What `lunka import` takes besides the record."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a .mat or SGF file")
    add_set(parser, "a rule that the file does not tell, such as crawford=false (may be repeated)")


def export(log: LogReader, number: int, chosen: argparse.Namespace) -> None:
    """Write one game, or its match; what cannot be carried is said on standard error."""
    made = make(log, number, chosen.format, chosen.language)
    for loss in made.losses:
        print(f"lunka: not carried by {chosen.format}: {loss}", file=sys.stderr)
    if chosen.output is None:
        print(made.text, end="")
        return
    try:
        chosen.output.write_text(made.text, encoding="utf-8")
    except OSError as trouble:
        raise UsageError(
            Told(
                "{output} cannot be written: {reason}",
                output=chosen.output,
                reason=trouble.strerror,
            )
        ) from trouble


def import_file(chosen: argparse.Namespace) -> None:
    """Bring a match that another program wrote into a record, after those that are there."""
    record: Path = chosen.record or state_folder() / "record.db"
    scribe = _read_match(chosen)  # what is refused leaves no empty record behind
    make_folder_of(record, "record", "choose another place with --record FILE", UsageError)
    with Log(record) as log:
        _check_free(log)
        before = log.current_game
        log.append(renumbered(scribe.events, before))
    for remark in scribe.remarks:
        print(f"lunka: {chosen.file}: {remark}", file=sys.stderr)
    first, last = before + 1, before + scribe.games
    numbers = f"game {first}" if first == last else f"games {first} to {last}"
    print(f"{chosen.file}: {numbers} of {record}")


def _read_match(chosen: argparse.Namespace) -> Transcriber:
    """The match that the file tells, proved as a record's is."""
    (text, remarks), given = _read(chosen.file), read_set(chosen.settings, such="crawford=false")
    read = read_sgf if text.lstrip("\ufeff \t\r\n").startswith("(") else read_mat
    try:
        scribe = read(text, at=time.time(), given=given)
    except RulesError as mistake:
        raise UsageError(
            Told("{file}: {reason}", file=chosen.file, reason=told_by(mistake))
        ) from mistake
    if scribe.events[-1].kind != "game.over":
        scribe.stop(None, (0, 0), "abandoned")
        scribe.remarks.append(f"game {scribe.games} has no end in it: it is kept as abandoned")
    if fault := fault_in(scribe.events):
        raise UsageError(Told("{file}: {reason}", file=chosen.file, reason=fault))
    scribe.remarks[:0] = remarks
    return scribe


def _check_free(log: Log) -> None:
    """A table takes up the newest game of its record: nothing may come after one that goes on."""
    last = log.last_game()
    if last is None or is_imported(next(log.events(last.id)).event):
        return
    if goes_on := "game" if last.result is None else _match_going_on(log, last):
        raise UsageError(
            Told(
                "record {path}: its {goes_on} {id} goes on, and no table would take it"
                " up any more after an import; finish it first, or name another file"
                " with --record FILE",
                path=log.path,
                goes_on=goes_on,
                id=last.id,
            )
        )


def _match_going_on(log: Log, last: GameSummary) -> str:
    match = match_of(log, last.id)
    left = last.result is not None and last.result.reason == "abandoned"
    return "match of game" if match.length and match.winner is None and not left else ""


def _read(path: Path) -> tuple[str, list[str]]:
    """The text of a file, and what there is to say about its letters."""
    try:
        data = path.read_bytes()
    except OSError as trouble:
        raise UsageError(
            Told("{path} cannot be read: {reason}", path=path, reason=trouble.strerror)
        ) from trouble
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:  # older programs write the letters of their machine, mostly these
        return data.decode("latin-1"), ["it is not UTF-8: its letters are read as Latin-1"]
