"""The options of Kakuzu, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option
from controller.games.told import english


@dataclass(frozen=True, slots=True)
class KakuzuOptions:
    """How Kakuzu is played at this table."""

    players: int = option(2, range(2, 5), title=english("Players"), offered=(2, 3, 4))
    variant: str = option(  # Z4, Z9, Z10
        "tokens",
        ("tokens", "same", "named"),
        title=english("Variant"),
        words={
            "tokens": english("Numbers"),
            "same": english("the same number again"),
            "named": english("named, not drawn"),
        },
    )
    returns: str = option(  # Z5a
        "all",
        ("all", "one"),
        title=english("After a miss go back into the bag"),
        words={
            "all": english("all numbers of the turn"),
            "one": english("only the number just drawn"),
        },
        rare=True,
        when="variant=tokens",
    )
    #: known: every lift says which number it uncovers; unknown: only whether it was a hit.
    sheet: str = option(  # Z1
        "known",
        ("known", "unknown"),
        title=english("Sheet"),
        words={
            "known": english("known to the board"),
            "unknown": english("unknown"),
        },
    )
    #: Who draws: the board, or a player's hand in the bag, and the token is entered.
    tokens: str = option(  # Z3
        "board",
        ("board", "hand"),
        title=english("Numbers"),
        words={
            "board": english("Board"),
            "hand": english("drawn by hand"),
        },
    )
    #: Whether a stone that left its hole may be put back unseen.
    peek: bool = option(
        False,
        title=english("A lifted stone may be put back"),
    )
    turn_seconds: int = option(  # Z11; 0: no limit
        0,
        range(3601),
        title=english("Seconds for a turn"),
        offered=(0, 30, 60),
    )
