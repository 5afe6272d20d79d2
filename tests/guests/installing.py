"""Oware as anybody installs it: built from its folder, and found by its entry point."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.games.catalogue import look_again

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the package lunka-oware, built as anybody would."""
    folder = tmp_path_factory.mktemp("site")
    command = "pip install --quiet --no-deps --no-build-isolation --disable-pip-version-check"
    where = ["--target", str(folder), str(EXAMPLES / "oware")]
    subprocess.run([sys.executable, "-m", *command.split(), *where], check=True, timeout=300)
    return folder


@pytest.fixture
def oware(shop: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package is installed, here and in every program that a test starts."""
    paths = [str(shop), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    monkeypatch.syspath_prepend(shop)
    look_again()
    yield
    monkeypatch.undo()
    look_again()
