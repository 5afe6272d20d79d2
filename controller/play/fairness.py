"""The board's dice, checked by anybody: the promised seed, and every roll drawn from it again."""

from __future__ import annotations

from controller.games.chance import Chance, read_seed
from controller.games.game import Draw, InvalidError
from controller.play.facts import BrokenError
from controller.play.line import Line
from controller.play.steps import BOARD, ENTERED, INFERRED, Promise, Rolled

#: Who says what was rolled, by the house rule `dice`.
_ROLLERS = {BOARD: (BOARD,), ENTERED: (ENTERED,), INFERRED: (ENTERED, INFERRED)}


def board_rolls(line: Line) -> bool:
    """Whether it is the board that rolls now."""
    return line.promise is not None and not line.seed_lost


def check_promise(line: Line) -> None:
    """A new promise may be given once the one before is kept."""
    if line.promise and line.promise.seed is None and _rolls(line):
        raise BrokenError("the seed of the board's rolls before was promised and never shown")


def check_kept(line: Line, promise: Promise) -> None:
    """With the seed all rolls since the promise are drawn again."""
    chance = _kept(promise, promise.seed or "")
    if promise.bound:
        chance = chance.mixed(promise.bound)
    for roll, draw in _rolls(line):
        _check(chance, roll, draw)


def check_lost(line: Line, commitment: str) -> None:
    """People roll from now on, unless the seed is found again."""
    if line.promise is None or line.promise.commitment != commitment:
        raise BrokenError("a seed is lost that was not promised")


def check_roller(line: Line, by: str) -> None:
    """Whether it can have been rolled so, as the house has it."""
    if by not in _ROLLERS:
        raise BrokenError(f"it was rolled by {by!r}; {', '.join(_ROLLERS)} are known")
    dice, excused = _house_dice(line), line.seed_lost and by == ENTERED
    if dice is not None and by not in _ROLLERS.get(dice, ()) and not excused:
        raise _not_so(dice, by)
    if by != BOARD:
        return
    if not line.promise:
        raise BrokenError("the board rolled without having promised a seed before the game")
    if line.promise.parts and not line.promise.bound:
        raise BrokenError("the board rolled without what the players had added to its dice")
    if line.promise.seed is not None:
        raise BrokenError("the board rolled after it had shown its seed, and promised no other")


def _not_so(dice: str, by: str) -> BrokenError:
    if dice == BOARD:
        return BrokenError(f"the roll was {by}, but it is the board that rolls at this table")
    return BrokenError(f"the roll is said to be by {by!r}, but at this table dice are {dice}")


def _house_dice(line: Line) -> str | None:
    """The house rule; None: it is not told (an imported game), and no promise tells it."""
    assert line.beginning is not None
    dice: str | None = line.opening.house.get("dice")
    chance = line.beginning.rules.chance
    if dice == BOARD and chance is not None and chance.drawn_by != BOARD:
        return ENTERED
    return dice or (BOARD if line.promise else None)


def _rolls(line: Line) -> list[tuple[Rolled, Draw]]:
    """What the board rolled since it last promised its dice, and what each roll was for: void
    rolls and those taken back were drawn too."""
    since = line.promised[0].seq
    moments = ((each, each.step) for each in (*line.dropped, *line.moments))
    found = [
        (step, draw)
        for moment, step in moments
        if isinstance(step, Rolled) and step.by == BOARD and step.seq > since
        if (draw := moment.rules.acts(moment.before).draw)
    ]
    return sorted(found, key=lambda pair: pair[0].seq)


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
