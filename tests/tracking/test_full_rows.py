"""Rows of reeds that are full: what lies above them comes and goes unseen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.games.game import Cell
from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short
from controller.games.nardy.board import pack
from controller.tracking.follower import Finding, Follower, Made, Unclear
from controller.tracking.pace import LONGEST
from controller.tracking.seen import MANY, Seen, exactly

#: As many reeds as the shipped board has on a point, and beside the board.
ROW, TRAY = 6, 3
Held = dict[Cell, int]

#: Positions in which half a turn looked like a whole one, and the half.
HALVES = [
    (Short(), "w/gwBgZ//wAAAA:MAEGAAAAAAAE", "2/off"),
    (
        Long(),
        "W 7,0,0,6,0,0,0,0,0,0,0,0,2,0,0,0,0,0,0,0,0,0,0,0/0 "
        "0,2,0,0,0,0,2,2,0,0,0,0,0,0,0,0,0,0,0,5,0,0,2,2/0 :MIEOAAAAAAAE",
        "12/7",
    ),
    (
        Long(),
        "W 0,0,0,0,0,0,0,0,0,0,7,8,0,0,0,0,0,0,0,0,0,0,0,0/0 "
        "0,0,0,0,2,0,2,2,0,0,5,0,2,0,2,0,0,0,0,0,0,0,0,0/0 :MIEFAAAAAAAE",
        "13/10",
    ),
]


def looks(held: Held) -> dict[Cell, Seen]:
    """How these cells look to rows of reeds."""
    return {cell: _look(cell, abs(count)) for cell, count in held.items()}


def _look(cell: Cell, count: int) -> Seen:
    reeds = ROW if cell.isdigit() else TRAY
    return exactly(count) if count < reeds else Seen(reeds, MANY)


def contents(game: Nardy, position: Position) -> Held:
    """What lies where."""
    return dict(zip(game.cells, game.contents(position), strict=True))


def rested_on(game: Nardy, position: Position, laid: Held) -> list[Finding]:
    """What is found when hands take and put until this lies there, and rest for a minute."""
    start, now, found = contents(game, position), 1.0, list[Finding]()
    follower: Follower[Any, Any] = Follower(game, [position])
    follower.look_again(looks(start), 0.0)
    moved = [cell for cell in laid if laid[cell] != start[cell]]
    for cell in sorted(moved, key=lambda cell: abs(laid[cell]) - abs(start[cell])):
        now += 0.5
        found += follower.see(looks({cell: laid[cell]}), now)
    until = now + 60.0
    while (due := follower.deadline) is not None and due <= until:
        found += follower.tick(due)
    return found


def crowded(game: Nardy, chance: Random) -> Position:
    """Many of White's checkers on few points, and a roll."""
    own, foe = [0] * 26, [0] * 26
    points = chance.sample(range(1, 25), chance.randint(2, 5))
    for _ in range(15):
        own[chance.choice(points)] += 1
    taken = {game.course(0)[24 - point] for point in points}
    free = [24 - at for at, cell in enumerate(game.course(1)) if cell not in taken]
    counts = chance.choice([(5, 2, 2, 2, 2, 2), (8, 3, 1, 1, 1, 1)])  # some full to the reeds too
    for point, count in zip(chance.sample(free, 6), counts, strict=True):
        foe[point] = count
    dice = (chance.randint(1, 6), chance.randint(1, 6))
    return game.roll(game.begin(0)._replace(board=pack(own, foe)), dice)


def laid_on_the_way(game: Nardy, position: Position) -> dict[tuple[int, ...], set[int]]:
    """What may lie there after each part of any turn, with the turns that pass there."""
    start = contents(game, position)
    laid: dict[tuple[int, ...], set[int]] = {}
    for turn in game.turns(position):
        for way in game.ways(position, turn):
            held = dict(start)
            for stage in game.stages(position, way):
                held |= stage.goal
                laid.setdefault(tuple(held.values()), set()).add(turn)
    return laid


@pytest.mark.parametrize(("game", "text", "half"), HALVES, ids=[half for _, _, half in HALVES])
def test_half_a_turn_is_not_recorded(game: Nardy, text: str, half: str) -> None:
    """Where full rows may hide the other half, hands that rest have not made the turn: asked."""
    position = game.read_position(text)
    held, course = contents(game, position), game.course(0)
    origin, target = half.split("/")
    held[course[24 - int(origin)]] -= 1
    put = "off-white" if target == "off" else course[24 - int(target)]
    held[put] += 1
    found = rested_on(game, position, held)
    assert not [each for each in found if isinstance(each, Made)]
    asked = [each for each in found if isinstance(each, Unclear)]
    assert asked
    assert asked[-1].or_nothing


@pytest.mark.parametrize("game", [Short(), Long(), Gulbar()], ids=lambda game: game.name)
def test_nothing_is_made_of_halves(game: Nardy) -> None:
    """On crowded points, wherever hands rest in mid-turn, no turn is made that they might not
    mean; and what is made of a whole turn is that turn."""
    chance = Random(2)
    for _ in range(25):
        position = crowded(game, chance)
        laid = laid_on_the_way(game, position)
        ends = {game.contents(game.play(position, turn)): turn for turn in game.turns(position)}
        for counts in chance.sample(sorted(laid), min(6, len(laid))):
            held = dict(zip(game.cells, counts, strict=True))
            found = rested_on(game, position, held)
            made = [each.turn for each in found if isinstance(each, Made)]
            if counts in ends:
                assert made in ([], [ends[counts]])
            elif len(laid[counts]) > 1:
                assert not made, game.write_position(position)


def test_a_full_row_of_the_other_side_hides_no_half() -> None:
    """Nobody stops where the other side's checkers lie: their full row makes nothing unclear."""
    game = MadGulbar()
    position = game.read_position(
        "B 0,0,0,0,0,0,0,0,0,0,0,0,2,0,1,0,0,0,0,0,1,1,4,6/0 "
        "0,0,0,0,0,0,0,1,0,0,0,0,0,0,3,1,1,0,0,0,0,0,5,4/0 :cIkEAAAAAAAE"
    )
    turn = game.read_turn(position, "17/12 10/6 10/9/7/1(2) 9/6/1 8/5/1")
    found = rested_on(game, position, contents(game, game.play(position, turn)))
    assert [each.turn for each in found if isinstance(each, Made)] == [turn]


def test_checkers_lifted_together_are_not_waited_for() -> None:
    """Two checkers borne off by one hand show no moment with one gone: nothing is missing."""
    game = Gulbar()
    position = game.read_position(
        "W 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,7/8 "
        "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,1,12/1"
    )
    position = game.roll(position, (2, 1))
    turn = game.read_turn(position, "1/off(2)")
    follower: Follower[Any, Any] = Follower(game, [position])
    follower.look_again(looks(contents(game, position)), 0.0)
    follower.see(looks(contents(game, game.play(position, turn))), 1.0)
    assert follower.deadline is not None
    assert follower.deadline <= 1.0 + LONGEST
    assert [each.turn for each in follower.tick(follower.deadline) if isinstance(each, Made)] == [
        turn
    ]
