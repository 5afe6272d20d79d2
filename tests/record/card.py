"""A real card for tests of the disk: a small ext4 file system that can be filled, pulled, cut off.

    with Card(folder) as card:
        ... card.path / "record.db" ...
        card.cut()          # the power fails: what was not synced is gone
        card.plug_in()

The kernel itself forgets what was not written through (ext4's own shutdown), so nothing here has an
opinion on which calls make a file safe. It needs root, a loop device and mkfs.ext4.
"""

from __future__ import annotations

import fcntl
import os
import struct
import subprocess
import time
from pathlib import Path
from typing import Self

import pytest

from tests.machine.skips import program, require

#: How often a card is pulled until it comes out.
_TRIES = 50
#: EXT4_IOC_SHUTDOWN, and to flush nothing before it.
_SHUTDOWN, _NO_FLUSH = 0x8004587D, 2


class Card:
    """A card of a few megabytes, plugged in."""

    def __init__(self, folder: Path, megabytes: int = 16) -> None:
        require("root")
        self._image, self.path = folder / "card.img", folder / "card"
        self.path.mkdir()
        with self._image.open("wb") as file:
            file.truncate(megabytes << 20)
        _run(program("mkfs.ext4"), "-q", "-m", "0", str(self._image))
        try:
            self.plug_in()
        except subprocess.CalledProcessError:
            pytest.skip("needs card: a loop device that may be mounted")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.pull()

    def plug_in(self) -> None:
        """The card is there (again), as it was written."""
        _run(program("mount"), "-o", "loop", str(self._image), str(self.path))

    def vanish(self) -> None:
        """From now on the card answers nothing; programs still have its files open."""
        handle = os.open(self.path, os.O_RDONLY)
        try:
            fcntl.ioctl(handle, _SHUTDOWN, struct.pack("I", _NO_FLUSH))
        finally:
            os.close(handle)

    def pull(self) -> None:
        """The card is gone from its place, once nobody has its files open any more."""
        for _ in range(_TRIES):
            try:
                return _run(program("umount"), str(self.path))
            except subprocess.CalledProcessError:
                time.sleep(0.1)
        return _run(program("umount"), "--lazy", str(self.path))

    def power_up(self) -> None:
        """The power is back: only what was synced is there."""
        self.pull()
        self.plug_in()

    def cut(self) -> None:
        """The power fails and comes back."""
        self.vanish()
        self.power_up()

    def fill(self) -> None:
        """No byte more fits."""
        with (self.path / "filling").open("ab") as file:
            while True:
                try:
                    file.write(bytes(4096))
                    file.flush()
                except OSError:
                    return

    def make_room(self) -> None:
        """What filled the card is gone."""
        (self.path / "filling").unlink()


def _run(*words: str) -> None:
    subprocess.run(words, check=True, capture_output=True)
