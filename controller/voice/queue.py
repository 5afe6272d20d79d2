"""What one voice has still to say: what matters first, what is stale not at all.

A voice takes a second or three for what hands do in one. So what was awaited before something else
happened is left out, what matters interrupts, and of turns only the newest waits: the voice is
never more than one behind the hands. Whoever missed one hears the whole board with the next that
can be told to its end. Nothing is said twice, turns come in their order, and few things ever wait.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from controller.voice.tones import Tone
from controller.voice.utterance import Hearing, Kind, Utterance, Verbosity

#: So many wait at most; of more the oldest are left out.
MOST = 6
#: What tells of no moment of the game, and so makes none of them stale.
_BESIDE = frozenset({Kind.ALERT, Kind.ANSWER})
#: What tells where pieces lie.
_POSITION = frozenset({Kind.BOARD, Kind.TURN})


class Spoken(NamedTuple):
    """What is to be said now: a tone first, where one is wanted, then the words, if any; so fast
    (words a minute)."""

    utterance: Utterance
    text: str
    tone: Tone | None
    speed: int


class Queue:
    """What waits for one voice, which says one thing after another.

    `usual` is how things are heard here; `players`: by names in small letters, how those hear them
    who want it otherwise, whenever something is said to them.
    """

    def __init__(
        self,
        language: str,
        usual: Hearing | None = None,
        players: Mapping[str, Hearing] | None = None,
    ) -> None:
        self._language, self._usual = language, usual or Hearing()
        self._players = players or {}
        self._waiting: list[Utterance] = []
        self._speaking: Utterance | None = None
        self._heard = 0
        #: Whether a turn was left out, so that the next has to tell the whole board.
        self._missed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[Utterance]:
        return iter(self._waiting)

    def put(self, said: Utterance) -> bool:
        """Something was said; whether that cuts off what the voice is saying."""
        if said.number <= self._heard:
            return False
        self._heard = said.number
        self._drop_stale(said)
        cuts = self._cuts(said)
        if cuts and self._speaking:
            if self._speaking.lasting:  # it was not heard to its end
                self._waiting.insert(0, self._speaking)
            self._speaking = None
        if self._worth(said):
            self._waiting.insert(self._place(said), said)
        self._keep_newest()
        self._bound()
        return cuts

    def next(self) -> Spoken | None:
        """What is to be said now; None: nothing, or something is being said."""
        if self._speaking or not self._waiting:
            return None
        self._speaking = said = self._waiting.pop(0)
        hearing = self._hearing(said)
        tone = said.tone if hearing.tones else None
        return Spoken(said, self._words(said), tone, hearing.speed)

    def done(self) -> None:
        """The voice has said it."""
        if self._speaking and self._speaking.kind in _POSITION:
            self._missed = False
        self._speaking = None

    def _hearing(self, said: Utterance) -> Hearing:
        """How the player wants it who acts then; else as it is usual here."""
        return self._players.get(said.to.casefold(), self._usual)

    def _worth(self, said: Utterance) -> bool:
        """Whether anything of it is heard at all."""
        hearing = self._hearing(said)
        toned = hearing.tones and said.tone is not None
        return toned or bool(said.heard(self._language, hearing))

    def _words(self, said: Utterance) -> str:
        """Of a turn that follows on one which was left out, with the whole board."""
        hearing = self._hearing(said)
        whole = said.board.get(self._language, "")
        if (
            self._missed
            and said.kind is Kind.TURN
            and hearing.verbosity is Verbosity.FULL
            and whole
        ):
            brief = said.heard(self._language, replace(hearing, verbosity=Verbosity.SHORT))
            return f"{brief} {whole}".strip()
        return said.heard(self._language, hearing)

    def _drop_stale(self, said: Utterance) -> None:
        """What was awaited before this is past; so is an answer before another one."""
        self._waiting = [each for each in self._waiting if not _stale(each, said)]

    def _cuts(self, said: Utterance) -> bool:
        """Whether what is being said is not worth its end any more."""
        speaking = self._speaking
        if speaking is None:
            return False
        return said.at_once or _stale(speaking, said) or self._overtakes(said, speaking)

    def _overtakes(self, said: Utterance, speaking: Utterance) -> bool:
        """Whether a turn comes while an older one waits for one that is older still."""
        waits = any(each.kind in _POSITION for each in self._waiting)
        return said.kind is Kind.TURN and speaking.kind in _POSITION and waits

    def _keep_newest(self) -> None:
        """Of several turns that wait only the newest."""
        positions = [each for each in self._waiting if each.kind in _POSITION]
        if len(positions) > 1:
            self._missed = True
            newest = max(positions, key=lambda each: each.number)
            self._waiting = [
                each for each in self._waiting if each.kind not in _POSITION or each is newest
            ]

    def _place(self, said: Utterance) -> int:
        """Behind everything; what matters, behind what matters as well."""
        if not said.at_once:
            return len(self._waiting)
        later = (at for at, each in enumerate(self._waiting) if not each.at_once)
        return next(later, len(self._waiting))

    def _bound(self) -> None:
        while len(self._waiting) > MOST:
            old = min(self._waiting, key=lambda each: (each.at_once, each.number))
            self._waiting.remove(old)


def _stale(old: Utterance, new: Utterance) -> bool:
    """Whether something that was said has no meaning any more once this is."""
    if new.kind in _BESIDE or old.kind in _BESIDE:
        return old.kind is new.kind is Kind.ANSWER
    if old.kind is Kind.RIGHT:
        return new.at_once
    return not old.lasting
