"""The port that a profile names: a device of this machine, an address in the network, or neither.

/dev/ttyACM0, /dev/serial0, /dev/serial/by-id/usb-...     a device
socket://10.0.0.5:4000, rfc2217://10.0.0.5:4000           an address
fake://PORT?drop=0.01                                     one of these, behind a bad cable
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from controller.bringup.findings import Finding, fault, good, warning
from controller.bringup.machine import Machine
from hardware.serial.script import SCHEME, parse_script

NETWORK = ("socket://", "rfc2217://")
DEV = PurePosixPath("/dev")

BY_USB = ("char-ttyACM", "char-ttyUSB")
"""A Pico's own USB, and that of an adapter: a name made by udev does not tell which it is."""

ON_HEADER = ("char-ttyAMA", "char-ttyS")
"""Either serial port of a Pi may be the one on its header: it differs from Pi to Pi."""

_PLUGGED = re.compile(r"tty(ACM|USB)")
"""What comes and goes with a cable; other serial ports are there without one."""


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


def look_at_port(machine: Machine, port: NamedPort) -> Iterator[Finding]:
    """What the doctor finds of the very port that the profile names."""
    if port.faulty:
        yield warning(
            "Pico",
            "its port is a fake:// one, which harms frames on purpose",
            "name the port alone in [link] port once you have seen what a bad cable does",
        )
    if port.network:
        yield good("Pico", f"over the network at {port.name}; whether it answers is seen below")
    elif port.in_dev in machine.devices:
        yield good("Pico", f"{port.name} is there")
    elif port.in_dev is None:
        yield warning(
            "Pico",
            f"the profile names {port.name or 'no port'}, which is no device under /dev",
            "write the Pico's name under /dev/serial/by-id/ into [link] port, or socket://HOST:PORT",
        )
    else:
        plugged = sorted(name for name in machine.devices if _PLUGGED.match(name))
        yield fault(
            "Pico",
            f"{port.name} is not there; plugged in: {', '.join(plugged) or 'no serial port'}",
            "plug the Pico in with a cable that carries data, look at `ls /dev/serial/by-id/`, and "
            "see that [link] port in the profile names it",
        )
