"""The colours of every meaning, one table for each palette.

`safe`, the default, takes its colours from Okabe and Ito's set, which people with any of the common
forms of colour blindness can tell apart. `mono` uses one colour only: all is in the movement.
"""

from __future__ import annotations

from controller.lights.meanings import RGB, Meaning

_WHITE, _ORANGE, _SKY, _GREEN = (255, 255, 255), (230, 159, 0), (86, 180, 233), (0, 158, 115)
_YELLOW, _BLUE, _VERMILION, _PURPLE = (240, 228, 66), (0, 114, 178), (213, 94, 0), (204, 121, 167)

PALETTES: dict[str, dict[Meaning, RGB]] = {
    "safe": {
        Meaning.TURN: _WHITE,
        Meaning.AGAIN: _WHITE,
        Meaning.NEXT: _WHITE,
        Meaning.MAY_LIFT: _GREEN,
        Meaning.MAY_PUT: _SKY,
        Meaning.GOAL: _VERMILION,
        Meaning.PATH: _PURPLE,
        Meaning.SOW: _SKY,
        Meaning.CAPTURE: _PURPLE,
        Meaning.SWEEP: _BLUE,
        Meaning.TOO_MANY: _VERMILION,
        Meaning.TOO_FEW: _ORANGE,
        Meaning.ASK: _YELLOW,
        Meaning.OFFER: _YELLOW,
        Meaning.PASS: _BLUE,
        Meaning.CONFIRM: _GREEN,
        Meaning.NUMBER: _VERMILION,
        Meaning.HIT: _GREEN,
        Meaning.MISS: _PURPLE,
        Meaning.HURRY: _YELLOW,
        Meaning.WINNER: _ORANGE,
        Meaning.DRAW: _WHITE,
        Meaning.PAUSED: _BLUE,
    },
    "vivid": {
        Meaning.TURN: (255, 255, 255),
        Meaning.AGAIN: (255, 255, 255),
        Meaning.NEXT: (255, 255, 255),
        Meaning.MAY_LIFT: (0, 255, 0),
        Meaning.MAY_PUT: (0, 128, 255),
        Meaning.GOAL: (255, 0, 128),
        Meaning.PATH: (255, 0, 255),
        Meaning.SOW: (0, 128, 255),
        Meaning.CAPTURE: (255, 0, 255),
        Meaning.SWEEP: (0, 255, 255),
        Meaning.TOO_MANY: (255, 0, 0),
        Meaning.TOO_FEW: (255, 96, 0),
        Meaning.ASK: (255, 255, 0),
        Meaning.OFFER: (255, 255, 0),
        Meaning.PASS: (0, 0, 255),
        Meaning.CONFIRM: (0, 255, 0),
        Meaning.NUMBER: (255, 64, 128),
        Meaning.HIT: (0, 255, 0),
        Meaning.MISS: (255, 0, 0),
        Meaning.HURRY: (255, 96, 0),
        Meaning.WINNER: (255, 200, 0),
        Meaning.DRAW: (255, 255, 255),
        Meaning.PAUSED: (0, 0, 255),
    },
    "mono": dict.fromkeys(Meaning, (255, 214, 170)),
}
DEFAULT = "safe"


def css(colour: RGB) -> str:
    """The colour as a page writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
