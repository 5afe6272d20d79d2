"""From meanings to the colours of the moment: palette, movement, and as many pixels as pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import floor, pi, sin

from controller.games.game import Cell
from controller.lights.meanings import RGB, Glow, Meaning, Movement

BLACK: RGB = (0, 0, 0)

#: How often a breathing light is drawn; slow enough for an idle Pi, smooth enough for an eye.
_BREATH, _BREATH_STEPS = 2.4, 30
_BLINK, _FLASH = 1.0, 0.3


def level(movement: Movement, time: float) -> float:
    """How bright a movement is at this moment, from 0 to 1."""
    if movement is Movement.BREATHE:
        step = floor(time / _BREATH * _BREATH_STEPS) / _BREATH_STEPS
        return 0.6 + 0.4 * sin(2 * pi * step)
    if movement is Movement.BLINK:
        return 1.0 if time % _BLINK < 0.6 * _BLINK else 0.12
    if movement is Movement.FLASH:
        return 1.0 if time % _FLASH < 0.5 * _FLASH else 0.05
    return 0.8


_PERIODS = {
    Movement.BREATHE: _BREATH / _BREATH_STEPS,
    Movement.BLINK: 0.1,
    Movement.FLASH: 0.05,
}


def next_frame(glows: Mapping[Cell, Glow]) -> float | None:
    """After how many seconds the lights look different; None while all of them stand still."""
    periods = [_PERIODS[glow.movement] for glow in glows.values() if glow.movement in _PERIODS]
    return min(periods, default=None)


def frame(
    glows: Mapping[Cell, Glow],
    palette: Mapping[Meaning, RGB],
    pixels_of: Callable[[Cell], int],
    time: float,
) -> dict[Cell, tuple[RGB, ...]]:
    """The colour of every pixel of every glowing cell."""
    return {cell: _colours(glow, palette, pixels_of(cell), time) for cell, glow in glows.items()}


def _colours(
    glow: Glow, palette: Mapping[Meaning, RGB], pixels: int, time: float
) -> tuple[RGB, ...]:
    bright = level(glow.movement, time)
    red, green, blue = palette[glow.meaning]
    colour = (round(red * bright), round(green * bright), round(blue * bright))
    lit = min(glow.count, pixels) if glow.count else pixels
    return (colour,) * lit + (BLACK,) * (pixels - lit)
