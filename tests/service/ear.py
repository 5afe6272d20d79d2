"""An ear like systemd's: a datagram socket that hears what a service says."""

from __future__ import annotations

import socket
from pathlib import Path
from types import TracebackType
from typing import Self


class Ear:
    """Listens at a path, or at an abstract name that begins with @."""

    def __init__(self, address: Path | str) -> None:
        self.address = str(address)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        name = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        self._socket.bind(name)
        self.heard: list[str] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._socket.close()

    def hear(self, seconds: float = 30.0) -> str | None:
        """The next word, or None after so many seconds of silence."""
        self._socket.settimeout(seconds)
        try:
            word = self._socket.recv(4096).decode()
        except (TimeoutError, BlockingIOError):
            return None
        self.heard.append(word)
        return word

    def wait_for(self, start: str) -> str:
        """The next word that begins so; fails when it does not come."""
        for _ in range(100):
            word = self.hear()
            if word is None:
                break
            if word.startswith(start):
                return word
        raise AssertionError(f"{start} never came; heard was {self.heard}")

    def wait_until_heard(self, *words: str) -> None:
        """Listen until all of these were said, in any order, since the beginning."""
        while not set(words) <= set(self.heard):
            assert self.hear() and len(self.heard) < 100, f"heard was {self.heard}"

    def rest(self, seconds: float = 1e-3, most: int = 100) -> list[str]:
        """Everything that is still said until nothing comes for so many seconds."""
        said: list[str] = []
        while (word := self.hear(seconds)) is not None:
            said.append(word)
            assert len(said) < most, f"it never falls silent: {said}"
        return said
