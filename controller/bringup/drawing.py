"""The wiring drawing of a board: its header with every wire named, and a card for each part."""

from __future__ import annotations

from controller.bringup.headers import Header, Pin, header_of
from controller.bringup.ink import COLOURS, GROUND, LOW_PLUS, PLUS, card, note, tag
from controller.bringup.panels import buttons_card, load_card, pixels_card, reeds_card
from controller.bringup.svg import FAINT, INK, Paper
from controller.bringup.wires import Wire, kept_pins, wires_of
from hardware.profile import Profile

MARGIN, GAP = 24.0, 20.0
HEADER_WIDTH, PITCH = 430.0, 30.0
CARD_WIDTH = 760.0

_POWER = {"3V3": LOW_PLUS, "5V": PLUS, "GND": GROUND, "AGND": GROUND}


def wiring_svg(profile: Profile) -> str:
    """The whole drawing as an SVG file."""
    sheet, header = Paper(), header_of(profile)
    title = f"{profile.name}: wiring"
    sheet.words(MARGIN, MARGIN + 22, title, 24, bold=True)
    top = MARGIN + 48
    bottom = _header_card(sheet, profile, top)
    _advice_card(sheet, profile, bottom + GAP)
    x, y = MARGIN + HEADER_WIDTH + GAP, top
    for draw in (reeds_card, load_card, pixels_card, buttons_card):
        height = draw(sheet, profile, header, x, y, CARD_WIDTH)
        y += height + GAP if height else 0.0
    return sheet.text(title)


def _header_card(sheet: Paper, profile: Profile, top: float) -> float:
    """The header with every pin; gives where its card ends."""
    header, wires, kept = header_of(profile), wires_of(profile), kept_pins(profile)
    height = len(header.rows) * PITCH + 74
    card(sheet, MARGIN, top, HEADER_WIDTH, height, _title(header))
    middle = MARGIN + HEADER_WIDTH / 2
    sheet.box(middle - 36, top + 46, 72, len(header.rows) * PITCH + 8, "#1f2933")
    for number, (left, right) in enumerate(header.rows):
        y = top + 50 + PITCH * (number + 0.5)
        _pin(sheet, header, left, wires, middle, y, -1)
        _pin(sheet, header, right, wires, middle, y, 1)
        for pin, side, anchor in ((left, -1, "end"), (right, 1, "start")):
            if pin.gpio in kept:
                words = kept[pin.gpio]
                sheet.words(middle + side * 104, y + 4, words, 11, FAINT, anchor)
    return top + height


def _title(header: Header) -> str:
    return f"{header.title}: {'header, from above' if header.numbered else 'its pins'}"


def _advice_card(sheet: Paper, profile: Profile, top: float) -> None:
    """What to look at before the power is switched on."""
    lines = [
        "Solder with everything unplugged.",
        *_places(profile),
        "One common ground: supply, strip and header.",
        "No pin of the header may ever see more than 3.3 V.",
    ]
    if profile.link is None:
        lines.append("The Pi may hang on the same 5 V supply: pins 2 and 6.")
    else:
        lines.append("The microcontroller is fed by its USB cable.")
    card(sheet, MARGIN, top, HEADER_WIDTH, 58 + 17.0 * len(lines), "Before the power")
    note(sheet, MARGIN + 18, top + 54, *lines)


def _places(profile: Profile) -> tuple[str, ...]:
    if not header_of(profile).numbered:
        return ("Boards with this chip differ: find each GPIO by its print.",)
    first = "next to the USB plug" if profile.link else "at the corner, its solder pad is square"
    return ("A number in a circle is the place on the header;", f"place 1 is {first}.")


def _pin(
    sheet: Paper, header: Header, pin: Pin, wires: list[Wire], middle: float, y: float, side: int
) -> None:
    """One pin: its place, its GPIO number, and the tag of the wire that goes there."""
    wire = next((each for each in wires if each.gpio == pin.gpio), None)
    colour = COLOURS[wire.kind] if wire else _POWER.get(pin.name, FAINT)
    x, anchor = middle + side * 22, "start" if side > 0 else "end"
    sheet.dot(x, y, 10, colour if wire or pin.name in _POWER else "#52606d")
    if header.numbered:
        sheet.words(x, y + 4, str(pin.place), 10.5, "#ffffff", "middle", bold=True)
    name = f"GPIO {pin.gpio}" if pin.gpio is not None else _volts(pin.name)
    used = wire is not None or pin.name in _POWER
    sheet.words(middle + side * 46, y + 4, name, 12, INK if used else FAINT, anchor)
    if wire:
        sheet.line((middle + side * 102, y), (middle + side * 112, y), colour=colour, width=2.5)
        tag(sheet, middle + side * 112, y, wire.name, colour, anchor)


def _volts(name: str) -> str:
    return {"3V3": "3.3 V", "5V": "5 V", "GND": "ground", "AGND": "ground"}.get(name, name)
