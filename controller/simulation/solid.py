"""Turns of games whose pieces are whole: each is lifted and put down as one, whatever its size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random

from controller.games.game import Cell, Stage
from hardware.simulated.hands import Act, Verb, take

#: How often a piece that is replaced is taken away first, stands below the other for a moment, or
#: stands on its new field before the other is even lifted.
_FIRST, _BELOW, _AWAY = 0.25, 0.1, 0.15


def solid_plan(start: Mapping[Cell, int], stages: Iterable[Stage], rng: Random) -> list[Act]:
    """The acts that carry out a turn; a replacement in an order of the player's own."""
    held = dict(start)
    parts: list[list[Act]] = []
    replaced = False
    for stage in stages:
        for cell, goal in stage.goal.items():
            parts.append(list(_exchange(cell, held[cell], goal)))
            replaced |= len(parts[-1]) > 1
            held[cell] = goal
    plan = [act for part in parts for act in part]
    return list(_fetched(_reordered(parts, rng.random()) if replaced else plan))


def _exchange(cell: Cell, held: int, goal: int) -> Iterator[Act]:
    """What stands there goes, what belongs there comes."""
    if held:
        yield Act(Verb.LIFT, cell, held, solid=True)
    if goal:
        yield Act(Verb.DROP, cell, goal, solid=True)


def _reordered(parts: list[list[Act]], luck: float) -> list[Act]:
    """A piece lifted, one replaced, that one put down: four ways to do it."""
    (lifted,), (taken, brought), (put,) = parts
    if luck < _FIRST:
        return [taken, lifted, brought, put]
    if luck < _FIRST + _BELOW:
        return [lifted, brought, taken, put]
    if luck < _FIRST + _BELOW + _AWAY:
        return [taken, put, lifted, brought]
    return [lifted, taken, brought, put]


def _fetched(plan: Iterable[Act]) -> Iterator[Act]:
    """What is put down and was not lifted comes from the box beside the board."""
    in_hand = 0
    for act in plan:
        if act.verb is Verb.DROP and act.count > in_hand:
            yield take(act.count - in_hand)
            in_hand = act.count
        yield act
        in_hand += act.count if act.verb is Verb.LIFT else -act.count
