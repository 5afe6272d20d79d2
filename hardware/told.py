"""Sentences that can be told in any language: each carries its form and its facts.

The same as `controller.games.told.Told`: neither room may know the other, and whoever tells a
sentence asks it only for `form` and `facts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NewType, Self

#: The form of a sentence that is told elsewhere, so that translators get to see it.
Wording = NewType("Wording", str)


class Told(str):
    """An English sentence whose form is the key of its translations.

    To whoever knows nothing of languages it is the sentence itself. A fact may be another `Told`,
    or several in a tuple, which are listed.
    """

    __slots__ = ("facts", "form")
    form: str
    facts: Mapping[str, object]

    def __new__(cls, form: str, /, **facts: object) -> Self:
        """The form with its facts put in."""
        plain = {
            name: ", ".join(map(str, fact)) if isinstance(fact, tuple) else fact
            for name, fact in facts.items()
        }
        made = super().__new__(cls, form.format(**plain) if facts else form)
        made.form, made.facts = form, facts
        return made
