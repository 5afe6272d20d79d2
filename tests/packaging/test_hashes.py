"""Nothing that runs here or on a table is fetched without its hash."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import ROOT

#: A command of pip that may fetch something, as scripts and the Makefile write it.
_PIP = re.compile(r"(?:\$pip|/pip install|pip install) .*")
#: What keeps it from fetching anything without a hash.
_BOUND = ("--require-hashes", "--no-build-isolation")


@pytest.mark.parametrize("name", ["Makefile", "systemd/install.sh"])
def test_every_fetch_has_its_hash(name: str) -> None:
    """Packages come by their hashes, and Lunka itself is built with what is there already; only
    its own wheel, from a folder that was named, is taken as it is."""
    text = (ROOT / name).read_text(encoding="utf-8").replace("\\\n", "")
    found = [line for line in _PIP.findall(text) if "--find-links" not in line]
    assert len(found) >= 3
    for line in found:
        own_wheel = line.startswith("$pip --no-deps --ignore-installed lunka")
        assert own_wheel or any(word in line for word in _BOUND), line
    assert '--no-index --find-links $wheels"' in text or name == "Makefile"


def test_what_builds_lunka_is_locked() -> None:
    """The lock of the build names the very hatchling that pyproject.toml asks for."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    wanted = re.search(r'^requires = \["(hatchling==[\d.]+)"\]$', project, re.MULTILINE)
    assert wanted
    lock = (ROOT / "requirements/build.txt").read_text(encoding="utf-8")
    assert f"{wanted[1]} \\\n    --hash=sha256:" in lock


def test_a_checkout_is_built_with_nothing_else(tmp_path: Path) -> None:
    """Hatchling puts a checkout on the path without the package that it would else use for it."""
    code = (
        "import sys; sys.modules['editables'] = None\n"
        f"import hatchling.build; hatchling.build.build_editable({str(tmp_path)!r})"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.iterdir()
    with ZipFile(wheel) as archive:
        (link,) = (name for name in archive.namelist() if name.endswith(".pth"))
        assert archive.read(link).decode().split() == [str(ROOT)]
