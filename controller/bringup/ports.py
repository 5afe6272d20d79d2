"""The port that a profile names: a device of this machine, an address in the network, or neither.

/dev/ttyACM0, /dev/serial0, /dev/serial/by-id/usb-...     a device
socket://10.0.0.5:4000, rfc2217://10.0.0.5:4000           an address
fake://PORT?drop=0.01                                     one of these, behind a bad cable
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePosixPath

from hardware.serial.script import SCHEME, parse_script

NETWORK = ("socket://", "rfc2217://")
DEV = PurePosixPath("/dev")

BY_USB = ("char-ttyACM", "char-ttyUSB")
"""A Pico's own USB, and that of an adapter: a name made by udev does not tell which it is."""

ON_HEADER = ("char-ttyAMA", "char-ttyS")
"""Either serial port of a Pi may be the one on its header: it differs from Pi to Pi."""


@dataclass(frozen=True, slots=True)
class NamedPort:
    """What a profile's port is; `name` is the device's path or the network's address."""

    name: str
    network: bool = False
    faulty: bool = False

    @property
    def in_dev(self) -> str | None:
        """Its name below /dev; None for what is not there."""
        path = PurePosixPath(self.name)
        if self.network or not path.is_relative_to(DEV) or path == DEV:
            return None
        return str(path.relative_to(DEV))

    @property
    def classes(self) -> tuple[str, ...]:
        """The classes of devices it may belong to: after replugging its number may be another."""
        if self.network:
            return ()
        device = PurePosixPath(self.name).name
        if device.startswith("serial") and self.in_dev == device:
            return ON_HEADER
        for kind in (*BY_USB, *ON_HEADER):
            if device.startswith(kind.removeprefix("char-")):
                return (kind,)
        return BY_USB


def named_port(port: str) -> NamedPort:
    """Read a profile's port."""
    faulty = port.startswith(SCHEME)
    name = parse_script(port)[0] if faulty else port
    for scheme in NETWORK:
        if name.startswith(scheme):
            return NamedPort(name.removeprefix(scheme), network=True, faulty=faulty)
    return NamedPort(name, faulty=faulty)
