"""The wheel, built once, and a clean virtual environment with nothing of ours but it."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def build(source: Path, kind: str, into: Path) -> Path:
    """A wheel or an sdist of the project in this folder."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    (built,) = into.iterdir()
    return built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout."""
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def clean(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Path:
    """The programs' folder of an environment where only our packages come from the wheel.

    The dependencies are lent by the environment that runs the tests. Its own link to the checkout
    is not followed: Python looks for such links in its own packages' folder only.
    """
    home = tmp_path_factory.mktemp("clean")
    venv.create(home, symlinks=True)
    programs = home / "bin"
    pip = [sys.executable, "-m", "pip", "--python", str(programs / "python"), "install"]
    quiet = ["--no-deps", "--no-index", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, *quiet, str(wheel)], check=True, capture_output=True)
    paths = {"base": str(home), "platbase": str(home)}
    packages = Path(sysconfig.get_path("purelib", "venv", paths))
    (packages / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return programs
