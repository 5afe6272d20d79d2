"""Every sentence of Lunka by its key: one catalogue a language, in gettext's format.

`languages/ru.po` is what a translator opens (Poedit, Weblate, Lokalize ...); `make words` makes the
`ru.mo` beside it, which is read here. English is `en.po`. A language that lacks a sentence says
the English one. A third language is one more file; whoever writes one tries it out from a folder of
their own, which the environment names (LUNKA_LANGUAGES).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

ENGLISH = "en"
_FOLDER = files(__package__) / "languages"
_OWN_FOLDER = "LUNKA_LANGUAGES"
#: Names that are many in grammar, with commas between them (or a dash: there are none).
_PLURAL_NAMES = "plural-names"
#: No language has more (Arabic).
_MOST_FORMS = 6


class Catalogue:
    """The words of one language."""

    def __init__(self, compiled: Traversable) -> None:
        with compiled.open("rb") as file:
            self._texts = GNUTranslations(file)
        self.plural_names = frozenset((self.text(_PLURAL_NAMES) or "").split(", "))

    def text(self, key: str, number: int = 1) -> str | None:
        """The sentence of this key, in the form that agrees with this number; None: it has none."""
        found = self._texts.ngettext(key, "", number)
        if found in (key, ""):  # it is the same for every number
            found = self._texts.gettext(key)
        return None if found == key else found

    def form_of(self, number: int) -> int:
        """Which of its forms a sentence has beside this number."""
        form: int = self._texts.plural(number)  # type: ignore[attr-defined]
        return form

    def forms(self, key: str) -> list[str]:
        """The sentence of this key in each of its forms: one, where it agrees with no number."""
        found = [self._all.get((key, form)) for form in range(_MOST_FORMS)]
        return [each for each in (found if found[0] else [self._all.get(key)]) if each]

    def keys_from(self, start: str) -> set[str]:
        """Every key that begins like this."""
        keys = (key if isinstance(key, str) else key[0] for key in self._all)
        return {key for key in keys if key.startswith(start)}

    @property
    def _all(self) -> dict[str | tuple[str, int], str]:
        # gettext has no way of asking for everything.
        found: dict[str | tuple[str, int], str] = self._texts._catalog  # type: ignore[attr-defined]
        return found


class Part(dict[str, str]):
    """The words of one part of Lunka (a printed sheet, the terminal), in one language.

    They stand under `part.word` in the catalogue.
    """

    def __init__(self, part: str, language: str) -> None:
        super().__init__()
        self._part, self._language = part, language

    def __missing__(self, word: str) -> str:
        key = f"{self._part}.{word}"
        if not known(key):
            raise KeyError(word)
        self[word] = text(self._language, key)
        return self[word]


def _found() -> dict[str, Traversable]:
    """Every language's file; those in the user's own folder in place of ours."""
    return {
        file.name.removesuffix(".mo"): file
        for folder in (_FOLDER, *_own_folder())
        for file in folder.iterdir()
        if file.name.endswith(".mo")
    }


def _own_folder() -> Iterator[Path]:
    if named := os.environ.get(_OWN_FOLDER):
        if not Path(named).is_dir():
            sys.exit(f"lunka: {_OWN_FOLDER} names {named}, which is no folder")
        yield Path(named)


_FILES = _found()
#: English first.
LANGUAGES = (ENGLISH, *sorted(_FILES.keys() - {ENGLISH}))


@cache
def catalogue(language: str) -> Catalogue:
    """The words of this language; read when somebody first speaks it."""
    return Catalogue(_FILES[language])


def spoken(said: Mapping[str, str], language: str) -> str:
    """What was said in several languages, in this one: in its own words, as the catalogue has the
    English ones, or in English."""
    return said.get(language) or catalogue(language).text(said[ENGLISH]) or said[ENGLISH]


def known(key: str) -> bool:
    """Whether there is a sentence of this key."""
    return catalogue(ENGLISH).text(key) is not None


def every_key(start: str) -> list[str]:
    """All keys that begin like this."""
    return sorted(catalogue(ENGLISH).keys_from(start))


def text(language: str, key: str, number: int = 1) -> str:
    """The sentence of this key, before its facts are put in; in English, where this language has
    none; and the key itself where it is an English sentence."""
    for tongue in (language, ENGLISH):
        if found := catalogue(tongue).text(key, number):
            return found
    return key
