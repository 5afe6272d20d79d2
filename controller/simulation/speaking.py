"""What simulated people say instead of moving: raise the stake, answer, now and then resign."""

from __future__ import annotations

from random import Random
from typing import Any

#: How often somebody on roll says so.
_OFFERS = {"double": 0.03, "resign 1": 0.002, "resign 2": 0.001}
#: How likely each answer is against the others.
_ANSWERS = {"take": 4, "accept": 3}


def word_of(rules: Any, position: Any, rng: Random) -> str | None:
    """What is said in this position; None: nothing, the dice are thrown or the turn is made."""
    words = rules.acts(position).words
    own = rules.handling.says if rules.handling else {}
    answers: list[str] = [saying.word for saying in words if saying.answers]
    if answers:
        likely = [own.get(word, _ANSWERS.get(word, 1)) for word in answers]
        return rng.choices(answers, likely)[0]
    for saying in words:
        if rng.random() < own.get(saying.word, _OFFERS.get(saying.word, 0.0)):
            return str(saying.word)
    return None
