"""`lunka backup` and `lunka restore`: what a table remembers in a safe place, and back."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from controller.archive import is_archive, known_sets, pack, unpack
from controller.cli.errors import UsageError
from controller.cli.parser import place
from controller.config import state_folder
from controller.record.backup import back_up, restore


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
        parser.set_defaults(run=run)


def _places(chosen: argparse.Namespace) -> tuple[Path, Path]:
    """The record, and the folder with the sets."""
    record: Path = chosen.record or state_folder() / "record.db"
    return record, chosen.sheets or record.parent / "kakuzu"


def _backup(chosen: argparse.Namespace) -> int:
    record, sheets = _places(chosen)
    if chosen.sheets and not sheets.is_dir():
        raise UsageError(f"--sheets {sheets}: there is no such folder")
    if chosen.file.suffix.lower() == ".zip":
        packed = pack(record, sheets, chosen.file)
        print(packed.record)
        print(f"With it: {_told(packed.sets)} from {sheets}. Keep it secret.")
        return 0
    print(back_up(record, chosen.file))
    if left := known_sets(sheets):
        print(f"Not in it: {_told(left)} in {sheets}; a name ending in .zip takes them along.")
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
