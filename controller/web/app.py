"""The web application of one table: `make_app` for a table that runs, `make_error_app` for one
whose settings are broken."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from controller.daemon.keys import Keyring
from controller.table.speakers import THE_TABLE
from controller.web.answers import RefusedError, mistakes, not_found, say
from controller.web.api import Api
from controller.web.entry import DELAYED, Entry
from controller.web.feed import TableFeed
from controller.web.guard import Guard
from controller.web.late import LateTable
from controller.web.live import Live
from controller.web.said import SaidAloud
from controller.web.snapshot import Camera
from controller.web.static_files import StaticFiles

log = logging.getLogger(__name__)

#: Without these nobody can play on; without lights one can.
_STANDSTILL = {"record", "board"}
_LONG_AGO = 1_000_000_000


def make_app(
    feed: TableFeed,
    keys: Keyring,
    *,
    hosts: Iterable[str] = (),
    watchers: int = 64,
    outside: str | None = None,
    watch: str | None = None,
    late: LateTable | None = None,
) -> Starlette:
    """The page and its doors. Loopback names are always known; `hosts` adds the table's own, and
    `outside` is its address for other machines. `watch` says what is seen without a key (None: as
    the keys say); with `delayed` it is what `late` shows."""
    if not keys.all().get(THE_TABLE):
        raise ValueError("the table's key is empty: anybody could send commands")
    if (watch == DELAYED) != (late is not None):
        raise ValueError("who sees the table late needs a table that is late, and nobody else")
    camera, entry = Camera(feed), Entry(keys, watch=watch)
    # Below all numbers of live views, so that who comes to have a key takes those for newer.
    back = (late, Camera(late, first=-_LONG_AGO)) if late else None
    live = Live(feed, camera, entry, watchers, back)
    files = StaticFiles()

    async def health(_request: Request) -> Response:
        troubles = feed.troubles()
        if not troubles:
            return JSONResponse({"status": "ok", "watching": live.watching})
        told = {"status": "trouble", "watching": live.watching, "troubles": troubles}
        return JSONResponse(told, 503 if _STANDSTILL & troubles.keys() else 200)

    return Starlette(
        routes=[
            Route("/", files.page),
            Route("/verify", files.verify),
            Route("/favicon.ico", files.icon),
            Route("/static/{path:path}", files.static),
            Route("/health", health),
            WebSocketRoute("/live", live.endpoint),
            Route("/api/said", SaidAloud(feed, entry, late).endpoint),
            *Api(feed, camera, entry, outside, back).routes(),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts))],
        exception_handlers=handlers(),
    )


def make_error_app(errors: Sequence[str], *, hosts: Iterable[str] = ()) -> Starlette:
    """A page that lists what is wrong with the settings, in place of a dead port."""
    listed = list(errors)
    files = StaticFiles()

    async def health(_request: Request) -> Response:
        return JSONResponse({"status": "misconfigured", "errors": listed}, 503)

    async def anything(request: Request) -> Response:
        if request.url.path.startswith("/api/"):
            return JSONResponse({"error": "The settings are broken.", "errors": listed}, 503)
        return mistakes(listed)

    async def live(socket: WebSocket) -> None:
        await socket.accept()
        await socket.close(1011, "its settings are broken, and its page lists what is wrong")

    return Starlette(
        routes=[
            Route("/static/{path:path}", files.static),
            Route("/health", health),
            WebSocketRoute("/live", live),
            Route("/{path:path}", anything, methods=["GET", "POST"]),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts))],
        exception_handlers={HTTPException: handlers()[HTTPException]},
    )


Handler = Callable[[Request, Exception], Awaitable[Response]]


def handlers(place: str = "table", way_back: str = "To the board") -> dict[Any, Handler]:
    """How every refusal and every fault is answered: by a sentence."""

    async def http_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 404:
            return not_found(request.url.path, place, way_back)
        return _http_error(request, error)

    return {RefusedError: _refused, HTTPException: http_error, Exception: _broken}


async def _refused(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RefusedError)
    return say(error.status, error.sentence, error.headers, error.said)


def _http_error(request: Request, error: HTTPException) -> Response:
    if error.status_code == 405:
        allowed = (error.headers or {}).get("Allow", "another method")
        sentence = f"{request.url.path} takes {allowed}, not {request.method}."
        return say(405, sentence, error.headers)
    return say(error.status_code, str(error.detail), error.headers)


async def _broken(request: Request, error: Exception) -> Response:
    """Something failed that should not: the visitor hears so, the log has the reason."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return say(500, "Lunka could not do this because of a fault of its own; its log says why.")
