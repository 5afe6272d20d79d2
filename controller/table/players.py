"""What players may not do by themselves in a tournament.

All players of a table have the same key. So whatever would help one of them against the other comes
from the hub in tournament mode: the director stops clocks (T5), shows hints, begins another game.
"""

from __future__ import annotations

from controller.games.told import Term, Told

#: What the director alone does while a tournament game is under way.
_DIRECTORS = frozenset({"new", "setup", "pause", "resume", "unlock"})
_UNDER_WAY = frozenset({"setup", "playing", "paused"})


def why_not(command: str, *, tournament: bool, status: str) -> str | None:
    """Why players may not give this command at a table that stands so; None: they may."""
    if tournament and status in _UNDER_WAY and command in _DIRECTORS:
        return Told(
            "in a tournament {command} comes from the hub while a game is under way",
            command=Term("command", command),
        )
    return None
