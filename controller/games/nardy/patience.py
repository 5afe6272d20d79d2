"""How much is looked at before it takes longer than the answer is worth."""

from __future__ import annotations


class TooManyError(Exception):
    """There is more to look at than is quickly done."""


class Patience:
    """So many states may be looked at: runs have more than anybody can wait for."""

    def __init__(self, states: int) -> None:
        self._states = states

    def spend(self) -> None:
        """One more is looked at."""
        self._states -= 1
        if self._states < 0:
            raise TooManyError
