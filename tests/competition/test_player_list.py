"""Lists of players as spreadsheets and hands write them."""

from __future__ import annotations

import pytest

from controller.competition.player_list import read_players
from controller.competition.values import CompetitionError


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("Ann\nBob", [("Ann", None), ("Bob", None)]),
        ("Ann,1800\n\nBob,", [("Ann", 1800), ("Bob", None)]),
        ("name,rating,club\nAnn,1800,Lisboa", [("Ann", 1800)]),
        ("club;игрок;рейтинг\nМосква;Анна;1800", [("Анна", 1800)]),
        ("Name\tElo\nAnn\t1500", [("Ann", 1500)]),
        ('"Berg, Ann",1800', [("Berg, Ann", 1800)]),
        ("\ufeffname\nAnn", [("Ann", None)]),
        ("'=Ann,7", [("=Ann", 7)]),
    ],
)
def test_what_spreadsheets_save_is_read(text: str, players: list[tuple[str, int | None]]) -> None:
    """Commas, semicolons or tabs, with a line of heads or without, marked as UTF-8 or not."""
    assert [(each.name, each.rating) for each in read_players(text)] == players


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "the list is empty"),
        ("Ann,1800\n,1700", "line 2: no name"),
        ("Ann,10001", "line 1: '10001' is no rating, 0 to 10000"),
        ("Ann,-3\nBob,x", "line 2: 'x' is no rating"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(text: str, told: str) -> None:
    """With what stands there."""
    with pytest.raises(CompetitionError, match=told):
        read_players(text)
