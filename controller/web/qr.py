"""Addresses as QR codes: squares for the page, half blocks for a terminal.

The code itself is made by segno; it is loaded when somebody first wants one.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Any

#: Black on white whatever the terminal's colours are: a camera does not read it the other way.
_INK, _PLAIN = "\x1b[30;107m", "\x1b[0m"
#: Light squares round the code, without which cameras do not find it (the standard asks for four;
#: two are enough on a screen).
_MARGIN = 2
_HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


@lru_cache(maxsize=8)
def squares(text: str) -> tuple[str, ...]:
    """The rows of the code: a 1 for each dark square, a 0 for each light one."""
    segno: Any = import_module("segno")
    rows = segno.make_qr(text, error="m").matrix
    return tuple("".join(str(int(dark)) for dark in row) for row in rows)


def printed(text: str) -> list[str]:
    """The code for a terminal, two rows of squares in a line."""
    rows = [[int(each) for each in row] for row in squares(text)]
    wide = len(rows) + 2 * _MARGIN
    edge = [[0] * wide] * _MARGIN
    framed = [*edge, *([0] * _MARGIN + row + [0] * _MARGIN for row in rows), *edge, [0] * wide]
    return [
        _INK + "".join(_HALVES[pair] for pair in zip(above, below, strict=True)) + _PLAIN
        for above, below in zip(framed[::2], framed[1::2], strict=False)
    ]


def beside(*codes: list[str]) -> list[str]:
    """Codes next to each other, as far as each goes down."""
    tall = max(map(len, codes))
    filled = [code + [" " * _width(code)] * (tall - len(code)) for code in codes]
    return ["  ".join(parts) for parts in zip(*filled, strict=True)]


def _width(code: list[str]) -> int:
    return len(code[0]) - len(_INK) - len(_PLAIN)
