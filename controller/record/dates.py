"""Times that a record can hold, and the dates that files of other programs tell."""

from __future__ import annotations

from datetime import UTC, datetime

#: Times of the years 5 to 9987, which a calendar can show in every time zone.
_EARLIEST, _LATEST = -62_000_000_000.0, 253_000_000_000.0


def on_a_calendar(at: float) -> bool:
    """Whether a calendar can show this time, given in UNIX seconds."""
    return _EARLIEST <= at <= _LATEST


def read_date(text: str, form: str) -> float | None:
    """The UNIX seconds of a date in the form of `strptime`; None where it is none to keep."""
    try:
        at = datetime.strptime(text, form).replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return None
    return at if on_a_calendar(at) else None
