"""Is the English voice understood? An independent recogniser listens to espeak-ng.

    pip install pocketsphinx                    # somewhere of its own; it is no dependency of ours
    PYTHONPATH=that/site-packages python -m tests.voice.recognised

Sentences of simulated evenings are spoken in a quiet room, and heard by pocketsphinx with a grammar
of all that could be said: every sentence of all evenings, with any number where there was one. A
sentence is understood when every word of it is.
"""

from __future__ import annotations

import array
import importlib
import io
import re
import sys
import tempfile
import wave
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
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
#: What a microphone hears before and after somebody speaks, in seconds, and how loud that is: to
#: a recogniser speech that comes out of no room at all is no speech.
_STILL, _HISS = 0.5, 40.0
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


class Grammar:
    """All sentences as one tree of words, in the recogniser's own form."""

    _START, _END = 0, 1

    def __init__(self, sentences: Iterable[str]) -> None:
        self._states: dict[tuple[object, ...], int] = {}
        self._steps: set[tuple[int, int, str]] = set()
        for words in sorted({_NUMBER.sub("<n>", " ".join(clauses(each))) for each in sentences}):
            self._add(words.split())

    def _state(self, *way: object) -> int:
        return self._states.setdefault(way, len(self._states) + 2)

    def _add(self, words: Sequence[str]) -> None:
        at = self._START
        for number, word in enumerate(words, 1):
            to = self._END if number == len(words) else self._state(at, word)
            for said in NUMBERS if word == "<n>" else (word,):
                self._lead(at, to, said.split())
            at = to

    def _lead(self, at: int, to: int, words: Sequence[str]) -> None:
        """From one state to another by these words."""
        for word in words[:-1]:
            between = self._state(at, "number", word)
            self._steps.add((at, between, word))
            at = between
        self._steps.add((at, to, words[-1]))

    def __str__(self) -> str:
        ways = Counter(at for at, _, _ in self._steps)
        head = f"NUM_STATES {len(self._states) + 2}\nSTART_STATE {self._START}"
        steps = (f"TRANSITION {at} {to} {1 / ways[at]:.6f} {word}" for at, to, word in self._steps)
        return "\n".join(
            ("FSG_BEGIN evening", head, f"FINAL_STATE {self._END}", *sorted(steps), "FSG_END", "")
        )


def in_a_room(samples: bytes) -> bytes:
    """What a microphone in a quiet room hears of this."""
    chance, still = Random(1), array.array("h", bytes(2 * int(_STILL * _RATE)))
    heard = still + array.array("h", samples) + still
    noisy = (round(each + chance.gauss(0.0, _HISS)) for each in heard)
    return array.array("h", (max(-32768, min(32767, each)) for each in noisy)).tobytes()


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

    def __init__(self, pocketsphinx: Any, rules: Grammar) -> None:
        model = Path(pocketsphinx.get_model_path()) / "en-us"
        parts = {"hmm": str(model / "en-us"), "dict": str(model / "cmudict-en-us.dict")}
        patience = dict.fromkeys(("beam", "pbeam"), 1e-64) | {"wbeam": 1e-48}
        with tempfile.NamedTemporaryFile("w", suffix=".fsg") as file:
            file.write(str(rules))
            file.flush()
            self._decoder = pocketsphinx.Decoder(
                **parts, **patience, lm=None, fsg=file.name, samprate=_RATE, loglevel="FATAL"
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
    listener = Listener(pocketsphinx, Grammar(sayable))
    chosen = Random(1).sample(sayable, min(COUNT, len(sayable)))
    understood = 0
    for each in chosen:
        said = " ".join(in_words(part) for part in clauses(each))
        heard = listener.hear(in_a_room(slower(sound(each, Manner("en")))))
        understood += heard == said
        if heard != said:
            print(f"  said:  {said}\n  heard: {heard}")
    print(f"understood: {understood} of {len(chosen)}, {100 * understood / len(chosen):.1f} %")
    return int(understood < 0.95 * len(chosen))


if __name__ == "__main__":
    sys.exit(main())
