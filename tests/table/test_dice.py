"""Rolling while the hands are still at the last turn."""

from __future__ import annotations

import pytest

from controller.table.commands import CommandError
from controller.table.table import Table
from hardware.readings import Reading, Sense
from tests.words.test_dice import OPENING, table_at


def see(table: Table, at: float, **counts: int) -> None:
    """These points show so many checkers now."""
    cells = {cell.removeprefix("p"): count for cell, count in counts.items()}
    table.take([Reading(cell, Sense.SLOTS, n, at, capacity=99) for cell, n in cells.items()], at)


def test_a_turn_that_was_changed_counts_as_changed() -> None:
    """Who changes the last turn and lets the other roll has made the changed one."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    assert [ply.turn for ply in table.state.plies] == ["24/13"]
    see(table, 3.0, p24=2, p13=3, p8=4, p7=1)
    table.command({"do": "roll", "dice": [2, 1]}, 3.1)
    assert [ply.turn for ply in table.state.plies] == ["13/8 13/7"]


def test_nobody_rolls_while_the_last_turn_is_in_hand() -> None:
    """A roll is refused as long as the last turn is being changed."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    see(table, 3.0, p13=5)
    with pytest.raises(CommandError, match="still at the last turn"):
        table.command({"do": "roll", "dice": [2, 1]}, 3.1)


def test_a_turn_taken_back_has_its_own_dice_again() -> None:
    """After the next roll the first turn is taken back: its dice lie there, not the next ones."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    table.command({"do": "roll", "dice": [2, 1]}, 3.0)
    table.command({"do": "undo"}, 4.0)
    see(table, 5.0, p24=2, p13=5)
    see(table, 6.0, p24=1, p13=6)
    assert table.state.plies[0].dice == (6, 5)


def test_who_picks_up_his_dice_has_ended_his_turn() -> None:
    """A turn is sealed by lifting the dice: hands can no longer change it without a takeback."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    (sealed,) = table.command({"do": "confirm", "by": "dice"}, 3.0)
    assert (sealed.kind, dict(sealed.data)) == ("turn.sealed", {"ply": 1, "by": "dice"})
    assert table.state.sealed


def test_a_turn_is_ended_by_button_or_dice_only() -> None:
    """Anything else is named and refused."""
    table = table_at(OPENING)
    see(table, 2.0, p24=1, p13=6)
    with pytest.raises(CommandError, match=r"by 'nod' is unknown; .* by button or dice"):
        table.command({"do": "confirm", "by": "nod"}, 3.0)
