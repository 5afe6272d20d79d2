"""Gyges as the board sees it: stages, what cells show meanwhile, and the way for the lights."""

from __future__ import annotations

import itertools
import random

import pytest

from controller.games.game import Trace
from controller.games.gyges import Move, Position, trails
from controller.games.gyges.choices import find_choices
from tests.games.gyges.table import gyges, path, scattered

BOUNCES = "1 010000/020000/000000/000000/011123/022333"
SINGLES = "1 110000/000000/000000/000000/112222/333300"


def trace(text: str, turn: str, *, replace: bool = True) -> Trace:
    """How a turn looks, the replacement rule being played or not."""
    game = gyges(replace=replace)
    position = game.read_position(text)
    return game.trace(position, game.read_turn(position, turn))


def stages(traced: Trace) -> list[tuple[str, dict[str, int]]]:
    """The stages in plain values."""
    return [(stage.name, dict(stage.goal)) for stage in traced.stages]


def test_a_placement_comes_from_beside_the_board() -> None:
    """One field fills, and shows nothing but the whole piece."""  # Y2
    seen = trace("1 000000/000000/000000/000000/000000/000000", "3@c1")
    assert stages(seen) == [("put", {"c1": 3})]
    assert seen.during == {"c1": {0, 3}}
    assert seen.after == {"c1": 3}


def test_a_move_is_a_lift_and_a_put() -> None:
    """A piece is on its field, in the hand, or on its new field, whatever it bounced on."""  # Y8
    seen = trace(BOUNCES, "b1-b4", replace=False)
    assert stages(seen) == [("lift", {"b1": 0}), ("put", {"b4": 1})]
    assert seen.during == {"b1": {1, 0}, "b4": {0, 1}}


def test_what_could_be_replaced_may_be_lifted_and_put_back() -> None:
    """Where b2 might have been replaced instead, it may be seen empty and stands there after."""
    seen = trace(BOUNCES, "b1-b4")
    assert seen.during == {"b1": {1, 0}, "b4": {0, 1}, "b2": {2, 0}}
    assert seen.after == {"b1": 0, "b4": 1, "b2": 2}


def test_a_replacement_covers_every_order_of_hands() -> None:
    """The replaced piece may go first, last, or stand below the other for a moment."""  # Y12
    seen = trace(BOUNCES, "b1-b2/e3")
    assert stages(seen) == [("lift", {"b1": 0}), ("replace", {"b2": 1}), ("put", {"e3": 2})]
    orders = [
        [{"b1": 0}, {"b2": 0}, {"b2": 1}, {"e3": 2}],
        [{"b2": 0}, {"e3": 2}, {"b1": 0}, {"b2": 1}],
        [{"b1": 0}, {"b2": 3}, {"b2": 1}, {"e3": 2}],
    ]
    for moment in itertools.chain(*orders):
        assert all(shown in seen.during[cell] for cell, shown in moment.items())
    assert seen.after == {"b1": 0, "b2": 1, "e3": 2}


def test_two_pieces_that_change_places() -> None:
    """Both fields are empty for a moment and then hold the other piece."""  # Y12
    seen = trace(BOUNCES, "b1-b2/b1")
    assert seen.during == {"b1": {0, 1, 2}, "b2": {0, 1, 2, 3}}
    assert seen.after == {"b1": 2, "b2": 1}


def test_a_turn_shows_all_of_its_ways() -> None:
    """Where a plain move and a replacement have one result, hands may make either."""  # Y12
    seen = trace(SINGLES, "a1-a2")
    assert stages(seen) == [("lift", {"a1": 0}), ("put", {"a2": 1})]
    assert seen.during == {"a1": {1, 0}, "a2": {0, 1}, "b1": {0, 1, 2}}
    assert seen.after == {"a1": 0, "a2": 1, "b1": 1}


def test_a_round_trip_is_seen_as_a_lift() -> None:
    """The board looks as before, so it must ask; it is no turn that moves nothing."""  # Y7
    seen = trace("1 003000/001000/000000/000000/011122/022333", "c1-c1")
    assert not seen.moves_nothing
    assert seen.during["c1"] == {3, 0}
    assert seen.after["c1"] == 3


def test_a_win_puts_the_piece_on_the_goal() -> None:
    """The goal is a cell like any other."""  # Y11
    seen = trace("1 000000/000000/000000/100300/112022/132033", "d4-goal2")
    assert seen.during == {"d4": {3, 0}, "goal2": {0, 3}}


def test_a_placement_has_no_way() -> None:
    """There is nothing to show for a piece that comes from outside."""  # Y2
    assert path("1 000000/000000/000000/000000/000000/000000", "3@c1") == ""


@pytest.mark.parametrize("looks", [1, 3_000])
@pytest.mark.parametrize("seed", range(40))
def test_the_way_that_is_shown_is_legal(
    seed: int, looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every turn has a way that keeps to the rules, found forwards or backwards."""  # Y6-Y11
    monkeypatch.setattr(trails, "_LONG_LOOK", looks)
    game = gyges(replace=True)
    position = scattered(random.Random(seed))
    shown = {(move.origin, move.target) for move in game.turns(position) if isinstance(move, Move)}
    for origin, target in shown:
        cells = game.path(position, Move(origin, target))
        way = [game.cells.index(cell) for cell in cells]
        assert (way[0], way[-1]) == (origin, target)
        assert_legal_way(position, way)


@pytest.mark.parametrize("looks", [1, 10, 1_000_000])
def test_the_turns_are_the_same_forwards_and_backwards(
    looks: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How far the search looks before it turns round changes its time, never what it finds."""
    chance = random.Random(looks)
    positions = [scattered(chance) for _ in range(200)]
    expected = [find_choices(position, replace=True) for position in positions]
    monkeypatch.setattr(trails, "_SHORT_LOOK", looks)
    assert [find_choices(position, replace=True) for position in positions] == expected


def test_there_is_no_way_to_what_cannot_be_reached() -> None:
    """Asked for the way of a turn that is none, the answer is empty."""  # Y6
    game = gyges()
    assert game.path(game.read_position(BOUNCES), Move(1, 35)) == ()
    assert game.path(game.read_position(BOUNCES), Move(0, 1)) == ()


def assert_legal_way(position: Position, way: list[int]) -> None:
    """Neighbour by neighbour, no path twice, pieces only landed on with the last step."""
    used = [frozenset(step) for step in itertools.pairwise(way)]
    assert len(set(used)) == len(used)
    at, left = way[0], position.board[way[0]]
    for here, onto in itertools.pairwise(way):
        assert (
            onto >= 36 or abs(here - onto) == 6 or (abs(here - onto), here // 6) == (1, onto // 6)
        )
        left -= 1
        if position.board[onto] and onto != way[0] and left == 0:
            at, left = onto, position.board[onto]
        else:
            assert onto == way[0] or not position.board[onto]
    assert left in (0, position.board[at])
    assert not any(cell >= 36 for cell in way[:-1])
