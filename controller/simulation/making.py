"""How a turn is made by hand, and how it is put back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from controller.games.game import Cell
from controller.simulation.plans import plan_of
from controller.simulation.solid import solid_plan
from hardware.simulated.hands import Act, Verb

Plan = list[Act]


def contents(rules: Any, position: Any) -> dict[Cell, int]:
    """What stands where, with the sign of its owner."""
    return dict(zip(rules.cells, rules.contents(position), strict=True))


def turn_plan(rules: Any, position: Any, turn: Any, rng: Random) -> Plan:
    """The acts that carry out a turn."""
    planned = solid_plan if rules.solid else plan_of
    return planned(contents(rules, position), rules.stages(position, turn), rng)


def back_plan(
    before: Mapping[Cell, int], after: Mapping[Cell, int], rng: Random, *, solid: bool
) -> Plan:
    """The acts that bring the pieces back, in any order: all that came first, then all that went.

    A cell that changed its owner is emptied before what stood there comes back.
    """
    lifts: Plan = []
    drops: Plan = []
    for cell in before:
        there, wanted = after[cell], before[cell]
        if there != wanted and (solid or there * wanted < 0):
            lifts += [Act(Verb.LIFT, cell, abs(there), solid)] if there else []
            drops += [Act(Verb.DROP, cell, abs(wanted), solid)] if wanted else []
        elif abs(there) > abs(wanted):
            lifts.append(Act(Verb.LIFT, cell, abs(there) - abs(wanted)))
        elif abs(there) < abs(wanted):
            drops.append(Act(Verb.DROP, cell, abs(wanted) - abs(there)))
    rng.shuffle(lifts)
    rng.shuffle(drops)
    return _balanced([*lifts, *drops])


def _balanced(plan: Plan) -> Plan:
    """What is left in the hand goes into the box, where it came from."""
    left = sum(act.count if act.verb is Verb.LIFT else -act.count for act in plan)
    return [*plan, Act(Verb.AWAY, "", left)] if left > 0 else plan


def lying(before: Mapping[Cell, int], plan: Sequence[Act]) -> dict[Cell, int]:
    """How many pieces lie where after these acts."""
    held = {cell: abs(count) for cell, count in before.items()}
    for act in plan:
        if act.verb in (Verb.LIFT, Verb.DROP):
            held[act.cell] += act.count if act.verb is Verb.DROP else -act.count
    return held
