"""The daemon's pulse: systemd hears "alive" only while sensors and recorder answer.

A worker checks in when it has just done its work: the sensors when a step of the house came back,
the recorder when it told how many events there are. If one of them is late the sign of life is
withheld, the status line says who hangs, and systemd restarts the daemon; the record takes the game
up where it was. Workers beside (the page) must have worked once before the table is ready, and the
line tells if they hang; whoever started them starts them anew, and no hand is disturbed for it.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, suppress

from controller.board.loop import BoardLoop
from controller.daemon.notify import Notifier
from controller.record.errors import RecordError
from controller.table.state import State, Status
from hardware.clock import Clock

SENSORS, RECORDER, PAGE = "sensors", "recorder", "page"

#: How often workers are asked when systemd does not count (then only the status line matters).
_EVERY_S = 5.0


class Pulse:
    """Who has checked in, and whether systemd may be told that all is well."""

    def __init__(
        self,
        notifier: Notifier,
        clock: Clock,
        workers: Iterable[str],
        line: Callable[[], str],
        beside: Iterable[str] = (),
    ) -> None:
        self._notifier, self._clock, self._line = notifier, clock, line
        limit = notifier.watchdog_s or 4 * _EVERY_S
        self.patience, self.every = limit / 2, limit / 4
        self._vital = tuple(workers)
        self._seen: dict[str, float | None] = dict.fromkeys((*self._vital, *beside))
        self.ready = False

    @property
    def heard(self) -> bool:
        """Whether anybody listens to it."""
        return self._notifier.heard

    def check_in(self, worker: str) -> None:
        """This worker has just done its work."""
        self._seen[worker] = self._clock.now()

    def late(self) -> list[str]:
        """The workers that have not checked in for too long, or never."""
        now = self._clock.now()
        return [
            worker for worker, at in self._seen.items() if at is None or now - at > self.patience
        ]

    def beat(self) -> bool:
        """Tell systemd that all is well, or withhold it; whether it was told."""
        late = self.late()
        if not late and not self.ready:
            self.ready = True
            self._notifier.ready()
        alive = self.ready and not {*late} & {*self._vital}
        if alive:
            self._notifier.alive()
        self.tell()
        return alive

    def tell(self) -> None:
        """Bring the line for people up to date; whoever hangs stands in it."""
        late = self.late() if self.ready else []
        hangs = f"Hangs: no sign of life from {' and '.join(late)}"
        self._notifier.status(hangs if late else self._line())


async def keep_beating(pulse: Pulse) -> None:
    """Beat for ever."""
    while True:
        pulse.beat()
        # The first beat that says "ready" should not be waited for.
        await asyncio.sleep(pulse.every if pulse.ready else pulse.every / 10)


async def keep_asking(pulse: Pulse, ask: Callable[[], Awaitable[None]]) -> None:
    """Ask one worker for ever; one that does not answer in time has not checked in, that is all."""
    while True:
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(pulse.patience):
                await ask()
        await asyncio.sleep(pulse.every)


def ask_page(pulse: Pulse, listener: socket.socket) -> Callable[[], Awaitable[None]]:
    """Ask the page as a browser would; any answer at all is a sign of life."""

    async def ask() -> None:
        reader, writer = await asyncio.open_connection(*_reach(listener))
        try:
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            if (await reader.readline()).startswith(b"HTTP/1.1 "):
                pulse.check_in(PAGE)
        finally:
            writer.close()

    return ask


def _reach(listener: socket.socket) -> tuple[str, int]:
    host, port = listener.getsockname()[:2]
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port


def ask_recorder(pulse: Pulse, house: BoardLoop) -> Callable[[], Awaitable[None]]:
    """Ask the record for its head; a full disk is told elsewhere and cured by no restart."""

    async def ask() -> None:
        with suppress(RecordError):
            _ = house.log.head
        pulse.check_in(RECORDER)

    return ask


async def keep_telling(pulse: Pulse, bell: AbstractContextManager[asyncio.Event]) -> None:
    """Keep the line for people up to date, whenever the bell rings."""
    with bell as rung:
        while True:
            rung.clear()
            pulse.tell()
            await rung.wait()


def status_line(house: BoardLoop) -> str:
    """What somebody who types `systemctl status lunka` wants to know, in one line."""
    trouble = house.record_trouble or house.board_trouble
    line = _game_line(house.told)
    return f"{line}; {trouble}" if trouble else line


def _game_line(state: State) -> str:
    if not state.game or state.status is Status.IDLE:
        return "No game yet"
    sides = state.rules.sides
    players = " - ".join(state.player_of(side) for side in range(len(sides)))
    if state.status is Status.OVER:
        scores = ":".join(map(str, state.result.scores)) if state.result else ""
        return f"{players}, over {scores}".rstrip()
    move = f"move {len(state.plies) + 1}"
    if state.status is Status.SETUP:
        return f"{players}, {move}, waiting for the pieces to be set up"
    if state.status is Status.PAUSED:
        return f"{players}, {move}, paused"
    return f"{players}, {move}, {sides[state.rules.mover(state.position)]} to move"
