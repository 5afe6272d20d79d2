"""A hub vouches for what it received, with its own key and clock; the table keeps its word."""

from __future__ import annotations

import asyncio
import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.daemon import signing
from controller.daemon.signing import Signing
from controller.hub.config import check_hub_config
from controller.hub.hub import Hub
from controller.hub.meetings import Records
from controller.hub.rebuild import rebuild
from controller.hub.results import GameId
from controller.hub.store import Store
from controller.hub.verify import verify_store
from controller.play.event import Event
from controller.publish.messages import Ack, Batch, WireError, record_id
from controller.publish.topics import EVENTS
from controller.publish.wire import read_ack, write_ack, write_batch
from controller.record.jsonfile import json_of
from controller.record.log import Log
from controller.record.signer import check, signatures
from controller.record.signing import SigningKey, anchor_statement
from controller.record.verify import verify
from tests.house.test_promise import Desk
from tests.record.games import played
from tests.record.signed import read_rows, write_rows, write_signed

NOON = 1_700_000_580.0


class Hall:
    """A hub with one table, whose cable is a list."""

    def __init__(self, store: Store, folder: Path, record: Path) -> None:
        self.record, self.acks = record, list[Ack]()
        keys = {"page": {"keys_file": str(folder / "hall.keys")}}
        self.hub = Hub(check_hub_config(keys, "test"), store, lambda: NOON)
        self.hub._link.send_ack = lambda table, ack: self.acks.append(ack)  # type: ignore[method-assign]

    def send(self) -> None:
        """Everything goes to the hub, whatever it has."""
        with Log.open_reader(self.record) as log:
            events = tuple(log.events())
        batch = Batch(record_id(events[0].hash), events)
        self.hub.hear("t1", EVENTS, write_batch(batch))

    @property
    def anchor(self) -> dict[str, Any] | None:
        """What the hub last said."""
        return read_ack(write_ack(self.acks[-1])).anchor if self.acks else None  # type: ignore[return-value]

    def run(self, done: Callable[[], object]) -> None:
        """Send, and let the hub work until this is so."""

        async def work() -> None:
            running = asyncio.ensure_future(self.hub._intake.run())
            self.send()
            async with asyncio.timeout(60):
                while not done():
                    await asyncio.sleep(0.01)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

        asyncio.run(work())


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A game that is over, and signed."""
    path = tmp_path / "table.db"
    with Log(path) as log:
        log.append([Event("daemon.started", 1.5, {"version": "0.1.0"})])
        log.append(played(range(6, 400, 9)).events)
        log.append([Event("game.signed", 9.0, facts) for facts in signatures(path)])
    return path


def test_what_came_is_anchored_and_told(light_store: Store, tmp_path: Path, record: Path) -> None:
    """Signed by the hub at its time, in the hall's book before it is told, and once."""
    hall = Hall(light_store, tmp_path, record)
    hall.run(lambda: hall.anchor)
    anchor = hall.anchor
    assert anchor
    assert check(anchor)
    assert (anchor["table"], anchor["at"]) == ("t1", NOON)
    book = [each for each in light_store.hall_events() if each.event.kind == "hub.anchored"]
    assert [each.event.data for each in book] == [anchor]
    assert stat.S_IMODE((tmp_path / "hall.key").stat().st_mode) == 0o600
    hall.run(lambda: len(hall.acks) > 2)
    assert len([*light_store.hall_events()]) == 1
    again = Hall(light_store, tmp_path, record)
    again.hub._intake.greet("t1", anchor["record"])
    assert again.anchor == anchor


def test_a_record_with_the_hubs_word(
    light_store: Store, tmp_path: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table keeps it, the hub gets it back, and both verify; so does the record made again."""
    hall = Hall(light_store, tmp_path, record)
    hall.run(lambda: hall.anchor)
    with Log(record) as log:
        log.append([Event("record.anchored", 10.0, hall.anchor or {})])
    events = verify(record).events
    hall.run(lambda: hall.hub._intake.stored("t1", hall.acks[-1].record) == events)
    lines = [*verify(record).attested.lines()]
    assert lines[1].startswith("anchored at the hub (")
    book, found = (finding.words for finding in verify_store(light_store))
    assert "is whole" in book
    assert "signed by the key (" in found
    assert "anchored at the hub (" in found
    records, line = Records(light_store), light_store.records()[0]
    (game,) = records.match(GameId(line.table, line.record, 1)).games
    told = json.loads(json_of(game, vouchers=records.vouchers(game)))
    assert told["before"] == light_store.seal(line.table, line.record, 1)
    assert told["anchors"] == [hall.anchor]
    assert [each["number"] for each in told["signatures"]] == [1]
    rebuild(light_store, line, tmp_path / "again.db")
    assert verify(tmp_path / "again.db").head == verify(record).head
    light_store.close()
    settings = tmp_path / "hub.toml"
    settings.write_text(
        f'store.database = "{tmp_path}/hall.db"\npage.keys_file = "{tmp_path}/hall.keys"\n'
    )
    assert main(["hub", "verify", "--config", str(settings)]) == 0
    key = capsys.readouterr().out.splitlines()[0].removeprefix("this hub signs with the key ")
    assert main(["verify", "--record", str(record), "--anchored-by", key]) == 0


def test_a_forged_signature_is_found_at_the_hub(
    light_store: Store, tmp_path: Path, record: Path
) -> None:
    """The hub takes what a table sends; `lunka hub verify` says that it is forged."""
    rows = read_rows(record)
    game, event = rows[-1]
    rows[-1] = (game, Event(event.kind, event.at, {**event.data, "signature": "ab" * 64}))
    write_rows(tmp_path / "forged.db", rows)
    hall = Hall(light_store, tmp_path, tmp_path / "forged.db")
    hall.run(lambda: hall.anchor)
    found = [finding for finding in verify_store(light_store) if not finding.ok]
    assert len(found) == 1
    assert "the signature is not by the table's key" in found[0].words


def test_a_table_keeps_only_what_a_hub_signed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made up by whoever is at the broker: not kept. Said twice: kept once."""
    monkeypatch.setattr(signing, "_SOON", 0.0)
    desk = Desk(tmp_path)
    log, keeper = desk.house.log, Signing(desk.house)
    facts: dict[str, Any] = {"table": "t1", "record": (log.seal(1) or "")[:16], "seq": 2}
    facts |= {"hash": log.seal(2), "at": NOON}
    true = facts | SigningKey(tmp_path / "hub.key").sign(anchor_statement(*facts.values()))

    async def evening() -> None:
        keeping = asyncio.ensure_future(keeper.keep_anchors())
        keeper.hear({**true, "at": NOON - 9})
        await asyncio.sleep(0)
        keeper.hear({**true, "hash": "ab" * 32})
        async with asyncio.timeout(60):
            while keeper._some.is_set():
                await asyncio.sleep(0.01)
            while not log.vouching():
                keeper.hear(true)
                await asyncio.sleep(0.05)
        keeper.hear(true)
        assert not keeper._some.is_set()
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)

    asyncio.run(evening())
    assert [each.event.data for each in log.vouching()] == [true]
    assert not Signing(desk.house)._is_new(true)
    log.close()


def test_an_anchor_on_the_wire() -> None:
    """It is read strictly; without it an ack is what it always was."""
    assert read_ack(b'{"record":"0123456789abcdef","seq":3}').anchor is None
    with pytest.raises(WireError, match="an anchor: table is missing"):
        read_ack(b'{"record":"0123456789abcdef","seq":3,"anchor":{}}')
    with pytest.raises(WireError, match="an anchor: an object is expected"):
        read_ack(b'{"record":"0123456789abcdef","seq":3,"anchor":7}')


def test_an_older_anchor_is_no_news(light_store: Store, tmp_path: Path) -> None:
    """Three games sent at once get one anchor: it vouches for all of them."""
    path = tmp_path / "table.db"
    write_signed(path, tmp_path / "other.key")
    hall = Hall(light_store, tmp_path, path)
    hall.run(lambda: hall.anchor)
    assert hall.anchor
    with Log.open_reader(path) as log:
        assert hall.anchor["seq"] == log.vouching()[-1].event.data["seq"]
    assert len([*light_store.hall_events()]) == 1
