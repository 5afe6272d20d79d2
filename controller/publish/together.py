"""Works that belong together: whichever fails ends all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def until_one_ends(*works: Coroutine[Any, Any, None]) -> None:
    """Do all of this at once until one of it ends; its error is ours, the others are ended.

    Each is cancelled as often as it takes: `asyncio.wait_for`, which the MQTT library uses, may
    swallow a cancellation in Python 3.11.
    """
    tasks = [asyncio.ensure_future(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        while pending := [task for task in tasks if not task.done()]:
            for task in pending:
                task.cancel()
            await asyncio.wait(pending, timeout=0.1)
        for task in tasks:
            if not task.cancelled():
                task.exception()  # one error is told; the others came of it, and are looked at
    for task in done:
        task.result()


def end_if_cancelled() -> None:
    """Take notice of a cancellation that was swallowed on the way."""
    task = asyncio.current_task()
    if task and task.cancelling():
        raise asyncio.CancelledError
