"""The options of Kakuzu, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.options import option


@dataclass(frozen=True, slots=True)
class KakuzuOptions:
    """How Kakuzu is played at this table."""

    players: int = option(2, range(2, 5))
    variant: str = option("tokens", ("tokens", "same", "named"))  # Z4, Z9, Z10
    #: known: every lift says which number it uncovers; unknown: only whether it was a hit.
    sheet: str = option("known", ("known", "unknown"))  # Z1
    #: Who draws: the board, or a player's hand in the bag, and the token is entered.
    tokens: str = option("board", ("board", "hand"))  # Z3
    #: Whether a stone that left its hole may be put back unseen.
    peek: bool = option(False)
    turn_seconds: int = option(0, range(3601))  # Z11; 0: no limit
