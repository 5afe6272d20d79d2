"""What a board profile says: the shape of its TOML file, key by key.

Each field's description is the sentence a builder reads when the value is wrong: what is allowed.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, Strict

from hardware.header import PIXEL_PIN_WORDS
from hardware.readings import Sense

PICO_PINS = (*range(23), 26, 27, 28)
"""The GPIO numbers a Raspberry Pi Pico brings out; the others serve the Pico itself."""

CHIP_PINS = {"pico": PICO_PINS, "rp2350b": tuple(range(48))}
"""The GPIO numbers of each microcontroller that a board may hang on."""

ButtonName = Literal[
    "confirm",
    "next",
    "undo",
    "hints",
    "new",
    "roll",
    "pause",
    "resign",
    "condone",
    "dice",
    "void",
    "swap",
    "number",
    "say",
    "say-repeat",
    "say-last",
    "say-turn",
    "say-board",
    "say-may",
    "say-right",
]
BUTTONS: tuple[str, ...] = get_args(ButtonName)
"""What a button on the board can be for."""

PIN_WORDS = "a GPIO number from 0 to 27 (the number after 'GPIO', not the place on the header)"

Slot = tuple[int, int]
"""A place in a reed matrix: row, column, both counted from 0."""

_Int = Annotated[int, Strict()]
_Float = Annotated[float, Strict(), Field(allow_inf_nan=False)]
# Above 27 they are a microcontroller's alone: the checks between the parts refuse them elsewhere.
_Pin = Annotated[_Int, Field(ge=0, le=47, description=PIN_WORDS)]
_Text = Annotated[str, Strict(), Field(min_length=1, max_length=60)]
_CellName = Annotated[str, Strict(), Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,15}$")]


def _as_slots(found: Any) -> tuple[Slot, ...]:
    """Read `[row, column]`, or a list of such pairs for a cell with several slots."""
    pairs = [found] if _is_pair(found) else found
    if not isinstance(pairs, list) or not pairs or not all(map(_is_pair, pairs)):
        raise ValueError("not a place in the matrix")
    return tuple((row, column) for row, column in pairs)


def _is_pair(found: Any) -> bool:
    whole = isinstance(found, list) and len(found) == 2
    return whole and all(type(number) is int and number >= 0 for number in found)


def _as_table(key: str) -> BeforeValidator:
    """Let a builder write just the pin where everything else keeps its default."""
    return BeforeValidator(lambda found: found if isinstance(found, dict) else {key: found})


class Part(BaseModel):
    """A section of the profile: unknown keys are errors, and nothing changes after loading."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True)


class BoardPart(Part):
    """What the board is called and what is played on it."""

    name: _Text = Field(description="a name of 1 to 60 letters")
    kind: str = Field(description="the kind of board")
    description: Annotated[str, Strict()] = Field(
        default="", description="a sentence about the board"
    )
    pins: Literal["auto", "lgpio", "rpigpio", "pigpio", "mock"] = Field(
        default="auto", description="'auto', 'lgpio', 'rpigpio', 'pigpio' or 'mock'"
    )
    options: dict[str, bool | int | str] = Field(
        default={}, description="options of its game that suit the board, such as by_size = true"
    )


class Pieces(Part):
    """What the stones weigh, so that grams can be told as counts."""

    grams: _Float = Field(
        default=5.0, gt=0, le=1000, description="grams of one piece, above 0 to 1000"
    )
    spread: _Float = Field(
        default=0.03,
        ge=0,
        le=0.5,
        description="how much pieces differ, as a share of their weight, 0 to 0.5",
    )
    total: Annotated[int, Strict()] | None = Field(
        default=None, ge=1, le=1000, description="how many pieces belong to the board, 1 to 1000"
    )


class Cells(Part):
    """The pits, points or fields of the board, by name."""

    names: tuple[_CellName, ...] = Field(
        min_length=1,
        max_length=200,
        description="a list of 1 to 200 cell names, each of 1 to 16 letters or digits",
    )


class Reeds(Part):
    """A diode matrix of reed switches: rows are driven low one at a time, columns are read."""

    rows: tuple[_Pin, ...] = Field(min_length=1, max_length=26, description="a list of row pins")
    columns: tuple[_Pin, ...] = Field(
        min_length=1, max_length=26, description="a list of column pins"
    )
    debounce_ms: _Float = Field(default=8.0, ge=1, le=200, description="milliseconds, 1 to 200")
    slow_hz: _Float = Field(
        default=25.0, ge=1, le=200, description="scans a second at rest, 1 to 200"
    )
    fast_hz: _Float = Field(
        default=250.0, ge=20, le=2000, description="scans a second in play, 20 to 2000"
    )
    rest_after_s: _Float = Field(
        default=10.0,
        ge=0.5,
        le=3600,
        description="seconds without a change before rest, 0.5 to 3600",
    )
    chatter_hz: _Float = Field(
        default=40.0, ge=5, le=1000, description="edges a second that no hand can make, 5 to 1000"
    )
    cells: dict[str, Annotated[tuple[Slot, ...], BeforeValidator(_as_slots)]] = Field(
        min_length=1,
        description="cell = [row, column], or a list of such pairs for a cell of several slots",
    )


class LoadCell(Part):
    """One cell's HX711: its data pin, and its own tare and scale if they are known."""

    data: _Pin = Field(description=PIN_WORDS)
    tare: _Float | None = Field(default=None, description="counts of the empty cell, a number")
    scale: _Float | None = Field(default=None, description="counts a gram, a number that is not 0")


class LoadCells(Part):
    """A bank of HX711 load cells on one shared clock line, a data line each."""

    clock: _Pin = Field(description=PIN_WORDS)
    gain: Literal[128, 64, 32] = Field(default=128, description="128, 64 or 32")
    rate: Literal[10, 80] = Field(default=80, description="10 or 80 samples a second")
    slow_hz: _Float = Field(
        default=5.0, ge=0.5, le=80, description="samples a second at rest, 0.5 to 80"
    )
    rest_after_s: _Float = Field(
        default=5.0,
        ge=0.5,
        le=3600,
        description="seconds without a change before rest, 0.5 to 3600",
    )
    noise: _Float = Field(
        default=0.04, gt=0, le=10, description="grams of noise of one sample, above 0 to 10"
    )
    settle_samples: _Int = Field(
        default=4,
        ge=2,
        le=50,
        description="samples that must agree before a weight is steady, 2 to 50",
    )
    tare: _Float = Field(default=0.0, description="counts of an empty cell, a number")
    scale: _Float = Field(default=2000.0, description="counts a gram, a number that is not 0")
    calibration: Annotated[str, Strict()] | None = Field(
        default=None, description="the path of a calibration file, from the profile's folder"
    )
    cells: dict[str, Annotated[LoadCell, _as_table("data")]] = Field(
        min_length=1, description="cell = data pin, or {data = pin, tare = counts, scale = counts}"
    )

    def tare_of(self, cell: str) -> float:
        """Counts when the cell is empty."""
        own = self.cells[cell].tare
        return self.tare if own is None else own

    def scale_of(self, cell: str) -> float:
        """Counts a gram."""
        own = self.cells[cell].scale
        return self.scale if own is None else own


class Sensors(Part):
    """Everything that senses: any number of matrices and banks."""

    reeds: tuple[Reeds, ...] = Field(
        default=(), description="one [[sensors.reeds]] section a matrix"
    )
    load: tuple[LoadCells, ...] = Field(
        default=(), description="one [[sensors.load]] section a bank"
    )


class Pixels(Part):
    """The strip of NeoPixels that lights the cells, and how much current it may draw."""

    pin: _Pin = Field(description=PIXEL_PIN_WORDS)
    spi_pins: Literal[5, 2] = Field(
        default=5,
        description="5 (SPI keeps GPIO 7 to 11), or 2 (only 10 and 11, with "
        "dtoverlay=spi0-0cs,no_miso in config.txt)",
    )
    count: _Int = Field(ge=1, le=1000, description="how many pixels the strip has, 1 to 1000")
    order: Literal["RGB", "GRB", "BGR", "RGBW", "GRBW"] = Field(
        default="GRB", description="'RGB', 'GRB', 'BGR', 'RGBW' or 'GRBW'"
    )
    pixel_ma: _Float = Field(
        default=60.0,
        gt=0,
        le=200,
        description="milliamperes of one pixel in full white, above 0 to 200",
    )
    standby_ma: _Float = Field(
        default=1.0, ge=0, le=10, description="milliamperes of one dark pixel, 0 to 10"
    )
    budget_ma: _Float = Field(
        gt=0, le=60_000, description="milliamperes the supply can spare, above 0 to 60000"
    )
    gamma: _Float = Field(default=2.2, ge=1, le=4, description="1 (none) to 4")
    brightness: _Float = Field(default=1.0, gt=0, le=1, description="above 0 to 1")
    cells: dict[str, tuple[Annotated[int, Strict(), Field(ge=0)], ...]] = Field(
        description="cell = list of pixel numbers, counted from 0 at the Pi's end"
    )


class ButtonPin(Part):
    """A push button between its pin and ground (or 3.3 V with `pull_up = false`)."""

    pin: _Pin = Field(description=PIN_WORDS)
    pull_up: Annotated[bool, Strict()] = Field(default=True, description="true or false")
    debounce_ms: _Float = Field(default=30.0, ge=1, le=500, description="milliseconds, 1 to 500")
    seat: _Int | None = Field(
        default=None,
        ge=0,
        le=3,
        description="the side whose button it is, 0 to 3; left out: whoever is to move",
    )


class LinkPart(Part):
    """A Raspberry Pi Pico on a serial port: all pins of the profile are then the Pico's."""

    port: Annotated[str, Strict(), Field(min_length=1, max_length=200)] = Field(
        description="a serial port such as '/dev/ttyACM0'"
    )
    chip: Literal["pico", "rp2350b"] = Field(
        default="pico", description="'pico', or 'rp2350b' for a board with all 48 GPIO"
    )
    board: Annotated[str, Strict(), Field(pattern=r"^[0-9a-f]{16}$")] | None = Field(
        default=None, description="the 16 hex digits of the one Pico that is meant"
    )
    silence_s: _Float = Field(
        default=1.5, ge=0.5, le=30, description="seconds of silence before a fault, 0.5 to 30"
    )
    watchdog_s: _Float = Field(
        default=3.0,
        ge=1,
        le=60,
        description="seconds without the host before the lights go off, 1 to 60",
    )


class Profile(Part):
    """A whole board, checked: what its cells are, what senses and lights each, its buttons."""

    board: BoardPart = Field(description="a [board] section with name and kind")
    pieces: Pieces = Field(default=Pieces(), description="a [pieces] section")
    cells: Cells = Field(description="a [cells] section with names")
    sensors: Sensors = Field(description="at least one [[sensors.reeds]] or [[sensors.load]]")
    link: LinkPart | None = Field(default=None, description="a [link] section with a port")
    pixels: Pixels | None = Field(default=None, description="a [pixels] section")
    buttons: dict[ButtonName, Annotated[ButtonPin, _as_table("pin")]] = Field(
        default={},
        description="button = pin, or {pin = .., pull_up = .., debounce_ms = .., seat = ..}",
    )

    @property
    def name(self) -> str:
        """What the board is called."""
        return self.board.name

    @property
    def kind(self) -> str:
        """What kind of board it is."""
        return self.board.kind

    @property
    def cell_names(self) -> tuple[str, ...]:
        """Every cell, in the profile's order."""
        return self.cells.names

    @property
    def seats_of_buttons(self) -> dict[str, int]:
        """The buttons that belong to one side, and to which."""
        found = {str(name): button.seat for name, button in self.buttons.items()}
        return {name: seat for name, seat in found.items() if seat is not None}

    def sense_of(self, cell: str) -> Sense:
        """What kind of thing the board can tell about this cell."""
        for matrix in self.sensors.reeds:
            if cell in matrix.cells:
                return Sense.SLOTS if len(matrix.cells[cell]) > 1 else Sense.PRESENCE
        return Sense.WEIGHT

    def pixels_of(self, cell: str) -> tuple[int, ...]:
        """The pixels that light this cell; none if it stays dark."""
        return () if self.pixels is None else self.pixels.cells.get(cell, ())
