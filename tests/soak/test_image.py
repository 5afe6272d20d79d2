"""The SD-card image in a virtual machine: first start, the plug pulled, second start.

`make image` makes it, which takes long; without one there is nothing to start.
"""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tests.service.scratch import HOME

FOLDER = HOME / "build" / "image"

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        not (FOLDER / "lunka.img").is_file() or not shutil.which("qemu-system-aarch64"),
        reason="needs `make image` first, and qemu-system-arm",
    ),
]


def test_the_card_starts_and_starts_again() -> None:
    """The page answers, the card's key commands, the disk has grown, and all that stays."""
    done = subprocess.run(
        [str(HOME / "systemd/image/boot.sh"), str(FOLDER)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    for words in ("first start: /health answered", "second start: /health answered", "has grown"):
        assert words in done.stdout
