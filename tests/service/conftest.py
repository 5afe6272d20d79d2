"""One installation for all tests of the installer; whoever changes it takes a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.scratch import INSTALL, make_shim, run


@pytest.fixture(scope="session")
def shim(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A `python3` whose virtual environments need no download."""
    return make_shim(tmp_path_factory.mktemp("bin") / "shim")


@pytest.fixture(scope="session")
def fresh_root(tmp_path_factory: pytest.TempPathFactory, shim: Path) -> Path:
    """A root with a table of a simulated board installed in it."""
    folder = tmp_path_factory.mktemp("root")
    done = run(INSTALL, "--root", folder, "--simulated", shim=shim)
    assert done.returncode == 0, done.stderr
    return folder
