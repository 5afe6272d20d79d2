"""What the lights and the words say in Kakuzu: squares, the figure, hit and miss, time, the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.games.kakuzu.board import CELLS, NUMBERS, ROWS, SEATS, SQUARES
from controller.games.kakuzu.figures import figure
from controller.lights.meanings import TOGETHER
from tests.games.kakuzu.hands import CORNERS, SHEET, holes_of
from tests.house.kakuzu_room import KakuzuRoom

Opened = Callable[..., KakuzuRoom]
#: The hole in the middle of each seat's edge, clockwise from South.
HOMES = ("e9", "a5", "e1", "i5")


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Opened]:
    """A Kakuzu room with these options, its first stones taken."""
    rooms: list[KakuzuRoom] = []

    def opened(**options: Any) -> KakuzuRoom:
        rooms.append(KakuzuRoom(tmp_path, tokens="hand", **options))
        return rooms[-1]

    yield opened
    for each in rooms:
        each.close()


def lit(here: KakuzuRoom, meaning: str) -> set[str]:
    """The holes that say this."""
    return {cell for cell, each in here.lit().items() if each == meaning}


def says(here: KakuzuRoom) -> str:
    """The sentence of the moment; it is there in Russian too."""
    assert here.view["sentence"]["ru"] != here.view["sentence"]["en"]
    return str(here.view["sentence"]["en"])


def picture(cells: set[str]) -> str:
    """Holes as rows of signs, as South sees them."""
    return "\n".join("".join("#" if cell in cells else "." for cell in row) for row in ROWS)


def test_the_squares_that_still_give_a_stone(room: Opened) -> None:
    """Z2: every hole of a square that is still whole is lit, and none of the others."""
    here = room()
    here.begin()
    assert lit(here, "may-lift") | lit(here, "turn") == set(CELLS)
    here.lift("a1")
    first = {CELLS[hole] for hole in SQUARES[0]}
    assert lit(here, "may-lift") | lit(here, "turn") == set(CELLS) - first
    assert "North" in says(here)


def test_the_number_is_drawn_for_who_looks_for_it(room: Opened) -> None:
    """Z3: the figure of the token lies over the board, upright for its player."""
    here = room(players=4)
    here.set_up()  # nine stones of four players: West is next
    here.do("roll", dice=[7])
    assert lit(here, "number") | lit(here, "turn") == {*figure(7, "West"), "a5"}
    assert lit(here, "turn") == {"a5"}
    assert "West" in says(here)
    assert "7" in says(here)


def test_a_figure_as_each_seat_sees_it() -> None:
    """The same figure, turned by a quarter from seat to seat."""
    shape = "\n".join(
        (
            ".........",
            "..#####..",
            "......#..",
            ".....#...",
            "....#....",
            "....#....",
            "....#....",
            "....#....",
            ".........",
        )
    )
    south = set(figure(7, "South"))
    assert picture(south) == shape
    for seat in SEATS[1:]:
        # a quarter clockwise: what is left of one is in front of the next
        south = {ROWS["abcdefghi".index(cell[0])][8 - (int(cell[1]) - 1)] for cell in south}
        assert set(figure(7, seat)) == south


def test_all_figures_differ_and_leave_the_edge_free() -> None:
    """Nine numbers and the 0: none covers the lights that say whose turn it is."""
    figures = {number: frozenset(figure(number, "South")) for number in (0, *NUMBERS)}
    assert len(set(figures.values())) == 10
    for number in NUMBERS:
        for seat in SEATS:
            assert not set(figure(number, seat)) & set(HOMES)


def test_a_hit_and_the_next_token(room: Opened) -> None:
    """Z4: a steady light in the hole of a hit; the same player is asked for more."""
    here = room()
    here.set_up()
    here.do("roll", dice=[5])
    cell = holes_of(5)[1]
    here.lift(cell)
    assert lit(here, "hit") == {cell}
    assert lit(here, "again") == {"e1"}
    assert lit(here, "miss") == set()
    assert "North" in says(here)


def test_a_miss_and_the_next_player(room: Opened) -> None:
    """Z5: another light for a miss, and the player on the left is to draw."""
    here = room()
    here.set_up()
    here.do("roll", dice=[5])
    cell = next(cell for cell in CELLS if cell not in CORNERS and SHEET.beneath(cell) != 5)
    here.lift(cell)
    assert lit(here, "miss") == {cell}
    assert lit(here, "turn") == {"e9"}
    assert "South" in says(here)


def test_a_third_hit_ends_the_turn_and_is_lit(room: Opened) -> None:
    """Z10: the third stone that was named is a hit like the others; it stands still, so the next
    player is told by a blinking light."""
    here = room(variant="named")
    here.set_up()
    for number in (5, 4, 6):
        here.do("declare", turn=f"name{number}")
        cell = holes_of(number)[1]
        here.lift(cell)
        assert lit(here, "hit") == {cell}
    assert lit(here, "next") == {"e9"}
    assert here.table.state.rules.mover(here.position) == 0


def test_hit_and_miss_are_told_apart_without_colour(room: Opened) -> None:
    """One shines steadily, the other blinks."""
    here = room()
    here.set_up()
    here.do("roll", dice=[5])
    here.lift(holes_of(5)[0])
    hit = here.view["cells"][holes_of(5)[0]]["glow"]
    here.do("roll", dice=[4])
    here.lift(holes_of(6)[0])
    miss = here.view["cells"][holes_of(6)[0]]["glow"]
    assert (hit["movement"], miss["movement"]) == ("steady", "blink")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whose_turn_it_is_all_round_the_table(room: Opened, players: int) -> None:
    """Each player has a light at the own edge, and it goes round clockwise."""
    here = room(players=players)
    here.begin()
    homes = [here.table.state.rules.homes[side] for side in range(players)]
    assert homes == [HOMES[SEATS.index(side)] for side in here.table.state.rules.sides]
    for turn, cell in enumerate(("a1", "d1", "g1", "a4", "d4")):
        assert lit(here, "turn") == {homes[turn % players]}
        here.lift(cell)


def test_everything_lit_may_be_lit_together(room: Opened) -> None:
    """No two meanings share a hole or a moment that could be taken for one another."""
    here = room(players=3, turn_seconds=60)
    here.set_up()
    here.do("roll", dice=[5])
    seen = [set(here.lit().values())]
    here.let(55.0)
    seen.append(set(here.lit().values()))
    here.lift(holes_of(5)[0])
    seen.append(set(here.lit().values()))
    allowed = [{meaning.value for meaning in each} for each in TOGETHER]
    assert "hurry" in seen[1]
    for meanings in seen:
        assert any(meanings <= each for each in allowed), meanings


def test_who_shares_the_win_is_lit(room: Opened) -> None:
    """The homes of all who share the win shine, and no other."""
    here = room(players=3)
    here.set_up()
    here.do("resign", side=0)
    assert lit(here, "winner") == {"a5", "e1"}
    assert "West" in says(here)
    assert "North" in says(here)
