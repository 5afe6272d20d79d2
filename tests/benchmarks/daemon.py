"""The running daemon with its page: start, memory, idle work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter, sleep
from urllib.request import urlopen

from tests.benchmarks.report import line, percentile, plain

#: Idle is when nobody plays: sensors are read fast for five seconds after the last touch.
_REST = 8.0
_IDLE = 10.0
_STARTS = 5


def start(home: str) -> tuple[subprocess.Popen[str], str, float]:
    """The daemon, its address and how long it took until the page answered."""
    began = perf_counter()
    daemon = subprocess.Popen(
        [sys.executable, "-m", "controller.cli", "play", "--port", "0"],
        env=os.environ | {"LUNKA_HOME": home},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert daemon.stdout is not None
    found = re.search(r"http\S+/", daemon.stdout.readline())
    assert found is not None
    with urlopen(f"{found.group(0)}health", timeout=10) as answer:
        answer.read()
    return daemon, found.group(0), perf_counter() - began


def stop(daemon: subprocess.Popen[str]) -> None:
    """End it, as systemd would."""
    daemon.terminate()
    daemon.wait(10)
    if daemon.stdout:
        daemon.stdout.close()


def resident_mb(pid: int) -> float:
    """The memory it holds."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found.group(1)) / 1024 if found else 0.0


def own_mb(pid: int) -> float:
    """The memory that it shares with nobody."""
    told = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(map(int, re.findall(r"Private_\w+:\s+(\d+)", told))) / 1024


def family(pid: int) -> list[int]:
    """A process and those that it started: the board first, then its page."""
    return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def cpu_seconds(pid: int) -> float:
    """The work it has done so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Print start, memory and idle work beside their targets."""
    starts = []
    for _ in range(_STARTS):
        with tempfile.TemporaryDirectory() as home:
            daemon, _address, took = start(home)
            starts.append(took)
            stop(daemon)
    line("daemon with page, start to ready (median)", percentile(starts, 0.5), "s", 1.0)
    with tempfile.TemporaryDirectory() as home:
        daemon, address, _took = start(home)
        with urlopen(address, timeout=10) as page:
            page.read()
        sleep(_REST)
        board, *pages = both = family(daemon.pid)
        before = sum(map(cpu_seconds, both))
        sleep(_IDLE)
        used = (sum(map(cpu_seconds, both)) - before) / _IDLE * 100
        memory = resident_mb(board) + sum(map(own_mb, pages))
        plain("  of it the board's process", resident_mb(board), "MB")
        stop(daemon)
    line("daemon with page, resident memory", memory, "MB", 60)
    line("daemon with page, idle CPU", used, "%", 2.0)


if __name__ == "__main__":
    main()
