"""Why a turn is against the rules: one reason, with the rule's number, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.games.kakuzu.board import CELLS, NUMBERS, SQUARE, names
from controller.games.kakuzu.position import STONE, Position
from controller.games.kakuzu.turns import Gone, Lift, Name, Rest, Turn
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.kakuzu.game import Kakuzu


def objection(game: Kakuzu, position: Position, turn: Turn) -> str | None:
    """What speaks against this turn; None where it is legal."""
    if position.over:
        return Told("the game is over (Z8)")
    if isinstance(turn, Lift):
        return _to_lift(game, position, turn)
    return _to_saying(game, position, turn)


def _to_saying(game: Kakuzu, position: Position, turn: Name | Gone | Rest) -> str | None:
    if position.setting_up:
        return Told("stones are still to be taken, one from every square (Z2)")
    if isinstance(turn, Rest):
        return _to_rest(game, position, turn)
    if position.token == 0:
        return Told("a 0 was drawn, so the turn passes (Z6)")
    if isinstance(turn, Name):
        return _to_name(game, position, turn)
    return _to_gone(game, position, turn)


def _to_rest(game: Kakuzu, position: Position, turn: Rest) -> str | None:
    if turn is Rest.PASS:
        return None if position.token == 0 else Told("only a drawn 0 ends a turn unplayed (Z6)")
    if position.token == 0:
        return Told("a 0 was drawn, so the turn passes anyway (Z6)")
    return None if game.timed else Told("turns have no time limit at this table (Z11)")


def _to_lift(game: Kakuzu, position: Position, lift: Lift) -> str | None:
    if not 0 <= lift.hole < len(CELLS):
        return Told("there is no hole {hole}", hole=lift.hole)
    if position.holes[lift.hole] != STONE:
        return Told("the stone of {cell} is gone", cell=CELLS[lift.hole])
    reason = _to_taking(game, position, lift) if position.setting_up else _to_search(game, position)
    if reason or lift.number in game.uncoverable(position):
        return reason
    return _to_number(game, lift.number)


def _to_taking(game: Kakuzu, position: Position, lift: Lift) -> str | None:
    whole = game.whole_squares(position)
    if SQUARE[lift.hole] in whole:
        return None
    given = names((SQUARE[lift.hole],))
    return Told(
        "square {given} has given its stone; still whole: {squares} (Z2)",
        given=given,
        squares=names(whole),
    )


def _to_search(game: Kakuzu, position: Position) -> str | None:
    if position.token == 0:
        return Told("a 0 was drawn, so nothing is lifted (Z6)")
    if position.token is None:
        return (
            Told("no number is named yet (Z10)")
            if game.named
            else Told("no number is drawn yet (Z3)")
        )
    return None


def _to_number(game: Kakuzu, number: int) -> str:
    if number not in NUMBERS:
        return Told("which number it uncovers must be said, 1 to 9")
    if game.sheet_known:
        return Told("all nine {n}s lie open elsewhere (Z7)", n=number)
    return Told("the sheet is unknown: only hit (+) or miss (-) is told")


def _to_name(game: Kakuzu, position: Position, turn: Name) -> str | None:
    if not game.named:
        return Told("numbers are drawn here, not named (Z3)")
    if position.token is not None:
        return Told("{n} is named already: lift a stone (Z10)", n=position.token)
    if turn.number not in NUMBERS or turn.number in position.gone:
        left = tuple(n for n in NUMBERS if n not in position.gone)
        return Told(
            "{n} cannot be found any more; there are: {left} (Z7)", n=turn.number, left=left
        )
    return None


def _to_gone(game: Kakuzu, position: Position, turn: Gone) -> str | None:
    if turn.number in NUMBERS and game.may_be_gone(position, turn.number):
        return None
    if game.sheet_known:
        return Told("the board counts the open numbers itself (Z7)")
    return Told("not all nine {n}s can lie open (Z7)", n=turn.number)
