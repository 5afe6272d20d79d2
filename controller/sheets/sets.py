"""A set of sheets: made from one secret seed, or entered by hand from sheets one owns.

A set's file is TOML and as secret as the sheets themselves:

    kind = "kakuzu-sheets"
    set = "7KQ2"
    count = 40
    seed = "..."

A set of one's own has, in place of `count` and `seed`, the grids row by row:

    [sheets]
    01A = "534678912 672195348 ..."
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from controller.games.kakuzu.sheet import Sheet, SheetError, read_sheet
from controller.games.told import Told, told_by
from controller.sheets.codes import MOST_SHEETS, SIGNS, Code, code_of, is_set_name, read_code
from controller.sheets.sudoku import sudoku

KIND: Final = "kakuzu-sheets"
#: Two grids a sheet.
MOST_GRIDS: Final = 2 * MOST_SHEETS
#: A shorter seed could be found by trying.
SHORTEST_SEED: Final = 12
_LONGEST_SEED: Final = 200
_NAME: Final = re.compile(r"(?!00)[0-9]{2}[AB]")
_KEYS: Final = {"kind", "set", "count", "seed", "sheets"}


@dataclass(frozen=True, slots=True)
class SheetSet:
    """All sheets that carry the same set's name; shows nothing of them but that name."""

    name: str
    codes: tuple[Code, ...] = field(repr=False)
    seed: str = field(default="", repr=False)
    #: The grids of a set of one's own, by sheet and side.
    own: Mapping[str, Sheet] = field(default_factory=dict, repr=False)

    def sheet(self, code: Code) -> Sheet:
        """The sheet with this code; `SheetError` where the set has none."""
        if code not in self.codes:
            last = self.codes[-1].name
            raise SheetError(
                Told(
                    "set {name} has no sheet {name2}; its last is {last}",
                    name=self.name,
                    name2=code.name,
                    last=last,
                )
            )
        if self.own:
            return self.own[code.name]
        return Sheet(sudoku(f"{self.seed}\n{code.name}"), str(code))

    def sheets(self, count: int | None = None) -> list[Sheet]:
        """The first sheets of the set, all of them where nothing is said."""
        if count is not None and not 1 <= count <= len(self.codes):
            raise SheetError(
                Told(
                    "set {name} has {n} grids, not {count}",
                    name=self.name,
                    n=len(self.codes),
                    count=count,
                )
            )
        return [self.sheet(code) for code in self.codes[:count]]


def new_set(seed: str, count: int) -> SheetSet:
    """The set of Sudoku grids that a secret seed stands for."""
    if not (seed.isascii() and seed.isprintable() and SHORTEST_SEED <= len(seed) <= _LONGEST_SEED):
        raise SheetError(
            Told(
                "a seed has {shortest_seed} to {longest_seed} plain characters; this has {n}",
                shortest_seed=SHORTEST_SEED,
                longest_seed=_LONGEST_SEED,
                n=len(seed),
            )
        )
    if not 1 <= count <= MOST_GRIDS:
        raise SheetError(
            Told(
                "a set of {count} grids; 1 to {most_grids} are possible",
                count=count,
                most_grids=MOST_GRIDS,
            )
        )
    name = _name_of(seed)
    return SheetSet(name, tuple(code_of(name, index) for index in range(count)), seed)


def _name_of(seed: str) -> str:
    """Four signs that follow from the seed and tell nothing of it."""
    digest = hashlib.sha256(b"lunka kakuzu set\n" + seed.encode()).digest()
    number = int.from_bytes(digest)
    return "".join(SIGNS[number // len(SIGNS) ** place % len(SIGNS)] for place in range(4))


def write_set(sheets: SheetSet) -> str:
    """The text of a set's file."""
    if sheets.own:
        raise SheetError(
            Told(
                "set {name} was entered by hand: its file is written by its owner", name=sheets.name
            )
        )
    return (
        "# Secret: whoever reads this file can work out every sheet of the set.\n"
        "# The board needs it to know which sheet lies beneath from the code on it.\n"
        f'kind = "{KIND}"\nset = "{sheets.name}"\ncount = {len(sheets.codes)}\n'
        f"seed = {json.dumps(sheets.seed)}\n"
    )


def read_set(text: str) -> SheetSet:
    """The set that a file's text stands for; `SheetError` says what is wrong with it."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as mistake:
        raise SheetError(Told("it is not TOML: {reason}", reason=told_by(mistake))) from None
    if unknown := sorted(set(values) - _KEYS):
        raise SheetError(
            Told(
                "unknown key {unknown}; {keys} are known",
                unknown=unknown[0],
                keys=", ".join(sorted(_KEYS)),
            )
        )
    if values.get("kind") != KIND:
        raise SheetError(
            Told(
                'kind is {get!r}; a set of sheets has kind = "{kind}"',
                get=values.get("kind"),
                kind=KIND,
            )
        )
    name = values.get("set")
    if not isinstance(name, str) or not is_set_name(name):
        raise SheetError(
            Told("set is {name!r}; a set's name has four signs of {signs}", name=name, signs=SIGNS)
        )
    return _own(name, values) if "sheets" in values else _generated(name, values)


def _generated(name: str, values: Mapping[str, Any]) -> SheetSet:
    seed, count = values.get("seed"), values.get("count")
    if not isinstance(seed, str) or type(count) is not int:
        raise SheetError(Told('a set needs seed = "..." and count = a number, or a table [sheets]'))
    made = new_set(seed, count)
    if made.name != name:
        raise SheetError(
            Told(
                "set is {name}, but its seed makes set {name2}: it was changed",
                name=name,
                name2=made.name,
            )
        )
    return made


def _own(name: str, values: Mapping[str, Any]) -> SheetSet:
    grids = values["sheets"]
    if not isinstance(grids, dict) or not grids or {"seed", "count"} & set(values):
        raise SheetError(
            Told("[sheets] lists grids such as 01A; then there is no seed and no count")
        )
    own = {key: _own_sheet(name, key, grid) for key, grid in sorted(grids.items())}
    return SheetSet(name, tuple(read_code(sheet.code) for sheet in own.values()), own=own)


def _own_sheet(name: str, key: str, grid: object) -> Sheet:
    if not _NAME.fullmatch(key):
        raise SheetError(
            Told("[sheets] {key}: a sheet and its side are written as 01A or 12B", key=key)
        )
    if not isinstance(grid, str):
        raise SheetError(Told("[sheets] {key}: a grid is a text of 81 digits", key=key))
    return read_sheet(grid, str(Code(name, int(key[:2]), key[2])))
