"""What the wood may show while a turn is made: hits, the bar, bearing off, sliding, any order."""

from __future__ import annotations

import itertools
import random

import pytest

from controller.games.game import Trace
from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short
from controller.games.nardy.board import BLACK, board_after, pack
from controller.games.nardy.careful import Walk
from tests.games.nardy.boards import position, random_long, random_short

GAME = Short()


def traced(game: Nardy, at: Position, turn: str) -> Trace:
    """The trace of a written turn."""
    return game.trace(at, game.read_turn(at, turn))


def test_a_move() -> None:
    """A checker leaves one point and comes to another; points it slides across show one more."""
    trace = traced(GAME, position(GAME, {6: 2, 1: 1}, {1: 15}, (3, 2)), "6/1")
    assert trace.during["6"] == {2, 1}
    assert trace.during["1"] == {1, 2}
    assert trace.during["5"] == trace.during["2"] == {0, 1}
    assert trace.after == {"6": 1, "5": 0, "4": 0, "3": 0, "2": 0, "1": 2}
    assert [stage.name for stage in trace.stages] == ["move", "move"]


def test_a_hit() -> None:
    """The hit checker may lie beside the point, or under its hitter, until it is barred."""
    at = position(GAME, {8: 1}, {18: 1, 20: 2, 1: 12}, (3, 1))
    trace = traced(GAME, at, "8/7*/4")
    assert {-1, 0, 1, 2} <= trace.during["7"]
    assert trace.during["bar-black"] == {0, -1}
    assert trace.after["bar-black"] == -1
    assert trace.during["5"] == {-2, -3}  # slid across two of Black's
    assert [stage.name for stage in trace.stages] == ["hit", "move"]


def test_entering_and_bearing_off() -> None:
    """The bar empties and the tray fills, one by one."""
    entering = traced(GAME, position(GAME, {25: 2, 6: 1}, {6: 2}, (5, 4)), "bar/21 bar/20")
    assert entering.during["bar-white"] == {2, 1, 0}
    assert [stage.name for stage in entering.stages] == ["enter", "enter"]
    bearing = traced(GAME, position(GAME, {6: 2, 1: 1}, {6: 2}, (6, 6)), "6/off(2) 1/off")
    assert bearing.during["off-white"] == {12, 13, 14, 15}
    assert bearing.during["6"] == {2, 1, 0}
    assert [stage.name for stage in bearing.stages] == ["bear off"] * 3


def test_black_counts_negative() -> None:
    """Black's cells show the same numbers with the other sign."""
    at = position(GAME, {2: 15}, {24: 1, 6: 2}, (2, 1), mover=BLACK)
    trace = traced(GAME, at, "24/22 6/5")
    assert trace.during["1"] == {0, -1}
    assert trace.during["2"] == {15, 16}  # slid across White's
    assert trace.during["19"] == {-2, -1}
    assert trace.after["20"] == -1


def test_every_path_counts() -> None:
    """24/14 with 6-4 may stop on 18 or on 20: both may show the checker."""
    trace = traced(GAME, position(GAME, {24: 2}, {1: 15}, (6, 4)), "24/14")
    assert trace.during["18"] >= {0, 1}
    assert trace.during["20"] >= {0, 1}


def test_a_pass_moves_nothing() -> None:
    """A pass cannot be seen: it is declared."""
    at = position(GAME, {25: 1, 6: 1}, {5: 2, 4: 2}, (5, 4))
    assert traced(GAME, at, "pass").moves_nothing


def test_cells() -> None:
    """Only short nardy has bars; the trays say whose turn it is."""
    assert GAME.cells[24:] == ("bar-white", "bar-black", "off-white", "off-black")
    assert Long().cells[24:] == ("off-white", "off-black")
    assert GAME.homes == ("off-white", "off-black")


GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar(), MadGulbar())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_during_holds_every_way_to_make_the_turn(game: Nardy) -> None:
    """However the result is reached, move by move, no cell shows what `during` does not hold."""
    chance = random.Random(6)
    for _ in range(60):
        make = random_short if game.variant.hits else random_long
        white, black = make(chance, game.variant)
        dice = [chance.randint(1, 6), chance.randint(1, 6)]
        if game.variant.runs_upward and dice[0] == dice[1] < 6:
            dice[1] = 6
        at = game.roll(game.begin(0)._replace(board=pack(white, black)), dice)
        _check_all_ways(game, at, chance)


def _check_all_ways(game: Nardy, at: Position, chance: random.Random) -> None:
    walk = Walk(game.rules, at.board, at.mover, game.numbers(at))
    traces = {turn: game.trace(at, turn) for turn in game.turns(at)}
    ends = {game.play(at, turn).board: turn for turn in traces}
    start = dict(zip(game.cells, game.contents(at), strict=True))
    for order in walk.orders():
        for _ in range(20):
            states = [walk.start]
            for number in order:
                moves = walk.moves(states[-1], number)
                states.append(chance.choice(moves).state if moves else states[-1])
            boards = [board_after(game.variant, at.board, at.mover, state) for state in states]
            if boards[-1] not in ends:
                continue  # not all that could be played was played (N7)
            trace = traces[ends[boards[-1]]]
            for board, cell in itertools.product(boards, game.cells):
                held = game.contents(at._replace(board=board))[game.cells.index(cell)]
                assert held in trace.during.get(cell, {start[cell]})
