"""Long work that nobody waits for: one job at a time, each with how far it is."""

from __future__ import annotations

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

log = logging.getLogger(__name__)

#: Finished jobs that are remembered.
_MOST = 50
Work = Callable[[Callable[[int, int], None]], dict[str, Any]]
Ended = Callable[["Job"], Awaitable[None]]


@dataclass(slots=True)
class Job:
    """One piece of work: `waiting`, `running`, `done` or `failed`."""

    id: str
    kind: str
    about: str
    state: str = "waiting"
    done: int = 0
    total: int = 0
    result: dict[str, Any] | None = None
    error: str | None = None
    task: asyncio.Task[None] | None = field(default=None, repr=False)

    def plain(self) -> dict[str, Any]:
        """As plain JSON."""
        names = ("id", "kind", "about", "state", "done", "total", "result", "error")
        return {name: getattr(self, name) for name in names}


class Jobs:
    """All jobs, the newest last."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}
        self._turn = asyncio.Lock()

    def all(self) -> list[dict[str, Any]]:
        """Every job that is remembered."""
        return [job.plain() for job in self._jobs.values()]

    def under_way(self, kind: str, about: str) -> Job | None:
        """A job of this kind that is not finished."""
        for job in self._jobs.values():
            if (job.kind, job.about) == (kind, about) and job.state in ("waiting", "running"):
                return job
        return None

    @staticmethod
    def new_name() -> str:
        """A name that no other job has."""
        return uuid.uuid4().hex[:12]

    def recall(self, job: Job) -> None:
        """A job that an earlier hub has ended."""
        self._jobs[job.id] = job
        while len(self._jobs) > _MOST:
            del self._jobs[next(iter(self._jobs))]

    def start(self, job: Job, work: Work, ended: Ended) -> Job:
        """Do this work on a thread of its own, after what is under way; then `ended` is told."""
        self.recall(job)
        job.task = asyncio.ensure_future(self._run(job, work, ended))
        return job

    async def _run(self, job: Job, work: Work, ended: Ended) -> None:
        def progress(done: int, total: int) -> None:
            job.done, job.total = done, total

        async with self._turn:
            job.state = "running"
            try:
                job.result = await asyncio.to_thread(work, progress)
                job.state = "done"
            except Exception as trouble:
                log.exception("job %s %s failed", job.kind, job.about)
                job.error, job.state = str(trouble) or type(trouble).__name__, "failed"
            await ended(job)
