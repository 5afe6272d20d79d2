"""Games by lot, rebuilt and put right by somebody who only hears."""

from __future__ import annotations

from random import Random

from controller.games.catalogue import names
from controller.voice.utterance import Kind
from tests.voice.beneath import Beneath
from tests.voice.listening import GAMES, Figures, Heard, listened


def test_games_are_rebuilt_and_slips_put_right_by_the_words_alone() -> None:
    """After every turn the position and whose turn it is are known; every slip is put right."""
    assert names() == GAMES
    figures: Figures = listened(len(GAMES), slips=12, seed=5)
    assert not figures.misheard, figures
    assert figures.repaired == figures.slips >= 12 and figures.turns > 200


def test_what_nobody_understands_is_no_repair() -> None:
    """A sentence without anything to be done is counted against the words, not for them."""
    figures = Figures()
    table = Heard("kalah", Random(1), figures)
    table.begin()
    table.wrong = "That is not a legal turn."
    assert not table._repair()
    assert not table._part("somewhere something is wrong") and figures.misheard


def test_what_was_beneath_a_stone_is_heard_and_compared() -> None:
    """In Kakuzu the numbers that lie open are rebuilt too: one that is heard wrong is found."""
    figures = Figures()
    table = Heard("kakuzu", Random(2), figures)
    table.beneath = Deaf(table._titles, "tokens")
    table.game()
    assert any("what is open" in each for each in figures.misheard), figures


class Deaf(Beneath):
    """Hears a 4 for every 5."""

    def hear(self, kind: Kind, words: str) -> None:
        """Something was said."""
        super().hear(kind, words.replace("beneath it 5", "beneath it 4"))
