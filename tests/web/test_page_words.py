"""The words of the pages: each key once, and every key in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

import pytest

#: The files of words, each with the objects that hold one language each.
WORDS = {"controller.web": "words.js", "controller.hub": "hubwords.js"}
_PIECES = re.compile(
    r'//[^\n]*|"(?:\\.|[^"\\])*"\s*:|"(?:\\.|[^"\\])*"|`[^`]*`|/(?:\\.|[^/\\\n])+/[a-z]+'
    r"|(?<=[{,\s])[A-Za-z_]\w*\s*:(?!:)|[{}]"
)


def objects(text: str) -> Iterator[tuple[str, list[str]]]:
    """Every object literal of a JavaScript file: the key it stands under, and its own keys."""
    open_now: list[tuple[str, list[str]]] = []
    name = ""
    for piece in _PIECES.findall(text):
        if piece == "{":
            open_now.append((name, []))
            name = ""
        elif piece == "}":
            yield open_now.pop()
        elif piece.endswith(":") and not piece.startswith(("//", "`", "/")):
            name = piece[:-1].strip().strip('"')
            if open_now:
                open_now[-1][1].append(name)


def text_of(package: str) -> str:
    """The file of words of this package."""
    return (files(package) / "static" / WORDS[package]).read_text(encoding="utf-8")


def test_the_reader_sees_what_stands_twice() -> None:
    """The check itself works: strings, comments and inner objects do not hide a second key."""
    text = 'const A = { en: { lost: "{x}: y", b: "1", // b: no\n lost: "z" }, ru: { "b": "2" } };'
    found = dict(objects(text))
    assert found == {"en": ["lost", "b", "lost"], "ru": ["b"], "": ["en", "ru"]}


@pytest.mark.parametrize("package", WORDS)
def test_no_key_stands_twice(package: str) -> None:
    """The second of two keys would silently win: a lost connection read "Not carried by"."""
    for name, keys in objects(text_of(package)):
        assert sorted(set(keys)) == sorted(keys), (name, {k for k in keys if keys.count(k) > 1})


def test_every_word_is_there_in_every_language() -> None:
    """What is said in English is said in Russian too."""
    found = [keys for name, keys in objects(text_of("controller.web")) if name in ("en", "ru")]
    english, russian = found[:2]
    assert len(english) > 100
    assert set(english) == set(russian)
