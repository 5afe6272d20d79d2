"""The doctor's questions to config.txt: pins it gives to something else, and the clock of SPI."""

from __future__ import annotations

from collections.abc import Iterator

from controller.bringup.bootconfig import BootConfig, read_boot_config
from controller.bringup.findings import Finding, fault, good, warning
from controller.bringup.machine import Machine
from hardware.header import HEADER_PINS, ID_EEPROM, SPI_PIN, Use, core_clock
from hardware.profile import Profile
from hardware.profile.pins import Claim, pin_claims
from hardware.profile.words import key_text


def reserved_pins(machine: Machine, profile: Profile) -> Iterator[Finding]:
    """Pins of the board that config.txt gives to something else."""
    if profile.link is not None or not machine.pi.is_pi:
        return
    config = read_boot_config(machine.boot_config or "", machine.pi)
    claims = list(pin_claims(profile.model_dump(mode="json", exclude_none=True)))
    free = _free(claims, config)
    for location, pin in claims:
        for use, line in config.taken(pin):
            if (location, pin) == (("pixels", "pin"), SPI_PIN):
                continue  # SPI takes it for the pixels
            yield fault(
                "pins",
                f"{key_text(location)} = {pin} in the profile of {profile.name!r}: GPIO {pin} is "
                f"{_owned(use, pin)}, which the line {line} in {machine.boot_file} switches on",
                f"write {use.off} there and restart, or move this wire; free are {free}",
            )
        if pin in ID_EEPROM.pins:
            yield warning(
                "pins",
                f"{key_text(location)} = {pin} in the profile of {profile.name!r}: GPIO {pin} is "
                f"{_owned(ID_EEPROM, pin)}; {ID_EEPROM.off}",
                f"move this wire if you can; free are {free}",
            )


def _owned(use: Use, pin: int) -> str:
    return f"{use.pins[pin]} of {use.name}"


def _free(claims: list[Claim], config: BootConfig) -> str:
    used = {pin for _, pin in claims} | set(ID_EEPROM.pins)
    free = [pin for pin in HEADER_PINS if pin not in used and not any(config.taken(pin))]
    return ", ".join(map(str, free)) or "none"


def held_core_clock(machine: Machine, profile: Profile) -> Iterator[Finding]:
    """SPI pixels on a clock that wanders: a 0 can look like a 1, and white defeats the budget."""
    pixels, usual = profile.pixels, core_clock(machine.pi)
    if pixels is None or profile.link is not None or pixels.pin != SPI_PIN or usual is None:
        return
    lines = f"core_freq={usual.held} and core_freq_min={usual.held}"
    remedy = f"write {lines} into {machine.boot_file} (`lunka board boot` does), then restart"
    if machine.boot_config is None:
        yield warning("core clock", f"{machine.boot_file} cannot be read: is it held?", remedy)
        return
    lowest, highest = read_boot_config(machine.boot_config, machine.pi).core(usual)
    if lowest == highest:
        yield good("core clock", f"held at {highest} MHz")
        return
    yield fault(
        "core clock",
        f"it wanders between {lowest} and {highest} MHz on a {machine.pi}, and with it the SPI "
        f"that drives the pixels: they may all turn white, which no budget foresees",
        remedy,
    )
