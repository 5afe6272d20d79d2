"""Sentences that can be told in any language: each carries its form and its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NewType, Self, TypeGuard

#: The form of a sentence that is told elsewhere, so that translators get to see it.
Wording = NewType("Wording", str)


def english(text: str) -> dict[str, str]:
    """What something is called, where the other languages have it in their catalogues, under the
    English text. (A game of somebody else may bring its own: {"en": ..., "ru": ...}.)"""
    return {"en": text}


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
        made = super().__new__(cls, filled(form, facts) if facts else form)
        made.form, made.facts = form, facts
        return made


class Pieces(str):
    """Words of ours and letters of a notation one behind the other: each part is told by itself."""

    __slots__ = ("parts",)
    parts: tuple[str, ...]

    def __new__(cls, parts: Iterable[str]) -> Self:
        """The parts as one text."""
        kept = tuple(parts)
        made = super().__new__(cls, "".join(kept))
        made.parts = kept
        return made


def filled(form: str, facts: Mapping[str, object]) -> str:
    """The form with its facts put in; what is quoted as somebody typed it (`!r`) is no list."""
    plain = {
        name: fact if f"{{{name}!r}}" in form else listed(fact) for name, fact in facts.items()
    }
    return form.format(**plain)


def several(fact: object) -> TypeGuard[tuple[object, ...] | list[object]]:
    """Whether a fact is several; a turn or a position of a game, though a tuple, is one."""
    return type(fact) in (tuple, list)


def listed(fact: object) -> object:
    """A fact as it stands in a sentence: several one behind the other."""
    if several(fact):
        return (", " if isinstance(fact, tuple) else "; ").join(map(str, fact))
    return fact


def told_by(error: BaseException) -> str:
    """What an error says, with form and facts where it has them."""
    said = error.args[0] if error.args else None
    return said if isinstance(said, str) and hasattr(said, "form") else str(error)
