"""The options of the four games, each with the rule that names it."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.game import InvalidError
from controller.games.options import option
from controller.games.told import Told, english

#: The longest match that a Match ID can carry.
LONGEST_MATCH = 2**15 - 1


@dataclass(frozen=True, slots=True)
class NardyOptions:
    """What every nardy table agrees on."""

    match_length: int = option(  # S14; 0: single games
        0,
        range(LONGEST_MATCH + 1),
        title=english("Match to"),
        words={0: english("a single game")},
        offered=(0, 1, 3, 5, 7),
    )
    crawford: bool = option(  # S14
        True, title=english("Crawford rule"), when="match_length"
    )
    raise_step: str = option(  # N11
        "double",
        ("double", "add"),
        title=english("The stake goes up"),
        words={
            "double": english("1 2 4 8"),
            "add": english("1 2 3 4"),
        },
        rare=True,
    )
    declined_raise: str = option(  # N11a
        "as-it-stood",
        ("as-it-stood", "first"),
        title=english("Who declines a raise pays"),
        words={
            "as-it-stood": english("the stake as it stood"),
            "first": english("the first stake: 1"),
        },
        rare=True,
    )
    call_ones: str = option(  # N12
        "gan",
        ("gan", "yagan"),
        title=english("The call of 1-1"),
        words={
            "gan": english("gan"),
            "yagan": english("yagan"),
        },
        rare=True,
    )


@dataclass(frozen=True, slots=True)
class ShortOptions(NardyOptions):
    """How short nardy is played at this table."""

    jacoby: bool = option(  # S12
        False,
        title=english("Jacoby: a mars counts only after a raise"),
        unless="match_length",
    )
    beaver: bool = option(  # S11
        False,
        title=english("Beaver: a raise may be raised at once"),
        unless="match_length",
    )
    auto_doubles: int = option(  # S10
        0,
        range(11),
        title=english("Equal opening dice that double the stake"),
        offered=(0, 1, 2, 3),
        unless="match_length",
    )
    hit_then_bear_off: str = option(  # S7
        "allowed",
        ("allowed", "forbidden", "forced"),
        title=english("Bearing off what has just hit at home"),
        words={
            "allowed": english("allowed"),
            "forbidden": english("forbidden"),
            "forced": english("only when nothing else can be played"),
        },
        rare=True,
    )
    pair: bool = option(  # S7a
        False,
        title=english("This also holds for the checker it made a pair with"),
        rare=True,
        when="hit_then_bear_off=forbidden|forced",
    )
    forced_by: str = option(  # S7b
        "number",
        ("number", "turn"),
        title=english("Nothing else can be played"),
        words={
            "number": english("with this number"),
            "turn": english("in the whole turn"),
        },
        rare=True,
        when="hit_then_bear_off=forced",
    )
    hit_and_hide: bool = option(  # S13
        True,
        title=english("What hits at home may go on to safety"),
        rare=True,
    )

    def __post_init__(self) -> None:
        single = [name for name in ("jacoby", "beaver", "auto_doubles") if getattr(self, name)]
        if self.match_length and single:
            raise InvalidError(
                Told(
                    "{single} with match_length = {match_length}: jacoby, beaver and"
                    " auto_doubles are for single games, a match uses Crawford instead; set"
                    " match_length = 0 or leave them out",
                    single=", ".join(single),
                    match_length=self.match_length,
                )
            )


@dataclass(frozen=True, slots=True)
class LongOptions(NardyOptions):
    """How long nardy is played at this table."""

    home_mars: int = option(  # L9, N10
        3, (3, 4), title=english("A home mars counts")
    )
    direction: str = option(  # L2a
        "counter-clockwise",
        ("counter-clockwise", "clockwise"),
        title=english("Both sides run"),
        words={
            "counter-clockwise": english("counter-clockwise"),
            "clockwise": english("clockwise"),
        },
        rare=True,
    )
    block_rule: str = option(  # L6
        "ahead",
        ("ahead", "none"),
        title=english("Six points in a row"),
        words={
            "ahead": english("only behind an opposing checker"),
            "none": english("always"),
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
        title=english("Times each number of a run is played"),
    )


AnyOptions = ShortOptions | LongOptions
