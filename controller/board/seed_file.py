"""What the board has promised and not yet shown: kept over a restart, away from the record.

The record is read by many; this file, beside it, by its owner alone. A promise goes in before the
record tells of it, and comes out after the record has shown it: at whatever moment the power fails,
what the record promises is here, or is shown there.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from controller.disk.files import write_whole
from controller.games.told import Told
from controller.record.errors import RecordDiskError


def seed_file_of(record: Path) -> Path:
    """Where the secrets of a record lie: under its whole name, so that no two records share one."""
    return record.with_name(f"{record.name}.secret")


class SeedFile:
    """A few secrets by name, in one file; without a path they live as long as the process."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._kept = self._read()

    def recall(self, name: str) -> Any:
        """What was kept under this name; None: nothing."""
        return self._kept.get(name)

    def keep(self, secrets: Mapping[str, Any]) -> None:
        """Keep these beside what is kept already; they are on the disk when this returns.

        `RecordDiskError` where they cannot be written: then nothing may be promised yet.
        """
        whole = {**self._kept, **secrets}
        if whole == self._kept:
            return
        try:
            self._write(whole)
        except OSError as trouble:
            raise RecordDiskError(
                Told(
                    "promises {path}: {said}; what the board promises must survive a restart: "
                    "free some space, or allow writing there, and play goes on",
                    path=str(self.path),
                    said=trouble.strerror,
                )
            ) from trouble
        self._kept = whole

    def keep_only(self, names: Collection[str]) -> None:
        """Forget all but these: the rest has been shown."""
        left = {name: secret for name, secret in self._kept.items() if name in names}
        if left != self._kept:
            self._kept = left
            with suppress(OSError):  # what everybody has seen may lie there a little longer
                self._write(left)

    def _read(self) -> dict[str, Any]:
        try:
            kept = json.loads(self.path.read_text("utf-8")) if self.path else {}
        except (OSError, ValueError):
            return {}
        return kept if isinstance(kept, dict) else {}

    def _write(self, secrets: Mapping[str, Any]) -> None:
        if self.path:
            write_whole(self.path, json.dumps(dict(secrets)).encode())
