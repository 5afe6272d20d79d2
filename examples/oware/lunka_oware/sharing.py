"""What is said instead of moving: to share what is left (W8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from controller.games import parts
from controller.games.acts import Who, Word
from lunka_oware.position import Position, Talk

if TYPE_CHECKING:
    from lunka_oware.game import Oware


class Sharing(parts.Talk[Position]):
    """One offers to end the game, the other answers; a move instead of an answer takes it back."""

    words: ClassVar[Mapping[str, Word]] = {
        "split": Word(
            text={"en": "Offer to share what is left", "ru": "Предложить разделить остаток"}
        ),
        "accept": Word(
            Who.ASKED,
            text={"en": "Share it", "ru": "Разделить"},
            asked={
                "en": "{who} is offered to end the game: each takes what lies on the own side.",
                "ru": "{who}: предложено закончить партию, каждый берёт то, что лежит у него.",
            },
        ),
        "refuse": Word(Who.ASKED, text={"en": "Play on", "ru": "Играть дальше"}),
    }

    def __init__(self, game: Oware) -> None:
        self._game = game

    def now(self, position: Position) -> Sequence[str]:
        if not self._game.turns(position):
            return ()
        return ("accept", "refuse") if position.talk is Talk.OFFERED else ("split",)

    def asked(self, position: Position) -> int | None:
        return 1 - position.mover if position.talk is Talk.OFFERED else None

    def say(self, position: Position, word: str, side: int) -> Position:
        after = {"split": Talk.OFFERED, "accept": Talk.AGREED, "refuse": Talk.NOTHING}
        return position._replace(talk=after[word])
