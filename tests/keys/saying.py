"""Somebody with a key says something to a table of the tests."""

from __future__ import annotations

from typing import Any

from controller.table.commands import CommandError
from controller.table.rights import NotYoursError
from controller.table.speakers import Speaker, read_speaker
from tests.table.board import Seat


def say(table: Seat, who: str | Speaker, do: str, **more: Any) -> str:
    """What becomes of it: `done`, `not yours: ...` or `not now: ...`."""
    speaker = read_speaker(who) if isinstance(who, str) else who
    try:
        table.events += table.table.command({"do": do, **more}, table.now, speaker)
    except NotYoursError as refused:
        return f"not yours: {refused}"
    except CommandError as refused:
        return f"not now: {refused}"
    return "done"
