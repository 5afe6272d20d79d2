"""A daemon with a worker that hangs when the test says so: `python -m tests.service.hanging WHO`.

The hang is put in from outside, by replacing the one function that the worker stands on; the
daemon itself has no such switch. It begins when the file in the first argument appears.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from controller.cli import main
from controller.house import House
from controller.pulse import PAGE, RECORDER, SENSORS
from controller.record.log import LogReader
from controller.web.guard import Guard


def hang_sensors(now: Callable[[], bool]) -> None:
    """The board does not answer: a step of the house never comes back."""
    step = House.step

    def stuck(self: House) -> None:
        while now():
            time.sleep(0.05)
        step(self)

    House.step = stuck  # type: ignore[method-assign]  # that is the hang


def hang_recorder(now: Callable[[], bool]) -> None:
    """The disk does not answer: nothing that asks the record comes back."""
    rows = LogReader._rows

    def stuck(self: LogReader, query: str, *values: object) -> list[Any]:
        while now():
            time.sleep(0.05)
        return rows(self, query, *values)

    LogReader._rows = stuck  # type: ignore[method-assign]  # that is the hang


def hang_page(now: Callable[[], bool]) -> None:
    """The page takes requests and never answers them; sensors and recorder go on."""
    guard = Guard.__call__

    async def stuck(self: Any, scope: Any, receive: Any, send: Any) -> None:
        while now():
            await asyncio.sleep(0.05)
        await guard(self, scope, receive, send)

    Guard.__call__ = stuck  # type: ignore[method-assign]


HANGS = {SENSORS: hang_sensors, RECORDER: hang_recorder, PAGE: hang_page}

if __name__ == "__main__":
    flag = Path(sys.argv[1])
    HANGS[sys.argv[2]](flag.exists)
    sys.exit(main(["play", "--port", "0", "--players", "Anna", "Boris"]))
