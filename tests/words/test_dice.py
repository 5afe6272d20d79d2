"""What is said over dice and cube: who rolls, what was rolled, what is offered."""

from __future__ import annotations

import pytest

from controller.games.catalogue import make_game
from controller.lights.scene import scene
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from controller.words.moment import moment
from hardware.readings import Reading, Sense


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
    return moment(table, scene(table))["en"]


OPENING: dict[str, object] = {"do": "roll", "dice": [6, 5]}


def test_who_rolls_in_the_opening() -> None:
    """Before the first turn each side rolls one die."""
    assert said(table_at()) == "Each side rolls one die: the higher begins."


def test_a_roll_is_called_and_says_what_may_be_lifted() -> None:
    """After the roll its Persian call is said, and the points where turns begin."""
    table = table_at(OPENING)
    assert said(table) == "White to move. 6-5: shesh-besh. Playable: 8, 13, 24."
    assert moment(table, scene(table))["ru"].startswith("Ходит Белые. 6-5: шеш-беш.")


def test_a_checker_in_hand_is_shown_where_it_may_go() -> None:
    """With a checker of 24 in hand 18 and 13 are lit, and nothing else."""
    table = table_at(OPENING)
    table.take([Reading("24", Sense.SLOTS, 1, 2.0, capacity=99)], 2.0)
    lit = {cell for cell, glow in scene(table).items() if glow.meaning == "may-put"}
    assert lit == {"18", "13"}


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("double", "The stake is raised to 2: White takes or drops."),
        ("resign 1", "The other side resigns: White accepts or refuses."),
    ],
)
def test_an_offer_names_who_must_answer(word: str, sentence: str) -> None:
    """A raise and a resignation wait for the other side's word."""
    table = table_at(OPENING)
    moved = {"24": 1, "13": 6}
    table.take([Reading(cell, Sense.SLOTS, n, 2.0, capacity=99) for cell, n in moved.items()], 2.0)
    table.command({"do": "decide", "decision": word}, 3.0)
    assert said(table) == sentence
