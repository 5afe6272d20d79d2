"""A daemon with a worker that hangs when the test says so: `python -m tests.service.hanging WHO`.

The hang is put in from outside, by replacing the one function that the worker stands on; the
daemon itself has no such switch. It begins when the file in the first argument appears.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.board.loop import BoardLoop
from controller.cli import main
from controller.daemon import page
from controller.daemon.pulse import PAGE, RECORDER, SENSORS
from controller.record.log import LogReader


def hang_sensors(now: Callable[[], bool]) -> None:
    """The board does not answer: a step of the house never comes back."""
    step = BoardLoop.step

    def stuck(self: BoardLoop) -> None:
        while now():
            time.sleep(0.05)
        step(self)

    BoardLoop.step = stuck  # type: ignore[method-assign]  # that is the hang


def hang_recorder(now: Callable[[], bool]) -> None:
    """The disk does not answer: nothing that asks the record comes back."""
    rows = LogReader._rows

    def stuck(self: LogReader, query: str, *values: object) -> list[Any]:
        while now():
            time.sleep(0.05)
        return rows(self, query, *values)

    LogReader._rows = stuck  # type: ignore[method-assign]  # that is the hang


def hurry_page(_now: Callable[[], bool]) -> None:
    """The test stops the page's own process; nobody wants to wait long until that is noticed."""
    page.PATIENCE_S = 1.0


HANGS = {SENSORS: hang_sensors, RECORDER: hang_recorder, PAGE: hurry_page}

if __name__ == "__main__":
    flag = Path(sys.argv[1])
    HANGS[sys.argv[2]](flag.exists)
    sys.exit(main(["play", "--port", "0", "--players", "Anna", "Boris"]))
