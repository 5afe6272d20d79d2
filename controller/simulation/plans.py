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
        acts = list(_stage(held, stage))
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


def _one_by_one(missing: Mapping[Cell, int]) -> Iterator[Act]:
    """Round the board, one piece in each cell, as often as there are pieces."""
    for lap in range(max(missing.values(), default=0)):
        yield from (drop(cell) for cell, count in missing.items() if count > lap)


def _capture_early(plan: list[Act], capture: list[Act]) -> list[Act]:
    """The opposite pit is emptied before the last stone has left the hand: people do."""
    last = plan[-1]
    early = [act for act in capture if act.verb is Verb.LIFT and act.cell != last.cell]
    return [*plan[:-1], *early, last, *(act for act in capture if act not in early)]
