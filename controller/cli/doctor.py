"""`lunka doctor`: is everything right for this board, and if not, what to do."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from controller.cli.errors import UsageError
from controller.cli.parser import place
from controller.games.told import Told
from controller.settings.config import BoardSection, Config, find_profile, load_config, state_folder
from hardware.profile import Profile


def add_to(commands: Any) -> None:
    """Add the command to the command line."""
    doctor = commands.add_parser("doctor", help="look at machine, wires, sensors, pixels and hall")
    board = doctor.add_mutually_exclusive_group()
    board.add_argument("--profile", metavar="NAME", help="a shipped profile or a .toml file")
    board.add_argument("--config", type=place, metavar="FILE", help="a table's settings")
    doctor.add_argument(
        "--simulated", action="store_true", help="look at the simulated board of that profile"
    )
    doctor.add_argument("--dry", action="store_true", help="touch no wire: the machine only")
    doctor.add_argument("--bundle", type=place, metavar="FILE", help="a zip for a bug report")
    doctor.set_defaults(run=run)


def run(chosen: argparse.Namespace) -> int:
    """Say every finding with its remedy; exit 1 where something cannot work."""
    from controller.bringup.checks import examine
    from controller.bringup.doctor import examine_board, write_bundle
    from controller.bringup.findings import exit_code, summary
    from controller.bringup.machine import this_machine
    from controller.bringup.sound import examine_voice, this_sound

    config = _config(chosen)
    profile, record = find_profile(config.board.profile), _record(config)
    machine, history = this_machine(record.parent), list[str]()
    findings = [] if config.board.simulated else examine(machine, profile)
    findings += examine_voice(config.voice, this_sound())
    if not chosen.dry:
        findings += examine_board(_patient(profile, config, record), history)
        findings += _hall(config)
    for finding in findings:
        print(finding)
    print(summary(findings))
    if chosen.bundle is not None:
        try:
            write_bundle(chosen.bundle, machine, findings, _files(profile, config, record, history))
        except OSError as trouble:
            raise UsageError(
                Told(
                    "{bundle} cannot be written: {reason}",
                    bundle=chosen.bundle,
                    reason=trouble.strerror,
                )
            ) from trouble
        print(f"{chosen.bundle} can be sent with a bug report; no key is in it.")
    return exit_code(findings)


def _hall(config: Config) -> list[Any]:
    """What is found on the way to the hall, where the table belongs to one."""
    if config.hall.broker is None:
        return []
    from controller.publish.probe import examine_hall

    return list(examine_hall(config.hall))


def _config(chosen: argparse.Namespace) -> Config:
    if chosen.config is not None:
        config = load_config(chosen.config)
        return config.model_copy(
            update={"board": config.board.model_copy(update={"simulated": True})}
            if chosen.simulated
            else {}
        )
    profile = chosen.profile or BoardSection().profile
    return Config(board=BoardSection(profile=profile, simulated=chosen.simulated))


def _record(config: Config) -> Path:
    return Path(config.record.path) if config.record.path else state_folder() / "record.db"


def _patient(profile: Profile, config: Config, record: Path) -> Any:
    from controller.bringup.doctor import Patient, remembered
    from hardware.board import Board, open_board
    from hardware.clock import RealClock
    from hardware.simulated import KIND, open_simulated

    clock = RealClock()

    def opened() -> Board:
        if config.board.simulated:
            return open_simulated(profile, clock, config.board.seed, nature=KIND)
        return open_board(profile, clock)

    learned = remembered(record, "sensing", profile.name)
    diary = remembered(record, "health", profile.name)
    return Patient(profile, opened, clock, memory=learned, diary=diary)


def _files(profile: Profile, config: Config, record: Path, history: list[str]) -> dict[str, str]:
    """What else helps: the profile as it was understood, the settings, a Pico's last frames."""
    from controller.bringup.frames import kept_frames, told
    from hardware.clock import RealClock

    settings = config.model_dump_json(
        indent=2, exclude={"page": {"key_file"}, "hall": {"password_file", "key_file"}}
    )
    files = {
        "profile.json": profile.model_dump_json(indent=2) + "\n",
        "settings.json": settings + "\n",
    }
    frames = kept_frames(record)
    if history:
        frames += told(f"{profile.name}: lunka doctor.", RealClock(), history)
    return files | ({"link.txt": frames} if frames else {})
