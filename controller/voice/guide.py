"""The guide for who does not see, as plain text: docs/without-sight.md, of which the program has a
copy beside it in each language (`guides/`), so that it can read it aloud wherever it is installed.
"""

from __future__ import annotations

import re
from importlib.resources import files

from controller.words.catalogue import ENGLISH

_FOLDER = files(__package__) / "guides"
_HEADING = re.compile(r"^#+ ", re.MULTILINE)


def guide(language: str) -> list[str]:
    """Its paragraphs, in words alone; in English where there is none in this language."""
    own = _FOLDER / f"{language}.md"
    written = (own if own.is_file() else _FOLDER / f"{ENGLISH}.md").read_text("utf-8")
    return [_plain(paragraph) for paragraph in written.strip().split("\n\n")]


def _plain(paragraph: str) -> str:
    """One paragraph in one line; a heading as a sentence of its own."""
    heading = _HEADING.match(paragraph)
    words = " ".join(_HEADING.sub("", paragraph).split())
    return f"{words}." if heading else words
