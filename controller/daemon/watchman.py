"""The watchman: verifies the record soon after the start and once a day, in a process of its own.

Cards forget. What was written a year ago and is not read any more may be damaged without anybody
noticing, until it is needed. The board's loop does nothing for this but to wait.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable
from pathlib import Path

from controller.record.finding import Finding

log = logging.getLogger(__name__)

#: Seconds after the start, when everybody has sat down; seconds until the next time.
SOON_S, DAILY_S = 60.0, 86400.0


async def keep_watch(
    record: Path, tell: Callable[[Finding], None], soon: float = SOON_S, every: float = DAILY_S
) -> None:
    """Verify this record for ever; whatever is wrong with it is told."""
    await asyncio.sleep(soon)
    while True:
        finding = await look_at(record)
        if finding.what:
            log.warning("the record, verified: %s", finding.what)
        tell(finding)
        await asyncio.sleep(every)


async def look_at(record: Path) -> Finding:
    """Verify it once, beside everything else; one that fails itself has found nothing."""
    paths = os.pathsep.join(filter(None, sys.path))
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "controller.record.checking", str(record)),
        env={**os.environ, "PYTHONPATH": paths},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        said, complaint = await process.communicate()
    except BaseException:
        if process.returncode is None:
            process.kill()
        raise
    try:
        return Finding(**json.loads(said))
    except (ValueError, TypeError):
        last = complaint.decode(errors="replace").strip().splitlines()[-1:]
        log.warning("the record could not be verified: %s", *last or [f"exit {process.returncode}"])
        return Finding()
