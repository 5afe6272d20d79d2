"""The options of Gyges, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option
from controller.games.told import english


@dataclass(frozen=True, slots=True)
class GygesOptions:
    """How Gyges is played at this table."""

    replace: bool = option(  # Y12
        False, title=english("Pieces may be replaced")
    )
    crossing: str = option(  # Y9a
        "once",
        ("once", "direction"),
        title=english("The border between two fields is crossed"),
        words={
            "once": english("once in a move"),
            "direction": english("again, if a field is entered or left in another direction"),
        },
        rare=True,
    )
    #: The smaller pieces are placed before the larger ones: a board that feels where a piece
    #: stands, not which, then need not ask.
    by_size: bool = option(  # Y2
        False,
        title=english("The smaller pieces are placed first"),
    )
