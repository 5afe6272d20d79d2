"""Every door of the server, and every refusal by its words."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from controller.daemon.keys import Keyring
from controller.table.speakers import THE_TABLE
from controller.web.answers import RefusedError
from controller.web.app import make_app, make_error_app
from controller.web.body import LIMIT, parse_command
from tests.web.fake import KEY, RING, FakeFeed
from tests.web.serving import Reply, Served, serving

BEARER = {"Authorization": f"Bearer {KEY}"}


def order(
    served: Served, command: Any, headers: Mapping[str, str] | None = BEARER, path: str = "command"
) -> Reply:
    """Send a command as the page does."""
    return served.ask(f"/api/{path}", json.dumps(command).encode(), headers)


def test_the_page_is_served(served: Served) -> None:
    """The root is the page, in HTML."""
    reply = served.ask("/")
    assert reply.status == 200
    assert reply.headers["content-type"] == "text/html; charset=utf-8"
    assert b"/static/app.js" in reply.body


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("app.js", "text/javascript; charset=utf-8"),
        ("vendor/preact.js", "text/javascript; charset=utf-8"),
        ("css/page.css", "text/css; charset=utf-8"),
        ("art/icon.svg", "image/svg+xml"),
    ],
)
def test_static_files_have_our_types(served: Served, path: str, kind: str) -> None:
    """Types do not depend on what the machine thinks an ending means."""
    reply = served.ask(f"/static/{path}")
    assert (reply.status, reply.headers["content-type"]) == (200, kind)


def test_an_unchanged_file_is_not_sent_again(served: Served) -> None:
    """A browser that has the file is told so."""
    etag = served.ask("/static/app.js").headers["etag"]
    reply = served.ask("/static/app.js", headers={"If-None-Match": etag})
    assert (reply.status, reply.body) == (304, b"")


@pytest.mark.parametrize("path", ["/static/app.js", "/static/css/lunka.css", "/", "/api/view"])
def test_who_takes_it_gets_it_compressed(served: Served, path: str) -> None:
    """Files and views come compressed to those who take that, and plain to everybody else."""
    plain = served.ask(path)
    squeezed = served.ask(path, headers={"Accept-Encoding": "br, gzip"})
    assert "content-encoding" not in plain.headers
    assert squeezed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(squeezed.body) == plain.body
    assert 2 * len(squeezed.body) < len(plain.body) or path == "/"
    assert plain.headers["vary"] == squeezed.headers["vary"] == "accept-encoding"
    refused = served.ask(path, headers={"Accept-Encoding": "gzip;q=0"})
    assert "content-encoding" not in refused.headers


def test_a_style_sheet_comes_with_what_it_imports(served: Served) -> None:
    """The page asks once for all its styles."""
    styles = served.ask("/static/css/lunka.css").body.decode()
    assert "@import" not in styles and ".player .clock" in styles and ".kakuzu" in styles


def test_scripts_and_styles_carry_what_guards_themselves(served: Served) -> None:
    """Parts of a page obey the page's policy: it is not repeated with each of them."""
    headers = served.ask("/static/app.js").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "content-security-policy" not in headers


def test_a_view_that_was_seen_is_not_sent_again(served: Served, feed: FakeFeed) -> None:
    """A program that has the view is told so, and gets the next one."""
    etag = served.ask("/api/view").headers["etag"]
    again = served.ask("/api/view", headers={"If-None-Match": etag})
    assert (again.status, again.body) == (304, b"")
    feed.patch["ply"] = 9
    changed = served.ask("/api/view", headers={"If-None-Match": etag})
    assert changed.status == 200 and changed.json["ply"] == 9 and changed.headers["etag"] != etag


@pytest.mark.parametrize(
    "path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd", "/static/"]
)
def test_only_the_pages_files_are_served(served: Served, path: str) -> None:
    """No path leads out of the page's own folder."""
    assert served.ask(path).status == 404


def test_every_answer_carries_the_security_headers(served: Served) -> None:
    """Pages, refusals and answers all forbid inline script, sniffing, referrers and framing."""
    for path in ("/", "/static/art/icon.svg", "/api/view", "/nowhere", "/api/games/99"):
        headers = served.ask(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_page_has_no_inline_script_or_style(served: Served) -> None:
    """The page keeps to its own policy."""
    page = served.ask("/").body.decode()
    assert "<style" not in page
    assert "style=" not in page
    assert page.count("<script") == page.count('<script type="module" src=')


def test_an_unknown_path_is_a_page_with_a_sentence(served: Served) -> None:
    """A person who mistypes reads a sentence and finds the way back."""
    reply = served.ask("/nowhere<b>")
    assert reply.status == 404
    assert b"There is nothing at /nowhere" in reply.body
    assert b"<b>" not in reply.body


def test_an_unknown_api_path_is_a_sentence_in_json(served: Served) -> None:
    """A program that mistypes gets JSON."""
    reply = served.ask("/api/nothing")
    assert (reply.status, reply.error) == (404, "There is nothing at /api/nothing on this table.")


def test_the_wrong_method_is_named(served: Served) -> None:
    """A GET where a POST belongs says so."""
    reply = served.ask("/api/command")
    assert (reply.status, reply.error) == (405, "/api/command takes POST, not GET.")


def test_the_view_needs_no_key(served: Served) -> None:
    """Watching is open, and the view says which number it has."""
    view = served.ask("/api/view").json
    assert view["cells"]["a1"]["count"] == 4
    assert view["rev"] == served.ask("/api/view").json["rev"]


def test_the_sensors_need_no_key(served: Served) -> None:
    """How each sensor does can be looked at by anybody."""
    (told,) = served.ask("/api/sensors").json["sensors"]
    assert (told["cell"], told["level"], told["margin"]) == ("a1", "warning", 0.3)


def test_health_counts_the_watchers(served: Served) -> None:
    """A supervisor can ask whether the table is up."""
    assert served.ask("/health").json == {"status": "ok", "watching": 0}


@pytest.mark.parametrize(("part", "status"), [("record", 503), ("board", 503), ("lights", 200)])
def test_health_tells_the_trouble(served: Served, feed: FakeFeed, part: str, status: int) -> None:
    """What does not work is told; where play stands still because of it, also by the status."""
    feed.trouble = {part: "it is out"}
    answer = served.ask("/health")
    assert answer.status == status
    told = {"status": "trouble", "watching": 0, "troubles": {part: "it is out"}}
    assert answer.json == told


def test_a_command_reaches_the_table(served: Served, feed: FakeFeed) -> None:
    """With the key a command is carried out, and the answer is the view that followed."""
    reply = order(served, {"do": "lift", "cell": "a3", "count": 4})
    assert reply.status == 200
    assert reply.json["view"]["wood"]["hand"] == 4
    assert feed.commands == [{"do": "lift", "cell": "a3", "count": 4}]


def test_the_key_may_come_in_its_own_header(served: Served) -> None:
    """Tools that cannot set Authorization have another header."""
    assert order(served, {"do": "new"}, {"X-Lunka-Key": KEY}).status == 200


def test_a_command_without_the_key_is_refused(served: Served, feed: FakeFeed) -> None:
    """No key, no command."""
    reply = order(served, {"do": "new"}, {})
    assert reply.status == 401
    assert reply.error == "Commands need a key of this table: `lunka keys` shows them."
    assert feed.commands == []


@pytest.mark.parametrize(
    "key", ["wrong", KEY[:-1], KEY + "7", "", "клю\u0447".encode().decode("latin-1")]
)
def test_a_wrong_key_is_refused(served: Served, feed: FakeFeed, key: str) -> None:
    """Neither a prefix, nor a longer word, nor letters of another alphabet open the door."""
    reply = order(served, {"do": "new"}, {"X-Lunka-Key": key})
    assert reply.status == 401
    assert reply.error == "This is not a key of this table, or not any more."
    assert feed.commands == []


def test_a_page_can_try_its_key(served: Served) -> None:
    """The key can be tried without doing anything, and it is told whose it is."""
    told = {"key": "right", "role": "table", "seat": None}
    assert order(served, {}, BEARER, "key").json == told
    assert order(served, {}, {"X-Lunka-Key": "no"}, "key").status == 401


def test_an_app_without_a_key_cannot_be_made(feed: FakeFeed) -> None:
    """An empty key would let everybody in."""
    with pytest.raises(ValueError, match="the table's key is empty"):
        make_app(feed, Keyring({THE_TABLE: ""}))


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b"", "The command is not readable JSON: Expecting value"),
        (b"{not json", "The command is not readable JSON"),
        (b"\xff\xfe\xff", "The command is not readable JSON"),
        (b'{"do": NaN}', "NaN is not a JSON number"),
        (b"[" * 60_000, "The command is not readable JSON"),
        (b'{"do": ' + b"9" * 5_000 + b"}", "The command is not readable JSON"),
        (b'["do"]', "A command is a JSON object that says what to do"),
        (b'{"cell": "a1"}', "A command is a JSON object that says what to do"),
        (b'{"do": 7}', "A command is a JSON object that says what to do"),
    ],
)
def test_malformed_commands_are_named(served: Served, body: bytes, words: str) -> None:
    """What cannot be read is refused in words, and the table never hears of it."""
    reply = served.ask("/api/command", body, BEARER)
    assert reply.status == 400
    assert words in reply.error


def test_a_refusal_is_said_in_every_language(served: Served) -> None:
    """What has a Russian sentence says it; the rest is quoted."""
    reply = served.ask("/api/command", b'{"do": "undo"}', BEARER)
    assert reply.json["said"] == {
        "en": "there is no turn to take back",
        "ru": "Отказано: «there is no turn to take back».",
    }


def test_a_refused_command_carries_the_tables_sentence(served: Served) -> None:
    """What the table says is what the visitor reads."""
    reply = order(served, {"do": "undo"})
    assert (reply.status, reply.error) == (409, "there is no turn to take back")


def test_a_replayed_answer_is_refused(served: Served, feed: FakeFeed) -> None:
    """A question is answered once; sending the same answer again changes nothing."""
    feed.patch["question"] = {"id": 3, "text": {}, "options": []}
    answer = {"do": "answer", "question": 3, "choice": "a3"}
    assert order(served, answer).status == 200
    again = order(served, answer)
    assert (again.status, again.error) == (409, "question 3 is not open any more")


def test_a_fault_of_our_own_is_admitted(served: Served) -> None:
    """A crash inside is a sentence outside, and the server goes on."""
    reply = order(served, {"do": "explode"})
    assert reply.status == 500
    assert "fault of its own" in reply.error
    assert served.ask("/health").status == 200


def ten_megabytes() -> Iterator[bytes]:
    """Ten megabytes in pieces, so that no length is announced."""
    for _ in range(160):
        yield b" " * 65_536


def test_a_ten_megabyte_command_is_refused(served: Served, feed: FakeFeed) -> None:
    """A body far too large is answered by its size, not by a broken connection."""
    reply = served.ask("/api/command", b" " * 10_000_000, BEARER)
    assert reply.status == 413
    assert reply.error == f"A command may have {LIMIT} bytes; this request has 10000000."
    assert feed.commands == []


def test_a_ten_megabyte_command_in_chunks_is_refused(served: Served) -> None:
    """Leaving the length out does not help."""
    reply = served.ask("/api/command", ten_megabytes(), BEARER)
    assert reply.status == 413
    assert reply.error == f"A command may have {LIMIT} bytes; this request has at least 10485760."


def test_ten_megabytes_from_a_stranger_are_refused_for_the_key(served: Served) -> None:
    """Without the key nothing of the body is looked at."""
    reply = served.ask("/api/command", b" " * 10_000, {})
    assert reply.status == 401


def test_the_largest_command_is_read() -> None:
    """The limit is for abuse: a command just below it is fine."""
    body = json.dumps({"do": "x" * (LIMIT - 20)}).encode()
    assert parse_command(body)["do"].startswith("x")
    with pytest.raises(RefusedError):
        parse_command(b"null")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "10.9.8.7", "[::2]", "[", ""])
def test_an_unknown_host_is_refused(served: Served, host: str) -> None:
    """A name pointed here from outside gets nothing, not even the page."""
    for path in ("/", "/api/view", "/static/app.js"):
        reply = served.ask(path, headers={"Host": host})
        assert reply.status == 400
        assert f"This table does not answer to the host name {host!r}" in reply.error


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:1", "[::1]:80", "127.0.0.1", "lunka.test"]
)
def test_known_hosts_are_served(served: Served, host: str) -> None:
    """Loopback, and the names in the settings."""
    assert served.ask("/api/view", headers={"Host": host}).status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://["]
)
def test_a_command_from_another_page_is_refused(
    served: Served, feed: FakeFeed, origin: str
) -> None:
    """Even with the key, another page cannot play here."""
    reply = order(served, {"do": "new"}, {**BEARER, "Origin": origin})
    assert reply.status == 403
    assert reply.error == (
        f"The page at {origin!r} is not this table's page: open {served.host} itself."
    )
    assert feed.commands == []


def test_a_command_from_our_own_page_is_taken(served: Served) -> None:
    """The page's own Origin is the Host it was loaded from, or a name in the settings."""
    for origin in (served.url, "https://lunka.test"):
        assert order(served, {"do": "new"}, {**BEARER, "Origin": origin}).status == 200


def test_the_record_is_listed(served: Served) -> None:
    """Games can be listed without the key."""
    games = served.ask("/api/games").json["games"]
    assert [(game["id"], game["turns"]) for game in games] == [(7, 3)]


def test_a_game_has_one_position_more_than_moves(served: Served) -> None:
    """A game can be stepped through from the start."""
    game = served.ask("/api/games/7").json
    assert len(game["positions"]) == len(game["moves"]) + 1
    assert game["positions"][1]["cells"]["a3"] == 0


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("8", "There is no game 8 in this record."),
        ("8/export", "There is no game 8 in this record."),
        ("seven", "A game is named by its number; 'seven' is none."),
        ("9999999999999999999", "A game is named by its number; '9999999999999999999' is none."),
    ],
)
def test_a_game_that_is_not_there(served: Served, path: str, words: str) -> None:
    """A wrong number is answered in words."""
    reply = served.ask(f"/api/games/{path}")
    assert (reply.status, reply.error) == (404, words)


@pytest.mark.parametrize(
    ("fmt", "kind", "name"), [("text", "text/plain", "txt"), ("json", "application/json", "json")]
)
def test_a_game_can_be_taken_home(served: Served, fmt: str, kind: str, name: str) -> None:
    """Both formats come as files with a name."""
    reply = served.ask(f"/api/games/7/export?format={fmt}")
    assert reply.headers["content-type"].startswith(kind)
    assert reply.headers["content-disposition"] == f'attachment; filename="lunka-game-7.{name}"'


def test_an_unknown_format_is_refused(served: Served) -> None:
    """The formats that exist are named."""
    reply = served.ask("/api/games/7/export?format=pgn")
    there_are = "text, json, mat, sgf, snowie, html"
    assert (reply.status, reply.error) == (
        400,
        f"There is no format 'pgn'; there are: {there_are}.",
    )


def test_a_form_that_cannot_hold_the_game(served: Served) -> None:
    """The forms are listed with what they lose; one that does not fit says why."""
    forms = served.ask("/api/games/7/forms").json["forms"]
    assert [form["form"] for form in forms] == ["text", "json", "mat"]
    assert forms[2]["losses"] == ["the time of each move"]
    assert served.ask("/api/games/99/forms").status == 404
    reply = served.ask("/api/games/7/export?format=sgf")
    assert (reply.status, reply.error) == (409, "SGF holds short nardy only, and this is kalah")


ERRORS = [
    "board.toml: cells.a1.sensor: found 'loadcell'; allowed: load, reed",
    "board.toml: power.budget_ma: found -5; allowed: 100 to 10000 <script>",
]


def test_broken_settings_are_a_page() -> None:
    """A table that cannot start lists every mistake in place of a dead port."""
    with serving(make_error_app(ERRORS)) as served:
        page = served.ask("/")
        assert page.status == 503
        assert b"2 mistakes in the settings" in page.body
        assert b"found &#x27;loadcell&#x27;; allowed: load, reed" in page.body
        assert b"<script>" not in page.body
        assert served.ask("/health").json == {"status": "misconfigured", "errors": ERRORS}
        assert served.ask("/health").status == 503
        assert served.ask("/api/view").json["errors"] == ERRORS
        assert served.ask("/static/css/notice.css").status == 200
        assert served.ask("/", headers={"Host": "evil.example"}).status == 400


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/games", "games"),
        ("/api/games/7", "game"),
        ("/api/games/7/forms", "forms"),
        ("/api/games/7/export?format=text", "export"),
    ],
)
def test_who_reads_old_games_holds_nobody_up(
    path: str, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the record is read, the loop in which the board lives goes on."""
    feed, begun, end = FakeFeed(), threading.Event(), threading.Event()
    read = getattr(feed.records, asked)

    def slowly(*given: Any) -> Any:
        begun.set()
        assert end.wait(30)
        return read(*given)

    monkeypatch.setattr(feed.records, asked, slowly)
    with serving(make_app(feed, RING)) as served, ThreadPoolExecutor(1) as reader:
        reply = reader.submit(served.ask, path)
        try:
            assert begun.wait(30)
            assert served.ask("/api/view").status == 200
            assert not reply.done()
        finally:
            end.set()
        assert reply.result(30).status == 200
