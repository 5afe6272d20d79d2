"""The commands of the README on a machine that lacks something."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]


def test_ci_runs_the_readmes_command() -> None:
    """`.ci/run` is nothing but `make test`, and can be started."""
    lines = (HOME / ".ci/run").read_text().splitlines()
    assert [line for line in lines if not line.startswith("#")] == [
        'cd "$(dirname "$0")/.." && make test'
    ]
    assert (HOME / ".ci/run").stat().st_mode & 0o111


def _make(*words: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", *map(str, words)],
        cwd=HOME,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[ "$1" = --version ] && echo Python 3.9.2 && exit; exit 1', "is Python 3.9.2"),
        ('case "$2" in *ensurepip*) exit 1;; esac', "cannot make an environment"),
        (None, "is missing"),
    ],
)
@pytest.mark.parametrize("target", ["play", "lint"])
def test_a_python_that_will_not_do(
    text: str | None, said: str, target: str, tmp_path: Path
) -> None:
    """Too old, without venv, or not there: one sentence with the apt line, and nothing is made."""
    python = tmp_path / "python3"
    if text is not None:
        python.write_text(f"#!/bin/sh\n{text}\n")
        python.chmod(0o755)
    done = _make(target, f"PYTHON={python}", f"VENV={tmp_path / 'venv'}")
    assert done.returncode == 2
    assert said in done.stdout
    assert "python3-venv" in done.stdout and "sudo apt-get install" in done.stdout
    assert not (tmp_path / "venv").exists()


def test_the_port_of_the_page() -> None:
    """`make play PORT=... GAME=...` hands both on; without them the game's own are taken."""
    assert _make("-n", "play", "PORT=8800", "GAME=short").stdout.endswith(
        "lunka play short --port 8800\n"
    )
    assert _make("-n", "play").stdout.rstrip().endswith("lunka play kalah")
