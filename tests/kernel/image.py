"""The disk of the virtual machine: Debian 13 with its kernel, and Lunka as its installer leaves it.

Everything comes from Debian's packages and Python's index, and is kept in a cache folder in two
steps, each made anew only when what it is made of has changed:

    packages   Debian, the kernel, its headers, the module of the wood
    program    what `systemd/install.sh` puts there

Root is needed (mmdebstrap, chroot); nothing outside the cache folder is touched.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.kernel.machine import UNPACK
from tests.machine.needs import where

HERE = Path(__file__).parent
HOME = HERE.parents[1]

SUITE = "trixie"
PACKAGES = (
    *("systemd", "systemd-sysv", "udev", "dbus", "kmod", "iproute2", "procps", "ca-certificates"),
    *("linux-image-amd64", "linux-headers-amd64", "make"),
    # What docs/build-a-board.md asks for.
    *("git", "python3-venv", "gcc", "g++", "python3-dev", "swig"),
)
PROGRAM = ("controller", "docs", "firmware", "hardware", "requirements", "systemd")
PROGRAM_FILES = ("CHANGELOG.md", "LICENSE", "README.md", "pyproject.toml")

PI = """\
processor\t: 0

Hardware\t: BCM2835
Revision\t: c03114
Serial\t\t: 100000001234abcd
Model\t\t: Raspberry Pi 4 Model B Rev 1.4
"""
"""What the libraries read to know which Pi this is."""

AS_A_PI = """\
# ProtectProc= gives the service a /proc of its own: what says "Pi 4" has to be laid over that one.
[Service]
BindReadOnlyPaths=/etc/lunka-pi:/proc/cpuinfo
"""

HANDS = f"""\
[Unit]
Description=The hands that lay the stones
Before=lunka.service
[Service]
Type=notify
ExecStart=/bin/sh -c '{UNPACK} && exec python3 /run/kernel/agent.py'
TimeoutStartSec=infinity
[Install]
WantedBy=multi-user.target
"""


def cache_folder() -> Path:
    """Where trees and images are kept between runs."""
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "lunka/kernel"


def missing_to_build() -> list[str]:
    """What this machine lacks to build the virtual machine and to run it."""
    tools = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "mke2fs")
    rights = [] if os.geteuid() == 0 else ["root"]
    processor = [] if platform.machine() == "x86_64" else ["an x86_64 processor"]
    return [*processor, *rights, *(tool for tool in tools if not where(tool))]


def usable(*, same_program: bool) -> Path | None:
    """The folder with the image, if it holds today's packages (and today's program)."""
    folder = cache_folder()
    if not (folder / "vm.img").exists() or _stamp(folder / "packages") != _packages_key():
        return None
    if same_program and _stamp(folder / "program") != _program_key():
        return None
    return folder


def build() -> Path:
    """Make the image, or what of it has changed; the folder that it is in."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    if usable(same_program=True):
        return folder
    (folder / "program").unlink(missing_ok=True)
    if _stamp(folder / "packages") != _packages_key():
        (folder / "packages").unlink(missing_ok=True)
        _say("a Debian 13 with its kernel")
        _make_tree(folder / "tree")
        _build_module(folder / "tree")
    _say("Lunka, by its installer")
    _install(folder / "tree")
    _say("the image")
    _make_bootable(folder / "tree")
    _make_image(folder)
    (folder / "packages").write_text(_packages_key())
    (folder / "program").write_text(_program_key())
    return folder


def version_of_kernel(tree: Path) -> str:
    """The one kernel of this tree."""
    return next((tree / "lib/modules").iterdir()).name


# -- the steps -------------------------------------------------------------------------------------


def _make_tree(tree: Path) -> None:
    shutil.rmtree(tree, ignore_errors=True)
    wanted = f"--include={','.join(PACKAGES)}"
    mmdebstrap = ("mmdebstrap", "--quiet", "--mode=root", "--variant=minbase", wanted)
    _run(*mmdebstrap, SUITE, tree)


def _build_module(tree: Path) -> None:
    kernel = version_of_kernel(tree)
    shutil.copytree(HERE / "module", tree / "root/module", dirs_exist_ok=True)
    _inside(tree, "make", "-C", f"/lib/modules/{kernel}/build", "M=/root/module", "modules")
    extra = tree / "lib/modules" / kernel / "extra"
    extra.mkdir(exist_ok=True)
    shutil.copy(tree / "root/module/lunkawood.ko", extra)
    _inside(tree, "depmod", kernel)


def _install(tree: Path) -> None:
    """Run the installer as docs/service.md says, on a machine where systemd does not run yet."""
    source = tree / "root/lunka"
    shutil.rmtree(source, ignore_errors=True)
    for name in PROGRAM:
        shutil.copytree(HOME / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in PROGRAM_FILES:
        shutil.copy(HOME / name, source / name)
    shutil.copy("/etc/resolv.conf", tree / "etc/resolv.conf")
    certificates = "etc/ssl/certs/ca-certificates.crt"
    shutil.copy(Path("/") / certificates, tree / certificates)
    shutil.rmtree(tree / "etc/lunka", ignore_errors=True)
    (tree / "etc/lunka-pi").write_text(PI)
    extras = ("--extra", "pi", "--extra", "spi")
    _inside(tree, "/root/lunka/systemd/install.sh", *extras, "--board", "kalah-reed")
    _inside(tree, "systemctl", "--quiet", "enable", "lunka.service")


def _make_bootable(tree: Path) -> None:
    units = tree / "etc/systemd/system"
    (units / "lunka.service.d").mkdir(exist_ok=True)
    (units / "lunka.service.d/zz-as-a-pi.conf").write_text(AS_A_PI)
    (units / "lunka-hands.service").write_text(HANDS)
    _inside(tree, "systemctl", "--quiet", "enable", "lunka-hands.service")
    (tree / "etc/fstab").write_text("/dev/vda / ext4 rw 0 1\n")
    (tree / "etc/hostname").write_text("lunka\n")
    (tree / "etc/hosts").write_text("127.0.0.1 localhost lunka\n")
    # Neither its first boot nor one after new packages: both would cost the machine a minute.
    (tree / "etc/machine-id").write_text(f"{hashlib.md5(b'lunka').hexdigest()}\n")
    for stamp in (tree / "etc/.updated", tree / "var/.updated"):
        stamp.touch()
    # The initial disk holds what this machine needs, not what any machine might: it boots faster.
    (tree / "etc/initramfs-tools/conf.d/lunka").write_text("MODULES=list\n")
    (tree / "etc/initramfs-tools/modules").write_text("virtio_pci\nvirtio_blk\next4\n")
    _inside(tree, "update-initramfs", "-u")


def _make_image(folder: Path) -> None:
    tree, kernel = folder / "tree", version_of_kernel(folder / "tree")
    image = folder / "vm.img"
    image.unlink(missing_ok=True)
    with image.open("wb") as file:
        file.truncate(4 << 30)
    _run("mke2fs", "-q", "-t", "ext4", "-d", tree, image)
    shutil.copy(tree / f"boot/vmlinuz-{kernel}", folder / "vmlinuz")
    shutil.copy(tree / f"boot/initrd.img-{kernel}", folder / "initrd")


# -- tools -----------------------------------------------------------------------------------------


def _packages_key() -> str:
    requirements = [HOME / "requirements" / f"{name}.txt" for name in ("run", "pi", "spi")]
    return _key([SUITE, *PACKAGES], [*(HERE / "module").glob("[Ml]*"), *requirements])


def _program_key() -> str:
    folders = (HOME / name for name in PROGRAM)
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    ours = [path for path in files if "__pycache__" not in path.parts]
    return _key([], [*ours, *(HOME / name for name in PROGRAM_FILES), HERE / "image.py"])


def _key(words: Iterable[str], files: Iterable[Path]) -> str:
    """One number for these words and what these files hold."""
    digest = hashlib.sha256(" ".join(words).encode())
    for path in sorted(files):
        digest.update(str(path.relative_to(HOME)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _stamp(path: Path) -> str | None:
    return path.read_text() if path.exists() else None


def _inside(tree: Path, *command: object) -> None:
    """Run a command in the tree, with a /proc that is gone when it ends."""
    clean = (
        "/usr/bin/env",
        "-i",
        "HOME=/root",
        "LANG=C.UTF-8",
        "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
    )
    mounted = 'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"'
    _run("unshare", "--mount", "sh", "-c", mounted, tree, *clean, *command)


def _run(*command: object) -> None:
    done = subprocess.run(
        [*map(str, command)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}")


def _say(what: str) -> None:
    print(f"  making {what}", flush=True)


if __name__ == "__main__":
    print(build())
