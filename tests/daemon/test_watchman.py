"""The record is verified beside the table, in a process of its own."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from controller.daemon.watchman import keep_watch, look_at
from controller.record.checking import found_in
from controller.record.finding import Finding
from controller.record.log import Log
from tests.record.games import Scribe, played


def _record(path: Path) -> Path:
    with Log(path) as log:
        for _ in range(8):  # the first page is not the one that is written next
            log.append(played([12, 21, 30]).events)
    return path


def test_what_it_finds(tmp_path: Path) -> None:
    """Nothing in a whole record; damage where a byte was changed; and a card that is gone, or a
    game against the rules, are no damage."""
    path = _record(tmp_path / "r.db")
    assert found_in(path) == Finding()
    gone = found_in(tmp_path / "none.db")
    assert not gone.damaged and "there is no such file" in gone.what
    cheat = Scribe()
    cheat.made(cheat.legal[0])
    cheat.events[-1].data["position"] = "nowhere"  # type: ignore[index]
    with Log(tmp_path / "cheat.db") as log:
        log.append(cheat.events)
    cheated = found_in(tmp_path / "cheat.db")
    assert not cheated.damaged and cheated.what.startswith("event 3 of game 1: ")
    raw = path.read_bytes()
    path.write_bytes(raw.replace(b'"kalah"', b'"kalas"'))
    changed = found_in(path)
    assert changed.damaged and "its hash is wrong" in changed.what


def test_it_looks_at_a_record_that_is_being_written(tmp_path: Path) -> None:
    """In a process of its own, which changes nothing; soon, and again."""
    path, told = _record(tmp_path / "r.db"), list[Finding]()

    async def watch() -> None:
        with Log(path) as log:
            log.append(Scribe().events)
            head = log.head
            found = asyncio.Event()

            def tell(finding: Finding) -> None:
                told.append(finding)
                if len(told) == 2:
                    found.set()

            work = asyncio.ensure_future(keep_watch(path, tell, soon=0.0, every=0.0))
            await found.wait()
            work.cancel()
            assert log.head == head
            log.append(Scribe().events[1:])

    asyncio.run(watch())
    assert told[:2] == [Finding(), Finding()]


def test_rot_is_found_under_a_running_table(tmp_path: Path) -> None:
    """A page that goes bad under a table that has it open is found by the next look."""
    path = _record(tmp_path / "r.db")
    with Log(path) as log:
        log.append(Scribe().events)
        raw = bytearray(path.read_bytes())
        at = raw.index(b'"kalah"')
        with path.open("r+b") as file:
            file.seek(at)
            file.write(b'"kalas"')
        assert asyncio.run(look_at(path)).damaged


def test_a_look_that_fails_finds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that ends without a word is no finding about the record."""
    monkeypatch.setattr("sys.executable", "/bin/false")
    assert asyncio.run(look_at(tmp_path / "a.db")) == Finding()
