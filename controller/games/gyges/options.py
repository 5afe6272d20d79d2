"""The options of Gyges, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class GygesOptions:
    """How Gyges is played at this table."""

    replace: bool = option(  # Y12
        False, title={"en": "Pieces may be replaced", "ru": "Фишки можно замещать"}
    )
    #: The smaller pieces are placed before the larger ones: a board that feels where a piece
    #: stands, not which, then need not ask.
    by_size: bool = option(  # Y2
        False,
        title={
            "en": "The smaller pieces are placed first",
            "ru": "Меньшие фишки ставятся первыми",
        },
    )
