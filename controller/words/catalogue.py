"""Every sentence of Lunka by its key: one catalogue a language, in gettext's format.

`languages/ru.po` is what a translator opens (Poedit, Weblate, Lokalize ...); `make words` makes the
`ru.mo` beside it, which is read here. English is `en.po`. A language that lacks a sentence says
the English one. A third language is one more file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations
from importlib.resources import files
from importlib.resources.abc import Traversable

ENGLISH = "en"
_FOLDER = files(__package__) / "languages"
#: Names that are many in grammar, with commas between them (or a dash: there are none).
_PLURAL_NAMES = "plural-names"


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


def _languages() -> tuple[str, ...]:
    names = (each.name.removesuffix(".mo") for each in _FOLDER.iterdir() if _compiled(each))
    return (ENGLISH, *sorted(name for name in names if name != ENGLISH))


def _compiled(file: Traversable) -> bool:
    return file.name.endswith(".mo")


#: English first.
LANGUAGES = _languages()


@cache
def catalogue(language: str) -> Catalogue:
    """The words of this language; read when somebody first speaks it."""
    return Catalogue(_FOLDER / f"{language}.mo")


def spoken(said: Mapping[str, str], language: str) -> str:
    """What was said in several languages, in this one; in English where it was not."""
    return said.get(language, said[ENGLISH])


def known(key: str) -> bool:
    """Whether there is a sentence of this key."""
    return catalogue(ENGLISH).text(key) is not None


def text(language: str, key: str, number: int = 1) -> str:
    """The sentence of this key, before its facts are put in; in English, where this language has
    none; and the key itself where it is an English sentence."""
    for tongue in (language, ENGLISH):
        if found := catalogue(tongue).text(key, number):
            return found
    return key
