"""Opening a board behind a Pico: the same board, its wires replaced by one link."""

from __future__ import annotations

from hardware.clock import Clock
from hardware.driver import Driver
from hardware.pixel_bytes import PixelBytes
from hardware.pixels import PixelStrip
from hardware.profile.models import Profile
from hardware.serial.faulty import opener_for
from hardware.serial.link import Link
from hardware.serial.panel import RemotePanel
from hardware.serial.reeds import ReedLine, RemoteReeds
from hardware.serial.scales import RemoteScales, ScaleLine


def link_to(profile: Profile, clock: Clock) -> Link:
    """The link to the Pico that the profile names; it connects, and reconnects, by itself."""
    assert profile.link is not None
    return Link(profile, opener_for(profile.link.port, clock), clock)


def link_drivers(profile: Profile, link: Link, clock: Clock) -> list[Driver]:
    """A driver for each matrix and bank at the other end."""
    drivers: list[Driver] = []
    for part, reeds in enumerate(profile.sensors.reeds):
        drivers.append(RemoteReeds(reeds, ReedLine(reeds, part, link), clock))
    for part, load in enumerate(profile.sensors.load):
        drivers.append(RemoteScales(load, ScaleLine(load, part, link), clock))
    return drivers


def link_panel(profile: Profile, link: Link, clock: Clock) -> RemotePanel | None:
    """The buttons at the other end, if the board has any."""
    return RemotePanel(profile.buttons, link, clock) if profile.buttons else None


def link_strip(profile: Profile, link: Link) -> PixelStrip | None:
    """The lights at the other end, if the board has any."""
    section = profile.pixels
    return PixelStrip(section, PixelBytes(section, link.lights)) if section is not None else None
