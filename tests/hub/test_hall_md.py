"""docs/hall.md as it is written: its broker, its certificates and a hub by default agree."""

from __future__ import annotations

import getpass
import os
import re
import shlex
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.hall.broker import SHIPPED, free_port, listens
from tests.machine.skips import program

DOC = (Path(__file__).parents[2] / "docs" / "hall.md").read_text(encoding="utf-8")
#: How long the broker and the hub may take; nothing is measured by it.
PATIENCE = 30.0
_PAGE = re.compile(r"http://[\d.:]+")


def _recipe(first: str) -> str:
    """The block of commands in the document that has this in its first line."""
    blocks = [block.partition("\n")[2] for block in DOC.split("```")[1::2]]
    (found,) = (block for block in blocks if first in block.partition("\n")[0])
    return found


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the document's own commands make, for loopback instead of its address."""
    program("openssl")
    folder = tmp_path_factory.mktemp("certificates")
    lines = _recipe("openssl req -x509").replace("192.168.1.10", "127.0.0.1")
    ours = "\n".join(line for line in lines.splitlines() if not line.startswith("sudo"))
    subprocess.run(["sh", "-euc", ours], check=True, cwd=folder, capture_output=True)
    return folder


@contextmanager
def _broker(folder: Path, certificates: Path) -> Iterator[tuple[int, int]]:
    """The shipped settings, at ports of ours; gives the encrypted one and the plain one."""
    secure, plain = free_port(), free_port()
    passwords = folder / "lunka.passwords"
    passwords.write_text("hub:the password of hub\nt1:the password of t1\n")
    passwords.chmod(0o600)
    subprocess.run([program("mosquitto_passwd"), "-U", passwords], check=True)
    acl = folder / "lunka.acl"
    acl.write_bytes((SHIPPED / "acl").read_bytes())
    acl.chmod(0o600)
    text = (SHIPPED / "lunka.conf").read_text()
    for shipped, ours in (
        ("listener 8883", f"listener {secure} 127.0.0.1"),
        ("listener 1883 127.0.0.1", f"listener {plain} 127.0.0.1"),
        ("/etc/mosquitto/ca_certificates/hall-ca.crt", str(certificates / "hall-ca.crt")),
        ("/etc/mosquitto/certs/hall.crt", str(certificates / "hall.crt")),
        ("/etc/mosquitto/certs/hall.key", str(certificates / "hall.key")),
        ("/etc/mosquitto/lunka.passwords", str(passwords)),
        ("/etc/mosquitto/lunka.acl", str(acl)),
    ):
        assert shipped in text
        text = text.replace(shipped, ours)
    config = folder / "lunka.conf"
    config.write_text(f"user {getpass.getuser()}\n{text}")
    with subprocess.Popen([program("mosquitto"), "-c", config]) as broker:
        try:
            _until(lambda: listens(plain))
            yield secure, plain
        finally:
            broker.terminate()


def _until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_the_certificates_hold_where_every_rule_is_kept(certificates: Path, tmp_path: Path) -> None:
    """Python 3.13 looks at key usage and authority: the document's certificates pass that."""
    strict = ssl.create_default_context(cafile=str(certificates / "hall-ca.crt"))
    strict.verify_flags |= ssl.VERIFY_X509_STRICT
    with (
        _broker(tmp_path, certificates) as (secure, _),
        socket.create_connection(("127.0.0.1", secure)) as wire,
        strict.wrap_socket(wire, server_hostname="127.0.0.1") as door,
    ):
        assert door.version()


def test_a_hub_by_default_is_let_in(certificates: Path, tmp_path: Path) -> None:
    """With nothing but its password in its folder `lunka hub` reaches the document's broker."""
    home = tmp_path / "home"
    lines = _recipe("mkdir -p").replace("~/.local/state/lunka", shlex.quote(str(home)))
    ours = "\n".join(line for line in lines.splitlines() if not line.startswith("lunka"))
    subprocess.run(["sh", "-euc", ours], check=True)
    with _broker(tmp_path, certificates) as (_, plain):
        # The port is the test's; all else is left to the defaults.
        (tmp_path / "hub.toml").write_text(f"[broker]\nport = {plain}\n[page]\nport = 0\n")
        log = tmp_path / "log"
        with (
            log.open("wb") as said,
            subprocess.Popen(
                [sys.executable, "-m", "controller", "hub", "--config", tmp_path / "hub.toml"],
                stdout=said,
                stderr=said,
                env={**os.environ, "LUNKA_HOME": str(home)},
            ) as hub,
        ):
            try:
                _until(lambda: _PAGE.search(log.read_text()))
                page = _PAGE.search(log.read_text())
                assert page is not None
                _until(lambda: httpx.get(f"{page[0]}/health").json()["broker"] is None)
            finally:
                hub.terminate()
