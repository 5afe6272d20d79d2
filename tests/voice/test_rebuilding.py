"""Whoever only hears knows the position after every turn."""

from __future__ import annotations

import pytest

from controller.board.loop import BoardLoop
from controller.table.situation import Phase, Situation
from controller.table.state import State
from controller.voice.utterance import Kind, Utterance
from controller.words.catalogue import LANGUAGES
from tests.voice.evenings import GAMES, evening_of, kalah, listen
from tests.voice.listener import Listener


class Table:
    """Listeners of every language beside the house, compared with it at every situation."""

    def __init__(self) -> None:
        self.listeners: dict[str, Listener] = {}
        self.compared = self.turns = self.wrong = 0
        self.over = False

    def heard(self, house: BoardLoop, now: Situation, new: list[Utterance]) -> None:
        """What was said is all that a listener gets."""
        if now.phase in (Phase.IDLE, Phase.SETUP):
            self.listeners = {}
            return
        self.listeners = self.listeners or _listeners(house.told)
        for each in new:
            for language, listener in self.listeners.items():
                listener.hear(each.text(language))
            self.turns += each.kind is Kind.TURN
            self.wrong += each.kind is Kind.WRONG
        assert all(each.holds == now.holds for each in self.listeners.values())
        self.compared += 1
        self.over = now.phase is Phase.OVER


def _listeners(state: State) -> dict[str, Listener]:
    first = state.house.numbers == "first"
    return {language: Listener(state.rules, language, first=first) for language in LANGUAGES}


@pytest.mark.parametrize(("seed", "people"), [(1, "calm"), (2, "clumsy"), (3, "clumsy")])
def test_a_whole_kalah_game_is_rebuilt_from_what_was_said(seed: int, people: str) -> None:
    """A listener who gets the words alone has every stone where it lies, to the game's end."""
    table = Table()
    listen(kalah(seed, people), 200, table.heard)
    assert table.over and table.turns > 12 and table.compared > table.turns


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_rebuilt_from_what_was_said(game: str) -> None:
    """Whose checkers, which pieces, how many: in every game the words alone are enough."""
    table = Table()
    listen(evening_of(game, 50), 8, table.heard)
    assert table.turns > 4
