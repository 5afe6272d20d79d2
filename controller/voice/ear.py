"""Sentences made for the ear: what eyes read as signs is said in words, in every language.

A turn, a roll or a score is written with signs (`13/7*`, `6-5`, `25:23`), a rule by its number
(`(K4)`); a voice would spell them or swallow them, and a braille display waste its few cells.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import partial

from controller.words.catalogue import text
from controller.words.speech import Said

#: The rule that a sentence refers to: whoever hears it cannot look it up.
_RULE = re.compile(r"\s*\([^\W\d_]\d+[a-z]?(?:[-, ]+[^\W\d_]\d+[a-z]?)*\)")
_SCORE = re.compile(r"\b\d+(?::\d+)+\b")
_DICE = re.compile(r"\b\d(?:-\d)+\b")
_FIELDS = re.compile(r"\b[a-z]\d+(?:-[a-z]\d+)+\b", re.IGNORECASE)
#: A checker's way, where it hits, and how many go it: `24/18*/14(2)`.
_STOP = r"(?:\d{1,2}|[^\W\d_]{2,5})"
_WAY = re.compile(
    rf"(?<![\w/])(?=\D{{0,5}}/?\d)(?P<stops>{_STOP}(?:/{_STOP}\b\*?)+)(?!/)(?:\((?P<n>\d+)\))?"
)
_TIMES = re.compile(r"\s*×\s*(?P<n>\d+)")
_DASH = re.compile(r"\s*[—–]\s*")
_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
#: A stop that follows another one, and spaces before a stop.
_TWICE = re.compile(r"[,;:]\s*(?=[,.;:?!])")
_LOOSE = re.compile(r"\s+(?=[,.;:?!])")
#: What may stand in a text for the ear beside letters and digits.
STOPS = frozenset(" .,:;?!'-")


def for_the_ear(said: Said) -> Said:
    """The same in words alone."""
    return {language: _aloud(language, written) for language, written in said.items()}


def is_plain(heard: str) -> bool:
    """Whether there are only words, numbers and stops."""
    return all(map(_is_heard, heard))


def _aloud(language: str, written: str) -> str:
    to, both = text(language, "voice.to"), text(language, "voice.and")
    against = text(language, "voice.against")
    heard = _RULE.sub("", written)
    heard = _SCORE.sub(partial(_between, ":", against), heard)
    heard = _DICE.sub(partial(_between, "-", both), heard)
    heard = _FIELDS.sub(partial(_between, "-", to), heard)
    heard = _WAY.sub(partial(_way, language, to), heard)
    heard = _TIMES.sub(_how_often(language), heard)
    heard = _BRACKETS.sub(r", \1,", _DASH.sub(", ", heard))
    heard = "".join(sign if _is_heard(sign) else " " for sign in heard)
    return _TWICE.sub("", _LOOSE.sub("", re.sub(r"\s+", " ", heard))).strip(" ,;:")


def _is_heard(sign: str) -> bool:
    return sign in STOPS or unicodedata.category(sign)[0] in "LMN"


def _between(sign: str, word: str, found: re.Match[str]) -> str:
    """What stands between signs, with a word in their place."""
    return f" {word} ".join(found[0].split(sign))


def _way(language: str, to: str, found: re.Match[str]) -> str:
    hit = f", {text(language, 'voice.hit')},"
    way = f" {to} ".join(stop.replace("*", hit) for stop in found["stops"].split("/"))
    often = _times(language, int(found["n"])) if found["n"] else ""
    return f"{way}{often}," if _WAY.match(found.string, found.end() + 1) else way + often


def _how_often(language: str) -> Callable[[re.Match[str]], str]:
    return lambda found: _times(language, int(found["n"]))


def _times(language: str, n: int) -> str:
    return f", {text(language, 'voice.times', n).format(n=n)}"
