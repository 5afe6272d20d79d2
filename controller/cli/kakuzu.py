"""`lunka kakuzu sheets`: make and print numbered sheets for the board (Z1)."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path
from typing import Any, Final

from controller.cli.errors import UsageError
from controller.cli.parser import place
from controller.games.told import Told
from controller.settings.config import state_folder
from controller.sheets.pdf import print_sheets
from controller.sheets.sets import SheetSet, new_set
from controller.sheets.store import SheetStore, load_set, save_set, write_secret

#: The original set has 20 two-sided sheets (Z1).
_GRIDS: Final = 40


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("kakuzu", help="make and print Kakuzu's sheets")
    sheets = parser.add_subparsers(required=True, metavar="WHAT").add_parser(
        "sheets", help="numbered Sudoku sheets with a code on each, as a PDF of the true size"
    )
    sheets.add_argument(
        "--pdf",
        type=place,
        required=True,
        nargs="?",
        metavar="OUT.pdf",
        help="what to write (no name given: kakuzu-SET.pdf, in the current folder)",
    )
    sheets.add_argument(
        "--count", type=int, metavar="N", help=f"grids, two for each sheet (a new set: {_GRIDS})"
    )
    sheets.add_argument(
        "--hole-mm",
        type=float,
        default=18.0,
        metavar="MM",
        help="from the centre of one hole to the next (18)",
    )
    sheets.add_argument(
        "--set",
        type=place,
        metavar="FILE",
        help="the set's secret file: printed again where it exists, else made "
        "(not given: a new set, kept with the board's records)",
    )
    sheets.add_argument("--seed", metavar="TEXT", help="make the same set again from its seed")
    sheets.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Print the sheets and say where everything is."""
    made, path = _sheets(chosen)
    pdf = chosen.pdf or _unused_name(made)
    sheets = made.sheets(chosen.count)
    content = print_sheets(sheets, chosen.hole_mm)
    # The set is kept first: a printed sheet that the board does not know would be worth little.
    if not made.own:
        save_set(made, path)
    write_secret(pdf, content)
    first, last = sheets[0].code, sheets[-1].code
    print(f"{pdf}: {len(sheets)} grids, {first} to {last}, {chosen.hole_mm:g} mm a hole.")
    print(f"{path}: the board finds the sheets again with this file. Keep it secret.")
    print("Print at 100 %, on both sides, then delete the PDF: it shows every sheet.")
    return 0


def _unused_name(made: SheetSet) -> Path:
    """A name after the set; nobody asked for it, so nothing that is there may be lost to it."""
    path = Path(f"kakuzu-{made.name}.pdf")
    if path.exists():
        raise UsageError(
            Told("{path} is there already; remove it, or name another: --pdf OUT.pdf", path=path)
        )
    return path


def _sheets(chosen: argparse.Namespace) -> tuple[SheetSet, Path]:
    """The set to print, and the file that it is or will be kept in."""
    if chosen.set and chosen.set.exists():
        if chosen.seed:
            raise UsageError(
                Told("--seed makes a new set, but {set} holds one; leave one out", set=chosen.set)
            )
        return load_set(chosen.set), chosen.set
    count = _GRIDS if chosen.count is None else chosen.count
    made = new_set(chosen.seed or secrets.token_hex(16), count)
    store = SheetStore(sheets_folder())
    return made, chosen.set or store.path_of(made.name)


def sheets_folder() -> Path:
    """Where the board keeps the sets it knows."""
    return state_folder() / "kakuzu"
