"""Running the command line in the tests: in this process, or as a program of its own."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

import pytest

from controller.cli import main

COMMAND = (sys.executable, "-m", "controller")


@dataclass(frozen=True, slots=True)
class Ran:
    """What a command printed and how it ended."""

    code: int
    out: str
    err: str

    @property
    def mistake(self) -> str:
        """The one line that a mistake is told in, without our name; fails for anything else."""
        assert self.code == 2, self
        assert self.out == ""
        assert self.err.startswith("lunka: ")
        assert self.err.count("\n") == 1, self.err
        return self.err.removeprefix("lunka: ").strip()


class Lunka:
    """`lunka(...)` runs one command in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: object) -> Ran:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as end:  # argparse ends after a help or a mistake
            code = end.code if isinstance(end.code, int) else 1
        out, err = self._capsys.readouterr()
        return Ran(code, out, err)


def program(*arguments: object, given: bytes = b"") -> Ran:
    """Run the command as a program of its own, with these bytes on its standard input."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)], input=given, capture_output=True, timeout=60, check=False
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())
