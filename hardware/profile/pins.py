"""Which pins a profile asks for: each exists, can do what it is for, and serves one thing.

A profile with a [link] means the pins of the Pico at its other end, any other those of the Pi,
which needs some itself (hardware/header.py): with pixels by SPI the pins of that bus.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hardware.header import HEADER_PINS, PIXEL_PIN_WORDS, PIXEL_PINS, SPI_PIN, pixel_uses
from hardware.profile.models import CHIP_PINS, PICO_PINS, PIN_WORDS
from hardware.profile.raw import Problem, banks, is_number, table
from hardware.profile.words import Location, a_list, found_text, key_text

Claim = tuple[tuple[str | int, ...], Any]

PICO_WORDS = "a GPIO number of the Pico, 0 to 22 or 26 to 28"


def pin_claims(raw: dict[str, Any]) -> Iterator[Claim]:
    """Every pin the profile asks for, and where it does."""
    for number, bank in banks(raw, "reeds"):
        for side in ("rows", "columns"):
            yield from _list_claims(("sensors", "reeds", number, side), bank.get(side))
    for number, bank in banks(raw, "load"):
        yield ("sensors", "load", number, "clock"), bank.get("clock")
        for cell, entry in table(bank, "cells").items():
            yield from _entry_claims(("sensors", "load", number, "cells", cell), entry, "data")
    if "pin" in table(raw, "pixels"):
        yield ("pixels", "pin"), raw["pixels"]["pin"]
    for name, entry in table(raw, "buttons").items():
        yield from _entry_claims(("buttons", name), entry, "pin")


def _list_claims(location: tuple[str | int, ...], found: Any) -> Iterator[Claim]:
    for place, pin in enumerate(found if isinstance(found, list) else ()):
        yield (*location, place), pin


def _entry_claims(location: tuple[str | int, ...], entry: Any, key: str) -> Iterator[Claim]:
    if isinstance(entry, dict):
        yield (*location, key), entry.get(key)
    else:
        yield location, entry


def pin_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    """Pins that are not there, cannot do it, or are asked for twice."""
    claims = [claim for claim in pin_claims(raw) if is_number(claim[1])]
    chip = _chip_pins(raw)
    missing = list(_missing_pins(claims, chip))
    yield from missing
    wrong = [location for location, _ in missing]  # each has its own line already
    claims = [claim for claim in claims if claim[0] not in wrong]
    taken = {} if chip is not None else _pixel_pins(raw)
    yield from _shared_pins(claims, HEADER_PINS if chip is None else chip, taken)
    yield from _bus_pins(claims, taken)
    yield from _spi_pins_problem(raw)


def _pixel_pins(raw: dict[str, Any]) -> dict[int, str]:
    """The pins of the Pi that the profile's pixels take beside their own, and what for."""
    pixels = table(raw, "pixels")
    pin = pixels.get("pin")
    if not is_number(pin) or pin not in PIXEL_PINS:
        return {}
    uses = pixel_uses(pin, 2 if pixels.get("spi_pins") == 2 else 5)
    return {each: name for each, name in uses.items() if each != pin}


def _bus_pins(claims: list[Claim], taken: dict[int, str]) -> Iterator[Problem]:
    """Pins that are asked for although the pixels' bus has them."""
    for location, pin in claims:
        if pin in taken:
            spare = ", ".join(map(str, sorted(set(taken) - {11})))
            way = (
                f" Or set pixels.spi_pins = 2 and write dtoverlay=spi0-0cs,no_miso into "
                f"config.txt: then {spare} are free as well."
                if spare and pin != 11
                else ""
            )
            yield (
                location,
                f"{key_text(location)} = {pin}: GPIO {pin} is {taken[pin]}, which pixels.pin = "
                f"{SPI_PIN} takes. Free are {_free_pins(claims, HEADER_PINS, taken)}.{way}",
            )


def _spi_pins_problem(raw: dict[str, Any]) -> Iterator[Problem]:
    pixels = table(raw, "pixels")
    if "spi_pins" in pixels and ("link" in raw or pixels.get("pin") != SPI_PIN):
        yield (
            ("pixels", "spi_pins"),
            f"pixels.spi_pins = {found_text(pixels['spi_pins'])}: only pixels on GPIO {SPI_PIN} of "
            f"a Raspberry Pi are driven by SPI. Remove it, or set pixels.pin = {SPI_PIN}.",
        )


def _chip_pins(raw: dict[str, Any]) -> tuple[int, ...] | None:
    """The pins of the microcontroller that the board hangs on; None: it hangs on the Pi."""
    if "link" not in raw:
        return None
    chip = table(raw, "link").get("chip")
    return CHIP_PINS.get(chip, PICO_PINS) if isinstance(chip, str) else PICO_PINS


def _missing_pins(claims: Iterable[Claim], chip: tuple[int, ...] | None) -> Iterator[Problem]:
    for location, pin in claims:
        if pin not in range(48):
            continue  # its own line says so already
        if chip is not None and pin not in chip:
            words = f"allowed is {PICO_WORDS}; the Pico keeps 23 to 25 for itself"
        elif chip is not None:
            continue
        elif location == ("pixels", "pin") and pin not in PIXEL_PINS:
            words = f"allowed is {PIXEL_PIN_WORDS}"
        elif pin not in HEADER_PINS:
            words = f"allowed is {PIN_WORDS}"
        else:
            continue
        yield location, f"{key_text(location)} = {pin}: {words}."


def _shared_pins(
    claims: list[Claim], pins: Iterable[int], reserved: Iterable[int]
) -> Iterator[Problem]:
    known = tuple(pins)
    taken: dict[int, Location] = {}
    for location, pin in claims:
        if pin not in known:
            continue  # its own line says so already
        if pin in taken:
            yield (
                location,
                f"{key_text(location)} = {pin}: GPIO {pin} is already used by "
                f"{key_text(taken[pin])}. A pin serves one thing; free are "
                f"{_free_pins(claims, known, reserved)}.",
            )
        taken.setdefault(pin, location)


def _free_pins(claims: Iterable[Claim], known: Iterable[int], reserved: Iterable[int]) -> str:
    used = {pin for _, pin in claims} | set(reserved)
    # 0 and 1 are left out: the Pi talks to its add-on boards there while it boots.
    return a_list(pin for pin in known if pin not in used and pin > 1) or "none"
