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
CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"
CLEAN = ("/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root")
FILES = ("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml")


def _run(*command: object) -> str:
    done = subprocess.run([*map(str, command)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _bare(root: Path, release: str) -> None:
    """A bare Debian with Python and our sources in /src."""
    require("root")
    packages = "--include=python3,python3-venv"
    _run(program("mmdebstrap"), "--quiet", "--variant=minbase", packages, release, root)
    source = root / "src"
    for name in SOURCES:
        shutil.copytree(HOME / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in FILES:
        shutil.copy(HOME / name, source / name)


@pytest.fixture(scope="module")
def trixie(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A bare Debian 13 that reaches the package index as this machine does."""
    root = tmp_path_factory.mktemp("trixie") / "root"
    _bare(root, "trixie")
    shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
    (root / "etc/ssl/certs").mkdir(parents=True, exist_ok=True)
    shutil.copy("/etc/ssl/certs/ca-certificates.crt", root / CERTIFICATES)
    yield root
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def debian(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A bare Debian 12 with Python, our sources in /src and wheels in /wheels."""
    root = tmp_path_factory.mktemp("debian") / "root"
    _bare(root, "bookworm")
    pip = (sys.executable, "-m", "pip", "--quiet")
    wheels = root / "wheels"
    _run(*pip, "download", "--require-hashes", "-r", HOME / "requirements/sheets.txt", "-d", wheels)
    _run(*pip, "wheel", "--no-deps", "--no-build-isolation", HOME, "-w", wheels)
    yield root
    shutil.rmtree(root)


def _inside(root: Path, *command: object) -> str:
    own = [f"PIP_CERT=/{CERTIFICATES}"] if (root / CERTIFICATES).exists() else []
    return _run("chroot", root, *CLEAN, *own, *command)


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


def _installer(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = ["chroot", str(root), *CLEAN, "/src/systemd/install.sh", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_trixie_compiles_what_has_no_wheel(trixie: Path) -> None:
    """Without compilers the apt line is named; with the guide's line a Pi's libraries are built."""
    extras = ("--extra", "pi", "--extra", "spi")
    refused = _installer(trixie, *extras)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.endswith("First: sudo apt install gcc python3-dev swig\n")
    assert not (trixie / PROGRAM).exists()
    guide = (HOME / "docs/build-a-board.md").read_text(encoding="utf-8")
    line = re.search(r"^sudo apt install ([^#\n]*)", guide, re.MULTILINE)
    assert line
    _inside(trixie, "apt-get", "update", "-qq")
    wanted = ("--no-install-recommends", "-y", "-qq", *line[1].split())
    _inside(trixie, "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", *wanted)
    _inside(trixie, "/src/systemd/install.sh", *extras)
    python = f"/{PROGRAM}/venv/bin/python"
    assert _inside(trixie, python, "--version").startswith("Python 3.13")
    _inside(trixie, "LG_WD=/tmp", python, "-c", "import gpiod, lgpio, _rpi_ws281x")
    again = _installer(trixie, *extras, "--wheels", "/mnt")
    assert "there is no lunka-*.whl in /mnt; nothing was changed" in again.stderr
    assert "lunka" in _inside(trixie, "/usr/local/bin/lunka", "--version")
