"""The hall's pages in a real Chromium: the wall, the overlay, the director's desk."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Dialog, Page, expect

from controller.hall.codes import FILE, Codes, Invitation, new_code
from controller.hall.joining import read_link
from controller.hub.keys import PLAYER, Role
from controller.web.qr import squares
from tests.browser.conftest import Complaints
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.showing import Showing
from tests.hub.tables import KALAH, PlayingTable, plain_view

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

SCRIPT = "<img src=x onerror=alert(1)>"


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """A hall with four tables."""
    with serving_hall(tmp_path) as running:
        running.connect(*(PlayingTable(f"t{number}") for number in range(1, 5)))
        yield running


def show(hall: ServedHall, table: str, showing: Showing, **patch: Any) -> None:
    """A table shows a game as it stands."""
    view = showing.view() | patch
    hall.do(lambda: hall.hub.show(hall.hub.tables[table], view))


def test_the_wall_shows_every_board_with_its_light(tab: Page, hall: ServedHall) -> None:
    """Boards as they stand, names, scores, clocks; a light for each, in words too."""
    games = ["kalah", "short", "gyges", "long"]
    for number, game in enumerate(games, start=1):
        showing = Showing(number, game)
        showing.turn()
        show(hall, f"t{number}", showing)
    hall.do(lambda: hall.hub.cut(hall.hub.tables["t3"]))
    tab.goto(hall.url)
    expect(tab.locator(".tile .board")).to_have_count(4)
    for number, kind in enumerate(("kalah", "nardy", "gyges", "nardy"), start=1):
        expect(tab.locator(f"[data-table=t{number}] .board.{kind}")).to_be_visible()
    expect(tab.locator("[data-table=t1] [data-light]")).to_have_attribute("title", "well")
    expect(tab.locator("[data-table=t3] [data-light]")).to_have_attribute("title", "not connected")
    # Both colours of checkers are drawn: a count's sign tells whose they are.
    for colour in ("white", "black"):
        expect(tab.locator(f"[data-table=t2] .checker.{colour}")).to_have_count(15)


def test_a_board_on_the_wall_is_live_and_can_be_enlarged(tab: Page, hall: ServedHall) -> None:
    """A turn at the table shows at once, on the wall and in the large view."""
    showing = Showing(3, "kalah")
    show(hall, "t1", showing)
    tab.goto(hall.url)
    expect(tab.locator("[data-table=t1][data-ply='0']")).to_be_visible()
    showing.turn()
    show(hall, "t1", showing)
    expect(tab.locator("article[data-table=t1]")).to_have_attribute("data-ply", "1")
    expect(tab.locator("[data-table=t1] .last")).to_have_text(showing.last)
    tab.locator("[data-table=t1] .tilehead").click()
    large = tab.locator("dialog .large")
    expect(large).to_have_attribute("data-ply", "1")
    showing.turn()
    show(hall, "t1", showing)
    expect(large).to_have_attribute("data-ply", "2")
    tab.keyboard.press("Escape")
    expect(large).to_have_count(0)


def test_a_spectators_pages_can_write_nothing(tab: Page, hall: ServedHall) -> None:
    """No form, no field, no stone that moves, no request but for looking; the desk stays shut."""
    show(hall, "t1", Showing(3, "kalah"))
    sent: list[str] = []
    tab.on("request", lambda request: sent.append(request.method))
    tab.goto(hall.url)
    expect(tab.locator("[data-table=t1] .board")).to_be_visible()
    assert tab.locator("form, input, select, textarea").count() == 0
    tab.locator("[data-table=t1] .tilehead").click()
    expect(tab.locator("dialog .large .board")).to_be_visible()
    assert tab.locator("dialog form, dialog input, dialog select").count() == 0
    for pit in tab.locator("dialog .place").all()[:4]:
        pit.click(force=True)
    tab.goto(f"{hall.url}/director")
    expect(tab.locator("form")).to_have_count(1)
    expect(tab.locator("[name=key]")).to_be_visible()
    expect(tab.locator(".competition, .stations")).to_have_count(0)
    assert set(sent) == {"GET"}
    assert hall.do(lambda: [table.orders for table in hall.hub.tables.values()]) == [[]] * 4


def test_a_wrong_key_does_not_open_the_desk(tab: Page, hall: ServedHall) -> None:
    """It says so, and the right one opens it."""
    tab.goto(f"{hall.url}/director")
    tab.locator("[name=key]").fill("not-the-key")
    tab.get_by_role("button", name="Enter").click()
    expect(tab.locator(".warning")).to_contain_text("This is not a key of this hall")
    tab.locator("[name=key]").fill(hall.director)
    tab.get_by_role("button", name="Enter").click()
    expect(tab.locator(".stations")).to_be_visible()


def test_a_hall_where_watching_needs_a_key(tab: Page, hall: ServedHall) -> None:
    """The wall shows nothing until the spectator's key is entered."""
    key = hall.direct("/api/keys", {"role": "spectator"})["key"]
    show(hall, "t1", Showing(3, "kalah"))
    tab.goto(hall.url)
    tab.locator("[name=key]").fill(key)
    assert tab.locator(".tile").count() == 0
    tab.get_by_role("button", name="Enter").click()
    expect(tab.locator("[data-table=t1] .board")).to_be_visible()
    expect(tab.locator("[name=key]")).to_have_count(0)


def test_what_is_typed_stays_while_the_hall_goes_on(tab: Page, hall: ServedHall) -> None:
    """Live news redraw the desk around a form, not in it."""
    tab.goto(f"{hall.url}/director#key={hall.director}")
    form = tab.locator(".create form")
    form.locator("[name=rounds]").fill("7")
    form.locator("[name=title]").fill("Winter Cup")
    form.locator("[value=t2]").uncheck()
    hall.do(lambda: hall.hub.cut(hall.hub.tables["t3"]))
    expect(tab.locator("[data-station=t3] [data-light]")).to_have_attribute("data-light", "away")
    assert form.locator("[name=rounds]").input_value() == "7"
    assert form.locator("[name=title]").input_value() == "Winter Cup"
    assert not form.locator("[value=t2]").is_checked()


def test_the_director_says_for_what_the_time_is(tab: Page, hall: ServedHall) -> None:
    """T1, T3: in matches the form asks for what the time is and what a flag loses; first the match,
    and for games without matches not at all."""
    tab.goto(f"{hall.url}/director#key={hall.director}")
    form = tab.locator(".create form")
    form.locator("[name=title]").fill("Winter Cup")
    form.locator("[name=id]").fill("cup")
    expect(form.locator("[name=clock_scope]")).to_have_count(0)
    form.locator("[name=clock]").select_option("delay")
    assert form.locator("[name=clock_scope]").input_value() == "match"
    form.locator("[name=game]").select_option("kalah")
    expect(form.locator("[name=flag]")).to_have_count(0)
    form.locator("[name=game]").select_option("short")
    form.locator("[name=flag]").select_option("game")
    form.locator("[data-do=create]").click()
    expect(tab.locator("[data-competition=cup] h1")).to_have_text("Winter Cup")
    house = hall.hub.desk.competition.one("cup").rules.house
    assert (house["clock_scope"], house["flag"]) == ("match", "game")


def test_the_director_runs_a_round(tab: Page, hall: ServedHall) -> None:
    """Create, enter, pair, send, see what the tables report, confirm, correct, see who leads."""
    tab.goto(f"{hall.url}/director#key={hall.director}")
    assert "key" not in tab.url
    form = tab.locator(".create form")
    form.locator("[name=title]").fill("Autumn Open")
    form.locator("[name=id]").fill("open")
    form.locator("[name=rounds]").fill("2")
    form.locator("[name=game]").select_option("kalah")
    form.locator("[data-do=create]").click()
    desk = tab.locator("[data-competition=open]")
    expect(desk.locator("h1")).to_have_text("Autumn Open")
    for name in ("Ann", "Bob", SCRIPT, "Dan"):
        desk.locator("[name=player]").fill(name)
        desk.locator("[data-do=enter]").click()
        expect(desk.locator(".entries li", has_text=name)).to_be_visible()
    desk.locator("[data-do=pair]").click()
    expect(desk.locator(".boards tbody tr")).to_have_count(2)
    desk.locator("[data-do=send]").click()
    expect(desk.locator("tr.reported")).to_have_count(2)
    expect(desk.locator("[data-do=send]")).to_have_count(0)  # nothing is left to send
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    tab.once("dialog", leave)
    desk.locator("tr[data-board='1'] [data-do=send-again]").click()
    assert "have a result" in asked[0] and "Begin their match anew at t1?" in asked[0]
    assert len(hall.hub.tables["t1"].orders) == 1
    desk.locator("tr[data-board='1'] [data-do=confirm]").click()
    expect(desk.locator("tr.confirmed")).to_have_count(1)
    expect(desk.locator("[data-do=pair]")).to_be_disabled()
    row = desk.locator("tr[data-board='2']")
    row.locator("[data-do=correct]").click()
    fix = desk.locator(".correcting form")
    fix.locator("[name=one]").fill("30")
    fix.locator("[name=other]").fill("6")
    fix.locator("[name=why]").fill("miscounted")
    fix.locator("[data-do=save]").click()
    expect(row.locator("[data-result]")).to_contain_text("30 : 6")
    expect(desk.locator("[data-do=pair]")).to_be_enabled()
    expect(desk.locator(".standings tbody tr").first.locator("td").nth(2)).to_have_text("1")
    book = hall.direct("/api/book")["events"]
    assert [e["data"]["why"] for e in book if e["kind"] == "competition.corrected"] == [
        "miscounted"
    ]
    assert tab.locator("img[src=x]").count() == 0
    with tab.expect_download() as archive:
        desk.locator("[data-do=archive]").click()
    assert archive.value.suggested_filename == "open.zip"


def test_the_director_takes_a_law_by_name_and_exchanges_two_tables(
    tab: Page, hall: ServedHall
) -> None:
    """A law leaves nothing of the game to choose (T14); the lot is drawn by the hub, who sits a
    round out is told (T12), and the other's table is one choice and one question away."""
    tab.goto(f"{hall.url}/director#key={hall.director}")
    form = tab.locator(".create form")
    form.locator("[name=title]").fill("Federation Open")
    form.locator("[name=id]").fill("open")
    form.locator("[name=law]").select_option("wbgf-7")
    expect(form.locator("[name=game], [name=length], [name=clock]")).to_have_count(0)
    form.locator("[name=seeding]").select_option("lot")
    form.locator("[data-do=create]").click()
    desk = tab.locator("[data-competition=open]")
    expect(desk.locator(".deskhead")).to_contain_text("WBGF, 7 points")
    for name in ("Ann", "Bob", "Cyd", "Dan", "Eve"):
        desk.locator("[name=player]").fill(name)
        desk.locator("[data-do=enter]").click()
        expect(desk.locator(".entries li", has_text=name)).to_be_visible()
    eve = desk.locator(".entries li", has_text="Eve")
    eve.locator("[data-do=excuse]").click()
    expect(eve).to_contain_text("sits round 1 out")
    desk.locator("[data-do=pair]").click()
    expect(desk.locator("tr.settled")).to_contain_text("Eve sits out, half a point")
    tables = desk.locator(".tablepick select")
    expect(tables.nth(0)).to_have_value("t1")
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        (dialog.dismiss if len(asked) == 1 else dialog.accept)()

    tab.on("dialog", answer)
    tables.nth(0).select_option("t2")
    expect(tables.nth(0)).to_have_value("t1")
    tables.nth(0).select_option("t2")
    expect(tables.nth(0)).to_have_value("t2")
    expect(tables.nth(1)).to_have_value("t1")
    assert len(asked) == 2 and "Exchange the tables" in asked[0]
    boards = hall.hub.desk.competition.one("open").rounds[0].boards
    assert [board.table for board in boards] == ["t2", "t1", None]


def test_the_director_acts_at_a_table_and_looks_at_its_positions(
    tab: Page, hall: ServedHall
) -> None:
    """Acts with their reason; the last positions; raw readings, asked of the table."""
    table = hall.hub.tables["t2"]
    table.play("kalah", KALAH, ["Ann", SCRIPT])
    hall.do(lambda: hall.hub.send(table))
    hall.until(lambda: hall.hub._intake.stored("t2", table.record) == len(table.chain))
    tab.goto(f"{hall.url}/director#key={hall.director}")
    station = tab.locator("[data-station=t2]")
    station.locator("summary").click()
    acts: list[tuple[dict[str, str], dict[str, Any]]] = [
        ({"action": "pause"}, {"action": "pause"}),
        ({"action": "clock", "seconds": "300 270"}, {"action": "clock", "seconds": [300, 270]}),
        ({"action": "dice", "dice": ""}, {"action": "dice", "dice": []}),
        ({"action": "cube", "cube": "2"}, {"action": "cube", "cube": 2, "owner": None}),
    ]
    for number, (filled, told) in enumerate(acts, start=1):
        station.locator("[name=action]").select_option(filled["action"])
        for key, value in filled.items():
            if key != "action":
                station.locator(f"[name={key}]").fill(value)
        station.locator("[name=why]").fill("noise in the hall")
        station.locator("[data-do=direct]").click()
        hall.until(lambda n=number: len(table.orders) == n)  # type: ignore[misc]
        order = table.orders[-1].do  # type: ignore[union-attr]
        assert order == {"do": "direct", "why": "noise in the hall", **told}
    station.locator("[data-do=dispute]").click()
    sheet = tab.locator("[data-dialog=dispute]")
    expect(sheet.locator(".board.kalah")).to_be_visible()
    expect(sheet.locator("h2")).to_contain_text(SCRIPT)
    turns = [it.event.data["turn"] for it in table.chain if it.event.kind == "turn.made"]
    expect(sheet.locator(".says")).to_contain_text(turns[-1])
    sheet.locator("[data-step=back]").click()
    expect(sheet.locator(".says")).to_contain_text(turns[-2])
    sheet.locator("[data-do=readings]").click()
    expect(sheet.locator(".readings tbody td").first).to_have_text("a1")


def answer_slowly(tab: Page) -> None:
    """Every answer of the hub comes late to the page."""
    slow = "const answer = await quick(...asked); await new Promise((on) => setTimeout(on, 300));"
    tab.add_init_script(
        f"const quick = fetch; window.fetch = async (...asked) => {{ {slow} return answer; }};"
    )


def test_the_next_act_waits_for_the_answer_to_the_last(tab: Page, hall: ServedHall) -> None:
    """A slow answer empties no field that is filled in again, and no act is done twice."""
    answer_slowly(tab)
    tab.goto(f"{hall.url}/director#key={hall.director}")
    station, table = tab.locator("[data-station=t1]"), hall.hub.tables["t1"]
    station.locator("summary").click()
    for number in (1, 2):
        station.locator("[name=action]").select_option("clock")
        station.locator("[name=seconds]").fill("300 270")
        station.locator("[name=why]").fill("noise in the hall")
        station.locator("[data-do=direct]").dblclick()
        hall.until(lambda n=number: len(table.orders) == n)  # type: ignore[misc]
    # What is shown afterwards is what would be sent.
    expect(station.locator("[name=action]")).to_have_value("pause")
    expect(station.locator("[name=seconds]")).to_have_count(0)


def test_a_double_click_makes_one_key(tab: Page, hall: ServedHall) -> None:
    """The key that is shown is the one that holds: a second would have made it worthless."""
    answer_slowly(tab)
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(f"{hall.url}/director#key={hall.director}")
    tab.get_by_text("Keys for players").click()
    tab.locator("[data-do=new-key]").dblclick()
    shown = tab.locator("[data-key]").inner_text()
    expect(tab.locator("[data-do=new-key]")).to_be_enabled()
    assert sum(url.endswith("/api/keys") for url in asked) == 1
    assert hall.keys.role_of(shown) == Role(PLAYER, "t1")


def test_a_refusal_of_the_table_is_shown_in_its_words(
    tab: Page, hall: ServedHall, complaints: Complaints
) -> None:
    """The director reads why."""
    hall.hub.tables["t1"].refuses = "the game is over"
    tab.goto(f"{hall.url}/director#key={hall.director}")
    tab.locator("[data-station=t1] summary").click()
    tab.locator("[data-station=t1] [data-do=resume]").click()
    expect(tab.locator(".toast")).to_contain_text("table t1: the game is over.")
    complaints.expected.append("409")


def test_the_overlay_has_no_ground_of_its_own(tab: Page, hall: ServedHall) -> None:
    """Board, names, score and clock over whatever lies beneath; nothing to press."""
    view = plain_view(Showing(1, "short").game, ("Ann", SCRIPT))
    hall.do(lambda: hall.hub.show(hall.hub.tables["t1"], view))
    tab.goto(f"{hall.url}/overlay/t1?size=500")
    expect(tab.locator(".board.nardy")).to_be_visible()
    ground = "getComputedStyle(document.body).backgroundColor"
    assert tab.evaluate(ground) == "rgba(0, 0, 0, 0)"
    assert tab.evaluate("getComputedStyle(document.body).backgroundImage") == "none"
    expect(tab.locator(".seat b").first).to_have_text(SCRIPT)
    expect(tab.locator(".seat time").first).to_have_text("4:59")
    assert tab.locator(".large").bounding_box()["width"] == 500  # type: ignore[index]
    assert tab.locator("header, form, a").count() == 0


def test_a_delay_is_kept_on_the_wall(tab: Page, hall: ServedHall) -> None:
    """Spectators see the board when its time has come, and the large view says how late."""
    about = {"do": "create", "competition": "open", "title": "Open", "format": "round-robin"}
    hall.direct("/api/competitions", about | {"game": "kalah", "tables": ["t1"], "delay": 60})
    showing = Showing(3, "kalah")
    show(hall, "t1", showing)
    showing.turn()
    hall.clock.ahead = 30
    show(hall, "t1", showing)
    tab.goto(hall.url)
    expect(tab.locator("[data-table=t2] .board")).to_be_visible()
    expect(tab.locator("[data-table=t1] .board")).to_have_count(0)
    hall.clock.ahead = 61
    expect(tab.locator("article[data-table=t1]")).to_have_attribute("data-ply", "0")
    hall.clock.ahead = 95
    expect(tab.locator("article[data-table=t1]")).to_have_attribute("data-ply", "1")
    tab.locator("[data-table=t1] .tilehead").click()
    expect(tab.locator("dialog h2")).to_contain_text("60 s late")


def test_a_table_that_shows_nonsense_does_not_take_the_wall_down(
    tab: Page, hall: ServedHall, complaints: Complaints
) -> None:
    """Its own card says so; all others go on."""
    show(hall, "t1", Showing(3, "kalah"))
    show(hall, "t2", Showing(3, "kalah"), layout={"kind": "pits", "rows": 5})
    show(hall, "t3", Showing(3, "kalah"), layout={"kind": "nothing"})
    tab.goto(hall.url)
    expect(tab.locator("[data-table=t1] .board")).to_be_visible()
    for table in ("t2", "t3"):
        expect(tab.locator(f"[data-table={table}]")).to_contain_text("cannot be drawn")
    show(hall, "t2", Showing(3, "kalah"))
    expect(tab.locator("[data-table=t2] .board")).to_be_visible()
    complaints.clear()


FRAMES = """(seconds) => new Promise((done) => {
  const times = []; let last = performance.now(); const end = last + seconds * 1000;
  const frame = (now) => {
    times.push(now - last);
    last = now;
    now < end ? requestAnimationFrame(frame) : done(times.slice(1));
  };
  requestAnimationFrame(frame);
})"""


def test_a_wall_of_fifty_live_boards(
    tab: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fifty boards, each with a turn every other second: all follow; frame times are printed."""
    with serving_hall(tmp_path) as hall:
        tables = [PlayingTable(f"t{number}") for number in range(1, 51)]
        hall.connect(*tables)
        games = [Showing(at, ("kalah", "short")[at % 2]) for at in range(50)]
        tab.set_viewport_size({"width": 1920, "height": 1080})
        tab.goto(hall.url)
        for table, game in zip(tables, games, strict=True):
            show(hall, table.name, game)
        stop = threading.Event()

        def play() -> None:
            while not stop.is_set():
                for table, game in zip(tables, games, strict=True):
                    game.turn()
                    show(hall, table.name, game)
                    time.sleep(0.05)

        playing = threading.Thread(target=play)
        playing.start()
        try:
            # The cards near the screen have boards.
            expect(tab.locator(".tile .board").nth(19)).to_be_attached()
            frames = sorted(tab.evaluate(FRAMES, 5))
        finally:
            stop.set()
            playing.join()
        for table, game in zip(tables[:10], games, strict=False):
            expect(tab.locator(f"article[data-table={table.name}]")).to_have_attribute(
                "data-ply", str(game.ply)
            )
    with capsys.disabled():
        half, most = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
        print(
            f"\nwall of 50 live boards: {len(frames)} frames in 5 s,"
            f" median {half:.1f} ms, p95 {most:.1f} ms, longest {frames[-1]:.1f} ms"
        )


PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize(
    ("viewport", "lost"),
    [
        ({"viewport": PHONE, "locale": "en-GB"}, "from 30 on the match is lost"),
        ({"viewport": PHONE, "locale": "ru-RU"}, "с 30-й матч проигран"),
    ],
)
def test_the_law_of_a_board_on_a_phone(tab: Page, hall: ServedHall, lost: str) -> None:
    """T10, T12: on a phone's screen, in both languages, the director exchanges two players, notes a
    break and a lateness; every button is on the screen without pushing it sideways."""
    tab.goto(f"{hall.url}/director#key={hall.director}")
    form = tab.locator(".create form")
    form.locator("[name=title]").fill("Autumn Open")
    form.locator("[name=id]").fill("open")
    form.locator("[name=law]").select_option("wbgf-7")
    form.locator(".law summary").click()
    for name, minutes in (("lateness-after", 10), ("lateness-every", 5), ("lateness-lost", 30)):
        form.locator(f"[name={name}]").fill(str(minutes))
    form.locator("[name=breaks-number]").fill("1")
    form.locator("[name=breaks-minutes]").fill("5")
    form.locator("[data-do=create]").click()
    desk = tab.locator("[data-competition=open]")
    for name in ("Ann", "Bob", "Cyd", "Dan"):
        desk.locator("[name=player]").fill(name)
        desk.locator("[data-do=enter]").click()
        expect(desk.locator(".entries li", has_text=name)).to_be_visible()
    desk.locator("[data-do=pair]").click()
    row = desk.locator("tr[data-board='1']")
    expect(row.locator("b").nth(1)).to_have_text("Dan")
    row.locator("[data-do=exchange]").click()
    law = desk.locator("[data-law=exchange]")
    law.locator("[name=player]").select_option("Dan")
    law.locator("[name=other]").select_option("Cyd")
    law.locator("[data-do=save]").click()
    expect(row.locator("b").nth(1)).to_have_text("Cyd")
    row.locator("[data-do=rest]").click()
    desk.locator("[data-law=rest] [data-do=save]").click()
    expect(row.locator("[data-breaks]")).to_be_visible()
    expect(row.locator("[data-do=rest]")).to_have_count(0)  # there is one, and they had it
    for button in row.locator(".acts button").all():
        box = button.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    row.locator("[data-do=late]").click()
    law = desk.locator("[data-law=late]")
    expect(law).to_contain_text(lost)
    law.locator("[name=player]").select_option("Cyd")
    law.locator("[name=minutes]").fill("31")
    law.locator("[data-do=save]").click()
    expect(row.locator("[data-result]")).to_contain_text("Ann")
    assert hall.hub.desk.competition.one("open").rounds[0].boards[0].breaks == 1


def test_the_round_list_is_live_and_marks_a_slow_match(tab: Page, hall: ServedHall) -> None:
    """Score and clocks stand in a board's line while it is played; with half of the round settled a
    match is marked that has more than half of its points before it, until it has not."""
    command = {"competition": "open"}
    rules = {"title": "Open", "format": "swiss", "rounds": 3, "law": "wbgf-7"}
    post = "/api/competitions"
    hall.direct(post, {"do": "create", **command, **rules, "tables": ["t1", "t2"]})
    for name in ("Ann", "Bob", "Cyd", "Dan"):
        hall.direct(post, {"do": "enter", **command, "player": name})
    hall.direct(post, {"do": "pair", **command})
    for table in ("t1", "t2"):  # nobody plays by himself here
        hall.do(lambda at=table: hall.hub.cut(hall.hub.tables[at]))  # type: ignore[misc]
    hall.direct(f"{post}/open/send", {"round": 1})

    def at_table(score: list[int]) -> None:
        showing = Showing(3, "short")
        showing.players = ["Bob", "Cyd"]  # the other way round than in the list
        match = {"length": 7, "score": score, "number": 3, "crawford": False, "first": 0}
        show(hall, "t2", showing, match=match)

    at_table([2, 3])
    tab.goto(f"{hall.url}/director#key={hall.director}")
    row = tab.locator("tr[data-board='2']")
    expect(row.locator("b").nth(0)).to_have_text("Cyd")
    expect(row.locator("[data-live]")).to_have_text("3 : 2")
    expect(row.locator("time.clock")).to_have_count(2)
    expect(tab.locator("[data-slow]")).to_have_count(0)
    result = {"scores": [7, 0], "why": "played at another table"}
    hall.direct(post, {"do": "correct", **command, "round": 1, "board": 1, **result})
    expect(row.locator("[data-slow]")).to_have_text("slow match")
    at_table([2, 4])
    expect(row.locator("[data-live]")).to_have_text("4 : 2")
    expect(tab.locator("[data-slow]")).to_have_count(0)


def test_the_desk_shows_how_a_table_joins(tab: Page, hall: ServedHall, tmp_path: Path) -> None:
    """For the director alone, when he looks: each table's link as a code for a camera, and the line
    to be typed; it names the machine that tables are invited to, and `lunka hall join` reads it."""
    code = new_code()
    invitation = Invitation("t7", "hall.local", 8883, "secret", "-----BEGIN CERTIFICATE-----")
    Codes(tmp_path / FILE).write({code: invitation})
    tab.goto(f"{hall.url}/director#key={hall.director}")
    expect(tab.locator("[data-join]")).to_have_count(0)
    tab.locator(".joining summary").click()
    joining = tab.locator("[data-join=t7]")
    link = joining.locator("a").inner_text()
    port = hall.url.rpartition(":")[2]
    assert read_link(link, None) == (f"http://hall.local:{port}/", code)
    expect(joining.locator("> code")).to_have_text(f"sudo lunka hall join '{link}'")
    dark = joining.locator("svg path").get_attribute("d") or ""
    assert dark.count("M") == sum(row.count("1") for row in squares(link))
    tab.locator(".joining summary").click()
    expect(tab.locator("[data-join]")).to_have_count(0)
