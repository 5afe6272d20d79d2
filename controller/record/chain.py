"""The hash chain: every event is sealed together with everything before it.

    hash = sha256( hash of the event before + [seq,game,at,"kind",{data}] )

in UTF-8, hashes as 64 hexadecimal digits, the list as canonical JSON. The event before the first
has 64 zeros. docs/record.md shows how to check it by hand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

from controller.play.event import Event
from controller.record.dates import on_a_calendar
from controller.record.errors import EventError

_KIND = re.compile(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*")


def canonical(value: Any) -> str:
    """The one way to write a JSON value: sorted keys, no spaces, ASCII only, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def digest(previous: str, seq: int, game: int, event: Event) -> str:
    """The hash of an event that follows the event with the hash `previous`."""
    data = canonical(dict(event.data))
    return digest_of_row(previous, (seq, game, float(event.at), event.kind, data))


def digest_of_row(previous: str, row: tuple[int, int, float, str, str]) -> str:
    """The same from a row of the record, whose data are canonical JSON already."""
    seq, game, at, kind, data = row
    line = f'[{seq},{game},{at!r},"{kind}",{data}]'
    return hashlib.sha256((previous + line).encode("utf-8", "surrogateescape")).hexdigest()


def is_canonical(text: str) -> bool:
    """Whether a text is the one canonical form of the JSON it holds."""
    try:
        return canonical(json.loads(text)) == text
    except (ValueError, TypeError, RecursionError):
        return False


def write_data(event: Event) -> str:
    """The facts of an event as canonical JSON; `EventError` where they would not read back."""
    check_event(event)
    try:
        text = canonical(dict(event.data))
    except (ValueError, TypeError, RecursionError) as error:
        raise EventError(f"event {event.kind}: its data are not plain JSON: {error}") from error
    if not is_canonical(text):  # keys that are numbers, or the same key twice
        raise EventError(f"event {event.kind}: every key of its data must be a text of its own")
    return text


def check_event(event: Event) -> None:
    """`EventError` unless the event has a kind in words, a time, and facts by name."""
    if not _KIND.fullmatch(event.kind):
        raise EventError(f"event kind {event.kind!r} is not words and dots, like 'turn.made'")
    if not on_a_calendar(event.at):
        raise EventError(
            f"event {event.kind}: its time {event.at} is not a number of seconds that a calendar"
            " can show (years 5 to 9987)"
        )
    if not isinstance(event.data, Mapping):
        raise EventError(f"event {event.kind}: its data must be a mapping, not {event.data!r}")
