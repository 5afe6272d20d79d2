"""The endpoints for what comes after the event, or is printed: archive, report, sheets, gnubg."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from starlette.background import BackgroundTask
from starlette.responses import FileResponse, HTMLResponse, Response

from controller.competition import CompetitionError
from controller.competition.values import Tournament
from controller.games.told import Told, told_by
from controller.hub.analysis import AnalysisError
from controller.hub.competition_zip import safe_name, write_archive
from controller.hub.hub import Hub
from controller.hub.meetings import Records, played
from controller.hub.report import competition_report
from controller.hub.sheets import SHEETS, write_sheet
from controller.hub.web.answers import fresh, one_of
from controller.hub.web.endpoint import DIRECTOR, Call, Endpoint, number_of
from controller.hub.web.shapes import NOTHING, listing
from controller.web.answers import RefusedError
from controller.words.catalogue import LANGUAGES

#: A page that is only text and pictures of its own may carry its style inside.
_REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class AfterEndpoints:
    """What is taken home from a competition."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def endpoints(self) -> list[Endpoint]:
        """Where each endpoint is."""
        one = "/api/competitions/{competition}"
        archive = Endpoint(
            "GET",
            f"{one}/archive",
            self.archive,
            "All games of a competition in one zip (the director; anybody when it is closed)",
            gives="application/zip",
            refuses=(404,),
        )
        return [
            archive,
            Endpoint(
                "GET",
                f"{one}/report",
                self.report,
                "A page with standings, crosstable, score graph and time use",
                gives="text/html",
                refuses=(404,),
            ),
            Endpoint(
                "GET",
                f"{one}/sheet",
                self.sheet,
                "Pairings, results, standings or the crosstable: as PDF to print, or as CSV",
                query={
                    "what": {"type": "string", "enum": list(SHEETS), "required": True},
                    "format": {"type": "string", "enum": ["pdf", "csv"]},
                    "language": {"type": "string", "enum": list(LANGUAGES)},
                    "round": {"type": "integer", "minimum": 1, "maximum": 1000},
                },
                who=DIRECTOR,
                gives=("application/pdf", "text/csv"),
                refuses=(404, 409),
            ),
            Endpoint(
                "POST",
                f"{one}/analysis",
                self.analysis,
                "Hand all matches over to gnubg, as a job",
                who=DIRECTOR,
                takes=NOTHING,
                refuses=(404, 409),
            ),
            Endpoint(
                "GET", "/api/jobs", self.jobs, "All jobs", who=DIRECTOR, gives=listing("jobs")
            ),
        ]

    def _after(self, call: Call) -> Tournament:
        """Games are given away when the competition is over, or to the director."""
        it = one_of(self._hub, call)
        if not (it.closed or call.role.directs):
            raise RefusedError(
                401,
                Told(
                    "{id} is not closed yet: until then its games need the director's key.",
                    id=it.id,
                ),
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
        return competition_report(it, list(played(Records(self._hub.store), it)))

    async def sheet(self, call: Call) -> Response:
        """A sheet to print or for a spreadsheet, with what is reported too: so for the director."""
        it, asked = one_of(self._hub, call), call.request.query_params
        what, form = asked.get("what", ""), asked.get("format", "pdf")
        language = asked.get("language", "en")
        number = number_of(call.request, "round", 1, 1000, len(it.rounds) or 1)
        if what not in SHEETS or form not in ("pdf", "csv") or language not in LANGUAGES:
            raise RefusedError(
                400,
                Told(
                    "what must be one of {sheets}, format pdf or csv, language one of {languages}.",
                    sheets=", ".join(SHEETS),
                    languages=", ".join(LANGUAGES),
                ),
            )
        try:
            content = await asyncio.to_thread(write_sheet, it, what, form, number, language)
        except CompetitionError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        kind = "application/pdf" if form == "pdf" else "text/csv"
        name = f"{safe_name(it.id)}-{what}.{form}"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type=kind, headers=headers)

    async def analysis(self, call: Call) -> Response:
        """Begin the analysis, or say how far it is."""
        it = one_of(self._hub, call)
        try:
            job = await self._hub.analyses.ask(it, call.by())
        except AnalysisError as refusal:
            raise RefusedError(409, Told("{reason}.", reason=told_by(refusal))) from None
        return fresh(job.plain())

    async def jobs(self, _call: Call) -> Response:
        """How far everything is."""
        return fresh({"jobs": self._hub.analyses.jobs.all()})
