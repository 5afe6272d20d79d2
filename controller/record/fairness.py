"""The board's dice, checked by anybody: the promised seed, and every roll drawn from it again."""

from __future__ import annotations

from controller.games.chance import Chance, read_seed
from controller.games.game import Draw, InvalidError
from controller.record.facts import BrokenError
from controller.record.steps import BOARD, Promise, Rolled


class Fairness:
    """Collects the board's rolls of one game and checks them once the seed is shown."""

    def __init__(self) -> None:
        self._promise: Promise | None = None
        self._chance: Chance | None = None
        self._rolls: list[tuple[Rolled, Draw]] = []

    def promised(self, promise: Promise) -> None:
        """The commitment, or the seed: with it all rolls so far are drawn again."""
        if promise.seed is not None:
            self._chance = _kept(promise, promise.seed)
            for roll, draw in self._rolls:
                _check(self._chance, roll, draw)
        self._promise = promise

    def rolled(self, roll: Rolled, draw: Draw) -> None:
        """One more roll; only those of the board can be drawn again."""
        if roll.by != BOARD:
            return
        if not self._promise:
            raise BrokenError("the board rolled without having promised a seed before the game")
        if self._chance:
            _check(self._chance, roll, draw)
        self._rolls.append((roll, draw))


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
