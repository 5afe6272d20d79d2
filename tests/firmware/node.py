"""Finding node and the MicroPython that runs in it; where one is missing, the test says so."""

from __future__ import annotations

import shutil
from pathlib import Path

HERE = Path(__file__).parent / "interpreter"
PACKAGES = Path(__file__).parents[2] / ".venv" / "micropython"


def command(script: str, *arguments: str) -> list[str]:
    """How to start one of the interpreter's scripts."""
    node = shutil.which("node")
    if node is None:
        raise RuntimeError(
            "The firmware's tests need node to run MicroPython in; install nodejs and npm."
        )
    if not (PACKAGES / "node_modules" / "@micropython").is_dir():
        raise RuntimeError(
            f"MicroPython is not installed under {PACKAGES}: run `make micropython` (it needs npm)."
        )
    return [node, str(HERE / script), str(PACKAGES), *arguments]
