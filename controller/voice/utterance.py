"""One thing said: when, of what kind, and in how many words somebody wants to hear it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from controller.words.speech import Said

#: So much of what was said can still be asked for.
KEPT = 64


class Kind(StrEnum):
    """What is said, which decides what may wait and what may be left out."""

    BOARD = "board"  # what lies where, as a game begins or goes on
    TURN = "turn"  # what was played, and what lies otherwise now
    PROMPT = "prompt"  # who is to act, and how
    RIGHT = "right"  # what was wrong is put right
    WRONG = "wrong"  # something is to be put right
    QUESTION = "question"  # the board asks, or somebody offered something
    CHOICE = "choice"  # which of the answers the button would give
    FLAG = "flag"  # time has run out, or does so
    OVER = "over"  # the game has ended
    ALERT = "alert"  # something does not work, or was refused
    ANSWER = "answer"  # somebody asked


#: What is said at once, whatever is being said.
AT_ONCE = frozenset({Kind.WRONG, Kind.QUESTION, Kind.CHOICE, Kind.FLAG, Kind.ALERT, Kind.ANSWER})
#: What stays true, and is said though something else has happened since.
LASTING = frozenset({Kind.BOARD, Kind.TURN, Kind.OVER})


class Verbosity(StrEnum):
    """How many words somebody wants."""

    SHORT = "short"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said, numbered from 1; `at` in seconds since 1970; `short` may be nothing.

    `board`: where pieces lie otherwise since, the whole board, for whoever asks.
    """

    number: int
    at: float
    kind: Kind
    full: Said
    short: Said
    board: Said = field(default_factory=dict)

    @property
    def at_once(self) -> bool:
        """Whether it interrupts."""
        return self.kind in AT_ONCE

    @property
    def lasting(self) -> bool:
        """Whether it is said though something has happened since."""
        return self.kind in LASTING

    def text(self, language: str, verbosity: Verbosity = Verbosity.FULL) -> str:
        """What one listener hears; nothing where so few words are wanted that it is left out."""
        return (self.short if verbosity is Verbosity.SHORT else self.full).get(language, "")

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "number": self.number,
            "at": self.at,
            "kind": self.kind.value,
            "at_once": self.at_once,
            "lasting": self.lasting,
            "full": self.full,
            "short": self.short,
            "board": self.board,
        }

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Utterance:
        """What was told as JSON."""
        kind = Kind(told["kind"])
        words = told["full"], told["short"], told["board"]
        return cls(told["number"], told["at"], kind, *words)
