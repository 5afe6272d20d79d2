"""What a NeoPixel strip shows, read back from the bytes that went through the SPI bus.

Each bit of a pixel is one byte on the wire: 11110000 is a 1, 11000000 a 0; before and after
them the line rests low, which tells the strip to show what it has heard.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hardware.profile.models import Pixels
from hardware.readings import RGB

BITS = {0b11000000: 0, 0b11110000: 1}

TOLERANCE = 0.2
"""How far the shares of red, green and blue may be off: a dim pixel has few steps."""

Shown = Mapping[str, tuple[RGB, ...]]
"""The colours of each cell's pixels."""


def decode(sent: bytes, section: Pixels) -> dict[str, tuple[RGB, ...]]:
    """The colours of each cell after this message."""
    bits = [BITS[byte] for byte in sent.strip(b"\0")]
    assert len(bits) == 24 * section.count, f"{len(bits)} bits for {section.count} pixels"
    pixels = [_colour(bits[at : at + 24], section.order) for at in range(0, len(bits), 24)]
    return {
        cell: tuple(pixels[place] for place in places) for cell, places in section.cells.items()
    }


def brightest(seen: Iterable[Shown]) -> dict[str, tuple[RGB, ...]]:
    """Each cell when it was brightest: lights breathe, blink and flash."""
    best: dict[str, tuple[RGB, ...]] = {}
    for shown in seen:
        for cell, colours in shown.items():
            best[cell] = max(best.get(cell, colours), colours, key=lambda each: sum(map(sum, each)))
    return best


def differences(shown: Shown, cells: Mapping[str, Any], gamma: float) -> list[str]:
    """Where the strip does not show what the page's view says, in words; none if it does."""
    return [
        f"{cell}: the page says {cells[cell]['glow']}, the strip shows {colours}"
        for cell, colours in shown.items()
        if not _same(colours, cells[cell]["glow"], gamma)
    ]


def _same(colours: tuple[RGB, ...], glow: Mapping[str, Any] | None, gamma: float) -> bool:
    lit = [colour for colour in colours if any(colour)]
    if glow is None:
        return not lit
    wanted = min(glow["count"], len(colours)) if glow["count"] else len(colours)
    meant = _shares([int(glow["colour"][at : at + 2], 16) ** gamma for at in (1, 3, 5)])
    return len(lit) == wanted and all(_near(_shares(colour), meant) for colour in lit)


def _shares(channels: Iterable[float]) -> list[float]:
    values = list(channels)
    return [value / max(values) for value in values]


def _near(found: list[float], meant: list[float]) -> bool:
    return all(abs(a - b) <= TOLERANCE for a, b in zip(found, meant, strict=True))


def _colour(bits: list[int], order: str) -> RGB:
    values = [int("".join(map(str, bits[at : at + 8])), 2) for at in (0, 8, 16)]
    by_name = dict(zip(order, values, strict=True))
    return by_name["R"], by_name["G"], by_name["B"]
