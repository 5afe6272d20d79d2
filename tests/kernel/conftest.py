"""The image, and the figures that are told at the end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel import image

FIGURES = pytest.StashKey[list[str]]()

Tell = Callable[[str], None]


@pytest.fixture(scope="session")
def images() -> Path:
    """The folder with the machine's image; only `make kernel` makes one."""
    if os.environ.get("LUNKA_KERNEL"):
        return image.build()
    missing = image.tools_missing(building=False)
    if missing:
        pytest.skip(f"needs {', '.join(missing)}")
    folder = image.usable(same_program=False)
    if folder is None:
        pytest.skip("needs the virtual machine's image of today's packages: make kernel")
    return folder


@pytest.fixture(scope="session")
def tell(pytestconfig: pytest.Config) -> Tell:
    """Say a figure now, and again at the end."""
    figures = pytestconfig.stash.setdefault(FIGURES, [])

    def say(figure: str) -> None:
        figures.append(figure)
        print(f"\n  {figure}", flush=True)

    return say


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures, all together."""
    figures = terminalreporter.config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("kernel")
        for figure in figures:
            terminalreporter.write_line(figure)
