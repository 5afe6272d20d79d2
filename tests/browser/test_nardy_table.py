"""What lies beside the nardy board, on the page of the real daemon: dice, cube, match, pips."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.nardy_hands import move, roll, says
from tests.browser.page import TablePage
from tests.browser.playing import exported, lunka_play

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


@pytest.mark.parametrize("house", [("dice=entered", "tournament=true")])
@pytest.mark.parametrize("options", [("match_length=5",)])
def test_a_tournament_shows_the_match_and_no_pips(nardy: TablePage) -> None:
    """The page copes without them."""
    roll(nardy, 6, 1)
    says(nardy, "6-1: shesh-yek")
    expect(nardy.page.locator(".standing")).to_contain_text("Match to 5")
    expect(nardy.page.locator("[data-pips]")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "named"), [("short", "resign koks"), ("gulbar", "resign home mars")]
)
def test_the_highest_loss_is_called_as_the_game_calls_it(nardy: TablePage, named: str) -> None:
    """Koks is for short nardy (S9), a home mars for the others (L9)."""
    roll(nardy, 6, 1)
    nardy.page.click("[data-do=resign]")
    expect(nardy.page.locator("[data-decide='resign 3']")).to_have_text([named, named])


def test_either_side_resigns_and_the_other_hears_what(nardy: TablePage) -> None:
    """White is to play, and Black resigns mars: White is asked with what he would win."""
    roll(nardy, 6, 1)
    nardy.page.click("[data-do=resign]")
    expect(nardy.page.locator(".dialog .resigning")).to_have_text(["Anna (White)", "Boris (Black)"])
    nardy.page.click("[data-decide='resign 2'][data-side='1']")
    says(nardy, "The other side resigns mars: Anna (White) accepts or refuses.")
    expect(nardy.page.locator(".dialog")).to_have_count(0)
    nardy.page.click("[data-decide=accept]")
    says(nardy, "Anna (White) wins 2:0: mars.")


def test_friends_see_the_pips(nardy: TablePage) -> None:
    """Both sides begin with 167."""
    expect(nardy.page.locator("[data-pips]")).to_have_attribute("data-pips", "167:167")


def test_a_die_that_is_played_is_dimmed(nardy: TablePage) -> None:
    """After the first checker the board shows, and says, which number is still to be played."""
    roll(nardy, 6, 1)
    expect(nardy.page.locator(".die.spent")).to_have_count(0)
    move(nardy, "13", "7")
    says(nardy, "Still to play: 1.")
    expect(nardy.page.locator(".die.spent")).to_have_attribute("aria-label", "6, played")
    assert nardy.glows()["8"] == "may-lift"


def cube(nardy: TablePage) -> Locator:
    """The cube in the middle of the board."""
    return nardy.page.locator(".cube")


def open_with_a_raise(nardy: TablePage) -> None:
    """White makes the bar point with 6-1; Black raises."""
    roll(nardy, 6, 1)
    move(nardy, "13", "7")
    move(nardy, "8", "7")
    expect(nardy.page.locator(".moves .move")).to_have_text(["61: 13/7 8/7"])
    nardy.page.click("[data-decide=double]")


def test_the_cube_is_offered_and_goes_to_who_takes_it(nardy: TablePage) -> None:
    """First in the middle, then offered, then White's alone to raise (N11); it lies at his side."""
    expect(cube(nardy)).to_have_attribute("title", "Stake 1, either side may raise")
    open_with_a_raise(nardy)
    says(nardy, "The stake is raised to 2: Anna (White) takes or drops.")
    expect(nardy.page.locator(".player.acts")).to_have_attribute("data-side", "0")
    expect(nardy.page.locator(".player.acts .state")).to_have_text("to answer")
    expect(cube(nardy)).to_have_text("2")
    expect(cube(nardy)).to_have_class("cube offered")
    expect(cube(nardy)).to_have_attribute("title", "Stake 2, offered")
    expect(nardy.cell("off-white")).to_have_attribute("data-glow", "offer")
    nardy.page.click("[data-decide=take]")
    expect(cube(nardy)).to_have_attribute("data-owner", "0")
    expect(cube(nardy)).to_have_attribute("aria-label", "Stake 2, White may raise")
    expect(nardy.page.locator("[data-decide=double]")).to_have_count(0)
    lies, middle = cube(nardy).bounding_box(), nardy.page.locator(".middle").bounding_box()
    assert lies is not None
    assert middle is not None
    assert lies["y"] + lies["height"] / 2 > middle["y"] + middle["height"] / 2


@pytest.mark.parametrize("options", [("match_length=3",)])
def test_a_drop_ends_the_game_and_the_match_goes_on_at_its_score(
    nardy: TablePage, tmp_path: Path
) -> None:
    """Who drops loses the old stake (N11), asked once more; the next game knows the score (S14)."""
    open_with_a_raise(nardy)
    nardy.page.click("[data-decide=drop]")
    dialog = nardy.page.locator("[data-dialog=decide]")
    expect(dialog).to_contain_text("Whoever drops loses the game at the old stake: 1.")
    says(nardy, "takes or drops")
    dialog.locator("button[type=submit]").click()
    says(nardy, "Boris (Black) wins")
    assert exported(tmp_path)["result"]["scores"] == [0, 1]
    nardy.page.click("[data-do=next]")
    says(nardy, "Each side rolls one die")
    expect(nardy.page.locator(".standing dt").last).to_have_text("Match to 3")
    expect(nardy.page.locator(".standing dd").last).to_have_text("0 : 1")
    expect(cube(nardy)).to_have_text("1")
    assert exported(tmp_path)["tags"]["MatchGame"] == "2"


def test_a_void_roll_is_rolled_again(nardy: TablePage, tmp_path: Path) -> None:
    """The dice lie badly (N3): they are gone from the board, and the record knows of them."""
    roll(nardy, 6, 1)
    move(nardy, "13", "7")
    move(nardy, "8", "7")
    says(nardy, "Boris (Black) to roll")
    roll(nardy, 4, 3)
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "4-3")
    nardy.press("void")
    dialog = nardy.page.locator("[data-dialog=void]")
    dialog.get_by_label("a die left the board").check()
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "4-3")  # a second thought
    dialog.locator("button[type=submit]").click()
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "")
    roll(nardy, 5, 2)
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "5-2")
    events = exported(tmp_path)["events"]
    void = [each["data"] for each in events if each["kind"] == "dice.void"]
    assert void == [{"dice": [4, 3], "side": 1, "why": "a die left the board", "sent_by": "table"}]


@pytest.mark.parametrize("house", [("dice=entered", "premature=stands", "clock=plain")])
def test_a_roll_made_too_early_and_a_die_on_the_floor(nardy: TablePage, tmp_path: Path) -> None:
    """T8: it is said by a dialog of its own, waits, and lies there after the turn; T5: the page's
    reason for a die on the floor stops the clocks."""
    roll(nardy, 6, 1)
    nardy.press("early")
    early = nardy.page.locator("[data-dialog=early]")
    for die, number in (("one", 3), ("two", 1)):
        early.locator(f"input[name={die}][value='{number}']").check()
    early.locator("button[type=submit]").click()
    says(nardy, "Boris (Black) has rolled 3-1")
    move(nardy, "13", "7")
    move(nardy, "8", "7")
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "3-1")
    nardy.press("void")
    dialog = nardy.page.locator("[data-dialog=void]")
    dialog.get_by_label("a die is on the floor").check()
    dialog.locator("button[type=submit]").click()
    says(nardy, "the clocks stand until the next roll")
    void = [each["data"] for each in exported(tmp_path)["events"] if each["kind"] == "dice.void"]
    assert void[0]["floor"] is True


@pytest.mark.parametrize("game", ["gulbar"])
def test_numbers_that_pass_over_are_shown_and_lit(nardy: TablePage) -> None:
    """G2: White cannot play the last two of a double six; Black plays them, then rolls."""
    dice = nardy.page.locator(".middle")
    roll(nardy, 6, 1)  # who begins (N2)
    expect(nardy.page.locator("[data-die='6']")).to_be_visible()
    roll(nardy, 6, 6)
    move(nardy, "24", "18")
    move(nardy, "24", "18")
    says(nardy, "Numbers that passed over are played first: 6, 6.")
    expect(dice).to_have_attribute("data-dice", "6-6")
    expect(nardy.page.locator("[data-die='6']")).to_be_disabled()
    assert [cell for cell, glow in nardy.glows().items() if glow == "may-lift"] == ["12"]
    nardy.speak("ru")
    says(nardy, "Сначала играют перешедшие числа: 6, 6.")
    nardy.speak("en")
    move(nardy, "12", "6")
    move(nardy, "12", "6")
    expect(nardy.page.locator("[data-die]").first).to_be_enabled()
    expect(dice).to_have_attribute("data-dice", "")
    assert nardy.moves() == ["66: 24/18(2)", "24/18(2)"]


@pytest.mark.parametrize("house", [("dice=board",)])
def test_the_board_rolls_at_the_press_of_a_button(nardy: TablePage) -> None:
    """No numbers are to be entered; equal opening dice are rolled again (N2)."""
    press = nardy.page.locator("[data-do=roll]")
    expect(press).to_be_visible()
    expect(nardy.page.locator("[data-die]")).to_have_count(0)
    dice = nardy.page.locator(".middle")
    while dice.get_attribute("data-dice") == "":
        with nardy.page.expect_response("**/api/command"):
            press.click()
        nardy.page.wait_for_timeout(200)  # the page draws at its next frame
    expect(dice).to_have_attribute("data-dice", re.compile("^[1-6]-[1-6]$"))
    expect(dice.locator(".die")).to_have_count(2)
    expect(nardy.page.locator("[data-glow=may-lift]").first).to_be_visible()
    expect(press).to_be_disabled()  # it stays where it was: nothing else comes under the pointer


@pytest.mark.parametrize("house", [("dice=board",)])
def test_a_second_press_on_roll_throws_nothing_away(nardy: TablePage, tmp_path: Path) -> None:
    """What the board rolled is never void: the button is not there, and no press reaches one."""
    press, dice = nardy.page.locator("[data-do=roll]"), nardy.page.locator(".middle")
    expect(press).to_be_visible()
    box = press.bounding_box()
    assert box is not None
    for _ in range(12):  # equal opening dice are rolled again
        nardy.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        nardy.page.wait_for_timeout(150)
    expect(dice).to_have_attribute("data-dice", re.compile("^[1-6]-[1-6]$"))
    expect(nardy.page.locator("[data-do=void]")).to_have_count(0)
    kinds = [each["kind"] for each in exported(tmp_path)["events"]]
    assert "dice.void" not in kinds


@pytest.mark.parametrize("game", ["short", "long"])
def test_the_board_fits_on_a_phone(game: str, tab: Page, tmp_path: Path) -> None:
    """Points, bars and trays are on the screen, and a press in a place's middle reaches it."""
    with lunka_play(tmp_path, game, "--house", "dice=entered") as address:
        tab.goto(address)
        page = TablePage(tab)
        for width in (320, 390, 844):
            tab.set_viewport_size({"width": width, "height": 700})
            expect(page.cell("24")).to_be_visible()
            assert tab.evaluate("document.documentElement.scrollWidth") <= width
            boxes = {cell: page.cell(cell).bounding_box() for cell in page.cells()}
            for cell, box in boxes.items():
                assert box is not None, cell
                assert 0 <= box["x"] < box["x"] + box["width"] <= width, cell
                assert box["width"] >= 18, cell
                assert box["height"] >= 90, cell
            hit = (
                "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-cell]')?.dataset.cell"
            )
            for cell in ("1", "12", "13", "24", "off-white", "off-black"):
                page.cell(cell).scroll_into_view_if_needed()
                assert tab.evaluate(hit, page.centre(cell)) == cell
        tab.goto("about:blank")


def test_equal_opening_dice_stay_in_sight(nardy: TablePage) -> None:
    """N2, N12: they are over at once; until the next roll they are shown with their call."""
    past = nardy.page.locator(".dice.past")
    roll(nardy, 4, 4)
    says(nardy, "4-4 (dur-char): equal dice are rolled again.")
    expect(past).to_have_attribute("data-last", "4-4")
    expect(past).to_contain_text("dur-char")
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "")
    roll(nardy, 6, 1)
    expect(past).to_have_count(0)
    expect(nardy.page.locator(".middle")).to_have_attribute("data-dice", "6-1")


#: White has one checker on the bar, Black holds his whole home; and how to get there.
ON_THE_BAR = "27YtAADg5+ADQA"
TO_THE_BAR = (
    "24>bar-white 24>6 1>24 1>24 12>18 12>18 12>20 12>20 12>21 17>21 17>22 19>22 19>23 19>23"
)


def test_a_roll_that_leaves_nothing_to_play_is_told(nardy: TablePage) -> None:
    """N6, N12: White is on the bar of a closed home; his pass shows the dice that forced it."""
    nardy.page.click("[data-do=setup]")
    nardy.page.fill("[data-dialog=setup] [name=position]", ON_THE_BAR)
    nardy.page.click("[data-dialog=setup] [type=submit]")
    says(nardy, "Set the board up")
    for way in TO_THE_BAR.split():
        move(nardy, *way.split(">"))
    says(nardy, "Anna (White) to roll")
    roll(nardy, 6, 5)
    says(nardy, "Anna (White) could not move with 6-5 (shesh-besh). Boris (Black) to roll.")
    expect(nardy.page.locator(".dice.past")).to_have_text("White: shesh-besh")
    expect(nardy.page.locator(".moves .move")).to_have_text(["65: pass"])
