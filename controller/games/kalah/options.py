"""The options of Kalah, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class KalahOptions:
    """How Kalah is played at this table."""

    pits: int = option(6, range(1, 10))  # K1
    stones: int = option(6, range(1, 13))  # K2
    capture: str = option("opposite", ("opposite", "always", "none"))  # K6, K7
    pie: bool = option(False)  # K10
    pie_after: str = option("move", ("move", "turn"))  # K10
