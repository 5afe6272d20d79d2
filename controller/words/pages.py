"""The words of a page, as its browser gets them: one small JSON text for each language.

In the catalogue they stand under the name of the page (`page.undo`, `hub.tables`); the hall's pages
draw boards too, and have the table's words besides their own.
"""

from __future__ import annotations

import json

from controller.words.catalogue import ENGLISH, LANGUAGES, catalogue, every_key, text

#: The pages, and whose words each of them needs.
PAGES = {"page": ("page",), "hub": ("page", "hub")}
#: Names of sides and seats, which records and lists have in English.
_NAMES = ("South", "North", "West", "East", "White", "Black", "Player 1", "Player 2")
#: Every language's plural forms repeat themselves after so many numbers, the first ones apart.
_NUMBERS = 200


def nearest(language: str) -> str:
    """The language that we have for what a browser asks for: `ru` for `ru-RU`; or English."""
    asked = language.replace("_", "-").lower()
    for each in (asked, asked.partition("-")[0]):
        if each in LANGUAGES:
            return each
    return ENGLISH


def page_words(page: str, language: str) -> str:
    """All that this page says by itself, in this language."""
    words = catalogue(language)
    told = {
        "language": language,
        "languages": {each: _called(each) for each in LANGUAGES},
        "plurals": "".join(str(words.form_of(number)) for number in range(_NUMBERS)),
        "many": sorted(words.plural_names),
        "names": {name: text(language, name) for name in _NAMES},
        "texts": {
            key.removeprefix(f"{part}."): _forms(language, key)
            for part in PAGES[page]
            for key in every_key(f"{part}.")
        },
    }
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def _called(language: str) -> tuple[str, str]:
    return text(language, "language-short"), text(language, "language-name")


def _forms(language: str, key: str) -> str | list[str]:
    """The text; where it agrees with a number, each of its forms."""
    own = catalogue(language).forms(key) or catalogue(ENGLISH).forms(key)
    return own[0] if len(own) == 1 else own
