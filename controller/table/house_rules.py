"""What a table allows: takebacks, hints, confirmation, tournament mode, illegal turns, clock.

They are settings of the place, not rules of the game, and each game is opened with a copy of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from controller.games.game import InvalidError
from controller.games.options import option, read_options
from controller.play.steps import CONDONE, INFERRED, MATCH
from controller.table.clock import KINDS

HINTS = ("off", "legal", "full")
#: What happens to a turn against the rules: it must be put right, or the opponent may accept it.
REFUSE = "refuse"
#: For what a reserve of time is, and what is lost with it (T1, T3).
GAME = "game"
#: The rules that only a timed game of a match has; a record made before there were any has none.
OF_MATCHES = ("clock_scope", "flag")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How this table is run."""

    hints: str = option("full", HINTS)
    takebacks: bool = option(True)
    confirm: str = option("auto", ("auto", "button"))
    tournament: bool = option(False)
    illegal: str = option(REFUSE, (REFUSE, CONDONE))
    dice: str = option("board", ("board", "entered", INFERRED))
    clock: str = option("none", ("none", *KINDS))
    minutes: int = option(15, range(1, 601))
    extra: int = option(10, range(601))
    clock_scope: str = option(MATCH, (MATCH, GAME))
    flag: str = option(MATCH, (MATCH, GAME))

    def clock_settings(self) -> dict[str, Any] | None:
        """What the clock is made from; None where nobody's time is taken."""
        if self.clock == "none":
            return None
        return {"kind": self.clock, "minutes": self.minutes, "extra": self.extra}

    def plain(self) -> dict[str, Any]:
        """As plain JSON."""
        return asdict(self)

    def told(self, length: int) -> dict[str, Any]:
        """As the record tells them of a game in a match to so many points; 0: it is in none.

        A game without a match or without a clock says nothing of what it does not have.
        """
        besides = () if length and self.clock != "none" else OF_MATCHES
        return {key: value for key, value in self.plain().items() if key not in besides}


def read_house_rules(given: Mapping[str, object]) -> HouseRules:
    """House rules from text or TOML values; `InvalidError` lists every mistake."""
    try:
        return read_options(HouseRules, given)
    except InvalidError as mistake:
        raise InvalidError(f"house rules: {mistake}") from None


def told_house_rules(told: Mapping[str, object]) -> HouseRules:
    """The house rules that a record tells; of what it does not tell, each game is for itself."""
    return read_house_rules({**dict.fromkeys(OF_MATCHES, GAME), **told})
