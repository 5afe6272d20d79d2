"""The board's dice, checked by anybody: the promised seed, and every roll drawn from it again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.chance import Chance, read_seed
from controller.games.game import Draw, InvalidError
from controller.record.facts import BrokenError
from controller.record.steps import BOARD, ENTERED, INFERRED, Promise, Rolled

#: Who says what was rolled, by the house rule `dice`.
_ROLLERS = {BOARD: (BOARD,), ENTERED: (ENTERED,), INFERRED: (ENTERED, INFERRED)}


class Fairness:
    """Collects the board's rolls of one game and checks them once the seed is shown."""

    def __init__(self, rules: AnyGame, house: Mapping[str, Any]) -> None:
        #: The house rule; None: it is not told (an imported game), and a promise tells it.
        self._dice = house.get("dice")
        if self._dice == BOARD and rules.drawn_by != BOARD:
            self._dice = ENTERED
        self._promise: Promise | None = None
        self._lost = False
        self._rolls: list[tuple[Rolled, Draw]] = []

    @property
    def board_rolls(self) -> bool:
        """Whether it is the board that rolls now."""
        return self._promise is not None and not self._lost

    def promised(self, promise: Promise) -> None:
        """The commitment, or the seed: with it all rolls since the commitment are drawn again."""
        if promise.seed is not None:
            chance = _kept(promise, promise.seed)
            for roll, draw in self._rolls:
                _check(chance, roll, draw)
        elif self._rolls:
            raise BrokenError("the seed of the board's rolls before was promised and never shown")
        self._promise, self._rolls, self._lost = promise, [], False

    def lost(self, commitment: str) -> None:
        """People roll from now on, unless the seed is found again."""
        if self._promise is None or self._promise.commitment != commitment:
            raise BrokenError("a seed is lost that was not promised")
        self._lost = True

    def rolled(self, roll: Rolled, draw: Draw) -> None:
        """One more roll; only those of the board can be drawn again."""
        self._check_roller(roll.by)
        if roll.by != BOARD:
            return
        if not self._promise:
            raise BrokenError("the board rolled without having promised a seed before the game")
        if self._promise.seed is not None:
            raise BrokenError("the board rolled after it had shown its seed, and promised no other")
        self._rolls.append((roll, draw))

    def _check_roller(self, by: str) -> None:
        """Whether it can have been rolled so, as the house has it."""
        if by not in _ROLLERS:
            raise BrokenError(f"it was rolled by {by!r}; {', '.join(_ROLLERS)} are known")
        dice = self._dice or (BOARD if self._promise else None)
        if dice is None or by in _ROLLERS.get(dice, ()) or (self._lost and by == ENTERED):
            return
        if dice == BOARD:
            raise BrokenError(f"the roll was {by}, but it is the board that rolls at this table")
        raise BrokenError(f"the roll is said to be by {by!r}, but at this table dice are {dice}")


def _kept(promise: Promise, seed: str) -> Chance:
    try:
        chance = read_seed(seed)
    except InvalidError as error:
        raise BrokenError(str(error)) from error
    if chance.commitment != promise.commitment:
        raise BrokenError(
            f"the seed shown has the commitment {chance.commitment}, but"
            f" {promise.commitment!r} was promised before the game"
        )
    return chance


def _check(chance: Chance, roll: Rolled, draw: Draw) -> None:
    drawn = chance.pick(roll.number, draw.choices, draw.count)
    same = drawn == roll.dice if roll.side is None else sorted(drawn) == sorted(roll.dice)
    if not same:
        raise BrokenError(
            f"roll {roll.number} is {_and(roll.dice)} in the record, but the promised seed gives"
            f" {_and(drawn)}: the roll was changed",
            seq=roll.seq,
            kind="dice.rolled",
        )


def _and(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))
