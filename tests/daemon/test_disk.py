"""A real daemon on a real card that fills up or loses its power keeps what it acknowledged."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import pytest

from controller.record.log import Log
from controller.record.verify import verify
from tests.daemon.running import Table, running
from tests.record.card import Card


@dataclass(slots=True)
class Tally:
    """What came of all trials."""

    trials: int = 0
    acknowledged: int = 0
    refused: int = 0
    lost: list[str] = field(default_factory=list)
    seeds_lost: int = 0


class Trial:
    """Somebody who begins one game after another, each with its own names, and believes a 200."""

    def __init__(self, card: Card, chance: Random, tally: Tally) -> None:
        self._card, self._chance, self._tally = card, chance, tally
        self._home, self._believed = card.path / "home", list[str]()

    def run(self, number: int, harm: Callable[[], None]) -> None:
        """Commands, harm in the midst of them, more commands; then the record is looked at."""
        self._home.mkdir(exist_ok=True)
        harmed_after = self._chance.randrange(8)
        with running(self._home, "short") as table:
            for step in range(harmed_after + self._chance.randrange(1, 5)):
                if step == harmed_after:
                    time.sleep(self._chance.uniform(0, 0.1))
                    harm()
                self._ask(table, f"{number}-{step}")
            table.process.kill()
        self._tally.trials += 1

    def _ask(self, table: Table, name: str) -> None:
        """Begin a game with this name, and roll: the board binds itself to its dice each time."""
        try:
            answer = table.send({"do": "new", "players": [name, "other"]})
            said = answer.status_code == 200
            table.send({"do": "roll"})
        except httpx.HTTPError:
            return
        self._tally.acknowledged += said
        self._tally.refused += not said
        if said:
            self._believed.append(name)

    def check(self) -> None:
        """Everything that was believed is in the record, which is whole, and its seed is known."""
        record = self._home / "record.db"
        report = verify(record)
        assert report.ok, str(report)
        kept = set[str]()
        with Log.open_reader(record) as log:
            for stored in log.events():
                kept.update(stored.event.data.get("players", ()))
        self._tally.lost += [name for name in self._believed if name not in kept]
        with running(self._home, "short") as table:
            table.view()
            table.process.kill()
        with Log.open_reader(record) as log:
            self._tally.seeds_lost += sum(s.event.kind == "seed.lost" for s in log.events())


def _fill_often(folder: Path, trials: int) -> Tally:
    tally, chance = Tally(), Random(24)
    for number in range(trials):
        place = folder / str(number)
        place.mkdir()
        with Card(place) as card:
            trial = Trial(card, chance, tally)
            trial.run(number, card.fill)
            (card.path / "filling").unlink(missing_ok=True)
            trial.check()
    print(f"\n{tally}")
    return tally


def _cut_often(folder: Path, trials: int) -> Tally:
    tally, chance = Tally(), Random(20)
    for number in range(trials):
        place = folder / str(number)
        place.mkdir()
        with Card(place) as card:
            trial = Trial(card, chance, tally)
            trial.run(number, card.vanish)
            card.power_up()
            trial.check()
    print(f"\n{tally}")
    return tally


def _nothing_is_lost(tally: Tally) -> None:
    assert (tally.lost, tally.seeds_lost) == ([], 0)
    assert tally.acknowledged and tally.refused


def test_full_disks(tmp_path: Path) -> None:
    """Two cards fill up at random moments: nothing acknowledged is lost, nor any seed."""
    _nothing_is_lost(_fill_often(tmp_path, 2))


def test_power_cuts(tmp_path: Path) -> None:
    """The power fails at two random moments: nothing acknowledged is lost, nor any seed."""
    _nothing_is_lost(_cut_often(tmp_path, 2))


@pytest.mark.soak
def test_many_full_disks(tmp_path: Path) -> None:
    """The same with a hundred cards."""
    _nothing_is_lost(_fill_often(tmp_path, 100))


@pytest.mark.soak
def test_many_power_cuts(tmp_path: Path) -> None:
    """The same two hundred times."""
    _nothing_is_lost(_cut_often(tmp_path, 200))
