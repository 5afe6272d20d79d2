"""`lunka hub`: its settings, its mistakes in words, verify and record."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from controller.cli import main
from controller.hub.config import HubConfig, check_hub_config, load_hub_config
from controller.hub.connection import HubConnection
from controller.hub.store import open_store
from controller.record.signing import SigningKey, fingerprint
from controller.record.verify import verify
from controller.settings.config import ConfigError
from tests.hall.broker import Tls
from tests.hub.chains import rows
from tests.hub.tables import KALAH, PlayingTable


def settings(folder: Path, text: str) -> Path:
    """A settings file with this text."""
    path = folder / "hub.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of its own for every test."""
    monkeypatch.setenv("LUNKA_HOME", str(tmp_path))
    return tmp_path


def test_no_settings_are_good_settings(home: Path) -> None:
    """A hub beside its broker needs no file."""
    config = HubConfig()
    assert config.database == str(home / "hall.db")
    assert config.keys_file == home / "hall.keys"
    assert (config.broker.host, config.broker.right_port, config.page.port) == (
        "127.0.0.1",
        1883,
        8770,
    )
    assert HubConfig.model_validate({"broker": {"tls": True}}).broker.right_port == 8883


def test_the_hubs_password_travels_encrypted(home: Path) -> None:
    """To a broker on another machine, however it was named; an open line needs its own word."""
    password = home / "hub.password"
    password.write_text("a long word\n")
    password.chmod(0o600)
    away = {"broker": {"host": "hall.local"}}
    assert check_hub_config(away, "hub.toml").broker.right_port == 8883
    with pytest.raises(ConfigError, match=r"broker.tls = false: the password would travel to hall"):
        check_hub_config({"broker": {"host": "hall.local", "tls": False}}, "hub.toml")
    allowed = {"broker": {"host": "hall.local", "tls": False, "plain_password": True}}
    assert check_hub_config(allowed, "hub.toml").broker.right_port == 1883


def test_the_command_line_opens_no_line(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--broker` with the port of an open line is refused before anything is opened."""
    password = home / "hub.password"
    password.write_text("a long word\n")
    password.chmod(0o600)
    assert main(["hub", "--broker", "hall.local:1883"]) == 2
    assert "broker.port = 1883: that is the port without encryption" in capsys.readouterr().err
    assert not (home / "hall.db").exists()


def test_paths_are_taken_from_the_files_folder(tmp_path: Path) -> None:
    """Except where an address of PostgreSQL stands in a path's place."""
    path = settings(tmp_path, '[store]\ndatabase = "all.db"\n[page]\nkeys_file = "k"\n')
    config = load_hub_config(path)
    assert config.database == str(tmp_path / "all.db")
    assert config.keys_file == tmp_path / "k"
    path = settings(tmp_path, '[store]\ndatabase = "postgresql://hub@db/hall"\n')
    assert load_hub_config(path).database == "postgresql://hub@db/hall"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[store", "this is not TOML"),
        ("[stor]\n", "stor = {}: unknown key. Did you mean 'store'?"),
        ("[page]\nport = 70000\n", "page.port = 70000: allowed is a whole number from 0"),
        ("[page]\nport = '8770'\n", "page.port = '8770': allowed is a whole number from 0"),
        ("[broker]\ntls = 'no'\n", "broker.tls = 'no': allowed is true or false."),
        ("[store]\ndatabase = '~nosuchuser/h.db'\n", "there is no home folder ~nosuchuser."),
        ('[page]\nkeys_file = "k\\u0000"\n', "no path has a NUL character in it."),
        ("[broker]\nprefix = 'A/#'\n", "broker.prefix = 'A/#': allowed are small letters"),
        ("[broker]\nca_file = 'x'\n", "only used with broker.tls = true"),
        ("[broker]\ntls = true\ncert_file = 'x'\n", "belong together: give both or none"),
        ("[page]\ncert_file = 'x'\n", "page.cert_file and page.key_file belong together"),
        ("[page]\ncert_file = 'x'\nkey_file = 'y'\n", "no certificate with its key: No such file"),
        ("[store]\ndatabase = 'mysql://x/y'\n", "begins with postgresql://"),
    ],
)
def test_mistakes_are_told_with_file_key_and_what_is_allowed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    """Before anything is opened, and with an exit code of 2."""
    path = settings(tmp_path, text)
    assert main(["hub", "--config", str(path)]) == 2
    said = capsys.readouterr().err
    assert words in said
    assert str(path) in said


@pytest.mark.parametrize("name", ["h" * 300, "loop"])
def test_a_store_where_no_file_can_be(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """A name that is too long, or links that go round in a circle."""
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    assert main(["hub", "verify", "--database", str(tmp_path / name)]) == 2
    assert "there is no such file; a hub makes it" in capsys.readouterr().err


def test_every_mistake_is_told_at_once(tmp_path: Path) -> None:
    """One broken key hides no other."""
    path = settings(tmp_path, "[page]\nport = -1\nwatchers = 0\n[broker]\nport = 0\n")
    with pytest.raises(ConfigError) as broken:
        load_hub_config(path)
    assert len(broken.value.problems) == 3


def test_a_password_that_others_can_read_is_refused(tmp_path: Path) -> None:
    """As for a table."""
    secret = tmp_path / "password"
    secret.write_text("hush\n", encoding="utf-8")
    secret.chmod(0o644)
    path = settings(tmp_path, '[broker]\nuser = "hub"\npassword_file = "password"\n')
    with pytest.raises(ConfigError, match="others may read it"):
        HubConnection(load_hub_config(path).broker, lambda *_: None, lambda _: None)


def test_a_hub_opens_shows_its_key_and_ends_in_order(home: Path) -> None:
    """It tells where the hall is and with which key, and that the broker is not there."""
    hub = subprocess.Popen(
        [sys.executable, "-m", "controller", "hub", "--port", "0", "--broker", "127.0.0.1:1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ,
    )
    assert hub.stdout is not None
    assert hub.stderr is not None
    said = "".join(hub.stdout.readline() for _ in range(3))
    found = re.search(r"director#key=(\S+)", said)
    assert found is not None
    assert f'director = "{found.group(1)}"' in (home / "hall.keys").read_text(encoding="utf-8")
    assert "the broker 127.0.0.1:1 cannot be reached" in hub.stderr.readline()
    hub.send_signal(signal.SIGTERM)
    assert hub.wait(20) == 0
    hub.stdout.close()
    hub.stderr.close()


def test_a_hub_by_https(home: Path) -> None:
    """With a certificate the pages, and the address that is told, are encrypted."""
    tls = Tls(home)
    path = settings(home, f'[page]\nport = 0\ncert_file = "{tls.cert}"\nkey_file = "{tls.key}"\n')
    with subprocess.Popen(
        [sys.executable, "-m", "controller", "hub", "--config", path, "--broker", "127.0.0.1:1"],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ,
    ) as hub:
        try:
            assert hub.stdout is not None
            address = re.search(r"https://\S+", hub.stdout.readline())
            assert address
            context = ssl.create_default_context(cafile=tls.ca)
            asked = f"{address[0]}api/hall"
            with urllib.request.urlopen(asked, context=context, timeout=30) as answer:
                assert answer.status == 200
            with pytest.raises((urllib.error.URLError, OSError)):
                urllib.request.urlopen(asked.replace("https:", "http:"), timeout=30)
        finally:
            hub.terminate()


def test_verify_and_record(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record written out of the store is a table's record that `lunka verify` takes."""
    table = PlayingTable("t1")
    table.play("kalah", KALAH, ["Ann", "Bob"])
    store = open_store(str(home / "hall.db"))
    store.append(rows("t1", table.chain))
    assert main(["hub", "verify"]) == 0  # beside a hub that runs
    assert "record" in capsys.readouterr().out
    store.close()
    copy = home / "copy.db"
    assert main(["hub", "record", "t1", "--output", str(copy)]) == 0
    report = verify(copy)
    assert report.ok
    assert (report.events, report.head) == (len(table.chain), table.chain[-1].hash)
    assert main(["hub", "record", "t1", "--output", str(copy)]) == 2
    assert main(["hub", "record", "t9", "--output", str(home / "x")]) == 2
    said = capsys.readouterr().err
    assert "is there already; name a new file" in said
    assert "the hub has no record of table 't9'; there are: t1" in said


def test_verify_says_what_is_missing(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A store that is not there is not made."""
    assert main(["hub", "verify"]) == 2
    assert "there is no such file; a hub makes it" in capsys.readouterr().err
    assert not (home / "hall.db").exists()


def test_the_key_of_the_hub_is_printed_for_its_tables(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a line of a table's settings, and in full; asked again, it is the same key."""
    assert main(["hub", "key"]) == 0
    said = capsys.readouterr().out
    public = SigningKey(home / "hall.key").public
    assert said.startswith(f'hub_key = "{fingerprint(public)}"   # under [hall]')
    assert f"in full: {public}\n" in said
    assert main(["hub", "key"]) == 0
    assert capsys.readouterr().out == said
