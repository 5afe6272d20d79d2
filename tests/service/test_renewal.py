"""A program that cannot be renewed goes on working: the installer fails below a scratch root."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import build
from tests.service.scratch import HOME, INSTALL, PIP, PROGRAM, run

pytestmark = pytest.mark.xdist_group("installer")


@pytest.fixture(scope="module")
def installed(fresh_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a table installed in it."""
    folder = tmp_path_factory.mktemp("renewed") / "root"
    return shutil.copytree(fresh_root, folder, symlinks=True)


@pytest.fixture
def root(installed: Path) -> Iterator[Path]:
    """That root, which the test must leave with the very program it found."""
    before = _program(installed)
    yield installed
    assert _program(installed) == before
    assert _says_its_version(installed)


def _program(root: Path) -> tuple[Path, set[str]]:
    """Which program runs, and what lies beside it."""
    home = root / PROGRAM
    return (home / "venv").readlink(), {path.name for path in home.glob("venv*")}


def _says_its_version(root: Path) -> bool:
    # Inside the root its first line is right; here its own Python must be named.
    home = root / PROGRAM / "venv/bin"
    done = subprocess.run(
        [home / "python", "-I", home / "lunka", "--version"], capture_output=True, check=False
    )
    return done.stdout.startswith(b"lunka ")


def _broken_wheel(folder: Path) -> None:
    """A wheel of Lunka whose command line cannot be imported."""
    whole = build(HOME, "wheel", folder / "whole")
    with ZipFile(whole) as source, ZipFile(folder / whole.name, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, b"!" if name == "controller/cli/__init__.py" else content)


def test_an_empty_folder_of_wheels_changes_nothing(root: Path, shim: Path, tmp_path: Path) -> None:
    """It is told before anything is touched, with the way to make the wheel."""
    done = run(INSTALL, "--root", root, "--wheels", tmp_path, shim=shim)
    assert done.returncode == 1
    assert f"there is no lunka-*.whl in {tmp_path}; nothing was changed" in done.stderr


def test_packages_that_cannot_be_had_change_nothing(root: Path, shim: Path, tmp_path: Path) -> None:
    """Lunka's own wheel is there, those of an extra are not: the old program stays."""
    build(HOME, "wheel", tmp_path)
    done = run(INSTALL, "--root", root, "--wheels", tmp_path, "--extra", "spi", shim=_alone(shim))
    assert done.returncode == 1
    assert "the packages in requirements/run.txt cannot be installed; see above." in done.stderr
    assert "The program that was there before, if any, is as it was." in done.stderr


def _alone(shim: Path) -> Path:
    """The shim, but its environments have pip and nothing else to lend."""
    alone = shim.parent / "alone"
    if not alone.exists():
        alone.mkdir()
        text = (shim / "python3").read_text().replace("--without-pip", "").splitlines()
        (alone / "python3").write_text("\n".join(line for line in text if ".pth" not in line))
        (alone / "python3").chmod(0o755)
    return alone


def test_a_program_that_cannot_start_never_takes_over(
    root: Path, shim: Path, tmp_path: Path
) -> None:
    """A wheel that installs but does not import is built, tried, and thrown away."""
    _broken_wheel(tmp_path)
    done = run(INSTALL, "--root", root, "--wheels", tmp_path, shim=shim)
    assert done.returncode == 1
    assert "SyntaxError" in done.stderr
    assert "the new program does not work; see above." in done.stderr


def test_a_missing_library_is_found_by_importing_it() -> None:
    """The proof imports what each extra is for, and names what is not there."""
    bare = [sys.executable, "-I", "-S", str(HOME / "systemd" / "prove.py")]
    done = subprocess.run([*bare, "sheets"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "fpdf (sheets) cannot be imported: No module named 'fpdf'" in done.stderr


def test_a_full_disk_changes_nothing(fresh_root: Path, shim: Path, tmp_path: Path) -> None:
    """The disk fills up while the new program is written: the old one still answers."""
    script = tmp_path / "full.sh"
    script.write_text(
        f"""set -e
mount -t tmpfs -o size=60m tmpfs {tmp_path}/disk
cp -a {fresh_root}/. {tmp_path}/disk
home={tmp_path}/disk/{PROGRAM}
free=$(df --output=avail -k {tmp_path}/disk | tail -1)
head -c $(((free - 2000) * 1024)) /dev/zero >{tmp_path}/disk/games
! {INSTALL} --root {tmp_path}/disk || exit 7
ls -d $home/venv*
$home/venv/bin/python -I $home/venv/bin/lunka --version
"""
    )
    (tmp_path / "disk").mkdir()
    own = ("unshare", "--map-root-user", "--mount")
    if subprocess.run([*own, "true"], capture_output=True, check=False).returncode:
        pytest.skip("needs mounts of one's own")
    done = subprocess.run(
        [*own, "sh", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=900,
        env={**os.environ, "PATH": f"{shim}:{os.environ['PATH']}", **PIP},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No space left on device" in done.stderr
    *folders, version = done.stdout.splitlines()[-3:]
    assert [Path(folder).name for folder in folders] == ["venv", "venv.1"]
    assert version.startswith("lunka ")


def test_killed_half_way_it_leaves_the_old_program(
    installed: Path, shim: Path, tmp_path: Path
) -> None:
    """kill -9 while pip works: the old program answers, and the next run clears the rest away."""
    reached = tmp_path / "reached"
    os.mkfifo(reached)
    slow = tmp_path / "slow"
    slow.mkdir()
    text = (shim / "python3").read_text()
    (slow / "python3").write_text(text.replace("else", f"echo >{reached}; sleep 60\nelse", 1))
    (slow / "python3").chmod(0o755)
    process = subprocess.Popen(
        [INSTALL, "--root", installed],
        env={**os.environ, "PATH": f"{slow}:{os.environ['PATH']}"},
        start_new_session=True,
    )
    reached.read_text()  # until the new environment is there and nothing in it yet
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert _program(installed) == (Path("venv.1"), {"venv", "venv.1", "venv.2"})
    assert _says_its_version(installed)
    done = run(INSTALL, "--root", installed, shim=shim)
    assert done.returncode == 0, done.stderr
    assert _program(installed) == (Path("venv.2"), {"venv", "venv.2"})
    assert _says_its_version(installed)


def test_a_program_of_the_first_kind_is_replaced(
    installed: Path, shim: Path, tmp_path: Path
) -> None:
    """Where `venv` and `docs` are folders, from an older installer, they become links."""
    root = tmp_path / "root"
    shutil.copytree(installed, root, symlinks=True)
    home = root / PROGRAM
    name = (home / "venv").readlink()
    (home / "venv").unlink()
    (home / name).rename(home / "venv")
    (home / "docs").unlink()
    (home / "docs").mkdir()
    done = run(INSTALL, "--root", root, shim=shim)
    assert done.returncode == 0, done.stderr
    assert _program(root) == (Path("venv.1"), {"venv", "venv.1"})
    assert (home / "docs/service.md").is_file()


def test_two_installations_do_not_meet(root: Path, shim: Path) -> None:
    """While one is going on, another says so and does nothing."""
    lock = root / PROGRAM / ".installing"
    with subprocess.Popen(["flock", lock, "cat"], stdin=subprocess.PIPE, stdout=-1) as holder:
        assert holder.stdin and holder.stdout
        holder.stdin.write(b"held\n")
        holder.stdin.flush()
        holder.stdout.readline()
        done = run(INSTALL, "--root", root, shim=shim)
        holder.stdin.close()
    assert done.returncode == 1
    assert "another installation is going on here; wait for it" in done.stderr
