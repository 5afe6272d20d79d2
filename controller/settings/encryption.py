"""Whether the line to a broker is encrypted: to another machine it is wherever a password travels,
unless the settings say by name that everybody may read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address

PLAIN_PORT, TLS_PORT = 1883, 8883


def is_this_machine(host: str) -> bool:
    """Whether nobody else can listen on the way to this address."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@dataclass(frozen=True, slots=True)
class Line:
    """A line to a broker, as one section of the settings has it."""

    section: str
    host: str
    port: int | None
    #: As it was set; None: as it should be.
    tls: bool | None
    #: Whether it was said that a password may travel for everybody to read.
    plain_password: bool
    has_password: bool

    @property
    def encrypted(self) -> bool:
        """Whether it is."""
        return self._exposed and not self.plain_password if self.tls is None else self.tls

    @property
    def _exposed(self) -> bool:
        return self.has_password and not is_this_machine(self.host)

    @property
    def right_port(self) -> int:
        """The port that was set, or the usual one."""
        return self.port or (TLS_PORT if self.encrypted else PLAIN_PORT)

    def problems(self) -> Iterator[str]:
        """What was set and must not be, and what contradicts itself."""
        name = self.section
        if self.tls is False and self._exposed and not self.plain_password:
            yield (
                f"{name}.tls = false: the password would travel to {self.host} for everybody to"
                " read. Leave it out, and the line is encrypted (docs/hall.md tells how the broker"
                f" gets a certificate), or allow it by name: {name}.plain_password = true."
            )
        if self.tls is None and self.encrypted and self.port == PLAIN_PORT:
            yield (
                f"{name}.port = {PLAIN_PORT}: that is the port without encryption, and the password"
                f" would travel to {self.host} for everybody to read. Leave it out ({TLS_PORT}), or"
                f" set {name}.tls = true where this port is encrypted, or allow it by name:"
                f" {name}.plain_password = true."
            )
        if self.tls and self.plain_password:
            yield (
                f"{name}.plain_password = true and {name}.tls = true exclude each other: leave one"
                " of them out."
            )
