"""The cards of a wiring drawing: reed matrix, load cells, pixels with their supply, buttons.

Each draws itself at a place and gives its height; a board without such parts gets no card.
"""

from __future__ import annotations

from controller.bringup.headers import Header
from controller.bringup.ink import (
    COLOURS,
    GROUND,
    INK,
    LOW_PLUS,
    PLUS,
    card,
    gpio_words,
    ground,
    note,
    tag,
)
from controller.bringup.parts import supply_amperes
from controller.bringup.svg import Paper
from controller.bringup.wires import Kind
from hardware.profile import LoadCells, Pixels, Profile, Reeds

LABEL = 130.0
CHIPS_A_ROW, CHIP_PITCH, CHIP_ROW = 7, 102.0, 150.0
PIXELS_A_ROW, PIXEL_PITCH = 24, 29.0
BRIDGE = (
    ("red", "E+", "#dc2626"),
    ("black", "E-", "#111827"),
    ("white", "A-", "#9aa5b1"),
    ("green", "A+", "#16a34a"),
)
GROUPS = ("#38bdf8", "#a78bfa", "#34d399", "#fbbf24", "#f472b6", "#fb923c")


def reeds_card(
    sheet: Paper, profile: Profile, header: Header, x: float, y: float, width: float
) -> float:
    """Every matrix: rows across, columns down, a reed and its diode where they meet."""
    height = 0.0
    for matrix in profile.sensors.reeds:
        height += _matrix(sheet, matrix, header, (x, y + height), width) + 20
    return max(0.0, height - 20)


def _matrix(
    sheet: Paper, matrix: Reeds, header: Header, at: tuple[float, float], width: float
) -> float:
    x, y = at
    across = min(84.0, (width - LABEL - 40) / len(matrix.columns))
    down = 64.0 if len(matrix.rows) <= 4 else 52.0
    height = 158 + down * len(matrix.rows)
    reeds = sum(map(len, matrix.cells.values()))
    card(sheet, x, y, width, height, f"Reed matrix: {reeds} reeds, a diode each")
    left, top = x + LABEL + 34, y + 92
    bottom, right = top + down * len(matrix.rows), left + across * (len(matrix.columns) - 0.4)
    for number, gpio in enumerate(matrix.columns):
        at_x, colour = left + across * number, COLOURS[Kind.COLUMN]
        sheet.line((at_x, top), (at_x, bottom - down * 0.55), colour=colour, width=2)
        lift = 0 if number % 2 or across >= 76 else -24
        tag(sheet, at_x, top - 12 + lift, f"GPIO {gpio}" if across >= 70 else f"{gpio}", colour)
        if across >= 70:
            place = f"pin {header.pin(gpio).place}"
            sheet.words(at_x, top - 28, place, 11, "#52606d", "middle")
    for number, gpio in enumerate(matrix.rows):
        at_y, colour = top + down * (number + 0.85), COLOURS[Kind.ROW]
        tag(sheet, left - 22, at_y, gpio_words(header, gpio), colour, "end")
        sheet.line((left - 22, at_y), (right, at_y), colour=colour, width=2)
    for cell, slots in matrix.cells.items():
        for row, column in slots:
            crossing = left + across * column, top + down * (row + 0.85)
            _reed(sheet, cell, crossing, down, small=across < 50)
    note(
        sheet,
        x + 18,
        bottom + 26,
        "Column - reed - diode - row; the diode's stripe points to the row.",
        "A blue line passes over an orange one: they meet only through a reed.",
    )
    return height


def _reed(
    sheet: Paper, cell: str, crossing: tuple[float, float], down: float, *, small: bool
) -> None:
    """From the column down to the row: a reed, then a diode with its stripe below."""
    x, y = crossing
    top, aside = y - down * 0.62, 10 if small else 16
    sheet.dot(x, top, 2.5, COLOURS[Kind.COLUMN])
    sheet.line((x, top), (x + aside, top), (x + aside, top + 6))
    sheet.line((x + aside, top + 6), (x + aside + 5, top + 15))
    diode = top + 17
    sheet.line((x + aside, top + 16), (x + aside, y))
    sheet.shape((x + aside - 5, diode), (x + aside + 5, diode), (x + aside, diode + 9))
    sheet.line((x + aside - 5, diode + 10), (x + aside + 5, diode + 10), width=2)
    sheet.dot(x + aside, y, 2.5, COLOURS[Kind.ROW])
    parts, size = ([cell], 13.0) if not small else (cell.split("-"), 10.0)
    for number, part in enumerate(parts):
        lower = (14 if small else 18) + 11 * number - 3 * (len(parts) - 1)
        sheet.words(x + aside + 9, top + lower, part, size - (len(parts) > 1), bold=True)


def load_card(
    sheet: Paper, profile: Profile, header: Header, x: float, y: float, width: float
) -> float:
    """Every bank: its chips in rows, one clock for all, a data wire each."""
    height = 0.0
    for bank in profile.sensors.load:
        height += _bank(sheet, bank, header, (x, y + height), width) + 20
    return max(0.0, height - 20)


def _bank(
    sheet: Paper, bank: LoadCells, header: Header, at: tuple[float, float], width: float
) -> float:
    x, y = at
    rows = -(-len(bank.cells) // CHIPS_A_ROW)
    height = 64 + CHIP_ROW * rows + 112
    card(sheet, x, y, width, height, f"Load cells: {len(bank.cells)} HX711 on one clock")
    clock = COLOURS[Kind.CLOCK]
    spine = x + 22
    end = x + 68 + CHIP_PITCH * (CHIPS_A_ROW - 1)
    for row in range(rows):
        bus = y + 62 + CHIP_ROW * row
        count = min(CHIPS_A_ROW, len(bank.cells) - row * CHIPS_A_ROW) if row else CHIPS_A_ROW
        sheet.line((spine, bus), (x + 68 + CHIP_PITCH * (count - 1), bus), colour=clock, width=2)
    sheet.line((end, y + 62), (end, y + 24), colour=clock, width=2)
    sheet.line((spine, y + 62), (spine, y + 62 + CHIP_ROW * (rows - 1)), colour=clock, width=2)
    tag(sheet, x + width - 20, y + 24, f"SCK {gpio_words(header, bank.clock)}", clock, "end")
    for number, (cell, section) in enumerate(bank.cells.items()):
        row, column = divmod(number, CHIPS_A_ROW)
        place = x + 32 + CHIP_PITCH * column, y + 62 + CHIP_ROW * row
        _chip(sheet, cell, header, section.data, place)
    _bridge(sheet, x + 24, y + 64 + CHIP_ROW * rows, bank)
    return height


def _chip(sheet: Paper, cell: str, header: Header, gpio: int, place: tuple[float, float]) -> None:
    """One HX711: clock from above, data out below."""
    x, y = place
    data, middle = COLOURS[Kind.DATA], x + 36
    sheet.dot(middle, y, 3, COLOURS[Kind.CLOCK])
    sheet.line((middle, y), (middle, y + 16), colour=COLOURS[Kind.CLOCK], width=2)
    sheet.box(x, y + 16, 72, 56, "#e6f4f1", data)
    sheet.words(middle, y + 29, "SCK", 9, "#52606d", "middle")
    sheet.words(middle, y + 48, cell, 17 if len(cell) <= 6 else 12, anchor="middle", bold=True)
    sheet.words(middle, y + 66, "DT", 9, "#52606d", "middle")
    sheet.line((middle, y + 72), (middle, y + 86), colour=data, width=2)
    tag(sheet, middle, y + 96, f"GPIO {gpio}", data)
    if header.numbered:
        where = f"pin {header.pin(gpio).place}"
        sheet.words(middle, y + 119, where, 11, "#52606d", "middle")


def _bridge(sheet: Paper, x: float, y: float, bank: LoadCells) -> None:
    """How one load cell hangs on its chip."""
    sheet.box(x, y + 14, 96, 62, "#eef2f6", "#9aa5b1")
    sheet.words(x + 48, y + 50, "load cell", 12, anchor="middle")
    sheet.box(x + 240, y + 6, 96, 78, "#e6f4f1", COLOURS[Kind.DATA])
    sheet.words(x + 288, y + 50, "HX711", 13, anchor="middle", bold=True)
    for number, (name, pad, colour) in enumerate(BRIDGE):
        at = y + 20 + 17 * number
        sheet.line((x + 96, at), (x + 240, at), colour=colour, width=2)
        sheet.words(x + 120, at - 3, name, 10, "#52606d")
        sheet.words(x + 216, at - 3, pad, 10, "#52606d")
    rate = "VCC (80 samples a second)" if bank.rate == 80 else "ground (10 samples a second)"
    note(
        sheet,
        x + 360,
        y + 24,
        "VCC of every chip to 3.3 V, GND to ground.",
        f"RATE to {rate}.",
        "Each pit, point or field rests on its load cell alone;",
        "a stop below its free end saves it from a heavy hand.",
    )


def pixels_card(
    sheet: Paper, profile: Profile, header: Header, x: float, y: float, width: float
) -> float:
    """Supply, level shifter, resistor, and the strip with each cell's pixels."""
    pixels = profile.pixels
    if pixels is None:
        return 0.0
    rows = -(-pixels.count // PIXELS_A_ROW)
    height = 210 + 58.0 * rows
    card(sheet, x, y, width, height, f"Pixels: {pixels.count}, at most {pixels.budget_ma:g} mA")
    _supply(sheet, profile, x, y)
    _data_line(sheet, pixels, header, x, y)
    _strip(sheet, pixels, x, y + 206)
    return height


def _supply(sheet: Paper, profile: Profile, x: float, y: float) -> None:
    sheet.box(x + 20, y + 48, 120, 62, "#fff4e5", "#d97706")
    sheet.words(x + 80, y + 74, "5 V supply", 13, anchor="middle", bold=True)
    sheet.words(x + 80, y + 94, f"{supply_amperes(profile):g} A or more", 12, anchor="middle")
    plus, minus, end = y + 60, y + 98, x + 560
    sheet.line((x + 140, plus), (end, plus), colour=PLUS, width=2.5)
    sheet.line((x + 140, minus), (end, minus), colour=GROUND, width=2.5)
    sheet.words(end + 8, plus + 4, "5 V of the strip", 12)
    sheet.words(end + 8, minus + 4, "ground of the strip", 12)
    _capacitor(sheet, x + 470, plus, minus)
    tag(sheet, x + 272, minus, "to a ground pin", GROUND, "start")


def _capacitor(sheet: Paper, x: float, plus: float, minus: float) -> None:
    middle = (plus + minus) / 2
    sheet.dot(x, plus, 3, PLUS)
    sheet.dot(x, minus, 3, GROUND)
    sheet.line((x, plus), (x, middle - 4))
    sheet.line((x, middle + 4), (x, minus))
    sheet.line((x - 11, middle - 4), (x + 11, middle - 4), width=3)
    sheet.line((x - 11, middle + 4), (x + 11, middle + 4), width=3)
    sheet.words(x + 16, middle + 4, "1000 uF", 11)


def _data_line(sheet: Paper, pixels: Pixels, header: Header, x: float, y: float) -> None:
    """From the pin through level shifter and resistor to the first pixel."""
    colour, at = COLOURS[Kind.PIXELS], y + 150
    _, edge = tag(sheet, x + 20, at, gpio_words(header, pixels.pin), colour, "start")
    sheet.line((edge, at), (x + 190, at), colour=colour, width=2.5)
    sheet.box(x + 190, at - 22, 130, 44, "#fdeef1", colour)
    sheet.words(x + 255, at - 3, "74AHCT125", 13, anchor="middle", bold=True)
    sheet.words(x + 255, at + 13, "GND and /OE to ground", 10, "#52606d", "middle")
    sheet.words(x + 262, at - 30, "100 nF, VCC to GND", 10, "#52606d")
    sheet.line((x + 255, y + 60), (x + 255, at - 22), colour=PLUS, width=1.5)
    sheet.dot(x + 255, y + 60, 3, PLUS)
    sheet.line((x + 320, at), (x + 370, at), colour=colour, width=2.5)
    sheet.box(x + 370, at - 10, 64, 20, "#ffffff", INK, 3)
    sheet.words(x + 402, at + 4, "330 Ohm", 11, anchor="middle")
    sheet.line((x + 434, at), (x + 520, at), colour=colour, width=2.5)
    sheet.words(x + 528, at + 4, "DIN of pixel 0", 12)


def _strip(sheet: Paper, pixels: Pixels, x: float, y: float) -> None:
    """The pixels in their order, numbered; those of a cell share a colour and its name."""
    owner = {place: cell for cell, places in pixels.cells.items() for place in places}
    shades = {cell: GROUPS[number % len(GROUPS)] for number, cell in enumerate(pixels.cells)}
    named: set[tuple[str, int]] = set()
    for place in range(pixels.count):
        row, column = divmod(place, PIXELS_A_ROW)
        left, top = x + 24 + PIXEL_PITCH * column, y + 58 * row
        cell = owner.get(place)
        sheet.box(left, top, 25, 25, shades.get(cell or "", "#e4e7eb"), round_=4)
        sheet.words(left + 12.5, top + 16.5, str(place), 10.5, anchor="middle")
        if cell and (cell, row) not in named:
            named.add((cell, row))
            sheet.words(left + 2, top + 40, cell, 12, bold=True)


def buttons_card(
    sheet: Paper, profile: Profile, header: Header, x: float, y: float, width: float
) -> float:
    """Each button between its pin and ground (or 3.3 V)."""
    if not profile.buttons:
        return 0.0
    rows = -(-len(profile.buttons) // 5)
    card(sheet, x, y, width, 40 + 128.0 * rows, "Buttons")
    for number, (name, button) in enumerate(profile.buttons.items()):
        row, column = divmod(number, 5)
        at_x, at_y, colour = x + 86 + 146 * column, y + 62 + 128 * row, COLOURS[Kind.BUTTON]
        tag(sheet, at_x, at_y, gpio_words(header, button.pin), colour)
        sheet.line((at_x, at_y + 10), (at_x, at_y + 28), colour=colour, width=2)
        sheet.dot(at_x, at_y + 30)
        sheet.line((at_x, at_y + 32), (at_x + 12, at_y + 50), width=2)
        sheet.dot(at_x, at_y + 54)
        sheet.words(at_x + 20, at_y + 46, name, 14, bold=True)
        if button.pull_up:
            ground(sheet, at_x, at_y + 54)
        else:
            sheet.line((at_x, at_y + 54), (at_x, at_y + 66), colour=LOW_PLUS, width=2)
            sheet.words(at_x, at_y + 80, "3.3 V", 12, LOW_PLUS, "middle")
    return 40 + 128.0 * rows
