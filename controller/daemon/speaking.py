"""The machine's voice as the board sees it: a worker that is told what was said.

The board's loop never waits for it: what the worker does not take is not sent, and one that hangs
or ends is started anew. Why nothing is heard is told as a trouble; play goes on.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any

from controller.games.told import Told
from controller.settings.config import VoiceSection

#: Seconds before a voice that ended is started anew.
_AGAIN = 5.0
#: So many bytes may wait for a worker; one that leaves more hangs.
_MOST = 1 << 18
#: Seconds for saying goodbye.
_GOODBYE = 2.0
_ENDED = Told("its process ended, and is started anew")


class Speaking:
    """Tells a worker what was said, and hears what keeps it silent."""

    def __init__(
        self,
        voice: VoiceSection,
        said: Callable[[int], list[dict[str, Any]]],
        subscribe: Callable[[], AbstractContextManager[asyncio.Event]],
        changed: Callable[[], None],
    ) -> None:
        self._settings = json.dumps(voice.model_dump())
        self._said, self._subscribe, self._changed = said, subscribe, changed
        self._trouble: str | None = None
        self._heard = 0

    def trouble(self) -> str | None:
        """Why nothing is heard; None: nothing is wrong."""
        return self._trouble

    async def run(self) -> None:
        """Speak for ever, by one worker after another."""
        while True:
            worker = await self._start()
            try:
                await self._until_one_ends(self._feed(worker), self._hear(worker))
            finally:
                await _end(worker)
            self._tell(_ENDED)
            await asyncio.sleep(_AGAIN)

    async def _start(self) -> Process:
        words = [sys.executable, "-P", "-m", "controller.voice.mouth", self._settings]
        paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        return await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, env={**os.environ, **paths}, start_new_session=True
        )

    async def _until_one_ends(self, *works: Any) -> None:
        tasks = [asyncio.ensure_future(work) for work in works]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _feed(self, worker: Process) -> None:
        """Tell it whatever is said, until it takes no more."""
        assert worker.stdin is not None
        with self._subscribe() as bell:
            while worker.stdin.transport.get_write_buffer_size() < _MOST:
                for said in self._said(self._heard):
                    self._heard = said["number"]
                    worker.stdin.write(json.dumps(said).encode() + b"\n")
                await bell.wait()
                bell.clear()

    async def _hear(self, worker: Process) -> None:
        """Hear of its troubles until it ends."""
        assert worker.stdout is not None
        while line := await worker.stdout.readline():
            self._tell(_retold(json.loads(line)["trouble"]))

    def _tell(self, trouble: str | None) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._changed()


def _retold(trouble: dict[str, Any] | None) -> str | None:
    """What the worker told, as a sentence that every language has."""
    if trouble is None:
        return None
    form, facts = trouble["form"], trouble["facts"]
    return Told(form, **facts)


async def _end(worker: Process) -> None:
    """Hang up; a worker that does not take that as its end is ended."""
    assert worker.stdin is not None
    worker.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(worker.wait(), _GOODBYE)
    if worker.returncode is None:
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()
