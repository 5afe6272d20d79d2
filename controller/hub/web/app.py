"""The web application of a hall: its pages, its endpoints, its live websocket."""

from __future__ import annotations

import errno
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from controller.games.told import Told, told_by
from controller.hub.access import Access
from controller.hub.hub import Hub
from controller.hub.keys import Keys
from controller.hub.store import StoreError
from controller.hub.web.after import AfterEndpoints
from controller.hub.web.competitions import DeskEndpoints
from controller.hub.web.endpoint import openapi
from controller.hub.web.joining import JoinEndpoints
from controller.hub.web.live import HallLive
from controller.hub.web.public import PublicEndpoints
from controller.hub.web.tables import TableEndpoints
from controller.web.answers import RefusedError, say
from controller.web.app import handlers
from controller.web.guard import Guard
from controller.web.static_files import StaticFiles

Endpoint = Callable[[Request], Awaitable[Response]]

#: What a full disk says.
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


def make_hub_app(
    hub: Hub,
    keys: Keys,
    *,
    hosts: Iterable[str] = (),
    watchers: int = 500,
    now: Callable[[], float] = monotonic,
    plain_keys: bool = False,
) -> Starlette:
    """The pages and their endpoints. The boards are drawn by the very modules of a table's page."""
    access = Access(keys, now, plain_keys=plain_keys)
    live = HallLive(hub, access, watchers)
    endpoints = [
        *TableEndpoints(hub).endpoints(),
        *DeskEndpoints(hub, keys).endpoints(),
        *AfterEndpoints(hub).endpoints(),
        *JoinEndpoints(keys.path).endpoints(),
        *PublicEndpoints(hub).endpoints(),
    ]
    schema = openapi(endpoints)
    tables, ours = StaticFiles(), StaticFiles("controller.hub")

    async def health(_request: Request) -> Response:
        hall = hub.hall
        well = hall.store_trouble is None and hall.broker_trouble is None
        status = {"status": "ok" if well else "trouble", "watching": live.watching}
        return JSONResponse(status | {"store": hall.store_trouble, "broker": hall.broker_trouble})

    async def told(_request: Request) -> Response:
        return JSONResponse(schema)

    def page(name: str) -> Endpoint:
        async def answer(request: Request) -> Response:
            return ours.sheet(request, name)

        return answer

    return Starlette(
        routes=[
            Route("/", page("hall.html")),
            Route("/director", page("director.html")),
            Route("/overlay/{table}", page("overlay.html")),
            Route("/verify", tables.verify),
            Route("/favicon.ico", tables.icon),
            Route("/static/{path:path}", tables.static),
            Route("/hub/{path:path}", ours.static),
            Route("/health", health),
            Route("/api/schema.json", told),
            WebSocketRoute("/live", live.endpoint),
            *(each.route(access) for each in endpoints),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts), place="hall")],
        exception_handlers=handlers("hall", "To the hall")
        | {StoreError: _no_store, OSError: _no_room},
    )


async def _no_store(_request: Request, error: Exception) -> Response:
    """The store is full or away: that is no fault of ours, and can be tried again."""
    return _not_now(
        Told("The hub's store fails, so nothing was done: {reason}.", reason=told_by(error))
    )


async def _no_room(_request: Request, error: Exception) -> Response:
    """A file beside the store (keys, an archive on its way) found no room."""
    assert isinstance(error, OSError)
    if error.errno not in _FULL:
        raise error
    return _not_now(
        Told("The hub's disk is full, so nothing was done: {reason}.", reason=told_by(error))
    )


def _not_now(sentence: str) -> Response:
    refused = RefusedError(503, sentence, {"retry-after": "10"})
    return say(refused.status, refused.sentence, refused.headers, refused.said)
