"""The marks that every part of a wiring drawing shares: colours, tags, ground, card."""

from __future__ import annotations

from controller.bringup.headers import Header
from controller.bringup.svg import CARD, FAINT, INK, Paper
from controller.bringup.wires import Kind

COLOURS = {
    Kind.ROW: "#c2410c",
    Kind.COLUMN: "#1d4ed8",
    Kind.CLOCK: "#7c3aed",
    Kind.DATA: "#0f766e",
    Kind.PIXELS: "#be123c",
    Kind.BUTTON: "#a16207",
}
PLUS, GROUND, LOW_PLUS = "#dc2626", "#111827", "#ea580c"
TAG_HEIGHT = 20.0


def card(sheet: Paper, x: float, y: float, width: float, height: float, title: str) -> None:
    """A card with a heading, for one part of the board."""
    sheet.box(x, y, width, height, CARD, "#d9dfe6", 10)
    sheet.words(x + 18, y + 28, title, 16, bold=True)


def tag(
    sheet: Paper, x: float, y: float, text: str, colour: str, anchor: str = "middle"
) -> tuple[float, float]:
    """A name tag whose middle (or end) is at a point; gives its left and right edge."""
    width = 7.0 * len(text) + 14
    left = {"middle": x - width / 2, "start": x, "end": x - width}[anchor]
    sheet.box(left, y - TAG_HEIGHT / 2, width, TAG_HEIGHT, colour, round_=TAG_HEIGHT / 2)
    sheet.words(left + width / 2, y + 4, text, 12, "#ffffff", "middle", bold=True)
    return left, left + width


def gpio_words(header: Header, gpio: int) -> str:
    """How a pin is named everywhere in the drawing."""
    return f"GPIO {gpio} · pin {header.pin(gpio).place}" if header.numbered else f"GPIO {gpio}"


def ground(sheet: Paper, x: float, y: float) -> None:
    """The sign for ground, hanging from a point."""
    sheet.line((x, y), (x, y + 8), colour=GROUND)
    for step, half in enumerate((10, 6, 2)):
        sheet.line((x - half, y + 8 + 4 * step), (x + half, y + 8 + 4 * step), colour=GROUND)


def note(sheet: Paper, x: float, y: float, *lines: str) -> None:
    """Small words beside a part, a line each."""
    for number, line in enumerate(lines):
        sheet.words(x, y + 17 * number, line, 12, "#52606d")


__all__ = [
    "COLOURS",
    "FAINT",
    "GROUND",
    "INK",
    "LOW_PLUS",
    "PLUS",
    "card",
    "gpio_words",
    "ground",
    "note",
    "tag",
]
