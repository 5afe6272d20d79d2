"""The public pages of an event: for players and spectators, without a key."""

from __future__ import annotations

import asyncio

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from controller.games.told import Told
from controller.hub.event_page import event_page, feed, player_page
from controller.hub.hub import Hub
from controller.hub.web.answers import one_of
from controller.hub.web.endpoint import Call, Endpoint
from controller.web.answers import RefusedError
from controller.words.catalogue import LANGUAGES

_LANGUAGE = {"language": {"type": "string", "enum": list(LANGUAGES)}}


class PublicEndpoints:
    """What anybody may read of an event; where watching needs a key, this does too."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def endpoints(self) -> list[Endpoint]:
        """Where each page is."""
        one = "/event/{competition}"
        return [
            Endpoint(
                "GET",
                one,
                self.event,
                "The public page: pairings, standings, crosstable, results",
                query=_LANGUAGE,
                gives="text/html",
                refuses=(404,),
            ),
            Endpoint(
                "GET",
                f"{one}/player/{{number}}",
                self.player,
                "A player's own page: next table and opponent, score, games",
                query=_LANGUAGE,
                gives="text/html",
                refuses=(404,),
            ),
            Endpoint(
                "GET",
                f"{one}/feed.xml",
                self.feed,
                "Pairings and results as they come (RSS)",
                query=_LANGUAGE,
                gives="application/rss+xml",
                refuses=(404,),
            ),
        ]

    async def event(self, call: Call) -> Response:
        """The whole event."""
        it = one_of(self._hub, call)
        return _html(await asyncio.to_thread(event_page, it, _language(call.request)))

    async def player(self, call: Call) -> Response:
        """One player of it."""
        it, word = one_of(self._hub, call), call.word("number")
        who = int(word) if word.isascii() and word.isdigit() and len(word) < 9 else 0
        if who not in it.players:
            raise RefusedError(404, Told("{id} has no player {number}.", id=it.id, number=word))
        return _html(await asyncio.to_thread(player_page, it, who, _language(call.request)))

    async def feed(self, call: Call) -> Response:
        """Its news."""
        it = one_of(self._hub, call)
        address, language = str(call.request.base_url), _language(call.request)
        text = await asyncio.to_thread(
            lambda: feed(it, self._hub.store.hall_events(), address, language)
        )
        return Response(text, media_type="application/rss+xml")


def _html(page: str) -> Response:
    return HTMLResponse(page, headers={"cache-control": "no-cache"})


def _language(request: Request) -> str:
    """The language that was asked for, else the browser's first that we have."""
    asked = request.query_params.get("language")
    if asked is not None:
        if asked not in LANGUAGES:
            raise RefusedError(
                400, Told("language must be one of {languages}.", languages=", ".join(LANGUAGES))
            )
        return asked
    for part in request.headers.get("accept-language", "").split(","):
        word = part.partition(";")[0].strip().lower().partition("-")[0]
        if word in LANGUAGES:
            return word
    return "en"
