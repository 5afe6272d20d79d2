"""The address of a running table, as it is typed."""

from __future__ import annotations

from urllib.parse import SplitResult, urlsplit

from controller.cli.errors import UsageError
from controller.games.told import Told

#: Where a table of this machine is, unless it was told otherwise.
HERE = "http://127.0.0.1:8765"


def read_address(url: str) -> SplitResult:
    """The parts of the address; `UsageError` where it is none of a page."""
    wrong = UsageError(Told("{url!r} is not an address like {here}", url=url, here=HERE))
    try:
        place = urlsplit(url)
        named = bool(place.hostname) and place.port != 0
    except ValueError:
        raise wrong from None
    if place.scheme not in ("http", "https") or not named:
        raise wrong
    return place
