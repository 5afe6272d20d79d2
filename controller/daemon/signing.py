"""Signing what the table has recorded, without the board's loop ever waiting for it.

A process of its own is started when a game is over (`controller.record.signer`): it reads the
record, holds the table's key for a moment and says what it signed; that is kept as an event like
any other. It gives way to everything else on the machine. Whatever goes wrong, play goes on, and
it is tried again.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from controller.board.loop import BoardLoop
from controller.games.told import Told
from controller.play.happenings import GameSigned, RecordAnchored

log = logging.getLogger(__name__)

#: Seconds that signing may take on the slowest card.
_PATIENCE = 60.0
#: Seconds after which it is tried again: at first, and where it fails again and again.
_SOON, _LATE = 2.0, 3600.0


class Signing:
    """Has every game signed that is over, and keeps what the hub says of them."""

    def __init__(self, house: BoardLoop, changed: Callable[[], None] = lambda: None) -> None:
        self._house, self._changed = house, changed
        #: Why nothing is signed, until it is again.
        self.trouble: str | None = None
        self._anchored: set[tuple[object, ...]] | None = None
        self._heard: Mapping[str, Any] | None = None
        self._some = asyncio.Event()

    # -- what the table signs ----------------------------------------------------------------------

    async def keep(self, bell: AbstractContextManager[asyncio.Event]) -> None:
        """Sign what is over, for ever: at the start, and whenever a game has ended."""
        seen: object = None
        rest = _SOON
        with bell as rang:
            while True:
                rang.clear()
                now = self._ended()
                if now == seen or not now[1]:
                    seen = now
                    await rang.wait()
                elif await self.sign():
                    seen, rest = now, _SOON
                else:
                    await asyncio.sleep(rest)
                    rest = min(2 * rest, _LATE)

    def _ended(self) -> tuple[int, bool, int]:
        """Which game it is, whether it is over, and a number that grows when it is over anew."""
        state = self._house.told
        over = state.result is not None
        return self._house.log.current_game, over, len(state.line.heard) if over else 0

    async def sign(self) -> bool:
        """Sign all that waits for it; False: it must be tried again."""
        code, told, wrong = await run_signer(str(self._house.log.path))
        if code:
            self._fail(wrong)
            return False
        signed = [json.loads(line) for line in told.splitlines()]
        if signed and not self._house.vouch(GameSigned.kind, signed):
            return False  # something else waits for the disk: that comes first
        self._tell(None)
        return True

    # -- what the hub signs ------------------------------------------------------------------------

    def hear(self, anchor: Mapping[str, Any]) -> None:
        """A hub says how far it vouches for this record; it says so again and again."""
        if self._is_new(anchor):
            self._heard = anchor
            self._some.set()

    async def keep_anchors(self) -> None:
        """Keep what hubs signed, for ever; what is not signed by the key that it names is none."""
        while True:
            await self._some.wait()
            self._some.clear()
            anchor, self._heard = self._heard, None
            if anchor and self._is_new(anchor) and await is_anchor(anchor):
                while not self._house.vouch(RecordAnchored.kind, [anchor]):
                    await asyncio.sleep(_SOON)
                self._kept().add(_which(anchor))
            await asyncio.sleep(_SOON)  # however fast somebody makes them up

    def _is_new(self, anchor: Mapping[str, Any]) -> bool:
        """Whether it is about an event of this record, and not in it yet."""
        there = self._house.log.seal(anchor["seq"]) == anchor["hash"]
        return there and _which(anchor) not in self._kept()

    def _kept(self) -> set[tuple[object, ...]]:
        if self._anchored is None:
            events = (each.event for each in self._house.log.vouching())
            self._anchored = {
                _which(each.data) for each in events if each.kind == RecordAnchored.kind
            }
        return self._anchored

    def _fail(self, why: str) -> None:
        if why != self.trouble:  # said once, not at every try
            log.warning("games are not signed: %s", why)
        self._tell(why)

    def _tell(self, trouble: str | None) -> None:
        if trouble != self.trouble:
            self.trouble = trouble
            self._changed()


def _which(anchor: Mapping[str, Any]) -> tuple[object, ...]:
    return anchor.get("key"), anchor.get("seq")


async def is_anchor(facts: Mapping[str, Any]) -> bool:
    """Whether these facts are signed by the hub's key that they name."""
    return (await run_signer("--check", given=json.dumps(dict(facts))))[0] == 0


async def prove(key: str, signature: str, statement: str) -> str | None:
    """Why it is not proved that the owner of this key signed the statement; None: it is."""
    told = {"key": key, "signature": signature, "statement": statement}
    code, _, wrong = await _run("controller.record.proving", given=json.dumps(told))
    if code == 1:
        return Told("the order is not the one that was signed for this table")
    return Told("the order's signature cannot be checked: {reason}", reason=wrong) if code else None


async def run_signer(word: str, given: str = "") -> tuple[int, str, str]:
    """The signing process with this word: how it ended, what it said, and what was wrong."""
    return await _run("controller.record.signer", word, given=given)


async def _run(module: str, *words: str, given: str) -> tuple[int, str, str]:
    """One of our modules in a process of its own."""
    paths = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    pipe = asyncio.subprocess.PIPE
    try:
        signer = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", module, *words),
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env={**os.environ, **paths},
        )
    except OSError as trouble:
        return 2, "", f"the signing process cannot be started: {trouble.strerror}"
    try:
        async with asyncio.timeout(_PATIENCE):
            said, wrong = await signer.communicate(given.encode())
    except TimeoutError:
        return 2, "", f"the signing process took longer than {_PATIENCE:g} seconds"
    finally:
        if signer.returncode is None:
            signer.kill()
            await signer.wait()
    last = wrong.decode(errors="replace").strip().splitlines()[-1:]
    return signer.returncode or 0, said.decode(), last[0] if last else "it ended without a word"
