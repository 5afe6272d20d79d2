"""What would give a covered number away, in whatever form it may be written."""

from __future__ import annotations

import base64
import re
from collections.abc import Collection, Iterable, Iterator

from controller.games.kakuzu import Sheet
from controller.games.kakuzu.board import CELLS, ROWS, SQUARES

#: Rows, columns and squares: whoever reads one of them knows nine numbers.
UNITS = (
    *ROWS,
    *(tuple(row[column] for row in ROWS) for column in range(9)),
    *(tuple(CELLS[hole] for hole in square) for square in SQUARES),
)
#: The numbers in order stand in every list of tokens, and are no secret.
_IN_ORDER = ("123456789", "987654321")


#: A hole with a number after it: as a turn, in JSON, in words.
_TOLD = re.compile(rb'([a-i][1-9])(?:=|\+|": ?"?|: )([1-9])(?![0-9])')
_BETWEEN = b" ,\n/|[]"


def leaks(content: bytes, sheet: Sheet, covered: Collection[str]) -> list[bytes]:
    """Everything in these bytes that tells of a number that is still covered."""
    return [*_alone(content, sheet, covered), *_together(content, sheet, covered)]


def _alone(content: bytes, sheet: Sheet, covered: Collection[str]) -> Iterator[bytes]:
    """One number with its hole."""
    for told in _TOLD.finditer(content):
        cell, number = told[1].decode(), int(told[2])
        if cell in covered and number == sheet.beneath(cell) and not _is_a_stone(told[0]):
            yield told[0]


def _is_a_stone(told: bytes) -> bool:
    """How a stone in its hole is counted, in JSON: `"a1": 1`."""
    return told.endswith((b'":1', b'": 1'))


def _together(content: bytes, sheet: Sheet, covered: Collection[str]) -> Iterator[bytes]:
    """A row, a column, a square or all of the sheet, with whatever stands between the numbers."""
    joined = content.translate(None, _BETWEEN)
    for unit in (*UNITS, CELLS):
        numbers = [sheet.beneath(cell) for cell in unit]
        digits = "".join(map(str, numbers))
        if set(unit).isdisjoint(covered) or digits in _IN_ORDER:
            continue
        needles = [digits.encode(), bytes(numbers), bytes(numbers).hex().encode()]
        yield from (needle for needle in needles if needle in joined)
    if covered:
        whole = bytes(sheet.reveal())
        needles = [*raw(whole), *texts("".join(map(str, whole))), *texts(sheet.code)]
        yield from found(content, needles)


def texts(text: str) -> Iterator[bytes]:
    """A text as it is, and as it would look encoded."""
    if not text:
        return
    for form in {text, text.replace("-", ""), text.lower()}:
        yield form.encode()
        yield form.encode().hex().encode()
        yield from _base64(form.encode())


def raw(secret: bytes) -> Iterator[bytes]:
    """Bytes as they are, and as they would look encoded."""
    yield secret
    yield secret.hex().encode()
    yield from _base64(secret)


def _base64(secret: bytes) -> Iterator[bytes]:
    """How base64 writes these bytes, wherever among others they stand; without its ends."""
    for shift in range(3):
        inside = base64.b64encode(b"\0" * shift + secret)[4 if shift else 0 : -4]
        yield inside
        yield inside.translate(bytes.maketrans(b"+/", b"-_"))


def found(content: bytes, needles: Iterable[bytes]) -> list[bytes]:
    """Those of these needles that stand in these bytes."""
    return [needle for needle in needles if len(needle) > 7 and needle in content]
