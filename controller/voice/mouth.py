"""The voice's own process: `python -m controller.voice.mouth SETTINGS`, started by the board.

It reads what was said, a line of JSON each, and says it aloud: what matters first, what is stale
not at all. On its output it tells what keeps it from being heard, once for each change.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from threading import Condition, Event, Thread
from typing import Any

from controller.games.told import told_by
from controller.voice.programs import Manner
from controller.voice.queue import Queue, Spoken
from controller.voice.tones import sound_of
from controller.voice.utterance import Dice, Hearing, Utterance, Verbosity
from controller.voice.voices import SilentError, play, speak

#: Says something until it is said or the event is set.
Speak = Callable[[Spoken, Event], None]
#: Hears why nothing is heard: a form and its facts; None: all is well.
Tell = Callable[[dict[str, Any] | None], None]


class Mouth:
    """Says what waits, one thing after another, and stops in mid-sentence where that matters."""

    def __init__(self, queue: Queue, speak: Speak, tell: Tell) -> None:
        self._queue, self._speak, self._tell = queue, speak, tell
        self._changed = Condition()
        self._stop = Event()
        self._ended = False
        self._trouble: dict[str, Any] | None = None

    def hear(self, said: Utterance) -> None:
        """Something was said at the table."""
        with self._changed:
            if self._queue.put(said):
                self._stop.set()
            self._changed.notify()

    def end(self) -> None:
        """Be silent, now and for ever."""
        with self._changed:
            self._ended = True
            self._stop.set()
            self._changed.notify()

    def run(self) -> None:
        """Speak until the end."""
        while (now := self._next()) is not None:
            spoken, stop = now
            self._try(spoken, stop)
            with self._changed:
                if not stop.is_set():
                    self._queue.done()

    def _next(self) -> tuple[Spoken, Event] | None:
        with self._changed:
            while not self._ended:
                if (spoken := self._queue.next()) is not None:
                    self._stop = Event()
                    return spoken, self._stop
                self._changed.wait()
        return None

    def _try(self, spoken: Spoken, stop: Event) -> None:
        trouble = None
        try:
            self._speak(spoken, stop)
        except SilentError as silent:
            why = told_by(silent)
            trouble = {"form": getattr(why, "form", why), "facts": dict(getattr(why, "facts", {}))}
        if trouble != self._trouble:
            self._trouble = trouble
            self._tell(trouble)


def main(settings: str, lines: Iterable[str]) -> None:
    """Speak until the board hangs up."""
    told = json.loads(settings)
    manner = Manner(**{each.name: told[each.name] for each in fields(Manner)})
    mouth = Mouth(_queue(told), lambda spoken, stop: _aloud(spoken, manner, stop), _tell)
    speaking = Thread(target=mouth.run)
    speaking.start()
    for line in lines:
        mouth.hear(Utterance.read(json.loads(line)))
    mouth.end()
    speaking.join()


def _queue(told: Mapping[str, Any]) -> Queue:
    """As the settings of the voice want it, and over them those of each player."""
    usual = _hearing(told)
    own = {
        name.casefold(): _hearing(
            {**told, **{key: each for key, each in wish.items() if each is not None}}
        )
        for name, wish in told["players"].items()
    }
    return Queue(told["language"], usual, own)


def _hearing(told: Mapping[str, Any]) -> Hearing:
    verbosity, dice = Verbosity(told["verbosity"]), Dice(told["dice"])
    return Hearing(verbosity, told["speed"], told["tones"], dice)


def _aloud(spoken: Spoken, manner: Manner, stop: Event) -> None:
    """The tone, and then the words."""
    if spoken.tone is not None:
        play(sound_of(spoken.tone, manner.volume), stop)
    if spoken.text and not stop.is_set():
        speak(spoken.text, replace(manner, speed=spoken.speed), stop)


def _tell(trouble: dict[str, Any] | None) -> None:
    sys.stdout.write(json.dumps({"trouble": trouble}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the board, which hangs up
    # Hands and lights come first; in the service's sandbox nobody may say so.
    with suppress(OSError):
        os.nice(5)
    main(sys.argv[1], sys.stdin)
