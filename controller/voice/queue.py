"""What one voice has still to say: what matters first, what is stale not at all.

A voice takes a second or three for what hands do in one. So what was awaited before something else
happened is left out, what matters interrupts, and of turns that have to wait only the newest is
told in full. Nothing is said twice, turns are said in their order, and few things ever wait.
"""

from __future__ import annotations

from typing import NamedTuple

from controller.voice.utterance import Kind, Utterance, Verbosity

#: So many wait at most; of more the oldest are left out.
MOST = 6
#: What tells of no moment of the game, and so makes none of them stale.
_BESIDE = frozenset({Kind.ALERT, Kind.ANSWER})


class Spoken(NamedTuple):
    """What is to be said now, and the words."""

    utterance: Utterance
    text: str


class Queue:
    """What waits for one voice, which says one thing after another."""

    def __init__(self, language: str, verbosity: Verbosity = Verbosity.FULL) -> None:
        self._language, self._verbosity = language, verbosity
        self._waiting: list[Utterance] = []
        self._speaking: Utterance | None = None
        self._heard = 0

    def __len__(self) -> int:
        return len(self._waiting)

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
        if said.text(self._language, self._verbosity):
            self._waiting.insert(self._place(said), said)
        self._bound()
        return cuts

    def next(self) -> Spoken | None:
        """What is to be said now; None: nothing, or something is being said."""
        if self._speaking or not self._waiting:
            return None
        self._speaking = self._waiting.pop(0)
        return Spoken(self._speaking, self._words(self._speaking))

    def done(self) -> None:
        """The voice has said it."""
        self._speaking = None

    def _words(self, said: Utterance) -> str:
        """Of turns that newer ones wait behind only what was played."""
        behind = any(each.kind is Kind.TURN for each in self._waiting)
        brief = said.kind is Kind.TURN and behind
        return said.text(self._language, Verbosity.SHORT if brief else self._verbosity)

    def _drop_stale(self, said: Utterance) -> None:
        """What was awaited before this is past; so is an answer before another one."""
        self._waiting = [each for each in self._waiting if not _stale(each, said)]

    def _cuts(self, said: Utterance) -> bool:
        """Whether what is being said is not worth its end any more."""
        speaking = self._speaking
        if speaking is None:
            return False
        return said.at_once or _stale(speaking, said)

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
