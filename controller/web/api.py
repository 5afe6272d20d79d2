"""The doors for programs: the view, commands, and the record, all in JSON."""

from __future__ import annotations

from asyncio import Semaphore, to_thread
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from controller.daemon.listen import reached_at
from controller.formats.names import FORMS
from controller.games.told import Told
from controller.table.speakers import A_WATCHER, THE_DIRECTOR, THE_TABLE, seat
from controller.voice.questions import Clocks, Question, answer
from controller.voice.utterance import Utterance
from controller.web.answers import ReadableJson, RefusedError
from controller.web.body import read_command
from controller.web.entry import Entry
from controller.web.feed import Records, TableFeed
from controller.web.guard import given_key
from controller.web.late import LateTable
from controller.web.qr import squares
from controller.web.snapshot import Camera
from controller.web.squeezing import json_answer
from controller.words.speech import name as named

#: So many read the record at once: more would only keep each other, and commands, waiting.
_READERS = 2

Handler = Callable[[Request], Awaitable[Response]]
_What = ParamSpec("_What")
_Read = TypeVar("_Read")


class Api:
    """What programs, and the page, ask of one table."""

    def __init__(
        self,
        feed: TableFeed,
        camera: Camera,
        entry: Entry,
        outside: str | None = None,
        late: tuple[LateTable, Camera] | None = None,
    ) -> None:
        self._late = late
        self._feed = feed
        self._camera = camera
        self._entry = entry
        self._outside = outside
        self._readers = Semaphore(_READERS)

    def routes(self) -> list[Route]:
        """Where each door is."""
        shown: dict[str, Handler] = {
            "/api/view": self.view,
            "/api/sensors": self.sensors,
            "/api/choices": self.choices,
            "/api/ask/{question}": self.ask,
            "/api/share": self.share,
            "/api/games": self.games,
            "/api/games/{game_id}": self.game,
            "/api/account": self.account,
            "/api/games/{game_id}/forms": self.forms,
            "/api/games/{game_id}/export": self.export,
        }
        return [
            Route("/api/command", self.command, methods=["POST"]),
            Route("/api/key", self.key, methods=["POST"]),
            *(Route(path, self._for_watchers(handler)) for path, handler in shown.items()),
        ]

    def _for_watchers(self, handler: Handler) -> Handler:
        """A door for whoever may watch."""

        async def door(request: Request) -> Response:
            speaker = await self._entry.watcher(request)
            request.state.late = self._late if self._entry.is_late(speaker) else None
            return await handler(request)

        return door

    def _records(self, request: Request) -> Records:
        """The record as far as this visitor may see it."""
        late: tuple[LateTable, Camera] | None = request.state.late
        return late[0].records if late else self._feed.records

    async def view(self, request: Request) -> Response:
        """The view at this moment, unless it is the one that was seen (`If-None-Match`)."""
        late: tuple[LateTable, Camera] | None = request.state.late
        snapshot = (late[1] if late else self._camera).take()
        headers = {"etag": snapshot.etag, "cache-control": "no-cache"}
        if snapshot.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return json_answer(snapshot.text, request.headers, headers)

    async def command(self, request: Request) -> Response:
        """Carry out a command, and answer with the view that followed."""
        speaker = await self._entry.speaker(request)
        command = await read_command(request)
        await self._feed.command(command, speaker)
        view = self._camera.take().text
        return json_answer(f'{{"view":{view}}}', request.headers, {"cache-control": "no-store"})

    async def key(self, request: Request) -> Response:
        """Whose key it is that came along, before it is kept by a page."""
        speaker = await self._entry.speaker(request)
        told = {"key": "right", "role": speaker.role, "seat": speaker.seat}
        return ReadableJson(told, headers={"cache-control": "no-store"})

    async def sensors(self, request: Request) -> Response:
        """How well each sensor does, now and over the last two days."""
        if request.state.late:  # they tell where hands are at this moment
            raise RefusedError(401, Told("The sensors are shown as they are now: with a key."))
        sensors = await self._feed.sensors()
        return ReadableJson({"sensors": sensors}, headers={"cache-control": "no-store"})

    async def ask(self, request: Request) -> Response:
        """What somebody may ask who does not see: the answer in every language."""
        word = request.path_params["question"]
        if word not in set(Question):
            raise RefusedError(
                404,
                Told(
                    "There is no question {word!r}; there are: {questions}.",
                    word=word,
                    questions=tuple(Question),
                ),
            )
        late: tuple[LateTable, Camera] | None = request.state.late
        table = late[0] if late else self._feed
        said = map(Utterance.read, table.said(0))
        told = answer(Question(word), said, _clocks(table.view()))
        return ReadableJson({"said": told}, headers={"cache-control": "no-store"})

    async def share(self, request: Request) -> Response:
        """Where others find this table, as address and code: to watch; with a key to play with the
        same one; for who has the table's also one for each seat of this game."""
        place = reached_at(request.url.scheme, request.headers.get("host", ""), self._outside)
        if place is None:
            return ReadableJson({}, headers={"cache-control": "no-store"})
        speaker, keys = await self._entry.watcher(request), self._entry.keys.all()

        async def link(key: str | None) -> dict[str, Any]:
            url = f"{place}#key={key}" if key else place
            return {"url": url, "rows": await to_thread(squares, url)}

        told: dict[str, Any] = {"watch": await link(keys.get(A_WATCHER))}
        if speaker not in (None, A_WATCHER):
            told["play"] = await link(given_key(request.headers))
        if speaker in (THE_TABLE, THE_DIRECTOR):
            sitting = sorted(side["seat"] for side in self._feed.view()["sides"])
            seats = {number: keys[seat(number)] for number in sitting if seat(number) in keys}
            told["seats"] = [{"seat": number, **await link(key)} for number, key in seats.items()]
        if speaker == THE_DIRECTOR:
            told["table"] = await link(keys[THE_TABLE])
        return ReadableJson(told, headers={"cache-control": "no-store"})

    async def choices(self, _request: Request) -> Response:
        """What a new game may choose here: games, options, house rules."""
        told = await to_thread(self._feed.choices)
        return ReadableJson(told, headers={"cache-control": "no-store"})

    async def _read(
        self, read: Callable[_What, _Read], *what: _What.args, **more: _What.kwargs
    ) -> _Read:
        """Read the record in a thread of its own, when it is this reader's turn."""
        async with self._readers:
            return await to_thread(read, *what, **more)

    async def games(self, request: Request) -> Response:
        """Every game in the record."""
        return ReadableJson({"games": await self._read(self._records(request).games)})

    async def account(self, request: Request) -> Response:
        """What everybody has won and lost this evening; with `whole=true` in the whole record."""
        whole = request.query_params.get("whole", "false")
        if whole not in ("true", "false"):
            raise RefusedError(
                400, Told("whole = {found!r}: true or false is allowed", found=whole)
            )
        told = await self._read(self._records(request).account, whole=whole == "true")
        return ReadableJson(told, headers={"cache-control": "no-store"})

    async def game(self, request: Request) -> Response:
        """One game, position by position."""
        game_id = _game_id(request)
        try:
            return ReadableJson(await self._read(self._records(request).game, game_id))
        except KeyError:
            raise _no_game(game_id) from None
        except ValueError as refused:
            raise RefusedError(409, str(refused)) from None

    async def forms(self, request: Request) -> Response:
        """The forms in which one game can be taken home, and what each would lose."""
        game_id = _game_id(request)
        try:
            return ReadableJson({"forms": await self._read(self._records(request).forms, game_id)})
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
            text, mime = await self._read(self._records(request).export, game_id, form)
        except KeyError:
            raise _no_game(game_id) from None
        except ValueError as refused:
            raise RefusedError(409, str(refused)) from None
        name = f"lunka-game-{game_id}.{FORMS[form].ending}"
        return Response(
            text, media_type=mime, headers={"content-disposition": f'attachment; filename="{name}"'}
        )


def _clocks(view: Mapping[str, Any]) -> Clocks:
    """Whose clock shows what; nothing without clocks."""
    return [
        (side["title"] if side["player"] == side["name"] else named(side["player"]), side["clock"])
        for side in view["sides"]
        if side["clock"] is not None
    ]


def _game_id(request: Request) -> int:
    word: Any = request.path_params["game_id"]
    if not (word.isascii() and word.isdigit() and len(word) <= 15):
        raise RefusedError(404, Told("A game is named by its number; {word!r} is none.", word=word))
    return int(word)


def _no_game(game_id: int) -> RefusedError:
    return RefusedError(404, Told("There is no game {number} in this record.", number=game_id))
