"""What the page needs from the house: the view, a bell when it changes, commands, the record."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

from controller.table.speakers import Speaker

View = dict[str, Any]


class Records(Protocol):
    """The games in the record, for looking at and taking home.

    Called in threads of their own: a whole match is read, and hands at the board do not wait.
    """

    def account(self, *, whole: bool = False) -> dict[str, Any]:
        """What everybody has won and lost this evening, or in the whole record."""

    def games(self) -> list[dict[str, Any]]:
        """Newest first: `id`, `game`, `players`, `result`, `opened` (ISO time), `turns`."""

    def game(self, game_id: int) -> dict[str, Any]:
        """One game; `KeyError` where there is none.

        `tags` (name to text), `layout` (as in the view), `moves` (as in the view), `positions`
        (one more than `moves`: `{"text", "mover", "cells": {cell: count}}`, the first is the
        start) and `events` (`{"kind", "at", "data"}`).
        """

    def export(self, game_id: int, form: str) -> tuple[str, str]:
        """The game as text and its MIME type; `KeyError` where there is none, `ValueError` where
        this form cannot hold it."""

    def forms(self, game_id: int) -> list[dict[str, Any]]:
        """The forms that can hold the game: `form`, `ending`, `losses` (one sentence each)."""


class TableFeed(Protocol):
    """One table, as the page sees it. All but its records is called on the server's event loop."""

    @property
    def records(self) -> Records:
        """The record this table writes."""

    def records_upto(self, head: int) -> Records:
        """The same record as if it ended after so many events."""

    def head(self) -> int:
        """How many events the record had when the view was made."""

    def view(self) -> View:
        """The whole state, as docs/architecture.md lays it down; the same object as long as
        nothing has changed."""

    def choices(self) -> dict[str, Any]:
        """What a new game may choose (`controller.board.choices`), from a thread of its own."""

    async def sensors(self) -> list[dict[str, Any]]:
        """How each sensor does, now and over time (`controller.bringup.diary.Diary.pages`)."""

    def troubles(self) -> dict[str, str]:
        """What does not work now (`record`, `board`, `lights`), each with what is the matter."""

    def said(self, after: int) -> list[dict[str, Any]]:
        """What was said aloud since that number, in order, as far as it is kept; below 0: so many
        of the newest."""

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """An event that is set whenever the view has changed, or something was said; whoever waits
        clears it."""

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Carry a command out; `RefusedError` with a sentence where the table refuses.

        When it returns, `view()` already shows what it did to the wood.
        """


def newer(said: Iterable[dict[str, Any]], after: int) -> list[dict[str, Any]]:
    """Of what was said what came since that number; below 0: so many of the newest; the newest too
    where the number is from before the table was started anew."""
    kept = list(said)
    if kept and after > kept[-1]["number"]:
        return kept[-1:]
    return kept[after:] if after < 0 else [each for each in kept if each["number"] > after]


class Bell:
    """Tells any number of listeners that the view has changed; made for `TableFeed.subscribe`."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Event] = set()

    def ring(self) -> None:
        """Wake everybody who listens; those already awake hear one ring, not many."""
        for listener in self._listeners:
            listener.set()

    @contextmanager
    def subscribe(self) -> Iterator[asyncio.Event]:
        """Listen for as long as the context lasts."""
        listener = asyncio.Event()
        self._listeners.add(listener)
        try:
            yield listener
        finally:
            self._listeners.discard(listener)


async def has_rung(changed: asyncio.Event, seconds: float) -> bool:
    """Wait for the bell; False where it kept silent for so long."""
    try:
        await asyncio.wait_for(changed.wait(), seconds)
    except TimeoutError:
        return False
    changed.clear()
    return True
