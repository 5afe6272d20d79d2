"""The web application of a hall: its pages, its doors, its live websocket."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from time import monotonic

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute

from controller.hub.door import Door
from controller.hub.hub import Hub
from controller.hub.jobs import Jobs
from controller.hub.keys import Keys
from controller.hub.web.after import AfterDoors
from controller.hub.web.competitions import DeskDoors
from controller.hub.web.door import openapi
from controller.hub.web.live import HallLive
from controller.hub.web.tables import TableDoors
from controller.web.app import handlers
from controller.web.guard import Guard
from controller.web.shelf import Shelf

Endpoint = Callable[[Request], Awaitable[Response]]


def make_hub_app(
    hub: Hub,
    keys: Keys,
    *,
    hosts: Iterable[str] = (),
    watchers: int = 500,
    gnubg: str | None = None,
    now: Callable[[], float] = monotonic,
) -> Starlette:
    """The pages and their doors. The boards are drawn by the very modules of a table's page."""
    door = Door(keys, now)
    live = HallLive(hub, door, watchers)
    doors = [
        *TableDoors(hub).doors(),
        *DeskDoors(hub, keys).doors(),
        *AfterDoors(hub, Jobs(), gnubg).doors(),
    ]
    schema = openapi(doors)
    tables, ours = Shelf(), Shelf("controller.hub")

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
            Route("/favicon.ico", tables.icon),
            Route("/static/{path:path}", tables.static),
            Route("/hub/{path:path}", ours.static),
            Route("/health", health),
            Route("/api/schema.json", told),
            WebSocketRoute("/live", live.endpoint),
            *(each.route(door) for each in doors),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts), place="hall")],
        exception_handlers=handlers("hall", "To the hall"),
    )
