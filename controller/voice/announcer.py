"""Says what is going on: a reader of the situation, as the lights are one.

It hears every situation and says what is new of it: each turn that was made with what lies
otherwise since, who is to act, what is wrong, asked or over. Whoever has heard everything knows the
whole position after each turn, and nothing is said twice. It decides nothing and knows no clock:
whoever calls it says what time it is.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from controller.games.game import Cell
from controller.games.told import Told
from controller.table.situation import Made, Phase, Role, Situation
from controller.voice.ear import for_the_ear
from controller.voice.holding import changed, whole_board
from controller.voice.tones import Tone
from controller.voice.utterance import KEPT, Called, Kind, Utterance
from controller.words.moment import moment, option, told_side
from controller.words.speech import Said, joined, say
from controller.words.telling import called

log = logging.getLogger(__name__)

_WRONG = (Phase.WRONG, Phase.CONDONABLE)
#: Hands may be at a turn.
_AT_WORK = (Phase.TO_MOVE, Phase.TO_PLAY, Phase.IN_HAND, Phase.COMPLETE)
#: No position is played in yet.
_BEFORE = (Phase.IDLE, Phase.SETUP)
_KINDS = {
    Phase.WRONG: Kind.WRONG,
    Phase.CONDONABLE: Kind.WRONG,
    Phase.ASKED: Kind.QUESTION,
    Phase.OFFERED: Kind.QUESTION,
    Phase.OVER: Kind.OVER,
}
_CARRIED = (Role.CAPTURE, Role.SWEEP)
#: Somebody is to act, by which sentence that is told in fewest words.
_TO_ACT = {Phase.TO_MOVE: "to-move", Phase.TO_ROLL: "to-roll", Phase.TO_PLAY: "to-play"}
#: A checker was hit, as turns of nardy are written.
_HIT = "*"


class _Saying(NamedTuple):
    """One thing to say: of which kind, in full and in short; the board where it has changed; and
    the tone that says it, perhaps well enough to need no words."""

    kind: Kind
    full: Said
    short: Said
    board: Said = {}  # noqa: RUF012 (nobody writes into it)
    tone: Tone | None = None
    enough: bool = False


class Announcer:
    """What one table says, in order."""

    def __init__(self) -> None:
        #: The newest of what was said.
        self.said: deque[Utterance] = deque(maxlen=KEPT)
        self._number = 0
        #: The position as whoever listens knows it; None: nobody was told one.
        self._holds: Mapping[Cell, int] | None = None
        self._made: tuple[Made, ...] = ()
        #: What was last asked for, put right, or wrong: nothing of it is said again.
        self._prompt: object = None
        self._wrong: object = None
        self._question: tuple[int, str | None] | None = None
        #: Whose turn, after which turn, a tone has told.
        self._toned: object = None
        #: To whom something is said now, and the rolls in it.
        self._to, self._rolls = "", tuple[Called, ...]()
        self._alerts: frozenset[str] = frozenset()
        #: Why what happened could not be told; None: all is told.
        self.trouble: str | None = None

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Whatever goes wrong with words in here is a trouble to be told, and never the end of what
        called us: a board that cannot speak plays on. The next time everything is told anew."""
        try:
            yield
        except Exception as error:  # a game of somebody else may bring any
            log.exception("what happened could not be put into words")
            reason = f"{type(error).__name__}: {error}"
            self.trouble = Told(
                "what happened could not be put into words: {reason}", reason=reason
            )
            self._holds, self._made, self._prompt, self._wrong = None, (), None, None

    def hear(self, now: Situation, at: float, *, moving: bool = False) -> list[Utterance]:
        """What is new in this situation, said; `moving`: a sensor has not come to rest, so that
        nobody knows whether what was wrong is right."""
        with self.guard():
            aloud = _by_ear(now)
            self._to = now.seats[now.mover].player if now.mover is not None and now.seats else ""
            self._rolls = tuple(_rolls(now))
            new = self._say([*self._played(aloud), *self._moment(aloud, moving)], at)
            self.trouble = None
            return new
        return []

    def alert(self, alerts: Iterable[Said], at: float) -> list[Utterance]:
        """What does not work or was refused: each is said when it comes up."""
        told = {said["en"]: said for said in alerts}
        known, self._alerts = self._alerts, frozenset(told)
        with self.guard():
            new = [told[key] for key in told if key not in known]
            return self._say([_Saying(Kind.ALERT, said, said) for said in new], at)
        return []

    def answer(self, said: Said, at: float) -> list[Utterance]:
        """What somebody asked for, by a button of the board."""
        with self.guard():
            return self._say([_Saying(Kind.ANSWER, said, said)], at)
        return []

    def _say(self, sayings: Iterable[_Saying], at: float) -> list[Utterance]:
        new = []
        for each in sayings:
            self._number += 1
            full, short, board = map(for_the_ear, (each.full, each.short, each.board))
            said = Utterance(self._number, round(at, 3), each.kind, full, short, board, self._to)
            new.append(replace(said, tone=each.tone, enough=each.enough, rolls=self._rolls))
        self.said.extend(new)
        return new

    # -- what was played -----------------------------------------------------------------------

    def _played(self, now: Situation) -> Iterator[_Saying]:
        """Turns that were made, changed or taken back, and what lies otherwise since."""
        before, made = self._holds, self._made
        if now.phase in _BEFORE:
            self._holds, self._made = None, ()
            return
        self._holds, self._made = now.holds, now.made
        if before is None or before.keys() != now.holds.keys():
            if now.phase is not Phase.OVER:
                board = whole_board(now)
                yield _Saying(Kind.BOARD, board, {}, board)
            return
        new = _new(made, now.made)
        if not new and (_last(made), before) == (_last(now.made), now.holds):
            return
        turns = [_turn(now, each) for each in new] or [_taken_back(now, made)]
        names, origin = (new[-1].aloud, new[-1].turn) if new else (now.aloud, "")
        lies = changed(now, names, before, origin)
        tone = Tone.CAPTURE if _took(now, new, before) else Tone.DONE
        yield _Saying(Kind.TURN, joined(*turns, lies), joined(*turns), whole_board(now), tone)

    # -- what comes now ------------------------------------------------------------------------

    def _moment(self, now: Situation, moving: bool) -> Iterator[_Saying]:
        wrong = now.mistake.repairs if now.phase in _WRONG else None
        if moving and wrong is None and self._wrong is not None and now.phase in _AT_WORK:
            return  # a hand, or a finger, is just there
        was, self._wrong = self._wrong, wrong
        if wrong is not None:
            if wrong != was:
                sentence = moment(now)
                yield _Saying(Kind.WRONG, sentence, sentence, tone=Tone.WRONG)
        else:
            if was is not None and now.phase not in (*_BEFORE, Phase.OVER):
                righted = say("attempt.righted")
                yield _Saying(Kind.RIGHT, righted, righted, tone=Tone.DONE, enough=True)
            yield from self._prompted(now)

    def _prompted(self, now: Situation) -> Iterator[_Saying]:
        """What the board waits for, unless that was said."""
        key = _key(now)
        if key is None or key == self._prompt:
            return
        self._prompt = key
        asked, self._question = self._question, _asked(now)
        if asked and self._question and asked[0] == self._question[0] and now.chosen:
            chosen = option(now.chosen, now.answers)
            yield _Saying(Kind.CHOICE, chosen, chosen)
            return
        full, short = moment(now), moment(_in_short(now))
        tone = self._call(now)
        enough = tone is not None and short == _barely(now)
        yield _Saying(_kind(now), full, short, tone=tone, enough=enough)

    def _call(self, now: Situation) -> Tone | None:
        """The tone for who is to act: once after each turn."""
        if now.phase not in _TO_ACT:
            return None
        turn = now.mover, _last(now.made)
        was, self._toned = self._toned, turn
        return None if turn == was else Tone.AGAIN if now.again else Tone.TURN


def _barely(now: Situation) -> Said:
    """Who is to act, and nothing else; nothing where both do."""
    if now.mover is None:
        return {}
    return say("again" if now.again else _TO_ACT[now.phase], who=told_side(now, now.mover))


def _took(now: Situation, new: list[Made], before: Mapping[Cell, int]) -> bool:
    """Whether a turn took something: it hit a checker; or stones went from a place where it did not
    begin, though nothing was swept at the end."""
    if any(_HIT in each.turn for each in new):
        return True
    if now.owned or now.solid or len(new) != 1 or now.phase is Phase.OVER:
        return False
    origin = new[0].turn
    fewer = {cell for cell, held in now.holds.items() if held < before.get(cell, 0)}
    return origin in fewer and len(fewer) > 1


def _rolls(now: Situation) -> Iterator[Called]:
    """The rolls that may be told of, where they have a call."""
    thrown = [now.thrown.roll] if now.thrown else []
    lying = [now.lying.roll] if now.lying.roll else []
    for roll in (*thrown, *lying, *now.rolls):
        if roll.call:
            call = for_the_ear(dict(roll.call))
            dice = for_the_ear(dict.fromkeys(roll.call, "-".join(map(str, roll.dice))))
            yield {language: (dice[language], call[language]) for language in call}


def _asked(now: Situation) -> tuple[int, str | None] | None:
    return (now.question.number, now.chosen) if now.question else None


def _kind(now: Situation) -> Kind:
    late = now.ending is not None and now.ending.result.reason == "time"
    if late or (now.hurry and now.phase is Phase.TO_MOVE):
        return Kind.FLAG
    return Kind.ALERT if now.resting else _KINDS.get(now.phase, Kind.PROMPT)


def _key(now: Situation) -> object:
    """What makes this moment another one than the last that was said; None: it is not said, since
    hands are at work and know what they do."""
    what: object = now.mistake.repairs if now.phase is Phase.SETUP else None
    if now.phase is Phase.IN_HAND:
        what = next((role for role in _CARRIED if now.of(role)), None)
        if what is None and not now.resting:
            return None
    if now.phase is Phase.COMPLETE and not now.turn.by_button and not now.resting:
        return None
    acts = (now.mover, _last(now.made), now.called, now.thinking, now.hurry)
    able = (now.swapper, now.unseen)
    lies = (now.lying, now.thrown, now.rolls, now.draw, now.missing, now.resting)
    asks = (_asked(now), now.offer, now.dialled, now.ending)
    return now.phase, what, acts, able, lies, asks


def _in_short(now: Situation) -> Situation:
    """The same without what may be taken where, and without explanations."""
    if now.phase not in (Phase.TO_MOVE, Phase.TO_ROLL, Phase.TO_PLAY) or now.called:
        return now
    return replace(now, places={}, choice=None, asks=(), follows=())


# -- words -----------------------------------------------------------------------------------------


def told_now(now: Situation) -> Said:
    """What the board waits for at this very moment, also in the midst of a turn."""
    return for_the_ear(moment(_by_ear(now)))


def _by_ear(now: Situation) -> Situation:
    """The same with places and turns called as they are said."""
    names = now.aloud
    return replace(
        now,
        names=names,
        turn=replace(now.turn, name=_named(names, now.turn.name)),
        mistake=replace(now.mistake, turn=_named(names, now.mistake.turn)),
        called=_named(names, now.called),
        answers={each: names.get(turn, turn) for each, turn in now.answers.items()},
    )


def _named(names: Mapping[Cell, str], turn: str | None) -> str | None:
    """A turn that is named by the place where it begins, as that is said."""
    return None if turn is None else names.get(turn, turn)


def _last(made: tuple[Made, ...]) -> tuple[int, int, str] | None:
    return (made[-1].number, made[-1].side, made[-1].turn) if made else None


def _new(before: tuple[Made, ...], now: tuple[Made, ...]) -> list[Made]:
    """The turns that were made since, or changed: nobody has heard of them."""
    heard = before[-1].number if before else 0
    new = [each for each in now if each.number > heard]
    if new or not now or now[-1].number < heard or _last(now) == _last(before):
        return new
    return [now[-1]]


def _turn(now: Situation, made: Made) -> Said:
    who = told_side(now, made.side)
    if not made.turn:
        return say("voice.stands", who=who)
    return say("voice.turn", who=who, turn=called(made.aloud.get(made.turn, made.turn)))


def _taken_back(now: Situation, before: tuple[Made, ...]) -> Said:
    """Turns do not count any more; or only the pieces were set otherwise."""
    assert now.mover is not None
    number = now.made[-1].number if now.made else 0
    key = "voice.back" if before and before[-1].number > number else "voice.set"
    return say(key, ply=number, who=told_side(now, now.mover))
