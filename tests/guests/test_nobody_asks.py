"""Nobody outside a game's folder asks which game it is."""

from __future__ import annotations

from pathlib import Path

from controller.games.catalogue import make_game
from tests.benchmarks.house import House


def test_nobody_asks_for_the_class_of_a_game() -> None:
    """Whoever draws, simulates, scores or exports asks a part of the game for it."""
    assert House(Path(__file__).parents[2]).asking_for_games() == []


def test_a_game_has_no_part_that_it_does_not_need() -> None:
    """Kalah has no stakes and hides nothing; only short nardy has forms of other programs."""
    kalah, short, kakuzu = make_game("kalah"), make_game("short"), make_game("kakuzu")
    assert (kalah.stakes, kalah.hidden, kalah.forms) == (None, None, frozenset())
    assert short.stakes is not None
    assert short.forms == {"mat", "sgf", "snowie"}
    assert kakuzu.hidden is not None
    assert kakuzu.handling is None
