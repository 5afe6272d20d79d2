"""`lunka say` to a running table: what the page can command, the command line can."""

from __future__ import annotations

import socket
from pathlib import Path
from threading import Thread

import pytest

from controller.cli import main
from tests.daemon.running import Table, running


def said(*words: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """How `lunka say` ended, and what it printed."""
    code = main(["say", *words])
    out, err = capsys.readouterr()
    return code, out + err


def test_a_roll_is_entered(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The dice that lie on the table, with the key that came in the address."""
    with running(home, "short", "--house", "dice=entered") as table:
        table.ready()
        address = f"{table.url}#key={table.key}"
        code, told = said("roll", "6", "5", "--url", address, capsys=capsys)
        assert (code, table.view()["shown"]["dice"]) == (0, [6, 5])
        assert told.startswith("The opening roll: 6-5 (shesh-besh).") and "White" in told
        code, told = said("void", "why=one fell off the table", "--url", address, capsys=capsys)
        assert code == 0 and "void" in told
        code, told = said("roll", "dice=3,1", "--url", address, capsys=capsys)
        assert table.view()["shown"]["dice"] == [3, 1]
        code, told = said("roll", "dice=[9, 1]", "--url", address, capsys=capsys)
        assert code == 2 and told.startswith("lunka: ") and told.count("\n") == 1


def test_the_key_of_the_same_home(
    table: Table, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the machine of the table nobody has to type the key; a wrong one is refused."""
    monkeypatch.setenv("LUNKA_HOME", str(home))
    assert said("pause", "--url", table.url, capsys=capsys)[0] == 0
    assert table.view()["status"] == "paused"
    code, told = said("resume", "--url", table.url, "--key", "wrong-key-of-mine", capsys=capsys)
    assert (code, told) == (
        2,
        "lunka: This is not a key of this table, or not any more.\n",
    )
    monkeypatch.setenv("LUNKA_KEY", table.key)
    monkeypatch.setenv("LUNKA_HOME", "/nowhere")
    assert said("resume", "--url", table.url, capsys=capsys)[0] == 0
    code, told = said("dance", "--url", table.url, capsys=capsys)
    assert code == 2 and "dance" in told


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        (("roll", "six"), "roll: 'six' is not of the form KEY=VALUE, such as dice=6,5"),
        (("roll", "dice=6", "dice=5"), "roll: dice is given twice"),
        (("roll", "--url", "ftp://here"), "'ftp://here' is not an address like http://127"),
        (("roll", "--url", "http://here:x"), "'http://here:x' is not an address like http://127"),
        (("roll", "--url", "http://[::1"), "'http://[::1' is not an address like http://127"),
        (("roll", "6", "5"), "commands need the table's key: give --key (there is none in"),
    ],
)
def test_mistakes(
    words: tuple[str, ...],
    mistake: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each is one line; nothing is sent."""
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path))
    monkeypatch.delenv("LUNKA_KEY", raising=False)
    code, told = said(*words, capsys=capsys)
    assert code == 2 and told.startswith(f"lunka: {mistake}")


def test_nobody_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """Where no table runs, that is said."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
    code, told = said("undo", "--url", url, "--key", "some-key-or-other", capsys=capsys)
    assert code == 2 and told.startswith(f"lunka: no table answers at {url}: ")


def test_somebody_else_answers(capsys: pytest.CaptureFixture[str]) -> None:
    """What does not speak HTTP is no table, and that is one line."""

    def mumble() -> None:
        with listener.accept()[0] as caller:
            caller.recv(1000)
            caller.sendall(b"220 mail here\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        other = Thread(target=mumble)
        other.start()
        code, told = said("undo", "--url", url, "--key", "some-key-or-other", capsys=capsys)
        other.join()
    assert code == 2 and told.startswith(f"lunka: no table answers at {url}: ")
