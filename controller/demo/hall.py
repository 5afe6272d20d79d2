"""A hall in one command: broker, hub and tables as programs of their own, on loopback only, in a
folder that goes with them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from controller.demo.broker import (
    PATIENCE,
    DemoBroker,
    DemoError,
    free_port,
    listens,
    wait_for_port,
)
from controller.demo.director import Director, Event, events_for
from controller.demo.table import Seat
from controller.games.catalogue import kind_of
from controller.games.told import Told
from controller.hub.keys import Keys

#: Which games are played, table by table in turn.
GAMES = ("short", "kalah")
#: Seconds in which a program that is asked to end must have ended.
_FAREWELL = 15.0
#: Seconds between two looks of the director.
_PACE = 1.0


@dataclass(frozen=True, slots=True)
class Wanted:
    """What kind of hall it shall be."""

    tables: int = 6
    speed: float = 1.0
    port: int = 8770
    games: tuple[str, ...] = GAMES
    seed: int = 1


class DemoHall:
    """Everything that runs; nothing of it is left when the context ends."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted = wanted
        self._stack = ExitStack()
        self._programs: dict[str, subprocess.Popen[bytes]] = {}
        self.address = self.key = ""

    def __enter__(self) -> Self:
        try:
            self._open()
        except BaseException:
            self._stack.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    # -- opening -----------------------------------------------------------------------------------

    def _open(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="lunka-hall-", ignore_cleanup_errors=True)
        self.folder = Path(self._stack.enter_context(folder))
        if self.wanted.port and listens(self.wanted.port):
            raise DemoError(
                Told("port {port} is taken; choose another with --port", port=self.wanted.port)
            )
        tables = [f"t{number}" for number in range(1, self.wanted.tables + 1)]
        games = [self.wanted.games[at % len(self.wanted.games)] for at in range(len(tables))]
        self._seats = list(zip(tables, games, strict=True))
        self.broker = DemoBroker(self.folder, ("hub", *tables))
        self._stack.callback(self._end_all)
        wait_for_port(self.broker.port, *self._start("broker", self.broker.command))
        self._open_hub()
        for seed, (table, game) in enumerate(self._seats):
            self._open_table(table, game, self.wanted.seed + seed)
        self.director = Director(self.address, self.key)
        self.events: list[Event] = list(events_for(self._seats))

    def _open_hub(self) -> None:
        port = self.wanted.port or free_port()
        settings = self.folder / "hub.toml"
        settings.write_text(
            f"""
[store]
database = "hall.db"
[broker]
port = {self.broker.port}
user = "hub"
password_file = "{self.broker.password_file("hub")}"
[page]
port = {port}
keys_file = "hall.keys"
""",
            encoding="utf-8",
        )
        self.key = Keys(self.folder / "hall.keys").director
        self.address = f"http://127.0.0.1:{port}/"
        command = [sys.executable, "-m", "controller", "hub", "--config", str(settings)]
        wait_for_port(port, *self._start("hub", command))

    def _open_table(self, table: str, game: str, seed: int) -> None:
        seat = Seat(
            table,
            game,
            next(iter(kind_of(game).boards.values())),
            self.broker.port,
            str(self.broker.password_file(table)),
            str(self.folder / f"{table}.db"),
            self.wanted.speed,
            seed,
        )
        process, _ = self._start(table, [sys.executable, "-m", "controller.demo.table"])
        assert process.stdin is not None
        process.stdin.write(json.dumps(asdict(seat)).encode() + b"\n")
        process.stdin.flush()  # and left open: a table ends with who started it

    def _start(self, name: str, command: list[str]) -> tuple[subprocess.Popen[bytes], Path]:
        log = self.folder / f"{name}.log"
        environment: Mapping[str, str] = {**os.environ, "LUNKA_HOME": str(self.folder)}
        with log.open("ab") as said:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=said,
                stderr=said,
                env=environment,
                # Ctrl-C is for us: we end them one after the other.
                start_new_session=True,
            )
        self._programs[name] = process
        return process, log

    def _end_all(self) -> None:
        """Tables first, so that they can take leave; then the hub, last the broker."""
        names = [name for name in self._programs if name not in ("hub", "broker")]
        for some in (names, ["hub"], ["broker"]):
            here = [self._programs[name] for name in some if name in self._programs]
            for process in here:
                with suppress(ProcessLookupError):
                    process.terminate()
            for process in here:
                _wait(process)

    # -- living ------------------------------------------------------------------------------------

    def wait_until_ready(self, stopped: Callable[[], bool] = lambda: False) -> None:
        """Until every table is there and the first round is under way."""
        until = time.monotonic() + PATIENCE + 10 * len(self._seats)
        while (online := self.director.online()) < len(self._seats) and not stopped():
            self._check_alive()
            if time.monotonic() > until:
                raise DemoError(
                    Told(
                        "only {online} of {n} tables have come to the hall",
                        online=online,
                        n=len(self._seats),
                    )
                )
            time.sleep(0.2)
        self.look()

    def look(self) -> None:
        """Let the director do what is to be done; `DemoError` where a program has ended."""
        self._check_alive()
        for event in self.events:
            self.director.look(event)

    def run(self, stopped: Callable[[], bool], sleep: Callable[[float], object]) -> None:
        """Keep the events going until somebody stops it."""
        while not stopped():
            self.look()
            sleep(_PACE)

    def _check_alive(self) -> None:
        for name, process in self._programs.items():
            if process.poll() is not None:
                said = (self.folder / f"{name}.log").read_text(encoding="utf-8", errors="replace")
                last = said.strip().splitlines()[-1:] or ["it said nothing"]
                raise DemoError(Told("{name} has ended: {said}", name=name, said=last[0]))


def _wait(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        process.stdin.close()
    try:
        process.wait(_FAREWELL)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
