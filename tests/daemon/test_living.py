"""How the daemon's loop sleeps, and who wakes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.bringup.frames import FrameKeeper
from controller.daemon import daemon
from controller.daemon.daemon import Daemon, open_house
from controller.daemon.notify import Notifier
from controller.daemon.pulse import SENSORS, Pulse
from controller.settings.config import check_config
from hardware.simulated.board import SimulatedBoard
from tests.daemon.running import PATIENCE


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


class Living:
    """A table on the reed board that lives in the test's own loop."""

    def __init__(self, folder: Path) -> None:
        config = check_config({"board": {"profile": "kalah-reed"}}, "test")
        self.house, board = open_house(config, folder / "record.db")
        assert isinstance(board, SimulatedBoard)
        self.board, record = board, folder / "record.db"
        frames = FrameKeeper(board, self.house.clock, record)
        self.daemon = Daemon(self.house, board, frames)
        daemon.start(self.daemon, config)

    async def __aenter__(self) -> Living:
        pulse = Pulse(Notifier.of(), self.house.clock, (SENSORS,), str)
        self._life = asyncio.create_task(self.daemon.live(pulse))
        await until(lambda: "declare" in self.house.table.commands())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._life.cancel()
        self.house.close()


def test_a_press_wakes_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A button is heard although the house would sleep on, whichever thread tells of it."""

    async def evening() -> None:
        async with Living(tmp_path) as table:
            hints = table.house.table.state.hints
            monkeypatch.setattr(daemon, "_LONGEST_REST", 10 * PATIENCE)
            monkeypatch.setattr(table.house, "delay", lambda: 10 * PATIENCE)
            await asyncio.sleep(0.6)  # by now it sleeps for minutes
            await asyncio.to_thread(table.board.press, "hints")
            await until(lambda: table.house.table.state.hints != hints)

    asyncio.run(evening())


def test_the_last_moment_of_a_debounce_is_watched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a hand waits for a reed, no sleep runs up to the moment that it is believed."""

    async def evening() -> None:
        async with Living(tmp_path) as table:
            loop, asked = asyncio.get_running_loop(), 0.0
            slept: list[tuple[bool, float, float]] = []
            delay, later = table.house.delay, loop.call_later

            def ask() -> float:
                nonlocal asked
                asked = delay()
                return asked

            def call_later(seconds: float, *rest: object) -> asyncio.TimerHandle:
                if rest[0] == table.daemon._awake.set:  # not a sleep of this test's own
                    slept.append((table.board.sharp(), asked, seconds))
                return later(seconds, *rest)  # type: ignore[arg-type]

            monkeypatch.setattr(table.house, "delay", ask)
            monkeypatch.setattr(loop, "call_later", call_later)
            before = dict(table.house.glows)
            table.board.wood.lift("a3")
            await until(lambda: table.house.glows != before)
            short = [asked - seconds for sharp, asked, seconds in slept if sharp]
            assert short and all(left == pytest.approx(daemon._WATCHED) for left in short)
            assert all(seconds <= asked for _, asked, seconds in slept)

    asyncio.run(evening())
