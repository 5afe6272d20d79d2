"""In which language the command line speaks: as `--language` says, or as the terminal is set."""

from __future__ import annotations

import os
from collections.abc import Sequence

from controller.games.told import told_by
from controller.words.catalogue import ENGLISH
from controller.words.pages import nearest
from controller.words.telling import in_language

#: What says it in a terminal; the first that is set holds.
_SETTINGS = ("LC_ALL", "LC_MESSAGES", "LANG")
_OPTION = "--language"


def terminals_language() -> str:
    """The terminal's language, if Lunka speaks it: `ru_RU.UTF-8` is Russian."""
    told = next((value for name in _SETTINGS if (value := os.environ.get(name))), "")
    return nearest(told.partition(".")[0].partition("@")[0])


def language_of(words: Sequence[str]) -> str:
    """The language that a command line asks for, read before anybody has parsed it."""
    for at, word in enumerate(words):
        name, joined, value = word.partition("=")
        if name == _OPTION:
            return nearest(value if joined else "".join(words[at + 1 : at + 2]))
    return terminals_language()


def mistake_in(language: str, trouble: Exception) -> str:
    """What is wrong, in this language where somebody has translated it."""
    if language == ENGLISH:
        return str(trouble)
    return in_language(language, told_by(trouble)) or str(trouble)
