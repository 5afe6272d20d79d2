"""The bill of materials: what to buy for a board, counted from its profile."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from hardware.profile import Profile

PI_MA = 1500
"""What a Raspberry Pi may draw beside the pixels."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of the bill: how many of what, and a word about it."""

    count: int
    what: str
    note: str = ""


def parts_of(profile: Profile) -> list[Item]:
    """Everything that the board of this profile is made of, the wood aside."""
    return [
        *_brain(profile),
        *_reeds(profile),
        *_load(profile),
        *_pixels(profile),
        *_buttons(profile),
        Item(1, "5 V supply", f"{supply_amperes(profile):g} A or more"),
    ]


def supply_amperes(profile: Profile) -> float:
    """What the supply must give: the lights' budget and the Pi, a fifth to spare, in half amps."""
    lights = profile.pixels.budget_ma if profile.pixels is not None else 0.0
    brain = PI_MA if profile.link is None else 100
    return ceil((lights + brain) * 1.2 / 500) / 2


def _brain(profile: Profile) -> Iterator[Item]:
    if profile.link is None:
        yield Item(1, "Raspberry Pi 3, 4 or 5", "with a card of 8 GB or more")
    else:
        chip = {"pico": "Raspberry Pi Pico", "rp2350b": "board with an RP2350B (48 GPIO)"}
        yield Item(1, chip[profile.link.chip], "with Lunka's firmware")
        yield Item(1, "USB cable", "that carries data, to any Linux machine")


def _reeds(profile: Profile) -> Iterator[Item]:
    reeds = sum(len(slots) for bank in profile.sensors.reeds for slots in bank.cells.values())
    if not reeds:
        return
    columns = sum(len(bank.columns) for bank in profile.sensors.reeds)
    yield Item(reeds, "reed switch", "normally open, 10 to 20 AT")
    yield Item(reeds, "diode 1N4148", "one for each reed, stripe to the row")
    yield Item(columns, "resistor 4.7 kOhm", "only where a column's cable is over half a metre")
    if profile.pieces.total:
        yield Item(
            profile.pieces.total,
            "magnet 5 x 2 mm",
            "neodymium, one in each piece, all the same way up",
        )


def _load(profile: Profile) -> Iterator[Item]:
    cells = sum(len(bank.cells) for bank in profile.sensors.load)
    if not cells:
        return
    yield Item(cells, "bar load cell", "500 g to 1 kg, with a stop under its free end")
    yield Item(cells, "HX711 board", _rate_note(profile))


def _rate_note(profile: Profile) -> str:
    rates = {bank.rate for bank in profile.sensors.load}
    return "RATE tied to VCC (80 samples a second)" if rates == {80} else "as the profile's rate"


def _pixels(profile: Profile) -> Iterator[Item]:
    if profile.pixels is None:
        return
    yield Item(profile.pixels.count, "NeoPixel (WS2812B or SK6812)", f"a strip, {_order(profile)}")
    yield Item(1, "level shifter 74AHCT125", "powered by 5 V, /OE to ground")
    yield Item(1, "capacitor 100 nF", "between VCC and GND of the level shifter, at its legs")
    yield Item(1, "resistor 330 Ohm", "at the strip's data input")
    yield Item(1, "capacitor 1000 uF, 6.3 V", "across the strip's supply")


def _order(profile: Profile) -> str:
    return profile.pixels.order if profile.pixels is not None else ""


def _buttons(profile: Profile) -> Iterator[Item]:
    if profile.buttons:
        yield Item(len(profile.buttons), "push button", ", ".join(profile.buttons))


def bill_of_materials(profile: Profile) -> str:
    """The bill as text."""
    items = parts_of(profile)
    width = max(len(item.what) for item in items)
    lines = [f"{item.count:>4} x  {item.what:<{width}}  {item.note}".rstrip() for item in items]
    return "\n".join(["Parts", "", *lines]) + "\n"
