"""Pip counts are for friends: a tournament table tells them to nobody who watches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.daemon.running import Table, running


def told(table: Table) -> list[dict[str, Any]]:
    """What lies beside the board, by every door that a watcher has."""
    with connect(f"{table.url.replace('http', 'ws')}/live", max_size=1_000_000) as link:
        live = json.loads(link.recv())
    positions = table.http.get("/api/games/1").json()["positions"]
    return [table.view()["shown"], live["shown"], *(each["shown"] for each in positions)]


@pytest.mark.parametrize("tournament", [False, True])
def test_a_tournament_table_sends_no_pips(tmp_path: Path, tournament: bool) -> None:
    """Neither live nor by the record of the game that is played; dice and cube are sent."""
    house = ("--house", f"tournament={str(tournament).lower()}", "--house", "dice=entered")
    with running(tmp_path / "table", "short", *house) as table:
        table.ready()
        table.do("roll", dice=[6, 1])
        for shown in told(table):
            assert ("pips" in shown) is not tournament
            assert shown["cube"] == 1
        assert table.view()["shown"]["dice"] == [6, 1]


def test_the_record_tells_them_when_the_game_is_over(tmp_path: Path) -> None:
    """Nobody is helped by them any more."""
    house = ("--house", "tournament=true", "--house", "dice=entered")
    with running(tmp_path / "table", "short", *house) as table:
        table.ready()
        table.do("roll", dice=[6, 1])
        table.do("decide", decision="resign 1", side=0)
        table.do("decide", decision="accept", side=1)
        table.wait(lambda view: view["status"] == "over")
        (start, *_) = table.http.get("/api/games/1").json()["positions"]
        assert start["shown"]["pips"] == [167, 167]
        assert "pips" not in table.view()["shown"]
