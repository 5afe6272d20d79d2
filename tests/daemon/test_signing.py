"""A daemon has its games signed when they are over, and nothing waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from controller.daemon import signing
from controller.daemon.signing import Signing, is_anchor
from controller.record.log import Log
from controller.record.signing import key_file_of
from controller.record.verify import verify
from tests.house.test_promise import Desk
from tests.record.signed import write_signed


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A game that the board's dice have opened, and somebody gave up."""
    desk = Desk(tmp_path)
    desk.roll()
    yield desk
    desk.house.log.close()


def test_a_game_is_signed_when_it_is_over(desk: Desk) -> None:
    """By a process that ends; the next game is signed too, and a restart signs nothing twice."""

    async def evening() -> None:
        rang, keeper = asyncio.Event(), Signing(desk.house)
        keeping = asyncio.ensure_future(keeper.keep(nullcontext(rang)))
        for number in (1, 2):
            desk.give_up()
            rang.set()
            while len(desk.house.log.vouching()) < number:
                await asyncio.sleep(0.02)
            if number == 1:
                desk.do("new")
                desk.roll()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        assert await Signing(desk.house).sign()
        assert len(desk.house.log.vouching()) == 2

    asyncio.run(evening())
    desk.kill()
    assert "is whole" in desk.verified()
    assert [line.partition(" (")[0] for line in verify(desk.path).attested.lines()] == [
        "signed by this table"
    ]


def test_what_cannot_be_signed_is_told_and_tried_again(
    desk: Desk, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken key is said once; with a good one the game is signed after all."""
    key_file_of(desk.path).write_text("nonsense")
    monkeypatch.setattr(signing, "_SOON", 0.01)
    desk.give_up()

    async def evening() -> None:
        rung: list[str | None] = []
        keeper = Signing(desk.house, changed=lambda: rung.append(keeper.trouble))
        keeping = asyncio.ensure_future(keeper.keep(nullcontext(asyncio.Event())))
        while keeper.trouble is None:
            await asyncio.sleep(0.02)
        key_file_of(desk.path).unlink()
        while not desk.house.log.vouching():
            await asyncio.sleep(0.02)
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)
        assert keeper.trouble is None
        assert len(rung) == 2  # told once, and once that it is over

    asyncio.run(evening())
    told = [each.message for each in caplog.records if "not signed" in each.message]
    assert len(told) == 1
    assert "64 small hexadecimal digits" in told[0]


def test_an_anchor_is_checked_by_the_same_process(tmp_path: Path) -> None:
    """One that the hub did not sign is none."""
    write_signed(tmp_path / "table.db", tmp_path / "hub.key")
    with Log.open_reader(tmp_path / "table.db") as log:
        facts = log.vouching()[-1].event.data
    assert asyncio.run(is_anchor(facts))
    assert not asyncio.run(is_anchor({**facts, "seq": 3}))
    assert not asyncio.run(is_anchor({"seq": 3}))
