"""The doors for programs: the view, commands, and the record, all in JSON."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.form_names import FORMS
from controller.games.told import Told, told_by
from controller.table.commands import NotWrittenError
from controller.table.players import why_not
from controller.web.answers import RefusedError
from controller.web.body import read_command
from controller.web.feed import TableFeed
from controller.web.guard import check_key, given_key, reached_at
from controller.web.qr import squares
from controller.web.snapshot import Camera
from controller.web.squeezing import json_answer
from controller.words.telling import refusal


class Api:
    """What programs, and the page, ask of one table."""

    def __init__(
        self, feed: TableFeed, camera: Camera, key: str, outside: str | None = None
    ) -> None:
        self._feed = feed
        self._camera = camera
        self._key = key
        self._outside = outside

    def routes(self) -> list[Route]:
        """Where each door is."""
        return [
            Route("/api/view", self.view),
            Route("/api/command", self.command, methods=["POST"]),
            Route("/api/key", self.key, methods=["POST"]),
            Route("/api/sensors", self.sensors),
            Route("/api/choices", self.choices),
            Route("/api/share", self.share),
            Route("/api/games", self.games),
            Route("/api/games/{game_id}", self.game),
            Route("/api/games/{game_id}/forms", self.forms),
            Route("/api/games/{game_id}/export", self.export),
        ]

    async def view(self, request: Request) -> Response:
        """The view at this moment, unless it is the one that was seen (`If-None-Match`)."""
        snapshot = self._camera.take()
        headers = {"etag": snapshot.etag, "cache-control": "no-cache"}
        if snapshot.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return json_answer(snapshot.text, request.headers, headers)

    async def command(self, request: Request) -> Response:
        """Carry out a command, and answer with the view that followed."""
        check_key(request.headers, self._key)
        command = await read_command(request)
        if (now := self._feed.view()).get("tournament"):
            _check_player(command, now)
        try:
            await self._feed.command(command)
        except ValueError as refused:
            why, status = told_by(refused), 503 if isinstance(refused, NotWrittenError) else 409
            raise RefusedError(status, why, said=refusal(why)) from None
        view = self._camera.take().text
        return json_answer(f'{{"view":{view}}}', request.headers, {"cache-control": "no-store"})

    async def key(self, request: Request) -> Response:
        """Whether the key that came along is the table's, before it is kept by a page."""
        check_key(request.headers, self._key)
        return JSONResponse({"key": "right"})

    async def sensors(self, _request: Request) -> Response:
        """How well each sensor does, now and over the last two days."""
        sensors = self._feed.sensors()
        return JSONResponse({"sensors": sensors}, headers={"cache-control": "no-store"})

    async def share(self, request: Request) -> Response:
        """Where others find this table, as address and code: to watch; with the key to play."""
        place = reached_at(request.url.scheme, request.headers.get("host", ""), self._outside)
        if place is None:
            return JSONResponse({}, headers={"cache-control": "no-store"})
        links = {"watch": place}
        if given_key(request.headers):
            check_key(request.headers, self._key)
            links["play"] = f"{place}#key={self._key}"
        codes = {
            name: {"url": url, "rows": await to_thread(squares, url)} for name, url in links.items()
        }
        return JSONResponse(codes, headers={"cache-control": "no-store"})

    async def choices(self, _request: Request) -> Response:
        """What a new game may choose here: games, options, house rules."""
        told = await to_thread(self._feed.choices)
        return JSONResponse(told, headers={"cache-control": "no-store"})

    async def games(self, _request: Request) -> Response:
        """Every game in the record."""
        return JSONResponse({"games": await to_thread(self._feed.records.games)})

    async def game(self, request: Request) -> Response:
        """One game, position by position."""
        game_id = _game_id(request)
        try:
            return JSONResponse(await to_thread(self._feed.records.game, game_id))
        except KeyError:
            raise _no_game(game_id) from None
        except ValueError as refused:
            raise RefusedError(409, str(refused)) from None

    async def forms(self, request: Request) -> Response:
        """The forms in which one game can be taken home, and what each would lose."""
        game_id = _game_id(request)
        try:
            return JSONResponse({"forms": await to_thread(self._feed.records.forms, game_id)})
        except KeyError:
            raise _no_game(game_id) from None
        except ValueError as refused:
            raise RefusedError(409, str(refused)) from None

    async def export(self, request: Request) -> Response:
        """One game, or its match, as a file to keep."""
        game_id = _game_id(request)
        form = request.query_params.get("format", "text")
        if form not in FORMS:
            raise RefusedError(
                400,
                Told(
                    "There is no format {form!r}; there are: {forms}.",
                    form=form,
                    forms=tuple(FORMS),
                ),
            )
        try:
            text, mime = await to_thread(self._feed.records.export, game_id, form)
        except KeyError:
            raise _no_game(game_id) from None
        except ValueError as refused:
            raise RefusedError(409, str(refused)) from None
        name = f"lunka-game-{game_id}.{FORMS[form].ending}"
        return Response(
            text, media_type=mime, headers={"content-disposition": f'attachment; filename="{name}"'}
        )


def _check_player(command: Mapping[str, Any], view: Mapping[str, Any]) -> None:
    """In a tournament players have this table's key, and its director acts from the hub."""
    if why := why_not(str(command["do"]), tournament=True, status=view["status"]):
        raise RefusedError(403, why, said=refusal(why))
    if command["do"] == "direct":
        raise RefusedError(
            403,
            Told("In a tournament the director acts from the hub: players have this table's key."),
        )
    if "house" in command:
        raise RefusedError(
            403,
            Told(
                "In a tournament the house rules come from the hub or from this table's settings,"
                " not with a command."
            ),
        )


def _game_id(request: Request) -> int:
    word: Any = request.path_params["game_id"]
    if not (word.isascii() and word.isdigit() and len(word) <= 15):
        raise RefusedError(404, Told("A game is named by its number; {word!r} is none.", word=word))
    return int(word)


def _no_game(game_id: int) -> RefusedError:
    return RefusedError(404, Told("There is no game {number} in this record.", number=game_id))
