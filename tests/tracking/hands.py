"""Hands for the tracker's tests: turns taken apart into single lifts and drops, in any order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from controller.games.game import Cell
from controller.games.kalah import Kalah, KalahOptions, Position
from controller.tracking.seen import EMPTY, SOMETHING, Seen, exactly
from controller.tracking.tracker import Tracker

Looks = dict[Cell, Seen]


#: Dice of the tests' own: hypothesis draws only the seed, which is much faster.
chances = st.integers(0, 2**32).map(Random)


@st.composite
def kalahs(draw: st.DrawFn) -> Kalah:
    """Kalah with any options (K1, K2, K6, K7)."""
    return Kalah(
        KalahOptions(
            pits=draw(st.integers(1, 9)),
            stones=draw(st.integers(1, 12)),
            capture=draw(st.sampled_from(("opposite", "always", "none"))),
        )
    )


@st.composite
def positions(draw: st.DrawFn) -> tuple[Kalah, Position]:
    """A game and any position of it in which somebody can move."""
    game = draw(kalahs())
    cells, stones = len(game.cells), 2 * game.options.pits * game.options.stones
    chance = draw(chances)
    # Few full pits make captures, laps and sweeps; many make the usual middle game.
    full = chance.sample(range(cells), draw(st.integers(min(2, cells), cells)))
    seeds = [0] * cells
    for _ in range(stones):
        seeds[chance.choice(full)] += 1
    position = Position(draw(st.integers(0, 1)), tuple(seeds))
    return game, position if game.turns(position) else game.start()


def contents(game: Kalah, position: Position) -> dict[Cell, int]:
    """What lies in every cell."""
    return dict(zip(game.cells, game.contents(position), strict=True))


def counted(held: Mapping[Cell, int]) -> Looks:
    """How cells look to a sensor that counts."""
    return {cell: exactly(count) for cell, count in held.items()}


def felt(held: Mapping[Cell, int]) -> Looks:
    """How cells look to a reed switch."""
    return {cell: SOMETHING if count else EMPTY for cell, count in held.items()}


def tracker_at(game: Kalah, position: Position) -> Tracker:
    """A tracker with everything that is legal from here."""
    traces = [game.trace(position, turn) for turn in game.turns(position)]
    return Tracker(contents(game, position), traces)


def steps(game: Kalah, position: Position, turn: int, chance: Random) -> Iterator[tuple[Cell, int]]:
    """A turn stone by stone: (cell, what it then holds), in any order that hands can manage."""
    queues = _queues(contents(game, position), game.stages(position, turn))
    hand = 0
    while queues:
        able = [cell for cell, queue in queues.items() if hand > 0 or queue[0][0] < 0]
        # A last stone that was carried home without being put down may leave nothing to drop.
        cell = chance.choice(able or list(queues))
        change, now = queues[cell].pop(0)
        hand -= change
        if not queues[cell]:
            del queues[cell]
        yield cell, now


def _queues(held: Mapping[Cell, int], stages: Sequence[Any]) -> dict[Cell, list[tuple[int, int]]]:
    """For each cell what is done to it, one stone at a time, stage after stage."""
    now, queues = dict(held), dict[Cell, list[tuple[int, int]]]()
    for stage in stages:
        for cell, goal in stage.goal.items():
            while now[cell] != goal:
                change = 1 if goal > now[cell] else -1
                now[cell] += change
                queues.setdefault(cell, []).append((change, now[cell]))
    return queues
