"""The messages of a hall: written and read back, and nothing unreadable gets through."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import (
    GONE,
    Ack,
    Answer,
    Ask,
    Batch,
    Order,
    Status,
    WireError,
    one_line,
)
from controller.publish.topics import LEAVES, Topics, is_prefix, is_table_name, split_topic
from controller.publish.wire import (
    MOST_BYTES,
    MOST_EVENTS,
    order_id,
    pack,
    read_ack,
    read_answer,
    read_batch,
    read_order,
    read_state,
    read_status,
    write_ack,
    write_answer,
    write_batch,
    write_order,
    write_state,
    write_status,
)
from controller.record.chain import digest

READERS: list[Callable[[bytes], Any]] = [
    read_status,
    read_state,
    read_batch,
    read_ack,
    read_order,
    read_answer,
]
RECORD = "0123456789abcdef"

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=6,
)
facts = st.dictionaries(st.text(max_size=9), plain, max_size=3)
kinds = st.from_regex(r"[a-z]{1,8}(\.[a-z][a-z_]{0,7})?", fullmatch=True)
words = st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), min_size=1, max_size=99)
ids = st.from_regex(r"[A-Za-z0-9-]{1,64}", fullmatch=True)
counts = st.integers(0, 2**53)


@st.composite
def batches(draw: st.DrawFn) -> Batch:
    """Consecutive events with anything in them that JSON can hold."""
    first = draw(st.integers(1, 10**9))
    kept: list[Stored] = []
    for _ in range(draw(st.integers(1, 3))):
        event = Event(draw(kinds), draw(st.floats(0, 2**37)), draw(facts))
        seq, game = first + len(kept), draw(st.integers(0, 9))
        before = kept[-1].hash if kept else GENESIS
        kept.append(Stored(seq, game, event, digest(before, seq, game, event)))
    return Batch(RECORD, tuple(kept))


@given(batches())
def test_a_batch_reads_back_with_its_hashes(batch: Batch) -> None:
    """What the hub reads is what the table sealed: the hash it computes is the same."""
    read = read_batch(write_batch(batch))
    assert read == batch
    before = GENESIS
    for stored in read.events:
        assert digest(before, stored.seq, stored.game, stored.event) == stored.hash
        before = stored.hash


@given(st.builds(Status, st.booleans(), words, st.just(RECORD), words) | st.just(GONE))
def test_a_status_reads_back(status: Status) -> None:
    """A status, and a last will, read back."""
    assert read_status(write_status(status)) == status


@given(st.builds(Ack, st.just(RECORD), counts, st.none() | words, st.none(), st.floats(0, 3600.0)))
def test_an_ack_reads_back(ack: Ack) -> None:
    """The hub's word reads back, with its reason where it refuses, and the hall's delay."""
    assert read_ack(write_ack(ack)) == ack


@given(
    st.builds(Order, ids, words, facts)
    | st.builds(Ask, ids, st.integers(1, 99), counts, st.none() | st.just(RECORD))
)
def test_an_order_reads_back(order: Order | Ask) -> None:
    """Orders and questions read back, and their id can be found in any case."""
    payload = write_order(order)
    assert read_order(payload) == order
    assert order_id(payload) == order.id


@given(
    st.builds(
        Answer, ids, st.booleans(), st.none() | words, st.none() | st.tuples(facts, facts), counts
    )
)
def test_an_answer_reads_back(answer: Answer) -> None:
    """Answers read back, with readings or without."""
    expected = answer if answer.readings is not None else Answer(answer.id, answer.ok, answer.error)
    assert read_answer(write_answer(answer)) == expected


@given(facts)
def test_a_state_reads_back(view: dict[str, Any]) -> None:
    """Whatever a view holds, it reads back."""
    assert read_state(write_state(view)) == view


@pytest.mark.parametrize("reader", READERS)
@given(payload=st.binary(max_size=300) | plain.map(lambda value: json.dumps(value).encode()))
@example(payload=b"")
@example(payload=b"[" * 100_000)
@example(payload=b'{"a":' * 100_000)
@example(payload=b'{"seq": NaN}')
@example(payload=b'{"record": "0123456789abcdef", "seq": 1e999}')
@example(payload=b"9" * 10_000)
@example(payload=b'{"id": "\\ud800"}')
def test_whatever_arrives_is_read_or_refused(
    reader: Callable[[bytes], Any], payload: bytes
) -> None:
    """Any bytes either are a message or raise `WireError` in one printable line."""
    try:
        reader(payload)
    except WireError as refusal:
        assert one_line(str(refusal)).isprintable()


@st.composite
def broken(draw: st.DrawFn) -> bytes:
    """A good message of events with one thing in it replaced by anything."""
    message = json.loads(write_batch(draw(batches())))
    place = draw(st.sampled_from(["record", "events", "seq", "game", "at", "kind", "data", "hash"]))
    target = message if place in message else message["events"][-1]
    if draw(st.booleans()):
        del target[place]
    else:
        target[place] = draw(plain)
    return json.dumps(message).encode()


@given(broken())
def test_a_broken_batch_never_half_arrives(payload: bytes) -> None:
    """With one part broken the whole message is refused, unless it is still sound."""
    try:
        batch = read_batch(payload)
    except WireError:
        return
    numbers = [stored.seq for stored in batch.events]
    assert numbers == list(range(batch.first, batch.first + len(numbers)))
    assert all(len(stored.hash) == 64 for stored in batch.events)


@pytest.mark.parametrize(
    ("payload", "sentence"),
    [
        (b'{"record": "x", "seq": 1}', "ack: record must be the 16 hexadecimal digits that name a"),
        (b'{"record": "0123456789abcdef"}', "ack: seq is missing; it must be a whole number from"),
        (b'{"record": "0123456789abcdef", "seq": -1}', "ack: seq must be a whole number from 0, n"),
        (b'{"record": "0123456789abcdef", "seq": true}', "ack: seq must be a whole number from 0"),
        (b"[]", "ack: an object is expected, not []"),
        (b"{", "ack: not JSON (Expecting property name"),
    ],
)
def test_a_refusal_says_what_was_found_and_what_is_allowed(payload: bytes, sentence: str) -> None:
    """Whoever writes a hub of their own learns what is wrong."""
    with pytest.raises(WireError) as refusal:
        read_ack(payload)
    assert str(refusal.value).startswith(sentence)


def event(seq: int, size: int = 10) -> Stored:
    """An event of about this size."""
    return Stored(seq, 1, Event("turn.made", 1.5, {"text": "x" * size}), "a" * 64)


def test_a_message_holds_so_many_events_and_no_more() -> None:
    """Events are packed up to the number, and up to the size, that one message may have."""
    payload, last = pack(RECORD, (event(seq) for seq in range(1, 1000)))
    assert (last, len(read_batch(payload).events)) == (MOST_EVENTS, MOST_EVENTS)
    payload, last = pack(RECORD, (event(seq, 50_000) for seq in range(1, 1000)))
    assert (last, len(payload) <= MOST_BYTES) == (5, True)


def test_an_event_that_is_too_large_goes_alone() -> None:
    """Nothing that happened is left out because of its size."""
    payload, last = pack(RECORD, (event(seq, 300_000) for seq in range(1, 9)))
    assert (last, len(read_batch(payload).events)) == (1, 1)


def test_a_gap_between_events_is_refused() -> None:
    """A message with a hole in it is nobody's record."""
    with pytest.raises(WireError, match="events: 3 follows 1; 2 must"):
        read_batch(write_batch(Batch(RECORD, (event(1), event(3)))))
    with pytest.raises(WireError, match="at least one event"):
        write_batch(Batch(RECORD, ()))


def test_topics_split_as_they_are_made() -> None:
    """Each topic names its table and what it carries; anything else is refused in words."""
    for leaf in LEAVES:
        assert split_topic(Topics("t-1", "club/hall").of(leaf), "club/hall") == ("t-1", leaf)
    for stranger in (
        "lunka/t1",
        "lunka/t1/will",
        "lunka/T1/state",
        "lunka/a/b/state",
        "x/t1/state",
    ):
        with pytest.raises(WireError, match="ours are lunka/TABLE/ENDING"):
            split_topic(stranger)


@pytest.mark.parametrize(
    "name", ["", "T1", "-t", "t/1", "t+", "#", "t" * 33, "стол", "t1\n", "../x"]
)
def test_names_that_no_table_can_have(name: str) -> None:
    """A name is one level of a topic, a file name and a user name in one, so it is kept plain."""
    assert not is_table_name(name)
    assert "/" in name or not is_prefix(f"lunka/{name}")


def test_a_sentence_of_many_lines_becomes_one() -> None:
    """What is shown on a page or in a log is one line that anybody may send on."""
    assert one_line("one\n two\x00three\u202e") == "one two three"
    assert len(one_line("x" * 5000)) == 500
