"""What simulated people say instead of moving: raise the stake, answer, now and then resign."""

from __future__ import annotations

from random import Random
from typing import Any

#: How often somebody on roll says so.
_OFFERS = {"double": 0.03, "resign 1": 0.002, "resign 2": 0.001}
#: How likely each answer is against the others.
_ANSWERS = {"take": 4, "drop": 1, "beaver": 1, "accept": 3, "refuse": 1}


def word_of(rules: Any, position: Any, rng: Random) -> str | None:
    """What is said in this position; None: nothing, the dice are thrown or the turn is made."""
    words: list[str] = list(rules.decisions(position))
    own = rules.handling.says if rules.handling else {}
    likely = {**_ANSWERS, **{word: own[word] for word in own if word in _ANSWERS}}
    answers = [word for word in words if word in _ANSWERS]
    if answers:
        return rng.choices(answers, [likely[word] for word in answers])[0]
    for word in words:
        if rng.random() < own.get(word, _OFFERS.get(word, 0.0)):
            return word
    return None
