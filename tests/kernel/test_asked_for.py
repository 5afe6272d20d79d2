"""`make kernel` on a machine that cannot build the virtual one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.kernel.image import HOME

SMALL = "tests/kernel/test_small.py"


def test_what_is_missing_is_no_success(tmp_path: Path) -> None:
    """Without qemu `make kernel` names it and fails: tests that were skipped prove nothing."""
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", SMALL],
        cwd=HOME,
        env={**os.environ, "LUNKA_KERNEL": "1", "PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1, ran.stdout
    assert "make kernel needs" in ran.stdout and "qemu-system-x86_64" in ran.stdout
