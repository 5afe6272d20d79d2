"""`make packages` installs what is missing where it may, and nothing elsewhere."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from tests.machine import packages, rights
from tests.machine.needs import NEEDS


@pytest.fixture
def apt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs that only write down how they were called; `apt-cache` knows no `chromium`."""
    said = tmp_path / "said"
    words = {"apt-get": "", "apt-cache": '[ "$3" != chromium ]', "sudo": 'shift; exec "$@"'}
    for name, rest in words.items():
        program = tmp_path / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> {said}\n{rest}\n')
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(packages, "is_debian", lambda: True)
    monkeypatch.setattr(packages, "as_root", list)
    return said


def _lacks(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr(packages, "is_here", lambda need: need.name not in names)


def test_what_is_missing_is_installed(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it in one call, without what else is recommended; the lists are renewed before."""
    _lacks(monkeypatch, "mosquitto", "node")
    assert packages.main() == 0
    said = apt.read_text().splitlines()
    assert said[0] == "apt-get -qq update"
    assert said[-1] == "apt-get -qq install -y --no-install-recommends mosquitto nodejs npm"


def test_where_all_is_here_nothing_is_called(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second run costs nothing."""
    _lacks(monkeypatch)
    assert packages.main() == 0
    assert not apt.exists()


def test_a_package_that_a_system_lacks(
    apt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is left out and told; the others are installed."""
    _lacks(monkeypatch, "chromium", "openssl")
    assert packages.main() == 0
    assert "no package chromium" in capsys.readouterr().out
    assert apt.read_text().endswith("--no-install-recommends openssl\n")


@pytest.mark.parametrize(
    ("debian", "why"), [(True, "neither root nor sudo"), (False, "not a Debian")]
)
def test_without_the_right_nothing_is_installed(
    debian: bool,
    why: str,
    apt: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """It is said why, what is missing is named, and the tests go on."""
    _lacks(monkeypatch, "gnubg")
    monkeypatch.setattr(packages, "is_debian", lambda: debian)
    monkeypatch.setattr(packages, "as_root", lambda: None)
    assert packages.main() == 0
    said = capsys.readouterr().out
    assert "Nothing is installed" in said and why in said and "Missing: gnubg" in said
    assert not apt.exists()


def test_a_failure_is_not_hidden(
    apt: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where packages may be installed, those that cannot be end `make test`, with the way out."""
    _lacks(monkeypatch, "gnubg")
    (apt.parent / "apt-get").write_text("#!/bin/sh\nexit 100\n")
    assert packages.main() == 100
    assert "make test PACKAGES=no" in capsys.readouterr().err


def test_a_python_without_venv_gets_it(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Debian keeps it in a package of its own."""
    _lacks(monkeypatch)
    monkeypatch.setattr(packages, "find_spec", lambda name: None)
    assert packages.missing() == ["python3-venv"]


def test_a_root_is_only_made_for_a_python_that_is_not_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """mmdebstrap is not installed where the other Python is at hand."""
    _lacks(monkeypatch, *NEEDS)
    monkeypatch.setattr(packages, "at_hand", lambda version: "/usr/bin/python")
    assert "mmdebstrap" not in packages.missing()
    monkeypatch.setattr(packages, "at_hand", lambda version: None)
    assert "mmdebstrap" in packages.missing()


def test_the_virtual_machine_is_only_for_who_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make test` does not install qemu; `make kernel`, which names it, installs that alone."""
    _lacks(monkeypatch, *NEEDS)
    qemu = ["qemu-system-x86", "qemu-utils"]
    assert not set(qemu) & set(packages.missing())
    assert packages.missing(["kernel image", "mmdebstrap"]) == [*qemu, "mmdebstrap"]


def test_sudo_that_asks_for_nothing(apt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who is not root installs by sudo, if it needs no password."""
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert rights.as_root.__wrapped__() == ["sudo", "-n"]
    (apt.parent / "sudo").write_text("#!/bin/sh\nexit 1\n")
    assert rights.as_root.__wrapped__() is None


@pytest.mark.parametrize(
    ("release", "debian"),
    [
        ({"ID": "debian"}, True),
        ({"ID": "raspbian", "ID_LIKE": "debian"}, True),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, True),
        ({"ID": "fedora"}, False),
    ],
)
def test_the_family_of_debian(
    release: dict[str, str], debian: bool, apt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Raspberry Pi OS and Ubuntu have Debian's packages, others have not."""
    monkeypatch.setattr(platform, "freedesktop_os_release", lambda: release)
    assert rights.is_debian() is debian
