"""The doctor's questions about a machine and a profile; each answer is a finding with its remedy.

Nothing here touches a wire: everything is judged from the facts in a `Machine`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from controller.bringup.bootchecks import held_core_clock, reserved_pins
from controller.bringup.bootconfig import spi_line
from controller.bringup.findings import Finding, fault, good, warning
from controller.bringup.machine import Machine
from controller.bringup.ports import look_at_port, named_port
from controller.bringup.unit import devices_of, needs_root
from controller.bringup.wires import wires_of
from controller.settings.extras import how_to_install
from hardware.header import PIXEL_PINS, PWM, SPI_PIN
from hardware.pi import Pi
from hardware.profile import Profile

LOW_MB, NEARLY_FULL_MB = 500, 50
LGPIO = "0.2.2.0"

_BITS = ((0, "the voltage is too low"), (1, "the clock is capped"), (2, "it is throttled"))
_SINCE = ((16, "the voltage was too low"), (18, "it was throttled"), (19, "it was too hot"))

Check = Callable[[Machine, Profile], Iterator[Finding]]


def examine(machine: Machine, profile: Profile) -> list[Finding]:
    """Every finding about this machine as the home of this board."""
    return [finding for check in CHECKS for finding in check(machine, profile)]


def _system(machine: Machine, profile: Profile) -> Iterator[Finding]:
    words = f"{machine.system}, Linux {machine.kernel}, Python {machine.python} on {machine.pi}"
    if profile.link is None and not machine.pi.is_pi:
        yield fault(
            "system",
            f"{words}; the board {profile.name!r} hangs on the pins of a Raspberry Pi",
            "run it on a Pi, put the board behind a Pico ([link] in the profile), or simulate it "
            "(simulated = true)",
        )
    else:
        yield good("system", words)


def _libraries(machine: Machine, profile: Profile) -> Iterator[Finding]:
    found, extra = machine.libraries, machine.pi.extra
    if profile.link is not None or not machine.pi.is_pi:
        return
    if {"rpi-gpio", "rpi-lgpio"} <= set(found):
        yield fault(
            "libraries",
            "RPi.GPIO and rpi-lgpio are both installed and own the same module: neither works",
            f"pip uninstall RPi.GPIO rpi-lgpio, then install Lunka with its '{extra}' extra alone",
        )
    elif machine.pi.has_rp1 and "rpi-gpio" in found:
        yield fault(
            "libraries",
            f"RPi.GPIO does not work on a {machine.pi}: its pins are on another chip",
            "pip uninstall RPi.GPIO, then install Lunka with its 'pi5' extra",
        )
    if found.get("lgpio") != LGPIO:
        which = f"lgpio {found['lgpio']}" if "lgpio" in found else "no lgpio"
        yield fault(
            "libraries",
            f"{which} is installed, needed is {LGPIO} (0.0.0.2 is an empty module)",
            how_to_install(extra),
        )
    else:
        yield good("libraries", f"lgpio {LGPIO}, gpiozero {found.get('gpiozero', 'missing')}")


def _pixel_library(machine: Machine, profile: Profile) -> Iterator[Finding]:
    pixels = profile.pixels
    if pixels is None or profile.link is not None or not machine.pi.is_pi:
        return
    extras = (machine.pi.extra, "spi") if pixels.pin == SPI_PIN else (machine.pi.extra,)
    for needed in _pixels_need(pixels.pin, machine.pi):
        if needed not in machine.libraries:
            yield fault(
                "libraries",
                f"{needed} is not installed: it drives pixels on GPIO {pixels.pin} of a "
                f"{machine.pi}",
                how_to_install(*extras),
            )
    gpiod = machine.libraries.get("gpiod")
    if gpiod is not None and not _fits(gpiod):
        yield fault(
            "libraries",
            f"gpiod {gpiod} is installed, below the pixels' libraries must be 2.2.2 or a later 2.x",
            how_to_install(*extras),
        )


def _fits(gpiod: str) -> bool:
    return (2, 2, 2) <= tuple(map(int, re.findall(r"\d+", gpiod))) < (3,)


def _pixels_need(pin: int, pi: Pi) -> tuple[str, ...]:
    """The libraries below pixels on this pin; gpiod opens the pins for all of them."""
    if pin == SPI_PIN:
        return "adafruit-circuitpython-neopixel-spi", "gpiod"
    bits = "adafruit-blinka-raspberry-pi5-neopixel" if pi.has_rp1 else "rpi-ws281x"
    return "adafruit-circuitpython-neopixel", bits, "gpiod"


def _groups(machine: Machine, profile: Profile) -> Iterator[Finding]:
    needed = {device.group for device in devices_of(profile, machine.pi) if device.group}
    missing = sorted(needed - machine.groups)
    if missing and not machine.root:
        yield fault(
            "groups",
            f"{machine.user} is not in {' and '.join(missing)}, whose devices this board needs",
            f"sudo usermod -aG {','.join(missing)} {machine.user}, then log in again",
        )
    else:
        yield good("groups", "root" if machine.root else ", ".join(sorted(needed)) or "none needed")


def _ports(machine: Machine, profile: Profile) -> Iterator[Finding]:
    """The devices that must be there: GPIO chip, Pico."""
    if profile.link is not None:
        yield from look_at_port(machine, named_port(profile.link.port))
    elif machine.pi.is_pi and not any(name.startswith("gpiochip") for name in machine.devices):
        yield fault(
            "pins",
            "there is no /dev/gpiochip0: the kernel offers no pins",
            "use Raspberry Pi OS or another system whose kernel knows this Pi",
        )


def _busy_pins(machine: Machine, profile: Profile) -> Iterator[Finding]:
    if profile.link is not None:
        return
    wires = [wire for wire in wires_of(profile) if wire.gpio in machine.pin_users]
    # The bus claims its own pin for the pixels; that is as it should be.
    busy = [wire for wire in wires if not (wire.kind == "pixels" and wire.gpio == SPI_PIN)]
    for wire in busy:
        holder = machine.pin_users[wire.gpio]
        yield fault(
            "pins",
            f"GPIO {wire.gpio} ({wire.name}) is held by {holder}",
            _let_go(wire.gpio, holder),
        )
    if not busy:
        yield good("pins", f"all {len(wires_of(profile))} pins of the board are free")


def _let_go(gpio: int, holder: str) -> str:
    if "spi" in holder.lower():
        return "switch SPI off in raspi-config, or move this wire to another pin"
    if gpio in {2, 3}:
        return "switch I2C off in raspi-config (dtparam=i2c_arm=off), or move this wire"
    if gpio in {14, 15}:
        return "switch the serial console off in raspi-config, or move this wire"
    return (
        "stop the program that holds it (systemctl stop lunka, if it is our own), or move the wire"
    )


def _sound(machine: Machine, profile: Profile) -> Iterator[Finding]:
    pixels = profile.pixels
    if pixels is None or profile.link is not None or machine.pi.has_rp1:
        return
    if PIXEL_PINS.get(pixels.pin) is PWM and "snd_bcm2835" in machine.modules:
        yield fault(
            "sound",
            f"the analogue sound output uses the PWM that the pixels on GPIO {pixels.pin} need: "
            f"they will flicker in wrong colours",
            "write dtparam=audio=off into /boot/firmware/config.txt and restart, or wire the strip "
            "to GPIO 10 (SPI)",
        )


def _spi(machine: Machine, profile: Profile) -> Iterator[Finding]:
    pixels = profile.pixels
    if pixels is None or profile.link is not None or pixels.pin != SPI_PIN:
        return
    if any(name.startswith("spidev") for name in machine.devices):
        yield good("SPI", "on")
    else:
        yield fault(
            "SPI",
            f"off: there is no /dev/spidev0.0, and the pixels are on GPIO {SPI_PIN}",
            f"write {spi_line(pixels)} into {machine.boot_file} (`lunka board boot` does), then "
            f"restart",
        )


def _root(machine: Machine, profile: Profile) -> Iterator[Finding]:
    pixels = profile.pixels
    if pixels is None or not machine.pi.is_pi or machine.root:
        return
    if needs_root(profile, machine.pi):
        yield fault(
            "pixels",
            f"pixels on GPIO {pixels.pin} of a {machine.pi} can only be driven by root, and this "
            f"is {machine.user}",
            "wire the strip to GPIO 10 (SPI needs no root); or run as root",
        )


def _power(machine: Machine, _profile: Profile) -> Iterator[Finding]:
    flags = machine.throttled
    if flags is None:
        return
    now = [words for bit, words in _BITS if flags >> bit & 1]
    before = [words for bit, words in _SINCE if flags >> bit & 1]
    remedy = (
        "use a supply of 5.1 V and 3 A or more with a short thick cable, and feed the strip from "
        "its own wires, not through the Pi"
    )
    if now:
        yield fault("power", f"at this moment {' and '.join(now)}", remedy)
    elif before:
        yield warning("power", f"since the Pi was started {' and '.join(before)}", remedy)
    else:
        yield good("power", "enough since the Pi was started")


def _disk(machine: Machine, _profile: Profile) -> Iterator[Finding]:
    free = machine.free_mb
    if free is None:
        return
    words = f"{free} MB free where the record is kept"
    remedy = "delete what is not needed, or use a larger card; a game takes about 1 MB"
    if free < NEARLY_FULL_MB:
        yield fault("disk", words, remedy)
    elif free < LOW_MB:
        yield warning("disk", words, remedy)
    else:
        yield good("disk", words)


def _clock(machine: Machine, _profile: Profile) -> Iterator[Finding]:
    if machine.clock_set is None:
        return
    if machine.clock_set:
        yield good("clock", "synchronised")
    else:
        yield warning(
            "clock",
            "the time of day was never synchronised: records will carry a wrong date",
            "connect the network and run sudo timedatectl set-ntp true; without a network, a Pi 5 "
            "with a battery or a clock chip keeps it",
        )


CHECKS: tuple[Check, ...] = (
    _system,
    _libraries,
    _pixel_library,
    _groups,
    _ports,
    _busy_pins,
    reserved_pins,
    _sound,
    _spi,
    held_core_clock,
    _root,
    _power,
    _disk,
    _clock,
)
