"""Every program that a test starts is in the one list; a test that lacks one names it."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.machine import skips
from tests.machine.needs import NEEDS, where

HOME = Path(__file__).parents[2]
PROGRAMS = {program for need in NEEDS.values() for program in need.programs}
#: What every Debian has, so that nobody must ask for it.
EVERYWHERE = {"sh", "cp", "flock", "runuser", "chroot", "/usr/sbin/chroot"}


def _modules() -> Iterator[tuple[Path, ast.Module]]:
    """Every file but those that see to the machine itself, and to the virtual one."""
    for path in sorted((HOME / "tests").rglob("*.py")):
        if path.parent.name not in ("machine", "kernel"):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def _first_words(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The first word of every list, which may be a command."""
    for node in nodes:
        match node:
            case ast.List([ast.Constant(str(word)), *_]) | ast.Tuple([ast.Constant(str(word)), *_]):
                yield word


def _started(module: ast.Module) -> Iterator[str]:
    """The programs that are named where a process is started."""
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("subprocess."):
            yield from _first_words(node.args[:1])


def test_programs_are_asked_for() -> None:
    """No test starts a program of the list by its bare name, or one that is in no list."""
    for path, module in _modules():
        bare = {Path(word).name for word in _first_words(ast.walk(module))} & PROGRAMS
        assert not bare, f"{path}: start {bare} with program()"
        unknown = set(_started(module)) - EVERYWHERE
        assert not unknown, f"{path}: {unknown} is in no list of tests/machine/needs.py"


@pytest.mark.parametrize("name", sorted(NEEDS))
def test_what_is_missing_is_skipped_by_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The skip names what is missing and the package that brings it."""
    monkeypatch.setattr(skips, "is_here", lambda need: False)
    with pytest.raises(pytest.skip.Exception) as skipped:
        skips.require(name)
    assert f"needs {name}" in str(skipped.value)
    assert all(package in str(skipped.value) for package in NEEDS[name].packages)


def test_a_program_that_is_missing_skips_by_its_need(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for pg_ctl learns that PostgreSQL is missing."""
    monkeypatch.setattr(skips, "is_here", lambda need: False)
    with pytest.raises(pytest.skip.Exception, match="needs postgresql"):
        skips.program("pg_ctl")


def test_programs_are_found_where_debian_keeps_them() -> None:
    """What is here is found, also beside the usual folders."""
    assert where("sh") is not None
    assert where("chroot") is not None
    assert where("no-such-program") is None


def test_a_bare_machine_skips_and_tells(tmp_path: Path) -> None:
    """Without Chromium, node and openssl their tests are skipped, and each is told by name."""
    told = tmp_path / "not-tested.txt"
    tests = {
        "chromium": "tests/browser/test_kakuzu.py",
        "node": "tests/firmware/test_wide.py",
        "openssl": "tests/publish/test_settings.py",
    }
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests.values()],
        cwd=HOME,
        env={**os.environ, "PATH": str(tmp_path), "LUNKA_NOT_TESTED": str(told)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    for name, path in tests.items():
        assert f"needs {name} (apt-get install " in ran.stdout
        assert f"{name}\t{path}::" in told.read_text()
