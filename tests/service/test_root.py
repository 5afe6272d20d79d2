"""The installer below a root: for the Pi that will run it, not for the machine that builds."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from hardware.errors import ProfileError
from hardware.profile import load_profile
from tests.service.scratch import HOME, INSTALL, UNINSTALL, run

BOARD_CONF = "etc/systemd/system/lunka.service.d/board.conf"
WANTED = "etc/systemd/system/multi-user.target.wants/lunka.service"

# One worker: the installation is made once for all of them.
pytestmark = pytest.mark.xdist_group("installer")


def _pixels_beside_spi(folder: Path) -> Path:
    """A board whose pixels are on a pin that each kind of Pi drives in a way of its own."""
    profile = folder / "my-board.toml"
    text = (HOME / "hardware/profiles/kalah-reed.toml").read_text()
    for pin in (18, 12, 21):
        profile.write_text(re.sub(r"(\[pixels\][^\[]*?\npin = )\d+", rf"\g<1>{pin}", text))
        try:
            load_profile(profile)
        except ProfileError:
            continue
        return profile
    raise AssertionError("kalah-reed leaves none of these pins free")


@pytest.mark.parametrize(
    ("model", "device"),
    [
        ("Raspberry Pi 5 Model B", "/dev/pio0"),
        ("Raspberry Pi 4 Model B", "/dev/mem"),
        (None, "/dev/mem"),
    ],
)
def test_the_devices_are_the_targets(
    model: str | None, device: str, shim: Path, tmp_path: Path
) -> None:
    """The unit may touch what that Pi has; unless told otherwise a Pi 4, and that is said."""
    board = _pixels_beside_spi(tmp_path)
    told = () if model is None else ("--model", model)
    done = run(INSTALL, "--root", tmp_path / "root", "--board", board, *told, shim=shim)
    assert done.returncode == 0, done.stderr
    assert f"DeviceAllow={device} rw\n" in (tmp_path / "root" / BOARD_CONF).read_text()
    guessed = "told for a Raspberry Pi 4 Model B; --model names another" in done.stdout
    assert guessed == (model is None)


def test_the_unit_starts_with_the_machine(fresh_root: Path) -> None:
    """It is enabled as `systemctl enable` does it, by a link that holds inside the root."""
    assert (fresh_root / WANTED).readlink() == Path("../lunka.service")
    assert (fresh_root / WANTED).resolve() == fresh_root / "etc/systemd/system/lunka.service"


def test_uninstalled_nothing_starts(fresh_root: Path, tmp_path: Path) -> None:
    """The link goes with the unit."""
    root = tmp_path / "root"
    subprocess.run(["cp", "-r", str(fresh_root), str(root)], check=True)
    assert run(UNINSTALL, "--root", root).returncode == 0
    assert not (root / WANTED).is_symlink()


@pytest.fixture
def another_machine(tmp_path: Path) -> Path:
    """A root whose Python does not run here, and a `chroot` that writes down what it is asked."""
    root = tmp_path / "root"
    for folder in ("usr/bin", "var/tmp", "boot/firmware"):
        (root / folder).mkdir(parents=True)
    (root / "boot/firmware/config.txt").touch()
    (root / "usr/bin/python3").write_text("for another processor")
    (root / "usr/bin/python3").chmod(0o755)
    commands = tmp_path / "commands"
    commands.mkdir()
    chroot = commands / "chroot"
    chroot.write_text(
        '#!/bin/sh\nroot=$1; script=$2; shift; printf "%s\\n" "$@" >"$root/asked"\n'
        'cp -r "$root$(dirname "$(dirname "$script")")" "$root/seen"\nexit "${CHROOT_ENDS:-0}"\n'
    )
    chroot.chmod(0o755)
    return root


def _asked(root: Path) -> list[str]:
    script, *options = (root / "asked").read_text().splitlines()
    assert re.fullmatch(r"/var/tmp/lunka\.\w+/systemd/install\.sh", script)
    return [re.sub(r"^/var/tmp/lunka\.\w+", "", option) for option in options]


def test_a_whole_root_is_installed_from_its_inside(another_machine: Path, tmp_path: Path) -> None:
    """The installer runs again in there, with its sources and the same wishes; nothing stays."""
    extras = ("--extra", "pi", "--extra", "spi")
    wishes = (*extras, "--simulated", "--boot-config", "--model", "Raspberry Pi 3 Model B")
    done = run(INSTALL, "--root", another_machine, *wishes, shim=tmp_path / "commands")
    assert done.returncode == 0, done.stderr
    asked = _asked(another_machine)
    assert asked[:3] == ["--no-start", "--model", "Raspberry Pi 3 Model B"]
    assert asked[3:] == [*extras, "--simulated", "--boot-config"]
    seen = another_machine / "seen"
    for name in (
        "systemd/install.sh",
        "requirements/run.txt",
        "controller/settings/config.py",
        "LICENSE",
    ):
        assert (seen / name).read_bytes() == (HOME / name).read_bytes()
    assert not (seen / ".venv").exists()
    assert list((another_machine / "var/tmp").iterdir()) == []


def test_board_and_wheels_go_inside_with_it(another_machine: Path, tmp_path: Path) -> None:
    """A profile of one's own, the calibration it names and a folder of wheels are there too."""
    text = (HOME / "hardware/profiles/kalah-load.toml").read_text()
    board = tmp_path / "my-board.toml"
    board.write_text(
        text.replace("[[sensors.load]]\n", '[[sensors.load]]\ncalibration = "c/m.toml"\n', 1)
    )
    (tmp_path / "c").mkdir()
    (tmp_path / "c/m.toml").write_text("[a1]\ntare = 1.0\nscale = 2.0\n")
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    (wheels / "lunka-0.whl").touch()
    given = ("--board", board, "--wheels", wheels)
    done = run(INSTALL, "--root", another_machine, *given, shim=tmp_path / "commands")
    assert done.returncode == 0, done.stderr
    assert _asked(another_machine)[3:] == ["--wheels", "/wheels", "--board", "/board/board.toml"]
    seen = another_machine / "seen"
    assert (seen / "board/board.toml").read_text() == board.read_text()
    assert (seen / "board/c/m.toml").read_text() == (tmp_path / "c/m.toml").read_text()
    assert (seen / "wheels/lunka-0.whl").is_file()


def test_what_fails_inside_fails_outside(
    another_machine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The installer ends as the one inside did, and the sources do not stay."""
    monkeypatch.setenv("CHROOT_ENDS", "1")
    done = run(INSTALL, "--root", another_machine, "--simulated", shim=tmp_path / "commands")
    assert done.returncode == 1
    assert list((another_machine / "var/tmp").iterdir()) == []
