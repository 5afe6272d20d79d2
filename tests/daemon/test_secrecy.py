"""A real daemon, a sheet known to the test, and every byte that is sent, said or stored.

Until the game ends no covered number can be read anywhere but in the vault, which is for its owner
alone: not in a frame, an answer, a page, an export, the record's file, nor in what programs say.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from controller.games.chance import read_seed
from controller.games.kakuzu.board import CELLS
from controller.games.kakuzu.sheet import unsealed
from controller.sheets.sets import new_set
from tests.daemon.needles import found, leaks, raw, texts
from tests.daemon.running import PROGRAM, Table, running

SEED = "walnut, maple and a little wax"
SHEET = new_set(SEED, 2).sheets()[0]
VAULT = "record.db.secret"


def lunka(home: Path, *arguments: str) -> tuple[int, bytes]:
    """Run a command of the program: its exit code, and everything it said."""
    done = subprocess.run(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "LUNKA_HOME": str(home)},
        cwd=home.parent,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


class Ears:
    """Hears every frame that the daemon sends to a watching page."""

    def __init__(self, table: Table) -> None:
        self._address = f"{table.url.replace('http', 'ws')}/live"
        self._frames: list[bytes] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def _listen(self) -> None:
        with connect(self._address, max_size=None, ping_interval=None) as link:
            while not self._stop.is_set():
                try:
                    self._frames.append(link.recv(timeout=0.1, decode=False))
                except TimeoutError:
                    continue

    def heard(self) -> bytes:
        """The frames since the last time."""
        frames, self._frames = self._frames, []
        return b"\n".join(frames)

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(30)


class Spy:
    """Plays a game over HTTP and looks at every byte that comes back."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.ears = Ears(table)
        self.covered = set(CELLS)
        self.looked = 0
        self.secrets: list[bytes] = []

    def look(self, content: bytes) -> None:
        """Nothing covered, and nothing that seals it or draws the tokens to come, may be here."""
        self.looked += len(content)
        assert leaks(content, SHEET, self.covered) == []
        assert found(content, self.secrets) == []

    def say(self, command: object) -> dict[str, Any]:
        """Send a command, look at the answer."""
        answer = self.table.send(command)
        self.look(answer.content + str(answer.headers).encode())
        return dict(answer.json())

    def learn_secrets(self) -> None:
        """What the vault keeps: the salt of the seal, the seed of the tokens to come."""
        kept = json.loads((self.table.home / VAULT).read_text())
        (hidden,) = (secret for name, secret in kept.items() if name.startswith("hidden under"))
        (seed,) = (secret for name, secret in kept.items() if name.startswith("seed of"))
        salt = hidden["salt"]
        assert hidden["sheet"] == "".join(map(str, SHEET.reveal()))
        for secret in (salt, seed):
            self.secrets += [*raw(bytes.fromhex(secret)), *texts(secret)]

    # -- what can be asked for -----------------------------------------------------------------

    def look_at_answers(self) -> None:
        """Every door of the page, each file of it, and what is refused."""
        paths = ["/", "/health", "/favicon.ico", "/api/view", "/api/games", "/api/games/2"]
        paths += [f"/api/games/2/export?format={form}" for form in ("text", "json", "sheet")]
        paths += ["/api/games/7", "/api/sheet", "/record.db.secret", "/static/../record.db.secret"]
        for path in paths:
            answer = self.table.http.get(path)
            self.look(answer.content + str(answer.headers).encode())
        for guess in range(1, 10):  # a number cannot be tried out
            cell = min(self.covered)
            self.say({"do": "declare", "turn": f"{cell}={guess}".replace("=", "= ")})
        self.say({"do": "answer", "question": 99, "choice": "a1"})
        self.say({"do": "vouch", "cells": ["z9"]})

    def look_at_page(self) -> None:
        """The page's own files."""
        static = Path(__file__).parents[2] / "controller" / "web" / "static"
        for path in static.rglob("*"):
            if path.is_file():
                self.look(self.table.http.get(f"/static/{path.relative_to(static)}").content)

    def look_at_files(self) -> None:
        """Everything in the daemon's folder but the vault: record, write-ahead log, key, sets."""
        for path in self.table.home.rglob("*"):
            if path.is_file() and path.name != VAULT:
                self.look(path.read_bytes())

    def look_at_programs(self) -> None:
        """What the command line tells of a game under way."""
        home = self.table.home
        for command in (
            ("games",),
            ("show", "2"),
            ("replay", "2", "--speed", "100000"),
            ("verify",),
            ("export", "2", "--format", "text"),
            ("export", "2", "--format", "json"),
            ("replay", "2", "--readings"),
            ("export", "2", "--format", "html"),
            ("watch", "--once", self.table.url),
            ("backup", str(home / "copy.db")),
        ):
            self.look(lunka(home, *command)[1])
        self.look_at_files()

    # -- playing -------------------------------------------------------------------------------

    def lift(self, cell: str, *, clock: bool) -> None:
        """Lift a stone; it counts after a moment, or when the clock is pressed."""
        made = len(self.table.view()["moves"])
        self.look(self.ears.heard())
        self.covered.discard(cell)
        self.say({"do": "lift", "cell": cell})
        if clock:
            self.table.wait(lambda view: view["verdict"] == "complete" or self._made(view, made))
            self.say({"do": "confirm"})
        self.table.wait(lambda view: self._made(view, made))

    @staticmethod
    def _made(view: dict[str, Any], before: int) -> bool:
        return len(view["moves"]) > before or view["status"] == "over"

    def play(self) -> Iterator[int]:
        """Play to the end; gives how many stones were lifted, each time."""
        lifted = 0
        while (view := self.table.view())["status"] == "playing":
            if "roll" in view["commands"]:
                self.say({"do": "roll"})
                continue
            turns = sorted(set(view["turns"]) & self.covered)
            self.lift(turns[lifted * 7 % len(turns)], clock=lifted > 1 and lifted % 20 > 0)
            lifted += 1
            yield lifted


@pytest.fixture
def sheet_code(home: Path) -> str:
    """A set of sheets made for this board; the code of its first."""
    pdf = home.parent / "sheets.pdf"
    command = ("kakuzu", "sheets", "--count", "2", "--seed", SEED, "--pdf", str(pdf))
    code, said = lunka(home, *command)
    assert code == 0, said
    return said.decode().split("grids, ")[1].split(" to ")[0]


def test_no_covered_number_leaves_the_daemon(home: Path, sheet_code: str) -> None:
    """A game of three on a known sheet: every frame, answer, file and word is searched."""
    assert sheet_code == SHEET.code
    with running(home, "kakuzu", "--set", "players=3", "--set", "variant=tokens") as table:
        table.do("new", sheet=sheet_code)
        spy = Spy(table)
        table.ready()
        spy.learn_secrets()
        spy.look_at_page()
        for lifted in spy.play():
            if lifted in (1, 9, 14, 50, 80):
                spy.look_at_answers()
                spy.look_at_files()
            if lifted == 40:
                spy.look_at_programs()
        spy.ears.close()
        assert not spy.covered
        assert spy.looked > 3_000_000
        check_shown(table)
        table.process.send_signal(signal.SIGTERM)
        output = table.first + "".join(table.process.communicate(timeout=30))
    assert leaks(output.encode(), SHEET, CELLS) == []
    assert json.loads((home / VAULT).read_text()) == {}
    code, said = lunka(home, "verify")
    assert (code, b"is whole" in said) == (0, True)


def check_shown(table: Table) -> None:
    """The sheet, its code and its salt are shown now, and are what was sealed at the start."""
    events = table.http.get(f"/api/games/{table.view()['game_id']}").json()["events"]
    told = {event["kind"]: event["data"] for event in events}
    shown = told["secret.revealed"]
    assert unsealed(told["secret.sealed"]["seal"], shown) == SHEET
    assert shown["code"] == SHEET.code
    assert read_seed(told["chance.revealed"]["seed"]).commitment
    assert leaks(table.http.get("/api/games/2/export?format=json").content, SHEET, CELLS)
