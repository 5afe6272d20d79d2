"""`lunka play` in a process of its own, as somebody starts it who wants to play."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def lunka_play(home: Path, *words: str) -> Iterator[str]:
    """The table that these words ask for, with a home of its own; its address with the key."""
    command = [sys.executable, "-m", "controller.cli", "play", *words, "--port", "0"]
    environment = os.environ | {"LUNKA_HOME": str(home)}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        address = re.search(r"http\S+", daemon.stdout.readline())
        assert address is not None
        try:
            yield address.group(0)
        finally:
            daemon.terminate()


def exported(home: Path) -> dict[str, Any]:
    """The game as the command line exports it."""
    command = [sys.executable, "-m", "controller.cli", "export", "--format", "json"]
    environment = os.environ | {"LUNKA_HOME": str(home)}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    game: dict[str, Any] = json.loads(done.stdout)
    return game
