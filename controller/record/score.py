"""A match as a file of another program tells it, before any rule is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from controller.games.game import InvalidError, RulesError
from controller.games.nardy.board import Board
from controller.games.nardy.options import ShortOptions
from controller.games.options import read_options
from controller.games.told import Told, told_by
from controller.record.checker_moves import Hop
from controller.record.dates import read_date

#: A date as each form of it is written, for whoever wrote another.
_LIKE = {"%Y.%m.%d": "2026.05.31", "%Y-%m-%d": "2026-05-31"}
#: What the files of some programs do not say, so that whoever imports one may.
TOLD_BESIDES = ("crawford", "jacoby", "hit_then_bear_off", "pair", "forced_by", "hit_and_hide")
NOTHING_BESIDES: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Word:
    """One thing that a file says, with its place in words for whoever must find it.

    `kind` is play, roll (nothing was played with it), illegal, double, take, drop, beaver, wins or
    time. A play without `hops` is a pass, a forced play left out, or a roll that was not played.
    """

    side: int
    kind: str
    where: str
    dice: tuple[int, int] = (0, 0)
    hops: tuple[Hop, ...] = ()
    board: Board = b""
    points: int = 0


@dataclass(slots=True)
class Setup:
    """What a game was set up as by hand; an empty board stands for the ordinary one."""

    mover: int = 0
    board: Board = b""
    cube: int = 1
    owner: int | None = None


@dataclass(slots=True)
class ScoredGame:
    """One game of a file: the score before it, and what was said in order.

    `crawford` is told by the score where the file says nothing.
    """

    where: str
    score: tuple[int, int]
    words: list[Word] = field(default_factory=list)
    auto_doubles: int = 0
    setup: Setup | None = None
    crawford: bool | None = None


@dataclass(slots=True)
class Score:
    """A whole file: the match, who plays it, and its games."""

    length: int
    names: tuple[str, str]
    crawford: bool = True
    jacoby: bool = False
    beaver: bool = False
    at: float | None = None
    games: list[ScoredGame] = field(default_factory=list)
    #: What was told besides the file, by the names of `TOLD_BESIDES`.
    given: dict[str, Any] = field(default_factory=dict)
    #: What the file tells and is kept otherwise, or not at all, in words.
    remarks: list[str] = field(default_factory=list)

    def dated(self, text: str, form: str) -> None:
        """When it was played; a date that cannot be kept is remarked on."""
        self.at = read_date(text, form)
        if text and self.at is None:
            self.remarks.append(
                f"the date {text[:40]!r} is not kept, which one like {_LIKE[form]} of the years 5"
                " to 9987 would be; the games bear the time of their import"
            )

    def tell(self, given: Mapping[str, object]) -> None:
        """What the file does not say; `InvalidError` where it is nobody's to say."""
        own = ", ".join(key for key in given if key not in TOLD_BESIDES)
        if own:
            may = ", ".join(TOLD_BESIDES)
            raise InvalidError(
                Told(
                    "{own}: the file tells that itself; {may} can be set besides", own=own, may=may
                )
            )
        options = read_options(ShortOptions, {**given, "match_length": self.length})
        self.given = {key: getattr(options, key) for key in given}
        self.crawford = self.given.get("crawford", self.crawford)
        self.jacoby = self.given.get("jacoby", self.jacoby)


@contextmanager
def at_place(where: str) -> Iterator[None]:
    """What is complained about inside, told with its place."""
    try:
        yield
    except RulesError as error:
        told = Told("{where}: {reason}", where=where, reason=told_by(error))
        raise type(error)(told) from error
