"""Sentences that can be told in any language: each carries its form and its facts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType, Self

#: The form of a sentence that is told elsewhere, so that translators get to see it.
Wording = NewType("Wording", str)


class Term(str):
    """A word of ours inside a sentence (a command, a side), which each language has its own for."""

    __slots__ = ("kind",)
    kind: str

    def __new__(cls, kind: str, word: str) -> Self:
        """`kind` says where its translations stand: under `kind: word`."""
        made = super().__new__(cls, word)
        made.kind = kind
        return made


class Told(str):
    """An English sentence whose form is the key of its translations.

    To whoever knows nothing of languages it is the sentence itself. A fact may be a `Term`, another
    `Told`, or several: in a tuple they stand in a list, in a list they are sentences.
    """

    __slots__ = ("facts", "form")
    form: str
    facts: Mapping[str, object]

    def __new__(cls, form: str, /, **facts: object) -> Self:
        """The form with its facts put in."""
        plain = {name: listed(fact) for name, fact in facts.items()}
        made = super().__new__(cls, form.format(**plain) if facts else form)
        made.form, made.facts = form, facts
        return made


def listed(fact: object) -> object:
    """A fact as it stands in a sentence: several one behind the other."""
    if isinstance(fact, tuple | list):
        return (", " if isinstance(fact, tuple) else "; ").join(map(str, fact))
    return fact


def told_by(error: BaseException) -> str:
    """What an error says, with form and facts where it has them."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, str) and hasattr(said, "form") else str(error)
