"""Who asks at the board itself: by a button of the wood, or by a finger on a place.

Nothing of it is a command, and nothing of it is ever in the record.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from controller.games.game import Cell
from controller.table.situation import Situation
from controller.tracking.seen import ANYTHING, Seen
from controller.tracking.verdict import Kind
from controller.voice.announcer import Announcer, told_now
from controller.voice.places import is_home, told_home, told_place, walked
from controller.voice.questions import Clocks, Question, answer
from controller.words.speech import Said

#: The button that tells more and more, and those that ask one thing each.
SAY = "say"
_BUTTONS: Mapping[str, Question] = {f"{SAY}-{question}": question for question in Question}
#: Within so many seconds another press asks for more.
_ON = 6.0


class Asked(NamedTuple):
    """The moment at which somebody asks: by the board's clock, and by the time of day."""

    now: float
    at: float
    situation: Situation
    looks: Mapping[Cell, Seen]
    clocks: Clocks = ()


class Asking:
    """Answers through the announcer, which voice, page and stream hear."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        #: What the button `say` told last; the place that `next` told last; and until when another
        #: press goes on from there.
        self._told = 0
        self._place: int | None = None
        self._until = 0.0

    def press(self, button: str, asked: Asked) -> bool:
        """Whether this button asks something, which is answered then, if words can be found."""
        with self._announcer.guard():
            if button in _BUTTONS:
                self._answer(_BUTTONS[button], asked)
            elif button == SAY:
                self._more(asked)
            elif button == "next" and asked.now < self._until and walked(asked.situation):
                self._walk(asked)
            else:
                return False
        return True

    def touch(self, cells: Collection[Cell], asked: Asked) -> bool:
        """Fingers were pressed on these places; whether that asks something: one place, or the
        stores of all sides, which is the whole board."""
        now = asked.situation
        with self._announcer.guard():
            if not now.holds:
                self._answer(Question.MAY, asked)
            elif len(cells) == 1 and {*cells} <= now.holds.keys():
                (cell,) = cells
                self._say(_place(cell, asked), asked)
            elif is_home(now, cells) and len(cells) == len(now.seats):
                self._answer(Question.BOARD, asked)
            else:
                return False
        return True

    def _more(self, asked: Asked) -> None:
        """Say again how things stand; pressed on within a moment, more and more of it."""
        wrong = asked.situation.verdict is Kind.WRONG
        first = Question.RIGHT if wrong else Question.REPEAT
        order = [first, Question.LAST, Question.TURN, Question.BOARD, Question.MAY]
        self._told = (self._told + 1) % len(order) if asked.now < self._until else 0
        self._until, self._place = asked.now + _ON, None
        self._answer(order[self._told], asked)

    def _walk(self, asked: Asked) -> None:
        """The next place in the order of travel, after the last the first."""
        places = walked(asked.situation)
        self._place = 0 if self._place is None else (self._place + 1) % len(places)
        self._until = asked.now + _ON
        self._say(_place(places[self._place], asked), asked)

    def _answer(self, question: Question, asked: Asked) -> None:
        if question is Question.MAY:  # also in the midst of a turn, of which nothing is said
            self._say(told_now(asked.situation), asked)
        else:
            self._say(answer(question, self._announcer.said, asked.clocks), asked)

    def _say(self, said: Said, asked: Asked) -> None:
        self._announcer.answer(said, asked.at)


def _place(cell: Cell, asked: Asked) -> Said:
    """What lies in a place; in a store: the score."""
    if is_home(asked.situation, [cell]):
        return told_home(asked.situation, cell, asked.looks)
    return told_place(asked.situation, cell, asked.looks.get(cell, ANYTHING))
