"""What a slow voice says of an evening: what matters at once, nothing stale, nothing twice."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from hypothesis import given, settings
from hypothesis import strategies as st

from controller.voice.queue import MOST, Queue, Spoken
from controller.voice.utterance import Hearing, Kind, Utterance, Verbosity
from tests.voice.evenings import GAMES, said_in


def said(number: int, kind: Kind, text: str = "") -> Utterance:
    """Something said."""
    words = {"en": text or f"{kind} {number}"}
    return Utterance(number, float(number), kind, words, {"en": f"short {number}"})


def test_what_matters_interrupts() -> None:
    """A voice is cut off by what is wrong, and goes on with the turn that it was telling."""
    queue = Queue("en")
    queue.put(said(1, Kind.TURN))
    assert queue.next() and not queue.put(said(2, Kind.PROMPT))
    assert queue.put(said(3, Kind.WRONG))
    order = []
    while spoken := queue.next():
        order.append(spoken.utterance.number)
        queue.done()
    assert order == [3, 1]  # whose turn it is stands in question now


def test_what_is_stale_is_left_out() -> None:
    """Nobody is told of what was awaited before somebody did it."""
    queue = Queue("en")
    for each in (said(1, Kind.PROMPT), said(2, Kind.TURN), said(3, Kind.PROMPT)):
        queue.put(each)
    assert [spoken.utterance.number for spoken in drained(queue)] == [2, 3]


def test_an_alert_makes_nothing_stale() -> None:
    """Whose turn it is stays true while a lamp is broken."""
    queue = Queue("en")
    queue.put(said(1, Kind.PROMPT))
    queue.put(said(2, Kind.ALERT))
    assert [spoken.utterance.number for spoken in drained(queue)] == [2, 1]


def test_of_turns_only_the_newest_waits() -> None:
    """The voice catches up with fast hands, and then tells the whole board, once."""
    queue = Queue("en")
    for number in (1, 2, 3):
        queue.put(replace(said(number, Kind.TURN), board={"en": f"board {number}"}))
    assert [spoken.text for spoken in drained(queue)] == ["short 3 board 3"]
    queue.put(said(4, Kind.TURN))
    assert [spoken.text for spoken in drained(queue)] == ["turn 4"]


def test_the_voice_is_never_two_turns_behind() -> None:
    """What it says of a turn is cut off once the next but one is made."""
    queue = Queue("en")
    queue.put(said(1, Kind.TURN))
    assert queue.next() and not queue.put(said(2, Kind.TURN))
    assert queue.put(said(3, Kind.TURN))
    assert [spoken.utterance.number for spoken in drained(queue)] == [3]


def test_nothing_is_taken_twice() -> None:
    """Who tells the same again is not heard."""
    queue = Queue("en")
    queue.put(said(1, Kind.TURN))
    queue.put(said(1, Kind.TURN))
    assert len(queue) == 1


def drained(queue: Queue) -> list[Spoken]:
    """Everything that is still to be said."""
    found: list[Spoken] = []
    while spoken := queue.next():
        found.append(spoken)
        queue.done()
    return found


@dataclass
class Mouth:
    """A voice of so many letters a second, in a time of its own."""

    queue: Queue
    speed: float
    now: float = 0.0
    busy_until: float = 0.0
    speaking: Utterance | None = None
    begun: list[Utterance] = field(default_factory=list)
    finished: list[Utterance] = field(default_factory=list)
    longest: int = 0
    #: So many turns waited at most to be told.
    behind: int = 0

    def until(self, when: float) -> None:
        """Go on speaking until then."""
        while self.busy_until <= when:
            if self.speaking:
                self.finished.append(self.speaking)
                self.speaking = None
                self.queue.done()
            if not self._begin():
                self.busy_until = when
                return

    def _begin(self) -> bool:
        if (spoken := self.queue.next()) is None:
            return False
        self.speaking = spoken.utterance
        self.begun.append(spoken.utterance)
        assert spoken.text
        self.busy_until += len(spoken.text) / self.speed
        return True

    def hear(self, new: Utterance) -> None:
        """Something is said, now."""
        self.until(new.at)
        if self.queue.put(new):
            self.speaking, self.busy_until = None, new.at
        self.longest = max(self.longest, len(self.queue))
        self.behind = max(self.behind, sum(each.kind is Kind.TURN for each in self.queue))
        if new.at_once:
            self._begin()
            assert self.speaking is not None and self.speaking.at_once


@settings(max_examples=60, deadline=None)
@given(
    game=st.sampled_from(GAMES),
    speed=st.floats(2.0, 60.0),
    verbosity=st.sampled_from(Verbosity),
    language=st.sampled_from(["en", "ru"]),
)
def test_a_voice_of_any_speed(game: str, speed: float, verbosity: Verbosity, language: str) -> None:
    """In evenings of every game: nothing is finished twice, turns come in their order, what matters
    is begun at once, few things wait, and of turns at most one."""
    mouth = Mouth(Queue(language, Hearing(verbosity)), speed)
    told = said_in(game)
    for each in told:
        mouth.hear(each)
    mouth.until(told[-1].at + 10_000.0)
    numbers = [each.number for each in mouth.finished]
    turns = [each.number for each in mouth.finished if each.lasting]
    assert len({*numbers}) == len(numbers)
    assert turns == sorted(turns)
    assert mouth.longest <= MOST and mouth.behind <= 1
    assert told[-1].number in numbers  # the last word is always heard
