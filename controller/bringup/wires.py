"""Every wire of a board: from which pin, to what; as a table for whoever solders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from controller.bringup.headers import Header, header_of
from hardware.header import pixel_uses
from hardware.profile import Profile


class Kind(StrEnum):
    """What a wire is for; each kind has a colour in the drawing."""

    ROW = "row"
    COLUMN = "column"
    CLOCK = "clock"
    DATA = "data"
    PIXELS = "pixels"
    BUTTON = "button"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire: the GPIO number it starts at, its kind, a short name and where it goes."""

    gpio: int
    kind: Kind
    name: str
    goes_to: str


def wires_of(profile: Profile) -> list[Wire]:
    """Every wire from the header, section by section as in the profile."""
    return [*_reeds(profile), *_load(profile), *_pixels(profile), *_buttons(profile)]


def _reeds(profile: Profile) -> Iterator[Wire]:
    several = len(profile.sensors.reeds) > 1
    for number, matrix in enumerate(profile.sensors.reeds):
        which = f" of matrix {number}" if several else ""
        for place, gpio in enumerate(matrix.rows):
            yield Wire(gpio, Kind.ROW, f"row {place}", f"row {place}{which}: stripes of its diodes")
        for place, gpio in enumerate(matrix.columns):
            goes_to = f"column {place}{which}: free ends of its reeds"
            yield Wire(gpio, Kind.COLUMN, f"column {place}", goes_to)


def _load(profile: Profile) -> Iterator[Wire]:
    for bank in profile.sensors.load:
        chips = len(bank.cells)
        yield Wire(bank.clock, Kind.CLOCK, "clock", f"SCK of all {chips} HX711")
        for cell, section in bank.cells.items():
            name = f"{cell} data" if len(cell) <= 6 else cell  # a tag has little room
            yield Wire(section.data, Kind.DATA, name, f"DT of the HX711 under {cell}")


def _pixels(profile: Profile) -> Iterator[Wire]:
    if profile.pixels is not None:
        goes_to = "74AHCT125, then 330 Ohm, then DIN of the strip"
        yield Wire(profile.pixels.pin, Kind.PIXELS, "pixels", goes_to)


def _buttons(profile: Profile) -> Iterator[Wire]:
    for name, button in profile.buttons.items():
        other = "ground" if button.pull_up else "3.3 V"
        yield Wire(button.pin, Kind.BUTTON, name, f"button '{name}', its other side to {other}")


def kept_pins(profile: Profile) -> dict[int, str]:
    """The pins that the pixels' bus keeps for itself, by what for: nobody solders there."""
    pixels = profile.pixels
    if profile.link is not None or pixels is None:
        return {}
    taken = pixel_uses(pixels.pin, pixels.spi_pins)
    return {pin: name for pin, name in taken.items() if pin != pixels.pin}


def pin_table(profile: Profile) -> str:
    """The table for the bench: header pin, GPIO number, where the wire goes."""
    header = header_of(profile)
    lines = [f"{header.title}: where the wire of each pin goes", ""]
    lines.append(f"{'pin':>4}  {'GPIO':>4}  goes to" if header.numbered else "GPIO  goes to")
    wires = sorted(wires_of(profile), key=lambda wire: header.pin(wire.gpio).place)
    for wire in wires:
        place = f"{header.pin(wire.gpio).place:>4}  " if header.numbered else ""
        lines.append(f"{place}{wire.gpio:>4}  {wire.goes_to}")
    kept = [f"{pin} ({name})" for pin, name in sorted(kept_pins(profile).items())]
    lines += ["", f"Leave free: GPIO {', '.join(kept)}."] if kept else []
    lines += ["", f"Ground{_places(header, 'GND')}: to the ground of the supply."]
    if profile.sensors.load:
        lines.append(f"3.3 V{_places(header, '3V3')}: to VCC of every HX711.")
    return "\n".join(lines) + "\n"


def _places(header: Header, name: str) -> str:
    if not header.numbered:
        return ""
    places = [str(pin.place) for pin in header.pins if pin.name == name]
    return f", pin {' or '.join(places)}"
