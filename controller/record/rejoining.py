"""Games that name other games of their record, told so that they stay right in another record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from controller.play.event import Event
from controller.play.happenings import GameOpened


class Rejoined:
    """Goes through games in their order; `numbers` says which number each has in the new record.

    A game of a match whose game before it is not there begins a match of its own, at the score that
    it began with.
    """

    def __init__(self, numbers: Mapping[int, int]) -> None:
        self._numbers = numbers
        self._opened = 0
        #: Of each match, by its first game in the old record: the number of its newest game in
        #: the match, as it was and as it is told now, and its first game in the new record.
        self._matches: dict[int, tuple[int, int, int]] = {}

    def event(self, event: Event) -> Event:
        """The same event, as it stands in the new record."""
        if event.kind != GameOpened.kind:
            return event
        self._opened += 1
        return replace(event, data=self._match(self._origin(dict(event.data))))

    def _origin(self, data: dict[str, Any]) -> dict[str, Any]:
        origin = data.get("origin")
        if not isinstance(origin, dict) or "game" not in origin:
            return data
        there = self._numbers.get(origin["game"])
        if there is None or there >= self._opened:
            return data | {"origin": {"position": data["position"]}}
        return data | {"origin": origin | {"game": there}}

    def _match(self, data: dict[str, Any]) -> dict[str, Any]:
        match = data.get("match")
        if not isinstance(match, dict):
            return data
        number, first = match["number"], match["first"] or self._old_number()
        was, told, begun = self._matches.get(first, (0, 0, 0))
        if was and number == was + 1:
            self._matches[first] = (number, told + 1, begun)
            return data | {"match": match | {"number": told + 1, "first": begun}}
        self._matches[first] = (number, 1, self._opened)
        if number == 1:
            return data
        alone = {key: fact for key, fact in data.items() if key != "clock_left"}
        origin = {"origin": {"position": data["position"]}}
        return alone | origin | {"match": match | {"number": 1, "first": 0}}

    def _old_number(self) -> int:
        return next(old for old, new in self._numbers.items() if new == self._opened)
