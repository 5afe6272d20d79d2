"""Every meaning a light can have: one movement each, and one colour in each palette.

No meaning rests on colour alone: two meanings that may be lit at the same time differ in movement,
and each has its sentence in `controller.words`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

RGB = tuple[int, int, int]


class Meaning(StrEnum):
    """What a glowing cell says."""

    TURN = "turn"  # this side is to move
    AGAIN = "again"  # this side moves once more
    NEXT = "next"  # this side is to move; what stands still is of the turn before
    MAY_LIFT = "may-lift"  # a legal turn begins here
    MAY_PUT = "may-put"  # a legal turn may go on here
    GOAL = "goal"  # a piece that is put here wins, or has won
    PATH = "path"  # the way of the piece that is moved
    SOW = "sow"  # pieces in hand belong here, as many as pixels are lit
    CAPTURE = "capture"  # carry out the capture here
    SWEEP = "sweep"  # the game is over: bring what is left home
    TOO_MANY = "too-many"  # take pieces away here
    TOO_FEW = "too-few"  # pieces are missing here
    ASK = "ask"  # the board asks whether this was played
    OFFER = "offer"  # a raise or a resignation waits for this side's answer, or it may swap
    PASS = "pass"  # this side could not move
    CONFIRM = "confirm"  # the turn is complete: press the button
    NUMBER = "number"  # part of the figure of a number that is looked for, or dialled
    HIT = "hit"  # it lay here
    MISS = "miss"  # it did not lie here
    HURRY = "hurry"  # this side's time for the turn runs short
    WINNER = "winner"
    DRAW = "draw"
    PAUSED = "paused"


class Movement(StrEnum):
    """How a light moves: the part of its meaning that needs no colour."""

    STEADY = "steady"
    BREATHE = "breathe"
    BLINK = "blink"
    FLASH = "flash"


#: Steady is how things stand, breathing what comes next, blinking wants an act, flashing is wrong.
MOVEMENTS: dict[Meaning, Movement] = {
    Meaning.TURN: Movement.STEADY,
    Meaning.AGAIN: Movement.BLINK,
    Meaning.NEXT: Movement.BLINK,
    Meaning.MAY_LIFT: Movement.BREATHE,
    Meaning.MAY_PUT: Movement.BREATHE,
    Meaning.GOAL: Movement.BLINK,
    Meaning.PATH: Movement.STEADY,
    Meaning.SOW: Movement.BREATHE,
    Meaning.CAPTURE: Movement.BREATHE,
    Meaning.SWEEP: Movement.BREATHE,
    Meaning.TOO_MANY: Movement.FLASH,
    Meaning.TOO_FEW: Movement.BLINK,
    Meaning.ASK: Movement.BREATHE,
    Meaning.OFFER: Movement.BLINK,
    Meaning.PASS: Movement.BLINK,
    Meaning.CONFIRM: Movement.BLINK,
    Meaning.NUMBER: Movement.BREATHE,
    Meaning.HIT: Movement.STEADY,
    Meaning.MISS: Movement.BLINK,
    Meaning.HURRY: Movement.FLASH,
    Meaning.WINNER: Movement.BREATHE,
    Meaning.DRAW: Movement.BREATHE,
    Meaning.PAUSED: Movement.STEADY,
}

#: Everything that may be lit at the same time: within each set no two move alike.
TOGETHER: tuple[frozenset[Meaning], ...] = (
    frozenset({Meaning.TURN, Meaning.MAY_LIFT}),
    frozenset({Meaning.AGAIN, Meaning.MAY_LIFT, Meaning.PATH}),
    frozenset({Meaning.NEXT, Meaning.MAY_LIFT, Meaning.PATH}),
    frozenset({Meaning.NEXT, Meaning.NUMBER, Meaning.HIT}),
    frozenset({Meaning.TURN, Meaning.MAY_PUT, Meaning.GOAL}),
    frozenset({Meaning.PATH, Meaning.MAY_PUT, Meaning.GOAL}),
    frozenset({Meaning.PATH, Meaning.MAY_LIFT}),
    frozenset({Meaning.PATH, Meaning.CONFIRM}),
    frozenset({Meaning.MAY_PUT, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.TURN, Meaning.SOW}),
    frozenset({Meaning.TURN, Meaning.CAPTURE}),
    frozenset({Meaning.TURN, Meaning.SWEEP}),
    frozenset({Meaning.MAY_LIFT, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.SOW, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.CAPTURE, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.SWEEP, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.ASK, Meaning.CONFIRM}),
    frozenset({Meaning.ASK, Meaning.TOO_FEW, Meaning.TOO_MANY}),
    frozenset({Meaning.ASK, Meaning.TURN}),
    frozenset({Meaning.TURN, Meaning.OFFER, Meaning.MAY_LIFT}),
    frozenset({Meaning.HURRY, Meaning.OFFER, Meaning.MAY_LIFT}),
    frozenset({Meaning.TURN, Meaning.PASS, Meaning.MAY_LIFT}),
    frozenset({Meaning.NUMBER, Meaning.CONFIRM}),
    frozenset({Meaning.TURN, Meaning.NUMBER, Meaning.MISS}),
    frozenset({Meaning.AGAIN, Meaning.NUMBER, Meaning.HIT}),
    frozenset({Meaning.HURRY, Meaning.NUMBER, Meaning.HIT}),
    frozenset({Meaning.HURRY, Meaning.NUMBER, Meaning.MISS}),
    frozenset({Meaning.WINNER, Meaning.GOAL, Meaning.PATH}),
    frozenset({Meaning.DRAW}),
    frozenset({Meaning.PAUSED}),
)


@dataclass(frozen=True, slots=True)
class Glow:
    """What one cell says, and of how many pieces it speaks (0: of no number)."""

    meaning: Meaning
    count: int = 0

    @property
    def movement(self) -> Movement:
        """How it moves."""
        return MOVEMENTS[self.meaning]
