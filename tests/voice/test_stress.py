"""Russian words are stressed as people stress them."""

from __future__ import annotations

from controller.voice.stress import RUSSIAN, stressed
from tests.voice.stress import VOWELS, phonemes, syllable, words

ACUTE = "\u0301"


def right(word: str) -> int:
    """The syllable that has the accent."""
    return sum(letter in VOWELS for letter in word[: word.index(ACUTE)]) - 1


def test_a_word_is_given_in_sounds() -> None:
    """Only where it is needed, and only in Russian; the rest of the text stays."""
    assert stressed("Столы у окна, столик.", "ru") == "[[stVl'y]] у окна, столик."
    assert stressed("Столы.", "en") == "Столы."


def test_each_is_a_word_of_ours_with_one_accent() -> None:
    """Nothing is corrected that is never said."""
    ours = {*words(), "зоннеборн"}
    for word in RUSSIAN:
        assert word.count(ACUTE) == 1
        assert word.replace(ACUTE, "") in ours, word


def test_every_correction_is_heard() -> None:
    """espeak-ng stresses each of them where the accent is."""
    said = phonemes([stressed(word.replace(ACUTE, ""), "ru") for word in RUSSIAN])
    assert [syllable(each) for each in said] == [right(word) for word in RUSSIAN]
