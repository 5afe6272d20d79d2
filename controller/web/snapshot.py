"""The view as text, numbered, so that a page can tell a newer one from an older one."""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass
from typing import Protocol

from controller.web.feed import View


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One view: its number and the JSON that is sent."""

    rev: int
    text: str
    #: Names this very view, also over a restart, when numbers begin anew.
    etag: str = '""'


class Shown(Protocol):
    """What a camera looks at: a table, now or some time ago."""

    def view(self) -> View:
        """The whole state."""


class Camera:
    """Takes snapshots of a table; two of the same view have the same number.

    Views reach a page on two ways, the websocket and the answer to a command, and may overtake
    each other there. `rev` grows with every view that differs, so the page keeps the newest.
    """

    def __init__(self, feed: Shown, first: int = 0) -> None:
        self._feed = feed
        self._view: View | None = None
        self._plain = ""
        self._last = Snapshot(first, "{}")
        self._life = secrets.token_hex(4)

    def take(self) -> Snapshot:
        """The table at this moment."""
        view = self._feed.view()
        if view is self._view:  # nothing has changed: it need not even be written down
            return self._last
        self._view = view
        plain = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
        if plain != self._plain:
            self._plain = plain
            rev = self._last.rev + 1
            etag = f'"{self._life}-{rev}"'
            self._last = Snapshot(rev, f'{{"rev":{rev},{plain[1:]}', etag)
        return self._last
