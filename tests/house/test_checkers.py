"""Simulated hands that carry checkers as people do: whatever they do, the plan comes out."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from hypothesis import given
from hypothesis import strategies as some

from controller.games.nardy import Long, Short
from controller.simulation.checkers import as_people_carry
from controller.simulation.plans import plan_of
from hardware.simulated.hands import Act, Verb, drop, lift


def between(origin: str, target: str) -> list[str]:
    """The points on the way down."""
    if not (origin.isdigit() and target.isdigit()):
        return []
    return [str(point) for point in range(int(origin) - 1, int(target), -1)]


def done(start: dict[str, int], acts: Sequence[Act]) -> dict[str, int]:
    """What stands where afterwards: nothing stays in hand, nothing is lifted that is not there."""
    held, hand = dict(start), 0
    for act in acts:
        by = act.count if act.verb is Verb.DROP else -act.count
        held[act.cell] += by
        hand -= by
        assert held[act.cell] >= 0 and hand >= 0
    assert hand == 0
    return held


@given(seed=some.integers(0, 10_000), dice=some.tuples(*[some.integers(1, 6)] * 2))
def test_the_result_is_the_same(seed: int, dice: tuple[int, int]) -> None:
    """Slid, two at once, with a stack straightened: every checker ends where it should."""
    rng, game = Random(seed), Short()
    at = game.roll(game.begin(0), dice)
    turn = rng.choice(list(game.turns(at)))
    start = dict(zip(game.cells, game.contents(at), strict=True))
    plan = plan_of(start, game.stages(at, turn), rng)
    held = {cell: abs(count) for cell, count in start.items()}
    assert done(held, as_people_carry(plan, start, between, rng)) == done(held, plan)


def test_every_manner_occurs() -> None:
    """In many plans there are slides across points, two in hand, and straightened stacks."""
    plan = [lift("13"), drop("8"), lift("6"), drop("5")]
    start = {str(point): 0 for point in range(1, 25)} | {"13": 5, "8": 3, "6": 5}
    ways = [as_people_carry(plan, start, between, Random(seed)) for seed in range(300)]
    assert any(act == Act(Verb.DROP, "10", brisk=True) for way in ways for act in way)
    assert any([act.verb for act in way[:2]] == [Verb.LIFT, Verb.LIFT] for way in ways)
    assert any(act.verb is Verb.LIFT and act.count > 1 for way in ways for act in way)
    assert sum(way == plan for way in ways) > 150


def test_the_course_of_each_side() -> None:
    """In short nardy Black comes up the points; in long nardy both go one way round (S1, L2)."""
    assert Short().course(0)[:3] == ("24", "23", "22") and Short().course(1)[:2] == ("1", "2")
    assert Long().course(0)[:2] == ("24", "23") and Long().course(1)[:2] == ("12", "11")
    assert Long().course(1)[11:14] == ("1", "24", "23")
