"""The installer and the uninstaller below a scratch root, and what systemd says of the unit."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.bringup.bootconfig import BOOT_FILES
from controller.bringup.unit import drop_in
from hardware.pi import Pi, pi_named
from hardware.profile import load_profile, shipped_profile, shipped_profiles
from tests.machine.skips import program, require
from tests.service.scratch import HOME, INSTALL, PROGRAM, UNINSTALL, files_below, helper, run

# One worker: the installation is made once for all of them.
pytestmark = pytest.mark.xdist_group("installer")

INSTALLED = {
    "etc/lunka/table.toml",
    "etc/systemd/system/lunka-backup.service",
    "etc/systemd/system/lunka-backup.timer",
    "etc/systemd/system/timers.target.wants/lunka-backup.timer",
    "etc/systemd/system/lunka.service",
    "etc/systemd/system/lunka.service.d/board.conf",
    "etc/systemd/system/multi-user.target.wants/lunka.service",
    "etc/udev/rules.d/60-lunka.rules",
    "usr/local/bin/lunka",
}


@pytest.fixture(scope="module")
def root(fresh_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a table of a simulated board installed in it."""
    return shutil.copytree(fresh_root, tmp_path_factory.mktemp("used") / "root", symlinks=True)


@pytest.fixture(scope="module")
def units(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of that root with the system's own units beside ours, for systemd-analyze."""
    require("systemd")
    copy = tmp_path_factory.mktemp("units")
    shutil.copytree(root / "etc", copy / "etc", symlinks=True)
    shutil.copytree("/usr/lib/systemd/system", copy / "usr/lib/systemd/system", symlinks=True)
    (copy / "lib").symlink_to("usr/lib")
    command = copy / PROGRAM / "venv/bin/lunka"
    command.parent.mkdir(parents=True)
    command.touch(mode=0o755)
    yield copy


def _analyze(
    what: str, root: Path, *more: str, unit: str = "lunka.service"
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program("systemd-analyze"), what, f"--root={root}", *more, unit],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def _exposure(root: Path, unit: str = "lunka.service") -> float:
    done = _analyze("security", root, "--offline=true", "--no-pager", unit=unit)
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found, done.stdout + done.stderr
    return float(found[1])


def test_everything_is_in_its_place(root: Path) -> None:
    """Unit, drop-in, udev rule, settings and command, and nothing else outside the program."""
    assert files_below(root) == INSTALLED
    assert (root / "usr/local/bin/lunka").readlink() == Path(f"/{PROGRAM}/venv/bin/lunka")
    script = (root / PROGRAM / "venv/bin/lunka").read_text()
    assert script.startswith(f"#!/{PROGRAM}/venv.1/bin/python")
    assert (root / PROGRAM / "docs/service.md").is_file()


def test_the_installed_program_is_whole(root: Path) -> None:
    """What was installed answers by itself, from its own files."""
    python = str(root / PROGRAM / "venv/bin/python")
    settings = str(root / "etc/lunka/table.toml")
    done = subprocess.run(
        [python, "-I", "-m", "controller", "doctor", "--dry", "--config", settings],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (0, "All is well.\n"), done.stderr


@pytest.fixture(scope="module")
def extras(shim: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A root with the extras that need no wires, and what pip wrote down meanwhile."""
    folder = tmp_path_factory.mktemp("extras")
    root, log = folder / "root", folder / "pip.log"
    wanted = ("--simulated", "--extra", "sheets", "--extra", "hub")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PIP_LOG", str(log))
        done = run(INSTALL, "--root", root, *wanted, shim=shim)
    assert done.returncode == 0, done.stderr
    return root, log.read_text()


def test_extras_are_installed(extras: tuple[Path, str], tmp_path: Path) -> None:
    """An installed table that was asked to prints Kakuzu's sheets, from the locked packages."""
    root, log = extras
    # What builds Lunka's own wheel is locked as well, and pip fetches no other to build with.
    assert "Installing build dependencies" not in log
    locks = (("hatchling", "build"), ("fpdf2", "sheets"), ("networkx", "hub"), ("psycopg", "hub"))
    for package, extra in locks:
        assert re.search(rf"{package}==\S+ .*requirements/{extra}\.txt", log), package
    printed = subprocess.run(
        [
            str(root / PROGRAM / "venv/bin/python"),
            *("-I", "-m", "controller", "kakuzu", "sheets", "--count", "2", "--pdf"),
        ],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=tmp_path,
        env={"LUNKA_HOME": str(tmp_path / "home")},
    )
    assert printed.returncode == 0, printed.stderr
    assert len(list(tmp_path.glob("kakuzu-*.pdf"))) == 1


def test_lgpio_can_be_compiled(tmp_path: Path) -> None:
    """Without a wheel lgpio looks for a C library of the system, unless pip's builds see PYPI=1."""
    seen = tmp_path / "seen"
    shim = tmp_path / "shim"
    shim.mkdir()
    python = shim / "python3"
    python.write_text(
        f"""#!/bin/sh
case "$*" in
    *"-m venv"*) for folder; do :; done; mkdir -p "$folder/bin"; cp "$0" "$folder/bin/python" ;;
    *"-m pip"*) echo "$PYPI" >"{seen}"; exit 1 ;;
esac
"""
    )
    python.chmod(0o755)
    done = run(INSTALL, "--root", tmp_path / "root", shim=shim)
    assert "the packages in requirements/run.txt cannot be installed" in done.stderr
    assert seen.read_text() == "1\n"


def test_again_it_keeps_the_settings(root: Path, shim: Path) -> None:
    """A second run renews the program, leaves settings as somebody changed them, and does not
    switch on again what somebody switched off."""
    timer = root / "etc/systemd/system/timers.target.wants/lunka-backup.timer"
    switched_on = timer.readlink()
    timer.unlink()
    settings = root / "etc/lunka/table.toml"
    changed = settings.read_text() + '\n[game]\nplayers = ["Anna", "Boris"]\n'
    settings.write_text(changed)
    done = run(INSTALL, "--root", root, "--board", "kalah-reed", shim=shim)
    assert done.returncode == 0, done.stderr
    assert "kept /etc/lunka/table.toml as it is" in done.stdout
    assert "--board is only used for new settings" in done.stdout
    assert "config.txt" not in done.stdout  # a board without wires needs nothing there
    assert settings.read_text() == changed
    assert files_below(root) == INSTALLED - {str(timer.relative_to(root))}
    timer.symlink_to(switched_on)


@pytest.mark.parametrize("boot_file", BOOT_FILES)
def test_the_firmware_is_prepared_where_asked(boot_file: str, shim: Path, tmp_path: Path) -> None:
    """Without --boot-config the command is named; with it config.txt gets the lines, once."""
    root, config = tmp_path / "root", tmp_path / "root" / boot_file
    config.parent.mkdir(parents=True)
    config.write_text("arm_64bit=1\n")
    done = run(INSTALL, "--root", root, "--board", "kalah-reed", shim=shim)
    assert done.returncode == 0, done.stderr
    command = f"sudo lunka board boot --config /etc/lunka/table.toml --write /{boot_file} "
    assert command in done.stdout
    assert config.read_text() == "arm_64bit=1\n"
    for said in ("has the lines of this board", "needs no change"):
        done = run(INSTALL, "--root", root, "--boot-config", shim=shim)
        assert done.returncode == 0, done.stderr
        assert said in done.stdout and command not in done.stdout
        assert config.read_text().count("dtparam=spi=on") == 1
        assert config.with_name("config.txt.before-lunka").read_text() == "arm_64bit=1\n"


def test_the_unit_is_clean(units: Path) -> None:
    """`systemd-analyze verify` has nothing to say."""
    done = _analyze("verify", units)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("model", ["Raspberry Pi 4 Model B", "Raspberry Pi 5 Model B"])
@pytest.mark.parametrize("name", shipped_profiles())
def test_no_board_opens_the_sandbox_far(name: str, model: str, units: Path) -> None:
    """With the devices of any shipped board the exposure stays at 2.0 or below, and clean."""
    conf = units / "etc/systemd/system/lunka.service.d/board.conf"
    conf.write_text(drop_in(shipped_profile(name), pi_named(model)))
    assert _exposure(units) <= 2.0
    assert _analyze("verify", units).stderr == ""


def test_the_unit_alone_is_tighter(units: Path) -> None:
    """Without any device it is at 1.0 or below."""
    conf = units / "etc/systemd/system/lunka.service.d/board.conf"
    conf.write_text(drop_in(shipped_profile("kalah-load"), Pi(), simulated=True))
    assert _exposure(units) <= 1.0


@pytest.mark.parametrize("unit", ["lunka", "lunka-hub"])
def test_both_units_keep_their_doors(unit: str) -> None:
    """Descriptors for a crowd, no memory that is written and run, TCP alone, no devices but those
    that a board adds."""
    text = (HOME / "systemd" / f"{unit}.service").read_text()
    for line in (
        "LimitNOFILE=4096",
        "MemoryDenyWriteExecute=yes",
        "SocketBindDeny=any\nSocketBindAllow=tcp",
        "DevicePolicy=closed\nPrivateDevices=yes",
    ):
        assert f"\n{line}\n" in text, line


def test_hub_and_table_have_a_user_each() -> None:
    """Each unit runs as its own user and group, in a state folder of that name which no other user
    may enter, and the installer makes both."""
    script = INSTALL.read_text()
    for unit, user in (("lunka", "lunka"), ("lunka-backup", "lunka"), ("lunka-hub", "lunka-hub")):
        text = (HOME / "systemd" / f"{unit}.service").read_text()
        said = dict(re.findall(r"^(User|Group|StateDirectory\w*|UMask)=(.*)$", text, re.MULTILINE))
        own = {"User": user, "Group": user, "StateDirectory": user}
        assert said == own | {"StateDirectoryMode": "0750", "UMask": "0077"}, unit
        assert f"make_one {user} " in script


def test_the_hubs_unit_comes_with_its_extra(extras: tuple[Path, str], tmp_path: Path) -> None:
    """Installed where it is asked for, not enabled before it has settings, and uninstalled with the
    rest; what the hub keeps stays, unless everything is to go."""
    root = shutil.copytree(extras[0], tmp_path / "root", symlinks=True)
    unit = "etc/systemd/system/lunka-hub.service"
    assert files_below(root) == INSTALLED | {unit}
    assert (root / unit).read_text() == (HOME / "systemd" / "lunka-hub.service").read_text()
    (root / "var/lib/lunka-hub").mkdir(parents=True)
    (root / "var/lib/lunka-hub/hall.db").touch()
    assert run(UNINSTALL, "--root", root).returncode == 0
    assert files_below(root) == {"etc/lunka/table.toml", "var/lib/lunka-hub/hall.db"}
    assert run(UNINSTALL, "--root", root, "--purge").returncode == 0
    assert files_below(root) == set()


def test_an_older_hubs_files_change_hands(tmp_path: Path) -> None:
    """What belonged to the common user and is the hub's becomes the new user's, its settings can be
    read by its group; the table's files, and those of anybody else, stay as they are."""
    require("root")
    common, stranger, new, group = 64_001, 64_002, 64_003, 64_004
    state, etc = tmp_path / "var/lib/lunka-hub", tmp_path / "etc/lunka"
    for folder in (state / "sheets", etc, tmp_path / "srv"):
        folder.mkdir(parents=True)
    (etc / "hub.toml").write_text(
        '[broker]\npassword_file = "hub.password"\n[page]\nkeys_file = "/srv/hall.keys"\n'
    )
    (etc / "table.toml").write_text('[hall]\npassword_file = "hall.password"\n')
    names = ("hall.db", "sheets", "sheets/a.pdf", "copy.db")
    mine = [state, *(state / name for name in names), etc / "hub.password"]
    mine += [tmp_path / "srv/hall.keys", tmp_path / "srv/hall.key"]
    for path in (*mine, etc / "hall.password"):
        if not path.exists():
            path.touch()
        os.chown(path, common, common)
    os.chown(state / "copy.db", stranger, stranger)
    mine.remove(state / "copy.db")
    given = helper("hub_files").hand_over(tmp_path, common, new, group)
    assert sorted(given) == sorted(mine)
    assert {(path.stat().st_uid, path.stat().st_gid) for path in mine} == {(new, group)}
    assert (etc / "hub.toml").stat().st_gid == group
    assert (etc / "hub.toml").stat().st_uid == os.getuid()
    assert (etc / "hall.password").stat().st_uid == common
    assert (state / "copy.db").stat().st_uid == stranger
    assert helper("hub_files").hand_over(tmp_path, common, new, group) == []


def test_a_hub_whose_settings_are_broken_keeps_its_files(tmp_path: Path) -> None:
    """What cannot be read is told with its file, and nothing changes hands."""
    settings = tmp_path / "etc/lunka/hub.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[broker")
    with pytest.raises(SystemExit, match=r"hub\.toml cannot be read, so nothing of the hub chang"):
        helper("hub_files").hand_over(tmp_path, os.getuid(), os.getuid(), os.getgid())


def test_the_hubs_unit_is_clean_and_tight(units: Path) -> None:
    """The hub of a hall runs in the same sandbox, with no device at all."""
    shutil.copy(HOME / "systemd" / "lunka-hub.service", units / "etc/systemd/system")
    done = _analyze("verify", units, unit="lunka-hub.service")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert _exposure(units, "lunka-hub.service") <= 1.0


def test_the_nightly_copy_is_clean_and_tight(units: Path) -> None:
    """Its unit and its timer have no fault, it touches neither devices nor network."""
    for unit in ("lunka-backup.service", "lunka-backup.timer"):
        done = _analyze("verify", units, unit=unit)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), unit
    assert _exposure(units, "lunka-backup.service") <= 1.0
    link = units / "etc/systemd/system/timers.target.wants/lunka-backup.timer"
    assert link.resolve() == units / "etc/systemd/system/lunka-backup.timer"


def test_the_unit_says_what_the_documents_promise() -> None:
    """Notify, watchdog, no loop on a mistake, own user, state folder, runtime folder for lgpio."""
    text = (HOME / "systemd" / "lunka.service").read_text()
    for line in (
        "Type=notify",
        "WatchdogSec=20",
        "Restart=on-failure",
        "RestartPreventExitStatus=2",
        "User=lunka",
        "StateDirectory=lunka",
        "DevicePolicy=closed",
        "Environment=LG_WD=/run/lunka",
    ):
        assert f"\n{line}\n" in text, line


def test_a_table_without_a_network_does_not_wait_for_one() -> None:
    """Nothing in the unit waits for a connection, or for a time that comes over one."""
    text = (HOME / "systemd" / "lunka.service").read_text()
    orders = re.findall(r"^(?:After|Wants|Requires|BindsTo)=(.*)$", text, re.MULTILINE)
    waited = {unit for order in orders for unit in order.split()}
    assert waited == {"network.target", "time-set.target"}


def test_udev_knows_the_rule() -> None:
    """Each line of the rule is of the form that udev reads."""
    text = (HOME / "systemd" / "60-lunka.rules").read_text()
    pair = r'[A-Z_]+(\{\w+\})?(==|\+=|=)"[^"]*"'
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines
    for line in lines:
        assert re.fullmatch(rf"{pair}(, {pair})*", line), line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--extra", "pi", "--extra", "pi5"], "exclude each other: RPi.GPIO and rpi-lgpio"),
        (
            ["--extra", "pi6"],
            "there is no extra 'pi6'; allowed are pi, pi5, spi, serial, sheets and hub",
        ),
        (["--extra"], "--extra needs a value"),
        (["--colour"], "unknown option '--colour'"),
        (
            ["--board", "no-board"],
            "there is no profile 'no-board'; give a .toml file or one of: gyges",
        ),
        (["--boot-config"], "/boot/firmware/config.txt; nothing was changed. Leave the option out"),
        (["--board", "no.toml"], "the profile no.toml cannot be read: no.toml: No such file"),
    ],
)
def test_mistakes_are_told_before_anything_is_done(
    arguments: list[str], words: str, tmp_path: Path
) -> None:
    """A wrong word on its command line is one sentence, and nothing is touched."""
    root = tmp_path / "root"
    done = run(INSTALL, "--root", root, *arguments)
    assert done.returncode == 1
    assert words in done.stderr
    assert not root.exists() or files_below(root) == set()


def _calibrated(folder: Path, name: str) -> Path:
    """A profile of one's own that names a calibration, both closed to others."""
    folder.mkdir()
    text = (HOME / "hardware/profiles/kalah-load.toml").read_text()
    profile = folder / "my-board.toml"
    bank = "[[sensors.load]]\n"
    assert text.count(bank) == 1
    profile.write_text(text.replace(bank, f'{bank}calibration = "{name}"\n'))
    profile.chmod(0o600)
    return profile


@pytest.mark.parametrize("name", ["calibration.toml", "measured/the pits.toml"])
def test_a_calibration_comes_along(name: str, shim: Path, tmp_path: Path) -> None:
    """What was measured lies where the installed profile looks for it, readable by the service."""
    profile = _calibrated(tmp_path / "desk", name)
    measured = tmp_path / "desk" / name
    measured.parent.mkdir(exist_ok=True)
    measured.write_text("[a1]\ntare = 81234.5\nscale = -1970.25\n")
    measured.chmod(0o600)
    root = tmp_path / "root"
    done = run(INSTALL, "--root", root, "--simulated", "--board", profile, shim=shim)
    assert done.returncode == 0, done.stderr
    assert f"copied {measured} to /etc/lunka/{name}" in done.stdout
    settings = root / "etc/lunka"
    assert (settings / name).read_text() == measured.read_text()
    assert {path.stat().st_mode & 0o777 for path in settings.rglob("*.toml")} == {0o644}
    (bank,) = load_profile(settings / "board.toml").sensors.load
    assert (bank.cells["a1"].tare, bank.cells["a1"].scale) == (81234.5, -1970.25)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("calibration.toml", None, "cannot be read: {desk}/calibration.toml: No such file"),
        ("calibration.toml", "[a1", "is not TOML: {desk}/calibration.toml"),
        ("../calibration.toml", "", "reads it beside the profile or in a folder below"),
        ("/etc/calibration.toml", None, "reads it beside the profile or in a folder below"),
        ("./table.toml", "", "in /etc/lunka that name is taken"),
    ],
)
def test_a_calibration_that_cannot_come_along(
    name: str, content: str | None, words: str, tmp_path: Path
) -> None:
    """It is told before anything is installed, with the profile and what it names."""
    profile = _calibrated(tmp_path / "desk", name)
    if content is not None:
        (profile.parent / name).write_text(content)
    root = tmp_path / "root"
    done = run(INSTALL, "--root", root, "--board", profile)
    assert done.returncode == 1
    assert f"the profile {profile} names calibration = '{name}'" in done.stderr
    assert words.format(desk=profile.parent) in done.stderr
    assert done.stderr.endswith("; nothing was installed\n")
    assert list(root.rglob("*")) == []


def test_uninstalled_the_games_stay(root: Path, tmp_path: Path) -> None:
    """The program goes, settings and games stay; --purge takes those too; twice is fine."""
    copy = tmp_path / "root"
    shutil.copytree(root, copy, symlinks=True)
    (copy / "var/lib/lunka").mkdir(parents=True)
    (copy / "var/lib/lunka/record.db").write_text("games")
    for _ in range(2):
        done = run(UNINSTALL, "--root", copy)
        assert done.returncode == 0, done.stderr
        assert "Games and keys stay in" in done.stdout
        assert files_below(copy) == {"etc/lunka/table.toml", "var/lib/lunka/record.db"}
        assert not (copy / PROGRAM).exists()
    assert run(UNINSTALL, "--root", copy, "--purge").returncode == 0
    assert files_below(copy) == set()


@pytest.mark.parametrize("script", [INSTALL, UNINSTALL])
def test_the_scripts_are_plain_shell(script: Path) -> None:
    """Any POSIX shell reads them."""
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    assert script.read_text().startswith("#!/bin/sh\n")
