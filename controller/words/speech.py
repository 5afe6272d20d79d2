"""Says things: a sentence with its facts, in each language at once.

A sentence agrees in number with its fact `n`; where there is none, with `who` or `side`, whose name
may be many in grammar (Белые ходят).
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.acts import Word
from controller.words.catalogue import LANGUAGES, catalogue, known, spoken, text

#: One thing said in every language: {"en": ..., "ru": ...}.
Said = dict[str, str]

#: What a sentence agrees with, beside a number.
_NAMES = ("who", "side")
#: Any number that takes the form of many.
_MANY = 5


def say(key: str, **facts: object) -> Said:
    """The sentence of this key; facts that are themselves said are put in language by language."""
    return {language: _said(language, key, facts) for language in LANGUAGES}


def _said(language: str, key: str, facts: Mapping[str, object]) -> str:
    told = {name: _in(language, fact) for name, fact in facts.items()}
    return text(language, key, _number(language, told)).format(**told)


def told(texts: Mapping[str, str], **facts: object) -> Said:
    """The same with a sentence that a game brings itself, in English where it has no other."""
    return {
        language: spoken(texts, language).format(
            **{name: _in(language, fact) for name, fact in facts.items()}
        )
        for language in LANGUAGES
    }


def name(word: str, game: str = "") -> Said:
    """A name (of a side, say) in every language, or itself where it needs no translation.

    What one game calls differently stands under `game: word`.
    """
    own = f"{game}: {word}"
    key = own if known(own) else word
    return {language: text(language, key) for language in LANGUAGES}


def decision(word: str, words: Mapping[str, Word], game: str) -> Said:
    """What is said instead of moving, in the game's own words where it has some."""
    own = words.get(word)
    return told(own.text) if own and own.text else name(word, game)


def listed(parts: list[Said], separator: str = ", ") -> Said:
    """Several things said, one after another."""
    return {language: separator.join(part[language] for part in parts) for language in LANGUAGES}


def joined(*parts: Said) -> Said:
    """Sentences one behind the other."""
    return listed([part for part in parts if any(part.values())], " ")


def _in(language: str, fact: object) -> object:
    return spoken(fact, language) if isinstance(fact, Mapping) else fact


def _number(language: str, facts: Mapping[str, object]) -> int:
    """With which number a sentence with these facts agrees."""
    if isinstance(facts.get("n"), int):
        return int(str(facts["n"]))
    names = catalogue(language).plural_names
    return _MANY if any(facts.get(each) in names for each in _NAMES) else 1
