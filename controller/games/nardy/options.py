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

    match_length: int = option(  # S14; 0: single games
        0,
        range(LONGEST_MATCH + 1),
        title={"en": "Match to", "ru": "Матч до"},
        words={0: {"en": "a single game", "ru": "одна партия"}},
        offered=(0, 1, 3, 5, 7),
    )
    crawford: bool = option(  # S14
        True, title={"en": "Crawford rule", "ru": "Правило Кроуфорда"}, when="match_length"
    )
    raise_step: str = option(  # N11
        "double",
        ("double", "add"),
        title={"en": "The stake goes up", "ru": "Ставка растёт"},
        words={
            "double": {"en": "1 2 4 8", "ru": "1 2 4 8"},
            "add": {"en": "1 2 3 4", "ru": "1 2 3 4"},
        },
        rare=True,
    )


@dataclass(frozen=True, slots=True)
class ShortOptions(NardyOptions):
    """How short nardy is played at this table."""

    jacoby: bool = option(  # S12
        False,
        title={
            "en": "Jacoby: a mars counts only after a raise",
            "ru": "Джекоби: марс считается только после удвоения",
        },
        unless="match_length",
    )
    beaver: bool = option(  # S11
        False,
        title={
            "en": "Beaver: a raise may be raised at once",
            "ru": "Бивер: удвоение можно тут же удвоить",
        },
        unless="match_length",
    )
    auto_doubles: int = option(  # S10
        0,
        range(11),
        title={
            "en": "Equal opening dice that double the stake",
            "ru": "Сколько равных первых бросков удваивают ставку",
        },
        offered=(0, 1, 2, 3),
        unless="match_length",
    )
    hit_then_bear_off: str = option(  # S7
        "allowed",
        ("allowed", "forbidden", "forced"),
        title={
            "en": "Bearing off what has just hit at home",
            "ru": "Снять шашку, которая только что била в доме",
        },
        words={
            "allowed": {"en": "allowed", "ru": "можно"},
            "forbidden": {"en": "forbidden", "ru": "нельзя"},
            "forced": {
                "en": "only when nothing else can be played",
                "ru": "только если иначе не сыграть",
            },
        },
        rare=True,
    )
    hit_and_hide: bool = option(  # S13
        True,
        title={
            "en": "What hits at home may go on to safety",
            "ru": "Шашка, бившая в доме, может уйти к своим",
        },
        rare=True,
    )

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

    home_mars: int = option(  # L9, N10
        3, (3, 4), title={"en": "A home mars counts", "ru": "Домашний марс стоит"}
    )
    block_rule: str = option(  # L6
        "ahead",
        ("ahead", "none"),
        title={"en": "Six points in a row", "ru": "Шесть пунктов подряд"},
        words={
            "ahead": {"en": "only behind an opposing checker", "ru": "только позади чужой шашки"},
            "none": {"en": "always", "ru": "всегда"},
        },
        rare=True,
    )


@dataclass(frozen=True, slots=True)
class GulbarOptions(LongOptions):
    """How gulbar is played at this table."""

    base: str = option("long", ("long",))  # G1


@dataclass(frozen=True, slots=True)
class MadGulbarOptions(GulbarOptions):
    """How mad gulbar is played at this table."""

    repeats: int = option(  # G4
        2,
        (2, 4),
        title={
            "en": "Times each number of a run is played",
            "ru": "Сколько раз играется каждое число ряда",
        },
    )


AnyOptions = ShortOptions | LongOptions
