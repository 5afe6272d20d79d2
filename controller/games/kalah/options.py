"""The options of Kalah, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class KalahOptions:
    """How Kalah is played at this table."""

    pits: int = option(6, range(1, 10))  # K1
    stones: int = option(  # K2
        6,
        range(1, 13),
        title={"en": "Stones in a pit", "ru": "Камней в лунке"},
        offered=(3, 4, 5, 6),
    )
    capture: str = option(  # K6, K7
        "opposite",
        ("opposite", "always", "none"),
        title={"en": "Capture", "ru": "Захват"},
        words={
            "opposite": {"en": "with the opposite pit", "ru": "вместе с лункой напротив"},
            "always": {"en": "also when that is empty", "ru": "даже если она пуста"},
            "none": {"en": "never", "ru": "без захвата"},
        },
    )
    pie: bool = option(  # K10
        False,
        title={
            "en": "Pie rule: the first move may be taken over",
            "ru": "Правило пирога: первый ход можно перенять",
        },
    )
    pie_after: str = option(  # K10
        "move",
        ("move", "turn"),
        title={"en": "Pie after", "ru": "Пирог после"},
        words={
            "move": {"en": "the first sowing", "ru": "первого посева"},
            "turn": {"en": "the first turn", "ru": "первой передачи хода"},
        },
        when="pie",
    )
