"""What a table allows: takebacks, hints, confirmation, tournament mode, illegal turns, clock,
and by whose numbers places are told.

They are settings of the place, not rules of the game, and each game is opened with a copy of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from controller.games.game import InvalidError
from controller.games.options import FreeText, option, read_options
from controller.games.told import Told, told_by
from controller.play.steps import CONDONE, INFERRED, LEGAL, MATCH, RESPONSIBLE, STANDS, VOID
from controller.table.clock import KINDS

HINTS = ("off", "legal", "full")
#: What happens to a turn against the rules: it must be put right, or the opponent may accept it,
#: or it stands after the next valid roll (T6, T7).
REFUSE = "refuse"
#: For what a reserve of time is, and what is lost with it (T1, T3).
GAME = "game"
#: By whose numbers places are told: the mover's own, or always the first side's.
MOVER, FIRST = "mover", "first"
#: The rules that only a timed game of a match has; a record made before there were any has none.
OF_MATCHES = ("clock_scope", "flag")
#: The rules that only a game with a stake has.
OF_STAKES = ("stake", "currency")


@dataclass(frozen=True, slots=True)
class HouseRules:
    """How this table is run."""

    hints: str = option("full", HINTS)
    takebacks: bool = option(True)
    confirm: str = option("auto", ("auto", "button"))
    tournament: bool = option(False)
    illegal: str = option(REFUSE, (REFUSE, CONDONE, LEGAL, RESPONSIBLE))
    dice: str = option("board", ("board", "entered", INFERRED))
    clock: str = option("none", ("none", *KINDS))
    minutes: int = option(15, range(1, 601))
    extra: int = option(10, range(601))
    clock_scope: str = option(MATCH, (MATCH, GAME))
    flag: str = option(MATCH, (MATCH, GAME))
    #: What a point costs in the evening's account, and in what; 0: nothing is staked.
    stake: int = option(0, range(1_000_001))
    currency: str = option("", FreeText(12))
    numbers: str = option(MOVER, (MOVER, FIRST))
    #: Whether players, too, stop the clocks of a tournament (T5).
    players_pause: bool = option(False)
    #: A roll before the other has ended his turn (T8): it is not taken, or stands, or is void.
    premature: str = option(REFUSE, (REFUSE, STANDS, VOID))

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

        A game without a match or without a clock says nothing of what it does not have, and one
        without a stake nothing of a stake; nor does one say what is as usual: how places are
        told, that in a tournament the director alone stops the clocks, and that no roll is
        taken before the other's turn has ended.
        """
        besides: tuple[str, ...] = () if length and self.clock != "none" else OF_MATCHES
        besides += () if self.stake else OF_STAKES
        besides += ("numbers",) if self.numbers == MOVER else ()
        besides += () if self.players_pause else ("players_pause",)
        besides += ("premature",) if self.premature == REFUSE else ()
        return {key: value for key, value in self.plain().items() if key not in besides}


def read_house_rules(given: Mapping[str, object]) -> HouseRules:
    """House rules from text or TOML values; `InvalidError` lists every mistake."""
    try:
        return read_options(HouseRules, given)
    except InvalidError as mistake:
        raise InvalidError(Told("house rules: {reason}", reason=told_by(mistake))) from None


def told_house_rules(told: Mapping[str, object]) -> HouseRules:
    """The house rules that a record tells; of what it does not tell, each game is for itself."""
    return read_house_rules({**dict.fromkeys(OF_MATCHES, GAME), **told})
