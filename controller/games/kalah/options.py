"""The options of Kalah, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option
from controller.games.told import english


@dataclass(frozen=True, slots=True)
class KalahOptions:
    """How Kalah is played at this table."""

    pits: int = option(6, range(1, 10))  # K1
    stones: int = option(  # K2
        6,
        range(1, 13),
        title=english("Stones in a pit"),
        offered=(3, 4, 5, 6),
    )
    capture: str = option(  # K6, K7
        "opposite",
        ("opposite", "always", "none"),
        title=english("Capture"),
        words={
            "opposite": english("with the opposite pit"),
            "always": english("also when that is empty"),
            "none": english("never"),
        },
    )
    pie: bool = option(  # K10
        False,
        title=english("Pie rule: the first move may be taken over"),
    )
    pie_after: str = option(  # K10
        "move",
        ("move", "turn"),
        title=english("Pie after"),
        words={
            "move": english("the first sowing"),
            "turn": english("the first turn"),
        },
        when="pie",
    )
