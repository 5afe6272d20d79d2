"""`lunka calibrate`: measure each load cell's tare and scale, guided by lights and words."""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from controller.cli.errors import UsageError
from controller.cli.parser import place, whole
from controller.disk.files import write_whole
from controller.games.told import Told, told_by
from controller.settings.config import find_profile
from hardware.profile import LoadCells, Profile, calibration_text

if TYPE_CHECKING:
    from controller.bringup.calibration import Measured
    from controller.bringup.known import Known
    from hardware.board import Board


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    parser = commands.add_parser("calibrate", help="tare and scale of every load cell, guided")
    parser.add_argument("profile", metavar="PROFILE", help="a shipped profile or a .toml file")
    parser.add_argument("--cells", nargs="+", metavar="CELL", help="only these; all if not given")
    parser.add_argument(
        "--stones",
        type=whole(1, 200),
        metavar="N",
        help="how many known stones or checkers (10), or which piece of Gyges, 1 to 3 (3)",
    )
    parser.add_argument(
        "--output", type=place, metavar="FILE", help="calibration.toml if not given"
    )
    parser.add_argument("--simulated", action="store_true", help="on the simulated board")
    parser.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Measure, explain, and save when all is done; exit 1 if a cell could not be measured."""
    from controller.bringup.asking import AnswersEndedError, Person
    from controller.bringup.calibration import Calibration
    from hardware.clock import RealClock

    profile = find_profile(chosen.profile)
    cells = _cells(profile, chosen.cells)
    person, clock = Person(), RealClock()
    known = _known_pieces(profile, chosen.stones)
    person.tell(known.introduced)
    try:
        with _open(profile, clock, chosen.simulated) as board:
            hands = getattr(board, "wood", None)
            lay = None if hands is None else hands.set_up
            measured = Calibration(board, clock, person, time.sleep, lay).run(cells, known)
            usable = [each for each in measured if each.usable]
            if usable and person.agrees(f"Save the values of {len(usable)} cells?"):
                _save(chosen, profile, usable, person)
    except AnswersEndedError as ended:
        raise UsageError(str(ended)) from ended
    return 0 if len(usable) == len(cells) else 1


def _cells(profile: Profile, wanted: Sequence[str] | None) -> list[str]:
    known = [cell for bank in profile.sensors.load for cell in bank.cells]
    if not known:
        raise UsageError(
            Told(
                "the board {name!r} has no load cells; reeds need no calibration, `lunka"
                " doctor` shows whether each of them works",
                name=profile.name,
            )
        )
    strange = [cell for cell in wanted or () if cell not in known]
    if strange:
        raise UsageError(
            Told(
                "no load cell belongs to {strange}; {known} have one",
                strange=", ".join(strange),
                known=", ".join(known),
            )
        )
    return [cell for cell in known if wanted is None or cell in wanted]


def _known_pieces(profile: Profile, wanted: int | None) -> Known:
    from controller.bringup.known import known_pieces

    try:
        return known_pieces(profile, wanted)
    except ValueError as refused:
        raise UsageError(
            Told("--stones {wanted}: {reason}", wanted=wanted, reason=told_by(refused))
        ) from refused


def _open(profile: Profile, clock: Any, simulated: bool) -> Board:
    from hardware.board import open_board
    from hardware.simulated import KIND, open_simulated

    return open_simulated(profile, clock, nature=KIND) if simulated else open_board(profile, clock)


def _save(
    chosen: argparse.Namespace, profile: Profile, measured: Sequence[Measured], person: Any
) -> None:
    """One file for each bank: what was measured now, and what was known of the other cells."""
    new = {each.cell: (each.tare, each.scale) for each in measured}
    banks = [bank for bank in profile.sensors.load if set(bank.cells) & set(new)]
    for number, bank in enumerate(banks):
        path = _path(chosen, bank, number if len(banks) > 1 else None)
        _write(path, {cell: new.get(cell) or _known(bank, cell) for cell in bank.cells})
        person.tell(f"Saved in {path}.")
        if bank.calibration is None:
            person.tell(f'Name it in the profile, in [[sensors.load]]: calibration = "{path.name}"')


def _known(bank: LoadCells, cell: str) -> tuple[float, float]:
    return bank.tare_of(cell), bank.scale_of(cell)


def _path(chosen: argparse.Namespace, bank: LoadCells, number: int | None) -> Path:
    folder = Path(chosen.profile).parent if chosen.profile.endswith(".toml") else Path()
    if chosen.output is not None and number is None:
        output: Path = chosen.output
        return output
    if bank.calibration is not None:
        return folder / bank.calibration
    return folder / ("calibration.toml" if number is None else f"calibration-{number}.toml")


def _write(path: Path, values: Mapping[str, tuple[float, float]]) -> None:
    try:
        write_whole(path, calibration_text(values).encode(), mode=0o644)
    except OSError as trouble:
        raise UsageError(
            Told("{path} cannot be written: {reason}", path=path, reason=trouble.strerror)
        ) from trouble
