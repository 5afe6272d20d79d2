"""What other rooms said in one English sentence, told in every language.

Drivers, link, record and table tell a trouble in English, wherever it is shown or kept. The form
of each such sentence is known here: its facts are read back out of it and put into the other
language. A sentence that nobody knows is quoted, so that it is plain that it is a quotation.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from string import Formatter

from controller.words.refusals import ACTS, COMMANDS, QUOTED, REFUSALS, STATUSES
from controller.words.speech import Said, name
from controller.words.troubles import HALL, LIGHTS, LINK, PARTS, RECORD, SENSORS

#: What is said over dice and cube, as on the buttons of the page.
_SAID = ("double", "take", "drop", "beaver", "accept", "refuse", "resign 1", "resign 2", "resign 3")
_DECISIONS = {word: name(word)["ru"] for word in _SAID}
_DECISIONS["resign 3"] = "сдаю кокс (домашний марс)"  # which of the two, the sentence does not say
_SIDES = {word: name(word)["ru"] for word in ("White", "Black")}

#: Facts that are words of ours, or lists of them, and what those are in Russian.
_WORDS: dict[str, Mapping[str, str]] = {
    "command": COMMANDS,
    "commands": COMMANDS,
    "status": STATUSES,
    "parts": PARTS,
    "act": ACTS,
    "acts": ACTS,
    "decision": _DECISIONS,
    "decisions": _DECISIONS,
    "speaker": _SIDES,
}


def _form(text: str) -> re.Pattern[str]:
    """What a sentence looks like, with its facts as groups."""
    form = "".join(
        re.escape(words) + (f"(?P<{fact}>.+?)" if fact else "")
        for words, fact, _, _ in Formatter().parse(text.rstrip("."))
    )
    return re.compile(form, re.DOTALL)


_PHRASES = [
    (_form(said["en"]), said["ru"])
    for room in (SENSORS, LINK, LIGHTS, RECORD, HALL, REFUSALS)
    for said in room.values()
]


def known(sentence: str) -> str | None:
    """The sentence in Russian; None: nobody knows it."""
    for form, russian in _PHRASES:
        if found := form.fullmatch(sentence.rstrip(".")):
            facts = found.groupdict()
            return russian.format(**{key: _fact(key, text) for key, text in facts.items()})
    return None


def retold(sentence: str) -> Said:
    """A trouble, to be put into a sentence: without its last full stop."""
    russian = known(sentence)
    bare = sentence.rstrip(".")
    return {"en": bare, "ru": f"«{bare}»" if russian is None else russian.rstrip(".")}


def refusal(sentence: str) -> Said:
    """Why a command was refused, as a sentence of its own."""
    return {"en": sentence, "ru": known(sentence) or QUOTED.format(why=sentence)}


def _fact(key: str, text: str) -> str:
    if key == "reason":
        return retold(text)["ru"]
    words = _WORDS.get(key, {})
    return ", ".join(words.get(word, word) for word in text.split(", ")) if words else text
