"""What there is to know about this machine, gathered once; the doctor judges it, tests stage it."""

from __future__ import annotations

import grp
import os
import platform
import pwd
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.metadata import distributions
from pathlib import Path

from controller.bringup.bootconfig import BOOT_FILES
from controller.bringup.lines import pin_users
from hardware.pi import Pi, this_pi

_LIBRARIES = (
    "adafruit-blinka-raspberry-pi5-neopixel",
    "adafruit-circuitpython-neopixel",
    "adafruit-circuitpython-neopixel-spi",
    "gpiod",
    "gpiozero",
    "lgpio",
    "pyserial",
    "rpi-gpio",
    "rpi-lgpio",
    "rpi-ws281x",
)

_DEVICE = re.compile(r"gpiochip\d+|spidev\d+\.\d+|tty(ACM|USB|AMA|S)\d+|pio\d+|mem|vcio")


@dataclass(frozen=True, slots=True)
class Machine:
    """The facts; None stands for what could not be found out."""

    pi: Pi = field(default_factory=Pi)
    system: str = "unknown"
    kernel: str = "unknown"
    python: str = "3.11"
    user: str = "lunka"
    root: bool = False
    groups: frozenset[str] = frozenset()
    devices: frozenset[str] = frozenset()
    pin_users: Mapping[int, str] = field(default_factory=dict)
    modules: frozenset[str] = frozenset()
    libraries: Mapping[str, str] = field(default_factory=dict)
    throttled: int | None = None
    free_mb: int | None = None
    clock_set: bool | None = None
    boot_file: str = "/boot/firmware/config.txt"
    boot_config: str | None = None


def this_machine(state: Path, root: Path = Path("/")) -> Machine:
    """Ask everything of the machine we run on; `state` is where the record is kept."""
    user = pwd.getpwuid(os.geteuid()).pw_name
    return Machine(
        pi=this_pi(root),
        system=_system(root),
        kernel=f"{platform.release()} {platform.machine()}",
        python=platform.python_version(),
        user=user,
        root=os.geteuid() == 0,
        groups=_groups(),
        devices=_devices(root),
        pin_users=pin_users(root / "dev"),
        modules=_modules(root),
        libraries=_libraries(),
        throttled=_throttled(root),
        free_mb=_free_mb(state),
        clock_set=_clock_set(root),
        boot_file=f"/{_boot_file(root)}",
        boot_config=_read(root / _boot_file(root)) or None,
    )


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def _boot_file(root: Path) -> str:
    """Which config.txt counts; an older one may be left where the newer one is."""
    return next((name for name in BOOT_FILES if (root / name).exists()), BOOT_FILES[0])


def _system(root: Path) -> str:
    found = re.search(r'^PRETTY_NAME="?([^"\n]+)', _read(root / "etc/os-release"), re.MULTILINE)
    return found[1] if found else platform.system()


def _groups() -> frozenset[str]:
    names = set()
    for number in {os.getegid(), *os.getgroups()}:
        try:
            names.add(grp.getgrgid(number).gr_name)
        except KeyError:
            names.add(str(number))
    return frozenset(names)


def _devices(root: Path) -> frozenset[str]:
    """What boards hang on in /dev, also by the names that udev gives to serial ports."""
    dev = root / "dev"
    found = {path.name for path in _inside(dev) if _DEVICE.fullmatch(path.name) or _is_port(path)}
    for folder in ("serial/by-id", "serial/by-path", "pts"):
        found |= {f"{folder}/{path.name}" for path in _inside(dev / folder) if path.exists()}
    return frozenset(found)


def _inside(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _is_port(path: Path) -> bool:
    """Whether this is another name of a serial port that is there, such as serial0."""
    return path.is_symlink() and path.exists() and path.resolve().name.startswith("tty")


def _modules(root: Path) -> frozenset[str]:
    lines = _read(root / "proc/modules").splitlines()
    return frozenset(line.split()[0] for line in lines if line)


def _libraries() -> dict[str, str]:
    found: dict[str, str] = {}
    for library in distributions():
        name = re.sub(r"[-_.]+", "-", (library.metadata["Name"] or "")).lower()
        if name in _LIBRARIES:
            found[name] = library.version
    return found


def _throttled(root: Path) -> int | None:
    """The firmware's word on power and heat: a file on new kernels, a command on the others."""
    text = _read(root / "sys/devices/platform/soc/soc:firmware/get_throttled").strip()
    if not text and root == Path("/"):
        text = (_run("vcgencmd", "get_throttled") or "").strip().partition("=")[2]
    try:
        return int(text, 16)
    except ValueError:
        return None


def _free_mb(state: Path) -> int | None:
    folder = state
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        return shutil.disk_usage(folder).free // 1_000_000
    except OSError:
        return None


def _clock_set(root: Path) -> bool | None:
    """Whether the time of day was ever agreed with somebody who knows it."""
    if (root / "run/systemd/timesync/synchronized").exists():
        return True
    answer = _run("timedatectl", "show", "--property=NTPSynchronized", "--value")
    return {"yes": True, "no": False}.get((answer or "").strip())


def _run(*command: str) -> str | None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=5, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
