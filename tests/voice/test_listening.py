"""Games by lot, rebuilt and put right by somebody who only hears."""

from __future__ import annotations

from tests.voice.listening import GAMES, Figures, Heard, listened


def test_games_are_rebuilt_and_slips_put_right_by_the_words_alone() -> None:
    """After every turn the position and whose turn it is are known; every slip is put right."""
    figures: Figures = listened(len(GAMES), slips=12, seed=5)
    assert not figures.misheard, figures
    assert figures.repaired == figures.slips >= 12 and figures.turns > 200


def test_what_nobody_understands_is_no_repair() -> None:
    """A sentence without anything to be done is counted against the words, not for them."""
    from random import Random

    figures = Figures()
    table = Heard("kalah", Random(1), figures)
    table.begin()
    table.wrong = "That is not a legal turn."
    assert not table._repair()
    assert not table._part("somewhere something is wrong") and figures.misheard
