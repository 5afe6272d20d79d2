"""The other Python: where it is found, and what is said where it is not."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.machine import debian_root, other_python
from tests.machine.pythons import PROMISED, at_hand, others


def _program(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, and nothing on the PATH but what stands in its `bin`."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/usr/bin:/bin")
    monkeypatch.setenv("LUNKA_NOT_TESTED", str(tmp_path / "not-tested"))
    return tmp_path


def test_this_python_is_not_the_other() -> None:
    """Both that are promised are tested: this one, and those that it is not."""
    this = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert set(others()) == set(PROMISED) - {this}


def test_a_python_is_found_where_it_is_kept(home: Path) -> None:
    """On the PATH, or where pyenv and uv keep theirs; one that does not start is passed over."""
    assert at_hand("3.99") is None
    _program(home / "bin/python3.99", "exit 127")  # as pyenv's stand-in does
    assert at_hand("3.99") is None
    kept = _program(home / ".local/share/uv/python/cpython-3.99.1-linux/bin/python3.99", "")
    assert at_hand("3.99") == str(kept)
    kept = _program(home / ".pyenv/versions/3.99.4/bin/python3.99", "")
    assert at_hand("3.99") == str(kept)
    found = _program(home / "bin/python3.99", "")
    assert at_hand("3.99") == str(found)


def test_a_python_at_hand_tests(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run again in an environment of its own, and their failure is ours."""
    python = _program(home / "bin/python3.99", "")
    _program(home / "bin/make", f'echo "$*" > {home}/made; exit 3')
    monkeypatch.setattr(other_python, "others", lambda: ["3.99"])
    assert other_python.main() == 3
    assert (home / "made").read_text() == f"PYTHON={python} VENV=.venv-3.99 test-again\n"
    assert other_python.main("--ready") == 3
    assert (home / "made").read_text() == f"PYTHON={python} VENV=.venv-3.99 collect-again\n"


def test_a_python_that_cannot_be_had_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests go on, and their end says which Python they were not run with."""
    monkeypatch.setattr(other_python, "others", lambda: ["3.99"])
    monkeypatch.setattr(debian_root, "as_root", lambda: None)
    monkeypatch.setattr(debian_root, "is_debian", lambda: True)
    assert other_python.main("--ready") == 0
    assert not (home / "not-tested").exists()
    assert other_python.main() == 0
    told = (home / "not-tested").read_text()
    assert told == "Python 3.99\tthat takes root, or sudo without a password\n"


def test_a_root_that_cannot_be_made_is_a_failure(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where it may be made, as in CI, the other Python is not left out silently."""
    monkeypatch.setattr(other_python, "others", lambda: ["3.99"])
    monkeypatch.setitem(PROMISED, "3.99", "nosuchdebian")
    monkeypatch.setattr(other_python, "cannot", lambda: None)
    monkeypatch.setattr(debian_root, "as_root", list)
    _program(home / "bin/mmdebstrap", "exit 25")
    assert other_python.main() == 25
    assert "No root of Debian's nosuchdebian could be made" in capsys.readouterr().err
    assert not (home / ".cache/lunka/nosuchdebian").exists()


def test_a_root_is_made_once_for_its_packages(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept from run to run; other packages make another."""
    monkeypatch.setattr(debian_root, "as_root", list)
    _program(home / "bin/mmdebstrap", f"mkdir -p {home}/root.new/etc; echo x >> {home}/made")
    _program(home / "bin/unshare", 'shift 5; exec "$@"')
    monkeypatch.setattr(debian_root, "_PATH", os.environ["PATH"])
    for packages, made in ((["make"], 1), (["make"], 1), (["make", "git"], 2)):
        root = debian_root.DebianRoot(home / "root", "trixie", packages)
        assert root.run("sh", "-c", "exit 7") == 7
        assert len((home / "made").read_text().split()) == made
