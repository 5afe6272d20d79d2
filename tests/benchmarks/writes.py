"""How much goes to the card for each turn: `python -m tests.benchmarks.writes [GAMES]`.

An evening of simulated games, from the start of the table to its end, is played on a real file
system, and the kernel counts the bytes that it was given to write for this process (`write_bytes`
of /proc/self/io). *As it was* are the same games with large pages, and with readings and memory
written along with each event.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

from controller.record import log as recording
from controller.record import schema
from controller.record.log import Log
from controller.record.verify import verify
from controller.simulation.people import CALM
from controller.simulation.person import Evening
from controller.simulation.run import Scenario, sit_down
from hardware.profile import shipped_profile
from tests.benchmarks.report import line, plain

#: What a card should bear for each turn, in thousands of bytes.
TARGET = 16.0
#: Games of an evening, unless told otherwise.
_GAMES = 3
#: Not a disk in memory, which /tmp often is.
_DISK = "/var/tmp"


def written() -> int:
    """Bytes that this process gave to the disk so far."""
    told = Path("/proc/self/io").read_text("ascii").split()
    return int(told[told.index("write_bytes:") + 1])


@contextmanager
def _as_it_was() -> Iterator[None]:
    with patch.object(schema, "PAGE", 4096), patch.object(recording, "EVERY_S", 0.0):
        yield


def measure(board: str, games: int, folder: Path) -> tuple[float, int, str]:
    """Thousands of bytes written for each turn of an evening, its turns, and the record's head."""
    path = folder / "record.db"
    profile = shipped_profile(board)
    scenario = Scenario("kalah", {}, profile, people=CALM, seed=7, pins_every=0)
    before = written()
    evening = sit_down(scenario, 1, path, Evening)
    evening.house.open()
    for _ in range(games):
        evening.play({})
    evening.house.close()
    spent = written() - before
    found = verify(path)
    assert found.ok and found.games == games
    with Log.open_reader(path) as log:
        turns = sum(game.turns for game in log.games())
    return spent / turns / 1000, turns, found.head


def main(arguments: Sequence[str] = ()) -> None:
    """Print both, one after the other."""
    games = int(arguments[0]) if arguments else _GAMES
    for board in ("kalah-reed", "kalah-load"):
        with tempfile.TemporaryDirectory(prefix="lunka-", dir=_DISK) as name, _as_it_was():
            was, turns, first = measure(board, games, Path(name))
        with tempfile.TemporaryDirectory(prefix="lunka-", dir=_DISK) as name:
            now, turns, second = measure(board, games, Path(name))
        plain(f"{board}: written for each of {turns} turns, as it was", was, "kB")
        line(f"{board}: written for each of {turns} turns, now", now, "kB", TARGET)
        assert first == second, "how it is written must not change what is written"


if __name__ == "__main__":
    main(sys.argv[1:])
