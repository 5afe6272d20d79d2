"""What Kakuzu says to people: what is drawn, lifted, given away and put back (Z2-Z11)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from controller.games.game import Cell
from controller.games.kakuzu.board import CELLS, names
from controller.games.kakuzu.objections import objection
from controller.games.kakuzu.position import STONE, Position
from controller.games.kakuzu.turns import LIFTS, Lift, Rest
from controller.games.parts import Sayings
from controller.games.told import Term, Told

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu

_SAID: Final = re.compile(r"(?P<word>name|gone)(?P<n>[1-9])")
_FOUND: Final = re.compile(r"(?P<cell>[a-i][1-9])(?P<sign>[+?-])")
_UNCOVERED: Final = re.compile(r"(?P<cell>[a-i][1-9])=(?P<n>[1-9])")
_RESTS: Final = {Rest.PASS.value: Told("the 0 ends the turn"), Rest.TIME.value: Told("time is up")}
_SHEET: Final = Told("Slide a sheet in unseen.")
_BACK: Final = Told("The numbers of this turn go back into the bag.")


class KakuzuSayings(Sayings[Position]):
    """Holes by their letters and numbers; the rest is what hands have to do beside the board."""

    def __init__(self, game: Kakuzu) -> None:
        super().__init__(game)
        self._kakuzu = game

    def turn(self, written: str) -> str:
        """A lift by its hole with its number, or hit or miss where nobody told that; the rest in
        words."""
        if said := _SAID.fullmatch(written):
            return _named(said["word"], int(said["n"]))
        if lift := _FOUND.fullmatch(written):
            return _lift(lift["cell"], lift["sign"])
        if open_ := _UNCOVERED.fullmatch(written):
            return Told("{cell}, beneath it {n}", cell=open_["cell"], n=int(open_["n"]))
        return _RESTS.get(written, written)

    def begins(self, position: Position) -> Sequence[str]:
        """Before a stone is taken, the sheet is put in (Z2)."""
        return (_SHEET,) if position.left == len(CELLS) else ()

    def choice(self, position: Position) -> str | None:
        """One stone of every square belongs to nobody (Z2)."""
        if not position.setting_up:
            return None
        whole = self._kakuzu.whole_squares(position)
        if position.left == len(CELLS):
            return Told("Take one stone from any square; it belongs to nobody.")
        return Told(
            "Take one stone from a square that is still whole; it belongs to nobody: {squares}.",
            squares=names(whole),
        )

    def asks(self, position: Position) -> Sequence[str]:
        """A number is named before anything is lifted, and three are the most (Z10)."""
        if not self._kakuzu.named or position.setting_up or position.over:
            return self.begins(position)
        if position.token is not None:
            return ()
        left = self._kakuzu.most_named - len(position.found)
        return (Told("Name a number first."), Told("Stones that may still be found: {n}.", n=left))

    def follows(self, before: Position, written: str, after: Position) -> Sequence[str]:
        """Who gets the stone, and which numbers go back or leave for good (Z4-Z10)."""
        if before.setting_up or after.over:
            return ()
        return (*self._ended(before, written, after), *self._gone(before, after))

    def _ended(self, before: Position, written: str, after: Position) -> Iterator[str]:
        if written == Rest.PASS.value:
            yield Told("A 0 was drawn: the turn ends.")
        elif written == Rest.TIME.value:
            yield Told("The time was up: the turn ends.")
        elif after.left == before.left:
            return  # a number was named, or told to be gone
        elif after.stones[before.mover] > before.stones[before.mover]:
            yield from self._hit(before, after)
            return
        else:
            left = self.game.sides[after.mover]
            yield Told("A miss: give the stone to the left, to {side}.", side=Term("side", left))
        yield from self._back(before, missed=written != Rest.PASS.value)
        if {*before.kept} - after.gone and not after.kept:  # Z5a
            yield Told("No other number was left to be drawn: all go back into the bag.")

    def _back(self, before: Position, *, missed: bool) -> Iterator[str]:
        """Which numbers go back into the bag: all of the turn, or the last alone (Z5, Z5a)."""
        if self._kakuzu.named:
            return
        if missed and self._kakuzu.keeps and before.token is None:
            return  # the time was up before one was drawn: what was found stays out
        if missed and self._kakuzu.keeps:
            yield Told(
                "Number {n} goes back into the bag; what was found stays out.", n=before.token
            )
        else:
            yield _BACK

    def _hit(self, before: Position, after: Position) -> Iterator[str]:
        yield Told("A hit: keep the stone.")
        if after.mover == before.mover:
            return
        if self._kakuzu.same:
            yield Told("It was the ninth {n}: the turn ends.", n=before.token)
        elif self._kakuzu.named:
            yield Told("It was the third: three are the most in a turn.")

    def _gone(self, before: Position, after: Position) -> Iterator[str]:
        """A number of which all nine lie open (Z7)."""
        for number in sorted(after.gone - before.gone):
            if self._kakuzu.named:
                yield Told("All nine {n}s lie open: nobody names {n} any more.", n=number)
            else:
                yield Told("All nine {n}s lie open: number {n} leaves the bag for good.", n=number)

    def refuses(self, position: Position, seen: Mapping[Cell, tuple[int, int]]) -> str | None:
        """A stone that may not be lifted yet, or more than one."""
        lifted = [
            hole
            for hole, cell in enumerate(CELLS)
            if position.holes[hole] == STONE and cell in seen and seen[cell][1] == 0
        ]
        if len(lifted) > 1:
            return Told("one stone at a time is lifted (Z3)")
        reasons = (
            objection(self._kakuzu, position, lift) for lift in self._lifts(position, lifted)
        )
        return next(filter(None, reasons), None)

    def _lifts(self, position: Position, holes: Sequence[int]) -> Iterator[Lift]:
        for hole in holes:
            yield from (LIFTS[hole][number] for number in self._kakuzu.uncoverable(position)[:1])


def _named(word: str, n: int) -> str:
    return Told("look for {n}", n=n) if word == "name" else Told("all nine {n}s lie open", n=n)


def _lift(cell: str, sign: str) -> str:
    if sign == "?":
        return cell
    return Told("{cell} (a hit)", cell=cell) if sign == "+" else Told("{cell} (a miss)", cell=cell)
