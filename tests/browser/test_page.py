"""The page in a real Chromium, with the fake table behind it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from controller.lights.meanings import Meaning
from tests.browser.conftest import Complaints
from tests.browser.page import TablePage
from tests.web.fake import BLUE, KEY, FakeFeed, glow
from tests.web.serving import Served

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
    "locale": "en-GB",
}


def show(served: Served, feed: FakeFeed, **patch: Any) -> None:
    """Script a part of the view and send it."""
    feed.patch.update(patch)
    served.loop.call_soon_threadsafe(feed.ring)


def holds(table: TablePage, count: int) -> None:
    """The hand holds so many stones, and the table knows."""
    hand = table.page.locator("[data-hand]")
    expect(hand).to_have_attribute("data-hand", str(count))
    expect(hand).to_have_attribute("aria-busy", "false")


def test_the_board_shows_every_stone(table: TablePage) -> None:
    """Twelve pits with four stones each, two empty stores, numbers beside them."""
    assert table.stones() == {c: 0 if c in "AB" else 4 for c in table.cells()}
    assert table.counts() == table.stones()
    assert table.page.locator("[data-cell=a3] .stone").count() == 4
    assert table.page.locator("[data-cell=a3] .label b").inner_text() == "4"
    assert table.sentence() == "South to move."
    assert table.mover() == 0


def test_south_reads_left_to_right_and_north_right_to_left(table: TablePage) -> None:
    """The board lies as South sees it: sowing runs counter-clockwise."""
    for row, rising in (("a", True), ("b", False)):
        places = [table.centre(f"{row}{number}")[0] for number in range(1, 7)]
        assert places == sorted(places, reverse=not rising)
    assert table.centre("B")[0] < table.centre("a1")[0] < table.centre("A")[0]


def test_the_key_leaves_the_address_bar_and_stays_in_the_tab(table: TablePage) -> None:
    """A photograph of the screen does not give the key away, and a reload keeps it."""
    assert "key" not in table.page.url
    table.page.reload()
    table.lift("a1")
    assert table.hand() == 4


def test_a_drag_lifts_and_drops(table: TablePage, feed: FakeFeed) -> None:
    """Dragging a pit onto the next one lifts all its stones and drops one."""
    table.drag("a3", "a4")
    assert table.hand() == 3
    assert feed.commands == [
        {"do": "lift", "cell": "a3", "count": 4},
        {"do": "drop", "cell": "a4", "count": 1},
    ]
    assert table.stones()["a4"] == 5


def test_a_whole_turn_is_sown_with_the_mouse(table: TablePage, feed: FakeFeed) -> None:
    """One drag and a click on each following pit make the turn, and it is in the list."""
    table.sow("a3", ["a4", "a5", "a6", "A"])
    expect(table.page.locator(".moves .move")).to_have_text(["a3"])
    assert table.stones()["A"] == 1
    assert table.scores() == [1, 0]


def test_fast_hands_lose_nothing(table: TablePage, feed: FakeFeed) -> None:
    """Clicks without waiting for the table arrive all, and in order."""
    for cell in ("a3", "a4", "a5", "a6", "A"):
        table.page.mouse.click(*table.centre(cell))
    expect(table.page.locator(".moves .move")).to_have_text(["a3"])
    assert [command["cell"] for command in feed.commands] == ["a3", "a4", "a5", "a6", "A"]


def test_dropping_on_the_origin_puts_all_back(table: TablePage, feed: FakeFeed) -> None:
    """Who lifts, looks and changes their mind clicks the pit again."""
    table.lift("a2")
    table.page.mouse.click(*table.centre("a2"))
    holds(table, 0)
    assert feed.commands[-1] == {"do": "drop", "cell": "a2", "count": 4}


def test_escape_puts_all_back(table: TablePage, feed: FakeFeed) -> None:
    """So does the Escape key."""
    table.lift("a2")
    table.page.keyboard.press("Escape")
    holds(table, 0)
    assert table.stones()["a2"] == 4


def test_shift_lifts_one_and_drops_all(table: TablePage, feed: FakeFeed) -> None:
    """Shift turns both habits round."""
    table.lift_one("a1")
    assert table.hand() == 1
    table.drop("a2")
    table.lift("a2")
    table.drop_all("A")
    assert feed.commands[-1] == {"do": "drop", "cell": "A", "count": 5}


def test_the_chip_drops_all(table: TablePage, feed: FakeFeed) -> None:
    """Fingers have no Shift: the chip beside the hand says one or all, and springs back."""
    table.lift("a1")
    table.page.click("[data-drop=all]")
    table.page.mouse.click(*table.centre("A"))
    holds(table, 0)
    assert feed.commands[-1] == {"do": "drop", "cell": "A", "count": 4}
    table.lift("a2")
    expect(table.page.locator("[data-drop=one]")).to_have_attribute("aria-checked", "true")


class TestTempo:
    """What the hands' tempo means."""

    @pytest.fixture
    def tempo(self) -> dict[str, int]:
        """A long press as the page has it; quick is whatever a busy machine makes of it."""
        return {"twice": 60_000}

    def test_two_quick_clicks_drop_the_rest(self, table: TablePage, feed: FakeFeed) -> None:
        """A double click on a place drops everything there."""
        table.cell("a1").press("Enter")
        holds(table, 4)
        table.page.mouse.dblclick(*table.centre("A"))
        holds(table, 0)
        assert [c["count"] for c in feed.commands] == [4, 1, 3]

    def test_a_long_press_lifts_one(self, table: TablePage, feed: FakeFeed) -> None:
        """Holding still takes a single stone."""
        table.page.mouse.move(*table.centre("a5"))
        table.page.mouse.down()
        holds(table, 1)
        table.page.mouse.up()
        assert feed.commands == [{"do": "lift", "cell": "a5", "count": 1}]


def test_a_stone_is_taken_back_with_a_full_hand(table: TablePage, feed: FakeFeed) -> None:
    """The right button takes one stone back though the hand still holds others."""
    table.drag("a3", "a5")
    table.take_back("a5")
    assert table.hand() == 4
    assert feed.commands[-1] == {"do": "lift", "cell": "a5", "count": 1}


def test_the_keyboard_plays(table: TablePage, feed: FakeFeed) -> None:
    """Every pit is a button: Enter lifts and drops."""
    for cell in ("a3", "a4", "a5", "a6", "A"):
        table.cell(cell).focus()
        table.page.keyboard.press("Enter")
    expect(table.page.locator(".moves .move")).to_have_text(["a3"])


def test_a_pit_says_what_it_is(table: TablePage) -> None:
    """A screen reader hears place, stones and light."""
    expect(table.cell("a3")).to_have_accessible_name("a3, 4 stones, may be lifted")
    expect(table.cell("A")).to_have_accessible_name("store A, 0 stones")
    expect(table.page.locator("[role=status].unseen")).to_have_text("South to move.")


def test_a_light_has_colour_movement_and_a_sign(table: TablePage) -> None:
    """What may be lifted breathes in the table's colour and carries an arrow."""
    assert table.glows() == {f"a{number}": "may-lift" for number in range(1, 7)}
    ring = table.cell("a1").locator(".ring")
    expect(ring).to_have_class(re.compile(r"\bbreathe\b"))
    assert ring.evaluate("e => e.style.getPropertyValue('--glow')") == "#44aa99"
    expect(table.cell("a1").locator(".badge .sign")).to_be_visible()


def test_lights_count_down_while_sowing(table: TablePage) -> None:
    """Where stones still belong, the badge says how many; it goes out as they fall."""
    table.lift("a3")
    expect(table.cell("a4").locator(".badge")).to_have_text("1")
    table.drop("a4")
    expect(table.cell("a4")).to_have_attribute("data-glow", "")
    assert table.glows() == {"a5": "sow", "a6": "sow", "A": "sow"}


def test_every_meaning_has_its_own_words_and_a_sign(tab: Page, served: Served) -> None:
    """No light of the table is shown by colour alone, in either language."""
    tab.goto(f"{served.url}/health")
    told = tab.evaluate(
        "async all => { const { signOf } = await import('/static/meanings.js');"
        "const { Words, wordsIn } = await import('/static/words.js');"
        "const [en, ru] = [new Words(await wordsIn('en')), new Words(await wordsIn('ru'))];"
        "return all.map(m => [signOf(m), en.named('light', m), ru.named('light', m)]); }",
        [str(meaning) for meaning in Meaning],
    )
    for sign, english, russian in told:
        assert sign != "spark"
        assert english != russian


def test_a_repair_shows_what_is_wanted(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """One too many here, one too few there: badges say so in numbers."""
    feed.lights = {"a4": glow("too-many", BLUE, "flash"), "a5": glow("too-few", BLUE, "blink")}
    cells = feed.view()["cells"]
    cells["a4"]["wants"], cells["a5"]["wants"] = -2, 1
    show(served, feed, cells=cells, verdict="wrong")
    expect(table.cell("a4").locator(".badge")).to_have_text("−2")
    expect(table.cell("a5").locator(".badge")).to_have_text("+1")
    assert table.wants() == {"a4": -2, "a5": 1}
    expect(table.cell("a5")).to_have_accessible_name("a5, 4 stones, too few stones, 1 more")


def test_the_sensors_health_is_shown(table: TablePage) -> None:
    """Opened, the card lists every sensor, and says what is the matter and what to do."""
    card = table.page.locator(".health")
    card.locator("summary").click()
    expect(card.locator("[data-sensor=a1] td").last).to_have_text("2 min")
    expect(card.locator(".findings li")).to_have_text("a1 is between two numbers calibrate anew")
    expect(card.locator(".margin")).to_have_attribute("title", "30%, 48 hr: 20%")
    table.speak("ru")
    expect(card.locator("[data-sensor=a1] td").last).to_have_text("2 мин")


def test_the_boards_question_is_answered(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """A question shows its options, and the answer goes to the table; the board stays put."""
    before = table.centre("a1")
    options = [{"id": t, "text": {"en": f"Pit {t}", "ru": f"Лунка {t}"}} for t in ("a1", "a3")]
    text = {"en": "Which pit was it?", "ru": "Какая лунка?"}
    show(served, feed, question={"id": 3, "text": text, "options": options})
    expect(table.page.locator(".question h2")).to_have_text("Which pit was it?")
    assert table.centre("a1") == before
    table.answer("a3")
    expect(table.page.locator(".question")).to_have_count(0)
    assert feed.commands == [{"do": "answer", "question": 3, "choice": "a3"}]


def test_locked_hints_are_shown_as_locked(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """In a tournament the switch is there, locked, with a way to unlock that is recorded."""
    show(served, feed, hints_locked=True, commands=["unlock", "hints"])
    expect(table.page.locator(".hints[data-locked=true] .lock")).to_contain_text("Locked")
    expect(table.page.locator("[name=hints][value=off]")).to_be_disabled()
    table.press("unlock")
    table.page.fill("[data-dialog=unlock] [name=by]", "Director")
    table.page.click("[data-dialog=unlock] button[type=submit]")
    expect(table.page.locator("[name=hints][value=off]")).to_be_enabled()
    assert feed.commands[-1] == {"do": "unlock", "who": "Director"}


def test_the_hint_level_is_switched(table: TablePage, feed: FakeFeed) -> None:
    """The switch sends the level."""
    with table.page.expect_response("**/api/command"):
        table.hints("legal")
    expect(table.page.locator("[name=hints][value=legal]")).to_be_checked()
    assert feed.commands == [{"do": "hints", "level": "legal"}]


def test_a_new_game_is_begun(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """The dialog sends players, options and who begins; the wood's own size is kept."""
    table.press("new")
    table.page.fill("[name=player0]", "half a na")
    show(served, feed, ply=3)
    expect(table.page.locator("[name=player0]")).to_have_value("half a na")
    table.page.keyboard.press("Escape")
    table.new_game(["Vera", "Gleb"], stones=5, begin="lot")
    assert feed.commands == [
        {
            "do": "new",
            "game": "kalah",
            "players": ["Vera", "Gleb"],
            "options": {
                "pits": 6,
                "stones": 5,
                "capture": "opposite",
                "pie": False,
            },
            "begin": "lot",
        }
    ]


def test_only_what_the_table_can_do_is_offered(
    table: TablePage, served: Served, feed: FakeFeed
) -> None:
    """Only what stands in the table's own list can be pressed."""
    show(served, feed, commands=["resume"], status="paused")
    expect(table.page.locator(".actions [data-do]:enabled")).to_have_text(["Go on"])


def test_swapping_the_seats_has_its_own_button(
    table: TablePage, served: Served, feed: FakeFeed
) -> None:
    """The one turn of kalah that hands cannot show is declared with one press."""
    show(served, feed, commands=["declare"], turns=["b1", "swap"])
    with table.page.expect_response("**/api/command"):
        table.page.click("[data-say=swap]")
    assert feed.commands == [{"do": "declare", "turn": "swap"}]
    with table.page.expect_response("**/api/command"):
        table.declare("b1")
    assert feed.commands[-1] == {"do": "declare", "turn": "b1"}


def test_a_refusal_is_shown_in_the_tables_words(table: TablePage, complaints: Complaints) -> None:
    """What the table says is what the person reads, in his language."""
    complaints.expected.append("409")  # the browser itself reports every refused request
    table.press("undo")
    expect(table.page.locator(".toast")).to_contain_text("there is no turn to take back")
    table.speak("ru")
    table.press("undo")
    expect(table.page.locator(".toast")).to_contain_text("Отказано: «there is no turn")


def test_sensors_are_broken_and_mended(table: TablePage, feed: FakeFeed) -> None:
    """The panel sends faults and mends them."""
    table.break_sensor("b3", "dead")
    expect(table.page.locator(".sensors .faults li")).to_have_count(1)
    table.mend("b3")
    expect(table.page.locator(".sensors .faults li")).to_have_count(0)
    with table.page.expect_response("**/api/command"):  # nothing on the page tells of a spilt stone
        table.break_sensor("a1", "spill")
    assert [command["do"] for command in feed.commands] == ["break", "mend", "spill"]


def test_a_watcher_sees_but_does_not_touch(tab: Page, served: Served, feed: FakeFeed) -> None:
    """Without the key the board is live, its buttons are off, and a press says why."""
    table = TablePage(tab)
    table.open(served.url)
    tab.mouse.click(*table.centre("a1"))
    expect(tab.locator(".toast")).to_contain_text("Enter a key of the table")
    expect(tab.locator("[data-do=new]")).to_be_disabled()
    show(served, feed, sentence={"en": "North to move.", "ru": ""})
    expect(tab.locator(".sentence")).to_have_text("North to move.")
    assert feed.commands == []


def test_a_watcher_enters_the_key(
    tab: Page, served: Served, feed: FakeFeed, complaints: Complaints
) -> None:
    """A wrong key is told, the right one opens the board."""
    table = TablePage(tab)
    table.open(served.url)
    complaints.expected.append("401")
    table.enter_key("wrong")
    expect(tab.locator("[data-dialog=key] .wrong")).to_have_text("This is not a key of this table.")
    tab.fill("[data-dialog=key] input", KEY)
    tab.click("[data-dialog=key] button[type=submit]")
    expect(tab.locator("[data-dialog=key]")).to_have_count(0)
    table.lift("a1")
    assert feed.commands == [{"do": "lift", "cell": "a1", "count": 4}]


def test_the_page_speaks_russian(table: TablePage) -> None:
    """One press, and every word is Russian, also those for screen readers; it is remembered."""
    table.speak("ru")
    expect(table.page.locator(".sentence")).to_have_text("Ход: Юг.")
    expect(table.page.locator("[data-do=new]")).to_have_text("Новая партия")
    expect(table.cell("a3")).to_have_accessible_name("a3, 4 камня, можно взять")
    table.page.reload()
    expect(table.page.locator("[data-do=new]")).to_have_text("Новая партия")


def test_a_real_board_shows_what_is_known(tab: Page, served: Served, feed: FakeFeed) -> None:
    """Without simulated wood nothing can be lifted; doubtful places say what the sensors see."""
    feed.simulated = False
    cells = feed.view()["cells"]
    cells["a1"].update(count=None, seen=[3, 4])
    cells["a2"].update(count=None, seen=[1, None], health="left out")
    feed.patch["cells"] = cells
    table = TablePage(tab)
    table.open(served.url, KEY)
    assert tab.locator("[data-cell=a1] .label b").inner_text() == "3–4"
    assert tab.locator("[data-cell=a2] .label b").inner_text() == "1+"
    expect(table.cell("a2")).to_have_attribute("data-health", "left out")
    assert table.counts()["a1"] is None
    tab.mouse.click(*table.centre("b1"))
    assert tab.locator(".tray").count() == 0
    assert feed.commands == []


def test_a_running_clock_counts_down_by_itself(
    table: TablePage, served: Served, feed: FakeFeed
) -> None:
    """Between two views the page keeps the running clock going."""
    sides = feed.view()["sides"]
    sides[0].update(clock=294.2, running=True)
    sides[1].update(clock=300.0, running=False)
    show(served, feed, sides=sides)
    running = table.page.locator(".player[data-side='0'] .clock")
    expect(running).to_have_text("4:53")
    expect(table.page.locator(".player[data-side='1'] .clock")).to_have_text("5:00")


def test_the_winner_is_crowned(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """The end of the game is on the board and beside the name."""
    feed.lights = {"A": glow("winner", BLUE, "breathe")}
    result = {"winner": 0, "scores": [25, 23], "reason": "played"}
    show(served, feed, status="over", result=result)
    expect(table.page.locator(".player.wins .state")).to_have_text("wins")
    expect(table.cell("A").locator(".badge .sign")).to_be_visible()


def test_a_game_from_the_record_is_stepped_through(table: TablePage) -> None:
    """The list leads to the game; steps change the board; both files can be downloaded."""
    table.page.click("text=Record")
    table.page.click("text=7 · Kalah")
    expect(table.page.locator(".steps output")).to_contain_text("3 of 3 · b4")
    expect(table.page.locator(".title")).to_have_text("Anna – Boris 25-23")
    assert table.stones()["b4"] == 0
    table.page.click("[data-step=start]")
    expect(table.page.locator("[data-cell=b4]")).to_have_attribute("data-stones", "4")
    table.page.click(".moves .move >> text=a3")
    expect(table.page.locator("[data-cell=a3]")).to_have_attribute("data-stones", "0")
    with table.page.expect_download() as download:
        table.page.click("[data-format=text]")
    assert download.value.suggested_filename == "lunka-game-7.txt"


def test_a_lost_connection_is_told_and_mended(
    table: TablePage, served: Served, complaints: Complaints
) -> None:
    """When the line breaks a banner says so, and the page comes back by itself."""
    table.page.context.set_offline(True)
    table.page.evaluate("lunkaTable.live.lost()")
    banner = table.page.locator(".banner[data-link=lost]")
    expect(banner).to_have_text("Connection lost. Trying again…")
    table.page.context.set_offline(False)
    expect(table.page.locator(".banner")).to_have_count(0)
    complaints.clear()


def test_sensors_are_left_out_one_by_one_and_only_when_doubted(
    table: TablePage, served: Served, feed: FakeFeed
) -> None:
    """Where a sensor contradicts the game for a while, by name, and asked twice."""
    button = table.page.locator("[data-do=vouch]")
    expect(button).to_have_count(0)
    commands = ["new", "undo", "vouch"]
    show(served, feed, commands=commands, doubted=["a3", "b2"], verdict="wrong")
    expect(button).to_be_visible()
    expect(button).not_to_have_class("main")
    button.click()
    dialog = table.page.locator("[data-dialog=vouch]")
    expect(dialog.locator("label")).to_have_text(["sensor (a3)", "sensor (b2)"])
    dialog.locator("button[type=submit]").click()  # none is ticked: none is left out
    assert feed.commands == []
    dialog.get_by_text("sensor (b2)").click()
    dialog.locator("button[type=submit]").click()
    expect(dialog).to_have_count(0)
    assert feed.commands == [{"do": "vouch", "cells": ["b2"]}]


def test_a_delay_is_shown_as_such(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """T2: what is left stands still while the free seconds run, and is shown beside them."""
    sides = feed.view()["sides"]
    sides[0] |= {"clock": 300.0, "free": 60.0, "running": True}
    show(served, feed, sides=sides)
    clock = table.page.locator(".player[data-side='0'] .clock")
    expect(clock.locator(".free")).to_have_text(re.compile(r"^\+5\d$"))  # some have gone
    expect(clock).to_have_text(re.compile("^5:00"))
    shown = table.page.evaluate(
        """async () => {
          const { clockAfter } = await import("/static/parts/clock.js");
          return [0, 4, 12, 15, 400].map((s) => clockAfter({ clock: 300, free: 12 }, s));
        }"""
    )
    assert [each["left"] for each in shown] == [300, 300, 300, 297, 0]
    assert [each["free"] for each in shown] == [12, 8, 0, 0, 0]


def test_still_views_draw_nothing(table: TablePage, served: Served, feed: FakeFeed) -> None:
    """A view that changes only the sentence leaves every pit untouched in the page."""
    table.page.evaluate(
        "() => { window.touched = 0; new MutationObserver(m => window.touched += m.length)"
        ".observe(document.querySelector('.board'), {subtree: true, childList: true,"
        " attributes: true, characterData: true}); }"
    )
    show(served, feed, sentence={"en": "Think.", "ru": ""})
    expect(table.page.locator(".sentence")).to_have_text("Think.")
    assert table.page.evaluate("window.touched") == 0


class TestPhone:
    """The same page in a hand."""

    @pytest.fixture
    def viewport(self) -> dict[str, Any]:
        """An upright phone."""
        return PHONE

    def test_nothing_overflows(self, table: TablePage) -> None:
        """No sideways scrolling, and the whole board is on the first screen."""
        wide = table.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390
        box = table.page.locator(".board").bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 844

    def test_targets_are_large_enough(self, table: TablePage) -> None:
        """Every pit and button can be hit with a thumb."""
        for target in table.page.locator("[data-cell], .actions button, .language button").all():
            box = target.bounding_box()
            if box is None:  # the language that is already chosen is not shown
                continue
            assert min(box["width"], box["height"]) >= 44

    def test_the_board_is_turned(self, table: TablePage) -> None:
        """Stores above and below, South's row at the left from top to bottom."""
        assert table.centre("B")[1] < table.centre("a1")[1] < table.centre("a6")[1]
        assert table.centre("a6")[1] < table.centre("A")[1]
        assert table.centre("a1")[0] < table.centre("b6")[0]

    def test_fingers_play(self, table: TablePage, feed: FakeFeed) -> None:
        """A tap lifts, taps drop."""
        for cell in ("a3", "a4", "a5", "a6", "A"):
            table.page.touchscreen.tap(*table.centre(cell))
        expect(table.page.locator(".moves .move")).to_have_text(["a3"])

    @pytest.mark.parametrize("width", [320, 360, 412])
    def test_other_phones_fit_too(self, table: TablePage, width: int) -> None:
        """Small and large phones scroll only up and down."""
        table.page.set_viewport_size({"width": width, "height": 700})
        assert table.page.evaluate("document.documentElement.scrollWidth") <= width


class TestStillness:
    """For people whom movement makes unwell."""

    @pytest.fixture
    def viewport(self) -> dict[str, Any]:
        """A browser that asks for less motion."""
        return {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}

    def test_nothing_moves(self, table: TablePage) -> None:
        """The ring stands still, and its pattern carries the movement instead."""
        ring = table.cell("a1").locator(".ring")
        assert ring.evaluate("e => getComputedStyle(e).animationName") == "none"
        assert ring.evaluate("e => getComputedStyle(e).borderStyle") == "dotted"


def test_who_presses_again_before_the_answer_has_pressed_once(
    table: TablePage, feed: FakeFeed
) -> None:
    """The button stands as it was until the table has answered: the second press is the first."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    table.page.route("**/api/command", hold)
    button = table.page.locator("[data-do=pause]")
    for _ in range(3):
        button.click()
    table.page.wait_for_timeout(200)
    assert len(held) == 1
    held.pop().continue_()
    expect(table.page.locator("[data-hand]")).to_have_attribute("aria-busy", "false")
    button.click()  # answered and drawn: this is a press of its own
    table.page.wait_for_timeout(200)
    assert len(held) == 1
    held.pop().continue_()
    expect(table.page.locator("[data-hand]")).to_have_attribute("aria-busy", "false")
    assert [each["do"] for each in feed.commands] == ["pause", "pause"]
