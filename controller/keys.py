"""The table's key: whoever has it may command, everybody else may watch."""

from __future__ import annotations

import secrets
from pathlib import Path

from controller.files import make_folder, write_whole


class KeyFileError(ValueError):
    """The file with the key cannot be used; the sentence says why."""


def table_key(path: Path) -> str:
    """The key in this file; made, readable by its owner only, where there is none yet."""
    try:
        return _read(path) if path.exists() else _make(path)
    except OSError as trouble:
        raise KeyFileError(
            f"key file {path}: {trouble.strerror}; choose another page.key_file"
        ) from trouble


def _read(path: Path) -> str:
    key = path.read_text(encoding="utf-8", errors="replace").strip()
    if len(key) < 8 or not key.isascii() or not key.isprintable():
        raise KeyFileError(
            f"key file {path}: a key has at least 8 plain characters; delete it to get a new one"
        )
    return key


def _make(path: Path) -> str:
    key = secrets.token_urlsafe(12)
    make_folder(path.parent)
    write_whole(path, f"{key}\n".encode())
    return key
