"""How people carry checkers: slid along the points, two at once, a stack straightened meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from controller.games.game import Cell
from hardware.simulated.hands import Act, Verb, drop, lift

#: The cells that a checker comes across on its way from one cell to another.
Between = Callable[[Cell, Cell], Sequence[Cell]]

#: How often a checker is slid instead of lifted over, two are carried at once instead of one after
#: the other, and a stack is straightened between two moves.
_SLID, _AT_ONCE, _STRAIGHTENED = 0.1, 0.15, 0.02


def as_people_carry(
    plan: Sequence[Act], start: Mapping[Cell, int], between: Between, rng: Random
) -> list[Act]:
    """The same moves, now and then carried out in a way of the player's own."""
    acts: list[Act] = []
    held = {cell: abs(count) for cell, count in start.items()}
    for carried in _at_once(moves_of(plan), rng):
        if rng.random() < _STRAIGHTENED:
            acts += _straightened(held, rng)
        acts += slid(carried, between) if rng.random() < _SLID else carried
        for act in carried:
            held[act.cell] += act.count if act.verb is Verb.DROP else -act.count
    return acts


def moves_of(plan: Sequence[Act]) -> list[list[Act]]:
    """The plan in parts, after each of which the hands are empty."""
    parts: list[list[Act]] = []
    in_hand = 0
    for act in plan:
        if not in_hand:
            parts.append([])
        parts[-1].append(act)
        in_hand += -act.count if act.verb is Verb.DROP else act.count
    return parts


def _at_once(moves: list[list[Act]], rng: Random) -> list[list[Act]]:
    """Some moves joined to the one before: both checkers are lifted, then both are put down."""
    joined: list[list[Act]] = []
    for move in moves:
        before = joined[-1] if joined else []
        free = _is_plain(before) and _is_plain(move) and move[0].cell != before[1].cell
        if free and rng.random() < _AT_ONCE:
            joined[-1] = [before[0], move[0], before[1], move[1]]
        else:
            joined.append(move)
    return joined


def _is_plain(move: Sequence[Act]) -> bool:
    """One lift and one drop: no hit."""
    return [act.verb for act in move] == [Verb.LIFT, Verb.DROP]


def slid(move: list[Act], between: Between) -> list[Act]:
    """The checker touches every point on its way, one after the other."""
    if not _is_plain(move) or move[0].count != 1:
        return move
    lifted, put = move
    way = between(lifted.cell, put.cell)
    touched = [replace(act, brisk=True) for cell in way for act in (drop(cell), lift(cell))]
    return [lifted, *touched, put]


def _straightened(held: Mapping[Cell, int], rng: Random) -> list[Act]:
    """A stack is taken up and put down again where it stood."""
    stacks = [cell for cell, count in held.items() if count > 1]
    if not stacks:
        return []
    cell = rng.choice(stacks)
    count = rng.randint(2, held[cell])
    return [lift(cell, count), drop(cell, count)]
