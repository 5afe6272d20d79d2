"""docs/sentences.md is what Lunka says now."""

from __future__ import annotations

from controller.games.catalogue import kind_of, names
from controller.words.catalogue import spoken
from tests.words.languages import PAGE, catalogue_lines
from tests.words.sentences import Example


def test_the_printed_catalogue_is_current() -> None:
    """Whoever changes a sentence runs `make words`, and reads how it looks among the others."""
    printed = PAGE.read_text("utf-8")
    assert printed.endswith("\n".join(catalogue_lines()) + "\n"), "run `make words`"


def test_examples_of_every_game_are_printed() -> None:
    """Every game with its situations, in both languages, and refusals."""
    printed = PAGE.read_text("utf-8")
    for game in names():
        titles = kind_of(game).titles
        called = f"## {titles['en']} · {spoken(titles, 'ru')}\n"
        part = printed.partition(called)[2].partition("\n## ")[0]
        assert {"### setup", "### to move", "### over"} <= {*part.splitlines()}, game
    assert "## Refusals" in printed


def test_the_same_words_with_other_facts_are_one_example() -> None:
    """Places, turns, names and numbers do not make another sentence."""
    one, other = (
        Example("short", "to move", {"en": text})
        for text in (
            "White to move. 6-5: shesh-besh. Playable: 24, 13, 8.",
            "Black to move. 3-1: se-yek. Playable: 6.",
        )
    )
    assert one.shape == other.shape
