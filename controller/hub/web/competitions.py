"""The doors to the desk: competitions, archive, report, analysis, keys, the book."""

from __future__ import annotations

import asyncio
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

from controller.competition import CompetitionError
from controller.competition.values import Status, Tournament
from controller.competition.view import view_of
from controller.competition.words import WORDS
from controller.hub.analysis import analyse, gnubg_program
from controller.hub.archive import safe_name, write_archive
from controller.hub.hub import Hub
from controller.hub.jobs import Jobs
from controller.hub.keys import PLAYER, Keys, Role
from controller.hub.meetings import played, records_of
from controller.hub.report import competition_report
from controller.hub.sheets import SHEETS, write_sheet
from controller.hub.web.door import ANYBODY, DIRECTOR, ApiDoor, Call, number_of
from controller.hub.web.shapes import COMPETITION_COMMAND, NEW_KEY, NOTHING, SEND, listing
from controller.web.answers import RefusedError

#: A page that is only text and pictures of its own may carry its style inside.
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
_BOOK_PAGE = 500


class DeskDoors:
    """What programs, and the pages, ask of the desk."""

    def __init__(self, hub: Hub, keys: Keys, jobs: Jobs, gnubg: str | None) -> None:
        self._hub = hub
        self._keys = keys
        self._jobs = jobs
        self._gnubg = gnubg

    def doors(self) -> list[ApiDoor]:
        """Where each door is."""
        return [*self._competition_doors(), *self._other_doors()]

    def _competition_doors(self) -> list[ApiDoor]:
        all_, one = "/api/competitions", "/api/competitions/{competition}"
        archive = ApiDoor(
            "GET",
            f"{one}/archive",
            self.archive,
            "All games of a competition in one zip (the director; anybody when it is closed)",
            gives="application/zip",
            refuses=(404,),
        )
        return [
            ApiDoor(
                "GET", all_, self.competitions, "All competitions", gives=listing("competitions")
            ),
            ApiDoor(
                "POST",
                all_,
                self.command,
                "A command to a competition, as docs/tournament.md tells them",
                who=DIRECTOR,
                takes=COMPETITION_COMMAND,
                refuses=(409,),
            ),
            ApiDoor("GET", one, self.competition, "One competition", refuses=(404,)),
            ApiDoor(
                "POST",
                f"{one}/send",
                self.send,
                "Send the rules of a round to its tables",
                who=DIRECTOR,
                takes=SEND,
                gives=listing("boards"),
                refuses=(404, 409),
            ),
            archive,
            ApiDoor(
                "GET",
                f"{one}/report",
                self.report,
                "A page with standings, crosstable, score graph and time use",
                gives="text/html",
                refuses=(404,),
            ),
            ApiDoor(
                "GET",
                f"{one}/sheet",
                self.sheet,
                "Pairings, results, standings or the crosstable: as PDF to print, or as CSV",
                query={
                    "what": {"type": "string", "enum": list(SHEETS), "required": True},
                    "format": {"type": "string", "enum": ["pdf", "csv"]},
                    "language": {"type": "string", "enum": list(WORDS)},
                    "round": {"type": "integer", "minimum": 1, "maximum": 1000},
                },
                who=DIRECTOR,
                gives=("application/pdf", "text/csv"),
                refuses=(404, 409),
            ),
            ApiDoor(
                "POST",
                f"{one}/analysis",
                self.analysis,
                "Hand all matches over to gnubg, as a job",
                who=DIRECTOR,
                takes=NOTHING,
                refuses=(404, 409),
            ),
        ]

    def _other_doors(self) -> list[ApiDoor]:
        since = {"type": "integer", "minimum": 0, "maximum": 10**9}
        return [
            ApiDoor("GET", "/api/jobs", self.jobs, "All jobs", who=DIRECTOR, gives=listing("jobs")),
            ApiDoor(
                "GET",
                "/api/book",
                self.book,
                "The hall's own events: decisions and orders",
                who=DIRECTOR,
                query={"since": since},
                gives=listing("events"),
            ),
            ApiDoor("POST", "/api/key", self.key, "What a key is for", who=ANYBODY, takes=NOTHING),
            ApiDoor(
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
        return _fresh({"competitions": [self._view(it, call.role) for it in known]})

    async def competition(self, call: Call) -> Response:
        """One of them."""
        return _fresh(self._view(self._one(call), call.role))

    def _view(self, it: Tournament, role: Role) -> dict[str, Any]:
        """Results that nobody has confirmed are the director's to see."""
        view = view_of(it)
        for turn in view["rounds"]:
            for shown, board in zip(
                turn["boards"], it.rounds[turn["round"] - 1].boards, strict=True
            ):
                if role.directs:
                    shown["sent"] = self._hub.desk.sent(it.id, turn["round"], board)
                elif board.status is Status.REPORTED:
                    shown |= {"status": "open", "winner": None, "scores": None, "how": None}
                    shown["games"] = []
        return view

    def _one(self, call: Call) -> Tournament:
        try:
            return self._hub.desk.competition.one(call.word("competition"))
        except CompetitionError as missing:
            raise RefusedError(404, f"{missing}.") from None

    async def command(self, call: Call) -> Response:
        """A command of the director."""
        command = {key: value for key, value in call.body.items() if key != "by"}
        try:
            await self._hub.desk.command(command, call.by())
        except CompetitionError as refusal:
            raise RefusedError(409, f"{refusal}.") from None
        return await self.competitions(call)

    async def send(self, call: Call) -> Response:
        """The rules of a round to its tables."""
        it = self._one(call)
        try:
            sent = await self._hub.desk.send(it.id, call.body.get("round"), call.by())
        except CompetitionError as refusal:
            raise RefusedError(409, f"{refusal}.") from None
        return _fresh({"boards": sent})

    # -- after the event ---------------------------------------------------------------------------

    def _after(self, call: Call) -> Tournament:
        """Games are given away when the competition is over, or to the director."""
        it = self._one(call)
        if not (it.closed or call.role.directs):
            raise RefusedError(
                401,
                f"{it.id} is not closed yet: until then its games need the director's key.",
                {"www-authenticate": "Bearer"},
            )
        return it

    async def archive(self, call: Call) -> Response:
        """All games in one file."""
        it = self._after(call)
        with tempfile.NamedTemporaryFile(
            prefix="lunka-archive-", suffix=".zip", delete=False
        ) as file:
            path = Path(file.name)
        try:
            await asyncio.to_thread(write_archive, self._hub.store, it, path)
        except BaseException:
            path.unlink()
            raise
        return FileResponse(
            path,
            media_type="application/zip",
            filename=f"{safe_name(it.id)}.zip",
            background=BackgroundTask(path.unlink),
        )

    async def report(self, call: Call) -> Response:
        """The report page."""
        it = self._after(call)
        page = await asyncio.to_thread(self._report, it)
        return HTMLResponse(page, headers={"content-security-policy": _REPORT_POLICY})

    def _report(self, it: Tournament) -> str:
        with records_of(self._hub.store) as records:
            return competition_report(it, list(played(records, it)))

    async def sheet(self, call: Call) -> Response:
        """A sheet to print or for a spreadsheet, with what is reported too: so for the director."""
        it, asked = self._one(call), call.request.query_params
        what, form = asked.get("what", ""), asked.get("format", "pdf")
        language = asked.get("language", "en")
        number = number_of(call.request, "round", 1, 1000, len(it.rounds) or 1)
        if what not in SHEETS or form not in ("pdf", "csv") or language not in WORDS:
            raise RefusedError(
                400,
                f"what must be one of {', '.join(SHEETS)}, format pdf or csv, language one of"
                f" {', '.join(WORDS)}.",
            )
        try:
            content = await asyncio.to_thread(write_sheet, it, what, form, number, language)
        except CompetitionError as refusal:
            raise RefusedError(409, f"{refusal}.") from None
        kind = "application/pdf" if form == "pdf" else "text/csv"
        name = f"{safe_name(it.id)}-{what}.{form}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=kind, headers=headers)

    async def analysis(self, call: Call) -> Response:
        """Begin the analysis, or say how far it is."""
        it = self._one(call)
        program = gnubg_program(self._gnubg)
        if program is None:
            raise RefusedError(409, "gnubg is not installed on the hub's machine.")
        job = self._jobs.under_way("analysis", it.id) or self._jobs.start(
            "analysis", it.id, lambda progress: analyse(self._hub.store, it, program, progress)
        )
        return _fresh(job.plain())

    async def jobs(self, _call: Call) -> Response:
        """How far everything is."""
        return _fresh({"jobs": self._jobs.all()})

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
        return _fresh({"events": events})

    async def key(self, call: Call) -> Response:
        """What the key that came along is for."""
        return _fresh({"role": call.role.kind, "table": call.role.table})

    async def new_key(self, call: Call) -> Response:
        """A new key, shown this once."""
        kind, table = call.body["role"], call.body.get("table")
        if (kind == PLAYER) != (table is not None):
            raise RefusedError(400, "table belongs to the role player, and only to it.")
        role = Role(kind, table)
        key = await asyncio.to_thread(self._keys.renew, role)
        return _fresh({"role": kind, "table": table, "key": key})


def _fresh(content: Any) -> Response:
    return JSONResponse(content, headers={"cache-control": "no-store"})
