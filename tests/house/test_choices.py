"""What a new game may choose at a table."""

from __future__ import annotations

from typing import Any

import pytest

from controller.board.choices import choices_for, rules_now
from controller.board.loop import BoardLoop
from controller.games.catalogue import names
from tests.house.conftest import MakeRoom


def choices_of(house: BoardLoop) -> dict[str, Any]:
    """What the dialog of a new game at this table offers."""
    usual = house.table.house.plain()
    return choices_for(house.table.cells, usual, rules_now(house.told, usual))


def test_a_kalah_board_plays_kalah(make_room: MakeRoom) -> None:
    """Only games that the board has cells for, with every option and who may begin."""
    (kalah,) = choices_of(make_room().house)["games"]
    assert kalah["name"] == "kalah" and kalah["title"] == {"en": "Kalah", "ru": "Калах"}
    assert kalah["begin"] == ["south", "north"]
    options = {each["key"]: each for each in kalah["options"]}
    stones = options["stones"]
    assert (stones["usual"], stones["least"], stones["most"]) == (6, 1, 12)
    assert stones["picks"] == [3, 4, 5, 6]
    assert stones["title"] == {"en": "Stones in a pit", "ru": "Камней в лунке"}
    assert "title" not in options["pits"]  # the wood itself decides
    assert options["pie"]["allowed"] == [True, False]
    assert options["capture"]["allowed"] == ["opposite", "always", "none"]


def test_the_house_rules_of_the_game_are_told_beside_the_tables(make_room: MakeRoom) -> None:
    """A new game begins with those of the last; what differs from the table's must be said."""
    room = make_room()
    room.house.command({"do": "new", "house": {"takebacks": False}})
    house = choices_of(room.house)["house"]
    assert house["usual"]["takebacks"] is True and house["now"]["takebacks"] is False
    assert house["now"]["flag"] == house["usual"]["flag"] == "match"  # a single game tells none
    assert {rule["key"] for rule in house["rules"]} == set(house["usual"])


@pytest.mark.parametrize("game", names())
def test_every_game_says_who_may_begin(game: str) -> None:
    """Nobody where dice say it (N2), or where one side always begins."""
    from controller.board.choices import _games
    from controller.games.catalogue import make_game

    told = {each["name"]: each for each in _games(frozenset(make_game(game).cells))}
    begin = told[game]["begin"]
    nardy = game in ("short", "long", "gulbar", "mad-gulbar")
    assert (begin == []) is nardy
