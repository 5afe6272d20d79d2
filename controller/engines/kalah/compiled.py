"""The search in C (`search.c`), built where there is a compiler: some hundred times faster.

The installer builds it beside this file (`python -m controller.engines.kalah.compiled`). Elsewhere
it is built into the user's cache when it is first wanted, which takes a second. Where neither is
possible the search in Python plays: the same game, less far ahead.
"""

from __future__ import annotations

import ctypes
import os
import platform
import subprocess
import sys
import tempfile
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, Final

from controller.engines.kalah.search import OutOfTimeError, Search
from controller.engines.kalah.sowing import Tables

_SOURCE: Final = Path(__file__).with_name("search.c")
_CAPTURES: Final = ("opposite", "always", "none")
#: Two million positions are remembered: 32 MB.
_TABLE_BITS: Final = 21
#: A compiler that takes longer than this hangs.
_PATIENCE: Final = 60.0
#: Set to anything but nothing: the search in Python plays.
PLAIN: Final = "LUNKA_PLAIN_ENGINE"
#: More positions than any search looks at.
_ENDLESS: Final = 1 << 62


def search_for(tables: Tables) -> Search:
    """The fastest search that this machine has."""
    library = _library()
    return CompiledSearch(tables, library) if library else Search(tables)


class CompiledSearch(Search):
    """What `Search` does, in C."""

    #: So many positions are looked at in a second, more or less; in Python, some thousands.
    work_of_a_second = 2_500_000

    def __init__(self, tables: Tables, library: ctypes.CDLL) -> None:
        super().__init__(tables)
        self._library = library
        self._handle = library.kalah_open(tables.pits, _CAPTURES.index(tables.capture), _TABLE_BITS)
        if not self._handle:
            raise MemoryError("no room for the table of positions")

    def __del__(self) -> None:
        if handle := getattr(self, "_handle", None):
            self._library.kalah_close(handle)

    def forget(self) -> None:
        """Know nothing."""
        self._library.kalah_forget(self._handle)

    def forget_some(self) -> None:
        """The table is as large as it ever will be."""

    def value(self, state: int, alpha: int, beta: int, depth: int) -> int:
        """What the position is worth to its mover: a bound where it lies outside the window."""
        row = state.to_bytes(2 * self.tables.pits, "little")
        nodes, cut = ctypes.c_int64(self.nodes), ctypes.c_int(self.cut)
        late = ctypes.c_int()
        told = [ctypes.byref(each) for each in (nodes, cut, late)]
        found = self._library.kalah_value(
            self._handle, row, alpha, beta, depth, *self._bounds(), *told
        )
        self.nodes, self.cut = nodes.value, bool(cut.value)
        if late.value:
            raise OutOfTimeError
        return int(found)

    def _bounds(self) -> tuple[int, float]:
        """How many positions may be looked at, and until when."""
        if self.budget is None:
            return _ENDLESS, inf
        return (_ENDLESS, self.budget.end) if self.budget.work is None else (self.budget.work, inf)


def _library() -> ctypes.CDLL | None:
    """What was built, or can be built now."""
    if os.environ.get(PLAIN):
        return None
    for folder in (_SOURCE.parent, _cache()):
        path = folder / _name()
        if path.exists() and (found := _loaded(path)):
            return found
    return _loaded(path) if build(path) else None


def _name() -> str:
    """Of what was built from this very source for this machine."""
    source = sha256(_SOURCE.read_bytes()).hexdigest()[:12]
    return f"kalah-{platform.machine()}-{source}.so"


def _cache() -> Path:
    """Where a user's programs keep what they can make again."""
    chosen = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(chosen) if chosen else Path("~/.cache").expanduser()) / "lunka"


def build(path: Path) -> bool:
    """Compile it to this file, all or nothing; False: not on this machine."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".kalah-") as folder:
            draft = Path(folder) / path.name
            command = ["cc", "-std=c99", "-O2", "-shared", "-fPIC", "-o", str(draft), str(_SOURCE)]
            subprocess.run(command, check=True, capture_output=True, timeout=_PATIENCE)
            draft.replace(path)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


def _loaded(path: Path) -> ctypes.CDLL | None:
    try:
        library: Any = ctypes.CDLL(str(path))
        library.kalah_open.restype = ctypes.c_void_p
        library.kalah_open.argtypes = [ctypes.c_int] * 3
        library.kalah_close.argtypes = library.kalah_forget.argtypes = [ctypes.c_void_p]
        library.kalah_close.restype = library.kalah_forget.restype = None
        library.kalah_value.argtypes = [
            ctypes.c_void_p,
            ctypes.c_char_p,
            *[ctypes.c_int] * 3,
            ctypes.c_int64,
            ctypes.c_double,
            ctypes.POINTER(ctypes.c_int64),
            *[ctypes.POINTER(ctypes.c_int)] * 2,
        ]
    except (OSError, AttributeError):  # for another machine, or cut short
        return None
    else:
        return library  # type: ignore[no-any-return]  # ctypes knows no functions


def main() -> None:
    """Build it beside its source, for everybody on this machine."""
    path = _SOURCE.with_name(_name())
    if path.exists() or build(path):
        sys.stdout.write(f"the Kalah engine is compiled ({path.name})\n")
    else:
        sys.stdout.write("the Kalah engine plays in Python; gcc would make it stronger\n")


if __name__ == "__main__":
    main()
