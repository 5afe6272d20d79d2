"""One thing said: when, of what kind, and in how many words somebody wants to hear it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from controller.voice.tones import Tone
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


class Dice(StrEnum):
    """How somebody wants to hear a roll that has a call."""

    BOTH = "both"  # 6 and 5, shesh-besh
    CALLS = "calls"  # shesh-besh
    NUMBERS = "numbers"  # 6 and 5


@dataclass(frozen=True, slots=True)
class Hearing:
    """How one player wants to hear things: in how many words, how fast (words a minute), with tones
    or without, and how dice are called."""

    verbosity: Verbosity = Verbosity.FULL
    speed: int = 170
    tones: bool = False
    dice: Dice = Dice.BOTH


#: A roll in the words of each language: its numbers, and its call.
Called = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Utterance:
    """One thing said, numbered from 1; `at` in seconds since 1970; `short` may be nothing.

    `board`: where pieces lie otherwise since, the whole board, for whoever asks. `to`: the player
    who is to act then, for whom it is said. `tone`: what says the same without words; `enough`: so
    well that who wants few words needs none. `rolls`: the rolls in it that have a call.
    """

    number: int
    at: float
    kind: Kind
    full: Said
    short: Said
    board: Said = field(default_factory=dict)
    to: str = ""
    tone: Tone | None = None
    enough: bool = False
    rolls: tuple[Called, ...] = ()

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

    def heard(self, language: str, hearing: Hearing) -> str:
        """What a player hears who wants to hear it so."""
        if self.enough and hearing.tones and hearing.verbosity is Verbosity.SHORT:
            return ""
        words = self.text(language, hearing.verbosity)
        for roll in self.rolls if hearing.dice is not Dice.BOTH else ():
            numbers, call = roll.get(language, ("", ""))
            only = call if hearing.dice is Dice.CALLS else numbers
            for stop in ",:":
                words = words.replace(f"{numbers}{stop} {call}", only) if call else words
        return words

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
            "to": self.to,
            "tone": self.tone.value if self.tone else None,
            "enough": self.enough,
            "rolls": self.rolls,
        }

    @classmethod
    def read(cls, told: Mapping[str, Any]) -> Utterance:
        """What was told as JSON."""
        rolls = (
            {language: (numbers, call) for language, (numbers, call) in roll.items()}
            for roll in told["rolls"]
        )
        return cls(
            number=told["number"],
            at=told["at"],
            kind=Kind(told["kind"]),
            full=told["full"],
            short=told["short"],
            board=told["board"],
            to=told["to"],
            tone=Tone(told["tone"]) if told["tone"] else None,
            enough=told["enough"],
            rolls=tuple(rolls),
        )
