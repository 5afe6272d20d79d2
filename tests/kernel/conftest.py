"""The image, and the figures that are told at the end."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kernel import image
from tests.machine.needs import KERNEL
from tests.machine.skips import require

ASKED_FOR = bool(os.environ.get("LUNKA_KERNEL"))
"""Whether this is `make kernel`, which may build an image and take half an hour."""

FIGURES = pytest.StashKey[list[str]]()

Tell = Callable[[str], None]


@pytest.fixture(scope="session")
def images() -> Path:
    """The folder with the machine's image; only `make kernel` makes one."""
    if ASKED_FOR:
        if missing := image.missing_to_build():
            pytest.exit(f"make kernel needs {', '.join(missing)}: see docs/kernel.md", 1)
        return image.build()
    require(KERNEL)
    folder = image.usable(same_program=False)
    if folder is None:
        pytest.skip(f"needs {KERNEL} (with today's packages: make kernel)")
    return folder


@pytest.fixture(scope="session")
def tell(pytestconfig: pytest.Config) -> Tell:
    """Say a figure now, and again at the end."""
    figures = pytestconfig.stash.setdefault(FIGURES, [])

    def say(figure: str) -> None:
        figures.append(figure)
        print(f"\n  {figure}", flush=True)

    return say


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The whole machine is for `make kernel` alone; the small one comes first, as nothing takes
    longer and nobody should wait for it at the end."""
    left_out = [item for item in items if item.get_closest_marker("kernel") and not ASKED_FOR]
    items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: item.path.parent != Path(__file__).parent)
    config.hook.pytest_deselected(items=left_out)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The figures, all together."""
    figures = terminalreporter.config.stash.get(FIGURES, [])
    if figures:
        terminalreporter.section("kernel")
        for figure in figures:
            terminalreporter.write_line(figure)
