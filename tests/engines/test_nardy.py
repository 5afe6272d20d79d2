"""The engines for nardy: chances that are chances, turns that end a game, words around the cube."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.engines.nardy.engine import NardyEngine
from controller.engines.nardy.net import Chances, net_of
from controller.engines.nardy.worth import match_chance
from controller.games.acts import Said
from controller.games.catalogue import make_game
from controller.games.nardy.board import halves, pack
from controller.games.nardy.position import Position, Stakes
from tests.engines.playing import played


def half(**stacks: int) -> list[int]:
    """The places of a side: `half(p1=3, off=12)`."""
    places = {"off": 0, "bar": 25, **{f"p{point}": point for point in range(1, 25)}}
    row = [0] * 26
    for name, count in stacks.items():
        row[places[name]] = count
    assert sum(row) == 15
    return row


AHEAD = half(p1=5, p2=5, p3=5)
BEHIND = half(p4=1, p5=7, p6=7)
START = half(p24=2, p13=5, p8=3, p6=5)


def short(own: list[int], foe: list[int], *, options: Any = None, **stakes: Any) -> Any:
    """White on roll with these checkers, and the engine that plays."""
    game = make_game("short", options or {})
    position = Position(0, pack(own, foe), stakes=Stakes(**stakes))
    return game, position, NardyEngine(game, 8, seconds=0.2, seed=1)


@pytest.mark.parametrize("name", ["short", "long"])
def test_chances_are_chances(name: str) -> None:
    """Whatever stands where, each lies between what it may; the other side has the rest."""
    game, rng, net = make_game(name), Random(name), net_of(name)
    for position in played(game, rng, 80, words=0):
        found = net.chances(*halves(position.board, position.mover))
        assert 0 <= found.third <= found.mars <= found.win <= 1
        assert 0 <= found.lost_third <= found.lost_mars <= 1 - found.win
        assert found.turned().turned() == pytest.approx(found)
        assert found.turned().points() == pytest.approx(-found.points())


def test_the_first_roll_is_a_small_advantage() -> None:
    """Who is on roll at the start wins a little more often than not."""
    assert 0.48 < net_of("short").chances(START, START).win < 0.58


def test_the_last_checker_is_borne_off() -> None:
    """A game that can be won is won, and its worth is what the rules say: the cube, doubled for a
    mars (S9)."""
    game, position, engine = short(half(p1=1, off=14), half(p12=1, p6=14), cube=2, owner=0)
    best = engine.best(game.chance.roll(position, (1, 2)))[0]
    assert (best.chance, best.value) == (1.0, 4.0)


def test_who_is_far_ahead_raises_and_the_other_drops() -> None:
    """A race that is won is cashed; nobody takes it; nobody raises at the start."""
    game, position, engine = short(AHEAD, BEHIND)
    assert engine.word(position) == "double"
    assert engine.word(game.apply(position, Said("double"))) == "drop"
    assert engine.word(game.start()) is None
    assert engine.word(game.apply(game.start(), Said("double"))) == "take"


def test_a_foolish_raise_is_answered_by_a_beaver() -> None:
    """S11: who is far ahead and gets a raise offered raises back, where that was agreed."""
    game, position, engine = short(BEHIND, AHEAD, options={"beaver": True}, beaver=True)
    assert engine.word(game.apply(position, Said("double"))) == "beaver"


def test_nothing_to_lose_in_a_match() -> None:
    """S14: who loses the match with this game anyway raises as soon as it may."""
    behind = {"length": 5, "score": (2, 4)}
    options = {"match_length": 5}
    _, position, engine = short(START, START, options=options, **behind)
    assert engine.word(position) == "double"
    _, crawford, engine = short(START, START, options=options, crawford=True, **behind)
    assert engine.word(crawford) is None


@pytest.mark.parametrize(("level", "word"), [(1, "accept"), (2, "accept")])
def test_a_resignation_that_gives_all(level: int, word: str) -> None:
    """What cannot become more is accepted; less than what is to be won is refused."""
    game, position, engine = short(AHEAD, BEHIND)
    offered = game.apply(position, Said(f"resign {level}", 1))
    assert engine.word(offered) == word
    game, position, engine = short(half(off=13, p1=2), half(bar=3, p6=12))
    assert engine.word(game.apply(position, Said("resign 1", 1))) == "refuse"


def test_it_gives_up_where_all_is_lost_and_no_mars() -> None:
    """The other side needs one turn more, and so nobody need watch it."""
    _, position, engine = short(half(p6=10, off=5), half(p1=2, off=13), owner=1, cube=2)
    assert engine.word(position) == "resign 1"
    _, position, engine = short(half(p6=15), half(p1=2, off=13), owner=1, cube=2)
    assert engine.word(position) is None


def test_the_match_is_won_by_who_is_ahead() -> None:
    """The rule of thumb: even at even, more with every point, all when it is won."""
    assert match_chance(3, 3) == 0.5
    for away in range(1, 12):
        for other in range(1, 12):
            assert match_chance(away, other) + match_chance(other, away) == pytest.approx(1)
            assert match_chance(away - 1, other) > match_chance(away, other)


def test_points_by_what_a_mars_counts() -> None:
    """A sure mars is worth what it counts; with Jacoby no more than a plain win (S12)."""
    sure = Chances(1.0, 1.0, 0.0, 0.0, 0.0)
    assert (sure.points(), sure.points(mars=1, third=1)) == (2.0, 1.0)


def test_runs_with_too_many_turns() -> None:
    """G4: a run of mad gulbar that nobody can list is played all the same, by its rules."""
    game = make_game("mad-gulbar")
    rng, engine, met = Random(2), NardyEngine(game, 8, seconds=0.1, seed=1), 0
    while met < 3:
        for position in played(game, rng, 120, words=0):
            if position.dice and game.open_run(position):  # type: ignore[attr-defined]
                met += 1
                judged = engine.best(position)
                assert len(judged) > 1
                assert all(each.turn in game.turns_to_follow(position) for each in judged)
                break
