"""kill -9 at random instants of simulated play: nothing that was announced is lost."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from controller.record.log import Log
from controller.record.verify import verify
from controller.table.state import State, fold_all
from tests.daemon.victim import told

_ROOT = Path(__file__).parents[2]
_FOUND = ("right", "half", "right", "moved")
#: A record grows for so many lives, then a new one begins: making one must survive a kill too.
_LIVES = 20


@dataclass(slots=True)
class Tally:
    """What came of all kills."""

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    resumed: int = 0
    middle_of_games: int = 0
    found: dict[str, int] = field(default_factory=dict)


class Killer:
    """Lets people play, kills them, and looks at what is left."""

    def __init__(self, nursery: subprocess.Popen[str], folder: Path, seed: int) -> None:
        self.nursery, self.folder, self.chance = nursery, folder, Random(seed)
        self.tally = Tally()

    def kill(self, number: int) -> None:
        """One life: begun, ended at a random instant, checked."""
        record = self.folder / f"record-{number // _LIVES}.db"
        found = _FOUND[number % len(_FOUND)]
        before = _state(record)
        words = self._live(record, number, found)
        wrong = [word["wrong"] for word in words if "wrong" in word]
        assert not wrong, wrong[0]
        self._check_resumed(words, before, found)
        self._check_kept(words, record)
        self.tally.kills += 1

    def _live(self, record: Path, number: int, found: str) -> list[dict[str, Any]]:
        """Everything that one life said before it was killed."""
        assert self.nursery.stdin is not None
        assert self.nursery.stdout is not None
        life = {"record": str(record), "seed": number, "found": found}
        self.nursery.stdin.write(json.dumps(life) + "\n")
        self.nursery.stdin.flush()
        words = self._read_until("born")
        if self.chance.random() < 0.9:  # most die at play, some while they still open the record
            words += self._read_until("resumed")
        time.sleep(self.chance.uniform(0, 0.2))
        if "dead" not in words[-1]:
            with suppress(ProcessLookupError):  # it ended by itself, and says why
                os.kill(words[0]["born"], signal.SIGKILL)
            words += self._read_until("dead")
        return words

    def _read_until(self, what: str) -> list[dict[str, Any]]:
        assert self.nursery.stdout is not None
        words: list[dict[str, Any]] = []
        for line in self.nursery.stdout:
            words.append(json.loads(line))
            if what in words[-1] or "dead" in words[-1]:
                break
        return words

    def _check_resumed(
        self, words: list[dict[str, Any]], before: tuple[int, State] | None, found: str
    ) -> None:
        for word in words:
            if "resumed" in word:
                game, state = before or (0, State())
                assert word["resumed"] == {"game": game, **told(state)}
                self.tally.resumed += 1
                if word["resumed"].get("turns"):
                    self.tally.middle_of_games += 1
                    self.tally.found[found] = self.tally.found.get(found, 0) + 1

    def _check_kept(self, words: list[dict[str, Any]], record: Path) -> None:
        kept = [tuple(word["kept"]) for word in words if "kept" in word]
        there = _hashes(record)
        lost = [seq for seq, seal in kept if there.get(seq) != seal]
        self.tally.acknowledged += len(kept)
        self.tally.lost += len(lost)
        assert not lost
        if there:
            report = verify(record)
            assert report.ok, str(report)


def _is_begun(record: Path) -> bool:
    """Whether it has its tables: some die before they have made them."""
    if not record.exists():
        return False
    with closing(sqlite3.connect(f"file:{record}?mode=ro", uri=True)) as database:
        return database.execute("SELECT 1 FROM sqlite_master").fetchone() is not None


def _hashes(record: Path) -> dict[int, str]:
    if not _is_begun(record):
        return {}
    with Log.open_reader(record) as log:
        return {stored.seq: stored.hash for stored in log.events()}


def _state(record: Path) -> tuple[int, State] | None:
    """The game that the record holds, folded by ourselves."""
    if not _is_begun(record):
        return None
    with Log.open_reader(record) as log:
        last = log.last_game()
        if last is None:
            return None
        return last.id, fold_all(stored.event for stored in log.events(last.id))


@contextmanager
def _nursery() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.daemon.victim"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=_ROOT
    ) as nursery:
        yield nursery
        assert nursery.stdin is not None
        nursery.stdin.close()


def _kill_often(folder: Path, kills: int, seed: int) -> Tally:
    with _nursery() as nursery:
        killer = Killer(nursery, folder, seed)
        for number in range(kills):
            killer.kill(number)
    print(f"\n{killer.tally}")
    return killer.tally


def test_forty_kills(tmp_path: Path) -> None:
    """Every acknowledged event is kept, the record is whole, the next start has the same game."""
    tally = _kill_often(tmp_path, 40, seed=1)
    assert (tally.kills, tally.lost) == (40, 0)
    assert set(tally.found) == set(_FOUND)


@pytest.mark.soak
def test_a_thousand_kills(tmp_path: Path) -> None:
    """The same, a thousand times."""
    tally = _kill_often(tmp_path, 1000, seed=2)
    assert (tally.kills, tally.lost) == (1000, 0)
    assert tally.middle_of_games > 500
