"""One endpoint for programs: where it is, who may use it, what goes in and what comes out.

The routes and the OpenAPI schema are made from the same list of endpoints, so the schema is true.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from controller import __version__
from controller.games.told import Told
from controller.hub.access import (
    Access,
    Caller,
    need_director,
    need_scorekeeper,
    need_watching,
)
from controller.hub.keys import Role
from controller.hub.web.shapes import ERROR, TABLE, Shape, check
from controller.web.answers import RefusedError
from controller.web.body import parse_json, read_body
from controller.web.wrong_keys import PAUSE

#: Who may use a endpoint.
ANYBODY, WATCHERS, KEYS, DIRECTOR = "anybody", "watchers", "keys", "director"
SCOREKEEPERS = "scorekeepers"

Handler = Callable[["Call"], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class Call:
    """A request that has come in: who it is, and what was asked, checked already."""

    request: Request
    role: Role
    body: Mapping[str, Any]

    def word(self, name: str) -> str:
        """A part of the path."""
        return str(self.request.path_params[name])

    def by(self) -> str:
        """Who does it, for the hall's book."""
        return str(self.role.person or self.body.get("by") or self.role.name)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One method at one path."""

    method: str
    path: str
    handler: Handler
    summary: str
    who: str = WATCHERS
    takes: Shape | None = None
    #: The shape of a JSON answer, or the types of an answer that is a file.
    gives: Shape | str | tuple[str, ...] = field(default_factory=lambda: {"type": "object"})
    #: Beside 401, 403 and 429, which every endpoint with a lock has, and 503 of a full disk.
    refuses: tuple[int, ...] = ()
    query: Mapping[str, Shape] = field(default_factory=dict)

    def route(self, access: Access) -> Route:
        """The endpoint as Starlette takes it."""

        async def endpoint(request: Request) -> Response:
            role = await _role_of(access, request)
            if self.who == WATCHERS:
                need_watching(role)
            if self.who == DIRECTOR:
                need_director(role)
            if self.who == SCOREKEEPERS:
                need_scorekeeper(role)
            body = {} if self.takes is None else await self._body(request)
            return await self.handler(Call(request, role, body))

        methods = [self.method]
        return Route(self.path, endpoint, methods=methods)

    async def _body(self, request: Request) -> dict[str, Any]:
        assert self.takes is not None
        kept = await read_body(request)
        return check(parse_json(kept) if kept else {}, self.takes)

    def schema(self) -> dict[str, Any]:
        """The endpoint as OpenAPI tells it."""
        refused = {400, 401, 403, 429, 503, *self.refuses}
        if self.takes is not None:
            refused |= {408, 413}
        told: dict[str, Any] = {
            "summary": self.summary,
            "parameters": [*self._path_parameters(), *self._query_parameters()],
            "responses": {"200": self._answer()}
            | {str(status): _refusal(status) for status in sorted(refused)},
        }
        if self.takes is not None:
            told["requestBody"] = {
                "required": bool(self.takes.get("required")),
                "content": {"application/json": {"schema": dict(self.takes)}},
            }
        told["security"] = (
            [{"key": []}] if self.who in (DIRECTOR, SCOREKEEPERS, KEYS) else [{}, {"key": []}]
        )
        return told

    def _answer(self) -> dict[str, Any]:
        if isinstance(self.gives, dict):
            content = {"application/json": {"schema": self.gives}}
        else:
            kinds = (self.gives,) if isinstance(self.gives, str) else self.gives
            content = {kind: {"schema": {"type": "string", "format": "binary"}} for kind in kinds}
        return {"description": self.summary, "content": content}

    def _path_parameters(self) -> Iterable[dict[str, Any]]:
        for part in self.path.split("/"):
            if part.startswith("{"):
                name = part.strip("{}")
                shape = {"type": "string", "pattern": TABLE}
                yield {"name": name, "in": "path", "required": True, "schema": shape}

    def _query_parameters(self) -> Iterable[dict[str, Any]]:
        for name, shape in self.query.items():
            plain = {key: value for key, value in shape.items() if key != "required"}
            needed = bool(shape.get("required"))
            yield {"name": name, "in": "query", "required": needed, "schema": plain}


async def _role_of(access: Access, request: Request) -> Role:
    """Who asks; whoever tries many wrong keys waits for the answer."""
    try:
        return access.role_of(request.headers, Caller.of(request))
    except RefusedError as refused:
        if refused.status == 429:
            await asyncio.sleep(PAUSE)
        raise


def _refusal(status: int) -> dict[str, Any]:
    content = {"application/json": {"schema": dict(ERROR)}}
    return {"description": f"refused ({status}), with a sentence", "content": content}


def openapi(endpoints: Iterable[Endpoint]) -> dict[str, Any]:
    """The whole schema."""
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = endpoint.schema()
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Lunka hub",
            "version": __version__,
            "description": "One hall: its tables, its competitions, its director's desk.",
        },
        "paths": paths,
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
    }


def number_of(request: Request, name: str, least: int, most: int, usual: int | None = None) -> int:
    """A whole number from the query."""
    word = request.query_params.get(name)
    if word is None and usual is not None:
        return usual
    digits = word or ""
    if digits.isascii() and digits.isdigit() and len(digits) <= 15 and least <= int(digits) <= most:
        return int(digits)
    raise RefusedError(
        400,
        Told(
            "{name} must be a whole number from {least} to {most}.",
            name=name,
            least=least,
            most=most,
        ),
    )
