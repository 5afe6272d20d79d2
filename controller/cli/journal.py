"""Whether what we print is kept by systemd's journal, where keys do not belong."""

from __future__ import annotations

import os
import sys


def is_journalled() -> bool:
    """systemd names the file that its journal reads from (`JOURNAL_STREAM`): is it our output?"""
    try:
        ours = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):  # no file at all
        return False
    return os.environ.get("JOURNAL_STREAM") == f"{ours.st_dev}:{ours.st_ino}"
