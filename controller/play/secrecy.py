"""What lay hidden beneath the board, checked by anybody: the seal, and every turn against it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.play.facts import BrokenError
from controller.play.line import Line
from controller.play.moments import Moment
from controller.play.steps import Hidden, Ply


def agreeing(rules: AnyGame, hidden: Hidden) -> Callable[[Any], bool]:
    """Whether a turn agrees with what lay there; `InvalidError` where that was not sealed so."""
    if rules.hidden is None:
        raise InvalidError(f"nothing lies hidden in {rules.name}")
    return rules.hidden.unsealed(hidden.seal, hidden.shown or {})


def check_secret(line: Line, hidden: Hidden) -> None:
    """With what the seal was made from, every turn is looked at again, also those taken back."""
    assert line.beginning is not None
    if hidden.shown is None:
        return
    try:
        agrees = agreeing(line.beginning.rules, hidden)
    except InvalidError as error:
        raise BrokenError(str(error)) from error
    for ply, moment in _turns(line):
        if moment.turn is not None and not agrees(moment.turn):
            raise BrokenError(
                f"{ply.turn} is in the record, but the sheet shown at the end has another"
                " number there: the turn was changed",
                seq=ply.seq,
                kind="turn.made",
            )


def _turns(line: Line) -> list[tuple[Ply, Moment]]:
    """Every version of every turn, as they were made."""
    moments = (*line.dropped, *line.moments)
    plies = [(each.step, each) for each in moments if isinstance(each.step, Ply)]
    return sorted(plies, key=lambda pair: pair[0].seq)
