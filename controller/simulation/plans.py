"""From a turn's stages to what hands do: so many pieces out of this cell, so many into that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from controller.games.game import Cell, Stage
from hardware.simulated.hands import Act, Verb, drop, lift


def plan_of(start: Mapping[Cell, int], stages: Iterable[Stage], rng: Random) -> list[Act]:
    """The acts that carry out a turn, now and then in an order of the player's own."""
    held = dict(start)
    plan: list[Act] = []
    for stage in stages:
        acts = list(_hit(held, stage, rng) or _stage(held, stage))
        if stage.name == "capture" and rng.random() < 0.15:
            plan = _capture_early(plan, acts)
        else:
            plan += acts
        held |= stage.goal
    return plan


def _stage(held: Mapping[Cell, int], stage: Stage) -> Iterator[Act]:
    """First everything that is taken, then everything that is put."""
    for cell, goal in stage.goal.items():
        if abs(goal) < abs(held[cell]):
            yield lift(cell, abs(held[cell]) - abs(goal))
    missing = {cell: abs(goal) - abs(held[cell]) for cell, goal in stage.goal.items()}
    if stage.name == "sow":
        yield from _one_by_one(missing)
    else:
        yield from (drop(cell, count) for cell, count in missing.items() if count > 0)


def _hit(held: Mapping[Cell, int], stage: Stage, rng: Random) -> list[Act]:
    """Where a cell changes its owner: who stood there leaves before the new one comes, or after."""
    taken = [cell for cell, goal in stage.goal.items() if goal * held[cell] < 0]
    if not taken:
        return []
    lifts = [lift(cell, abs(held[cell])) for cell in taken]
    comes = [drop(cell, abs(stage.goal[cell])) for cell in taken]
    rest = Stage(stage.name, {cell: goal for cell, goal in stage.goal.items() if cell not in taken})
    acts = list(_stage(held, rest))
    from_there = [act for act in acts if act.verb is Verb.LIFT]
    aside = [act for act in acts if act.verb is Verb.DROP]
    orders = (
        [*lifts, *aside, *from_there, *comes],
        [*from_there, *comes, *lifts, *aside],
        [*from_there, *lifts, *comes, *aside],
    )
    return rng.choice(orders)


def _one_by_one(missing: Mapping[Cell, int]) -> Iterator[Act]:
    """Round the board, one piece in each cell, as often as there are pieces."""
    for lap in range(max(missing.values(), default=0)):
        yield from (drop(cell) for cell, count in missing.items() if count > lap)


def _capture_early(plan: list[Act], capture: list[Act]) -> list[Act]:
    """The opposite pit is emptied before the last stone has left the hand: people do."""
    last = plan[-1]
    early = [act for act in capture if act.verb is Verb.LIFT and act.cell != last.cell]
    return [*plan[:-1], *early, last, *(act for act in capture if act not in early)]
