"""Swiss pairing checked against swisspair, an independent implementation in C++.

swisspair wants the same as W1, W2 and W4: no rematch, no second bye, then the fewest floats, those
out of higher groups first. It leaves open who of a group floats and who meets whom inside a group
(our W5-W7), and weighs the bye like a float, where ours goes to the lowest group first (W3).
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import swisspair

from controller.competition.costs import Contender
from controller.competition.swiss import Pair, pair_field
from tests.competition.fields import floats, random_rounds, total

SEEDS = range(200)


def _others(field: list[Contender], byes: set[int], *, power: bool = False) -> list[Pair]:
    """What swisspair makes of the same field; only these may have the bye."""
    here = {each.number for each in field}
    players = [
        swisspair.Player(
            id=str(each.number),
            points=int(each.points * 2),
            rank=rank,
            can_get_bye=each.number in byes,
            cannot_be_paired_against_ids={str(who) for who in each.met if who in here},
        )
        for rank, each in enumerate(field, 1)
    ]
    found = swisspair.create_matches(players, power_pairing=power)
    return [tuple(int(who.id) for who in (match.p1, match.p2) if who) for match in found]


def _sizes(seed: int) -> tuple[int, int]:
    """Players and rounds: few players often, and never so many rounds that all have met."""
    players = 4 + seed * 7 % 37
    return players, min(2 + seed % 6, players // 2)


def _bye(pairs: list[Pair]) -> set[int]:
    return {pair[0] for pair in pairs if len(pair) == 1}


def _same(pairs: list[Pair]) -> set[frozenset[int]]:
    return set(map(frozenset, pairs))


@cache
def _paired(seed: int) -> list[tuple[list[Contender], list[Pair]]]:
    """Every round of a random tournament, as we pair it.

    Rounds in which somebody must meet again are left out: swisspair refuses them, and test_swiss
    proves them by trying every pairing there is.
    """
    rounds = random_rounds(seed, *_sizes(seed))
    return [(field, ours) for field, ours in rounds if not total(field, ours).get(0)]


@pytest.mark.parametrize("seed", SEEDS)
def test_floats_are_as_few_as_swisspair_finds(seed: int) -> None:
    """With the same bye, the same score groups meet equally often: neither is ever better."""
    for field, ours in _paired(seed):
        theirs = _others(field, _bye(ours))
        everybody = sorted(each.number for each in field)
        assert sorted(who for pair in theirs for who in pair) == everybody
        assert floats(field, ours) == floats(field, theirs)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_only_optimum_is_found_by_both(seed: int) -> None:
    """When every player is a group alone there is one best pairing, and both find it."""
    for field, _ in _paired(seed):
        alone = [replace(each, points=100.0 - rank) for rank, each in enumerate(field)]
        ours = pair_field(alone)
        assert _same(ours) == _same(_others(alone, _bye(ours), power=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_another_bye_is_explained_by_our_rule(seed: int) -> None:
    """Where swisspair gives the bye to somebody with other points, these are more (W3)."""
    for field, ours in _paired(seed):
        free = {each.number for each in field if not each.byes}
        points = {each.number: each.points for each in field}
        if _bye(ours) and _bye(ours) <= free:
            theirs = _others(field, free)
            (our_bye,), (their_bye,) = _bye(ours), _bye(theirs)
            assert points[our_bye] <= points[their_bye]
            if points[our_bye] == points[their_bye]:
                assert floats(field, ours) == floats(field, theirs)


def test_enough_was_compared() -> None:
    """Hundreds of rounds, odd ones and rematch-free ones among them."""
    rounds = [field for seed in SEEDS for field, _ in _paired(seed)]
    assert len(rounds) > 700
    assert sum(len(field) % 2 for field in rounds) > 250
