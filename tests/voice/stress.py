"""Every Russian word of the catalogue as espeak-ng stresses it: `python -m tests.voice.stress`.

The stressed vowel is a capital letter. Read it through after new words came; what is wrong goes
into `controller/voice/stress.py`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence

from controller.voice.stress import stressed
from tests.machine.skips import program
from tests.words.languages import messages, texts, written

VOWELS = "аеёиоуыэюя"
_SOUND = re.compile(r"'?j?[aAeEiIoOuUyYV@]#?")
#: What is no syllable of its own: a breath between consonants, a soft r.
_NONE = re.compile(r"@-|(?<=r)I\^")


def words() -> list[str]:
    """All words of more than one syllable."""
    found = {
        word
        for message in messages(written("ru")).values()
        for text in texts(message)
        for word in re.findall(r"[а-яё]+", re.sub(r"\{[^}]*\}", "", text).lower())
    }
    return sorted(word for word in found if sum(letter in VOWELS for letter in word) > 1)


def phonemes(spoken: Sequence[str]) -> list[str]:
    """Each as espeak-ng would say it."""
    text = "".join(f"{each}.\n\n" for each in spoken)
    told = subprocess.run(
        [program("espeak-ng"), "-v", "ru", "-x", "-q", "--stdin"],
        input=text.encode(),
        capture_output=True,
        check=True,
    )
    return [line.strip() for line in told.stdout.decode().splitlines() if line.strip()]


def syllable(sounds: str) -> int | None:
    """Which syllable is stressed, from 0; None: not one."""
    vowels = _SOUND.findall(_NONE.sub("", sounds))
    found = [at for at, vowel in enumerate(vowels) if vowel.startswith("'")]
    return found[0] if len(found) == 1 else None


def marked(word: str, at: int | None) -> str:
    """The word with its stressed vowel as a capital letter."""
    vowels = [place for place, letter in enumerate(word) if letter in VOWELS]
    if at is None or at >= len(vowels):
        return f"{word}?"
    place = vowels[at]
    return word[:place] + word[place].upper() + word[place + 1 :]


if __name__ == "__main__":
    all_words = words()
    said = phonemes([stressed(word, "ru") for word in all_words])
    print(" ".join(marked(*each) for each in zip(all_words, map(syllable, said), strict=True)))
