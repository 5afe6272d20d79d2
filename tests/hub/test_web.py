"""Every door of the hub: who may do what, and every refusal by its words."""

from __future__ import annotations

import io
import json
import stat
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from controller.daemon.keys import KeyFileError
from controller.hub.keys import DIRECTOR, SPECTATOR, Keys, Role
from controller.publish.messages import Ack, Order
from tests.daemon.running import PATIENCE
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import KALAH, PlayingTable, plain_view
from tests.web.serving import Reply

CREATE = {
    "do": "create",
    "competition": "open",
    "title": "Open",
    "format": "swiss",
    "rounds": 2,
    "game": "kalah",
    "options": KALAH,
    "tables": ["t1", "t2"],
}
PAUSE = {"command": {"do": "pause", "why": "noise"}}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """Two tables in a hall."""
    with serving_hall(tmp_path) as running:
        running.connect(PlayingTable("t1"), PlayingTable("t2"))
        yield running


def enter(hall: ServedHall, *names: str, **more: Any) -> None:
    """A competition with these players."""
    hall.direct("/api/competitions", {**CREATE, **more})
    for name in names:
        hall.direct("/api/competitions", {"do": "enter", "competition": "open", "player": name})


#: Every door that changes something or shows more than a spectator may see.
LOCKED = [
    ("POST", "/api/tables/t1/command", PAUSE),
    ("GET", "/api/tables/t1/dispute", None),
    ("GET", "/api/tables/t1/readings?record=0123456789abcdef&game=1&ply=1", None),
    ("POST", "/api/competitions", CREATE),
    ("POST", "/api/competitions/open/send", {}),
    ("POST", "/api/competitions/open/analysis", {}),
    ("GET", "/api/jobs", None),
    ("GET", "/api/book", None),
    ("GET", "/api/codes", None),
    ("POST", "/api/competitions/open/players", {"list": "Ann"}),
    ("POST", "/api/keys", {"role": "player", "table": "t1"}),
    ("GET", "/api/competitions/open/archive", None),
    ("GET", "/api/competitions/open/report", None),
    ("GET", "/api/competitions/open/sheet?what=results", None),
]


@pytest.mark.parametrize(("method", "path", "body"), LOCKED)
def test_a_spectator_can_change_nothing(
    hall: ServedHall, method: str, path: str, body: Any
) -> None:
    """Without a key every locked door says that it needs one, and nothing happens."""
    enter(hall)
    before = hall.direct("/api/book")
    reply = hall.ask(path, body, method=method)
    assert reply.status == 401
    assert "key" in reply.error
    assert reply.headers["www-authenticate"] == "Bearer"
    assert hall.direct("/api/book") == before
    assert hall.do(lambda: [t.orders for t in hall.hub.tables.values()]) == [[], []]


def test_every_changing_door_is_locked(hall: ServedHall) -> None:
    """The schema names no door that changes something and is not in the list above."""
    paths = hall.ask("/api/schema.json").json["paths"]
    changing = {
        (method.upper(), path.format(table="t1", competition="open"))
        for path, endpoints in paths.items()
        for method in endpoints
        if method not in ("get", "head")
    }
    locked = {(method, path.partition("?")[0]) for method, path, _ in LOCKED}
    assert changing - locked == {("POST", "/api/key")}


@pytest.mark.parametrize(("method", "path", "body"), LOCKED)
def test_a_players_key_is_for_the_own_table_only(
    hall: ServedHall, method: str, path: str, body: Any
) -> None:
    """The key of t2 opens no door of t1, of the desk or of the archive."""
    enter(hall)
    reply = hall.ask(path, body, hall.player("t2"), method)
    assert reply.status in (401, 403)


def test_players_command_their_own_table(hall: ServedHall) -> None:
    """As hands and buttons could; what is the director's stays the director's."""
    key = hall.player("t1")
    assert hall.ask("/api/tables/t1/command", PAUSE, key).json == {"done": True}
    order = hall.hub.tables["t1"].orders[-1]
    assert order.by == "players of t1"  # type: ignore[union-attr]
    reply = hall.ask("/api/tables/t2/command", PAUSE, key)
    assert (reply.status, reply.error) == (403, "This is the key of table t1, not of t2.")
    reply = hall.ask("/api/tables/t1/command", {"command": {"do": "unlock", "by": "me"}}, key)
    assert reply.status == 403
    assert "Players cannot do 'unlock' from afar" in reply.error


def test_nobody_signs_for_somebody_else(hall: ServedHall) -> None:
    """A player's `by` is the table's, whatever the request says; the director's name is kept."""
    key = hall.player("t1")
    hall.ask("/api/tables/t1/command", {**PAUSE, "by": "Dora"}, key)
    hall.direct("/api/tables/t1/command", {**PAUSE, "by": "Dora"})
    told = [
        event["data"]["by"] for event in hall.direct("/api/book")["events"] if "by" in event["data"]
    ]
    assert told == ["players of t1", "Dora"]


def test_many_wrong_keys_wait_and_keep_no_right_one_out(hall: ServedHall) -> None:
    """The attack: ten wrong keys, so that the director of the same address has to wait."""
    for _ in range(10):
        reply = hall.ask("/api/key", {}, "wrong-key-123")
        assert (reply.status, reply.error) == (
            401,
            "This is not a key of this hall, or not any more.",
        )
    reply = hall.ask("/api/key", {}, "wrong-key-123")
    assert reply.status == 429
    assert reply.error.startswith("Many wrong keys came from 127.0.0.1")
    assert 1 <= int(reply.headers["retry-after"]) <= 60
    assert hall.ask("/api/hall").status == 200  # watching needs no key
    assert hall.ask("/api/key", {}, hall.director).json["role"] == "director"
    hall.clock.ahead = 61.0
    assert hall.ask("/api/key", {}, "wrong-key-123").status == 401


#: As a web server before the hub tells of whom it speaks for.
AWAY = {"X-Forwarded-For": "192.168.1.20"}
BY_HTTPS = AWAY | {"X-Forwarded-Proto": "https"}
OPEN_LINE = "No key is taken over an open line: everybody on the way could read it. Open this page"


def test_no_key_is_taken_over_an_open_line(hall: ServedHall) -> None:
    """From another machine a right key comes encrypted, or not in; loopback is free, and so is
    watching."""

    def ask(path: str, key: str, more: dict[str, str]) -> Reply:
        return hall.served.ask(path, None, {"Authorization": f"Bearer {key}"} | more)

    for key in (hall.director, hall.player("t1"), "wrong-key-of-nobody"):
        refused = ask("/api/book", key, AWAY)
        assert (refused.status, refused.error.startswith(OPEN_LINE)) == (403, True)
    assert ask("/api/book", hall.director, BY_HTTPS).status == 200
    assert ask("/api/book", hall.director, {}).status == 200
    assert hall.served.ask("/api/hall", None, AWAY).status == 200


def test_no_websocket_takes_one_either(hall: ServedHall) -> None:
    """It says why, and goes on showing what everybody may see."""
    for more, refused in ((AWAY, True), (BY_HTTPS, False)):
        url = f"ws://{hall.served.host}/live"
        with connect(url, proxy=None, additional_headers=more) as line:
            line.send(json.dumps({"key": hall.director}))
            heard: dict[str, Any] = {}
            until = time.monotonic() + PATIENCE
            while "error" not in heard and heard.get("role") != "director":
                assert time.monotonic() < until
                heard = json.loads(line.recv(PATIENCE))
            assert heard.get("error", "").startswith(OPEN_LINE) is refused


def test_an_open_line_can_be_allowed_by_name(tmp_path: Path) -> None:
    """With page.plain_keys = true keys are taken as they were before."""
    with serving_hall(tmp_path, plain_keys=True) as hall:
        headers = {"Authorization": f"Bearer {hall.director}"} | AWAY
        assert hall.served.ask("/api/book", None, headers).status == 200


def test_a_key_for_each_seat_of_a_table(hall: ServedHall) -> None:
    """The hub says as whom an order is given: the table decides by that, and the book has it."""
    made = {"role": "player", "table": "t1", "seat": 1}
    key = hall.direct("/api/keys", made)["key"]
    assert hall.ask("/api/key", {}, key).json == {"role": "player", "table": "t1", "seat": 1}
    assert hall.ask("/api/tables/t1/command", {**PAUSE, "by": "Dora"}, key).json == {"done": True}
    order = hall.hub.tables["t1"].orders[-1]
    assert isinstance(order, Order) and (order.by, order.role) == ("seat 1 of t1", "seat 1")
    hall.ask("/api/tables/t1/command", PAUSE, hall.player("t1"))
    hall.direct("/api/tables/t1/command", PAUSE)
    roles = [each.role for each in hall.hub.tables["t1"].orders if isinstance(each, Order)]
    assert roles == ["seat 1", "table", "hub"]
    sent = [each["data"] for each in hall.direct("/api/book")["events"]]
    assert [each.get("as") for each in sent if "do" in each] == ["seat 1", "table", None]
    assert hall.ask("/api/tables/t2/command", PAUSE, key).status == 403
    wrong = hall.ask("/api/keys", {"role": "director", "seat": 1}, hall.director)
    assert (wrong.status, wrong.error) == (
        400,
        "seat belongs to the role player, and only to it.",
    )
    assert hall.direct("/api/keys", made)["key"] != key
    assert hall.ask("/api/tables/t1/command", PAUSE, key).status == 401


def test_a_key_that_was_changed_is_refused(hall: ServedHall) -> None:
    """By the director, or by hand in the file: the old key is worth nothing from then on."""
    old = hall.player("t1")
    new = hall.direct("/api/keys", {"role": "player", "table": "t1"})["key"]
    assert hall.ask("/api/tables/t1/command", PAUSE, old).status == 401
    assert hall.ask("/api/tables/t1/command", PAUSE, new).status == 200
    text = hall.keys.path.read_text(encoding="utf-8").replace(new, "another-key-42")
    hall.keys.path.write_text(text, encoding="utf-8")
    assert hall.ask("/api/tables/t1/command", PAUSE, new).status == 401
    assert hall.ask("/api/tables/t1/command", PAUSE, "another-key-42").status == 200


def test_the_keys_file_is_its_owners_alone(tmp_path: Path) -> None:
    """Made closed at the first start, and the same keys at the next."""
    keys = Keys(tmp_path / "folder" / "hall.keys")
    keys.renew(Role(SPECTATOR))
    assert stat.S_IMODE(keys.path.stat().st_mode) == 0o600
    again = Keys(keys.path)
    assert again.director == keys.director
    assert not again.watching_is_free
    assert again.role_of(keys.director) == Role(DIRECTOR)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("director = [", "this is not TOML"),
        ('[tables]\nt1 = "12345678"', "the director's key is missing"),
        ('director = "short"', "at least 8 plain characters"),
        ('director = "12345678"\nowner = "12345678"', "director, spectator, "),
        ('director = "12345678"\n[tables]\n"../x" = "abcdefgh"', "is not the name of a table"),
        ('director = "12345678"\n[tables]\nt1 = "12345678"', "two roles have the same key"),
    ],
)
def test_a_broken_keys_file_is_told(tmp_path: Path, text: str, words: str) -> None:
    """What is wrong and what is allowed."""
    path = tmp_path / "hall.keys"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(KeyFileError, match=words):
        Keys(path)


def test_watching_can_need_a_key(hall: ServedHall) -> None:
    """With a spectator's key in the file nothing is shown without one."""
    key = hall.direct("/api/keys", {"role": "spectator"})["key"]
    for path in ("/api/hall", "/api/tables/t1", "/api/competitions"):
        assert hall.ask(path).status == 401
        assert hall.ask(path, key=key).status == 200


def test_pages_of_other_places_can_do_nothing(hall: ServedHall) -> None:
    """The guard of a table's page stands before the hall too: names, origins, headers."""
    reply = hall.served.ask("/", headers={"Host": "evil.example"})
    assert reply.status == 400
    assert "This hall does not answer to the host name 'evil.example'" in reply.error
    headers = {"Authorization": f"Bearer {hall.director}", "Origin": "http://evil.example"}
    reply = hall.served.ask("/api/tables/t1/command", json.dumps(PAUSE).encode(), headers)
    assert reply.status == 403
    assert "script-src 'self'" in hall.ask("/").headers["content-security-policy"]
    assert hall.ask("/nowhere").status == 404
    assert hall.ask("/api/nowhere").error == "There is nothing at /api/nowhere on this hall."


@pytest.mark.parametrize("path", ["/", "/director", "/overlay/t1", "/hub/wall.js", "/static/ui.js"])
def test_pages_are_served(hall: ServedHall, path: str) -> None:
    """Every page and its parts."""
    assert hall.ask(path).status == 200


def test_a_delay_holds_back_spectators_and_not_the_director(hall: ServedHall) -> None:
    """Spectators see a table as it was; the director and the table's own players see it live."""
    enter(hall, delay=60)
    table = hall.hub.tables["t1"]
    player = hall.player("t1")

    def ply(key: str | None = None) -> Any:
        view = hall.ask("/api/tables/t1", key=key).json["view"]
        return view and view["ply"]

    for number in (1, 2):
        hall.do(lambda n=number: hall.hub.show(table, table.view() | {"ply": n}))  # type: ignore[misc]
        hall.clock.ahead += 30
    assert (ply(), ply(hall.director), ply(player)) == (1, 2, 2)
    hall.clock.ahead += 31
    assert ply() == 2
    assert hall.ask("/api/tables/t1").json["delay"] == 60
    assert ply(hall.player("t2")) == 2


def test_a_table_is_told_how_late_the_hall_shows_it(hall: ServedHall) -> None:
    """Each time that changes, and with everything else that is said to it: its own page keeps to
    it."""
    hub, acks = hall.hub, dict[str, Ack]()
    hub._link.send_ack = acks.__setitem__  # type: ignore[method-assign, assignment]
    enter(hall, delay=60)
    hall.until(lambda: {name: ack.delay for name, ack in acks.items()} == {"t1": 60.0, "t2": 60.0})
    acks.clear()
    hall.do(lambda: hub.connect(hub.tables["t1"]))
    assert (acks["t1"].delay, acks["t1"].record) == (60.0, hub.tables["t1"].record)
    acks.clear()
    hall.direct("/api/competitions", {"do": "close", "competition": "open"})
    hall.until(lambda: {name: ack.delay for name, ack in acks.items()} == {"t1": 0.0, "t2": 0.0})


def test_reported_results_are_not_shown_before_they_are_confirmed(hall: ServedHall) -> None:
    """With a delay they would tell how a game ended that spectators still see going on."""
    enter(hall, "Ann", "Bob")
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    hall.direct("/api/competitions/open/send", {})
    hall.until(lambda: hall.hub.desk.meetings()[0].board.status.value == "reported")
    board = hall.direct("/api/competitions/open")["rounds"][0]["boards"][0]
    assert (board["status"], board["sent"]) == ("reported", "yes")
    assert board["scores"] is not None
    seen = hall.ask("/api/competitions/open").json["rounds"][0]["boards"][0]
    assert (seen["status"], seen["scores"], seen["games"]) == ("open", None, [])
    hall.direct(
        "/api/competitions", {"do": "confirm", "competition": "open", "round": 1, "board": 1}
    )
    seen = hall.ask("/api/competitions/open").json["rounds"][0]["boards"][0]
    assert seen["scores"] == board["scores"]


def test_the_archive_is_for_everybody_when_the_competition_is_closed(hall: ServedHall) -> None:
    """Before, only the director may have it."""
    enter(hall, "Ann", "Bob", rounds=1)
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    hall.direct("/api/competitions/open/send", {})
    hall.until(lambda: hall.hub.desk.meetings()[0].board.status.value == "reported")
    hall.direct(
        "/api/competitions", {"do": "confirm", "competition": "open", "round": 1, "board": 1}
    )
    assert hall.ask("/api/competitions/open/archive", key=hall.director).status == 200
    reply = hall.ask("/api/competitions/open/archive")
    assert (reply.status, "not closed yet" in reply.error) == (401, True)
    hall.direct("/api/competitions", {"do": "close", "competition": "open"})
    reply = hall.ask("/api/competitions/open/archive")
    assert reply.headers["content-type"] == "application/zip"
    assert 'filename="open.zip"' in reply.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(reply.body)) as archive:
        assert "open/report.html" in archive.namelist()
    page = hall.ask("/api/competitions/open/report")
    assert b"Crosstable" in page.body
    assert "script" not in page.headers["content-security-policy"]


def test_sheets_are_printed_and_given_to_spreadsheets(hall: ServedHall) -> None:
    """PDF or CSV; a round that is not there is told."""
    enter(hall, "Ann", "=cmd()")
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    one = "/api/competitions/open/sheet"
    for what in ("pairings", "results", "standings", "crosstable"):
        reply = hall.ask(f"{one}?what={what}", key=hall.director)
        assert (reply.status, reply.body[:5]) == (200, b"%PDF-"), what
        reply = hall.ask(f"{one}?what={what}&format=csv", key=hall.director)
        assert reply.headers["content-type"].startswith("text/csv")
        assert b"'=cmd()" in reply.body, "no spreadsheet takes a name for a formula"
    reply = hall.ask(f"{one}?what=pairings&round=9", key=hall.director)
    assert (reply.status, "no round 9" in reply.error) == (409, True)
    reply = hall.ask(f"{one}?what=poem", key=hall.director)
    assert (reply.status, "what must be one of pairings" in reply.error) == (400, True)


def test_an_analysis_is_a_job_that_tells_how_far_it_is(tmp_path: Path) -> None:
    """Begun once, looked at often; a program that is not gnubg is told match by match."""
    fake = tmp_path / "gnubg"
    fake.write_text("#!/bin/sh\necho not gnubg\n", encoding="utf-8")
    fake.chmod(0o755)
    with serving_hall(tmp_path, gnubg=str(fake)) as hall:
        hall.connect(PlayingTable("t1"), PlayingTable("t2"))
        enter(hall, "Ann", "Bob", game="short", options={}, length=1)
        hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
        hall.direct("/api/competitions/open/send", {})
        hall.until(lambda: hall.hub.desk.meetings()[0].board.status.value == "reported")
        job = hall.direct("/api/competitions/open/analysis", {})
        assert (job["kind"], job["about"]) == ("analysis", "open")
        until = time.monotonic() + PATIENCE
        while (jobs := hall.direct("/api/jobs")["jobs"])[0]["state"] != "done":
            assert time.monotonic() < until, jobs
            time.sleep(0.05)
        assert (jobs[0]["state"], jobs[0]["done"], jobs[0]["total"]) == ("done", 1, 1)
        assert "gnubg's statistics cannot be read" in jobs[0]["result"]["left_out"][0]


def test_the_dispute_view_shows_positions_with_times_and_asks_for_readings(
    hall: ServedHall,
) -> None:
    """From the hub's own store, and from the table's sensors."""
    table = hall.hub.tables["t1"]
    table.play("kalah", KALAH, ["Ann", "Bob"])
    hall.do(lambda: hall.hub.send(table))
    hall.until(lambda: hall.hub._intake.stored("t1", table.record) == len(table.chain))
    view = hall.direct("/api/tables/t1/dispute?plies=3")
    assert len(view["positions"]) == 4
    assert view["players"] == ["Ann", "Bob"]
    turns = [it.event for it in table.chain if it.event.kind == "turn.made"]
    assert view["positions"][-1]["at"] == turns[-1].at
    assert view["positions"][-1]["text"] == turns[-1].data["position"]
    asked = f"/api/tables/t1/readings?record={view['record']}&game=1&ply=2"
    assert hall.direct(asked)["readings"][0]["cell"] == "a1"
    hall.do(lambda: hall.hub.cut(table))
    reply = hall.ask(asked, key=hall.director)
    assert (reply.status, reply.error) == (409, "table t1 is not connected now; nothing was sent.")


def test_what_a_table_sends_wrong_hurts_only_its_own_light(hall: ServedHall) -> None:
    """A state that is no view, a huge one, one with strange parts: told, and the hall goes on."""
    for nonsense in (b"[]", b"{}", b"\xff", b'{"cells": 5}', b'"' + b"x" * 300_000 + b'"'):
        hall.do(lambda it=nonsense: hall.hub.hear("t1", "state", it))  # type: ignore[misc]
        lights = {line["table"]: line["light"] for line in hall.ask("/api/hall").json["tables"]}
        assert lights == {"t1": "trouble", "t2": "good"}
    assert hall.ask("/api/tables/t1").status in (200, 409)


def test_health_tells_what_is_wrong_at_a_table(hall: ServedHall) -> None:
    """Sensors, alerts, a lost connection, a conflict; the director is told the words."""
    table = hall.hub.tables["t1"]
    view = table.view()
    view["cells"]["a1"]["health"] = "left out"
    view["alerts"] = [{"en": "Sensor a1 is left out.", "ru": "…"}]
    hall.do(lambda: hall.hub.show(table, view))
    health = hall.direct("/api/hall")["tables"][0]
    assert (health["light"], health["sensors"]) == ("trouble", 1)
    assert health["alerts"] == [{"en": "Sensor a1 is left out.", "ru": "…"}]
    hall.do(lambda: hall.hub.cut(table))
    assert hall.direct("/api/hall")["tables"][0]["light"] == "away"
    hall.do(lambda: hall.hub.connect(table))
    hall.until(lambda: hall.hub._intake.stored("t1", table.record) == len(table.chain))
    forged = PlayingTable("t1")
    forged.chain = [*table.chain]
    forged.play("kalah", KALAH, ["Eve", "Eve"])
    table.play("kalah", KALAH, ["Ann", "Bob"])
    hall.do(lambda: hall.hub.send(table))
    hall.until(lambda: hall.hub._intake.stored("t1", table.record) == len(table.chain))
    hall.do(lambda: hall.hub.send(forged))
    hall.until(lambda: hall.hub.hall.light("t1") == "conflict")
    hall.until(lambda: any(it.event.kind == "hub.conflict" for it in hall.hub.ledger.all()))


@pytest.mark.parametrize(
    ("path", "body", "status", "words"),
    [
        ("/api/tables/t9/command", PAUSE, 404, "There is no table 't9' in this hall."),
        ("/api/tables/t1/command", {}, 400, "command is missing."),
        (
            "/api/tables/t1/command",
            {"command": {"do": 5}},
            400,
            "command.do must be of the type string.",
        ),
        (
            "/api/tables/t1/command",
            {"command": {"do": "fly"}},
            400,
            "command.do must be one of new, ",
        ),
        (
            "/api/tables/t1/command",
            {**PAUSE, "x": 1},
            400,
            "'x' is not taken; there are: by, command.",
        ),
        ("/api/competitions", [], 400, "The body must be a JSON object"),
        (
            "/api/competitions",
            {"do": "pair", "competition": "no"},
            409,
            "there is no competition 'no'",
        ),
        ("/api/competitions/no/send", {}, 404, "there is no competition 'no'"),
        (
            "/api/keys",
            {"role": "king"},
            400,
            "role must be one of director, spectator, player, scorekeeper.",
        ),
        ("/api/keys", {"role": "player"}, 400, "table belongs to the role player, and only to it."),
    ],
)
def test_wrong_requests_are_told_in_words(
    hall: ServedHall, path: str, body: Any, status: int, words: str
) -> None:
    """What is wrong and what is allowed."""
    reply = hall.ask(path, body, hall.director)
    assert reply.status == status
    assert words in reply.error


def test_a_script_in_a_name_is_only_text(hall: ServedHall) -> None:
    """It is kept as it is, and every page that holds it says so as text."""
    name = "<script>alert(1)</script>"
    enter(hall, name, "Bob")
    players = hall.ask("/api/competitions/open").json["players"]
    assert players[0]["name"] == name
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    report = hall.ask("/api/competitions/open/report", key=hall.director)
    assert name.encode() not in report.body
    assert b"&lt;script&gt;alert(1)" in report.body
    view = plain_view_with(name)
    table = hall.hub.tables["t1"]
    hall.do(lambda: hall.hub.show(table, view))
    assert hall.ask("/api/tables/t1").headers["content-type"] == "application/json"


def plain_view_with(name: str) -> dict[str, Any]:
    """A view with this player."""
    from controller.games.catalogue import make_game

    return plain_view(make_game("kalah", KALAH), (name, "Bob"))


def test_a_list_of_players_comes_in_whole(hall: ServedHall) -> None:
    """A spreadsheet's CSV: everybody with his rating, in one step and in the order of the list."""
    enter(hall)
    text = "\ufeffRating;Name\r\n1800;Ann\r\n;Борис\r\n1650;Cid, Jr.\r\n"
    assert hall.direct("/api/competitions/open/players", {"list": text}) == {"entered": 3}
    players = hall.direct("/api/competitions/open")["players"]
    found = [(player["name"], player["rating"]) for player in players]
    assert found == [("Ann", 1800), ("Борис", None), ("Cid, Jr.", 1650)]


def test_a_list_with_a_mistake_brings_nobody(hall: ServedHall) -> None:
    """Every line that cannot be is named, and nothing is half done."""
    enter(hall, "Ann")
    reply = hall.ask(
        "/api/competitions/open/players", {"list": "Bob,1700\nann\nBob\n"}, hall.director
    )
    assert reply.status == 409
    assert "line 2: Ann is in open already" in reply.error
    assert "line 3: Bob is in open already" in reply.error
    assert len(hall.direct("/api/competitions/open")["players"]) == 1
    for text, told in (("\n \n", "the list is empty"), ("Bob,strong", "'strong' is no rating")):
        reply = hall.ask("/api/competitions/open/players", {"list": text}, hall.director)
        assert reply.status == 409 and told in reply.error


def test_several_directors_sign_each_for_himself(hall: ServedHall) -> None:
    """A key of one's own: whatever a request says, the book has the name of who has the key."""
    ann = hall.direct("/api/keys", {"role": "director", "person": "Ann Berg"})["key"]
    assert hall.ask("/api/competitions", {**CREATE, "by": "Dora"}, ann).status == 200
    last = hall.direct("/api/book")["events"][-1]["data"]
    assert last["by"] == "Ann Berg"
    told = hall.ask("/api/key", {}, ann).json
    assert (told["role"], told["person"]) == ("director", "Ann Berg")
    assert hall.ask("/api/book", None, hall.director).status == 200  # the first key stays


def test_a_scorekeeper_brings_results_and_nothing_else(hall: ServedHall) -> None:
    """He reports under his own name and sees what is reported; confirming and pairing are refused
    with the reason."""
    enter(hall, "Ann", "Bob")
    hall.direct("/api/competitions", {"do": "pair", "competition": "open"})
    bob = hall.direct("/api/keys", {"role": "scorekeeper", "person": "Bob Ström"})["key"]
    at = {"competition": "open", "round": 1, "board": 1}
    report = {"do": "report", **at, "scores": [30, 18]}
    assert hall.ask("/api/competitions", {**report, "by": "Dora"}, bob).status == 200
    assert hall.direct("/api/book")["events"][-1]["data"]["by"] == "Bob Ström"
    board = hall.ask("/api/competitions/open", None, bob).json["rounds"][0]["boards"][0]
    assert board["status"] == "reported" and board["scores"] == [30, 18]
    for refused in ({"do": "confirm", **at}, {"do": "pair", "competition": "open"}):
        reply = hall.ask("/api/competitions", refused, bob)
        assert (reply.status, reply.error) == (
            403,
            "This is the director's; a scorekeeper brings results.",
        )
    assert hall.ask("/api/keys", {"role": "director"}, bob).status == 403
    assert hall.ask("/api/tables/t1/command", PAUSE, bob).status in (401, 403)


@pytest.mark.parametrize(
    "asked",
    [
        {"role": "scorekeeper"},
        {"role": "spectator", "person": "Ann"},
        {"role": "player", "table": "t1", "person": "Ann"},
    ],
)
def test_a_person_belongs_to_some_roles(hall: ServedHall, asked: dict[str, str]) -> None:
    """A scorekeeper without a name, or a spectator with one, is told."""
    reply = hall.ask("/api/keys", asked, hall.director)
    assert reply.status == 400 and "person belongs to the roles" in reply.error


def test_keys_of_persons_outlive_a_restart(tmp_path: Path) -> None:
    """They stand in the file by name; one that is taken out is refused from then on."""
    keys = Keys(tmp_path / "hall.keys")
    ann = keys.renew(Role(DIRECTOR, person='Ann "A." Berg'))
    bob = keys.renew(Role("scorekeeper", person="Боб"))
    again = Keys(tmp_path / "hall.keys")
    assert again.role_of(ann) == Role(DIRECTOR, person='Ann "A." Berg')
    assert again.role_of(bob) == Role("scorekeeper", person="Боб")
    assert again.director == keys.director
    text = again.path.read_text(encoding="utf-8")
    again.path.write_text(text.replace(f'"Боб" = "{bob}"', ""), encoding="utf-8")
    assert again.role_of(bob) is None and again.role_of(ann) is not None
