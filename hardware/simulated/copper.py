"""What a simulated Pico's pins lead to: reeds in a matrix, HX711s on a clock, buttons, a strip."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from firmware.chip import Output
from hardware.clock import Clock
from hardware.profile.models import Profile
from hardware.simulated.chips import Chips, Matrix
from hardware.simulated.lights import PixelLine
from hardware.simulated.reeds import SimulatedReeds
from hardware.simulated.scales import SimulatedScales

PRESS_S = 0.1
"""How long a finger stays on a button."""

Level = Callable[[], bool]
"""What a pin that is read shows now."""


class PicoClock:
    """The board's time; while the Pico catches up, the moment it has come to."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.at: float | None = None
        self.catch_up: Callable[[], None] = lambda: None

    def now(self) -> float:
        """Seconds that only ever go forward, but for the Pico a little behind."""
        return self.clock.now() if self.at is None else self.at

    def wall(self) -> float:
        """UNIX seconds."""
        return self.clock.wall()


class Copper:
    """What the Pico's pins lead to."""

    def __init__(
        self,
        profile: Profile,
        reeds: Sequence[SimulatedReeds],
        scales: Sequence[SimulatedScales],
        clock: Clock,
        line: PixelLine | None,
    ) -> None:
        self.line, self.clock = line, clock
        self.outputs: dict[int, Output] = {}
        self.levels: dict[int, Level] = {}
        self.presses: dict[int, float] = {}
        for matrix, reed in zip(profile.sensors.reeds, reeds, strict=True):
            self._lay_matrix(Matrix(matrix, reed), matrix.rows, matrix.columns)
        for bank, scale in zip(profile.sensors.load, scales, strict=True):
            data = [cell.data for cell in bank.cells.values()]
            self._lay_bank(Chips(bank, scale, clock), bank.clock, data)
        for button in profile.buttons.values():
            self.levels[button.pin] = self._button(button.pin, button.pull_up)

    def press(self, pin: int) -> None:
        """Press a button and let it go soon."""
        self.presses[pin] = self.clock.now() + PRESS_S

    def pressed_until(self) -> float:
        """When the last finger will have left."""
        return max(self.presses.values(), default=-1e9)

    def _button(self, pin: int, pull_up: bool) -> Level:
        return lambda: (self.clock.now() < self.presses.get(pin, -1e9)) != pull_up

    def _lay_matrix(self, matrix: Matrix, rows: Sequence[int], columns: Sequence[int]) -> None:
        for number, pin in enumerate(rows):
            self.outputs[pin] = _row(matrix, number)
        for number, pin in enumerate(columns):
            self.levels[pin] = _column(matrix, number)

    def _lay_bank(self, chips: Chips, clock: int, data: Sequence[int]) -> None:
        self.outputs[clock] = lambda value: chips.rise() if value else chips.fall()
        for number, pin in enumerate(data):
            self.levels[pin] = _data(chips, number)


def _row(matrix: Matrix, number: int) -> Output:
    return lambda value: matrix.drive(number, low=not value)


def _column(matrix: Matrix, number: int) -> Level:
    return lambda: not matrix.pulled_low(number)


def _data(chips: Chips, number: int) -> Level:
    return lambda: chips.level(number)
