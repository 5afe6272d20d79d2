"""What is going on at a table: one value, made once for each change (`controller.table.survey`).

It is made only from what is written. Lights, sentence, page and buttons read it and decide nothing
themselves: who must act and how, what was just done, what is asked, offered, wrong or owed, where
the pieces in hand may go. What the hints of this table keep to themselves is not in it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from controller.games.acts import Word
from controller.games.dice import call_roll
from controller.games.game import Cell, Draw
from controller.play.steps import Part, Result
from controller.table.state import Question, Status
from controller.tracking.verdict import Kind, Repair


class Phase(StrEnum):
    """What the board waits for; of several things the one that comes first."""

    IDLE = "idle"  # for a game
    SETUP = "setup"  # for the pieces to be laid out
    PAUSED = "paused"
    OVER = "over"
    DIALLING = "dialling"  # for a number that the buttons enter
    ASKED = "asked"  # for an answer to what it could not see
    CONDONABLE = "condonable"  # for a turn against the rules to be put right, or let stand
    WRONG = "wrong"  # for something to be put right
    OFFERED = "offered"  # for the answer to a raise or a resignation
    TO_ROLL = "to roll"
    TO_PLAY = "to play"  # for a roll that nobody will tell, and its turn
    TO_MOVE = "to move"
    IN_HAND = "in hand"  # for the rest of a turn
    COMPLETE = "complete"  # for a whole turn to settle, or for the button


class Role(StrEnum):
    """What a place is for just now."""

    LIFT = "lift"  # something may be taken here
    PUT = "put"  # what is in the hand may go here
    GOAL = "goal"  # the same, and it wins; or it has won
    PATH = "path"  # the way of the moving piece
    SOW = "sow"
    CAPTURE = "capture"
    SWEEP = "sweep"
    FEWER = "fewer"  # so many are too many here
    MORE = "more"  # so many are missing here
    ASKED = "asked"  # the board asks whether this was played
    CHOSEN = "chosen"  # the same, and the button would say yes
    NUMBER = "number"  # part of the figure of a number
    HIT = "hit"  # it lay here
    MISS = "miss"  # it did not lie here


class Call(StrEnum):
    """How one side is concerned."""

    TURN = "turn"  # it acts
    AGAIN = "again"  # it acts once more
    NEXT = "next"  # it acts, while lights of the turn before still shine
    HURRY = "hurry"  # it acts, and its time runs short
    ANSWER = "answer"  # it answers an offer, or may take one
    AGREE = "agree"  # it is asked
    PRESS = "press"  # it presses the button
    PASSED = "passed"  # it could not move
    WON = "won"
    DREW = "drew"
    RESTS = "rests"


class Unseen(StrEnum):
    """Which of the turns that may be made now this board cannot tell from no turn at all."""

    NONE = "none"
    SOME = "some"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Place:
    """One cell: what it is for, and for how many pieces (0: of no number)."""

    role: Role
    count: int = 0


class Roll(NamedTuple):
    """Dice, and how players call them (nothing where a game has no calls)."""

    dice: tuple[int, ...]
    call: Mapping[str, str]


class Thrown(NamedTuple):
    """A roll that was over before anybody saw it lie there, and whose it was; None: an opening
    roll, of which `decided` says whether it brought somebody to begin."""

    roll: Roll
    side: int | None
    decided: bool


class Offer(NamedTuple):
    """What waits for an answer: the word that accepts it, whose word that is, and what is offered
    (the stake, or the worth of a resignation)."""

    word: str
    side: int
    worth: int


class Made(NamedTuple):
    """A turn that was made: its number, whose it was, how people read it (nothing: it was against
    the rules and let stand, and has no notation), and what places are called by its side's numbers,
    for the ear."""

    number: int
    side: int
    turn: str
    aloud: Mapping[Cell, str]


class Next(NamedTuple):
    """Who acts after a turn that can become no other any more, and whether by rolling; None: both
    roll."""

    side: int | None
    again: bool
    rolls: bool


@dataclass(frozen=True, slots=True)
class Dialled:
    """A number that is being entered with the buttons: which of the roll's it is, and of how many;
    `side` is whose die it is in an opening roll."""

    number: int
    at: int
    count: int
    side: int | None


@dataclass(frozen=True, slots=True)
class Seat:
    """One side: what the game calls it, who plays it, the cell that speaks to it, and how."""

    title: str
    player: str
    home: Cell
    call: Call | None = None
    #: What plays it, where no hands of its own do: `engine:4`.
    engine: str | None = None


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong on the board, and what it should become.

    `turn`: the turn that went wrong half-way; None: the position before it. `returning`: a game
    taken back by command, which the pieces have yet to follow; `directed`: or a director. `why`:
    the rule that was broken, where it is plain.
    """

    repairs: tuple[Repair, ...]
    turn: str | None = None
    returning: bool = False
    directed: bool = False
    why: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn under way: its name once it can be only one, and how it is carried out.

    `stepwise`: piece by piece, with the numbers `left` to play and the cells of `hit` waiting for
    a piece that was hit; `replaces`: the piece in hand takes another's place; `next`: who acts
    then.
    """

    name: str | None = None
    stepwise: bool = False
    left: tuple[int, ...] = ()
    hit: frozenset[Cell] = frozenset()
    replaces: bool = False
    by_button: bool = False
    next: Next | None = None


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies open beside the board and matters now: a token, dice, numbers that passed over."""

    token: int | None = None
    roll: Roll | None = None
    passed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ended; `late` is whose time was up, among more than two."""

    result: Result
    match_lost: bool = False
    late: int | None = None


class Suited(NamedTuple):
    """How a level of an engine suited a player in his newest games, and which is offered to him:
    another one, or the same."""

    player: str
    level: int
    offered: int
    won: float
    games: int


@dataclass(frozen=True, slots=True)
class Situation:
    """Everything that somebody at the table has to know just now."""

    phase: Phase = Phase.IDLE
    status: Status = Status.IDLE
    verdict: Kind = Kind.UNTOUCHED
    game: str = ""
    #: What it is played with, and whether those are whole pieces; whether sensors see whose.
    pieces: str = "stones"
    solid: bool = False
    owned: bool = False
    seats: tuple[Seat, ...] = ()
    #: What people call each cell, by the numbers of the side to move, in its order of travel.
    names: Mapping[Cell, str] = field(default_factory=dict)
    #: The same for the ear.
    aloud: Mapping[Cell, str] = field(default_factory=dict)
    #: What each place holds as far as it is written, whose by its sign; and the newest turns.
    holds: Mapping[Cell, int] = field(default_factory=dict)
    made: tuple[Made, ...] = ()
    #: What each place is for.
    places: Mapping[Cell, Place] = field(default_factory=dict)
    mover: int | None = None
    #: The turn that hands are to carry out for a side that has none here; or it is still thinking.
    called: str | None = None
    thinking: bool = False
    #: Of the turns that may be made: those that hands must tell, since no sensor will.
    unseen: Unseen = Unseen.NONE
    again: bool = False
    #: Nothing is played yet, and the mover was drawn by lot.
    lot: bool = False
    hurry: bool = False
    thrown: Thrown | None = None
    #: The rolls that explain the last turn, where nobody told what was rolled.
    rolls: tuple[Roll, ...] = ()
    lying: Lying = Lying()
    #: What follows from the last turn and no light shows; what the mover has to know or do first;
    #: and what may be taken, where that is said better than by a list of cells.
    follows: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    choice: str | None = None
    #: Of dice that lie there: which are played, as far as hands at a turn have shown it.
    spent: tuple[bool, ...] = ()
    #: How many pieces are on the board, and of how many, where some are still missed.
    missing: tuple[int, int] | None = None
    question: Question | None = None
    #: Its answers as people read them.
    answers: Mapping[str, str] = field(default_factory=dict)
    chosen: str | None = None
    offer: Offer | None = None
    #: Who may exchange the seats.
    swapper: int | None = None
    #: Who may let stand what is wrong.
    accepting: tuple[int, ...] = ()
    #: Whether a word lets it stand, and whether the next roll does (T6, T7).
    by_word: bool = True
    by_roll: bool = False
    mistake: Mistake = Mistake(())
    turn: Turn = Turn()
    ending: Ending | None = None
    #: What is said of the engine's level when a game is over.
    suited: Suited | None = None
    #: The roll that was made too early and stands, and whose it is (T8).
    early: tuple[Roll, int] | None = None
    #: A die lies on the floor, and the clocks stand meanwhile (T5).
    fallen: bool = False
    #: What chance is to bring, and who does it: `board`, `entered` or `inferred`.
    draw: Draw | None = None
    drawn_by: str = ""
    dialled: Dialled | None = None
    #: What players have added to the board's dice, while that is possible; None: it is not now.
    contributed: tuple[Part, ...] | None = None
    #: What the game calls its decisions itself, and what it says to who must answer one.
    words_of_game: Mapping[str, Word] = field(default_factory=dict)
    #: What may be said instead of moving, and by whom.
    words: tuple[tuple[str, int], ...] = ()
    commands: tuple[str, ...] = ()
    #: How much this table tells.
    hints: str = ""
    #: The legal turns by name, where they are few enough to be listed.
    turns: tuple[str, ...] = ()
    #: Where something rests that is no piece: a hand, a sleeve.
    resting: tuple[Cell, ...] = ()
    #: The sensors that may be vouched for.
    doubted: tuple[Cell, ...] = ()

    def of(self, *roles: Role) -> dict[Cell, int]:
        """The places that are for one of these, each with its number."""
        return {cell: place.count for cell, place in self.places.items() if place.role in roles}

    def held(self, moving: Collection[Cell], before: Situation) -> Situation:
        """The same, but that a cell which a hand just touched says what it did before, as long as
        that goes with what the others say: its sensor has not come to rest."""
        if not moving:
            return self
        now = {cell: place for cell, place in self.places.items() if cell not in moving}
        kept = self._kept(moving, before, {place.role for place in now.values()})
        told = now | kept
        places = {cell: told[cell] for cell in [*self.places, *kept] if cell in told}
        hit = frozenset(self.turn.hit.difference(kept) | before.turn.hit.intersection(kept))
        calls = {seat.home: seat.call for seat in before.seats}
        seats = tuple(
            replace(seat, call=calls.get(seat.home)) if seat.home in moving else seat
            for seat in self.seats
        )
        return replace(self, places=places, turn=replace(self.turn, hit=hit), seats=seats)

    def _kept(
        self, moving: Collection[Cell], before: Situation, roles: Collection[Role]
    ) -> dict[Cell, Place]:
        """What cells in movement say on: nothing once the board waits for something else, and
        nothing that would contradict what the others are for (take here, and put there)."""
        if (self.phase, self.mover) != (before.phase, before.mover):
            return {}
        kept = {cell: before.places[cell] for cell in moving if cell in before.places}
        return {cell: at for cell, at in kept.items() if not roles or at.role in roles}


def called(rules: Any, dice: tuple[int, ...]) -> Roll:
    """A roll with its call (N12)."""
    return Roll(dice, call_roll(rules, dice))
