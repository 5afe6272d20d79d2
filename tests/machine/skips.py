"""A test that lacks something of the machine is skipped by the name of what it lacks.

    subprocess.run([program("openssl"), ...])    # its path, or the test is skipped
    require("root")

Whoever starts a program asks for it here, so that no test has to say beforehand what it needs.
`make test` tells at its end what was not tested (`ending.py`).
"""

from __future__ import annotations

import re

import pytest
from _pytest.terminal import TerminalReporter

from tests.machine.ending import keep
from tests.machine.needs import NEEDS, is_here, where


def program(name: str) -> str:
    """Where a program is."""
    (need,) = (need for need in NEEDS.values() if name in need.programs)
    require(need.name)
    found = where(name)
    assert found is not None
    return found


def require(name: str) -> None:
    """Go on only where the machine has this."""
    need = NEEDS[name]
    if not is_here(need):
        packages = " ".join(need.packages)
        pytest.skip(f"needs {name}" + (f" (apt-get install {packages})" if packages else ""))


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Gather what was not tested for the last lines of `make test`."""
    for skipped in terminalreporter.stats.get("skipped", []):
        assert isinstance(skipped.longrepr, tuple)
        if found := re.match(r"Skipped: needs ([^(:]*[^(: ])", skipped.longrepr[2]):
            keep(found[1], skipped.nodeid)
