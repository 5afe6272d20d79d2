"""Is the English voice understood? An independent recogniser listens to espeak-ng.

    pip install pocketsphinx                    # somewhere of its own; it is no dependency of ours
    PYTHONPATH=that/site-packages python -m tests.voice.recognised

Sentences of simulated evenings are spoken, and heard by pocketsphinx with a grammar of everything
that could be said: the clauses of all evenings, in any order, with any number in them. A sentence
is understood when every word of it is.
"""

from __future__ import annotations

import array
import importlib
import io
import re
import sys
import tempfile
import wave
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from controller.voice.programs import Manner
from controller.voice.utterance import Utterance
from controller.voice.voices import sound
from tests.voice.evenings import evening_of, listen

COUNT = 200
EVENINGS = 5
GAMES = ("kalah", "long", "short")
_ONES = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
_ONES += " fifteen sixteen seventeen eighteen nineteen"
NUMBERS = [*_ONES.split(), *(f"twenty {one}".strip() for one in ("", *_ONES.split()[1:5]))]
_RATE = 16_000
_NUMBER = re.compile(r"\d+")
_LONGEST = 30


def evenings() -> list[Utterance]:
    """Everything that was said in some evenings of each game."""
    found: list[Utterance] = []
    for game, at in product(GAMES, range(300, 300 + 200 * EVENINGS, 200)):
        listen(evening_of(game, at), 10, lambda _house, _now, new: found.extend(new))
    return found


def sentences() -> list[str]:
    """Every sentence that was said, once."""
    told = {
        sentence.strip(" .")
        for said in evenings()
        for text in (said.full["en"], said.short.get("en", ""))
        for sentence in re.split(r"(?<=[.?!]) ", text)
    }
    return sorted(each for each in told if each and len(each.split()) <= _LONGEST)


def clauses(sentence: str) -> Iterator[str]:
    """Its parts between stops, in the recogniser's letters, with numbers as `7`."""
    for part in re.split(r"[.,:;?!]", sentence.lower()):
        words = re.sub(r"[^a-z0-9' ]", " ", part).split()
        if words:
            yield " ".join(words)


def in_words(clause: str) -> str:
    """Numbers as they are said."""
    return _NUMBER.sub(lambda found: NUMBERS[int(found[0])], clause)


def grammar(heard: Sequence[str]) -> str:
    """Any of the clauses, as often as one likes, with any number where there was one."""
    forms = {_NUMBER.sub("<n>", clause) for sentence in heard for clause in clauses(sentence)}
    numbers, parts = " | ".join(NUMBERS), " | ".join(sorted(forms))
    rules = (f"<n> = {numbers};", f"<part> = {parts};", "public <all> = <part>+;")
    return "\n".join(("#JSGF V1.0;", "grammar evening;", *rules))


def slower(spoken: bytes) -> bytes:
    """A WAV file as samples at the recogniser's rate."""
    with wave.open(io.BytesIO(spoken)) as file:
        rate = file.getframerate()
        samples = array.array("h", file.readframes(1 << 26))
    step, out = rate / _RATE, array.array("h")
    for at in range(int((len(samples) - 1) / step)):
        place = at * step
        left, part = samples[int(place)], place % 1
        out.append(round(left + (samples[int(place) + 1] - left) * part))
    return out.tobytes()


class Listener:
    """Hears sounds as words."""

    def __init__(self, pocketsphinx: Any, rules: str) -> None:
        model = Path(pocketsphinx.get_model_path()) / "en-us"
        with tempfile.NamedTemporaryFile("w", suffix=".gram", delete=False) as file:
            file.write(rules)
        parts = {"hmm": str(model / "en-us"), "dict": str(model / "cmudict-en-us.dict")}
        self._decoder = pocketsphinx.Decoder(
            **parts, lm=None, jsgf=file.name, samprate=_RATE, loglevel="FATAL"
        )

    def hear(self, samples: bytes) -> str:
        """The words, or nothing."""
        self._decoder.start_utt()
        self._decoder.process_raw(samples, full_utt=True)
        self._decoder.end_utt()
        found = self._decoder.hyp()
        return found.hypstr if found else ""


def known(pocketsphinx: Any) -> set[str]:
    """The words that the recogniser has ever heard of."""
    path = Path(pocketsphinx.get_model_path()) / "en-us" / "cmudict-en-us.dict"
    return {line.split()[0] for line in path.read_text("utf-8").splitlines() if line.strip()}


def main() -> int:
    """Say, hear, count."""
    try:
        pocketsphinx = importlib.import_module("pocketsphinx")
    except ImportError:
        print("pocketsphinx is not installed: nothing was heard")
        return 0
    words = known(pocketsphinx)
    every = sentences()
    sayable = [
        each
        for each in every
        if all(word in words for part in clauses(each) for word in in_words(part).split())
    ]
    print(f"{len(every)} sentences, of them {len(sayable)} of words that the recogniser knows")
    listener = Listener(pocketsphinx, grammar(sayable))
    chosen = Random(1).sample(sayable, min(COUNT, len(sayable)))
    understood = 0
    for each in chosen:
        said = " ".join(in_words(part) for part in clauses(each))
        heard = listener.hear(slower(sound(each, Manner("en"))))
        understood += heard == said
        if heard != said:
            print(f"  said:  {said}\n  heard: {heard}")
    print(f"understood: {understood} of {len(chosen)}, {100 * understood / len(chosen):.1f} %")
    return int(understood < 0.95 * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
