"""One simulated table of a demonstration, a program of its own: wood, sensors, drivers and record
are those of `lunka simulate`, people play at it, and it belongs to the hall like any other.

The people are plain code that lets time pass (`pass_time`); while they let it pass, the line to the
hall lives. So board, people and publisher share one thread and never meet in mid-act.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from controller.board.view import Showing
from controller.publish.broker import BrokerAddress, read_password
from controller.publish.publisher import Publisher
from controller.publish.table import HouseTable
from controller.settings.config import find_profile
from controller.simulation.people import CALM
from controller.simulation.person import Evening
from controller.simulation.run import Scenario, sit_down
from controller.simulation.talking import StuckError
from controller.table.speakers import Speaker
from controller.table.state import Status
from controller.web.feed import Bell
from hardware.clock import RealClock

#: People who know the game and are in no hurry: so long they think about a turn.
THINKING = replace(CALM, begin_s=(1.5, 9.0))
#: The people look up so often, in their own seconds; the hall is served at least so often, in ours.
_LOOK, _SERVE = 0.25, 0.03
#: Between two games of a match.
_STRETCH = (3.0, 8.0)


class GoneError(Exception):
    """The game that was played here is not played any more: it was ended, or another begun."""


class StoppedError(Exception):
    """Somebody ends the demonstration."""


@dataclass(frozen=True, slots=True)
class Seat:
    """What one table of a demonstration is told."""

    table: str
    game: str
    profile: str
    port: int
    password_file: str
    record: str
    speed: float
    seed: int


class PacedEvening(Evening):
    """People whose time passes at a pace that one can watch."""

    speed = 1.0
    playing: int | None = None

    def serve(self, seconds: float) -> None:
        """Let the hall live for so long; set by the table."""

    def pass_time(self, until: float) -> None:
        """The same as always, slowly."""
        while (now := self.clock.now()) < until:
            here = min(until, now + _LOOK)
            self.serve((here - now) / self.speed)
            super().pass_time(max(here, self.clock.now()))
            self._look_whether_we_play()

    def _look_whether_we_play(self) -> None:
        """A director may have ended, stopped or replaced the game."""
        if self.playing is None:
            return
        while self._state.status is Status.PAUSED:
            self.serve(_LOOK / self.speed)
            super().pass_time(self.clock.now() + _LOOK)
        result = self._state.result
        ended = result is not None and result.reason != "played"
        if ended or self.house.log.current_game != self.playing:
            raise GoneError


class DemoTable:
    """The table, its people, and its line to the hall."""

    def __init__(self, seat: Seat) -> None:
        scenario = Scenario(
            seat.game,
            {},
            find_profile(seat.profile),
            people=THINKING,
            seed=seat.seed,
            pins_every=0,
            wall=time.time(),
        )
        self.evening = sit_down(scenario, 0, Path(seat.record), PacedEvening)
        self.evening.speed = seat.speed
        self.evening.serve = self.serve  # type: ignore[method-assign]
        self._house = self.evening.house
        self._bell, self._seen, self._stopped = Bell(), -1, False
        self._served, self._owed = 0.0, 0.0
        self._loop = asyncio.new_event_loop()
        table = HouseTable(self._house, Showing(self._house), self.command, self._bell.subscribe)
        link = BrokerAddress(
            "127.0.0.1", seat.port, seat.table, read_password(Path(seat.password_file))
        )
        # The hall lives by the time of day, however fast the people play.
        self._publisher = Publisher(table, link, RealClock())
        self._house.table.hub = self._publisher.reached

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """An order of the hub; the stones of a new game are laid as if somebody had done it."""
        self._house.command(command, speaker)
        if command.get("do") in ("new", "next"):
            self.evening.lay_out()
        self._bell.ring()

    def serve(self, seconds: float) -> None:
        """Let so much time of ours pass, in which the hall is spoken to."""
        if self._house.changes != self._seen:
            self._seen = self._house.changes
            self._bell.ring()
        self._owed += seconds
        now = time.monotonic()
        if self._owed < _SERVE and now - self._served < _SERVE:
            return
        self._loop.run_until_complete(asyncio.sleep(max(0.0, self._owed)))
        # A machine that was too slow does not hurry afterwards.
        self._owed, self._served = 0.0, time.monotonic()
        if self._stopped:
            raise StoppedError

    def stop(self) -> None:
        """End at the next look."""
        self._stopped = True

    def run(self) -> None:
        """Play whatever the hub sends, until somebody stops it."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            self._loop.add_signal_handler(number, self.stop)
        self._loop.add_reader(sys.stdin.fileno(), self._hear_parent)
        self._house.open()
        publishing = self._loop.create_task(self._publisher.run())
        try:
            while True:
                self._live()
        except StoppedError:
            pass
        finally:
            publishing.cancel()
            self._loop.run_until_complete(asyncio.gather(publishing, return_exceptions=True))
            self._loop.remove_reader(sys.stdin.fileno())
            self._loop.close()
            self._house.close()

    def _hear_parent(self) -> None:
        """Nobody speaks to a table; the line ends when the demonstration does, however it does."""
        if not os.read(sys.stdin.fileno(), 100):
            self._loop.remove_reader(sys.stdin.fileno())
            self.stop()

    def _live(self) -> None:
        """One game, a pause between two of a match, or a moment without anything to play."""
        evening, table = self.evening, self._house.table
        if table.state.game and table.state.status in (Status.SETUP, Status.PLAYING):
            evening.playing = self._house.log.current_game
            try:
                evening.go_on()
            except GoneError:
                pass
            except StuckError:  # somebody lays the pieces as the lights have it
                evening.lay_out()
                evening.pass_time(evening.clock.now() + 1.0)
            finally:
                evening.playing = None
        elif "next" in table.commands():
            evening.pass_time(evening.clock.now() + evening.rng.uniform(*_STRETCH))
            if "next" in table.commands():
                self._house.command({"do": "next"})
                evening.lay_out()
        else:
            evening.pass_time(evening.clock.now() + _LOOK * evening.speed)


def main() -> None:
    """The table that the first line of the input describes."""
    told = b""
    while not told.endswith(b"\n") and (more := os.read(sys.stdin.fileno(), 1)):
        told += more
    DemoTable(Seat(**json.loads(told))).run()


if __name__ == "__main__":
    main()
