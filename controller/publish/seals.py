"""Orders that prove who gave them, when, and until when they hold.

    {"id": I, "by": "Ann", "do": {...}, "at": T, "until": T + 60, "key": K, "signature": S}

The hub signs all of it but the last two, together with the table's name. A table that was told its
hub's key takes an order only from that key, as it was signed for this table, in time by its own
clock, and later than every order that it took before. A table that was told none reads the order
as if nothing of this were there, and so do tables and hubs that are older than seals.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from controller.games.told import Told
from controller.publish.facts import is_hash, is_signature, is_time, read_object
from controller.publish.messages import Ask, Order, WireError
from controller.publish.wire import order_facts, write_facts
from controller.record.signing import fingerprint, names, order_statement

#: So many seconds an order holds, and so far the clocks of hub and table may differ.
LASTS = 60.0
_PROOF = ("key", "signature")

Sign = Callable[[str], Mapping[str, str]]
#: Whether the owner of a key signed a statement; else why not, or why nobody can say here.
Prove = Callable[[str, str, str], Awaitable[str | None]]


async def cannot_prove(_key: str, _signature: str, _statement: str) -> str | None:
    """Where nobody can check a signature, none is believed."""
    return Told("the order's signature cannot be checked here")


class SealError(WireError):
    """An order that this table does not take from whoever sent it; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Seal:
    """By whom an order is signed, when it was given and how long it holds."""

    at: float
    until: float
    key: str
    signature: str
    #: What was signed.
    statement: str


def write_sealed(order: Order | Ask, table: str, at: float, sign: Sign) -> bytes:
    """An order as it is sent to this table, signed."""
    facts = order_facts(order) | {"at": float(at), "until": float(at) + LASTS}
    return write_facts(facts | dict(sign(order_statement(table, facts))))


def read_seal(payload: bytes, table: str) -> Seal | None:
    """The seal of an order to this table, as far as it has one."""
    said = read_object(payload, "order")
    if not all(key in said.facts for key in _PROOF):
        return None
    signed = {key: value for key, value in said.facts.items() if key not in _PROOF}
    return Seal(
        float(said.take("at", is_time, "UNIX seconds")),
        float(said.take("until", is_time, "UNIX seconds")),
        said.take("key", is_hash, "64 hexadecimal digits"),
        said.take("signature", is_signature, "128 hexadecimal digits"),
        order_statement(table, signed),
    )


class Gate:
    """Lets the orders in that come from the hub whose key this table was told."""

    def __init__(
        self, table: str, hub_key: str | None, wall: Callable[[], float], prove: Prove
    ) -> None:
        self._table, self._hub_key, self._wall, self._prove = table, hub_key, wall, prove

    def check_anchor(self, key: str) -> None:
        """`SealError` where somebody else vouches for the record than our hub."""
        if not self._is_ours(key):
            raise SealError(
                Told(
                    "the key {other} vouches for this record, and this table was told that the hub"
                    " has the key {key}",
                    other=fingerprint(key),
                    key=self._hub_key,
                )
            )

    def _is_ours(self, key: str) -> bool:
        return self._hub_key is None or names(self._hub_key, key)

    async def admit(self, payload: bytes, newest: float, *, again: bool) -> float | None:
        """When this order was given; `SealError` where it may not be carried out.

        `newest` is when the newest was given that was taken, `again` that this very order was:
        then nothing is done, and whoever asks may have its answer once more. None: no seal is
        asked for here.
        """
        if self._hub_key is None:
            return None
        seal = read_seal(payload, self._table)
        if seal is None:
            raise SealError(
                Told(
                    "the order is not signed, and this table obeys the hub with the key {key}"
                    " alone",
                    key=self._hub_key,
                )
            )
        if not self._is_ours(seal.key):
            raise SealError(
                Told(
                    "the order is signed by the key {other}, and this table obeys the hub with the"
                    " key {key} alone",
                    other=fingerprint(seal.key),
                    key=self._hub_key,
                )
            )
        wrong = await self._prove(seal.key, seal.signature, seal.statement)
        if wrong is not None:
            raise SealError(wrong)
        self._check_time(seal)
        if seal.at <= newest and not again:
            raise SealError(
                Told(
                    "the order is older than one that was taken before it: somebody sends it again"
                )
            )
        return seal.at

    def _check_time(self, seal: Seal) -> None:
        now = self._wall()
        if now > seal.until:
            raise SealError(
                Told(
                    "the order held until {until}, and here it is {now}: it came too late, or the"
                    " clocks of hub and table differ",
                    until=_clock(seal.until),
                    now=_clock(now),
                )
            )
        if now < seal.at - LASTS:
            raise SealError(
                Told(
                    "the order was given at {at}, and here it is {now}: the clocks of hub and table"
                    " differ",
                    at=_clock(seal.at),
                    now=_clock(now),
                )
            )


def _clock(wall: float) -> str:
    """A moment as people compare it; of one that no calendar shows, its seconds."""
    try:
        return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(wall))
    except (OverflowError, ValueError, OSError):
        return f"{wall:.0f} s"
