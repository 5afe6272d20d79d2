"""The pin headers: where each GPIO number is on a Raspberry Pi and on a Pico."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.profile import Profile

_PI = """
3V3 5V 2 5V 3 GND 4 14 GND 15 17 18 27 GND 22 23 3V3 24 10 GND
9 25 11 8 GND 7 0 1 5 GND 6 12 13 GND 19 16 26 20 GND 21
"""
_PICO = """
0 1 GND 2 3 4 5 GND 6 7 8 9 GND 10 11 12 13 GND 14 15
16 17 GND 18 19 20 21 GND 22 RUN 26 27 AGND 28 VREF 3V3 EN GND VSYS 5V
"""


@dataclass(frozen=True, slots=True)
class Pin:
    """One pin of a header: its place, and either its GPIO number or what else it carries."""

    place: int
    gpio: int | None
    name: str


@dataclass(frozen=True, slots=True)
class Header:
    """A header as it looks from above: rows of a left and a right pin."""

    title: str
    pins: tuple[Pin, ...]
    rows: tuple[tuple[Pin, Pin], ...]
    numbered: bool = True
    """Whether the places are the same on every such board."""

    def pin(self, gpio: int) -> Pin:
        """The pin that carries this GPIO number."""
        return next(pin for pin in self.pins if pin.gpio == gpio)


def _pins(text: str) -> tuple[Pin, ...]:
    return tuple(
        Pin(place, int(word) if word.isdigit() else None, word)
        for place, word in enumerate(text.split(), 1)
    )


def _pi() -> Header:
    pins = _pins(_PI)
    return Header("Raspberry Pi", pins, tuple(zip(pins[::2], pins[1::2], strict=True)))


def _pico() -> Header:
    pins = _pins(_PICO)
    return Header("Raspberry Pi Pico", pins, tuple(zip(pins[:20], pins[:19:-1], strict=True)))


def _rp2350b() -> Header:
    """Boards with this chip differ: its pins are shown by GPIO number, wherever they are."""
    gpio = [Pin(number, number, str(number)) for number in range(48)]
    power = [Pin(48 + place, None, name) for place, name in enumerate(("GND", "3V3", "GND", "5V"))]
    left, right = [*gpio[:24], *power[:2]], [*gpio[24:], *power[2:]]
    rows = tuple(zip(left, right, strict=True))
    return Header("RP2350B board", (*gpio, *power), rows, numbered=False)


PI, PICO, RP2350B = _pi(), _pico(), _rp2350b()


def header_of(profile: Profile) -> Header:
    """The header that this board's wires go to."""
    if profile.link is None:
        return PI
    return RP2350B if profile.link.chip == "rp2350b" else PICO
