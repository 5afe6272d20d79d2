"""A power cut in miniature: kill -9 while events are written."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from controller.record.log import Log
from controller.record.verify import verify

KILLS = 20
_ROOT = Path(__file__).parents[2]

#: Appends for ever, and says so after each append returned: what is printed is acknowledged.
_WRITER = """
import itertools, sys
from pathlib import Path
from controller.record.log import Log
from controller.play.event import Event

with Log(Path(sys.argv[1])) as log:
    print("ready", flush=True)
    for number in itertools.count(log.head[0] + 1):
        log.append([Event("hints.set", float(number), {"level": "full", "pad": "x" * 300})])
        print(number, flush=True)
"""


def _killed(path: Path, seconds: float) -> int:
    """The last event a writer acknowledged before it was killed."""
    command = [sys.executable, "-c", _WRITER, str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=_ROOT) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(seconds)
        writer.kill()
        whole = [line for line in writer.stdout if line.endswith("\n")]
    return int(whole[-1]) if whole else 0


def test_no_acknowledged_event_is_lost(tmp_path: Path) -> None:
    """After every kill all acknowledged events are there and the chain is whole."""
    chance = random.Random(7)
    path = tmp_path / "table.db"
    acknowledged = 0
    for _ in range(KILLS):
        acknowledged = max(acknowledged, _killed(path, chance.uniform(0, 0.06)))
        report = verify(path)
        assert report.ok, str(report)
        assert report.events in (acknowledged, acknowledged + 1)  # one may be kept but not yet said
        acknowledged = report.events
    with Log(path) as log:
        assert log.head[0] == acknowledged > 0
