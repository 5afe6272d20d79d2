"""The director's desk: rounds go out to the tables, results come back from their records."""

from __future__ import annotations

import asyncio
import io
import json
import tempfile
import zipfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from controller.competition import CompetitionError
from controller.hub.analysis import analyse, read_statistics
from controller.hub.competition_zip import safe_name, write_archive
from controller.hub.kept import KeptRecord
from controller.hub.orders import OrderError
from controller.hub.store import RecordLine, Store, open_store
from controller.hub.verify import verify_store
from controller.play.event import GENESIS, Event, Stored
from controller.publish.messages import Order
from controller.record.chain import digest
from controller.record.errors import RecordError
from tests.hub.tables import KALAH, HallHub, PlayingTable
from tests.machine.skips import program

Play = Callable[[HallHub], Awaitable[None]]


class Hall:
    """A hall in a test: a hub, its tables, a clock that only the test moves."""

    def __init__(self, store: Store, count: int = 2) -> None:
        self.store = store
        self.time = 1_700_000_000.0
        self.tables = [PlayingTable(f"t{number}") for number in range(1, count + 1)]

    def run(self, play: Play) -> None:
        """Open a hub, let the test play, close it."""
        asyncio.run(self._run(play))

    async def _run(self, play: Play) -> None:
        hub = HallHub(self.store, lambda: self.time, self.tables)
        running = asyncio.create_task(hub._intake.run())
        try:
            for table in self.tables:
                hub.connect(table)
            hub.desk.look_everywhere()
            await quiet(hub)
            await play(hub)
            await quiet(hub)
        finally:
            running.cancel()


async def quiet(hub: HallHub) -> None:
    """Wait until everything that was sent is stored and looked at."""
    for _ in range(200):
        await asyncio.sleep(0.02)
        sent = all(
            hub._intake.stored(table.name, table.record) == len(table.chain)
            for name, table in hub.tables.items()
            if name not in hub.cut_off
        )
        if sent and not hub.desk._looking and not hub.orders._tasks:
            return
    raise AssertionError("the hall did not come to rest")


@pytest.fixture
def hall(light_store: Store) -> Iterator[Hall]:
    """Two tables and a hub."""
    yield Hall(light_store)


async def begin(
    hub: HallHub, names: tuple[str, ...] = ("Ann", "Bob", "Cid", "Dan"), **more: Any
) -> None:
    """A competition with these players."""
    rules = {"format": "swiss", "rounds": 2, "game": "kalah", "options": KALAH} | more
    tables = list(hub.tables)
    create = {"do": "create", "competition": "open", "title": "Open", "tables": tables}
    await hub.desk.command({**create, **rules}, "Dora")
    for name in names:
        await hub.desk.command({"do": "enter", "competition": "open", "player": name}, "Dora")


def boards(hub: HallHub, number: int = 1) -> list[Any]:
    """The boards of a round."""
    return list(hub.desk.competition.one("open").rounds[number - 1].boards)


def house_of(hub: HallHub) -> dict[str, Any]:
    """The house rules of the competition."""
    return dict(hub.desk.competition.one("open").rules.house)


async def confirm_all(hub: HallHub, number: int) -> None:
    """The director confirms every reported board."""
    for board in boards(hub, number):
        if board.status.value == "reported":
            command = {"competition": "open", "round": number, "board": board.number}
            await hub.desk.command({"do": "confirm", **command}, "Dora")


def test_a_round_is_sent_played_reported_and_confirmed(hall: Hall) -> None:
    """Players, rules and house rules reach the tables; results come from their records."""

    async def play(hub: HallHub) -> None:
        await begin(hub)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        sent = await hub.desk.send("open", None, "Dora")
        assert [line["sent"] for line in sent] == [True, True]
        await quiet(hub)
        order = hall.tables[0].orders[0]
        assert isinstance(order, Order)
        assert order.by == "Dora"
        assert order.do["game"] == "kalah"
        assert order.do["house"]["hints"] == "off"
        assert [board.status.value for board in boards(hub)] == ["reported", "reported"]
        await confirm_all(hub, 1)
        assert (
            sum(
                line["played"]
                for line in hub.desk.competition.view()["competitions"][0]["standings"]
            )
            == 4
        )
        for board in boards(hub):
            game = board.result.games[0].split("/")
            assert game[0] == board.table
            assert game[2] == "1"

    hall.run(play)


def test_what_the_table_counted_is_what_is_reported(hall: Hall) -> None:
    """Scores come in the order of the board's players, whoever sits at which side."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"))
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        board = boards(hub)[0]
        over = next(it.event for it in hall.tables[0].chain if it.event.kind == "game.over")
        names = [hub.desk.competition.one("open").name(each) for each in board.players]
        opened = next(it.event for it in hall.tables[0].chain if it.event.kind == "game.opened")
        told = dict(zip(opened.data["players"], over.data["scores"], strict=True))
        assert board.result.scores == tuple(told[name] for name in names)

    hall.run(play)


def test_a_match_is_reported_when_it_is_won(hall: Hall) -> None:
    """Games before the last are part of the result, and nothing is reported before it."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"), game="short", options={}, length=3)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        result = boards(hub)[0].result
        assert max(result.scores) >= 3
        assert len(result.games) == hall.tables[0].games

    hall.run(play)


def test_other_peoples_games_and_abandoned_ones_count_for_nothing(hall: Hall) -> None:
    """Only a game of these two, by the rules of the round, is a result."""

    async def play(hub: HallHub) -> None:
        table = hall.tables[0]
        await begin(hub, ("Ann", "Bob"))
        table.play("kalah", KALAH, ["Ann", "Bob"])
        hub.send(table)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        table.refuses = "the board is not set up"
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        table.play("kalah", KALAH, ["Zoe", "Bob"])
        hub.send(table)
        await quiet(hub)
        assert boards(hub)[0].status.value == "open"
        table.play("kalah", KALAH, ["Bob", "Ann"], house_of(hub))
        hub.send(table)
        await quiet(hub)
        assert boards(hub)[0].status.value == "reported"
        assert boards(hub)[0].result.games == (f"t1/{table.record}/3",)

    hall.run(play)


def test_a_table_that_is_away_gets_its_round_when_it_comes_back(hall: Hall) -> None:
    """Rules wait for the table, also over a restart of the hub; each is carried out once."""

    async def send(hub: HallHub) -> None:
        hub.cut(hall.tables[0])
        await begin(hub, ("Ann", "Bob"))
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        assert hall.tables[0].orders == []
        assert hub.desk.sent("open", 1, boards(hub)[0]) == "waiting"

    async def back(hub: HallHub) -> None:
        await quiet(hub)
        assert len(hall.tables[0].orders) == 1
        assert hub.desk.sent("open", 1, boards(hub)[0]) == "yes"
        hub.connect(hall.tables[0])
        await quiet(hub)
        assert len(hall.tables[0].orders) == 1
        assert boards(hub)[0].status.value == "reported"

    hall.run(send)
    hall.run(back)


def test_a_result_that_came_while_the_hub_was_dying_is_found_again(hall: Hall) -> None:
    """Stored but not reported: the next start looks."""

    async def send(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"))
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        hall.tables[0].refuses = "not yet"
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        hub.desk.kept = lambda rows: None  # type: ignore[method-assign] # killed at this moment
        hall.tables[0].play("kalah", KALAH, ["Ann", "Bob"], house_of(hub))
        hub.send(hall.tables[0])

    async def again(hub: HallHub) -> None:
        assert boards(hub)[0].status.value == "reported"

    hall.run(send)
    hall.run(again)


def test_a_settled_board_is_not_sent_any_more(hall: Hall) -> None:
    """The director corrects by hand; the table that comes back later is left alone."""

    async def play(hub: HallHub) -> None:
        hub.cut(hall.tables[0])
        await begin(hub, ("Ann", "Bob"))
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        result = {"competition": "open", "round": 1, "board": 1, "scores": [3, 1], "why": "by hand"}
        await hub.desk.command({"do": "correct", **result}, "Dora")
        hub.connect(hall.tables[0])
        await quiet(hub)
        assert hall.tables[0].orders == []

    hall.run(play)


def test_an_order_is_answered_once_that_is_in_the_book(hall: Hall) -> None:
    """However slow the disk is, whoever gave an order hears of it after the book."""

    async def play(hub: HallHub) -> None:
        add = hub.ledger.add

        async def slowly(*events: Any) -> None:
            await asyncio.sleep(0.05)
            await add(*events)

        hub.orders._ledger.add = slowly  # type: ignore[method-assign]
        await hub.orders.command("t1", "Dora", {"do": "pause", "why": "noise"})
        book = [it.event.kind for it in hub.ledger.all()]
        assert book == ["order.sent", "order.answered"]

    hall.run(play)


def test_a_directors_command_says_what_became_of_it(hall: Hall) -> None:
    """Done, refused by the table, or not sent because the table is away; all in the book."""

    async def play(hub: HallHub) -> None:
        await hub.orders.command("t1", "Dora", {"do": "pause", "why": "noise"})
        hall.tables[0].refuses = "the game is over"
        with pytest.raises(OrderError, match="table t1: the game is over"):
            await hub.orders.command("t1", "Dora", {"do": "resume"})
        hub.cut(hall.tables[0])
        with pytest.raises(OrderError, match="not connected now; nothing was sent"):
            await hub.orders.command("t1", "Dora", {"do": "resume"})
        await quiet(hub)
        book = [(it.event.kind, it.event.data.get("ok")) for it in hub.ledger.all()]
        assert book == [
            ("order.sent", None),
            ("order.answered", True),
            ("order.sent", None),
            ("order.answered", False),
        ]
        first = hub.ledger.all()[0].event.data
        assert (first["by"], first["do"]["why"], first["table"]) == ("Dora", "noise", "t1")

    hall.run(play)


def test_another_tables_answer_counts_for_nothing(hall: Hall) -> None:
    """An answer is believed only from the table that was asked."""

    async def play(hub: HallHub) -> None:
        sent: list[Any] = []
        hub.orders._send = lambda _table, order: sent.append(order)
        asking = asyncio.ensure_future(hub.orders.command("t1", "Dora", {"do": "pause"}))
        while not sent:
            await asyncio.sleep(0.01)
        payload = json.dumps({"id": sent[0].id, "ok": True}).encode()
        hub.hear("t2", "answers", payload)
        await asyncio.sleep(0.05)
        assert not asking.done()
        hub.hear("t1", "answers", payload)
        await asking

    hall.run(play)


def test_a_wrong_command_changes_nothing(hall: Hall) -> None:
    """The book stays as it was, and the sentence says why."""

    async def play(hub: HallHub) -> None:
        with pytest.raises(CompetitionError, match="no competition 'x'"):
            await hub.desk.command({"do": "pair", "competition": "x"}, "Dora")
        assert hub.ledger.all() == []

    hall.run(play)


def test_a_knockout_draw_is_played_on(hall: Hall) -> None:
    """A drawn game is reported, and the next one with a winner takes its place."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"), format="knockout", rounds=None)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        table = hall.tables[0]
        for _ in range(30):
            if boards(hub)[0].result and boards(hub)[0].result.winner is not None:
                break
            table.play("kalah", KALAH, ["Ann", "Bob"], house_of(hub))
            hub.send(table)
            await quiet(hub)
        assert boards(hub)[0].result.winner is not None

    async def begin(hub: HallHub, names: tuple[str, ...], **more: Any) -> None:
        create = {"do": "create", "competition": "open", "title": "Open", "tables": ["t1"]}
        await hub.desk.command(
            {**create, "format": "knockout", "game": "kalah", "options": KALAH}, "Dora"
        )
        for name in names:
            await hub.desk.command({"do": "enter", "competition": "open", "player": name}, "Dora")

    hall.run(play)


# -- after the event -------------------------------------------------------------------------------


async def _whole_event(hub: HallHub, names: tuple[str, ...], **rules: Any) -> None:
    await begin(hub, names, **rules)
    for number in (1, 2):
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", number, "Dora")
        await quiet(hub)
        await confirm_all(hub, number)


NAMES = ("Ann <script>alert(1)</script>", "../../etc/passwd", "Зоя", "D/a\\n")


def test_the_archive_holds_every_game_in_every_form(hall: Hall, tmp_path: Path) -> None:
    """Text and JSON of every game, .mat and SGF of every short match, under names that are safe."""

    async def play(hub: HallHub) -> None:
        await _whole_event(hub, NAMES, game="short", options={}, length=1)
        path = tmp_path / "open.zip"
        write_archive(hub.store, hub.desk.competition.one("open"), path)
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            names = archive.namelist()
            texts = {name: archive.read(name).decode() for name in names}
        for ending in (".txt", ".json", ".mat", ".sgf", ".html"):
            assert sum(name.endswith(ending) and "board" in name for name in names) >= 4, ending
        assert all(name.startswith("open/") and ".." not in name for name in names)
        assert all(set(part) <= set(part) - set('<>:"\\|?*') for part in names)
        assert "open/MISSING.txt" not in names
        report = texts["open/report.html"]
        assert "<script>" not in report
        assert "Ann &lt;script&gt;" in report
        game = json.loads(next(text for name, text in texts.items() if name.endswith("01.json")))
        known = {it.hash for table in hall.tables for it in table.chain}
        assert {event["hash"] for event in game["events"]} <= known

    hall.run(play)


def test_every_record_at_the_hub_is_the_tables_own(hall: Hall) -> None:
    """The same events, the same hashes, and every turn by the rules."""

    async def play(hub: HallHub) -> None:
        await _whole_event(hub, ("Ann", "Bob", "Cid"), game="short", options={}, length=1)
        for table in hall.tables:
            assert list(hub.store.events(table.name, table.record)) == table.chain
        findings = list(verify_store(hub.store))
        assert [finding.ok for finding in findings] == [True] * 3, findings
        assert "every turn by the rules" in str(findings[1])

    hall.run(play)


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../../etc/passwd", "etc-passwd"),
        ("C:\\Windows", "c-windows"),
        ("", "player"),
        ("...", "player"),
        ("Зоя Петрова", "зоя-петрова"),
        ("a" * 100, "a" * 40),
        ("con\x00\nx", "con-x"),
    ],
)
def test_names_in_an_archive_are_never_paths(name: str, safe: str) -> None:
    """Letters, digits and single dashes only."""
    assert safe_name(name) == safe


def test_gnubg_tells_the_error_rate_of_each_player(hall: Hall) -> None:
    """Random players give away a lot; the better of them less. Progress is told match by match."""
    gnubg = program("gnubg")

    async def play(hub: HallHub) -> None:
        hall.tables[0].hurry = 0.2
        await begin(hub, ("Ann", "Bob"), game="short", options={}, length=1, rounds=1)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        await confirm_all(hub, 1)
        seen: list[tuple[int, int]] = []
        found = analyse(
            hub.store,
            hub.desk.competition.one("open"),
            gnubg,
            lambda done, total: seen.append((done, total)),
            plies=0,
        )
        assert found["left_out"] == []
        assert {player["name"] for player in found["players"]} == {"Ann", "Bob"}
        assert all(player["decisions"] > 5 for player in found["players"])
        assert all(player["rate"] > 20 for player in found["players"])
        assert seen == [(0, 1), (1, 1)]

    hall.run(play)


def test_gnubgs_table_is_read_column_by_column() -> None:
    """Unforced moves and close cube decisions are counted; the errors are the overall ones."""
    said = (
        "Unforced moves                             2                       1\n"
        "Error total EMG (MWC)                         -0.000 ( -0.000%)       -0.000 ( -0.000%)\n"
        "Close or actual cube decisions             1                       2\n"
        "Error total EMG (MWC)                         -1.748 (-17.385%)       -1.042 (-11.609%)\n"
    )
    assert read_statistics(said) == [(3, 1.748), (3, 1.042)]


def test_verify_finds_what_was_changed_behind_our_back(hall: Hall, tmp_path: Path) -> None:
    """A changed event, a cut-off end, a changed decision: each is found, in words."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"))
        hall.tables[0].play("kalah", KALAH, ["Ann", "Bob"])
        hub.send(hall.tables[0])

    hall.run(play)
    hall.store.close()
    path = tmp_path / "hall.db"
    for change, words in (
        ("UPDATE hall SET data = replace(data, 'Ann', 'Eve')", "the hall's book is broken: event"),
        ("DELETE FROM events WHERE station = 't1' AND seq = 3", "event 3 is missing"),
        ("DELETE FROM events WHERE station = 't2'", "record"),
    ):
        _tamper(path, change)
        store = open_store(str(path), writes=False)
        found = [str(finding) for finding in verify_store(store) if not finding.ok]
        store.close()
        assert any(words in each for each in found), (change, found)


def test_the_store_is_proved_where_it_lies(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is copied to another database to verify a store."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"))
        hall.tables[0].play("kalah", KALAH, ["Ann", "Bob"])
        hub.send(hall.tables[0])

    def no_folder(*_: object, **__: object) -> None:
        raise AssertionError("a folder was asked for")

    hall.run(play)
    monkeypatch.setattr(tempfile, "mkdtemp", no_folder)
    findings = [str(finding) for finding in verify_store(hall.store)]
    assert any("1 games, every turn by the rules" in each for each in findings)
    assert all(" is whole" in each for each in findings)


def test_verify_finds_games_that_are_numbered_wrongly() -> None:
    """A chain that is whole, of a game that was never opened, is not believed."""
    line = RecordLine("t9", "r9", 1, "", 1)
    event = Event("turn.sealed", 1_700_000_000.0, {"ply": 1, "by": "touch"})
    seal = digest(GENESIS, 1, 1, event)

    class Kept:
        def events(self, *_: object, **__: object) -> list[Stored]:
            return [Stored(1, 1, event, seal)]

    kept = KeptRecord(cast(Any, Kept()), line._replace(hash=seal))
    with pytest.raises(RecordError, match="event 1: game 1 was never opened"):
        kept.check_chain()


def _tamper(path: Path, change: str) -> None:
    import sqlite3

    database = sqlite3.connect(path)
    for name in ("events_no_update", "events_no_delete", "hall_no_update", "hall_no_delete"):
        database.execute(f"DROP TRIGGER IF EXISTS {name}")
    database.execute(change)
    database.commit()
    database.close()


def test_the_hub_draws_the_lot_of_a_first_round(hall: Hall) -> None:
    """T12: whoever pairs a competition that is seeded by lot needs no number of his own; the one
    that was drawn is in the book, and the same number gives the same pairs."""

    async def play(hub: HallHub) -> None:
        hub.desk._lot = lambda most: most - 7
        await begin(hub, seeding="lot")
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        (paired,) = [it for it in hub.ledger.all() if it.event.kind == "competition.paired"]
        assert paired.event.data["seed"] == 2**53 - 7
        drawn = boards(hub)
        await hub.desk.command(
            {"do": "cancel", "competition": "open", "round": 1, "why": "once more"}, "Dora"
        )
        hub.desk._lot = lambda _most: 1
        await hub.desk.command({"do": "pair", "competition": "open", "seed": 2**53 - 7}, "Dora")
        order = hub.desk.competition.one("open").order
        assert order == tuple(paired.event.data["order"]) and len(boards(hub)) == len(drawn)

    hall.run(play)


def test_a_match_that_was_won_by_more_is_reported_once(hall: Hall) -> None:
    """T11: the table counts ten points in a match to one; one is reported, and only once."""

    async def play(hub: HallHub) -> None:
        await begin(hub, ("Ann", "Bob"), game="short", options={}, length=1, rounds=1)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        for _ in range(3):
            await hub.desk.look("t1")
        told = [it.event for it in hub.ledger.all() if it.event.kind == "competition.reported"]
        assert len(told) == 1
        assert sorted(told[0].data["result"]["scores"]) == [0, 1]

    hall.run(play)
