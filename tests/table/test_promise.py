"""The board's dice after an end that was taken back: a new promise, and everything checkable."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from controller.record.log import Log
from controller.record.matches import match_of
from controller.record.text import text_of
from controller.table.commands import CommandError
from controller.table.state import Status
from tests.table.dicing import DiceSeat

WHITE, BLACK = 0, 1


def rolling(game: str = "short") -> DiceSeat:
    """A match with the board's dice; one turn is made, and White has resigned."""
    seat = DiceSeat(game, {"match_length": 3}, dice="board")
    seeds = count(1)
    seat.table.seed = lambda: next(seeds).to_bytes(32, "big")
    seat.begin()
    roll(seat)
    seat.play(seat.table.turns()[0])
    give_up(seat)
    return seat


def roll(seat: DiceSeat) -> None:
    """Roll until somebody can move."""
    while seat.rules.acts(seat.state.position).draw:
        seat.say("roll")


def give_up(seat: DiceSeat) -> None:
    """White resigns, Black accepts."""
    seat.say("decide", decision="resign 1", side=WHITE)
    seat.say("decide", decision="accept", side=BLACK)
    assert seat.state.status is Status.OVER


def take_back(seat: DiceSeat, by_director: bool) -> list[str]:
    """The end is taken back with the turn before it."""
    if by_director:
        return seat.say("direct", action="undo", to=0, by="Ann", why="a dispute")
    return seat.say("undo")


@pytest.mark.parametrize("by_director", [False, True])
@pytest.mark.parametrize("game", ["short", "long", "gulbar"])
def test_the_board_goes_on_rolling(game: str, by_director: bool, tmp_path: Path) -> None:
    """Everybody knows the first seed: the board promises another one, and nobody enters dice."""
    seat = rolling(game)
    assert take_back(seat, by_director) == ["turn.takeback", "chance.committed"]
    seat.lay(seat.state.position)
    seat.play(seat.table.turns()[0])
    with pytest.raises(CommandError, match="the board rolls at this table"):
        seat.say("roll", dice=[6, 6])
    roll(seat)
    assert seat.last("dice.rolled")["by"] == "board"
    give_up(seat)
    promises = [event.data["commitment"] for event in seat.events if "commitment" in event.data]
    assert len(set(promises)) == 2 and seat.count("chance.revealed") == 2
    seat.say("next")
    assert "is whole" in seat.verified(tmp_path / "record.db")


def test_the_text_tells_both_promises(tmp_path: Path) -> None:
    """The promise that was shown stays told, so that its rolls can still be checked by hand."""
    seat = rolling()
    first = {
        **seat.last("chance.committed"),
        **seat.last("chance.revealed"),
    }
    seat.say("undo")
    seat.lay(seat.state.position)
    give_up(seat)
    seat.verified(tmp_path / "record.db")
    with Log.open_reader(tmp_path / "record.db") as log:
        text = text_of(match_of(log, 1).games[-1])
    for told in (first, seat.last("chance.committed"), seat.last("chance.revealed")):
        assert all(word in text for word in told.values())


def test_a_changed_roll_is_found_before_and_after(tmp_path: Path) -> None:
    """Each roll is drawn again from the promise that was in force when it was rolled."""
    seat = rolling()
    seat.say("undo")
    seat.lay(seat.state.position)
    seat.play(seat.table.turns()[0])
    roll(seat)
    give_up(seat)
    seeds = [event.data["seed"] for event in seat.events if event.kind == "chance.revealed"]
    for at, event in enumerate(seat.events):
        if event.kind == "chance.revealed":
            other = seeds[event.data["seed"] == seeds[0]]
            seat.events[at] = type(event)(event.kind, event.at, {"seed": other})
    said = seat.verified(tmp_path / "record.db")
    assert "was promised before the game" in said


def test_the_board_s_dice_are_never_void_at_a_tournament() -> None:
    """N3 is about dice that lie badly: the board's cannot, so only a director takes them away."""
    seat = DiceSeat("short", dice="board", tournament=True)
    seat.begin()
    seat.say("roll")
    assert "void" not in seat.table.commands()
    with pytest.raises(CommandError, match="has rolled or drawn cannot lie badly"):
        seat.say("void", why="on a checker")
    roll(seat)
    seat.say("direct", action="dice", dice=[], by="Ann", why="rolled too early")
    assert seat.state.dice == ()
    roll(seat)
    assert seat.state.dice


def test_real_dice_may_be_void_at_a_tournament() -> None:
    """N3: what lies badly is thrown again, there as well."""
    seat = DiceSeat("short", dice="entered", tournament=True)
    seat.begin()
    seat.say("roll", dice=[6, 1])
    assert seat.say("void", why="on a checker") == ["dice.void"]
