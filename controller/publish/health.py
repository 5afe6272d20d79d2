"""How the table stands with its hall, in words for whoever looks after it."""

from __future__ import annotations

import time
from dataclasses import dataclass

from controller.publish.outbox import Outbox
from controller.words.speech import Said, say
from controller.words.telling import retold
from hardware.clock import Clock


@dataclass(frozen=True, slots=True)
class Lost:
    """The broker is not reached: since when, by the clock on the wall, and why."""

    since: float
    why: str


def alerts(broker: str, lost: Lost | None, outbox: Outbox | None, clock: Clock) -> list[Said]:
    """What is wrong between table and hub; nothing said means all is well."""
    waiting = outbox.waiting if outbox else 0
    if lost:
        since, fault = _time(lost.since), retold(lost.why)
        return [say("alert-hall-lost", broker=broker, since=since, fault=fault, waiting=waiting)]
    if outbox is None:
        return []
    if outbox.ahead:
        return [say("alert-hall-ahead", hub=outbox.acked, here=outbox.top)]
    if outbox.refusal:
        return [say("alert-hall-refused", fault=retold(outbox.refusal), waiting=waiting)]
    silent = 0.0 if outbox.unanswered is None else clock.now() - outbox.unanswered
    if silent >= outbox.pace.silence:
        since = _time(clock.wall() - silent)
        return [say("alert-hall-silent", since=since, waiting=waiting)]
    return []


def _time(wall: float) -> str:
    return time.strftime("%H:%M", time.localtime(wall))
