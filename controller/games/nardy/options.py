"""The options of the four games, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import InvalidError
from controller.games.options import option

#: The longest match that a Match ID can carry.
LONGEST_MATCH = 2**15 - 1


@dataclass(frozen=True, slots=True)
class NardyOptions:
    """What every nardy table agrees on."""

    raise_step: str = option("double", ("double", "add"))  # N11
    match_length: int = option(0, range(LONGEST_MATCH + 1))  # S14; 0: single games
    crawford: bool = option(True)  # S14


@dataclass(frozen=True, slots=True)
class ShortOptions(NardyOptions):
    """How short nardy is played at this table."""

    hit_then_bear_off: str = option("allowed", ("allowed", "forbidden", "forced"))  # S7
    auto_doubles: int = option(0, range(11))  # S10
    beaver: bool = option(False)  # S11
    jacoby: bool = option(False)  # S12
    hit_and_hide: bool = option(True)  # S13

    def __post_init__(self) -> None:
        single = [name for name in ("jacoby", "beaver", "auto_doubles") if getattr(self, name)]
        if self.match_length and single:
            raise InvalidError(
                f"{', '.join(single)} with match_length = {self.match_length}: jacoby, beaver and "
                "auto_doubles are for single games, a match uses Crawford instead; "
                "set match_length = 0 or leave them out"
            )


@dataclass(frozen=True, slots=True)
class LongOptions(NardyOptions):
    """How long nardy is played at this table."""

    block_rule: str = option("ahead", ("ahead", "none"))  # L6
    home_mars: int = option(3, (3, 4))  # L9, N10


@dataclass(frozen=True, slots=True)
class GulbarOptions(LongOptions):
    """How gulbar is played at this table."""

    base: str = option("long", ("long",))  # G1


@dataclass(frozen=True, slots=True)
class MadGulbarOptions(GulbarOptions):
    """How mad gulbar is played at this table."""

    repeats: int = option(2, (2, 4))  # G4


AnyOptions = ShortOptions | LongOptions
