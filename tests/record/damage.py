"""What dying cards, pulled plugs and careless hands do to a record, each by its seed."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

from controller.play.event import Event
from controller.record.errors import RecordDamagedError, RecordError
from controller.record.log import Log
from controller.record.salvage import Salvage, salvage
from controller.record.verify import verify
from tests.record.games import Scribe, played
from tests.record.matches import Evening

_PAGE = 4096
#: A record, its journal, and the file that says how far it was written.
_PARTS = ("", "-wal", ".lock")


def make_record(folder: Path) -> tuple[Path, list[list[Event]]]:
    """A record as a table leaves it that was killed: its last games are in the journal only. Gives
    its file (a copy that nobody writes) and the events of each game."""
    living, left = folder / "living.db", folder / "left.db"
    match = Evening(5, options={"match_length": 5}, hurry=8.0).play().events
    starts = [at for at, event in enumerate(match) if event.kind == "game.opened"]
    games = [match[at:to] for at, to in zip(starts, [*starts[1:], len(match)], strict=True)]
    games += [played(range(seed, 400 + seed, 5 + seed)).events for seed in range(6)]
    with Log(living) as log:
        log.append([Event("daemon.started", 1.5, {"version": "0.1.0"})])
        for game in games[:5]:
            _keep(log, game)
    with Log(living) as log:
        for game in games[5:]:
            _keep(log, game)
        for part in _PARTS:
            shutil.copy(f"{living}{part}", f"{left}{part}")
    return left, games


def _keep(log: Log, game: list[Event]) -> None:
    """Write a game a few events at a time, as it is played."""
    for at in range(0, len(game), 3):
        log.append(game[at : at + 3])


def harmed(original: Path, copy: Path, seed: int) -> str:
    """Copy a record and harm the copy; gives what was done to it."""
    chance = Random(seed)
    for part in _PARTS:
        shutil.copy(f"{original}{part}", f"{copy}{part}")
    journal = Path(f"{copy}-wal")
    how = chance.choice([*_HARMS])
    if how == "dropped journal":
        journal.unlink()
        return how
    victim = journal if chance.random() < 0.3 else copy
    raw = bytearray(victim.read_bytes())
    _HARMS[how](raw, chance)
    victim.write_bytes(raw)
    return f"{how} of the {'journal' if victim is journal else 'file'}"


def _flips(raw: bytearray, chance: Random) -> None:
    for _ in range(chance.randrange(1, 6)):
        raw[chance.randrange(len(raw))] ^= 1 << chance.randrange(8)


def _cut(raw: bytearray, chance: Random) -> None:
    del raw[chance.randrange(1, len(raw)) :]


def _swapped(raw: bytearray, chance: Random) -> None:
    one, other = (chance.randrange(len(raw) // _PAGE) * _PAGE for _ in range(2))
    raw[one : one + _PAGE], raw[other : other + _PAGE] = (
        raw[other : other + _PAGE],
        raw[one : one + _PAGE],
    )


def _zeroed(raw: bytearray, chance: Random) -> None:
    length = chance.choice((512, _PAGE))
    at = chance.randrange(len(raw) // length) * length
    raw[at : at + length] = bytes(length)


def _noise(raw: bytearray, chance: Random) -> None:
    at = chance.randrange(len(raw) // _PAGE) * _PAGE
    raw[at : at + _PAGE] = chance.randbytes(_PAGE)


_HARMS: dict[str, Callable[[bytearray, Random], None]] = {
    "bytes flipped": _flips,
    "end cut off": _cut,
    "pages swapped": _swapped,
    "block zeroed": _zeroed,
    "page of noise": _noise,
    "dropped journal": _cut,
}


class Counts:
    """What became of many damaged copies."""

    def __init__(self) -> None:
        self.harmless = self.refused = self.salvaged = self.games = 0

    def __str__(self) -> str:
        return (
            f"{self.harmless} harmless, {self.refused} refused, of these {self.salvaged} salvaged"
            f" with {self.games} games; 0 appended to"
        )

    def try_one(self, copy: Path, games: list[list[Event]], how: str) -> None:
        """A damaged copy is not added to, and what is saved of it is what was played."""
        before = _bytes(copy)
        try:
            log = Log(copy)
        except RecordError:
            self.refused += 1
        else:  # harmed where nothing stands: then all of it must be there
            with log:
                assert log.head[0] == 1 + sum(map(len, games)), how
            assert verify(copy).ok, how
            self.harmless += 1
            return
        assert _bytes(copy) == before, f"{how}: a damaged record was written to"
        try:
            found = salvage(copy, copy.with_name("saved.db"))
        except RecordDamagedError:
            found = None
        assert _bytes(copy) == before, f"{how}: salvage wrote into the old record"
        if found:
            self.salvaged += 1
            self.games += len(found.saved)
            check_saved(found, games, how)


def _bytes(copy: Path) -> list[bytes]:
    """The record and its journal; one that is empty is as good as none."""
    parts = (Path(f"{copy}{part}") for part in _PARTS[:2])
    return [part.read_bytes() for part in parts if part.exists() and part.stat().st_size]


def check_saved(found: Salvage, games: list[list[Event]], how: str = "") -> None:
    """The new record verifies, goes on, and each of its games is one that was played, to the last
    event."""
    path = found.report.path
    assert verify(path).ok, how
    with Log(path) as log:
        log.append(Scribe().events)
        for number, here in found.saved.items():
            saved = [stored.event for stored in log.events(here)]
            first, *rest = games[number - 1]
            assert saved[1:] == rest, f"{how}: game {number}"
            untold = {"match", "origin", "clock_left"}
            kept = [
                {k: v for k, v in each.data.items() if k not in untold}
                for each in (saved[0], first)
            ]
            assert kept[0] == kept[1], f"{how}: game {number}"
    assert verify(path).ok, how
