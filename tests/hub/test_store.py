"""One suite for every database behind the store."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest

from controller.hub.store import Cursor, Store, StoreBusyError, StoreError, open_store
from controller.play.event import GENESIS, Event
from controller.publish.messages import record_id
from controller.record.chain import digest
from tests.hub.chains import plain_chain, rows, sealed
from tests.hub.postgres import Server


def test_what_is_appended_reads_back_in_order(store: Store) -> None:
    """Every event comes back as it was, times to the last bit, and the cursor stands at the end."""
    odd = {"text": "пешка \u0000 <b>", "n": 10**30, "deep": [1.5, None, True, {"a": "b"}]}
    chain = sealed([(1, Event("game.opened", 1700000000.123456789, odd)), (1, Event("x", 0.1, {}))])
    store.append(rows("t1", chain))
    record = record_id(chain[0].hash)
    assert list(store.events("t1", record)) == chain
    assert list(store.events("t1", record, since=1)) == chain[1:]
    assert store.cursors() == {("t1", record): Cursor(2, chain[-1].hash)}
    assert store.seal("t1", record, 1) == chain[0].hash
    assert store.seal("t1", record, 3) is None


def test_batches_follow_each_other_and_many_tables_share_one(store: Store) -> None:
    """Events of several tables in one batch keep to their own records."""
    first, second = plain_chain(2500, "one"), plain_chain(3, "two")
    store.append(rows("a", first[:10]) + rows("b", second))
    store.append([*rows("a", first)[10:]])
    assert list(store.events("a", record_id(first[0].hash))) == first
    assert list(store.events("b", record_id(second[0].hash))) == second
    assert [(line.table, line.seq, line.games) for line in store.records()] == [
        ("a", 2500, 1),
        ("b", 3, 1),
    ]


def test_one_game_of_a_record_can_be_asked_for(store: Store) -> None:
    """Only its own events, and how every game began and ended."""
    kinds = [(1, "game.opened"), (1, "turn.made"), (1, "game.over"), (2, "game.opened"), (2, "x.y")]
    chain = sealed((game, Event(kind, 1.0, {})) for game, kind in kinds)
    store.append(rows("t", chain))
    record = record_id(chain[0].hash)
    assert list(store.events("t", record, game=2)) == chain[3:]
    assert store.games("t", record) == [chain[0], chain[2], chain[3]]
    assert store.games("t", record, since=1) == [chain[2], chain[3]]


def test_a_batch_is_kept_whole_or_not_at_all(store: Store) -> None:
    """An event that is there already refuses the whole batch, and nothing moves."""
    chain = plain_chain(4)
    store.append(rows("t", chain[:2]))
    with pytest.raises(StoreError):
        store.append([*rows("t", chain)[2:], *rows("t", chain)[:1]])
    assert list(store.cursors().values()) == [Cursor(2, chain[1].hash)]
    store.append(rows("t", chain)[2:])
    assert len(list(store.events("t", record_id(chain[0].hash)))) == 4


def test_the_hall_is_sealed_like_a_record(store: Store) -> None:
    """Events of the hall are numbered and chained from 64 zeros on."""
    events = [Event("competition.created", 1.0, {"id": "open"}), Event("order.sent", 2.0, {})]
    kept = store.append_hall(events[:1]) + store.append_hall(events[1:])
    assert [stored.seq for stored in kept] == [1, 2]
    assert kept[0].hash == digest(GENESIS, 1, 0, events[0])
    assert kept[1].hash == digest(kept[0].hash, 2, 0, events[1])
    assert list(store.hall_events()) == kept
    assert list(store.hall_events(since=1)) == kept[1:]
    assert store.hall_head() == Cursor(2, kept[1].hash)


def test_everything_is_there_after_a_restart(store: Store, database: str) -> None:
    """Closing and opening again loses nothing."""
    chain = plain_chain(5)
    store.append(rows("t", chain))
    store.append_hall([Event("order.sent", 1.0, {})])
    store.close()
    again = open_store(database)
    try:
        assert list(again.events("t", record_id(chain[0].hash))) == chain
        assert again.hall_head().seq == 1
    finally:
        again.close()


def test_two_hubs_cannot_write_one_store(store: Store, database: str) -> None:
    """The second is told to stop the first."""
    with pytest.raises(StoreBusyError, match="one hall has one hub"):
        open_store(database)


def test_the_database_itself_refuses_changes(store: Store, database: str) -> None:
    """Whoever opens the database by hand can neither change nor delete an event."""
    store.append(rows("t", plain_chain(2)))
    store.append_hall([Event("order.sent", 1.0, {})])
    for statement in (
        "UPDATE events SET kind = 'x'",
        "DELETE FROM events",
        "DELETE FROM hall",
        "UPDATE hall SET at = 0",
    ):
        with pytest.raises((sqlite3.Error, psycopg.Error), match="never changed or deleted"):
            _by_hand(database, statement)


def _by_hand(database: str, statement: str) -> None:
    if database.startswith("postgresql"):
        with psycopg.connect(database) as connection:
            connection.execute(statement.encode())
    else:
        by_hand = sqlite3.connect(database)
        try:
            by_hand.execute(statement)
        finally:
            by_hand.close()


def test_reading_and_writing_may_happen_at_once(store: Store) -> None:
    """A reader on another thread sees whole batches only."""
    chain = plain_chain(600)
    record = record_id(chain[0].hash)
    seen: list[int] = []
    done = threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.append(len(list(store.events("t", record))))

    reader = threading.Thread(target=read)
    reader.start()
    for at in range(0, 600, 20):
        store.append(rows("t", chain)[at : at + 20])
    done.set()
    reader.join()
    assert all(count % 20 == 0 for count in seen)
    assert seen == sorted(seen)


def test_a_lost_server_is_told_and_found_again(server: Server) -> None:
    """While PostgreSQL is down appending says so and keeps nothing; afterwards it goes on."""
    store = open_store(server.database())
    chain = plain_chain(4)
    try:
        store.append(rows("t", chain[:2]))
        server.stop()
        with pytest.raises(StoreError, match=r"store postgresql://127\.0\.0\.1"):
            store.append(rows("t", chain)[2:])
        server.start()
        store.append(rows("t", chain)[2:])
        assert list(store.events("t", record_id(chain[0].hash))) == chain
    finally:
        store.close()


def test_a_password_never_stands_in_a_message() -> None:
    """Errors name the server and the database, not who asked with which password."""
    with pytest.raises(StoreError) as refused:
        open_store("postgresql://ann:secret@127.0.0.1:1/hall")
    assert "secret" not in str(refused.value)
    assert "127.0.0.1:1" in str(refused.value)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    """A table's record, or any other SQLite file, is not written to."""
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE mine (a)")
    other.commit()
    other.close()
    with pytest.raises(StoreError, match="not a hub's store"):
        open_store(str(path))
    with pytest.raises(StoreError, match="folder cannot be made"):
        open_store("/proc/nowhere/hall.db")
