r"""Any text in one line between quotes or braces, and back.

A backslash precedes what would end the text; what cannot be seen (line ends, controls, marks that
turn the direction of writing) becomes `\n`, `\u0085` or `\U000e0001`.
"""

from __future__ import annotations

import re

from controller.games.game import InvalidError
from controller.games.told import Told

_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.?)", re.DOTALL)
_PLAIN = {"n": "\n", **{mark: mark for mark in '\\"{}'}}


def escape(text: str, ends: str) -> str:
    """The text in one printable line, in which none of `ends` stands unguarded."""
    return "".join(_guard(letter, ends) for letter in text)


def _guard(letter: str, ends: str) -> str:
    if letter == "\\" or letter in ends:
        return f"\\{letter}"
    if letter.isprintable():
        return letter
    if letter == "\n":
        return "\\n"
    return f"\\u{ord(letter):04x}" if ord(letter) < 0x10000 else f"\\U{ord(letter):08x}"


def unescape(text: str) -> str:
    """The text that `escape` was given; `InvalidError` for a backslash before anything else."""
    return _ESCAPE.sub(_letter, text)


def _letter(found: re.Match[str]) -> str:
    mark = found[1]
    if mark in _PLAIN:
        return _PLAIN[mark]
    number = int(mark[1:], 16) if len(mark) > 1 else -1
    if not 0 <= number <= 0x10FFFF:
        raise InvalidError(
            Told(
                '{found!r} means nothing; a backslash stands before \\ " {{ }} n, u and'
                " four or U and eight hexadecimal digits",
                found=found[0],
            )
        )
    return chr(number)
