"""Where a board keeps the sets it knows, and finds the sheet of a code again."""

from __future__ import annotations

from pathlib import Path

from controller.disk.files import make_folder, write_whole
from controller.games.kakuzu.sheet import Sheet, SheetError
from controller.games.told import Told, told_by
from controller.sheets.codes import read_code
from controller.sheets.sets import SheetSet, read_set, write_set


class SheetStore:
    """A folder with one file for each set, named after it: `7KQ2.toml`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def find(self, text: str) -> Sheet:
        """The sheet whose code was entered; `SheetError` says what to do where it is unknown."""
        code = read_code(text)
        path = self.path_of(code.set)
        if not path.exists():
            known = ", ".join(self.known()) or "none"
            raise SheetError(
                Told(
                    "code {code} is of set {set}, which this board does not know (known:"
                    " {known}); copy the set's file to {path}, or play with sheet = unknown",
                    code=code,
                    set=code.set,
                    known=known,
                    path=path,
                )
            )
        return load_set(path).sheet(code)

    def keep(self, sheets: SheetSet) -> Path:
        """Write a set's file, unless the board has this very set already: where it is."""
        path = self.path_of(sheets.name)
        save_set(sheets, path)
        return path

    def known(self) -> list[str]:
        """The names of the sets that the board knows."""
        return sorted(path.stem for path in self.folder.glob("*.toml"))

    def path_of(self, name: str) -> Path:
        """Where the set of this name is kept."""
        return self.folder / f"{name}.toml"


def load_set(path: Path) -> SheetSet:
    """The set in a file; `SheetError` names the file and what is wrong."""
    try:
        return read_set(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        raise SheetError(
            Told("sheets {path} cannot be read: {reason}", path=path, reason=trouble.strerror)
        ) from None
    except UnicodeDecodeError:
        raise SheetError(Told("sheets {path}: this is no text", path=path)) from None
    except SheetError as mistake:
        raise SheetError(
            Told("sheets {path}: {reason}", path=path, reason=told_by(mistake))
        ) from None


def save_set(sheets: SheetSet, path: Path) -> None:
    """Write a set's file; one that holds another set is never written over."""
    if path.exists():
        if load_set(path) != sheets:
            raise SheetError(
                Told("sheets {path}: another set is kept there; choose another file", path=path)
            )
        return
    write_secret(path, write_set(sheets).encode())


def write_secret(path: Path, content: bytes) -> None:
    """Write a file that its owner alone can read, whole or not at all.

    Root writes it for whoever owns the folder: the table could not read a set that is root's.
    """
    try:
        make_folder(path.parent)
        write_whole(path, content, owned_like_folder=True)
    except OSError as trouble:
        raise SheetError(
            Told("{path} cannot be written: {reason}", path=path, reason=trouble.strerror)
        ) from None
