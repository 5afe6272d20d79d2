"""A real daemon for the tests: a program of its own on a free port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self

import httpx

_READY = re.compile(r"http://\S+")
PROGRAM = (sys.executable, "-m", "controller")
#: How long anything may take before a test gives up; nothing is measured by it.
PATIENCE = 30.0


class Table:
    """One running daemon, its page and its record."""

    def __init__(self, process: subprocess.Popen[str], first: str, home: Path) -> None:
        self.process, self.home, self.first = process, home, first
        found = _READY.search(first)
        assert found, first
        self.url, _, self.key = found[0].partition("/#key=")
        self.url = self.url.rstrip("/")
        self.record = home / "record.db"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    # -- talking to it -------------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The whole view."""
        return dict(self.http.get("/api/view").raise_for_status().json())

    def send(self, command: object, key: str | None = None) -> httpx.Response:
        """Send a command with the table's key, or with another one."""
        headers = {"authorization": f"Bearer {self.key if key is None else key}"}
        return self.http.post("/api/command", json=command, headers=headers)

    def do(self, name: str, **rest: Any) -> dict[str, Any]:
        """Carry out a command that must succeed; the view that followed."""
        answer = self.send({"do": name, **rest})
        assert answer.status_code == 200, answer.text
        return dict(answer.json()["view"])

    def refusal(self, command: object) -> str:
        """The sentence with which a command is refused."""
        answer = self.send(command)
        assert 400 <= answer.status_code < 500, answer.text
        return str(answer.json()["error"])

    def wait(self, happened: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first view in which this has happened."""
        until = time.monotonic() + PATIENCE
        while not happened(view := self.view()):
            assert time.monotonic() < until, view
            assert self.process.poll() is None, "the daemon has ended"
            time.sleep(0.02)
        return view

    def alert(self, words: str) -> dict[str, str]:
        """The alert with these words, in every language, as soon as it is told among others."""
        view = self.wait(lambda view: any(words in each["en"] for each in view["alerts"]))
        return next(dict(each) for each in view["alerts"] if words in each["en"])

    def ready(self) -> dict[str, Any]:
        """The view once the board is set up and play can begin."""
        return self.wait(lambda view: view["status"] == "playing")

    def sow(self, cell: str, path: str) -> None:
        """Lift a pit and drop its stones one by one, as the mouse does."""
        self.do("lift", cell=cell)
        for into in path.split():
            self.do("drop", cell=into)

    def page(self) -> int:
        """The process that serves its page."""
        return page_of(self.process.pid)

    # -- ending it -----------------------------------------------------------------------------

    def end(self, number: int = signal.SIGTERM) -> tuple[int, str]:
        """End it by a signal: its exit code, and what it said on standard error."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, err


def page_of(board: int) -> int:
    """The page's process beside the board's, as soon as there is one."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for child in Path(f"/proc/{board}/task/{board}/children").read_text().split():
            with suppress(OSError):
                if b"controller.web.process" in Path(f"/proc/{child}/cmdline").read_bytes():
                    return int(child)
        time.sleep(0.02)
    raise AssertionError(f"process {board} has no page")


@contextmanager
def running(
    home: Path, *arguments: object, command: str = "play", program: Sequence[str] = PROGRAM
) -> Iterator[Table]:
    """A daemon whose records and key are in `home`, for as long as the context lasts."""
    process = spawn(home, *arguments, command=command, program=program)
    assert process.stdout is not None
    first = process.stdout.readline()
    if not first:
        raise AssertionError(process.communicate())
    with Table(process, first, home) as table:
        yield table


def spawn(
    home: Path, *arguments: object, command: str = "play", program: Sequence[str] = PROGRAM
) -> subprocess.Popen[str]:
    """Start a daemon, in a folder that is not ours, and do not wait for it."""
    port = ("--port", "0") if command == "play" and "--port" not in arguments else ()
    return subprocess.Popen(
        [*program, command, *port, *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=home.parent,
        env={**os.environ, "LUNKA_HOME": str(home)},
    )
