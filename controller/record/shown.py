"""What lay hidden beneath a game, as its record shows it once the game is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.games.told import Told, told_by
from controller.play.line import Line
from controller.play.secrecy import agreeing
from controller.play.steps import Hidden
from controller.record.errors import RecordDamagedError, RecordError


class Shown:
    """A secret that is none any more (a `controller.table.secret.Secret`)."""

    def __init__(self, rules: AnyGame, hidden: Hidden) -> None:
        self.seal = hidden.seal
        self._shown = dict(hidden.shown or {})
        self._agrees = agreeing(rules, hidden)

    def narrow(self, turns: Sequence[Any]) -> Sequence[Any]:
        """The turns that uncover what lay there."""
        return [turn for turn in turns if self._agrees(turn)]

    def reveal(self) -> dict[str, Any]:
        """What the record shows."""
        return dict(self._shown)

    def memory(self) -> dict[str, Any]:
        """The same: nothing has to be locked away any more."""
        return self.reveal()


def shown_in(line: Line, rules: AnyGame) -> Shown | None:
    """What lay hidden in this game; None: nothing did. `RecordError` while it is still secret."""
    if line.hidden is None:
        return None
    if line.hidden.shown is None:
        raise RecordError(
            Told(
                "game {number}: what lies beneath the board is secret until the game is"
                " over; its readings can be followed again then",
                number=line.number,
            )
        )
    try:
        return Shown(rules, line.hidden)
    except InvalidError as error:
        raise RecordDamagedError(
            Told("game {number}: {reason}", number=line.number, reason=told_by(error))
        ) from error
