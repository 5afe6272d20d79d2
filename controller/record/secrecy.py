"""What lay hidden beneath the board, checked by anybody: the seal, and every turn against it."""

from __future__ import annotations

from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.record.facts import BrokenError
from controller.record.steps import Hidden, Ply


class Secrecy:
    """Collects the turns of one game and checks them once what lay hidden is shown."""

    def __init__(self) -> None:
        self._sealed = False
        self._turns: list[tuple[Ply, Any]] = []

    def turn(self, ply: Ply, turn: Any) -> None:
        """One more turn; only over something sealed can it be false."""
        if self._sealed and turn is not None:
            self._turns.append((ply, turn))

    def hidden(self, rules: AnyGame, hidden: Hidden) -> None:
        """The seal, or what it was made from: with it all turns are looked at again."""
        self._sealed = True
        if hidden.shown is None:
            return
        try:
            agrees = rules.unsealed(hidden.seal, hidden.shown)
        except InvalidError as error:
            raise BrokenError(str(error)) from error
        for ply, turn in self._turns:
            if not agrees(turn):
                raise BrokenError(
                    f"{ply.turn} is in the record, but the sheet shown at the end has another"
                    " number there: the turn was changed",
                    seq=ply.seq,
                    kind="turn.made",
                )
