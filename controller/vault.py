"""What the board has promised and not yet shown: kept over a restart, away from the record.

The record is read by many; this file, beside it, by its owner alone.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any


class Vault:
    """A few secrets by name, in one file; without a path they live as long as the process."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        #: Why nothing can be kept, if nothing can.
        self.trouble: str | None = None
        self._kept = self._read()

    def recall(self, name: str) -> Any:
        """What was kept under this name; None: nothing."""
        return self._kept.get(name)

    def keep(self, name: str, value: Any) -> None:
        """Keep this over a restart; None forgets what was kept."""
        if value is None and name not in self._kept:
            return
        self._kept = {**self._kept, name: value}
        if value is None:
            del self._kept[name]
        try:
            self._write()
        except OSError as fault:  # then only a restart would lose it: the game goes on
            self.trouble = f"{self.path}: {fault.strerror}"
        else:
            self.trouble = None

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self.path.read_text("utf-8")) if self.path else {}
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self) -> None:
        if self.path is None:
            return
        draft = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        draft.unlink(missing_ok=True)
        # Created closed to others from the first moment on.
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(json.dumps(self._kept).encode())
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.path)
