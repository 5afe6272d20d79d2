"""`lunka backup` and `lunka restore`: a record in a safe place, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from controller.config import state_folder
from controller.record.backup import back_up, restore


def add_to(commands: Any) -> None:
    """Add the commands to the command line."""
    for name, run, text in (
        ("backup", _backup, "copy the record into one file, also while it is written"),
        ("restore", _restore, "put such a copy in the record's place"),
    ):
        parser = commands.add_parser(name, help=text)
        parser.add_argument("file", type=Path, metavar="FILE", help="the copy")
        parser.add_argument("--record", type=Path, metavar="FILE", help="the record's file")
        parser.set_defaults(run=run)


def _record(chosen: argparse.Namespace) -> Path:
    path: Path | None = chosen.record
    return path or state_folder() / "record.db"


def _backup(chosen: argparse.Namespace) -> int:
    print(back_up(_record(chosen), chosen.file))
    return 0


def _restore(chosen: argparse.Namespace) -> int:
    report, kept = restore(chosen.file, _record(chosen))
    print(report)
    if kept is not None:
        print(f"What was there before is in {kept}.")
    return 0
