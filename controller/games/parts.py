"""What some games bring beside their rules, each part reached from the game and None where a game
has none: `game.chance`, `game.talk`, `game.stakes`, `game.hidden`, `game.drawing`, `game.handling`.
Every game has `game.sayings`.

Nobody outside a game's folder asks which game it is: who draws, simulates or scores asks the part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from controller.games.acts import Word
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.drawing.svg import Markup
    from controller.games.game import Cell, Draw, Game

P = TypeVar("P")

_SEATS = Told("swap the seats")


class Sayings(Generic[P]):
    """What a game has to say to people beside whose turn it is.

    Whatever is more than a name on the wood is a `Told`, a `Term` or `Pieces` of those
    (`controller.games.told`), so that every language can say it.
    """

    def __init__(self, game: Game[P, Any]) -> None:
        self.game = game

    def places(self, side: int) -> Mapping[Cell, str]:
        """What people call each cell while this side moves, in the order in which it travels."""
        return {cell: cell for cell in self.game.cells}

    def aloud(self, side: int) -> Mapping[Cell, str]:
        """The same as it is said to somebody who sees no rim, in the same order."""
        return self.places(side)

    def turn(self, written: str) -> str:
        """A turn of the notation as people read it."""
        return _SEATS if written == self.game.swap_turn else written

    def renumbered(self, told: str, side: int, numbers: int) -> str:
        """A turn of this side, or a clause about it, by the numbers of another side (the house rule
        `numbers`)."""
        return told

    def choice(self, position: P) -> str | None:
        """What may be taken now, where that is said better than by a list of cells."""
        return None

    def asks(self, position: P) -> Sequence[str]:
        """What the mover has to know or do before taking anything, a sentence each."""
        return ()

    def begins(self, position: P) -> Sequence[str]:
        """What is to be done before the first turn, beside laying the pieces out."""
        return ()

    def follows(self, before: P, written: str, after: P) -> Sequence[str]:
        """What follows from a turn and nobody sees on the board, a sentence each."""
        return ()

    def refuses(self, position: P, seen: Mapping[Cell, tuple[int, int]]) -> str | None:
        """The rule that was broken by who left so many pieces in each cell (from, to), in one
        clause; None: it is not plain which."""
        return None


class Drawing(ABC, Generic[P]):
    """How a game is shown in reports and archives, in the words of its own notation."""

    #: What the chart of a game shows of each side: a key of the report's words.
    measured: str = "lead"
    #: Whether players work that out themselves, so that nobody tells it while a tournament game is
    #: under way, and every picture has it beside it afterwards.
    counted: bool = False

    def __init__(self, game: Game[P, Any]) -> None:
        self.game = game

    @abstractmethod
    def picture(self, position: P, before: P | None, name: str) -> Markup:
        """The board; what changed since the position `before` is marked."""

    def definition(self) -> Markup | None:
        """What its pictures refer to; it stands once on a page."""
        return None

    def measure(self, position: P, side: int) -> float:
        """What the chart shows of a side in this position: what it has scored."""
        return float(self.game.outcome(position).scores[side])

    def told(self, turn: str, before: P, after: P) -> str:
        """A turn as the report lists it: its notation, or a key of the report's words."""
        return "pass" if turn == self.game.pass_turn else turn

    def cells(self, position: P) -> dict[Cell, int]:
        """What stands where."""
        return dict(zip(self.game.cells, self.game.contents(position), strict=True))

    def moved(self, before: P | None, position: P) -> dict[Cell, int]:
        """How the cells changed from one position to the next."""
        if before is None:
            return {}
        old, new = self.cells(before), self.cells(position)
        return {cell: new[cell] - old[cell] for cell in new if new[cell] != old[cell]}


class Handling(Generic[P]):
    """How people carry out the turns of a game, for whoever simulates them."""

    #: How often each decision is said where it may be, and how likely an answer is against others.
    says: ClassVar[Mapping[str, float]] = MappingProxyType({})
    #: Whether pieces are now and then slid over what lies between, and stacks straightened.
    slides: bool = False

    def sign(self, position: P) -> int:
        """The sign that the mover's pieces have in `contents`."""
        return 1

    def room(self, position: P, cells: Sequence[Cell]) -> list[Cell]:
        """Those of the cells on which a piece of the mover's could be put by mistake."""
        return [*cells]

    def between(self, position: P, origin: Cell, target: Cell) -> Sequence[Cell]:
        """The cells over which a piece is slid from one to another."""
        return ()

    def mistake(self, position: P, turns: Sequence[Any], rng: Random) -> list[tuple[Cell, int]]:
        """What somebody does who forgets the rules: pieces put into a cell, or (below 0) taken
        from it, in order. Nothing: no such mistake is made here."""
        return []


class ByChance(ABC, Generic[P]):
    """Dice or tokens: what chance brings before a turn can be made."""

    #: Who brings it, as the game's own options have it: "board" or "hand".
    drawn_by: str = "board"
    #: True where the play tells what was rolled, well enough to leave the dice unsaid.
    shows_dice: bool = False

    @abstractmethod
    def draws(self, position: P) -> Draw | None:
        """What chance must bring before the game goes on; None: nothing."""

    @abstractmethod
    def draw(self, position: P, values: Sequence[int]) -> P:
        """The position after chance has brought these values, an opening roll and all."""

    @abstractmethod
    def needs_roll(self, position: P) -> bool:
        """Whether dice must be rolled before there are turns in this position."""

    @abstractmethod
    def roll(self, position: P, dice: Sequence[int]) -> P:
        """The position with these dice rolled; where no roll is needed, no dice leave it as it
        is."""

    def dice_in(self, position: P) -> tuple[int, ...]:
        """The dice that lie there to be played; none where they are still to be rolled."""
        return ()

    def call_roll(self, dice: Sequence[int]) -> dict[str, str]:
        """How players call a roll, in each language; nothing where a game has no calls."""
        return {}


class Talk(ABC, Generic[P]):
    """What may be said instead of moving: a raise, its answer, a resignation, an agreement."""

    #: Every word of the game.
    words: ClassVar[Mapping[str, Word]]

    @abstractmethod
    def now(self, position: P) -> Sequence[str]:
        """The words that may be said in this position; of answers the one that agrees first."""

    @abstractmethod
    def say(self, position: P, word: str, side: int) -> P:
        """The position after a side has said a word that may be said now, and is its own to say."""

    def asked(self, position: P) -> int | None:
        """Whose answer is awaited; None: nobody's."""
        return None

    def why_not(self, position: P, word: str) -> str:
        """Why a word of the game cannot be said now, and what can."""
        return f"{word!r} cannot be said now; {', '.join(self.now(position)) or 'nothing'} can"


class Stakes(ABC, Generic[P]):
    """Matches and what a game in them is worth."""

    #: What a win of the second and of the third level is called: keys of the report's words.
    levels: tuple[str, str]

    @abstractmethod
    def begin(self, match: Mapping[str, Any]) -> P:
        """The position in which a game of a match begins."""

    @abstractmethod
    def match_in(self, position: P) -> Mapping[str, Any]:
        """The match that a position stands in: its `length`, the `score` and whether it is the
        `crawford` game."""

    @abstractmethod
    def following(self, position: P, match: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """How the game after this finished one begins; None: the match is over."""

    @abstractmethod
    def options_in(self, position: P) -> Mapping[str, Any]:
        """The options that the position itself settles otherwise than these rules do."""

    @abstractmethod
    def flagged(self, position: P, side: int, *, match: bool = False) -> P:
        """The position after this side's time ran out, with what the other side wins by that: the
        whole `match`, or this game."""

    @abstractmethod
    def ruled(self, position: P, what: str, value: Any) -> P:
        """The position after a director has set the `position`, the `dice`, the `score` or the
        `cube`; `RulesError` where that cannot be."""

    @abstractmethod
    def crawford_comes(self, length: int, before: Sequence[int], score: Sequence[int]) -> bool:
        """Whether the game that begins at this score is the Crawford game; `before`: the score
        before the last game."""


class Hidden(ABC, Generic[P]):
    """What lies hidden beneath the board and decides between turns that look alike."""

    @property
    @abstractmethod
    def sealed(self) -> bool:
        """Whether the board knows what lies there, and seals it before the game."""

    @abstractmethod
    def open_in(self, position: P) -> Mapping[int, int]:
        """What everybody can see of it in this position."""

    @abstractmethod
    def agrees(self, secret: Any, position: P, turn: Any) -> bool:
        """Whether a turn can be played in this position where this is what lies there."""

    @abstractmethod
    def unsealed(self, seal: str, shown: Mapping[str, Any]) -> Callable[[Any], bool]:
        """Whether a turn agrees with what lay there, now that it is shown; `InvalidError` where
        that is not what the seal was made from."""

    def named_aloud(self, turn: Any) -> bool:
        """Whether this turn is made by saying it, as a matter of course."""
        return False
