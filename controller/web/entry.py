"""Who comes in at a table: from a key to who speaks, and a pause after many wrong keys."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from starlette.requests import HTTPConnection

from controller.daemon.keys import Keyring
from controller.games.told import Told
from controller.table.speakers import Speaker
from controller.web.answers import RefusedError
from controller.web.doorway import KEYED
from controller.web.guard import given_key
from controller.web.wrong_keys import PAUSE, WrongKeys

Rest = Callable[[float], Awaitable[None]]


#: What may be seen without a key: everything at once, everything late, nothing.
OPEN, DELAYED, KEY = "open", "delayed", "key"


class Entry:
    """Knows whose keys there are, who has shown one, and what may be seen without."""

    def __init__(
        self,
        keys: Keyring,
        wrong: WrongKeys | None = None,
        rest: Rest = asyncio.sleep,
        watch: str | None = None,
    ) -> None:
        self.keys = keys
        self._watch = watch
        self._wrong = wrong or WrongKeys()
        self._rest = rest

    @property
    def watching(self) -> str:
        """What may be seen without a key: as it was set, else as there is a key to watch with."""
        return self._watch or (OPEN if self.keys.watching_is_free else KEY)

    @property
    def free(self) -> bool:
        """Whether one may watch without a key, be it late."""
        return self.watching != KEY

    def is_late(self, speaker: Speaker | None) -> bool:
        """Whether this watcher sees the table late: one without a key, where that is so."""
        return speaker is None and self.watching == DELAYED

    async def speaker(self, visit: HTTPConnection) -> Speaker:
        """Who sent this request; `RefusedError` without a key of this table."""
        given = given_key(visit.headers)
        if given is None:
            raise _unauthorised(Told("Commands need a key of this table: `lunka keys` shows them."))
        speaker = await self.speaker_of(given, address_of(visit))
        visit.scope[KEYED] = True  # the doorway knows this connection
        return speaker

    async def watcher(self, visit: HTTPConnection) -> Speaker | None:
        """Who looks on; None: somebody without a key, where watching is free."""
        if given_key(visit.headers):
            return await self.speaker(visit)
        if not self.free:
            raise _unauthorised(Told("Watching needs a key at this table."))
        return None

    async def speaker_of(self, given: str, address: str) -> Speaker:
        """Whose key this is; the answer to many wrong ones comes late, to a right one never."""
        speaker = self.keys.speaker_of(given)
        if speaker is not None:
            return speaker
        if left := self._wrong.note(address):
            await self._rest(PAUSE)
            raise RefusedError(
                429,
                Told("Many wrong keys came from {address}: wrong ones wait now.", address=address),
                {"retry-after": f"{max(1, round(left))}"},
            )
        raise _unauthorised(Told("This is not a key of this table, or not any more."))


def address_of(visit: HTTPConnection) -> str:
    """Where somebody comes from."""
    return visit.client.host if visit.client else ""


def _unauthorised(sentence: str) -> RefusedError:
    headers: Mapping[str, str] = {"www-authenticate": "Bearer"}
    return RefusedError(401, sentence, headers)
