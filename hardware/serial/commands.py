"""What the host wants of the Pico: one command at a time, sent until it is answered."""

from __future__ import annotations

from dataclasses import dataclass

AGAIN_S = 0.1
"""A command that is not answered within this time is sent again."""


@dataclass(slots=True)
class Command:
    """A command on its way."""

    topic: str
    kind: int
    payload: bytes
    number: int = 0
    sent_at: float = 0.0


class Commands:
    """Keeps the newest wish of each topic: of two pictures only the last one matters."""

    def __init__(self) -> None:
        self._waiting: dict[str, Command] = {}
        self._current: Command | None = None
        self._number = 0

    @property
    def busy(self) -> bool:
        """Whether something is still to be sent or answered."""
        return self._current is not None or bool(self._waiting)

    def restart(self) -> None:
        """A new session: numbers begin anew and nothing is on its way."""
        self._waiting.clear()
        self._current, self._number = None, 0

    def want(self, topic: str, kind: int, payload: bytes) -> None:
        """Ask for this, in place of what was asked of the same topic and not sent yet."""
        self._waiting[topic] = Command(topic, kind, payload)

    def due(self, now: float) -> Command | None:
        """The command to send now, if any."""
        if self._current is None and self._waiting:
            self._current = self._waiting.pop(next(iter(self._waiting)))
            self._number += 1
            self._current.number = self._number
        elif self._current is None or now - self._current.sent_at < AGAIN_S:
            return None
        self._current.sent_at = now
        return self._current

    def answered(self, number: int) -> Command | None:
        """The command this answers; None for an answer that was heard before."""
        if self._current is None or self._current.number != number:
            return None
        command, self._current = self._current, None
        return command
