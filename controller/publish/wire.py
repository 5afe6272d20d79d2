"""The messages of a hall as JSON, written and read in one place for tables and hub.

    lunka/T/status   table, retained   {"online": true, "version": V, "record": R, "profile": P}
    lunka/T/state    table, retained   the view, as docs/architecture.md lays it down
    lunka/T/events   table             {"record": R, "events": [{"seq", "game", "at", ...}, ...]}
    lunka/T/ack      hub, retained     {"record": R, "seq": N}: all of 1..N is safe at the hub;
                                       "anchor": {...} where the hub has signed what it had,
                                       "delay": S where spectators see the table so much later
    lunka/T/orders   hub               {"id": I, "by": "Ann", "do": {...}} or {"ask": "readings"};
                                       "as": "seat 0" or "table" where players order it;
                                       "at", "until", "key", "signature": its seal (seals.py)
    lunka/T/answers  table             {"id": I, "ok": true} or {"id": I, "ok": false, "error": S}

What cannot be read raises `WireError` with a sentence. Keys that are not known are passed over, so
that a table and a hub of different age understand each other.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from controller.play.event import Event, Stored
from controller.publish.facts import (
    A_RECORD,
    AN_ID,
    MOST_READINGS,
    TEXT,
    Facts,
    is_counted,
    is_delay,
    is_hash,
    is_id,
    is_list,
    is_number,
    is_object,
    is_objects,
    is_record,
    is_signature,
    is_text,
    is_time,
    is_truth,
    read_object,
)
from controller.publish.messages import Ack, Answer, Ask, Batch, Order, Status, WireError, one_line
from controller.record.chain import check_event
from controller.record.errors import EventError
from controller.table.speakers import HUB, KEYS

#: How much goes into one message of events.
MOST_EVENTS = 200
MOST_BYTES = 256_000


# -- writing ---------------------------------------------------------------------------------------


def write_facts(value: Any) -> bytes:
    """Any facts as they are sent."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False).encode("ascii")


def write_status(status: Status) -> bytes:
    """A status as it is sent."""
    facts = {
        "version": status.version,
        "record": status.record,
        "profile": status.profile,
        "at": status.at,
    }
    known = {key: value for key, value in facts.items() if value is not None}
    return write_facts({"online": status.online} | known)


def write_state(view: Mapping[str, Any]) -> bytes:
    """A view as it is sent."""
    return write_facts(dict(view))


def stamped(state: bytes, at: float) -> bytes:
    """The same state with the time of the table's clock at which it was made: what its running
    clocks show was so then."""
    return b'%b,"at":%.3f}' % (state[:-1], at)


def write_ack(ack: Ack) -> bytes:
    """An ack as it is sent."""
    why = {"error": one_line(ack.error)} if ack.error else {}
    anchor = {"anchor": dict(ack.anchor)} if ack.anchor else {}
    delay = {"delay": ack.delay} if ack.delay else {}
    return write_facts({"record": ack.record, "seq": ack.seq} | why | anchor | delay)


def write_order(order: Order | Ask) -> bytes:
    """An order, or a question, as it is sent where nobody signs it."""
    return write_facts(order_facts(order))


def order_facts(order: Order | Ask) -> dict[str, Any]:
    """What an order, or a question, says."""
    if isinstance(order, Order):
        role = {} if order.role == HUB else {"as": order.role}
        return {"id": order.id, "by": order.by, **role, "do": dict(order.do)}
    asked = {"id": order.id, "ask": "readings", "game": order.game, "ply": order.ply}
    return asked | ({"record": order.record} if order.record else {})


def write_answer(answer: Answer) -> bytes:
    """An answer as it is sent."""
    said: dict[str, Any] = {"id": answer.id, "ok": answer.ok}
    if answer.error is not None:
        said["error"] = one_line(answer.error)
    if answer.readings is not None:
        said |= {"readings": [dict(each) for each in answer.readings], "left_off": answer.left_off}
    return write_facts(said)


def pack(record: str, events: Iterable[Stored], sent: float | None = None) -> tuple[bytes, int]:
    """As many of these events as fit into one message, and the number of the last one in it.

    One that is too large by itself goes alone: nothing that happened is ever left out. `sent` is
    the time of the table's clock, by which the hub notices one that is wrong.
    """
    parts: list[bytes] = []
    size = last = 0
    for stored in events:
        part = write_facts(_as_json(stored))
        if len(parts) == MOST_EVENTS or (parts and size + len(part) > MOST_BYTES - 100):
            break
        parts.append(part)
        size, last = size + len(part) + 1, stored.seq
    if not parts:
        raise WireError("a message of events needs at least one event")
    when = b"" if sent is None else b'"sent":%.3f,' % sent
    return b'{"record":%b,%b"events":[%b]}' % (write_facts(record), when, b",".join(parts)), last


def write_batch(batch: Batch) -> bytes:
    """A batch as it is sent; `WireError` where it is more than fits into one message."""
    payload, last = pack(batch.record, batch.events, batch.sent)
    if last != batch.last:
        raise WireError(f"{len(batch.events)} events do not fit into one message")
    return payload


def _as_json(stored: Stored) -> dict[str, Any]:
    event = stored.event
    return {
        "seq": stored.seq,
        "game": stored.game,
        "at": float(event.at),
        "kind": event.kind,
        "data": dict(event.data),
        "hash": stored.hash,
    }


# -- reading ---------------------------------------------------------------------------------------


def read_status(payload: bytes) -> Status:
    """A status, `WireError` where it is none."""
    said = read_object(payload, "status")
    return Status(
        said.take("online", is_truth, "true or false"),
        said.may("version", is_text, TEXT),
        said.may("record", is_record, A_RECORD),
        said.may("profile", is_text, TEXT),
        said.may("at", is_time, "UNIX seconds"),
    )


def read_state(payload: bytes) -> dict[str, Any]:
    """A view, `WireError` where it is no object at all."""
    return read_object(payload, "state").facts


def read_batch(payload: bytes) -> Batch:
    """Consecutive events; `WireError` where one cannot be read or one is missing between two."""
    said = read_object(payload, "events")
    record = said.take("record", is_record, A_RECORD)
    rows = said.take("events", is_list, f"a list of 1 to {MOST_EVENTS} events")
    if not 0 < len(rows) <= MOST_EVENTS:
        raise WireError(f"events: {len(rows)} in one message; 1 to {MOST_EVENTS} are allowed")
    events = tuple(_stored(row) for row in rows)
    for before, after in pairwise(events):
        if after.seq != before.seq + 1:
            raise WireError(f"events: {after.seq} follows {before.seq}; {before.seq + 1} must")
    return Batch(record, events, said.may("sent", is_time, "UNIX seconds"))


def _stored(row: object) -> Stored:
    said = Facts("an event", row)
    seq = said.take("seq", is_counted, "a whole number from 1")
    game = said.take("game", is_number, "a whole number from 0")
    at = float(said.take("at", is_time, "UNIX seconds"))
    kind = said.take("kind", is_text, TEXT)
    data = said.take("data", is_object, "an object that is not nested deeply")
    seal = said.take("hash", is_hash, "64 hexadecimal digits")
    event = Event(kind, at, data)
    try:
        check_event(event)
    except EventError as mistake:
        raise WireError(str(mistake)) from mistake
    return Stored(seq, game, event, seal)


def read_ack(payload: bytes) -> Ack:
    """An ack, `WireError` where it is none."""
    said = read_object(payload, "ack")
    return Ack(
        said.take("record", is_record, A_RECORD),
        said.take("seq", is_number, "a whole number from 0"),
        said.may("error", is_text, TEXT),
        _anchor(said.facts["anchor"]) if said.facts.get("anchor") is not None else None,
        float(said.may("delay", is_delay, "a number of seconds from 0 to 3600") or 0),
    )


def _anchor(told: object) -> dict[str, Any]:
    """The facts of an anchor and no others; whether they are signed is for others to say."""
    said = Facts("an anchor", told)
    return {
        "table": said.take("table", is_text, TEXT),
        "record": said.take("record", is_record, A_RECORD),
        "seq": said.take("seq", is_counted, "a whole number from 1"),
        "hash": said.take("hash", is_hash, "64 hexadecimal digits"),
        "at": float(said.take("at", is_time, "UNIX seconds")),
        "key": said.take("key", is_hash, "64 hexadecimal digits"),
        "signature": said.take("signature", is_signature, "128 hexadecimal digits"),
    }


def read_order(payload: bytes) -> Order | Ask:
    """An order or a question; `WireError` where it is neither."""
    said = read_object(payload, "order")
    name = said.take("id", is_id, AN_ID)
    if "ask" in said.facts:
        return _ask(said, name)
    by = said.take("by", is_text, TEXT)
    role = said.may("as", _is_role, f"one of {', '.join((HUB, *KEYS))}") or HUB
    return Order(name, by, said.take("do", is_object, 'a command like {"do": "undo"}'), role)


def _is_role(value: object) -> bool:
    return value in (HUB, *KEYS)


def order_id(payload: bytes) -> str | None:
    """The id of an order that cannot be carried out, so that it can be answered all the same."""
    try:
        name: str = read_object(payload, "order").take("id", is_id, AN_ID)
    except WireError:
        return None
    return name


def _ask(said: Facts, name: str) -> Ask:
    said.take("ask", lambda value: value == "readings", '"readings"')
    return Ask(
        name,
        said.take("game", is_counted, "a whole number from 1"),
        said.take("ply", is_number, "a whole number from 0"),
        said.may("record", is_record, A_RECORD),
    )


def read_answer(payload: bytes) -> Answer:
    """An answer, `WireError` where it is none."""
    said = read_object(payload, "answer")
    readings = said.may("readings", is_objects, f"a list of at most {MOST_READINGS} readings")
    return Answer(
        said.take("id", is_id, AN_ID),
        said.take("ok", is_truth, "true or false"),
        said.may("error", is_text, TEXT),
        None if readings is None else tuple(readings),
        said.may("left_off", is_number, "a whole number from 0") or 0,
    )
