"""What can happen in a game: a turn is made, chance brings something, somebody says a word, a
director rules, a turn against the rules is let stand.

`game.acts(position)` tells what may happen now, and `game.apply(position, act)` what it leads to. A
turn is whatever value the game makes of it; the other acts are the values below, the same for
every game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.games.game import Draw, Game


@dataclass(frozen=True, slots=True)
class Drawn:
    """Chance brought these values: dice, an opening roll, a token."""

    values: Sequence[int]


@dataclass(frozen=True, slots=True)
class Said:
    """This word was said by this side (None: by who would be expected to)."""

    word: str
    side: int | None = None


@dataclass(frozen=True, slots=True)
class Ruling:
    """A director has set the `position` (a text), and where a game has them the `dice` (a list;
    empty: void), the `score` (a list), the `cube` (what it shows, and whose it is)."""

    what: str
    value: Any


@dataclass(frozen=True, slots=True)
class Stray:
    """A turn against the rules was let stand; its position, as text, is all that is known of it."""

    position: str


class Who(Enum):
    """Whose word something is."""

    MOVER = "mover"
    ASKED = "asked"
    ANYBODY = "anybody"


@dataclass(frozen=True, slots=True)
class Word:
    """What a game says of one of its words: whose it is, and how it is told in each language.

    A word of who is `ASKED` answers what was offered. Without `text` and `asked` (the sentence for
    who may answer with it, `{who}` being the name) Lunka's own words are taken.
    """

    by: Who = Who.MOVER
    resigns: bool = False
    text: Mapping[str, str] = field(default_factory=dict)
    asked: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Saying:
    """A word that may be said now, and by which sides, first who would be expected to."""

    word: str
    sides: tuple[int, ...]
    answers: bool
    resigns: bool


class Acts:
    """What may happen in a position, worked out as far as somebody asks."""

    def __init__(self, game: Game[Any, Any], position: Any) -> None:
        self._game = game
        self._position = position

    @cached_property
    def draw(self) -> Draw | None:
        """What chance must bring before the game goes on; None: nothing."""
        return self._game.chance.draws(self._position) if self._game.chance else None

    @cached_property
    def words(self) -> tuple[Saying, ...]:
        """What may be said instead of moving. Of several answers the first agrees."""
        talk = self._game.talk
        return tuple(map(self._saying, talk.now(self._position))) if talk else ()

    def _saying(self, word: str) -> Saying:
        talk, mover = self._game.talk, self._game.mover(self._position)
        assert talk is not None
        kind, asked = talk.words[word], talk.asked(self._position)
        sides: tuple[int, ...] = (asked if kind.by is Who.ASKED and asked is not None else mover,)
        if kind.by is Who.ANYBODY:
            sides += tuple(side for side in range(len(self._game.sides)) if side != mover)
        return Saying(word, sides, kind.by is Who.ASKED, kind.resigns)

    def saying(self, word: str) -> Saying | None:
        """This word, if it may be said now."""
        return next((each for each in self.words if each.word == word), None)

    @cached_property
    def answer(self) -> Saying | None:
        """What would agree to what was offered; None: no answer is awaited."""
        return next((each for each in self.words if each.answers), None)
