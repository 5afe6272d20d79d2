"""GNU Backgammon as a program: many files in one run, and everything it says."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.machine.skips import program

#: What it prints when nothing is wrong: its greeting and the board after each file. After a game
#: that was given up at its first turn there is no board to show, also in files of its own.
_HARMLESS = re.compile(
    r"""
    (?:GNU\ Backgammon\ [\d.]+\ \d+
    |Copyright\ .*
    |This\ program\ comes\ with\ ABSOLUTELY\ NO\ WARRANTY.*
    |This\ is\ free\ software.*
    |\ GNU\ Backgammon\ \ Position\ ID:\ .*
    |\ +Match\ ID\ +:\ .*
    |\ \+(?:[12]\d|-[1-9])-.*
    |[\ ^v]\|.*
    |No\ game\ in\ progress\.
    |(?:Will|You\ will)\ .*
    |)""",
    re.VERBOSE,
)


def run(folder: Path, commands: Iterable[str]) -> list[str]:
    """Whatever it says besides boards: with files that it likes, nothing."""
    script = folder / "commands"
    script.write_text("".join(f"{command}\n" for command in commands))
    ran = subprocess.run(
        [program("gnubg"), "-t", "-q", "-r", "-c", str(script)],
        cwd=folder,
        env={"HOME": str(folder), "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    lines = (ran.stdout + ran.stderr).splitlines()
    return [line for line in lines if not _HARMLESS.fullmatch(line)]
