"""How late the board's steps come while a crowd is at the page.

A daemon with a simulated board, somebody who plays by the mouse, one busy core, and a crowd:
`python -m tests.benchmarks.crowd [LOAD ...]`. Each step of the house says when it wants the next
one; late is how much after that it came. Beside it: how long whoever has the key waited for an
answer, and the memory of board and page. Before each crowd the board is measured without one: on a
machine that is busy with other things only the two together say something.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.benchmarks.daemon import cpu_seconds, family, resident_mb
from tests.benchmarks.report import line, percentile, plain

#: Milliseconds that a step may be late: 99 of 100.
MOST = 10.0
_SECONDS = float(os.environ.get("LUNKA_CROWD_SECONDS", "8"))
_BURN = "while True: pass"
_MANY = 60
_CALM = "calm"

Work = Coroutine[Any, Any, None]


# -- the board, looked at from within --------------------------------------------------------------


def board(notes: Path, words: list[str]) -> int:
    """A daemon that notes how late each step came; SIGUSR1 writes them down and begins anew."""
    from controller.board.loop import BoardLoop
    from controller.cli import main

    late: list[float] = []
    due = 0.0
    step, delay = BoardLoop.step, BoardLoop.delay

    def asked(self: BoardLoop) -> float:
        nonlocal due
        wanted = delay(self)
        due = time.monotonic() + min(wanted, 0.5)
        return wanted

    def stepped(self: BoardLoop) -> None:
        began = time.monotonic()
        if due and began >= due:  # else somebody woke it early
            late.append(began - due)
        step(self)

    def write(*_: object) -> None:
        notes.with_suffix(".new").write_text(json.dumps(late))
        notes.with_suffix(".new").rename(notes)
        late.clear()

    BoardLoop.delay = asked  # type: ignore[method-assign]  # looks on, changes nothing
    BoardLoop.step = stepped  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, write)
    return main(words)


# -- the crowd -------------------------------------------------------------------------------------


async def _ask_for_ever(host: str, port: int, path: str) -> None:
    """One connection that asks again as soon as it was answered."""
    request = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    while True:
        with suppress(OSError, ValueError, AttributeError, asyncio.IncompleteReadError):
            reader, writer = await asyncio.open_connection(host, port)
            while True:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                length = re.search(rb"content-length: (\d+)", head.lower())
                await reader.readexactly(int(length[1]))  # type: ignore[index]
        await asyncio.sleep(0.05)


async def _upgraded(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(
        f"GET /live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        "Sec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


async def _ping_for_ever(host: str, port: int) -> None:
    """A websocket that sends pings and never reads what comes back."""
    pings = (b"\x89\xfd\x00\x00\x00\x00" + b"p" * 125) * 500
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            _reader, writer = await _upgraded(host, port)
            while True:
                writer.write(pings)
                await writer.drain()
        await asyncio.sleep(0.05)


async def _watch_for_ever(host: str, port: int) -> None:
    """A websocket that reads what comes."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError):
            reader, _writer = await _upgraded(host, port)
            while await reader.read(65536):
                pass
        await asyncio.sleep(0.05)


async def _idle_for_ever(host: str, port: int) -> None:
    """A connection that asks nothing, and comes again when it is sent away."""
    while True:
        with suppress(OSError):
            reader, _writer = await asyncio.open_connection(host, port)
            await reader.read()
        await asyncio.sleep(0.5)


LOADS: dict[str, tuple[int, Callable[[str, int], Work]]] = {
    _CALM: (0, _idle_for_ever),
    "100 connections on /api/view": (100, lambda h, p: _ask_for_ever(h, p, "/api/view")),
    "six HTML exports": (6, lambda h, p: _ask_for_ever(h, p, "/api/games/1/export?format=html")),
    "eight ping-flooding websockets": (8, _ping_for_ever),
    "60 watchers": (60, _watch_for_ever),
    "300 idle connections": (300, _idle_for_ever),
    "1100 idle connections": (1100, _idle_for_ever),
}


async def crowd(load: str, url: str) -> None:
    """Be that crowd until somebody ends it."""
    place = urlsplit(url)
    many, one = LOADS[load]
    host, port = place.hostname or "", place.port or 0
    await asyncio.gather(*(one(host, port) for _ in range(many)))


# -- measuring -------------------------------------------------------------------------------------


@contextmanager
def _process(*words: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen([sys.executable, *words], text=True, **more) as process:
        try:
            yield process
        finally:
            process.terminate()


class Owner:
    """Who has the key, and plays by the mouse."""

    def __init__(self, address: str) -> None:
        self.url, _, key = address.partition("#key=")
        headers = {"authorization": f"Bearer {key}"}
        self._http = httpx.Client(base_url=self.url, headers=headers, timeout=60)
        self.waited: list[float] = []
        self.turned_away = 0

    def do(self, name: str, **rest: Any) -> dict[str, Any]:
        """Send a command; what the table shows then."""
        began = time.monotonic()
        while True:
            with suppress(httpx.HTTPError):
                answer = self._http.post("/api/command", json={"do": name, **rest})
                if answer.status_code != 503:
                    break
            self.turned_away += 1
        self.waited.append(time.monotonic() - began)
        return dict(answer.json().get("view", {}))

    def begin(self) -> None:
        """A game of some length lies in the record, and another one is under way."""
        while self._http.get("/api/view").json()["status"] != "playing":
            time.sleep(0.05)
        for _ in range(_MANY):
            view = self._http.get("/api/view").json()
            if not view["turns"]:
                break
            self.do("declare", turn=view["turns"][0])
        self.do("new")
        self.waited.clear()

    def play(self, seconds: float) -> None:
        """Lift a pit and put it back, again and again: hands that the board has to follow."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if view := self.do("lift", cell="a3"):
                self.do("drop", cell="a3", count=max(1, view["wood"]["hand"]))
            time.sleep(0.1)


def _written(notes: Path, pid: int) -> list[float]:
    notes.unlink(missing_ok=True)
    os.kill(pid, signal.SIGUSR1)
    while not notes.exists():
        time.sleep(0.02)
    return [late * 1000 for late in json.loads(notes.read_text())]


def _measure(load: str, owner: Owner, notes: Path, pid: int) -> float:
    """Print how late the board was; gives the p99 in milliseconds."""
    owner.turned_away = 0
    with _process("-m", "tests.benchmarks.crowd", "--crowd", load, owner.url):
        owner.play(1.0)  # until they are all there
        _written(notes, pid)
        owner.waited.clear()
        worked = sum(map(cpu_seconds, family(pid)))
        owner.play(_SECONDS)
        late = _written(notes, pid)
        worked = sum(map(cpu_seconds, family(pid))) - worked
    busy = os.getloadavg()[0] / (os.cpu_count() or 1)
    print(f"{load}: {len(late)} steps in {_SECONDS:.0f} s; {busy:.1f} wait for each processor")
    plain("  late, p50", percentile(late, 0.5), "ms")
    line("  late, p99", percentile(late, 0.99), "ms", MOST)
    plain("  late, most", max(late), "ms")
    plain("  the owner's command, p99", percentile(owner.waited, 0.99) * 1000, "ms")
    plain("  the owner turned away", owner.turned_away, "times")
    memory = " + ".join(f"{resident_mb(each):.0f}" for each in family(pid))
    print(f"    resident {memory} MB; {worked / _SECONDS * 100:.0f} % of a core", flush=True)
    return percentile(late, 0.99)


def main(loads: Sequence[str] = tuple(LOADS)) -> None:
    """Print for every crowd how late the board was."""
    with tempfile.TemporaryDirectory() as folder:
        home, notes = Path(folder) / "home", Path(folder) / "notes"
        words = ("-m", "tests.benchmarks.crowd", "--board", str(notes), "play", "kalah")
        more = ("--profile", "kalah-reed", "--port", "0")
        environment = os.environ | {"LUNKA_HOME": str(home)}
        with (
            _process(*words, *more, stdout=subprocess.PIPE, env=environment) as daemon,
            _process("-c", _BURN),
        ):
            assert daemon.stdout is not None
            found = re.search(r"http\S+", daemon.stdout.readline())
            assert found is not None
            owner = Owner(found[0])
            owner.begin()
            for load in loads:
                calm = _measure(_CALM, owner, notes, daemon.pid)
                if load != _CALM:
                    crowded = _measure(load, owner, notes, daemon.pid)
                    plain("  late, p99, beside the calm before it", crowded / calm, "times")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--board", notes, *words]:
            sys.exit(board(Path(notes), words))
        case ["--crowd", load, url]:
            asyncio.run(crowd(load, url))
        case loads:
            main(loads or tuple(LOADS))
