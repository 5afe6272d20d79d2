"""The pieces of the SD-card image: they fit each other, the daemon and the Pi's kernel."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from controller.bringup.bootconfig import read_boot_config
from controller.settings.config import load_config
from hardware.header import SPI, core_clock
from hardware.pi import pi_named
from tests.machine.skips import program
from tests.service.scratch import HOME

IMAGE = HOME / "systemd" / "image"
ROOT = IMAGE / "root"
SCRIPTS = (IMAGE / "build.sh", IMAGE / "boot.sh", ROOT / "usr/local/sbin/lunka-card")


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_the_scripts_are_plain_shell(script: Path) -> None:
    """Any POSIX shell reads them, and they may be run."""
    assert subprocess.run(["sh", "-n", str(script)], check=False).returncode == 0
    assert script.read_text().startswith("#!/bin/sh\n")
    assert script.stat().st_mode & 0o111


def test_the_settings_of_a_new_card_are_sound() -> None:
    """A new card is a table with a simulated board, whose page answers to lunka.local."""
    settings = load_config(ROOT / "etc/lunka/table.toml")
    assert settings.board.simulated
    assert settings.page.host == "0.0.0.0"
    assert f"{_read('etc/hostname').strip()}.local" in settings.page.hosts


def test_port_80_leads_to_the_page() -> None:
    """The redirection ends where the table listens, and leaves the hotspot's own page alone."""
    rules = _read("etc/nftables.conf")
    port = load_config(ROOT / "etc/lunka/table.toml").page.port
    assert f"ip daddr != 10.41.0.0/24 tcp dport 80 redirect to :{port}\n" in rules
    assert f"http://10.41.0.1:{port}/" in (ROOT / "usr/local/sbin/lunka-card").read_text()


def test_the_partitions_have_the_names_that_are_looked_for() -> None:
    """fstab, the kernel's command line and the boot in qemu name the labels that build.sh gives."""
    build = (IMAGE / "build.sh").read_text()
    (root,) = re.findall(r"mke2fs .* -L (\S+)", build)
    (firmware,) = re.findall(r"mkfs\.vfat .* -n (\S+)", build)
    assert re.findall(r"^LABEL=(\S+) (\S+)", _read("etc/fstab"), re.MULTILINE) == [
        (root, "/"),
        (firmware, "/boot/firmware"),
    ]
    assert f"ROOTPART=LABEL={root}\n" in _read("etc/default/raspi-firmware")
    assert f"root=LABEL={root} " in (IMAGE / "boot.sh").read_text()


@pytest.mark.parametrize(
    ("name", "clock"),
    [
        ("Raspberry Pi 3 Model B", 250),
        ("Raspberry Pi Zero 2 W", 250),
        ("Raspberry Pi 4 Model B", 500),
    ],
)
def test_a_pi_with_spi_has_a_fixed_core_clock(name: str, clock: int) -> None:
    """Where the SPI overlay is on, the clock that paces it stands still, as the doctor reads it."""
    config = read_boot_config(_read("etc/default/raspi-firmware-custom"), pi_named(name))
    assert config.uses[SPI.name] == (SPI, "dtoverlay=lunka-spi")
    usual = core_clock(pi_named(name))
    assert usual is not None
    assert (config.core(usual), usual.held) == ((clock, clock), clock)


def test_a_pi_5_gets_neither() -> None:
    """Its kernel knows no SPI: the overlay would not fit."""
    config = read_boot_config(
        _read("etc/default/raspi-firmware-custom"), pi_named("Raspberry Pi 5 Model B")
    )
    assert (config.uses, config.settings) == ({}, {})


def test_the_spi_overlay_lays_hold_of_the_pixels_pin(tmp_path: Path) -> None:
    """On a tree with a Pi's nodes it switches SPI on, on GPIO 10 and 11, with one device."""
    base = tmp_path / "base.dts"
    base.write_text(
        '/dts-v1/; / { compatible = "brcm,bcm2711"; gpio: gpio { #gpio-cells = <2>; };'
        ' spi: spi { status = "disabled"; }; };'
    )
    for source, made in ((base, "base.dtb"), (IMAGE / "lunka-spi.dts", "spi.dtbo")):
        subprocess.run([program("dtc"), "-@", "-q", "-o", tmp_path / made, source], check=True)
    merge = [program("fdtoverlay"), "-i", "base.dtb", "-o", "merged.dtb", "spi.dtbo"]
    subprocess.run(merge, check=True, cwd=tmp_path)
    tree = subprocess.run(
        [program("dtc"), "-q", "-I", "dtb", "-O", "dts", tmp_path / "merged.dtb"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "brcm,pins = <0x0a 0x0b>" in tree
    assert 'status = "okay"' in tree
    assert tree.count("pixels@0 {") == 1


def test_nothing_opens_with_a_password() -> None:
    """SSH takes keys only, nobody but the maker, and no file of the image holds a password."""
    lines = _read("etc/ssh/sshd_config.d/lunka.conf").splitlines()
    for line in ("PasswordAuthentication no", "KbdInteractiveAuthentication no"):
        assert line in lines
    assert {"PermitRootLogin no", "AllowUsers maker"} <= set(lines)
    assert "ap_password:" not in _read("etc/comitup.conf")
    assert not list(ROOT.rglob("shadow")) + list(ROOT.rglob("*key"))


def test_the_packages_are_each_named_once() -> None:
    """One package a line, none twice."""
    text = re.sub(r"#.*", "", (IMAGE / "packages").read_text())
    names = text.split()
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9][a-z0-9+.-]+(/[a-z-]+)?", name) for name in names)


def test_the_card_explains_what_may_be_put_on_it() -> None:
    """Every file that is taken in or told stands in READ-ME.txt and in the documents."""
    explained = _read("boot/firmware/lunka/READ-ME.txt")
    documents = (HOME / "docs/flash.md").read_text()
    for name in ("key.txt", "authorized_keys", "table.toml", "board.toml", "phone.txt"):
        assert name in explained
        assert name in documents
    for name in ("phone.svg", "maker.txt", "refused.txt", "table-example.toml"):
        assert name in explained
        assert name in documents
