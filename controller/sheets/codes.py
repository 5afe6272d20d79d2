"""The code printed on a sheet: short enough to type, and a slip of the finger is noticed.

`7KQ2-07A-EZ`: set 7KQ2, sheet 07, side A, and two check signs. The signs are digits of a number
system of 31, a prime: two check signs then show every slip in one or two places and every two
signs exchanged. I, L, O, S and U are no signs, since they look like others, and are read as those.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from controller.games.kakuzu.sheet import SheetError
from controller.games.told import Told

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRTVWXYZ"
SIDES: Final = "AB"
#: Sheets of a set are numbered with two digits.
MOST_SHEETS: Final = 99
_MIX_UPS: Final = str.maketrans("ILOSU", "1105V", "- \t")
_PRIME: Final = len(SIGNS)
_ROOT: Final = 3  # its powers run through all numbers below the prime
_SHAPE: Final = "7KQ2-07A-EZ"


@dataclass(frozen=True, slots=True, order=True)
class Code:
    """Which side of which sheet of which set."""

    set: str
    number: int
    side: str

    @property
    def name(self) -> str:
        """The sheet and the side without the set: `07A`."""
        return f"{self.number:02}{self.side}"

    @property
    def other(self) -> Code:
        """The other side of the same sheet."""
        return Code(self.set, self.number, SIDES[1 - SIDES.index(self.side)])

    def __str__(self) -> str:
        return f"{self.set}-{self.name}-{_checks(self.set + self.name)}"


def code_of(set_name: str, index: int) -> Code:
    """The code of a set's grids in order: 01A, 01B, 02A ..."""
    return Code(set_name, index // 2 + 1, SIDES[index % 2])


def read_code(text: str) -> Code:
    """The code that somebody typed; `SheetError` says what is wrong with it."""
    signs = text.upper().translate(_MIX_UPS)
    if strange := sorted({sign for sign in signs if sign not in SIGNS}):
        raise SheetError(
            Told(
                "code {text!r}: {strange!r} is in no code; {shape} is one",
                text=text[:40],
                strange=strange[0],
                shape=_SHAPE,
            )
        )
    if len(signs) != 9:
        raise SheetError(
            Told(
                "code {text!r} has {n} signs; a code has 9, as {shape}",
                text=text[:40],
                n=len(signs),
                shape=_SHAPE,
            )
        )
    body, checks = signs[:7], signs[7:]
    if checks != _checks(body):
        raise SheetError(
            Told("code {text!r} is mistyped: compare it with the sheet, sign by sign", text=text)
        )
    if not body[4:6].isdigit() or body[4:6] == "00" or body[6] not in SIDES:
        raise SheetError(
            Told(
                "code {text!r} names no sheet 01 to {most_sheets} with a side A or B",
                text=text,
                most_sheets=MOST_SHEETS,
            )
        )
    return Code(body[:4], int(body[4:6]), body[6])


def is_set_name(text: str) -> bool:
    """Whether this can be the name of a set: four signs."""
    return len(text) == 4 and all(sign in SIGNS for sign in text)


def _checks(body: str) -> str:
    """Two signs that make both weighted sums of the whole code vanish."""
    once = sum(SIGNS.index(sign) * _ROOT**place for place, sign in enumerate(body, 2))
    twice = sum(SIGNS.index(sign) * _ROOT ** (2 * place) for place, sign in enumerate(body, 2))
    second = (once - twice) * pow(_ROOT**2 - _ROOT, -1, _PRIME) % _PRIME
    first = -(once + _ROOT * second) % _PRIME
    return SIGNS[first] + SIGNS[second]
