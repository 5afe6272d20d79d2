"""An installation below a scratch root: everything real but the download of packages.

The virtual environment that the installer makes finds the packages of this one, so that pip has
nothing to fetch; what pip itself does with a bare system is the soak's business.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[2]
INSTALL, UNINSTALL = HOME / "systemd" / "install.sh", HOME / "systemd" / "uninstall.sh"
PROGRAM = "usr/local/lib/lunka"

PIP = {"PIP_NO_COMPILE": "1"}
"""Its files are not compiled ahead."""

_SHIM = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
    for folder; do :; done
    "{python}" -m venv --without-pip --clear "$folder" || exit 1
    echo "{packages}" > "$(echo "$folder"/lib/python3*/site-packages)/these.pth"
else
    exec "{python}" "$@"
fi
"""


def run(
    script: Path, *arguments: object, shim: Path | None = None, path: str = os.environ["PATH"]
) -> subprocess.CompletedProcess[str]:
    """Run one of the scripts; a `python3` in `shim` stands before the system's."""
    path = path if shim is None else f"{shim}:{path}"
    return subprocess.run(
        [str(script), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env={**os.environ, "PATH": path, **PIP},
    )


def helper(name: str) -> Any:
    """One of the installer's own Python files, as a module."""
    spec = spec_from_file_location(name, HOME / "systemd" / f"{name}.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_shim(folder: Path) -> Path:
    """A folder with a `python3` whose virtual environments see our packages."""
    folder.mkdir()
    text = _SHIM.format(python=sys.executable, packages=sysconfig.get_path("purelib"))
    (folder / "python3").write_text(text)
    (folder / "python3").chmod(0o755)
    return folder


def files_below(root: Path) -> set[str]:
    """Every file of the installation that is not the program itself."""
    return {
        str(path.relative_to(root))
        for path in root.rglob("*")
        if (path.is_file() or path.is_symlink()) and not str(path).startswith(str(root / PROGRAM))
    }
