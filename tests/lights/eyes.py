"""How colours look to people who see fewer of them.

The matrices are those of Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency" (IEEE TVCG 15, 2009), severity 1.0, for linear RGB.
"""

from __future__ import annotations

from math import dist

from controller.lights.meanings import RGB

Matrix = tuple[tuple[float, float, float], ...]

EYES: dict[str, Matrix] = {
    "usual": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def difference(one: RGB, other: RGB, eyes: str) -> float:
    """How far apart two colours are to these eyes (CIE 1976 Delta E; 2.3 is just noticeable)."""
    return dist(_lab(_seen(one, EYES[eyes])), _lab(_seen(other, EYES[eyes])))


def _seen(colour: RGB, matrix: Matrix) -> list[float]:
    linear = [_linear(channel / 255) for channel in colour]
    mixed = (sum(a * b for a, b in zip(row, linear, strict=True)) for row in matrix)
    return [min(1.0, max(0.0, channel)) for channel in mixed]


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _lab(linear: list[float]) -> tuple[float, float, float]:
    red, green, blue = linear
    x = _bent((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _bent(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _bent((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _bent(share: float) -> float:
    return float(share ** (1 / 3)) if share > 0.008856 else 7.787 * share + 16 / 116
