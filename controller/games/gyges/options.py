"""The options of Gyges, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class GygesOptions:
    """How Gyges is played at this table."""

    replace: bool = option(False)  # Y12
