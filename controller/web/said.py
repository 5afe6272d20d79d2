"""Everything that is said aloud, as a stream of text: server-sent events, in order, with times.

For whoever reads with a braille display, for the page that speaks, and for programs. A listener
says which it heard last (`Last-Event-ID`, or `after` in the address) and misses nothing over a
broken line, as far as it is kept; a new one gets the newest.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from controller.games.told import Told
from controller.web.answers import RefusedError
from controller.web.entry import Entry
from controller.web.feed import TableFeed, has_rung
from controller.web.guard import given_key
from controller.web.late import LateTable

#: Seconds after which a line at rest gets a sign of life, so that a lost one is noticed.
HEARTBEAT = 10.0
#: So many listen at once.
MOST = 32
#: What a new listener gets: the last thing said.
_NEWEST = -1
_STILL_HERE = ": nothing new\n\n"
_HEADERS = {"cache-control": "no-store", "x-accel-buffering": "no"}
#: The longest number that anybody may have heard.
_DIGITS = 12


class SaidAloud:
    """All listeners of one table."""

    def __init__(
        self, feed: TableFeed, entry: Entry, late: LateTable | None = None, most: int = MOST
    ) -> None:
        self._feed, self._entry, self._late, self._most = feed, entry, late, most
        self._listening = 0

    async def endpoint(self, request: Request) -> Response:
        """Serve one listener until it leaves, or may not listen any more."""
        speaker = await self._entry.watcher(request)
        heard = self._late if self._late and self._entry.is_late(speaker) else self._feed
        heard.said(0)  # one who sees the table late may have come too early
        after = _heard_by(request)
        if self._listening >= self._most:
            raise RefusedError(503, Told("This table already has {n} listeners.", n=self._most))
        stream = self._stream(heard, after, given_key(request.headers))
        return StreamingResponse(stream, media_type="text/event-stream", headers=_HEADERS)

    async def _stream(
        self, heard: TableFeed | LateTable, after: int, key: str | None
    ) -> AsyncIterator[str]:
        self._listening += 1
        try:
            with heard.subscribe() as changed:
                while self._may_listen(key):
                    new = heard.said(after)
                    for said in new:
                        yield _event(said)
                    after = new[-1]["number"] if new else max(after, 0)
                    if not await has_rung(changed, HEARTBEAT):
                        yield _STILL_HERE
        finally:
            self._listening -= 1

    def _may_listen(self, key: str | None) -> bool:
        """A key may be revoked while somebody listens."""
        entry = self._entry
        return entry.free if key is None else entry.keys.speaker_of(key) is not None


def _heard_by(request: Request) -> int:
    """The number of what this listener heard last."""
    given = request.headers.get("last-event-id") or request.query_params.get("after")
    if given is None:
        return _NEWEST
    if not (given.isascii() and given.isdigit() and len(given) <= _DIGITS):
        raise RefusedError(
            400,
            Told("after = {found!r}: the number of what was heard last is allowed", found=given),
        )
    return int(given)


def _event(said: Mapping[str, Any]) -> str:
    told = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return f"id: {said['number']}\ndata: {told}\n\n"
