"""What other rooms said in a sentence with its facts, told in every language.

Drivers, link, record, games and table raise their errors in English, each with its form and its
facts (`controller.games.told`). What has neither is quoted, so that it is plain that it is a
quotation.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from controller.games.told import Pieces, Term, Told, filled, listed, several
from controller.words.catalogue import ENGLISH, LANGUAGES, catalogue, text
from controller.words.speech import Said, name

#: The fact that is always a sentence, though perhaps one that nobody has translated.
_REASON = "reason"
#: Facts that are cells.
_CELLS = frozenset({"cell", "cells"})

Places = Mapping[str, str]
NOWHERE: Places = MappingProxyType({})


def retold(sentence: str, places: Places = NOWHERE) -> Said:
    """A trouble, to be put into a sentence: without its last full stop.

    `places` says what people call the cells that it is about.
    """
    named = _at(sentence, places)
    return {language: _inside(language, named) for language in LANGUAGES}


def refusal(sentence: str) -> Said:
    """Why a command was refused, as a sentence of its own."""
    return {language: _whole(language, sentence) for language in LANGUAGES}


def called(words: str) -> Said:
    """What a game calls something (a place, a turn), in every language."""
    return {language: _called(language, words) for language in LANGUAGES}


def _called(language: str, words: str) -> str:
    if isinstance(words, Pieces):
        return "".join(_called(language, part) for part in words.parts)
    if isinstance(words, Term):
        return _term(language, words)
    return in_language(language, words) or str(words)


def _at(sentence: str, places: Places) -> str:
    """The same sentence with cells called as people do."""
    form, facts = getattr(sentence, "form", None), getattr(sentence, "facts", {})
    if form is None or not places or not _CELLS & facts.keys():
        return sentence
    return Told(form, **{key: _place(key, fact, places) for key, fact in facts.items()})


def _place(key: str, fact: object, places: Places) -> object:
    if key not in _CELLS:
        return fact
    if several(fact):
        return type(fact)(_place(key, each, places) for each in fact)
    return places.get(str(fact), fact)


def _whole(language: str, sentence: str) -> str:
    told = in_language(language, sentence)
    return text(language, "quoted").format(why=sentence) if told is None else told


def _inside(language: str, sentence: str) -> str:
    told = in_language(language, sentence)
    return f"«{sentence.rstrip('.')}»" if told is None else told.rstrip(".")


def in_language(language: str, sentence: str) -> str | None:
    """The sentence in this language; None: nobody has translated it."""
    if language == ENGLISH:
        return _english(sentence)
    form: str | None = getattr(sentence, "form", None)
    facts: Mapping[str, object] = getattr(sentence, "facts", {})
    number = facts.get("n", 1)
    found = catalogue(language).text(form, int(str(number))) if form else None
    if found is None:
        return None
    told = {key: _fact(language, fact, quoted=key == _REASON) for key, fact in facts.items()}
    return found.format(**told) if facts else found


def _english(sentence: str) -> str:
    """The sentence as it was said, but that words of ours are those for people."""
    form: str | None = getattr(sentence, "form", None)
    facts: Mapping[str, object] = getattr(sentence, "facts", {})
    if form is None or not facts:
        return str(sentence)
    return filled(form, {key: _plain_term(fact) for key, fact in facts.items()})


def _plain_term(fact: object) -> object:
    if several(fact):
        return type(fact)(_plain_term(each) for each in fact)
    return _term(ENGLISH, fact) if isinstance(fact, Term) else fact


def _fact(language: str, fact: object, *, quoted: bool = False) -> object:
    if several(fact):
        return listed(type(fact)(_fact(language, each) for each in fact))
    if isinstance(fact, Term | Pieces):
        return _called(language, fact)
    if isinstance(fact, str) and (quoted or hasattr(fact, "form")):
        return _inside(language, fact)
    return fact


def _term(language: str, term: Term) -> str:
    key = f"{term.kind}: {term}"
    return catalogue(language).text(key) or name(str(term))[language]
