"""What other rooms said in a sentence with its facts, told in every language.

Drivers, link, record, games and table raise their errors in English, each with its form and its
facts (`controller.games.told`). What has neither is quoted, so that it is plain that it is a
quotation.
"""

from __future__ import annotations

from collections.abc import Mapping

from controller.games.told import Term, listed
from controller.words.catalogue import ENGLISH, LANGUAGES, catalogue, text
from controller.words.speech import Said, name

#: The fact that is always a sentence, though perhaps one that nobody has translated.
_REASON = "reason"


def retold(sentence: str) -> Said:
    """A trouble, to be put into a sentence: without its last full stop."""
    return {language: _inside(language, sentence) for language in LANGUAGES}


def refusal(sentence: str) -> Said:
    """Why a command was refused, as a sentence of its own."""
    return {language: _whole(language, sentence) for language in LANGUAGES}


def _whole(language: str, sentence: str) -> str:
    told = in_language(language, sentence)
    return text(language, "quoted").format(why=sentence) if told is None else told


def _inside(language: str, sentence: str) -> str:
    told = in_language(language, sentence)
    return f"«{sentence.rstrip('.')}»" if told is None else told.rstrip(".")


def in_language(language: str, sentence: str) -> str | None:
    """The sentence in this language; None: nobody has translated it."""
    if language == ENGLISH:
        return str(sentence)
    form: str | None = getattr(sentence, "form", None)
    found = catalogue(language).text(form) if form else None
    if found is None:
        return None
    facts: Mapping[str, object] = getattr(sentence, "facts", {})
    told = {key: _fact(language, fact, quoted=key == _REASON) for key, fact in facts.items()}
    return found.format(**told) if facts else found


def _fact(language: str, fact: object, *, quoted: bool = False) -> object:
    if isinstance(fact, tuple | list):
        return listed(type(fact)(_fact(language, each) for each in fact))
    if isinstance(fact, Term):
        return _term(language, fact)
    if isinstance(fact, str) and (quoted or hasattr(fact, "form")):
        return _inside(language, fact)
    return fact


def _term(language: str, term: Term) -> str:
    key = f"{term.kind}: {term}"
    return catalogue(language).text(key) or name(str(term))[language]
