"""What holds for every command: help, mistakes, pipes, full disks."""

from __future__ import annotations

import errno
import os
import re
import subprocess
from pathlib import Path

import pytest

from controller import __version__
from controller.games.catalogue import kind_of, names
from tests.cli.running import COMMAND, Lunka, program

COMMANDS = (
    "play",
    "daemon",
    "rules",
    "engine",
    "simulate",
    "games",
    "show",
    "export",
    "import",
    "verify",
    "replay",
    "watch",
    "say",
    "backup",
    "restore",
    "board",
    "doctor",
    "calibrate",
)


def test_version(lunka: Lunka) -> None:
    """The version is one line."""
    assert lunka("--version").out == f"lunka {__version__}\n"


def test_help_names_every_command(lunka: Lunka) -> None:
    """The first help leads to all others, each once, by what it is for; and it names the games."""
    ran = lunka("--help")
    assert ran.code == 0
    assert all(ran.out.count(f"\n  {command} ") == 1 for command in (*COMMANDS, "hub"))
    uses = [line for line in ran.out.splitlines() if line.endswith(":")]
    assert uses == [
        "To play:",
        "Games that were played:",
        "A board of your own:",
        "A hall of tables:",
        "For programs:",
        "Games:",
        "Options:",
    ]
    assert all(f"\n  {game} " in ran.out for game in names())
    assert re.search(
        r"\n  short +Short nardy\n +--preset international, caucasian, sheet\n", ran.out
    )
    assert re.search(r"\n  kalah +Kalah\n +--preset kalah-6, kalaha-4\n", ran.out)


def test_lunka_alone_welcomes(lunka: Lunka) -> None:
    """Five commands that a player needs, each of which there is, and every game by its title."""
    ran = lunka()
    assert (ran.code, ran.err) == (0, "")
    typed = re.findall(r"^  lunka (\w+) ?\w*  +\S", ran.out, re.MULTILINE)
    assert len(typed) == 5 and set(typed) <= set(COMMANDS)
    for game in names():
        assert re.search(rf"^  {game} +{kind_of(game).titles['en']}$", ran.out, re.MULTILINE)
    assert "lunka --help" in ran.out


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_a_command(lunka: Lunka, command: str) -> None:
    """Every command has a help that names how it is used."""
    ran = lunka(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"usage: lunka {command} ")


def test_mistakes_of_the_command_line(lunka: Lunka) -> None:
    """A mistake is one line that leads to the help, not a page of usage."""
    assert lunka("dance").mistake.startswith("argument COMMAND: invalid choice: 'dance'")
    assert lunka("games", "--colour").mistake.startswith("unrecognized arguments: --colour")


def test_readers_may_stop_reading(record: Path) -> None:
    """`lunka games | head -0` ends quietly, whichever command it is."""
    for arguments in (["games"], ["show"], ["replay"], ["replay", "--help"], ["--version"]):
        whole = [*arguments, "--record", str(record)] if len(arguments) == 1 else arguments
        whole = arguments if arguments[0].startswith("-") else whole
        with subprocess.Popen(
            [*COMMAND, *whole], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as lunka:
            assert lunka.stdout is not None
            assert lunka.stderr is not None
            lunka.stdout.close()
            assert lunka.stderr.read() == b""
        assert lunka.returncode == 0, whole


def test_output_on_a_full_disk(record: Path) -> None:
    """A full disk behind standard output is a sentence too."""
    with open("/dev/full", "wb") as full:  # noqa: PTH123 - a device, not a path of ours
        done = subprocess.run(
            [*COMMAND, "show", "--record", str(record)],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == b"lunka: the output cannot be written: No space left on device\n"


def test_a_program_of_its_own(record: Path) -> None:
    """`python -m controller` is the same command."""
    assert program("verify", "--record", record).code == 0
    assert program("show", "99", "--record", record).mistake.endswith("it holds games 1 to 2")


def test_a_file_that_finds_no_room_is_named(lunka: Lunka, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is not the output that a full disk refused, the file is told."""

    def no_room(_chosen: object) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "/games/some.file")

    monkeypatch.setattr("controller.cli.records._games", no_room)
    assert lunka("games").mistake == ("/games/some.file cannot be written: No space left on device")
