"""What somebody may ask who does not see: answered from what was said, and from the clocks.

Nothing is worked out for an answer, so whoever keeps what was said can give it: the board for its
button, the page's process for everybody who asks there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum

from controller.voice.ear import for_the_ear
from controller.voice.utterance import Kind, Utterance
from controller.words.speech import Said, joined, say

#: Whose clock, and what it shows in seconds; nothing where there are none.
Clocks = Sequence[tuple[Said, float]]

_WRONG = (Kind.WRONG,)
#: What tells of the moment, and so takes the place of what was told before.
_MOMENTS = (Kind.PROMPT, Kind.WRONG, Kind.QUESTION, Kind.FLAG, Kind.OVER)
_BESIDE = (Kind.ANSWER, Kind.ALERT)


class Question(StrEnum):
    """What may be asked."""

    REPEAT = "repeat"  # what was just said?
    LAST = "last"  # what was played last?
    TURN = "turn"  # whose turn is it, and how much time is there?
    BOARD = "board"  # what lies where?
    MAY = "may"  # what may I do?
    RIGHT = "right"  # how do I put it right?


def answer(question: Question, said: Iterable[Utterance], clocks: Clocks = ()) -> Said:
    """The answer, for the ear."""
    newest = [*said][::-1]
    if question is Question.TURN:
        return _turn(newest, clocks)
    return _ANSWERS[question](newest)


def _repeated(newest: Sequence[Utterance]) -> Said:
    return _full(next((each for each in newest if each.kind not in _BESIDE), None))


def _last(newest: Sequence[Utterance]) -> Said:
    last = next((each for each in newest if each.kind is Kind.TURN), None)
    return last.full if last else for_the_ear(say("voice.unplayed"))


def _board(newest: Sequence[Utterance]) -> Said:
    return next((each.board for each in newest if each.board), for_the_ear(say("voice.unplayed")))


def _moment(newest: Sequence[Utterance]) -> Utterance | None:
    """What the board waits for; what was wrong and is right again is past."""
    righted = False
    for each in newest:
        righted |= each.kind is Kind.RIGHT
        if each.kind in _MOMENTS and not (righted and each.kind in _WRONG):
            return each
    return None


def _may(newest: Sequence[Utterance]) -> Said:
    return _full(_moment(newest))


def _right(newest: Sequence[Utterance]) -> Said:
    moment = _moment(newest)
    if moment is not None and moment.kind in _WRONG:
        return moment.full
    return for_the_ear(say("voice.nothing-wrong"))


def _turn(newest: Sequence[Utterance], clocks: Clocks) -> Said:
    moment = _moment(newest)
    times = [_time(who, seconds) for who, seconds in clocks]
    said = joined(moment.short if moment else {}, *map(for_the_ear, times))
    return said if any(said.values()) else _full(None)


def _time(who: Said, seconds: float) -> Said:
    minutes, rest = divmod(max(0, int(seconds)), 60)
    parts = {"minutes": say("voice.minutes", n=minutes), "seconds": say("voice.seconds", n=rest)}
    return say("voice.clock", who=who, **parts)


def _full(said: Utterance | None) -> Said:
    return said.full if said else for_the_ear(say("voice.silence"))


_ANSWERS: Mapping[Question, Callable[[Sequence[Utterance]], Said]] = {
    Question.REPEAT: _repeated,
    Question.LAST: _last,
    Question.BOARD: _board,
    Question.MAY: _may,
    Question.RIGHT: _right,
}
