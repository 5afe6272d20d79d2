"""`[hall]` in the settings: all mistakes at once, each with what is allowed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from controller.publish.broker import BrokerAddress, BrokerError, read_password, tls_context
from controller.settings.config import Config, ConfigError, HallSection, load_config, parse_config
from tests.hall.broker import Tls


@pytest.fixture
def password(tmp_path: Path) -> Path:
    """A file with a password, as it should be."""
    path = tmp_path / "hall.password"
    path.write_text("a long word\n")
    path.chmod(0o600)
    return path


def problems(text: str) -> list[str]:
    """What is wrong with these settings."""
    with pytest.raises(ConfigError) as broken:
        parse_config(text, "t.toml")
    return [problem.removeprefix("t.toml: ") for problem in broken.value.problems]


def test_without_a_hall_nothing_is_loaded() -> None:
    """A table that stays alone carries no MQTT library: start time and memory stay as they were."""
    code = (
        "import sys, controller.daemon.daemon, controller.cli.play\n"
        "from controller.settings.config import parse_config\n"
        "parse_config('')\n"
        "sys.exit(any(name.startswith(('aiomqtt', 'paho')) for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_least_that_a_hall_needs(password: Path) -> None:
    """Broker, table and password; everything else has a default."""
    text = f'[hall]\nbroker = "127.0.0.1"\ntable = "t1"\npassword_file = "{password}"\n'
    link = BrokerAddress.of(parse_config(text).hall)
    assert (link.address, link.table, link.password) == ("127.0.0.1:1883", "t1", "a long word")
    assert (link.prefix, link.tls, link.home_assistant) == ("lunka", None, False)
    assert link.client_id == "lunka-t1"
    assert "a long word" not in repr(link)


def test_tls_has_its_own_port(tmp_path: Path) -> None:
    """With TLS the port is 8883, unless another one is named; the broker's name is checked."""
    tls = Tls(tmp_path)
    hall = HallSection(broker="hall.local", table="t1", tls=True, ca_file=str(tls.ca))
    link = BrokerAddress.of(hall)
    assert link.port == 8883
    assert link.tls is not None
    assert link.tls.check_hostname


@pytest.mark.parametrize(
    ("more", "port", "encrypted"),
    [
        ('broker = "10.0.0.1"', 8883, True),
        ('broker = "hall.local"\nport = 8884', 8884, True),
        ('broker = "hall.local"\ntls = true\nport = 1883', 1883, True),
        ('broker = "10.0.0.1"\nplain_password = true', 1883, False),
        ('broker = "10.0.0.1"\nplain_password = true\ntls = false', 1883, False),
        *((f'broker = "{own}"', 1883, False) for own in ("localhost", "127.0.0.1", "::1")),
        ('broker = "127.0.0.1"\ntls = true', 8883, True),
    ],
)
def test_a_password_travels_encrypted(
    more: str, port: int, encrypted: bool, password: Path
) -> None:
    """To another machine, unless the settings allow the contrary by name; loopback is free."""
    text = f'[hall]\ntable = "t1"\npassword_file = "{password}"\n{more}\n'
    link = BrokerAddress.of(parse_config(text).hall)
    assert (link.port, link.tls is not None) == (port, encrypted)


def test_without_a_password_there_is_nothing_to_hide() -> None:
    """A broker that lets everybody in is reached as before."""
    link = BrokerAddress.of(parse_config('[hall]\nbroker = "10.0.0.1"\ntable = "t1"\n').hall)
    assert (link.port, link.tls) == (1883, None)


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        (
            "tls = false",
            "hall.tls = false: the password would travel to 10.0.0.1 for everybody to read. Leave"
            " it out, and the line is encrypted (docs/hall.md tells how the broker gets a"
            " certificate), or allow it by name: hall.plain_password = true.",
        ),
        (
            "port = 1883",
            "hall.port = 1883: that is the port without encryption, and the password would travel"
            " to 10.0.0.1 for everybody to read. Leave it out (8883), or set hall.tls = true where"
            " this port is encrypted, or allow it by name: hall.plain_password = true.",
        ),
        (
            "tls = true\nplain_password = true",
            "hall.plain_password = true and hall.tls = true exclude each other: leave one of them"
            " out.",
        ),
    ],
)
def test_no_password_for_everybody_to_read(more: str, problem: str, password: Path) -> None:
    """An open line to another machine is refused, with the ways out."""
    way = f'broker = "10.0.0.1"\ntable = "t1"\npassword_file = "{password}"'
    assert problems(f"[hall]\n{way}\n{more}\n") == [problem]


def test_paths_are_taken_from_the_file(tmp_path: Path, password: Path) -> None:
    """A password beside the settings is found from anywhere."""
    file = tmp_path / "table.toml"
    file.write_text(
        f'[hall]\nbroker = "b"\ntable = "t1"\npassword_file = "{password.name}"\n', encoding="utf-8"
    )
    assert load_config(file).hall.password_file == str(password)


def test_all_mistakes_at_once(tmp_path: Path) -> None:
    """Name, prefix, port and every file: all told together, in words."""
    open_file = tmp_path / "open"
    open_file.write_text("word")
    open_file.chmod(0o644)
    text = f"""
        [hall]
        broker = "hall.local"
        table = "Table 1"
        prefix = "lunka/#"
        tls = true
        password_file = "{open_file}"
        ca_file = "{tmp_path / "none.crt"}"
        cert_file = "{open_file}"
    """
    assert problems(text) == [
        "hall.table = 'Table 1': allowed is small letters, digits and dashes, 32 at most, as the "
        "broker knows the table.",
        "hall.prefix = 'lunka/#': allowed is one to four words of small letters, digits and dashes "
        "with /.",
        "hall.cert_file and hall.key_file belong together: set both or none.",
        f"hall.password_file = {open_file}: others may read it (mode 0644); run chmod 600 on it.",
        f"hall.ca_file = {tmp_path / 'none.crt'}: no certificates can be read from it: No such "
        "file or directory.",
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('table = "t1"', "hall.broker is missing: allowed is the name or address of an MQTT"),
        ('broker = "b"', "hall.table is missing: allowed is small letters, digits and dashes"),
        ('broker = "b"\ntable = "t1"\nport = 0', "hall.port = 0: "),
        ('broker = "b"\ntable = "t1"\ntls = "perhaps"', "hall.tls = 'perhaps': "),
        ('broker = "b"\ntable = "t1"\nca_file = "x"', "hall.ca_file is set, but hall.tls is not"),
        ('broker = "b"\ntable = "t1"\npasword_file = "x"', "hall.pasword_file"),
        (
            'broker = "b"\ntable = "t1"\npassword_file = "/no"',
            "hall.password_file = /no: it cannot",
        ),
        ('broker = ""', "hall.broker = ''"),
        (
            'broker = "b"\ntable = "t1"\nhub_key = "abc"',
            "hall.hub_key = 'abc': allowed is the key of the hub as `lunka hub key` prints it",
        ),
    ],
)
def test_each_mistake_in_its_words(text: str, problem: str) -> None:
    """Key, what was found, what is allowed."""
    assert [found[: len(problem)] for found in problems(f"[hall]\n{text}\n")] == [problem]


@pytest.mark.parametrize("content", [b"", b"\n", b"two\nlines", b"\xff\xfe", b"x" * 201, b"a\x00b"])
def test_what_is_no_password(password: Path, content: bytes) -> None:
    """A password is one line that can be typed."""
    password.write_bytes(content)
    with pytest.raises(BrokerError, match=r"a password is one line|not UTF-8"):
        read_password(password)


def test_a_key_that_does_not_fit_its_certificate(tmp_path: Path) -> None:
    """Found before the first connection, not in the middle of an evening."""
    tls = Tls(tmp_path)
    (cert, _), (_, key) = tls.make("t1"), tls.make("t2")
    with pytest.raises(BrokerError, match="no certificate with its key: KEY_VALUES_MISMATCH"):
        tls_context(None, str(cert), str(key))


def test_nothing_set_is_no_hall() -> None:
    """An empty section is a table that stays alone."""
    assert parse_config("[hall]\n") == Config()
