"""gnubg's analyses, which outlive the hub: what was asked for, each match that is counted and the
end are in the hall's book. A hub that starts takes up what has not ended, at the match where it
stopped."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.competition import Competition, CompetitionError
from controller.competition.values import Tournament
from controller.games.told import Told
from controller.hub.analysis import AnalysisError, Counted, analyse, gnubg_program
from controller.hub.jobs import Job, Jobs
from controller.hub.ledger import Ledger
from controller.hub.store import Store, StoreError
from controller.play.event import Event, Stored

log = logging.getLogger(__name__)

ANALYSIS = "analysis"
ASKED, COUNTED, ENDED = "analysis.asked", "analysis.counted", "analysis.ended"


class Analyses:
    """Every analysis that was asked for."""

    def __init__(
        self, store: Store, ledger: Ledger, now: Callable[[], float], gnubg: str | None = None
    ) -> None:
        self._store = store
        self._ledger = ledger
        self._now = now
        #: Where gnubg is, if not where Debian puts it.
        self.gnubg = gnubg
        self.jobs = Jobs()
        #: What gnubg counted in a match, by the hash of its last event.
        self._counted: dict[str, Counted] = {}
        #: What was asked for and has not ended: the job's name, and the competition.
        self._open: dict[str, str] = {}

    def take_up(self, events: Iterable[Stored]) -> None:
        """What the book knows of analyses."""
        for stored in events:
            data = stored.event.data
            if stored.event.kind == ASKED:
                self._open[data["id"]] = data["competition"]
            elif stored.event.kind == COUNTED:
                self._counted[data["match"]] = [(int(n), float(lost)) for n, lost in data["found"]]
            elif stored.event.kind == ENDED:
                about = self._open.pop(data["id"], data["competition"])
                ended = Job(data["id"], ANALYSIS, about, "failed" if data["error"] else "done")
                ended.result, ended.error = data["result"], data["error"]
                self.jobs.recall(ended)

    def go_on(self, competitions: Competition) -> None:
        """Take up what the last hub did not finish."""
        for name, about in list(self._open.items()):
            try:
                self._start(name, competitions.one(about))
            except CompetitionError as trouble:
                log.warning("an analysis is not taken up: %s", trouble)

    async def ask(self, it: Tournament, by: str) -> Job:
        """Begin an analysis, or give the one under way; `AnalysisError` where gnubg is missing."""
        self._program()
        if under_way := self.jobs.under_way(ANALYSIS, it.id):
            return under_way
        name = Jobs.new_name()
        data = {"id": name, "competition": it.id, "by": by}
        await self._ledger.add(Event(ASKED, self._now(), data))
        self._open[name] = it.id
        return self._start(name, it)

    def _program(self) -> str:
        program = gnubg_program(self.gnubg)
        if program is None:
            raise AnalysisError(Told("gnubg is not installed on the hub's machine"))
        return program

    def _start(self, name: str, it: Tournament) -> Job:
        def work(progress: Callable[[int, int], None]) -> dict[str, Any]:
            return analyse(
                self._store, it, self._program(), progress, known=self._counted, counted=self._keep
            )

        return self.jobs.start(Job(name, ANALYSIS, it.id), work, self._ended)

    def _keep(self, match: str, found: Counted) -> None:
        """On the job's own thread: a match is counted. One that is not kept is counted again."""
        self._counted[match] = found
        try:
            data = {"match": match, "found": [list(each) for each in found]}
            self._store.append_hall([Event(COUNTED, self._now(), data)])
        except StoreError as trouble:
            log.warning("what gnubg counted is not in the book: %s", trouble)

    async def _ended(self, job: Job) -> None:
        self._open.pop(job.id, None)
        data: Mapping[str, Any] = {
            "id": job.id,
            "competition": job.about,
            "result": job.result,
            "error": job.error,
        }
        try:
            await self._ledger.add(Event(ENDED, self._now(), data))
        except StoreError as trouble:
            log.warning("the next hub analyses %s again: %s", job.about, trouble)
