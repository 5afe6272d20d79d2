"""How a daemon ends and begins again: signals, second daemons, full disks, kill -9."""

from __future__ import annotations

import asyncio
import os
import re
import resource
import signal
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from websockets.sync.client import connect

from controller.daemon import daemon
from controller.daemon.page_process import PageProcess
from controller.record.log import Log
from controller.record.verify import verify
from controller.settings.config import Config, check_config
from hardware.clock import Clock
from hardware.profile import Profile
from hardware.simulated.board import SimulatedBoard, open_simulated
from tests.daemon.running import Table, running, spawn


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_signals_end_it_in_order(home: Path, number: int) -> None:
    """A stop is not an error: exit code 0, nothing on standard error, a whole record."""
    with running(home) as table:
        table.ready()
        assert table.end(number) == (0, "")
    assert verify(home / "record.db").ok


def test_watchers_do_not_keep_it(table: Table) -> None:
    """A stop does not wait for those who watch."""
    with connect(f"{table.url.replace('http', 'ws')}/live") as link:
        link.recv(timeout=30)
        assert table.end() == (0, "")


def test_lights_go_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a stop no pixel is lit, though many were."""
    boards: list[SimulatedBoard] = []

    def keep(profile: Profile, clock: Clock, seed: int, **more: Any) -> SimulatedBoard:
        boards.append(open_simulated(profile, clock, seed, **more))
        return boards[-1]

    monkeypatch.setattr("controller.daemon.daemon.open_simulated", keep)
    monkeypatch.setenv("LUNKA_HOME", str(home))
    config: Config = check_config({"page": {"port": 0}}, "test")
    with closing(PageProcess.start()) as page:
        asyncio.run(daemon.serve(config, page, lambda _place: _stop_when_lit(boards[0])))
    line = boards[0].line
    assert line is not None
    assert any(any(sent.data) for sent in line.sent)
    assert not any(line.sent[-1].data)


def _stop_when_lit(board: SimulatedBoard) -> None:
    line = board.line
    if line is not None and line.sent and any(line.sent[-1].data):
        os.kill(os.getpid(), signal.SIGTERM)
    else:
        asyncio.get_running_loop().call_later(0.01, _stop_when_lit, board)


def test_game_goes_on_after_a_stop(home: Path) -> None:
    """The next start has the same game at the same turn, with the stones where they lay."""
    with running(home, "--set", "stones=4") as table:
        table.ready()
        table.sow("a3", "a4 a5 a6 A")
        before = table.wait(lambda view: view["moves"])
        table.end()
    with running(home) as table:
        after = table.ready()
        assert after["game_id"] == before["game_id"]
        assert [move["turn"] for move in after["moves"]] == ["a3"]
        assert after["options"] == {"stones": 4}
        assert after["wood"]["cells"] == before["wood"]["cells"]
        table.sow("a1", "a2 a3 a4 a5")
        table.wait(lambda view: len(view["moves"]) == 2)


def test_second_daemon_is_refused(table: Table, home: Path) -> None:
    """Two daemons on one record: the second names the first, and the first goes on."""
    second = spawn(home)
    out, err = second.communicate(timeout=30)
    assert (second.returncode, out) == (2, "")
    assert err.startswith(f"lunka: record {home / 'record.db'} is being written by process ")
    assert f"process {table.process.pid} " in err
    assert err.count("\n") == 1
    assert table.do("pause")["status"] == "paused"


@contextmanager
def _disk_full(pid: int) -> Iterator[None]:
    """No file of this process can grow."""
    soft, hard = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1, hard))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (soft, hard))


def test_full_disk_loses_nothing(table: Table) -> None:
    """What cannot be written is not announced; with room again it is written and play goes on."""
    with _disk_full(table.process.pid):
        table.sow("a3", "a4 a5 a6 A")
        view = table.wait(lambda view: view["alerts"])
        assert view["alerts"][0]["en"].startswith("The record cannot be written: ")
        assert view["moves"] == []
        assert "the record cannot be written" in table.refusal({"do": "pause"})
        health = table.http.get("/health")
        assert health.status_code == 503
        assert health.json()["status"] == "trouble"
        assert health.json()["troubles"]["record"].startswith(f"record {table.record}: the disk")
        assert table.http.get("/api/games").json()["games"][0]["turns"] == 0
    view = table.wait(lambda view: view["moves"])
    assert [move["turn"] for move in view["moves"]] == ["a3"]
    assert view["alerts"] == []
    assert table.http.get("/health").json()["status"] == "ok"
    table.sow("a1", "a2 a3 a4 a5")
    table.wait(lambda view: len(view["moves"]) == 2)
    assert table.end() == (0, "")
    assert verify(table.record).ok
    with Log.open_reader(table.record) as log:
        assert [e.event.data["turn"] for e in log.events() if e.event.kind == "turn.made"] == [
            "a3",
            "a1",
        ]


def test_kill_nine_over_http(home: Path) -> None:
    """Three times kill -9 in the middle of turns: every turn that the page showed is kept."""
    chance, seen = Random(11), 0
    # No stone follows what is declared: where takebacks are allowed, that takes it back in a while.
    for _ in range(3):
        with running(home, "--set", "stones=4", "--house", "takebacks=false") as table:
            view = table.ready()
            assert len(view["moves"]) >= seen
            assert view["wood"]["hand"] == 0
            for _ in range(chance.randrange(1, 3)):
                table.do("declare", turn=chance.choice(table.view()["turns"]))
            seen = len(table.view()["moves"])
            table.do("lift", cell=next(turn for turn in table.view()["turns"]))
            table.process.kill()
            table.process.wait()
        assert verify(home / "record.db").ok
    with Log.open_reader(home / "record.db") as log:
        assert [game.turns for game in log.games()] == [seen]


def _small_board(folder: Path) -> Path:
    """A board of three pits a side, and the settings of a table with it."""
    text = (files("hardware") / "profiles" / "kalah-load.toml").read_text(encoding="utf-8")
    text = re.sub(r"^[ab][456] *=.*\n", "", text, flags=re.MULTILINE)
    text = re.sub(r'"[ab][456]",? ?', "", text)
    (folder / "small.toml").write_text(text, encoding="utf-8")
    settings = folder / "table.toml"
    settings.write_text(
        '[board]\nprofile = "small.toml"\n[game.options]\npits = 3\n[page]\nport = 0\n',
        encoding="utf-8",
    )
    return settings


def test_game_that_does_not_fit_the_board(home: Path, tmp_path: Path) -> None:
    """A game under way is kept for its own board; a finished one makes room for a new game."""
    settings = _small_board(tmp_path)
    with running(home) as table:
        table.ready()
        table.end()
    refused = spawn(home, "--config", settings, command="daemon")
    out, err = refused.communicate(timeout=30)
    assert (refused.returncode, out) == (2, "")
    assert err == (
        f"lunka: record {home / 'record.db'}: its game 1 is under way and needs a4, a5, a6, b4, b5,"
        " b6, which this board does not have; finish it on its own board, or give this board its"
        " own record\n"
    )
    with running(home) as table:
        table.ready()
        table.do("resign", side=0)
        table.end()
    with running(home, "--config", settings, command="daemon") as table:
        view = table.ready()
        assert (view["game_id"], view["options"]) == (2, {"pits": 3})
