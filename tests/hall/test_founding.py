"""`lunka hall init` and `lunka hall join`: from nothing to tables that a broker lets in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.demo.broker import free_port
from controller.hall import joining
from controller.hall.certificates import HallError
from controller.hall.codes import FILE, Codes, Invitation, lock, name_of, new_code, tidy, unlock
from controller.hall.founding import Hall, Plan
from tests.machine.skips import program

INVITATION = Invitation("t1", "hall.local", 8883, "secret", "-----BEGIN", "1a2b")


# -- codes -------------------------------------------------------------------------------------


def test_only_the_code_opens_what_it_locked() -> None:
    """Another code with the same beginning, or a changed byte, opens nothing, and says so."""
    code = new_code()
    locked = lock(INVITATION, code)
    assert "secret" not in locked
    assert unlock(locked, code.lower().replace("-", " ")) == INVITATION
    other = name_of(code) + tidy(new_code())[4:]
    for given, wrong in ((locked, other), (locked[:-8] + "AAAAAAA=", code), ("?", code)):
        with pytest.raises(HallError, match="its end is another"):
            unlock(given, wrong)


@pytest.mark.parametrize("code", ["", "ABCD", "ABCD-EFGH-JKLM-NPQR-STU", "O" * 20, "ABCD" * 6])
def test_what_is_no_code_is_told(code: str) -> None:
    """Signs that look like others are in none, so a zero is never an O."""
    with pytest.raises(HallError, match="20 letters and digits"):
        tidy(code)


def test_codes_are_for_their_owner_alone(tmp_path: Path) -> None:
    """The file holds passwords: nobody else reads it; one that is broken is told, not forgotten."""
    codes = Codes(tmp_path / FILE)
    assert codes.known() == {} and codes.locked("ABCD", None) is None
    code = new_code()
    codes.write({code: INVITATION})
    assert codes.path.stat().st_mode & 0o077 == 0
    locked = codes.locked(name_of(code).lower(), "the hub's")
    assert locked and unlock(locked, code) == replace(INVITATION, hub_key="the hub's")
    codes.path.write_text("[")
    with pytest.raises(HallError, match="cannot be read"):
        codes.known()


# -- a table's side ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "hub", "address"),
    [
        ("http://hall.local:8770/#join=CODE", None, "http://hall.local:8770/"),
        ("CODE", "hall.local", "http://hall.local:8770/"),
        ("CODE", "10.0.0.7:9000", "http://10.0.0.7:9000/"),
        ("https://hall.example/#join=CODE", None, "https://hall.example:443/"),
        ("CODE", "http://[::1]:8770", "http://[::1]:8770/"),
    ],
)
def test_a_link_says_where_and_what(word: str, hub: str | None, address: str) -> None:
    """The whole link of `lunka hall init`, or the code with where the hub is."""
    assert joining.read_link(word, hub) == (address, "CODE")


@pytest.mark.parametrize(("word", "hub"), [("CODE", "ftp://x"), ("CODE", "x:y"), ("#CODE", None)])
def test_what_is_no_hub_is_told(word: str, hub: str | None) -> None:
    """Nothing is asked of it."""
    with pytest.raises(HallError):
        joining.read_link(word, hub)


def test_the_settings_of_a_table_keep_everything_else(tmp_path: Path) -> None:
    """Only the section of the hall is written; another hall is left when that is said."""
    settings = tmp_path / "table.toml"
    settings.write_text("[page]\nport = 8800  # ours\n")
    joining.settle(INVITATION, settings)
    told = tomllib.loads(settings.read_text())
    assert told["page"] == {"port": 8800} and "# ours" in settings.read_text()
    assert told["hall"]["broker"] == "hall.local" and told["hall"]["tls"] is True
    assert (tmp_path / "hall.password").read_text() == "secret\n"
    assert (tmp_path / "hall.password").stat().st_mode & 0o077 == 0
    with pytest.raises(HallError, match="belongs to a hall already"):
        joining.settle(INVITATION, settings)
    settings.write_text(settings.read_text() + "\n[voice]\nvolume = 3\n")
    joining.settle(replace(INVITATION, table="t7", hub_key=None), settings, again=True)
    told = tomllib.loads(settings.read_text())
    assert (told["hall"]["table"], told["voice"]) == ("t7", {"volume": 3})
    assert "hub_key" not in told["hall"]


@contextmanager
def answering(status: int, body: Any) -> Iterator[str]:
    """A server that gives everybody this answer; where it is."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()
            self.wfile.write(json.dumps(body).encode())

        def log_message(self, *_: Any) -> None:
            """Nobody listens."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "body", "told"),
    [
        (404, {"error": "No code of this hall begins like that."}, "refuses: No code"),
        (500, "what?", "refuses: status 500"),
        (200, {"hello": 1}, "does not answer as one"),
        (200, ["x"], "does not answer as one"),
    ],
)
def test_a_hub_that_refuses_is_quoted(status: int, body: Any, told: str) -> None:
    """What is no hub, or knows no such code, is told in a sentence."""
    with answering(status, body) as address, pytest.raises(HallError, match=told):
        joining.ask(address, new_code())


def test_nobody_there_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """No hub listens: nothing is written."""
    settings = tmp_path / "table.toml"
    words = ["hall", "join", new_code(), "--hub", f"127.0.0.1:{free_port()}"]
    assert main([*words, "--config", str(settings)]) == 2
    assert "does not answer" in capsys.readouterr().err
    assert not settings.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--tables", "0"], "1 to 500"),
        (["--tables", "T1"], "no name of a table"),
        (["--tables", "hub", "t1"], "no name of a table"),
        (["--name", "a b"], "no name or address"),
    ],
)
def test_a_hall_that_cannot_be_is_told(
    words: list[str], told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is made."""
    folder = tmp_path / "hall"
    assert main(["hall", "init", "--folder", str(folder), *words]) == 2
    assert told in capsys.readouterr().err
    assert not folder.exists()


# -- with real programs --------------------------------------------------------------------------


def stop(hall: Hall) -> None:
    """End the broker of this hall."""
    running = hall.running()
    if running is not None:
        with suppress(ProcessLookupError):
            os.kill(running, signal.SIGTERM)


def test_two_commands_make_a_table_part_of_a_hall(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`init` makes authority, certificates, passwords, ACL and codes and lets the broker run; with
    a hub there, `join` brings a table in: by TLS, under its own name, to its own topics alone."""
    program("mosquitto")
    program("openssl")
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path / "home"))
    folder, port, page = tmp_path / "hall", free_port(), free_port()
    words = ["hall", "init", "--name", "127.0.0.1", "--folder", str(folder)]
    hall = Hall(Plan(folder, "127.0.0.1", ("t1",), port, page))
    hub = None
    try:
        assert main([*words, "--tables", "1", "--port", str(port), "--page", str(page)]) == 0
        assert f"The broker runs: 127.0.0.1:{port}" in capsys.readouterr().out
        # Once more, with one table more: what there was stays, the broker goes on.
        (first,) = Codes(folder / FILE).known()
        assert main([*words, "--tables", "2", "--page", str(page)]) == 0
        assert "ran already" in capsys.readouterr().out
        codes = Codes(folder / FILE).known()
        assert first in codes and [each.table for each in codes.values()] == ["t1", "t2"]
        with pytest.raises(HallError, match=f"says port {port}"):
            Hall(Plan(folder, "127.0.0.1", (), 1))
        hub = subprocess.Popen(
            [sys.executable, "-m", "controller", "hub", "--config", str(folder / "hub.toml")],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LUNKA_HOME": str(folder)},
        )
        assert hub.stdout is not None and "The hall is open" in hub.stdout.readline()
        second = list(codes)[1]
        link = f"http://127.0.0.1:{page}/#join={second}"
        assert main(["hall", "join", link, "--config", str(tmp_path / "b" / "table.toml")]) == 0
        said = capsys.readouterr().out
        assert "this is table t2 of the hall" in said
        assert "lets t2 in by TLS" in said
        assert "t2 may write to its own topics, and only there" in said
    finally:
        stop(hall)
        if hub is not None:
            hub.terminate()
            hub.communicate(timeout=60)
