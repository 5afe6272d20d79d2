"""Who may come in: the Host and Origin checks, the key, and the headers on every answer.

A page on the internet can make a visitor's browser talk to a machine in the visitor's own house,
under a name it points there (DNS rebinding). So the table answers only to names it knows, and
takes websockets and commands only from its own page or from programs that are no browser.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from controller.daemon.listen import LOOPBACK, host_name
from controller.games.told import Term, Told
from controller.web.answers import RefusedError, say

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

#: Scripts and styles are parts of a page and obey its rules: they need only what guards themselves.
_PARTS = ("text/javascript", "text/css")
PART_HEADERS = {
    name: HEADERS[name] for name in ("x-content-type-options", "cross-origin-resource-policy")
}


class Guard:
    """Stands before the whole app, for pages and websockets alike."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), place: str = "table") -> None:
        self._app = app
        self._place = place
        self._hosts = LOOPBACK | {host.lower().strip("[]") for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(HTTPConnection(scope))
        if refusal is None:
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocketClose(1008, refusal.sentence)(scope, receive, send)
        else:
            answer = say(refusal.status, refusal.sentence, said=refusal.said)
            await answer(scope, receive, _with_headers(send))

    def _refusal(self, visit: HTTPConnection) -> RefusedError | None:
        """Why this visit is turned away, if it is."""
        host = visit.headers.get("host", "")
        if not self._knows(host_name(host), visit.scope.get("server")):
            return RefusedError(
                400,
                Told(
                    "This {place} does not answer to the host name {host!r}; it answers to"
                    " {hosts}. Add yours to `hosts` in the settings.",
                    place=Term("place", self._place),
                    host=host,
                    hosts=", ".join(sorted(self._hosts)),
                ),
            )
        if _may_change(visit.scope) and not self._own_page(visit.headers, host):
            origin = visit.headers.get("origin", "")
            return RefusedError(
                403,
                Told(
                    "The page at {origin!r} is not this {place}'s page: open {host} itself.",
                    origin=origin,
                    place=Term("place", self._place),
                    host=host,
                ),
            )
        return None

    def _knows(self, name: str | None, server: tuple[str, int | None] | None) -> bool:
        """Names from the settings, loopback, and the very address the visitor connected to."""
        if not name:
            return False
        return name in self._hosts or (server is not None and _same_address(name, server[0]))

    def _own_page(self, headers: Headers, host: str) -> bool:
        """No Origin is no browser; otherwise it must be the page served under this very name."""
        origin = headers.get("origin")
        if origin is None:
            return True
        try:
            place = urlsplit(origin)
        except ValueError:
            return False
        if place.scheme not in ("http", "https"):
            return False
        return place.netloc.lower() == host.lower() or place.hostname in self._hosts - LOOPBACK


def _may_change(scope: Scope) -> bool:
    return scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD")


def _same_address(name: str, address: str) -> bool:
    """Both are the same IP address; a name is never one, so rebinding cannot use this door."""
    try:
        return ip_address(name) == ip_address(address)
    except ValueError:
        return False


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            part = headers.get("content-type", "").startswith(_PARTS)
            for name, value in (PART_HEADERS if part else HEADERS).items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def given_key(headers: Mapping[str, str]) -> str | None:
    """The key that came along, if one did."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and token:
        return token.strip()
    return headers.get("x-lunka-key")
