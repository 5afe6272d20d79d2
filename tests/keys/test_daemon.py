"""A running table: each attack at its real doors, and what the record and the journal keep."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from controller.cli import main
from controller.daemon.keys import TableKeys
from controller.record.verify import verify
from controller.table.speakers import THE_DIRECTOR, THE_TABLE, Speaker, seat
from tests.daemon.running import PROGRAM, Table, running


def send(table: Table, keys: TableKeys, who: Speaker, **command: object) -> httpx.Response:
    """A command with somebody's key."""
    return table.send(command, keys.all()[who])


def test_a_club_evening_with_seats(tmp_path: Path) -> None:
    """Attacks by a seat's key are refused by name, in both languages; its own words count. No key
    is in the record, and none in what the daemon prints, but for the address it opens with."""
    home = tmp_path / "home"
    with running(home, "--set", "stones=4") as table:
        table.ready()
        keys = TableKeys(home / "key")
        stolen = send(table, keys, seat(0), do="resign", side=1)
        assert stolen.status_code == 403
        assert stolen.json()["error"] == (
            "resign is not for seat 0 to say; these may: seat 1, table, director"
        )
        assert stolen.json()["said"]["ru"] == (
            "Не может «сдаться»: место 0. Могут: место 1, ключ стола, ключ судьи."
        )
        assert send(table, keys, seat(1), do="lift", cell="a1").status_code == 403
        assert send(table, keys, seat(0), do="lift", cell="a1").status_code == 200
        for cell in ("a2", "a3", "a4", "a5"):
            assert send(table, keys, seat(0), do="drop", cell=cell).status_code == 200
        view = table.wait(lambda view: view["moves"])
        assert "undo" in view["may"]["seat 0"] and "undo" not in view["may"]["seat 1"]
        assert send(table, keys, seat(1), do="undo").status_code == 403
        assert send(table, keys, seat(1), do="new").status_code == 403
        assert send(table, keys, seat(1), do="break", cell="a1", fault="dead").status_code == 403
        paused = send(table, keys, seat(1), do="pause", by="the director")
        assert paused.status_code == 200
        assert send(table, keys, THE_TABLE, do="resume").status_code == 200
        line = f"{table.url.replace('http', 'ws')}/live"
        with connect(line, proxy=None) as live:
            live.send(json.dumps({"key": keys.all()[seat(0)]}))
            while "you" not in json.loads(live.recv(timeout=30)):
                pass
            keys.revoke(seat(0))
            with pytest.raises(ConnectionClosed) as end:
                while True:
                    live.recv(timeout=30)
        assert end.value.rcvd and end.value.rcvd.code == 4401
        secrets = [*keys.all().values(), stolen.request.headers["authorization"].split()[1]]
        told = table.http.get("/api/view").text + table.http.get("/api/games/1").text
        code, err = table.end()
        assert code == 0 and not [key for key in secrets if key in err + told]
    with closing(sqlite3.connect(home / "record.db")) as record:
        dump = "\n".join(record.iterdump())
        facts = [json.loads(data) for (data,) in record.execute("SELECT data FROM events")]
    assert not [key for key in secrets if key in dump]
    assert [each["sent_by"] for each in facts if "sent_by" in each] == ["seat 1", "table"]
    assert verify(home / "record.db").broken is None


@pytest.mark.parametrize("who", [seat(0), THE_TABLE])
def test_players_do_not_rule_a_tournament(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], who: Speaker
) -> None:
    """The attack, by API and command line: a player pauses, unlocks hints, begins anew. The table
    has no hub: there the director's key stands in."""
    home = tmp_path / "home"
    with running(home, "--set", "stones=4", "--house", "tournament=true") as table:
        table.ready()
        keys = TableKeys(home / "key")
        director = keys.renew(THE_DIRECTOR)
        for command in (
            {"do": "new"},
            {"do": "new", "house": {"tournament": False}},
            {"do": "setup", "position": "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"},
            {"do": "unlock", "by": "the director"},
            {"do": "pause", "by": "hub"},
            {"do": "direct", "action": "annul", "by": "Ann", "why": "mine"},
        ):
            refused = table.send(command, keys.all()[who])
            assert refused.status_code == 403, command
            assert f"in a tournament {command['do']} comes from the hub" in refused.json()["error"]
            assert "В турнире" in refused.json()["said"]["ru"]
        assert not {"new", "setup", "unlock", "pause"} & {*table.view()["commands"]}
        words = ["say", "pause", "--url", table.url, "--key", keys.all()[who]]
        assert main(words) == 2 and "comes from the hub" in capsys.readouterr().err
        assert table.send({"do": "press", "button": "new"}).status_code == 200
        table.wait(lambda view: any("comes from the hub" in each["en"] for each in view["alerts"]))
        assert table.view()["game_id"] == 1
        assert table.send({"do": "unlock", "who": "Dora"}, director).status_code == 200
        assert table.view()["news"]["en"] == "The hints were unlocked by Dora."


@pytest.mark.parametrize("words", [("play", "--port", "0"), ("hub", "--port", "0")])
def test_no_key_goes_into_the_journal(tmp_path: Path, words: tuple[str, ...]) -> None:
    """The attack: whoever may read the journal of the service finds the key that it opens with."""
    ours, theirs = os.pipe()
    place = os.fstat(theirs)
    journal = {"JOURNAL_STREAM": f"{place.st_dev}:{place.st_ino}", "LUNKA_HOME": str(tmp_path)}
    with (
        os.fdopen(ours) as said,
        subprocess.Popen([*PROGRAM, *words], stdout=theirs, env=os.environ | journal) as program,
    ):
        os.close(theirs)
        told = said.readline() + (said.readline() if words[0] == "hub" else "")
        program.terminate()
        told += said.read()
    keys = [file for name in ("key", "keys", "hall.keys") if (file := tmp_path / name).exists()]
    secrets = [word for file in keys for word in re.findall(r"[\w-]{12,}", file.read_text())]
    assert told.startswith(("Lunka is ready at http", "The hall is open"))
    assert secrets and "#key=" not in told and not [each for each in secrets if each in told]
