"""A running table over HTTP and websocket."""

from __future__ import annotations

import json
import os
import pty
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from controller.cli import main
from controller.daemon.listen import own_names
from controller.record.log import Log
from controller.record.verify import verify
from tests.daemon.running import Table, running


def _kinds(path: Path) -> list[str]:
    with Log.open_reader(path) as log:
        return [stored.event.kind for stored in log.events()]


def test_announced_address_works(shared: Table) -> None:
    """The page, its files, its health and the view answer at the announced address."""
    assert shared.http.get("/").headers["content-type"].startswith("text/html")
    assert shared.http.get("/health").json()["status"] == "ok"
    assert shared.http.get("/static/app.js").status_code == 200
    view = shared.view()
    assert (view["game"], view["simulated"], view["game_id"]) == ("kalah", True, 1)
    assert view["wood"]["cells"]["a1"] == 4


def test_commands_need_the_key(table: Table) -> None:
    """Without the key one can only watch."""
    without = table.http.post("/api/command", json={"do": "pause"})
    assert without.status_code == 401
    assert without.json()["error"].startswith("Commands need a key of this table")
    wrong = table.send({"do": "pause"}, key="not-the-key-of-this-table")
    assert wrong.status_code == 401
    assert wrong.json()["error"].startswith("This is not a key of this table")
    assert table.view()["status"] == "playing"
    assert table.do("pause")["status"] == "paused"


def test_turns_made_by_hand_are_recorded(table: Table) -> None:
    """Stones lifted and dropped on the page become turns in the view and in the record."""
    table.sow("a3", "a4 a5 a6 A")
    table.wait(lambda view: len(view["moves"]) == 1)
    table.sow("a1", "a2 a3 a4 a5")
    view = table.wait(lambda view: len(view["moves"]) == 2)
    assert [move["turn"] for move in view["moves"]] == ["a3", "a1"]
    assert [move["by"] for move in view["moves"]] == ["hands", "hands"]
    assert view["mover"] == 1
    assert _kinds(table.record).count("turn.made") == 2
    (listed,) = table.http.get("/api/games").json()["games"]
    assert (listed["id"], listed["turns"]) == (1, 2)
    assert "1. a3" in table.http.get("/api/games/1/export").text


def test_wrong_drop_is_guided_back(table: Table) -> None:
    """A stone in the wrong pit is asked for until it lies right, and then the turn counts."""
    table.do("lift", cell="a3")
    table.wait(lambda view: view["verdict"] == "in hand")
    table.do("drop", cell="b1")
    view = table.wait(lambda view: view["cells"]["b1"]["wants"] == -1)
    assert view["verdict"] == "wrong"
    assert view["moves"] == []
    table.wait(lambda _view: "attempt.wrong" in _kinds(table.record))
    table.do("lift", cell="b1", count=1)
    table.wait(lambda _view: "attempt.righted" in _kinds(table.record))
    for cell in ("a4", "a5", "a6", "A"):
        table.do("drop", cell=cell)
    view = table.wait(lambda view: view["moves"])
    assert view["moves"][0]["turn"] == "a3"


def test_live_view_follows(table: Table) -> None:
    """A watcher hears of a turn without asking."""
    with connect(f"{table.url.replace('http', 'ws')}/live") as link:
        first = json.loads(link.recv(timeout=30))
        assert first["moves"] == []
        table.sow("a3", "a4 a5 a6 A")
        while not (view := json.loads(link.recv(timeout=30)))["moves"]:
            assert view["rev"] > first["rev"]
    assert view["moves"][0]["turn"] == "a3"


def test_watch_in_the_terminal(shared: Table, capsys: pytest.CaptureFixture[str]) -> None:
    """`lunka watch --once` prints the same table, in either language."""
    assert main(["watch", "--once", f"{shared.url}/#key={shared.key}"]) == 0
    english = capsys.readouterr().out
    assert "South 0 : North 0" in english
    assert "South to move." in english
    assert main(["watch", "--once", shared.url, "--language", "ru"]) == 0
    assert "Ходит" in capsys.readouterr().out


def test_watch_prints_names_as_they_are(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name that looks like markup is a name."""
    with running(home, "--players", "[/x]", "[red]Анна") as table:
        assert main(["watch", "--once", table.url]) == 0
    assert "[/x] 0 : [red]Анна 0" in capsys.readouterr().out


def test_broken_sensor_is_told(table: Table) -> None:
    """A sensor that was unplugged is an alert, named; mended, the alert goes."""
    table.do("break", cell="b3", fault="dead")
    view = table.wait(lambda view: view["alerts"])
    assert view["alerts"][0]["en"].startswith("Sensor of b3: ")
    assert view["cells"]["b3"]["health"] == "silent"
    assert view["wood"]["faults"] == [{"fault": "dead", "cell": "b3"}]
    table.do("mend", cell="b3")
    table.wait(lambda view: not view["alerts"])


def test_all_sensors_unplugged(table: Table) -> None:
    """With every sensor gone the table goes on, and takes what it is told."""
    cells = list(table.view()["wood"]["cells"])
    for cell in cells:
        table.do("break", cell=cell, fault="dead")
    view = table.wait(lambda view: len(view["alerts"]) == len(cells))
    assert view["status"] == "playing"
    assert table.do("declare", turn="a3")["moves"][0]["by"] == "declared"


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ({"do": "dance"}, "unknown command 'dance'; there are: new, setup, confirm"),
        ({"do": "lift"}, "lift takes cell, count, not {}"),
        ({"do": "lift", "cell": "z9"}, "The board has no cell 'z9'. It has a1"),
        ({"do": "lift", "cell": ["a1"]}, "The board has no cell ['a1']"),
        ({"do": "lift", "cell": "a1", "count": True}, "allowed is a whole number from 1 up"),
        ({"do": "lift", "cell": "a1", "board": 1}, "lift takes cell, count, not"),
        ({"do": "drop", "cell": "a1", "count": 10**30}, "it holds 0 stones. Lift some first"),
        ({"do": "drop", "cell": "a1", "count": -1}, "with a count of -1"),
        (
            {"do": "break", "cell": "a1", "fault": "bent"},
            "dead, stuck, chatter, spill are possible",
        ),
        ({"do": "break", "cell": "a1", "fault": ["dead"]}, "a sensor cannot be ['dead']"),
        ({"do": "break", "cell": {}, "fault": "dead"}, "break takes cell, fault, not"),
        ({"do": "mend", "cell": "z9"}, "No sensor of this board belongs to a cell 'z9'"),
        ({"do": "press", "button": "bell"}, "There is no button 'bell' to press"),
        ({"do": "new", "players": ["A"]}, "2 players are needed, not 1"),
        ({"do": "new", "options": {"stones": 99}}, "option stones: 99 is not allowed; 1 to 12 is"),
        ({"do": "new", "game": "chess"}, "there is no game 'chess'"),
        ({"do": "new", "position": "\u202e"}, "position must be a position as text"),
        ({"do": "resign", "side": 7}, "side 7 does not exist; 0 to 1 do"),
        ({"do": "undo"}, "no turn has been made yet: there is nothing to take back"),
        ({"do": "undo", "twice": True}, "command undo: twice is not taken"),
        ({"do": 3}, "A command is a JSON object that says what to do"),
        ([], "A command is a JSON object that says what to do"),
        (None, "The command is not readable JSON"),
    ],
)
def test_malformed_commands(shared: Table, command: object, words: str) -> None:
    """Each is refused in a sentence, and changes nothing."""
    assert words in shared.refusal(command)
    assert shared.view()["moves"] == []


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One table for all who only look, and for malformed commands: none may hurt it."""
    with running(tmp_path_factory.mktemp("shared"), "--set", "stones=4") as started:
        started.ready()
        yield started


def test_ten_megabytes(shared: Table) -> None:
    """A huge request is refused by its size, and the table goes on."""
    headers = {"authorization": f"Bearer {shared.key}"}
    answer = shared.http.post("/api/command", content=b"x" * 10_000_000, headers=headers)
    assert answer.status_code == 413
    assert answer.json()["error"] == ("A command may have 65536 bytes; this request has 10000000.")
    assert (
        shared.http.post("/api/command", content=b"\xff\x00{", headers=headers).status_code == 400
    )
    assert shared.view()["status"] == "playing"


def test_nothing_malformed_is_recorded(shared: Table) -> None:
    """After all that the record is whole."""
    assert verify(shared.record).ok


def _listening(port: int) -> set[str]:
    """The addresses (as the kernel writes them) at which something listens on this port."""
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    ends = [row[1].split(":") for row in rows if row[3] == "0A"]
    return {address for address, end in ends if int(end, 16) == port}


def test_listens_on_loopback_only(shared: Table) -> None:
    """Unless told otherwise nobody outside this machine can reach the page."""
    assert _listening(int(shared.url.rpartition(":")[2])) == {"0100007F"}


def test_listens_everywhere_when_told(home: Path) -> None:
    """`--host 0.0.0.0` opens the page to others, and announces an address that works."""
    with running(home, "--host", "0.0.0.0") as table:
        assert table.url.startswith("http://127.0.0.1:")
        assert _listening(int(table.url.rpartition(":")[2])) == {"00000000"}
        assert table.view()["game"] == "kalah"


def test_key_is_private_and_kept(home: Path) -> None:
    """The key file can be read by its owner only, and the next start uses it again."""
    with running(home) as table:
        first = table.key
    assert stat.S_IMODE((home / "key").stat().st_mode) == 0o600
    with running(home) as table:
        assert table.key == first == (home / "key").read_text().strip()
    assert sorted(path.name for path in home.glob("key*")) == ["key", "keys"]
    assert stat.S_IMODE((home / "keys").stat().st_mode) == 0o600


def test_the_machines_own_name_is_answered_to(shared: Table) -> None:
    """`http://raspberrypi.local:8765` works without a setting; another name does not."""
    for name in own_names():
        assert shared.http.get("/api/view", headers={"Host": f"{name}:8765"}).status_code == 200
    assert f"{socket.gethostname().partition('.')[0]}.local" in own_names()
    other = shared.http.get("/api/view", headers={"Host": "evil.local"})
    assert other.status_code == 400


def test_a_terminal_shows_codes_for_phones(tmp_path: Path) -> None:
    """Where others can come in, and somebody looks: one code to watch with, one to play with."""
    mine, theirs = pty.openpty()
    words = [sys.executable, "-m", "controller", "play", "--host", "0.0.0.0", "--port", "0"]
    home = os.environ | {"LUNKA_HOME": str(tmp_path)}
    with subprocess.Popen(words, env=home, stdout=theirs, stderr=theirs) as daemon:
        os.close(theirs)
        written = b""
        try:
            while b"Ctrl-C ends" not in written:
                written += os.read(mine, 4096)  # which may end within a letter
        finally:
            daemon.terminate()
    os.close(mine)
    told = written.decode()
    if "From other machines" not in told:
        pytest.skip("needs a network")
    codes = told[told.index("To watch, and to play:") : told.index("The key in it")]
    assert codes.count("\x1b[30;107m") > 20 and "█▀▀▀▀▀█" in codes
