"""What was silent and is said: what follows from a turn, what is to be done beside the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.games.kakuzu.board import CELLS
from controller.play.event import Event
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.news import happened
from hardware.readings import Reading
from tests.games.kakuzu.hands import CORNERS, SHEET, holes_of
from tests.house.kakuzu_room import KakuzuRoom
from tests.lights.watching import Watched
from tests.table.board import Seat
from tests.table.dicing import DiceSeat
from tests.table.dicing import seated as diced

Opened = Callable[..., KakuzuRoom]


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Opened]:
    """A Kakuzu room with these options."""
    rooms: list[KakuzuRoom] = []

    def opened(**options: Any) -> KakuzuRoom:
        rooms.append(KakuzuRoom(tmp_path, **{"tokens": "hand", **options}))
        return rooms[-1]

    yield opened
    for each in rooms:
        each.close()


def says(here: KakuzuRoom) -> str:
    """The sentence of the moment."""
    return str(here.view["sentence"]["en"])


def heard(seat: Seat, language: str = "en") -> str:
    """The same at a table without a house."""
    return moment(survey(seat.table))[language]


def missed(number: int) -> str:
    """A hole with another number beneath."""
    return next(cell for cell in CELLS if cell not in CORNERS and SHEET.beneath(cell) != number)


# -- Kakuzu ----------------------------------------------------------------------------------------


def test_a_sheet_is_slid_in_and_every_square_gives_a_stone(room: Opened) -> None:
    """Z2: the sheet first; then one stone of each square, in a short sentence, which leaves no
    square out: also not that in which the mover's own light is."""
    here = room()
    here.begin()
    assert "Slide a sheet in unseen." in says(here)
    assert "Take one stone from any square; it belongs to nobody." in says(here)
    here.lift("a1")
    assert says(here).endswith(
        "Take one stone from a square that is still whole; it belongs to nobody: d1-f3, g1-i3,"
        " a4-c6, d4-f6, g4-i6, a7-c9, d7-f9, g7-i9."
    )
    here.lift(*CORNERS[1:8])
    assert "nobody: g7-i9." in says(here) and len(says(here)) < 200


def test_a_number_is_drawn(room: Opened) -> None:
    """Z3: by hand from the bag, or by the board."""
    here = room()
    here.set_up()
    assert "Draw a number from the bag and say which." in says(here)
    assert "Вытяните номер из мешка" in here.view["sentence"]["ru"]


def test_the_board_draws(room: Opened) -> None:
    """Z3: where the board draws, it only has to be asked."""
    here = room(tokens="board")
    here.set_up()
    assert says(here).endswith("Draw a number.")


def test_a_miss_gives_the_stone_to_the_left(room: Opened) -> None:
    """Z5: who gets it, and that the numbers go back; until the next number is drawn."""
    here = room()
    here.set_up()
    here.do("roll", dice=[5])
    here.lift(missed(5))
    assert "A miss: give the stone to the left, to South." in says(here)
    assert "The numbers of this turn go back into the bag." in says(here)
    here.do("roll", dice=[6])
    assert "miss" not in says(here)


def test_a_zero_ends_the_turn(room: Opened) -> None:
    """Z6: with all its numbers."""
    here = room()
    here.set_up()
    here.do("roll", dice=[0])
    assert "A 0 was drawn: the turn ends. The numbers of this turn go back" in says(here)


def test_a_zero_that_came_with_a_position() -> None:
    """Z6: nobody drew it at this table, and still it is the 0 that ended the turn."""
    row = "*" * 9
    squares = f"1**4**7**/{row}/{row}/2**5**8**/{row}/{row}/3**6**9**/{row}/{row}"
    table = Watched(make_game("kakuzu", {}))
    table.begin(f"N {squares} 0,0 token:0")
    assert table.made == ["pass"]
    passed = Event("turn.made", 0.0, {"side": 1, "turn": "pass", "by": "pass"})
    told = happened(passed, table.table.state)
    assert told is not None and told["en"] == "North: the 0 ends the turn."


def test_a_number_leaves_the_bag_for_good(room: Opened) -> None:
    """Z7: with the ninth of it."""
    here = room(variant="same")
    here.set_up()
    here.do("roll", dice=[3])
    here.lift(*holes_of(3))
    assert "A hit: keep the stone." in says(here)
    assert "It was the ninth 3: the turn ends." in says(here)
    assert "All nine 3s lie open: number 3 leaves the bag for good." in says(here)


def test_a_number_is_named_first_and_three_are_the_most(room: Opened) -> None:
    """Z10: before every stone; after the third the turn is over, and that is said."""
    here = room(variant="named")
    here.set_up()
    assert "Name a number first. Stones that may still be found: 3." in says(here)
    for left, number in enumerate((2, 4, 6)):
        here.do("declare", turn=f"name{number}")
        assert "Name a number" not in says(here)
        here.lift(holes_of(number)[0])
        assert "A hit: keep the stone." in says(here)
        assert (f"found: {2 - left}." in says(here)) == (left < 2)
    assert "It was the third: three are the most in a turn." in says(here)
    assert "bag" not in says(here)


# -- nardy -----------------------------------------------------------------------------------------


def test_a_double_is_played_four_times() -> None:
    """N5, in Russian with its own plural."""
    seat = diced(6, 3, game="long")
    seat.say("roll", dice=[2, 2])
    assert "A double is played 4 times." in heard(seat)
    assert "Куш играют 4 раза." in heard(seat, "ru")


def test_the_run_of_mad_gulbar() -> None:
    """G4: which numbers a double brings, in their order."""
    seat = diced(6, 3, game="mad-gulbar")
    seat.say("roll", dice=[4, 4])
    assert "The double runs upward: 4, 4, 5, 5, 6, 6." in heard(seat)


def test_numbers_that_are_lost() -> None:
    """L4, L8: an opening 6-6 plays two of its four; the rest is lost, and that is said."""
    seat = diced(6, 3, game="long")
    seat.say("roll", dice=[6, 6])
    seat.move("24>18", "24>18")
    seat.wait()
    assert heard(seat).startswith("What could not be played is lost: 6, 6. Black to roll.")


def gulbar(name: str = "gulbar") -> DiceSeat:
    """White has left two sixes to Black (G2)."""
    seat = diced(6, 3, game=name)
    seat.say("roll", dice=[6, 6])
    seat.move("24>18", "24>18")
    seat.wait()
    return seat


def test_numbers_that_pass_over() -> None:
    """G2, G6: they are played first, and what cannot be is lost."""
    said = heard(gulbar())
    assert "Numbers that passed over are played first: 6, 6." in said
    assert "What of them cannot be played either is lost." in said


def test_who_played_a_whole_double_rolls_again() -> None:
    """G3."""
    seat = diced(6, 3, game="gulbar")
    seat.say("roll", dice=[1, 1])
    seat.move("24>20")
    seat.wait()
    assert "All four of the double are played: the same side rolls again." in heard(seat)


def test_equal_dice_double_the_stake() -> None:
    """S10: and the stake is named."""
    seat = diced(5, 5, options={"auto_doubles": 1})
    assert "Equal dice have doubled the stake: 2." in heard(seat)


def test_the_opening_roll_says_who_begins() -> None:
    """N2."""
    seat = diced(6, 3, game="long")
    assert "The opening roll was 6-3 (shesh-se): White begins." in heard(seat)


@pytest.mark.parametrize(
    ("level", "said"), [(1, "plain win"), (2, "mars"), (3, "koks")], ids=("plain", "mars", "koks")
)
def test_a_win_has_its_name(level: int, said: str) -> None:
    """N10, S9: and the stake where it was raised."""
    seat = diced(3, 1)
    seat.say("decide", decision=f"resign {level}", side=1)
    seat.say("decide", decision="accept", side=0)
    assert heard(seat).startswith(f"White wins {level}:0: {said}.")


def test_a_home_mars_has_its_name() -> None:
    """L9: the third level of the long games."""
    seat = diced(6, 3, game="long")
    seat.say("decide", decision="resign 3", side=1)
    seat.say("decide", decision="accept", side=0)
    assert heard(seat).startswith("White wins 3:0: home mars.")
    assert heard(seat, "ru").startswith("Белые выигрывают 3:0: домашний марс.")


def test_the_lot_is_told() -> None:
    """K3: that it was drawn, and who begins; once something is played nobody needs to know."""
    seat = Seat()
    seat.begin(begin="lot")
    who = seat.rules.sides[seat.state.position.mover]
    assert heard(seat).startswith(f"The lot: {who} begins. {who} to move.")
    seat.play("a1" if who == "South" else "b1")
    assert "lot" not in heard(seat)
    other = Seat()
    other.begin(begin="north")
    assert "lot" not in heard(other)


class NarrowRows(Watched):
    """Rows of six reeds: what more than six do there nobody sees."""

    def _reading(self, cell: str) -> Reading:
        return Reading(cell, self.sense, min(self.held[cell], 6), self.now, capacity=6)


def test_a_turn_that_may_be_done_unseen_does_not_contradict_itself() -> None:
    """Where the second checker may have gone from one full row to another, the sentence says that
    not all can be seen; it does not call the turn finished and going on in one breath."""
    own, other = ",".join(["8,0,6,0,1", *"0" * 19]), ",".join(["15", *"0" * 23])
    table = NarrowRows(make_game("long", {}))
    table.begin(f"W {own}/0 {other}/0")
    table.say("roll", dice=[5, 2])
    table.put({"20": 0})
    table.put({"15": 1})
    said = moment(survey(table.table))
    assert said["en"] == (
        "Perhaps 24/22 20/15 is done: not all of it can be seen."
        " The turn goes on: take a checker from 24, 22, 15. Still to play: 2."
    )
    assert said["ru"].startswith("Возможно, ход 24/22 20/15 уже сделан: целиком его не видно.")
