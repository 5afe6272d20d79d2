"""From a bare Debian to a running table, and back: the installer in a root of its own.

The root is made by mmdebstrap (Debian's package of that name; root is needed). Inside it the
installer gets its packages from a folder of wheels, and the daemon is started as the service's user
with the unit's own command, under a notify socket.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.machine.skips import program, require
from tests.service.ear import Ear
from tests.service.scratch import HOME, PROGRAM

pytestmark = pytest.mark.soak

SOURCES = ("controller", "docs", "firmware", "hardware", "requirements", "systemd")
RECORD = "var/lib/lunka/record.db"
FILES = ("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml")


def _run(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A bare Debian 12 with Python, our sources in /src and wheels in /wheels."""
    require("root")
    mmdebstrap = program("mmdebstrap")
    root = tmp_path_factory.mktemp("debian") / "root"
    packages = "--include=python3,python3-venv"
    _run(mmdebstrap, "--quiet", "--variant=minbase", packages, "bookworm", root)
    source = root / "src"
    for name in SOURCES:
        shutil.copytree(HOME / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(HOME / name, source / name)
    pip = (sys.executable, "-m", "pip", "--quiet")
    wheels = root / "wheels"
    _run(*pip, "download", "--require-hashes", "-r", HOME / "requirements/sheets.txt", "-d", wheels)
    _run(*pip, "wheel", "--no-deps", "--no-build-isolation", HOME, "-w", wheels)
    yield root
    shutil.rmtree(root)


def _inside(root: Path, *command: object) -> str:
    return _run(
        "chroot", root, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", *command
    )


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _started(root: Path) -> Iterator[subprocess.Popen[bytes]]:
    """The unit's own command, as its user, with the folders that systemd would make."""
    unit = (root / "etc/systemd/system/lunka.service").read_text()
    command = re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)
    assert command
    for folder in ("var/lib/lunka", "run/lunka"):
        (root / folder).mkdir(parents=True, exist_ok=True)
        _inside(root, "chown", "lunka:lunka", f"/{folder}")
    environment = {
        "PATH": "/usr/bin:/bin",
        "STATE_DIRECTORY": "/var/lib/lunka",
        "LG_WD": "/run/lunka",
        "NOTIFY_SOCKET": "/run/notify",
        "WATCHDOG_USEC": "20000000",
    }
    process = subprocess.Popen(
        ["/usr/sbin/chroot", "--userspec=lunka:lunka", str(root), *command[1].split()],
        env=environment,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(30)


def test_from_nothing_to_a_table_and_back(debian: Path) -> None:
    """Installed, started as its own user, playing; uninstalled, with the games still there."""
    wanted = ("--simulated", "--extra", "sheets", "--wheels", "/wheels")
    said = _inside(debian, "/src/systemd/install.sh", *wanted)
    assert "systemd does not run here; nothing is started" in said
    port = _free_port()
    settings = debian / "etc/lunka/table.toml"
    settings.write_text(settings.read_text().replace("port = 8765", f"port = {port}"))
    with Ear(debian / "run/notify") as ear:
        (debian / "run/notify").chmod(0o666)
        with _started(debian):
            ear.wait_until_heard("READY=1", "WATCHDOG=1")
            assert any("South to move" in word for word in [*ear.heard, *ear.rest(5.0, 20)])
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/health") as answer:
                assert answer.status == 200
    assert "lunka" in _inside(debian, "/usr/local/bin/lunka", "--version")
    proof = _inside(debian, "/usr/local/bin/lunka", "verify", "--record", f"/{RECORD}")
    assert "is whole" in proof
    lunka = ("LUNKA_HOME=/var/lib/lunka", "/usr/local/bin/lunka")
    _inside(debian, *lunka, "kakuzu", "sheets", "--count", "2", "--pdf", "/tmp/sheets.pdf")
    assert (debian / "tmp/sheets.pdf").is_file()
    (kept,) = (debian / "var/lib/lunka/kakuzu").iterdir()
    assert kept.stat().st_uid == (debian / "var/lib/lunka").stat().st_uid != 0
    again = _inside(debian, "/src/systemd/install.sh", "--wheels", "/wheels")
    assert "kept /etc/lunka/table.toml as it is" in again
    gone = _inside(debian, "/src/systemd/uninstall.sh")
    assert "Games and keys stay in /var/lib/lunka" in gone
    assert (debian / RECORD).is_file()
    assert settings.is_file()
    assert not (debian / PROGRAM).exists()
    assert not (debian / "etc/systemd/system/lunka.service").exists()
    assert not (debian / "usr/local/bin/lunka").is_symlink()
