"""What is said over dice and cube: who rolls, what was rolled, what is offered."""

from __future__ import annotations

import pytest

from controller.games.catalogue import make_game
from controller.lights.scene import scene
from controller.table.house_rules import HouseRules
from controller.table.survey import survey
from controller.table.table import Table
from controller.words.moment import moment
from controller.words.news import happened
from hardware.readings import Reading, Sense
from tests.table.dicing import DiceSeat, seated
from tests.table.test_forced import BLACK, WHITE, closed_out


def table_at(*commands: dict[str, object]) -> Table:
    """A table of short nardy with real dice, set up, after these commands."""
    rules = make_game("short", {})
    table = Table(rules.cells, game="short", house=HouseRules(dice="entered"))
    table.command({"do": "new"}, 0.0)
    held = zip(rules.cells, rules.contents(rules.start()), strict=True)
    table.take([Reading(cell, Sense.SLOTS, abs(n), 0.0, capacity=99) for cell, n in held], 0.0)
    for at, command in enumerate(commands, 1):
        table.command(command, float(at))
    return table


def said(table: Table) -> str:
    """The sentence of the moment in English."""
    return moment(survey(table))["en"]


OPENING: dict[str, object] = {"do": "roll", "dice": [6, 5]}


def test_who_rolls_in_the_opening() -> None:
    """Before the first turn each side rolls one die."""
    assert said(table_at()) == "Each side rolls one die: the higher begins."


def test_a_roll_is_called_and_says_what_may_be_lifted() -> None:
    """After the roll its Persian call is said, and the points where turns begin."""
    table = table_at(OPENING)
    assert said(table) == "White to move. 6-5: shesh-besh. Playable: 24, 13, 8."
    assert moment(survey(table))["ru"].startswith("Ходят Белые. 6-5: шеш-беш.")


def test_a_checker_in_hand_is_shown_where_it_may_go() -> None:
    """With a checker of 24 in hand 18 and 13 are lit, and nothing else."""
    table = table_at(OPENING)
    table.take([Reading("24", Sense.SLOTS, 1, 2.0, capacity=99)], 2.0)
    lit = {cell for cell, glow in scene(survey(table)).items() if glow.meaning == "may-put"}
    assert lit == {"18", "13"}


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("double", "The stake is raised to 2: White takes or drops."),
        ("resign 1", "The other side resigns a plain game: White accepts or refuses."),
        ("resign 2", "The other side resigns mars: White accepts or refuses."),
        ("resign 3", "The other side resigns koks: White accepts or refuses."),
    ],
)
def test_an_offer_names_who_must_answer(word: str, sentence: str) -> None:
    """A raise and a resignation wait for the other side's word."""
    table = table_at(OPENING)
    moved = {"24": 1, "13": 6}
    table.take([Reading(cell, Sense.SLOTS, n, 2.0, capacity=99) for cell, n in moved.items()], 2.0)
    table.command({"do": "decide", "decision": word}, 3.0)
    assert said(table) == sentence


def both(table: Table) -> tuple[str, str]:
    """The sentence of the moment in English and in Russian."""
    sentence = moment(survey(table))
    return sentence["en"], sentence["ru"]


def test_equal_opening_dice_are_told_and_called() -> None:
    """N2, N12: they lie nowhere, so the sentence says that they were rolled."""
    table = table_at({"do": "roll", "dice": [4, 4]})
    english, russian = both(table)
    assert english.startswith("4-4 (dur-char): equal dice are rolled again. Each side rolls")
    assert russian.startswith("4-4 (дур-чар): поровну, бросайте снова. Каждый")


def test_the_opening_roll_of_long_nardy_is_told_and_called() -> None:
    """N2: it says who begins, and the beginner rolls afresh."""
    seat = seated(2, 5, game="long")
    english, russian = both(seat.table)
    assert english.startswith("The opening roll was 2-5 (panji-du): Black begins. Black to roll.")
    assert russian.startswith("Первый бросок: 2-5 (панджи-ду). Начинают Чёрные. Бросают Чёрные.")
    seat.say("roll", dice=[6, 1])
    assert "opening" not in both(seat.table)[0]


def test_a_roll_that_forced_a_pass_is_told_and_called() -> None:
    """N6, N12: until the other side rolls."""
    seat = closed_out(BLACK)
    seat.say("roll", dice=[5, 6])
    english, russian = both(seat.table)
    assert english.startswith("Black could not move with 6-5 (shesh-besh). White to roll.")
    assert russian.startswith("Чёрные: с броском 6-5 (шеш-беш) хода нет. Бросают Белые.")
    seat.say("roll", dice=[6, 1])
    assert "could not" not in both(seat.table)[0]


def test_dice_that_came_with_a_position_and_forced_a_pass_are_told() -> None:
    """Nobody rolled them at this table, and still they were there."""
    assert both(closed_out(BLACK, "66").table)[0].startswith("Black could not move with 6-6")


def news(seat: DiceSeat, kind: str) -> tuple[str, str]:
    """What players were told of the newest event of this kind."""
    event = next(each for each in reversed(seat.events) if each.kind == kind)
    told = happened(event, seat.state)
    assert told is not None
    return told["en"], told["ru"]


def test_rolls_and_passes_are_called_aloud() -> None:
    """N12: whatever is rolled, whoever rolls it."""
    seat = closed_out(BLACK)
    seat.say("roll", dice=[5, 6])
    assert news(seat, "dice.rolled")[0] == "Black rolled 5-6 (shesh-besh)."
    assert news(seat, "turn.made") == (
        "Black cannot move with 5-6 (shesh-besh) and passes.",
        "Чёрные: с броском 5-6 (шеш-беш) хода нет, пас.",
    )
    opened = seated(6, 4)
    assert news(opened, "dice.rolled") == (
        "The opening roll: 6-4 (shesh-char).",
        "Первый бросок: 6-4 (шеш-чар).",
    )


def test_an_inferred_roll_is_called_where_it_is_certain() -> None:
    """N12: one roll has a call, several are only listed; a pass is no turn that was played."""
    seat = seated(dice="inferred")
    seat.move("13>8", "13>7")
    seat.wait(10.0)
    assert news(seat, "turn.made")[0] == "White played 13/8 13/7: 6-5 (shesh-besh)."
    assert both(seat.table)[1].endswith("По ходу видно: 6-5 (шеш-беш).")
    held = closed_out(BLACK, dice="inferred")
    held.say("pass")
    assert news(held, "turn.made")[0].startswith("Black cannot move with 6-6, 6-5, ")


@pytest.mark.parametrize("game", ["long", "gulbar", "mad-gulbar"])
def test_the_long_games_have_no_koks(game: str) -> None:
    """L9: the highest loss is a home mars, in the news and in the question to the other side."""
    seat = seated(6, 5, game=game)
    seat.say("decide", decision="resign 3", side=WHITE)
    assert news(seat, "decision.made") == ("White: resign home mars.", "Белые: сдаю домашний марс.")
    assert both(seat.table) == (
        "The other side resigns home mars: Black accepts or refuses.",
        "Соперник сдаёт домашний марс: Чёрные соглашаются или нет.",
    )
    assert seat.rules.shown(seat.state.position)["resigned"] == 3
