"""Working until somebody stops it: a signal, or the first work that fails."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Coroutine
from typing import Any

from controller.daemon.notify import Notifier

Work = Coroutine[Any, Any, None]


async def work_until_stopped(announce: Callable[[], None], *works: Work) -> None:
    """Do all of it until a signal comes; whatever ends first ends everything.

    Ctrl-C, `systemctl stop` and a closed terminal all end in order: lights off, record whole.
    """
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    tasks = [asyncio.ensure_future(each) for each in (stopped.wait(), *works)]
    announce()
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        Notifier.of().stopping()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
