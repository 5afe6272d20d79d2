"""What nardy says to people: points by the mover's own numbers, and what a roll brings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from controller.games.game import Cell
from controller.games.nardy import stakes as worth
from controller.games.nardy.board import POINTS
from controller.games.nardy.notation import PASS
from controller.games.nardy.objections import Tried, objection, seen_as
from controller.games.nardy.position import Position, State
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import BAR, OFF, Variant
from controller.games.parts import Sayings
from controller.games.told import Pieces, Term, Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

_BARS: Final = (Told("White's bar"), Told("Black's bar"))
_TRAYS: Final = (Told("White's tray"), Told("Black's tray"))
_PASSED: Final = Told("pass")
_WORD: Final = re.compile(r"\b(bar|off|White|Black|pass)\b")
#: Numbers of a turn that could not be played (G2): ` +5,6,6`; rolls that it may have been, after
#: whose they were in an opening: `Black 41|32:`
_UNPLAYED: Final = re.compile(r" \+[\d,]+$")
_DICE: Final = re.compile(r"(\b(?:White|Black) )?\b((?:\d\d\|)*\d\d): ")
#: A point in a play: not how often it is played, and not what was left.
_POINT: Final = re.compile(r"(?<=/)\d+|\d+(?=/)")
_TERMS: Final = {
    "bar": Term("notation", "bar"),
    "off": Term("notation", "off"),
    "White": Term("side", "White"),
    "Black": Term("side", "Black"),
    PASS: _PASSED,
}


@cache
def _places(variant: Variant, side: int) -> Mapping[Cell, str]:
    """Every cell as this side calls it, from its bar down to its tray (S1, L2)."""
    cells = Cells(variant)
    names = {cells.name(side, point): str(point) for point in POINTS}
    for whose in (side, 1 - side):
        names[cells.name(whose, BAR)] = _BARS[whose]
        names[cells.name(whose, OFF)] = _TRAYS[whose]
    own = cells.name(side, BAR)
    return {cell: name for cell, name in {own: names[own], **names}.items() if cell in cells.all}


@cache
def _aloud(variant: Variant, side: int) -> Mapping[Cell, str]:
    return {
        cell: name if isinstance(name, Told) else Told("point {n}", n=int(name))
        for cell, name in _places(variant, side).items()
    }


class NardySayings(Sayings[Position]):
    """Each side counts the points to its own home (S1, L2)."""

    def __init__(self, game: Nardy) -> None:
        super().__init__(game)
        self._nardy = game

    def places(self, side: int) -> Mapping[Cell, str]:
        """In the order in which the side's checkers come to them."""
        return _places(self._nardy.variant, side)

    def aloud(self, side: int) -> Mapping[Cell, str]:
        """Points are called so: a number alone could be a count or a die."""
        return _aloud(self._nardy.variant, side)

    def turn(self, written: str) -> str:
        """With the words for bar and off, and for whose dice they were; a pass is one (N6). What
        was left unplayed the next sentence tells."""
        if written == PASS:
            return _PASSED
        parts = _WORD.split(_DICE.sub(_in_brackets, _UNPLAYED.sub("", written)))
        if len(parts) == 1:
            return parts[0]
        return Pieces(_TERMS.get(part, part) for part in parts)

    def renumbered(self, told: str, side: int, numbers: int) -> str:
        """Every point as the other side counts it (S1, L2)."""
        if side == numbers:
            return told
        variant = self._nardy.variant
        if isinstance(told, Told):
            facts = {
                name: variant.across(fact) if type(fact) is int else fact
                for name, fact in told.facts.items()
            }
            return Told(told.form, **facts)
        return _POINT.sub(lambda point: str(variant.across(int(point[0]))), told)

    def asks(self, position: Position) -> Sequence[str]:
        """What a double brings, what passed over, and a stake that equal dice have doubled."""
        return tuple(self._asks(position))

    def _asks(self, position: Position) -> Iterator[str]:
        stakes, dice = position.stakes, position.dice
        if stakes.state is State.OPENING and stakes.cube > 1:
            yield Told("Equal dice have doubled the stake: {cube}.", cube=stakes.cube)  # S10
        if position.passed:
            yield Told("What of them cannot be played either is lost.")  # G6
        elif dice and dice[0] == dice[1]:
            numbers = self._nardy.numbers(position)
            if numbers[0] == numbers[-1]:
                yield Told("A double is played {n} times.", n=len(numbers))  # N5
            else:
                yield Told("The double runs upward: {numbers}.", numbers=_row(numbers))  # G4

    def follows(self, before: Position, written: str, after: Position) -> Sequence[str]:
        """Numbers that are lost, and who rolls again (N6, L8, G3, G6)."""
        if worth.played_out(after.board) is not None:
            return ()
        return _follows(self._nardy, before, written, after)

    def refuses(self, position: Position, seen: Mapping[Cell, tuple[int, int]]) -> str | None:
        """From where checkers were taken and where they were put."""
        return _refuses(self._nardy, position, tuple(seen.items()))


@lru_cache(maxsize=8)
def _follows(game: Nardy, before: Position, written: str, after: Position) -> tuple[str, ...]:
    left = game.unplayed(before, game.read_turn(before, written))
    lost = before.passed or not game.variant.passes_over
    if left and lost and (written != PASS or before.passed):
        return (Told("What could not be played is lost: {numbers}.", numbers=_row(left)),)
    if game.variant.rolls_again and not before.passed and after.mover == before.mover:
        return (Told("All four of the double are played: the same side rolls again."),)
    return ()


@lru_cache(maxsize=8)
def _refuses(
    game: Nardy, position: Position, seen: tuple[tuple[Cell, tuple[int, int]], ...]
) -> str | None:
    tried = seen_as(Cells(game.variant), game, position, dict(seen))
    return objection(game, position, tried) if isinstance(tried, Tried) else tried


def _in_brackets(dice: re.Match[str]) -> str:
    """The rolls that a turn may have been, and whose."""
    side, rolls = dice.groups(default="")
    told = ", ".join("-".join(each) for each in rolls.split("|"))
    return f"({side.strip()}: {told}) " if side else f"({told}) "


def _row(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))
