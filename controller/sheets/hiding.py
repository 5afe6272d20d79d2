"""Puts a sheet beneath the board: the one whose code was entered, or one that the board makes."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.kakuzu import Sheet, SheetError
from controller.games.kakuzu.sheet import SALT_BYTES, commit, consistent, read_sheet, unsealed
from controller.games.told import Told
from controller.sheets.store import SheetStore
from controller.sheets.sudoku import grid_around, sudoku


class Beneath:
    """The sheet beneath one game and the salt of its seal (a `controller.table.secret.Secret`)."""

    __slots__ = ("_salt", "_sheet")

    def __init__(self, sheet: Sheet, salt: bytes) -> None:
        self._sheet, self._salt = sheet, salt

    @property
    def seal(self) -> str:
        """What binds the board to this sheet and tells nothing of it."""
        return commit(self._sheet, self._salt)

    def narrow(self, turns: Sequence[Any]) -> Sequence[Any]:
        """The turns that uncover what really lies there."""
        return consistent(self._sheet, turns)

    def reveal(self) -> dict[str, Any]:
        """The sheet and the salt, for everybody to check against the seal."""
        numbers = "".join(map(str, self._sheet.reveal()))
        return {"code": self._sheet.code, "sheet": numbers, "salt": self._salt.hex()}

    def memory(self) -> dict[str, Any]:
        """The same, to be locked away."""
        return self.reveal()


def recalled(memory: Mapping[str, Any]) -> Beneath:
    """The sheet and the salt that were locked away, or shown."""
    sheet = read_sheet(str(memory["sheet"]), str(memory["code"]))
    return Beneath(sheet, bytes.fromhex(memory["salt"]))


def proves(revealed: Mapping[str, Any], seal: str) -> bool:
    """Whether what was shown at the end is what the seal was made from."""
    try:
        unsealed(seal, revealed)
    except SheetError:
        return False
    return True


class HiddenSheets:
    """Finds the sheet of a new game (a `controller.table.secret.Hiding`).

    Where nobody can put paper beneath the board, `made` says so: then the board makes a sheet of
    its own for every game that is played without a code.
    """

    def __init__(
        self,
        store: SheetStore | None = None,
        *,
        made: bool = False,
        noise: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self._store, self._made, self._noise = store, made, noise

    def hide(self, rules: AnyGame, code: str | None, start: Any) -> Beneath | None:
        """What lies beneath in this game; None where the board does not know it.

        Under a position with open numbers only a sheet can lie that shows them. No code is taken
        there: by what is refused, anybody could ask a secret sheet hole by hole.
        """
        if rules.hidden is None or not rules.hidden.sealed:
            if code is not None:
                raise SheetError(
                    Told("sheet {code!r}: this game is played without a known sheet", code=code)
                )
            return None
        shown = rules.hidden.open_in(start)
        if code is not None and shown:
            raise SheetError(
                Told(
                    "sheet {code!r}: a game from a position with open numbers takes no code;"
                    " players say hit or miss",
                    code=code,
                )
            )
        if code is None and not self._made:
            return None
        return Beneath(self._sheet(code, shown), self._noise(SALT_BYTES))

    def recall(self, memory: Mapping[str, Any]) -> Beneath:
        """The sheet that was kept over a restart."""
        return recalled(memory)

    def _sheet(self, code: str | None, shown: Mapping[int, int]) -> Sheet:
        if code is None:
            seed = self._noise(SALT_BYTES).hex()
            return Sheet(grid_around(shown, seed) if shown else sudoku(seed))
        if self._store is None:
            raise SheetError(Told("sheet {code!r}: this board keeps no sheets", code=code))
        return self._store.find(code)
