"""Finding node and the MicroPython that runs in it."""

from __future__ import annotations

from pathlib import Path

from tests.machine.skips import program

HERE = Path(__file__).parent / "interpreter"
PACKAGES = Path(__file__).parents[2] / ".venv" / "micropython"


def command(script: str, *arguments: str) -> list[str]:
    """How to start one of the interpreter's scripts."""
    node = program("node")
    if not (PACKAGES / "node_modules" / "@micropython").is_dir():
        raise RuntimeError(
            f"MicroPython is not installed under {PACKAGES}: run `make micropython` (it needs npm)."
        )
    return [node, str(HERE / script), str(PACKAGES), *arguments]
