"""The sheet beneath the board: 81 numbers that nobody sees before their stone is lifted (Z1).

A sheet keeps its secret: it shows itself, prints itself and is logged by its code alone, and it
refuses to be pickled or copied into a message. `beneath` tells one number, `reveal` all of them
once the game is over. `commit` binds the board to a sheet at the start without telling it.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from controller.games.game import Cell, InvalidError
from controller.games.kakuzu.board import CELLS, HOLE, NUMBERS
from controller.games.kakuzu.turns import LIFTS, Lift, Turn
from controller.games.told import Told

#: A salt shorter than this could be found by trying.
SALT_BYTES = 16


class SheetError(InvalidError):
    """A sheet that cannot be played on, or a code that names none."""


class Sheet:
    """81 numbers, every number 1 to 9 nine times, row by row from a1."""

    __slots__ = ("_numbers", "code")

    def __init__(self, numbers: Sequence[int], code: str = "") -> None:
        if problem := mistakes(numbers):
            raise SheetError(
                Told("sheet {code}: {reason}", code=code or "without a code", reason=problem)
            )
        self._numbers = bytes(numbers)
        #: What is printed on it; empty for a sheet that has none.
        self.code = code

    def beneath(self, cell: Cell) -> int:
        """The number beneath one hole, to be asked for once its stone is lifted."""
        return self._numbers[HOLE[cell]]

    def reveal(self) -> tuple[int, ...]:
        """All numbers, to be asked for once the game is over."""
        return tuple(self._numbers)

    def agrees(self, turn: Turn) -> bool:
        """Whether a turn uncovers what really lies there; turns that lift nothing always agree."""
        return not isinstance(turn, Lift) or self._numbers[turn.hole] == turn.number

    def lift(self, cell: Cell) -> Lift:
        """The lift of this stone with the number that it uncovers."""
        return LIFTS[HOLE[cell]][self.beneath(cell)]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sheet):
            return NotImplemented
        return (self._numbers, self.code) == (other._numbers, other.code)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Sheet({self.code or 'without a code'})"

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"{self!r} is secret: it is never pickled or copied")


def mistakes(numbers: Sequence[int]) -> str:
    """What is wrong with the numbers of a sheet (Z1); nothing for a good one."""
    if len(numbers) != len(CELLS):
        return f"{len(numbers)} numbers; a sheet has 81 (Z1)"
    if strange := sorted({str(number) for number in numbers if number not in NUMBERS}):
        return f"{', '.join(strange)} stands on it; only 1 to 9 may (Z1)"
    counts = {number: sum(each == number for each in numbers) for number in NUMBERS}
    wrong = [f"{number} stands {_times(count)}" for number, count in counts.items() if count != 9]
    return f"{', '.join(wrong)}; every number must stand nine times (Z1)" if wrong else ""


def _times(count: int) -> str:
    return {0: "nowhere", 1: "once", 2: "twice"}.get(count, f"{count} times")


def read_sheet(text: str, code: str = "") -> Sheet:
    """The sheet that 81 digits stand for, row by row; spaces, line ends and `|` do not count."""
    digits = "".join(text.replace("|", " ").split())
    if not (digits.isascii() and digits.isdigit()):
        strange = "".join(sorted({sign for sign in digits if not sign.isdigit()}))
        raise SheetError(
            Told(
                "sheet {code}: {strange!r} is no digit; 1-9 are",
                code=code or "without a code",
                strange=strange[:20],
            )
        )
    return Sheet([int(digit) for digit in digits], code)


def consistent(sheet: Sheet, turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Those of several possible turns that agree with the sheet: the oracle's answer.

    One turn is left where only the number was unclear. Several are left where the hole was unclear
    too: then ask for the hole, never with the numbers, which are still covered.
    """
    return tuple(turn for turn in turns if sheet.agrees(turn))


def commit(sheet: Sheet, salt: bytes) -> str:
    """A seal that can be shown from the start and proves at the end that the sheet never changed.

    The salt must be random and stay as secret as the sheet until then: a set has few sheets, and
    without it they could be tried one by one.
    """
    if len(salt) < SALT_BYTES:
        raise SheetError(
            Told(
                "a salt of {n} bytes; at least {salt_bytes} are needed",
                n=len(salt),
                salt_bytes=SALT_BYTES,
            )
        )
    numbers = bytes(sheet.reveal())
    return hashlib.sha256(b"lunka kakuzu sheet\n" + numbers + salt).hexdigest()


def unsealed(seal: str, shown: Mapping[str, Any]) -> Sheet:
    """The sheet that was shown at the end; `SheetError` where the seal was made from another."""
    sheet = read_sheet(_text(shown, "sheet"), _text(shown, "code"))
    try:
        salt = bytes.fromhex(_text(shown, "salt"))
    except ValueError:
        raise SheetError(
            Told("the salt that was shown is not written in hexadecimal digits")
        ) from None
    if not check(sheet, salt, seal):
        raise SheetError(
            Told(
                "the sheet shown at the end has the seal {commit}, but {seal!r} was"
                " shown before the game: the sheet was changed",
                commit=commit(sheet, salt),
                seal=seal,
            )
        )
    return sheet


def _text(shown: Mapping[str, Any], key: str) -> str:
    value = shown.get(key)
    if not isinstance(value, str):
        raise SheetError(
            Told("{key!r} is {value!r} in what was shown; it must be a text", key=key, value=value)
        )
    return value


def check(sheet: Sheet, salt: bytes, seal: str) -> bool:
    """Whether this is the sheet and the salt that the seal was made from."""
    return hmac.compare_digest(commit(sheet, salt).encode(), seal.encode())
