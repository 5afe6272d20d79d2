"""`lunka play`, `daemon` and `watch`: what is refused before anything is opened."""

from __future__ import annotations

import os
import resource
import socket
from pathlib import Path

import pytest

from tests.cli.profiles import five_mistakes
from tests.cli.running import Lunka


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("chess",), "there is no game 'chess'; there are: kalah"),
        (("--set", "stones"), "--set 'stones' is not of the form KEY=VALUE, such as stones=4"),
        (
            ("--set", "stones=99"),
            "game.options.stones = '99': allowed is a whole number from 1 to 12.",
        ),
        (("--set", "stone=4"), "game.options.stone = '4': unknown key. Did you mean 'stones'?"),
        (("--set", "pits=9"), "this board has no a7, a8, a9, b7, b8, b9, which kalah needs"),
        (("--house", "hints"), "--house 'hints' is not of the form KEY=VALUE, such as hints=legal"),
        (("--house", "hints=wild"), "house.hints = 'wild': allowed is off or legal or full"),
        (
            ("--house", "lamps=on"),
            "house.lamps = 'on': unknown key. Allowed here: hints, takebacks",
        ),
        (
            ("--preset", "caucasian"),
            "game: kalah has no preset 'caucasian'; there are: kalah-6, kalaha-4.",
        ),
        (("--port", "99999"), "'99999' is not allowed; a whole number from 0 to 65535 is"),
        (("--port", "-1"), "'-1' is not allowed; a whole number from 0 to 65535 is"),
        (("--port", "http"), "'http' is not allowed; a whole number from 0 to 65535 is"),
        (("--host", "192.0.2.77", "--port", "0"), "Cannot assign requested address"),
        (("--host", "no.such.invalid", "--port", "0"), "cannot be served at no.such.invalid:0"),
        (("--host", "ä" * 70, "--port", "0"), "no such address"),
        (("--host", "", "--port", "0"), "page.host = '': allowed is an address of this machine"),
        (("--profile", "nope"), "board.profile = 'nope': No board profile named 'nope'"),
        (("--board", "nope.toml"), "nope.toml: the profile cannot be read: No such file"),
        (("--board", "x.toml", "--profile", "y"), "not allowed with argument --board"),
        (("--players", "Anna"), "game.players = ['Anna']: allowed is a list of 2 names"),
        (("--players", "Anna", "\x1b[2J"), "60 printable characters each at most"),
        (("--record", ""), "record.path = '': allowed is the path of the record's file"),
        (("--record", "~nosuchuser/r.db"), "there is no home folder ~nosuchuser. Allowed is the"),
        (("--board", "~nosuchuser/b.toml"), "there is no home folder ~nosuchuser. Allowed is a"),
        (("--port", "0", "--record", "/proc/no/r.db"), "its folder cannot be made"),
    ],
)
def test_mistakes(lunka: Lunka, home: Path, arguments: tuple[str, ...], words: str) -> None:
    """Each is one line that says what is allowed, and no game is opened."""
    assert words in lunka("play", *arguments).mistake
    assert not (home / "record.db").exists()


def test_full_disk(lunka: Lunka, home: Path, tmp_path: Path) -> None:
    """The record is named, and a daemon ends so that systemd tries it again."""
    home.mkdir()
    (home / "key").write_text("12345678\n")
    settings = tmp_path / "table.toml"
    settings.write_text("[page]\nport = 0\n")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        told = lunka("play", "--port", 0).mistake
        daemon = lunka("daemon", "--config", settings)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert told.startswith(f"record {home / 'record.db'}: the disk ")
    assert daemon.err == f"lunka: {told}\n"
    assert daemon.code == os.EX_TEMPFAIL


def test_port_in_use(lunka: Lunka, home: Path) -> None:
    """The address and the way out are named; neither key nor record is made."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert lunka("play", "--port", port).mistake == (
            f"the page cannot be served at 127.0.0.1:{port}: Address already in use; choose another"
            " address with --host and --port, or page.host and page.port"
            " (is another table running?)"
        )
    assert not home.exists()


def test_profile_with_five_mistakes(lunka: Lunka, home: Path, tmp_path: Path) -> None:
    """Five lines, before key, record or any wire is touched."""
    ran = lunka("play", "--board", five_mistakes(tmp_path), "--port", 0)
    assert (ran.code, ran.out) == (2, "")
    lines = ran.err.splitlines()
    assert len(lines) == 5
    assert all(line.startswith(f"lunka: {tmp_path / 'five.toml'}: ") for line in lines)
    assert not home.exists()


def test_real_board_without_pins(lunka: Lunka) -> None:
    """A machine that is no Raspberry Pi is told to use the simulated board."""
    profile = Path("hardware/profiles/kalah-load.toml").resolve()
    assert "use the simulated board" in lunka("play", "--board", profile, "--port", 0).mistake


@pytest.mark.parametrize("text", ["", "short", "a b c", "ключ-от-доски", "\x00" * 20])
def test_key_file_that_holds_no_key(lunka: Lunka, home: Path, text: str) -> None:
    """A key that nobody could type is refused, with the way out."""
    home.mkdir()
    (home / "key").write_text(text, encoding="utf-8")
    assert lunka("play", "--port", 0).mistake == (
        f"key file {home / 'key'}: a key has at least 8 plain characters; delete it to get a new "
        "one"
    )


def test_key_file_that_cannot_be_read(lunka: Lunka, home: Path) -> None:
    """A folder in its place is told as such."""
    (home / "key").mkdir(parents=True)
    assert "Is a directory; choose another page.key_file" in lunka("play", "--port", 0).mistake


def test_daemon_needs_its_file(lunka: Lunka) -> None:
    """The daemon does not guess where its settings are."""
    assert "required: --config" in lunka("daemon").mistake


@pytest.mark.parametrize(
    "url", ["table", "http://", "ftp://x", "http://[::1", "http://x:99999", "http://x:y"]
)
def test_watch_needs_an_address(lunka: Lunka, url: str) -> None:
    """What is no address of a page is not tried."""
    assert lunka("watch", url).mistake == f"{url!r} is not an address like http://127.0.0.1:8765"


def test_watch_nobody(lunka: Lunka) -> None:
    """Where no table answers, the address is named."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        url = f"http://127.0.0.1:{door.getsockname()[1]}"
    assert lunka("watch", "--once", url).mistake == (
        f"no table answers at {url}: Connection refused"
    )
