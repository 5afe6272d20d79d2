"""What the installer must find before it changes anything: compilers, headers, python3-venv."""

from __future__ import annotations

import platform
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.packaging.test_extras import EXTRAS
from tests.service.scratch import HOME, INSTALL, helper, run

tools = helper("tools")
COMPILED = tomllib.loads((HOME / "requirements" / "binary.toml").read_text("utf-8"))


def _machine(patch: pytest.MonkeyPatch, python: tuple[int, int], machine: str) -> None:
    patch.setattr(platform, "machine", lambda: machine)
    patch.setattr(sys, "version_info", type("V", (), {"major": python[0], "minor": python[1]}))


@pytest.mark.parametrize(
    ("python", "extras", "needed"),
    [
        ((3, 11), ["pi", "spi"], {"gcc", "python3-dev"}),
        ((3, 11), ["pi5", "spi"], set()),
        ((3, 13), ["pi", "spi"], {"gcc", "python3-dev", "swig"}),
        ((3, 13), ["pi5", "spi"], {"gcc", "python3-dev", "swig"}),
        ((3, 13), ["serial", "sheets", "hub"], set()),
    ],
)
def test_only_what_has_no_wheel_needs_a_compiler(
    python: tuple[int, int], extras: list[str], needed: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a 64-bit Pi: Bookworm's Python 3.11 and Trixie's 3.13, with each extra."""
    packages = tools.locked(["run", *extras])
    _machine(monkeypatch, python, "aarch64")
    assert set(tools.needs(packages)) == needed


def test_a_wheel_in_the_folder_needs_no_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever brings the wheels along compiles nothing."""
    for name in ("RPi.GPIO-0.7.1-cp313-cp313-linux_aarch64.whl", "rpi_ws281x-5.0.0-cp313.whl"):
        (tmp_path / name).touch()
    packages = tools.locked(["run", "pi"])
    _machine(monkeypatch, (3, 13), "aarch64")
    assert "swig" in set(tools.needs(packages, tmp_path))
    (tmp_path / "lgpio-0.2.2.0-cp313-cp313-linux_aarch64.whl").touch()
    assert set(tools.needs(packages, tmp_path)) == set()


def test_what_is_missing_is_told_before_anything_is_changed(tmp_path: Path) -> None:
    """Without a compiler the apt line is named and nothing is touched."""
    bare = tmp_path / "bin"
    bare.mkdir()
    for name in ("dirname", "id", "mkdir"):
        (bare / name).symlink_to(str(shutil.which(name)))
    (bare / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    (bare / "python3").chmod(0o755)
    root = tmp_path / "root"
    done = run(INSTALL, "--root", root, "--extra", "pi", path=str(bare))
    assert done.returncode == 1
    assert "lacks what the packages are built with; nothing was changed." in done.stderr
    _, _, named = done.stderr.strip().rpartition("First: sudo apt install ")
    assert "gcc" in named.split()
    assert list(root.rglob("*")) == []


def _installed(package: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat=${db:Status-Abbrev}", package]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout == "ii "


def test_the_tools_are_looked_for_where_they_are() -> None:
    """Each Debian package that is named is one whose presence can be seen."""
    named = {name for entry in COMPILED.values() for name in entry["apt"]}
    assert named <= {"g++", "gcc", "libffi-dev", "make", "python3-dev", "swig"}
    assert tools.is_there("python3-venv")
    assert tools.is_there("libffi-dev") == bool(shutil.which("dpkg") and _installed("libffi-dev"))
    assert not tools.is_there("no-such-compiler")


def test_every_extra_is_proven_by_importing_it() -> None:
    """The installer tries what each extra is for."""
    assert set(helper("prove").MODULES) == {"run", *EXTRAS}


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ("open('/proc/no-such-file')", False),
        ("raise NotImplementedError('Board not supported')", False),
        ("import no_such_library", True),
    ],
)
def test_a_machine_that_is_no_pi_is_no_broken_package(
    body: str, refused: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A library that misses the Pi passes the proof, one that misses another library does not."""
    prove = helper("prove")
    (tmp_path / "a_library.py").write_text(body)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "a_library", raising=False)
    monkeypatch.setitem(prove.MODULES, "pi", ("a_library",))
    if refused:
        with pytest.raises(SystemExit, match=r"a_library \(pi\) cannot be imported: No module"):
            prove.main(["pi"])
    else:
        prove.main(["pi"])
