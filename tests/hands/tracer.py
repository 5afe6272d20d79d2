"""Notes what a house finds, asks and writes, each with its time; it changes nothing."""

from __future__ import annotations

import json
from typing import Any

from controller.board.loop import BoardLoop
from controller.play.event import Event


class Tracer:
    """Listens to one house."""

    def __init__(self, house: BoardLoop) -> None:
        self.lines: list[str] = []
        #: The options of every question.
        self.asked: list[list[str]] = []
        self.zero = 0.0
        self._clock = house.clock
        self._digest, self._append = house.table._digest, house.log.append
        self._verdict, self._table = "", house.table
        house.table._digest = self._found  # type: ignore[method-assign]  # looks on
        house.log.append = self._written  # type: ignore[method-assign, assignment]

    def tell(self, *words: object) -> None:
        """One more line."""
        at = self._clock.now() - self.zero
        self.lines.append(f"{at:8.3f}  {' '.join(map(str, words))}")

    def _found(self, findings: Any) -> None:
        kept = list(findings)
        for finding in kept:
            self.tell("finds", finding)
        self._digest(kept)
        verdict = f"{self._table.verdict.kind.value} {len(self._table.verdict.possible)}"
        if verdict != self._verdict:
            self._verdict = verdict
            self.tell("looks", verdict)

    def _written(self, events: list[Event]) -> None:
        self._append(events)
        for event in events:
            self.tell("writes", event.kind, json.dumps(event.data))
            if event.kind == "question.asked":
                self.asked.append(event.data["options"])
