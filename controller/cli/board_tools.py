"""`lunka board`: wiring, a new board's profile, what its service may touch, what its Pi needs."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import place
from controller.games.told import Told
from controller.settings.config import find_profile, load_config
from hardware.pi import pi_named, this_pi
from hardware.profile import Profile, shipped_profiles


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    board = commands.add_parser("board", help="wiring, new profiles, and what the service may use")
    tools = board.add_subparsers(required=True, metavar="WHAT")
    _add_wiring(tools)
    _add_new(tools)
    _add_unit(tools)
    _add_boot(tools)


def _add_wiring(tools: Any) -> None:
    wiring = tools.add_parser("wiring", help="pin table, parts and a drawing of a board")
    shipped = ", ".join(shipped_profiles())
    wiring.add_argument("profile", metavar="PROFILE", help=f"{shipped}, or a .toml file")
    wiring.add_argument("--svg", type=place, metavar="FILE", help="write the drawing to this file")
    wiring.set_defaults(run=_wiring)


def _add_new(tools: Any) -> None:
    new = tools.add_parser("new", help="answer a few questions and get a profile")
    new.add_argument(
        "--output", type=place, metavar="FILE", help="named after the board if not given"
    )
    new.set_defaults(run=_new)


def _add_unit(tools: Any) -> None:
    unit = tools.add_parser("unit", help="the systemd drop-in with the devices a board needs")
    board = unit.add_mutually_exclusive_group(required=True)
    board.add_argument("profile", nargs="?", metavar="PROFILE")
    board.add_argument("--config", type=place, metavar="FILE", help="a table's settings instead")
    unit.add_argument("--model", metavar="NAME", help="another Pi, such as 'Raspberry Pi 5'")
    unit.set_defaults(run=_unit)


def _add_boot(tools: Any) -> None:
    boot = tools.add_parser("boot", help="the lines a board needs in the Pi's config.txt")
    board = boot.add_mutually_exclusive_group(required=True)
    board.add_argument("profile", nargs="?", metavar="PROFILE")
    board.add_argument("--config", type=place, metavar="FILE", help="a table's settings instead")
    boot.add_argument(
        "--write", type=place, metavar="FILE", help="put them into this file, as config.txt"
    )
    boot.set_defaults(run=_boot)


def _wiring(chosen: argparse.Namespace) -> int:
    from controller.bringup.drawing import wiring_svg
    from controller.bringup.parts import bill_of_materials
    from controller.bringup.wires import pin_table

    profile = find_profile(chosen.profile)
    print(f"{profile.name}\n\n{pin_table(profile)}\n{bill_of_materials(profile)}", end="")
    if chosen.svg is not None:
        _write(chosen.svg, wiring_svg(profile), "w")
        print(f"\nThe drawing is in {chosen.svg}.")
    return 0


def _new(chosen: argparse.Namespace) -> int:
    from controller.bringup.asking import AnswersEndedError, Person
    from controller.bringup.maker import NotEnoughPinsError, ask_for_plan, checked

    if chosen.output is not None:
        _refuse_existing(chosen.output)
    person = Person()
    try:
        plan = ask_for_plan(person)
    except (AnswersEndedError, NotEnoughPinsError) as ended:
        raise UsageError(str(ended)) from ended
    text, _ = checked(plan)
    path = chosen.output or Path(f"{_file_name(plan.name)}.toml")
    _write(path, text, "x")
    person.tell(
        f"\nThe profile is in {path}. Next: `lunka board wiring {path} --svg wiring.svg`, then "
        f"`lunka doctor --profile {path}`."
    )
    return 0


def _unit(chosen: argparse.Namespace) -> int:
    from controller.bringup.unit import drop_in

    pi = this_pi() if chosen.model is None else pi_named(chosen.model)
    if chosen.config is None:
        print(drop_in(find_profile(chosen.profile), pi), end="")
        return 0
    board = load_config(chosen.config).board
    print(drop_in(find_profile(board.profile), pi, simulated=board.simulated), end="")
    return 0


def _boot(chosen: argparse.Namespace) -> int:
    from controller.bringup.bootconfig import boot_lines

    lines = boot_lines(profile) if (profile := _wired_profile(chosen)) else []
    if chosen.write is not None:
        return _write_boot(chosen.write, lines)
    print("\n".join(lines) if lines else "# This board needs nothing in config.txt.")
    return 0


def _write_boot(path: Path, lines: list[str]) -> int:
    """Put the lines into config.txt, once; as it was before, it is kept beside it."""
    from controller.bringup.bootconfig import with_lines
    from controller.disk.files import write_whole

    try:
        before = path.read_bytes()
        after = with_lines(before.decode(), lines).encode()
        if after == before:
            print(f"{path} needs no change.")
            return 0
        kept = path.with_name(f"{path.name}.before-lunka")
        if not kept.exists():
            write_whole(kept, before, mode=0o644)
        write_whole(path, after, mode=0o644)
    except (OSError, UnicodeDecodeError) as trouble:
        why = getattr(trouble, "strerror", None) or "it is not UTF-8 text"
        raise UsageError(
            Told("{path} cannot be changed: {reason}; nothing was changed", path=path, reason=why)
        ) from trouble
    print(f"{path} has the lines of this board; as it was before: {kept}. Restart the Pi.")
    return 0


def _wired_profile(chosen: argparse.Namespace) -> Profile | None:
    """The board that is meant; None: it is simulated and has no wires."""
    if chosen.config is None:
        return find_profile(chosen.profile)
    board = load_config(chosen.config).board
    return None if board.simulated else find_profile(board.profile)


def _file_name(name: str) -> str:
    return re.sub(r"[^\w]+", "-", name.lower()).strip("-") or "board"


def _refuse_existing(path: Path) -> None:
    if path.exists():
        raise UsageError(
            Told("{path} is there already; choose another name with --output FILE", path=path)
        )


def _write(path: Path, text: str, mode: str) -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        _refuse_existing(path)
    except OSError as trouble:
        raise UsageError(
            Told("{path} cannot be written: {reason}", path=path, reason=trouble.strerror)
        ) from trouble
