"""`lunka board new`: a few questions, and a profile that loads.

Pins are proposed so that nothing collides: what the Pi needs itself (hardware/header.py) is left
free, GPIO 2 and 3 go to buttons because their pull-ups are soldered on. Where a board has more
wires than that leaves, SPI for the pixels is narrowed to its two pins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import isqrt

from controller.bringup.asking import Person
from hardware.header import (
    HEADER_PINS,
    I2C,
    ID_EEPROM,
    PIXEL_PINS,
    SPI,
    SPI_PIN,
    UART,
    pixel_uses,
)
from hardware.profile import Profile, parse_profile
from hardware.profile.shapes import gyges_cells, kakuzu_cells, kalah_cells, nardy_cells

BUTTONS = ("confirm", "next", "undo", "hints", "new")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of board: its cells, and what is usual for it."""

    cells: Callable[[int], tuple[str, ...]]
    grams: float
    total: Callable[[int], int]
    pixels: int
    apart: int  # pixels of a store, bar, tray or goal
    slots: tuple[int, int] = (1, 1)  # reeds of a field, and of those apart


KINDS = {
    "kalah": Kind(kalah_cells, 5.0, lambda pits: 12 * pits, 2, 6),
    "nardy": Kind(lambda _: nardy_cells(), 12.0, lambda _: 30, 2, 6, (6, 3)),
    "gyges": Kind(lambda _: gyges_cells(), 20.0, lambda _: 12, 1, 3),
    "kakuzu": Kind(lambda _: kakuzu_cells(), 5.0, lambda _: 81, 1, 0),
}

_PULLED_UP = tuple(I2C.pins)
_LATER = (*SPI.pins, *sorted(UART.pins, reverse=True), *sorted(ID_EEPROM.pins, reverse=True))
_PI_PINS = tuple(pin for pin in HEADER_PINS if pin not in (*_PULLED_UP, *_LATER))
_CHIPS = {"pico": (*range(2, 23), 26, 27, 28, 0, 1), "rp2350b": tuple(range(48))}


class NotEnoughPinsError(ValueError):
    """The board needs more pins than there are; the sentence says what to do."""


@dataclass(slots=True)
class Plan:
    """What was answered."""

    name: str = ""
    kind: str = "kalah"
    cells: tuple[str, ...] = ()
    sensors: str = "load"
    chip: str | None = None
    port: str = "/dev/ttyACM0"
    grams: float = 5.0
    total: int = 72
    pixels: int = 2
    apart_pixels: int = 6
    pixel_pin: int | None = SPI_PIN
    spi_pins: int = 5
    budget_ma: float = 1500.0
    buttons: tuple[str, ...] = BUTTONS
    sensor_pins: list[int] = field(default_factory=list)
    button_pins: list[int] = field(default_factory=list)

    @property
    def matrix(self) -> tuple[int, int]:
        """Rows and columns for all the reeds, with as few pins as can be."""
        reeds = sum(self.slots_of(cell) for cell in self.cells)
        rows = 2 if self.kind == "kalah" else max(1, isqrt(reeds))
        return rows, -(-reeds // rows)

    @property
    def sensor_count(self) -> int:
        """How many pins the sensors need."""
        return len(self.cells) + 1 if self.sensors == "load" else sum(self.matrix)

    def slots_of(self, cell: str) -> int:
        """How many reeds this cell has."""
        return KINDS[self.kind].slots[_is_apart(cell)]

    def pixels_of(self, cell: str) -> int:
        """How many pixels light this cell."""
        return self.apart_pixels if _is_apart(cell) else self.pixels

    @property
    def lit(self) -> bool:
        """Whether the board has pixels."""
        return self.pixel_pin is not None


def _is_apart(cell: str) -> bool:
    """Whether this is a store, a bar, a tray or a goal, and no field of the board."""
    return cell in {"A", "B"} or cell.startswith(("bar-", "off-", "goal"))


def ask_for_plan(person: Person) -> Plan:
    """Everything that is needed for a board."""
    plan = Plan()
    plan.name = person.ask_for("What is the board called?", "My board", _name)
    plan.kind = person.choose("Which game is it for?", list(KINDS), "kalah")
    kind = KINDS[plan.kind]
    pits = person.number("How many pits has each side?", 6, 1, 9) if plan.kind == "kalah" else 0
    plan.cells = kind.cells(pits)
    plan.sensors = person.choose("What senses the pieces?", ("load", "reed"), "load")
    plan.grams = person.measure("What does one piece weigh, in grams?", kind.grams, 0.0, 1000.0)
    plan.total = person.number("How many pieces belong to the board?", kind.total(pits), 1, 1000)
    where = person.choose("Where do the wires go?", ("pi", *_CHIPS), "pi")
    if where != "pi":
        plan.chip = where
        plan.port = person.ask("Which serial port is it on?", plan.port)
    _ask_for_pixels(person, plan)
    if not person.agrees(f"Has it the buttons {', '.join(BUTTONS)}?"):
        plan.buttons = ()
    _ask_for_pins(person, plan)
    return plan


def _name(answer: str) -> str:
    if not 1 <= len(answer) <= 60 or not answer.isprintable():
        raise ValueError("allowed is a name of 1 to 60 letters")
    return answer


def _ask_for_pixels(person: Person, plan: Plan) -> None:
    kind = KINDS[plan.kind]
    plan.pixels = person.number("How many pixels light a field (0: none)?", kind.pixels, 0, 16)
    if any(map(_is_apart, plan.cells)):
        question = "How many pixels light a store, bar, tray or goal?"
        plan.apart_pixels = person.number(question, kind.apart, 0, 32)
    count = pixel_count(plan)
    if not count:
        plan.pixel_pin = None
        return
    least = 1.2 * count
    plan.budget_ma = person.measure(
        "How many milliamperes may the pixels draw?", max(1500.0, 2 * least), least, 60_000.0
    )
    if plan.chip is None:
        person.tell("  GPIO 10 (SPI) needs no root; 18 does, and silences the analogue sound.")
        plan.pixel_pin = int(
            person.choose("On which GPIO is the strip?", [str(pin) for pin in PIXEL_PINS], "10")
        )
    else:
        plan.pixel_pin = _CHIPS[plan.chip][-1]


def _ask_for_pins(person: Person, plan: Plan) -> None:
    sensors, plan.button_pins = propose_pins(plan)
    rows = plan.matrix[0]
    first = "clock, then the data" if plan.sensors == "load" else f"{rows} row, then the column"
    question = f"The {first} pins of the sensors, by GPIO number"
    plan.sensor_pins = person.ask_for(question, _spaced(sensors), lambda text: _pins(text, plan))


def _spaced(pins: Sequence[int]) -> str:
    return " ".join(map(str, pins))


def _pins(text: str, plan: Plan) -> list[int]:
    words = text.replace(",", " ").split()
    if len(words) != plan.sensor_count or not all(word.isdigit() for word in words):
        raise ValueError(f"needed are {plan.sensor_count} GPIO numbers with spaces between")
    pins = [int(word) for word in words]
    taken = [pin for pin in (plan.pixel_pin, *plan.button_pins) if pin in pins]
    if taken or len(set(pins)) < len(pins):
        double = _spaced(taken) or _spaced(sorted({pin for pin in pins if pins.count(pin) > 1}))
        raise ValueError(f"GPIO {double} would serve two things")
    allowed = _CHIPS[plan.chip] if plan.chip else range(28)
    strange = [pin for pin in pins if pin not in allowed]
    if strange:
        raise ValueError(f"there is no GPIO {_spaced(strange)} on this header")
    bus = _bus(plan)
    kept = [f"{pin} is {bus[pin]}" for pin in pins if pin in bus]
    if kept:
        raise ValueError(f"GPIO {kept[0]}, which the pixels take")
    return pins


def propose_pins(plan: Plan) -> tuple[list[int], list[int]]:
    """Pins for the sensors and for the buttons that collide with nothing."""
    pulled = [] if plan.chip else list(_PULLED_UP)
    needed = plan.sensor_count + len(plan.buttons)
    if needed > len(_PI_PINS) + len(pulled):
        plan.spi_pins = 2
    free = [pin for pin in _preferred(plan) if pin != plan.pixel_pin]
    if needed > len(free) + len(pulled):
        raise NotEnoughPinsError(
            f"this board needs {needed} pins beside the strip's, and there are "
            f"{len(free) + len(pulled)}; use reeds in a matrix, no buttons, or a chip "
            f"with more pins (rp2350b)"
        )
    sensors = free[: plan.sensor_count]
    rest = [pin for pin in free if pin not in sensors]
    if len(sensors) < plan.sensor_count:
        sensors, pulled = sensors + pulled[: plan.sensor_count - len(sensors)], []
    return sensors, [*pulled, *rest][: len(plan.buttons)]


def _preferred(plan: Plan) -> tuple[int, ...]:
    if plan.chip:
        return _CHIPS[plan.chip]
    bus = _bus(plan)
    return (*_PI_PINS, *(pin for pin in _LATER if pin not in bus))


def _bus(plan: Plan) -> dict[int, str]:
    """The pins of the Pi that the pixels take, by what for."""
    if plan.chip or plan.pixel_pin is None:
        return {}
    return pixel_uses(plan.pixel_pin, plan.spi_pins)


def pixel_count(plan: Plan) -> int:
    """How many pixels the strip has."""
    return sum(map(plan.pixels_of, plan.cells))


def profile_text(plan: Plan) -> str:
    """The profile as TOML, explained where a builder will want to change it."""
    sections = [_board_section(plan), _sensor_section(plan)]
    if plan.lit:
        sections.append(_pixel_section(plan))
    if plan.buttons:
        pairs = zip(plan.buttons, plan.button_pins, strict=True)
        sections.append("[buttons]\n" + "".join(f"{name} = {pin}\n" for name, pin in pairs))
    return "\n".join(sections)


def _board_section(plan: Plan) -> str:
    names = ", ".join(f'"{cell}"' for cell in plan.cells)
    link = f'\n[link]\nport = "{_quoted(plan.port)}"\nchip = "{plan.chip}"\n' if plan.chip else ""
    return (
        "# Made by `lunka board new`; docs/profiles.md explains every key.\n\n"
        f'[board]\nname = "{_quoted(plan.name)}"\nkind = "{plan.kind}"\n\n'
        f"[pieces]\ngrams = {float(plan.grams)!r}\ntotal = {plan.total}\n\n"
        f"[cells]\nnames = [{names}]\n{link}"
    )


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _sensor_section(plan: Plan) -> str:
    if plan.sensors == "load":
        clock, *data = plan.sensor_pins
        cells = "".join(f"{cell} = {pin}\n" for cell, pin in zip(plan.cells, data, strict=True))
        return (
            f"[[sensors.load]]\nclock = {clock}\nrate = 80 # RATE of each HX711 tied to VCC\n"
            f'# calibration = "calibration.toml" # after `lunka calibrate`\n\n'
            f"[sensors.load.cells]\n{cells}"
        )
    rows, width = plan.matrix
    lines, first = [], 0
    for cell in plan.cells:
        places = [list(divmod(first + slot, width)) for slot in range(plan.slots_of(cell))]
        lines.append(f"{cell} = {places[0] if len(places) == 1 else places}\n")
        first += len(places)
    return (
        f"[[sensors.reeds]]\nrows = {plan.sensor_pins[:rows]}\n"
        f"columns = {plan.sensor_pins[rows:]}\n\n[sensors.reeds.cells]\n" + "".join(lines)
    )


def _pixel_section(plan: Plan) -> str:
    lines, first = [], 0
    for cell in plan.cells:
        count = plan.pixels_of(cell)
        if count:
            lines.append(f"{cell} = {list(range(first, first + count))}\n")
        first += count
    return (
        f"[pixels]\npin = {plan.pixel_pin}\n{_spi_key(plan)}count = {first}\n"
        f"budget_ma = {float(plan.budget_ma)!r}\n\n[pixels.cells]\n" + "".join(lines)
    )


def _spi_key(plan: Plan) -> str:
    if plan.chip or plan.pixel_pin != SPI_PIN or plan.spi_pins == 5:
        return ""
    return "spi_pins = 2 # `lunka board boot` shows what config.txt needs for this\n"


def checked(plan: Plan) -> tuple[str, Profile]:
    """The profile's text, proven to load."""
    text = profile_text(plan)
    return text, parse_profile(text, "the new profile")
