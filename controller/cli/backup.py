"""`lunka backup`, `restore`, `salvage`: what a table remembers in a safe place, and back."""

from __future__ import annotations

import argparse
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import place, whole
from controller.disk.files import make_folder_of
from controller.disk.table_zip import is_archive, known_sets, pack, unpack
from controller.games.told import Told
from controller.record.backup import back_up, restore
from controller.record.errors import RecordError
from controller.record.salvage import Salvage, salvage
from controller.settings.config import load_config, state_folder

#: How copies are called that may be removed again; whatever else lies there is left alone.
_COPY = re.compile(r"lunka-[0-9]{8}-[0-9]{6}\.zip")


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    for name, run, text, file in (
        (
            "backup",
            _backup,
            "copy the record into one file, also while it is written",
            "the copy; a name ending in .zip takes Kakuzu's sheets along",
        ),
        ("restore", _restore, "put such a copy in the record's place", "the copy"),
    ):
        parser = commands.add_parser(name, help=text)
        parser.add_argument("file", type=place, metavar="FILE", help=file)
        parser.add_argument("--record", type=place, metavar="FILE", help="the record's file")
        parser.add_argument(
            "--sheets",
            type=place,
            metavar="FOLDER",
            help="the sets of Kakuzu's sheets (not given: the folder kakuzu beside the record)",
        )
        parser.add_argument(
            "--config", type=place, metavar="FILE", help="the table's settings, for its record"
        )
        if name == "backup":
            parser.add_argument(
                "--keep",
                type=whole(1, 10_000),
                metavar="N",
                help="FILE is a folder: a new copy there, named by its time; the N newest stay",
            )
        parser.set_defaults(run=run)
    parser = commands.add_parser(
        "salvage", help="save every whole game of a damaged record into a new one"
    )
    parser.add_argument("old", type=place, metavar="OLD", help="the damaged record, only read")
    parser.add_argument("new", type=place, metavar="NEW", help="the new record's file")
    parser.set_defaults(run=_salvage)


def _places(chosen: argparse.Namespace) -> tuple[Path, Path]:
    """The record, and the folder with the sets."""
    record: Path = chosen.record or _in_settings(chosen) or state_folder() / "record.db"
    return record, chosen.sheets or record.parent / "kakuzu"


def _in_settings(chosen: argparse.Namespace) -> Path | None:
    """The record that the settings name, where they name one."""
    path = load_config(chosen.config).record.path if chosen.config else None
    return Path(path) if path else None


def _backup(chosen: argparse.Namespace) -> int:
    record, sheets = _places(chosen)
    if chosen.sheets and not sheets.is_dir():
        raise UsageError(Told("--sheets {sheets}: there is no such folder", sheets=sheets))
    if chosen.keep:
        return _one_more(record, sheets, chosen.file, chosen.keep)
    if chosen.file.suffix.lower() == ".zip":
        packed = pack(record, sheets, chosen.file)
        print(packed.record)
        print(f"With it: {_told(packed.sets)} from {sheets}. Keep it secret.")
        return 0
    print(back_up(record, chosen.file))
    if left := known_sets(sheets):
        print(f"Not in it: {_told(left)} in {sheets}; a name ending in .zip takes them along.")
    return 0


def _one_more(record: Path, sheets: Path, folder: Path, keep: int) -> int:
    """A new copy in a folder of copies. Old ones go when the new one is whole, and not before."""
    copy = folder / f"lunka-{time.strftime('%Y%m%d-%H%M%S')}.zip"
    make_folder_of(copy, "backup", "name another folder", RecordError)
    print(pack(record, sheets, copy).record)
    copies = sorted(each for each in folder.iterdir() if _COPY.fullmatch(each.name))
    gone = copies[:-keep]
    for old in gone:
        old.unlink()
    print(f"{copy}: {len(copies) - len(gone)} copies are there, {len(gone)} older went.")
    return 0


def _restore(chosen: argparse.Namespace) -> int:
    record, sheets = _places(chosen)
    if is_archive(chosen.file):
        unpacked = unpack(chosen.file, record, sheets)
        kept = unpacked.before
        print(unpacked.record)
        print(f"With it: {_told(unpacked.sets)}, in {sheets}.")
    else:
        report, kept = restore(chosen.file, record)
        print(report)
    if kept is not None:
        print(f"What was there before is in {kept}.")
    return 0


def _told(sets: Sequence[str]) -> str:
    return f"Kakuzu's sets {', '.join(sets)}" if sets else "no sets of Kakuzu's sheets"


def _salvage(chosen: argparse.Namespace) -> int:
    found = salvage(chosen.old, chosen.new)
    print(found.report)
    for line in _salvaged(found):
        print(line)
    return 1 if found.lost or found.remarks else 0


def _salvaged(found: Salvage) -> list[str]:
    """What became of each game, in the order of the old record."""
    told = {
        number: f"game {number} is saved as game {here}; its seal was {found.seals[number]}"
        for number, here in found.saved.items()
    }
    told |= {number: f"game {number} is not saved: {why}" for number, why in found.lost.items()}
    notes = [f"Note: {remark}" for remark in found.remarks]
    return [line for _, line in sorted(told.items())] + notes
