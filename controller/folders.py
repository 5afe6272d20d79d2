"""Folders that are made for what we keep."""

from __future__ import annotations

from pathlib import Path


def make_folder_of(path: Path, what: str, advice: str, error: type[Exception]) -> None:
    """The folder in which this file will lie; the error says what else can be done."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise error(
            f"{what} {path}: its folder cannot be made ({trouble.strerror}); {advice}"
        ) from trouble
