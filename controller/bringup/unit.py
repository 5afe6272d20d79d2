"""What the service of one board may touch: a systemd drop-in made from its profile.

A board without wires gets no device at all; a board on pins gets the GPIO chips, a board behind a
Pico its kind of serial port (none where it is reached over the network), pixels by SPI the SPI bus.
Only pixels by PWM on a Pi 4 or older need root, and the drop-in says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from controller.bringup.ports import named_port
from hardware.header import SPI_PIN
from hardware.pi import Pi
from hardware.profile import Profile

_HEAD = """\
# What the board "{name}" may touch; made from its profile by `lunka board unit`.
# Make it again when the profile changes.
[Service]
"""

_AS_ROOT = """\
# Pixels on GPIO {pin} are shifted out through the memory of the chip, which only root may touch.
# With the strip on GPIO 10 (SPI) none of the following is needed.
User=root
Group=root
PrivateUsers=no
CapabilityBoundingSet=CAP_SYS_RAWIO
"""


@dataclass(frozen=True, slots=True)
class Device:
    """A device as systemd names it, the group that may use it, and why it is needed."""

    name: str
    group: str | None
    why: str


def devices_of(profile: Profile, pi: Pi) -> Iterator[Device]:
    """Every device that this board needs on this Pi."""
    if profile.link is not None:
        for kind in named_port(profile.link.port).classes:
            yield Device(kind, "dialout", "the Pico that reads the board")
        return
    yield Device("char-gpiochip", "gpio", "reeds, load cells and buttons on the pins")
    if profile.pixels is None:
        return
    if profile.pixels.pin == SPI_PIN:
        yield Device("char-spi", "spi", "pixels by SPI")
    elif pi.has_rp1:
        yield Device("/dev/pio0", "gpio", "pixels by the RP1's PIO")
    else:
        yield Device("/dev/mem", None, "pixels by PWM or PCM")
        yield Device("/dev/vcio", None, "memory for the pixels' bits")


def needs_root(profile: Profile, pi: Pi) -> bool:
    """Whether the pixels of this board can only be driven by root on this Pi."""
    return any(device.name == "/dev/mem" for device in devices_of(profile, pi))


def drop_in(profile: Profile, pi: Pi, *, simulated: bool = False) -> str:
    """The text of lunka.service.d/board.conf for this board."""
    head = _HEAD.format(name=profile.name.replace("\n", " "))
    if simulated:
        return f"{head}# A simulated board has no wires: no device is allowed.\n"
    devices = list(devices_of(profile, pi))
    if not devices:
        return f"{head}# The Pico is reached over the network: no device is allowed.\n"
    lines = ["# With wires the service sees /dev; DevicePolicy=closed keeps the rest of it shut.\n"]
    lines.append("PrivateDevices=no\n")
    lines += [f"# {device.why}\nDeviceAllow={device.name} rw\n" for device in devices]
    groups = sorted({device.group for device in devices if device.group})
    lines.append(f"SupplementaryGroups={' '.join(groups)}\n")
    if profile.pixels is not None and needs_root(profile, pi):
        lines.append(_AS_ROOT.format(pin=profile.pixels.pin))
    return head + "".join(lines)
