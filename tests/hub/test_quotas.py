"""A table that brings too much, or half a letter, troubles nobody but itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.daemon.keys import TableKeys
from controller.games.catalogue import make_game
from controller.hub import intake
from controller.hub.config import check_hub_config
from controller.hub.glance import glance_at, whole_letters
from controller.hub.hub import Hub
from controller.hub.intake import Intake
from controller.hub.quotas import Quotas
from controller.hub.store import Store
from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import Ack, Batch, Status, record_id
from controller.publish.topics import EVENTS, STATE, STATUS
from controller.publish.wire import write_batch, write_status
from controller.record.chain import digest
from controller.settings.config import ConfigError
from tests.hub.chains import plain_chain
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import KALAH, PlayingTable, plain_view
from tests.hub.test_intake import Hearing

HALF = "\ud800"


def chain_of(born: str, size: int, text: str = "x") -> list[Stored]:
    """Two events, the second with a long text."""
    chain, seal = [], GENESIS
    facts = ({"version": born}, {"why": text * size})
    for seq, data in enumerate(facts, 1):
        event = Event("daemon.started" if seq == 1 else "game.paused", 5.0, data)
        seal = digest(seal, seq, 0, event)
        chain.append(Stored(seq, 0, event, seal))
    return chain


def take(taker: Intake, chain: list[Stored], table: str = "t1") -> str:
    """A table brings a whole record; gives its name."""
    record = record_id(chain[0].hash)
    for stored in chain:
        taker.take(table, Batch(record, (stored,)))
    return record


def test_no_more_bytes_than_the_quota(light_store: Store) -> None:
    """What one table has brought counts, before and after a restart of the hub; others go on."""
    heard, quotas = Hearing(), Quotas(megabytes=1)
    taker = Intake(light_store, heard.send_ack, heard, quotas)
    take(taker, chain_of("a", 1_000_000))
    assert heard.acks == []
    record = take(taker, chain_of("b", 5))
    why = "this hub keeps 1 MB of a table at most, and has as many of table t1; raise [quota] meg"
    (table, ack), *_ = heard.acks
    assert (table, ack.record, ack.seq) == ("t1", record, 0)
    assert (ack.error or "").startswith(why)
    assert heard.conflicts[0].startswith(why)
    heard.acks.clear()
    take(taker, chain_of("c", 5), "t2")
    assert heard.acks == []
    light_store.append(taker._rows)
    again = Quotas(light_store.cursors(), megabytes=1)
    assert again.refusal("t1", record) is None
    again.found(light_store.sizes())
    assert (again.refusal("t1", record) or "").startswith(why)
    assert again.refusal("t2", record) is None


def test_the_bytes_are_measured_on_each_database(store: Store) -> None:
    """SQLite and PostgreSQL count the same."""
    heard = Hearing()
    taker = Intake(store, heard.send_ack, heard)
    take(taker, chain_of("a", 1000))
    store.append(taker._rows)
    assert store.sizes() == {"t1": (2, sum(len(row.data) for row in taker._rows))}


def test_no_more_records_than_the_quota(light_store: Store) -> None:
    """A table that makes up records is stopped; those that it has go on."""
    heard = Hearing()
    taker = Intake(light_store, heard.send_ack, heard, Quotas(most_records=3))
    chains = [chain_of(str(number), 5) for number in range(4)]
    for chain in chains[:3]:
        take(taker, chain[:1])
    take(taker, chains[3])
    assert heard.conflicts[0].startswith("this hub keeps 3 records of a table at most, and has as")
    assert len(taker._rows) == 3
    take(taker, chains[0])
    assert len(taker._rows) == 4


def test_one_table_does_not_fill_the_memory(
    light_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What waits of one table is bounded; what was not taken is not acknowledged either."""
    monkeypatch.setattr(intake, "MOST_OF_ONE", 1000)
    heard = Hearing()
    taker = Intake(light_store, heard.send_ack, heard)
    chain = plain_chain(40)
    record = take(taker, chain)
    taken = len(taker._rows)
    assert 0 < taken < 40
    take(taker, chain_of("b", 5), "t2")
    assert len(taker._rows) == taken + 2

    async def work() -> None:
        running = asyncio.create_task(taker.run())
        while ("t1", Ack(record, taken)) not in heard.acks:
            await asyncio.sleep(0.01)
        take(taker, chain)
        while ("t1", Ack(record, taken * 2)) not in heard.acks:
            await asyncio.sleep(0.01)
        running.cancel()

    asyncio.run(asyncio.wait_for(work(), 60))


def test_quotas_are_settings(tmp_path: Path) -> None:
    """Both can be set, and a mistake is told."""
    config = check_hub_config({"quota": {"megabytes": 7, "records": 9}}, "hub.toml")
    assert (config.quota.megabytes, config.quota.records) == (7, 9)
    with pytest.raises(ConfigError, match=r"quota.records = 0: .*a whole number from 1 to 100000"):
        check_hub_config({"quota": {"records": 0}}, "hub.toml")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedHall]:
    """A hall with a table that is well."""
    with serving_hall(tmp_path_factory.mktemp("hall")) as served:
        served.connect(PlayingTable("t1"))
        yield served


def raw(hall: ServedHall, leaf: str, payload: bytes, table: str = "t9") -> None:
    """Something comes from the broker, byte by byte as a hostile table sends it."""
    hall.do(lambda: hall.hub.hear(table, leaf, payload))


def state(**more: Any) -> bytes:
    """A view as JSON, with halves of letters as they are written there."""
    view = plain_view(make_game("kalah", KALAH), ("Anna", "Boris")) | more
    return json.dumps(view).encode("ascii")


def test_half_a_letter_breaks_no_page(hall: ServedHall) -> None:
    """In an alert, a name, a side, a turn: desk, wall, view and websocket show all the same."""
    raw(hall, STATUS, write_status(Status(True, "v", "0123456789abcdef", "p")))
    names = state().replace(b"Anna", b"An\\ud800na").replace(b"Boris", b"\\uDFFF")
    alerts = state(alerts=[{"en": HALF, "ru": f"!{HALF}", HALF: HALF}])
    assert b"\\ud800" in alerts
    assert b"\\uDFFF" in names
    for payload in (names, alerts):
        raw(hall, STATE, payload)
        for path in ("/api/hall", "/api/tables/t9"):
            for key in (None, hall.director):
                reply = hall.ask(path, key=key)
                assert reply.status == 200, (path, reply.body)
        told = hall.direct("/api/hall")["tables"]
        assert [each["table"] for each in told] == ["t1", "t9"]
        _, shown = hall.do(lambda: hall.hub.hall.shown("t9", live=True))
        assert shown is not None
        shown.decode()
        assert "\\ud" not in shown.decode().lower()
    assert told[1]["alerts"][0] == {"en": "\ufffd", "ru": "!\ufffd", "\ufffd": "\ufffd"}


def test_a_whole_letter_of_two_halves_stays() -> None:
    """An emoji is written in two parts too, and is one letter."""
    told = json.dumps({"alerts": ["\U0001f3b2"], "n": 1.5}).encode("ascii")
    assert json.loads(whole_letters(told)) == {"alerts": ["\U0001f3b2"], "n": 1.5}
    assert whole_letters(b"{") == b"{"
    assert whole_letters(b'{"\\ud8') == b'{"\\ud8'


def test_half_a_letter_is_kept_and_given_back(store: Store) -> None:
    """Every database keeps an event with one as it came: its hash proves it."""
    heard = Hearing()
    taker = Intake(store, heard.send_ack, heard)
    chain = chain_of(HALF, 3, HALF)
    record = record_id(chain[0].hash)
    payload = write_batch(Batch(record, tuple(chain)))
    assert b"\\ud800" in payload
    hub = Hub.__new__(Hub)
    deaf = {"hear_events": lambda *_: None, "hear_clock": lambda *_: None}
    hub.hall = type("Deaf", (), deaf)()
    hub._intake = taker
    hub.hear("t1", EVENTS, payload)
    store.append(taker._rows)
    assert list(store.events("t1", record)) == chain


def test_a_key_of_half_a_letter_is_a_wrong_key(hall: ServedHall, tmp_path: Path) -> None:
    """It is refused like every other, at hub and table."""
    assert hall.keys.role_of(HALF) is None
    assert TableKeys(tmp_path / "key").speaker_of(HALF) is None


def test_too_much_to_show_is_cut_and_told() -> None:
    """Endless names and alerts are cut off, and the director is told so."""
    said = {"en": "x" * 9000, "ru": "ы"}
    sides = json.loads(state())["sides"]
    sides[0]["player"] = "A" * 5000
    glance = glance_at(state(alerts=[said] * 30, sides=sides))
    assert len(glance.players[0]) == 60
    assert len(glance.alerts) == 21
    assert len(glance.alerts[0]["en"]) == 500
    assert glance.alerts[-1]["en"].startswith("the table sends names of more than 60 letters, or")
    assert len(glance.text) < 3000
    assert glance_at(state(alerts=[{"en": "x" * 500}])).alerts == ({"en": "x" * 500},)


def test_the_director_is_told_of_a_quota(hall: ServedHall) -> None:
    """The light says that something is wrong, the alert what to do, until more is taken."""
    table = PlayingTable("t3")
    full = Quotas(most_records=0)
    usual = hall.do(lambda: hall.hub._intake._quotas)
    hall.do(lambda: setattr(hall.hub._intake, "_quotas", full))
    hall.connect(table)

    def told() -> dict[str, Any]:
        (found,) = [each for each in hall.direct("/api/hall")["tables"] if each["table"] == "t3"]
        return dict(found)

    assert told()["light"] == "trouble"
    (alert,) = told()["alerts"]
    assert alert["en"].startswith("this hub keeps 0 records of a table at most, and has as many of")
    assert alert["ru"].startswith("центр хранит не больше записей одного стола: 0")
    hall.do(lambda: setattr(hall.hub._intake, "_quotas", usual))
    hall.connect(table)
    hall.until(lambda: hall.hub.hall.light("t3") == "good")
    assert told()["alerts"] == []


def test_records_that_a_table_makes_up_are_forgotten(hall: ServedHall) -> None:
    """However many statuses come, with another record each, the memory stays small."""
    for number in range(300):
        raw(hall, STATUS, write_status(Status(True, "v", f"{number:016x}", "p")), "t8")
    assert len(hall.do(lambda: hall.hub.hall.station("t8").records)) == 20
