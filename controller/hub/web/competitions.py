"""The endpoints to the desk: competitions, rounds, keys, the book."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import Any

from starlette.responses import Response

from controller.board.choices import for_two
from controller.competition import CompetitionError
from controller.competition.player_list import read_players
from controller.competition.values import Status, Tournament
from controller.competition.view import view_of
from controller.games.catalogue import NotInstalledError, kind_of
from controller.games.told import Told, told_by
from controller.hub.access import need_director
from controller.hub.hub import Hub
from controller.hub.keys import PERSONS, PLAYER, SCOREKEEPER, Keys, Role
from controller.hub.web.answers import fresh, one_of
from controller.hub.web.endpoint import ANYBODY, DIRECTOR, SCOREKEEPERS, Call, Endpoint, number_of
from controller.hub.web.shapes import (
    COMPETITION_COMMAND,
    NEW_KEY,
    NOTHING,
    PLAYERS,
    SEND,
    listing,
)
from controller.web.answers import RefusedError
from controller.words.speech import Said, told
from controller.words.telling import refusal

_BOOK_PAGE = 500
#: What a scorekeeper does; the director confirms.
_SCOREKEEPERS_MAY = ("report", "late", "rest")


class DeskEndpoints:
    """What programs, and the pages, ask of the desk."""

    def __init__(self, hub: Hub, keys: Keys) -> None:
        self._hub = hub
        self._keys = keys

    def endpoints(self) -> list[Endpoint]:
        """Where each endpoint is."""
        return [*self._competition_doors(), *self._other_doors()]

    def _competition_doors(self) -> list[Endpoint]:
        all_, one = "/api/competitions", "/api/competitions/{competition}"
        return [
            Endpoint(
                "GET", all_, self.competitions, "All competitions", gives=listing("competitions")
            ),
            Endpoint(
                "POST",
                all_,
                self.command,
                "A command to a competition, as docs/tournament.md tells them",
                who=SCOREKEEPERS,
                takes=COMPETITION_COMMAND,
                refuses=(409,),
            ),
            Endpoint("GET", one, self.competition, "One competition", refuses=(404,)),
            Endpoint(
                "POST",
                f"{one}/players",
                self.players,
                "Enter everybody of a list (CSV: name, rating), or nobody",
                who=DIRECTOR,
                takes=PLAYERS,
                refuses=(404, 409),
            ),
            Endpoint(
                "POST",
                f"{one}/send",
                self.send,
                "Send the rules of a round to its tables",
                who=DIRECTOR,
                takes=SEND,
                gives=listing("boards"),
                refuses=(404, 409),
            ),
        ]

    def _other_doors(self) -> list[Endpoint]:
        since = {"type": "integer", "minimum": 0, "maximum": 10**9}
        return [
            Endpoint(
                "GET",
                "/api/book",
                self.book,
                "The hall's own events: decisions and orders",
                who=DIRECTOR,
                query={"since": since},
                gives=listing("events"),
            ),
            Endpoint(
                "GET",
                "/api/choices",
                self.choices,
                "The games that a competition can be of",
                who=ANYBODY,
                gives=listing("games"),
            ),
            Endpoint("POST", "/api/key", self.key, "What a key is for", who=ANYBODY, takes=NOTHING),
            Endpoint(
                "POST",
                "/api/keys",
                self.new_key,
                "Make a new key; the old one of that role is refused from then on",
                who=DIRECTOR,
                takes=NEW_KEY,
            ),
        ]

    # -- competitions ------------------------------------------------------------------------------

    async def competitions(self, call: Call) -> Response:
        """Every competition as this role may see it."""
        known = self._hub.desk.competition.tournaments.values()
        return fresh({"competitions": [self._view(it, call.role) for it in known]})

    async def choices(self, _call: Call) -> Response:
        """Every game for two that is installed here, as a table's page is told of them."""
        return fresh({"games": await asyncio.to_thread(for_two)})

    async def competition(self, call: Call) -> Response:
        """One of them."""
        return fresh(self._view(one_of(self._hub, call), call.role))

    def _view(self, it: Tournament, role: Role) -> dict[str, Any]:
        """Results that nobody has confirmed are the director's to see."""
        view = view_of(it) | {"game": _title(it.rules.game)}
        view["unpairable_said"] = view["unpairable"] and refusal(view["unpairable"])
        for turn in view["rounds"]:
            for shown, board in zip(
                turn["boards"], it.rounds[turn["round"] - 1].boards, strict=True
            ):
                if role.keeps_score:
                    shown["sent"] = self._hub.desk.sent(it.id, turn["round"], board)
                    shown["refusal"] = self._hub.desk.refusal(it.id, turn["round"], board)
                elif board.status is Status.REPORTED:
                    shown |= {"status": "open", "winner": None, "scores": None, "how": None}
                    shown["games"] = []
        return view

    async def command(self, call: Call) -> Response:
        """A command of the director."""
        if call.body.get("do") not in _SCOREKEEPERS_MAY:
            need_director(call.role)
        command = {key: value for key, value in call.body.items() if key != "by"}
        try:
            await self._hub.desk.command(command, call.by())
        except CompetitionError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        return await self.competitions(call)

    async def players(self, call: Call) -> Response:
        """A whole list of players, as a spreadsheet saves it."""
        it = one_of(self._hub, call)
        try:
            listed = read_players(call.body["list"])
            entered = await self._hub.desk.enter_all(it.id, listed, call.by())
        except CompetitionError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        return fresh({"entered": entered})

    async def send(self, call: Call) -> Response:
        """The rules of a round to its tables."""
        it = one_of(self._hub, call)
        try:
            number, board = call.body.get("round"), call.body.get("board")
            sent = await self._hub.desk.send(it.id, number, call.by(), board)
        except CompetitionError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        return fresh({"boards": sent})

    # -- book and keys -----------------------------------------------------------------------------

    async def book(self, call: Call) -> Response:
        """A page of the hall's events."""
        since = number_of(call.request, "since", 0, 10**9, 0)
        kept = await asyncio.to_thread(
            lambda: list(islice(self._hub.store.hall_events(since), _BOOK_PAGE))
        )
        events = [
            {"seq": it.seq, "at": it.event.at, "kind": it.event.kind, "data": dict(it.event.data)}
            for it in kept
        ]
        return fresh({"events": events})

    async def key(self, call: Call) -> Response:
        """What the key that came along is for."""
        role = call.role
        told = {"role": role.kind, "table": role.table, "seat": role.seat}
        return fresh(told | ({"person": role.person} if role.person else {}))

    async def new_key(self, call: Call) -> Response:
        """A new key, shown this once."""
        kind, table, seat = call.body["role"], call.body.get("table"), call.body.get("seat")
        if (kind == PLAYER) != (table is not None):
            raise RefusedError(400, Told("table belongs to the role player, and only to it."))
        if seat is not None and kind != PLAYER:
            raise RefusedError(400, Told("seat belongs to the role player, and only to it."))
        person = call.body.get("person")
        if (kind == SCOREKEEPER and not person) or (person and kind not in PERSONS):
            raise RefusedError(
                400,
                Told("person belongs to the roles director and scorekeeper; the latter needs it."),
            )
        key = await asyncio.to_thread(self._keys.renew, Role(kind, table, seat, person))
        return fresh({"role": kind, "table": table, "seat": seat, "person": person, "key": key})


def _title(game: str) -> Said:
    """What the game of a competition is called; its name where it is not installed here."""
    try:
        return told(kind_of(game).titles)
    except NotInstalledError:
        return {"en": game}
