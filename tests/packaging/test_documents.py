"""The documents say what the locks and the package index hold."""

from __future__ import annotations

import re

import pytest

from tests.packaging.test_extras import EXTRAS, PYPROJECT
from tests.packaging.wheels import HOME, SYSTEMS, known, table

GUIDE = (HOME / "docs" / "build-a-board.md").read_text(encoding="utf-8")
REASONS = (HOME / "docs" / "dependencies.md").read_text(encoding="utf-8")


def test_the_table_of_wheels_is_the_lists() -> None:
    """What a Pi compiles stands in dependencies.md as requirements/binary.toml has it."""
    assert table() in REASONS


def test_the_apt_line_brings_every_compiler() -> None:
    """With Trixie's line a 64-bit Pi builds every package that has no wheel for Python 3.13."""
    line = re.search(r"^sudo apt install ([^#\n]*)", GUIDE, re.MULTILINE)
    assert line
    missing = [
        entry["apt"]
        for entry in known().values()
        if "3.13" not in entry["wheels"].get("aarch64", ())
    ]
    assert {name for apt in missing for name in apt} <= set(line[1].split())


@pytest.mark.parametrize("text", [GUIDE, table()])
def test_trixie_comes_first(text: str) -> None:
    """The current system is told of before the one before it."""
    assert text.index("Trixie") < text.index("Bookworm")
    assert list(SYSTEMS.values()) == ["Trixie", "Bookworm"]


def test_every_dependency_has_its_reason() -> None:
    """Whatever the project asks for is explained in dependencies.md."""
    wanted = [*PYPROJECT["project"]["dependencies"], *PYPROJECT["dependency-groups"]["dev"]]
    for line in [*wanted, *(each for extra in EXTRAS.values() for each in extra)]:
        name = re.split(r"[^A-Za-z0-9._-]", line)[0]
        assert name.removeprefix("adafruit-circuitpython-neopixel") in REASONS, name
