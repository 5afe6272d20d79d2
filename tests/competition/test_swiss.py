"""Swiss pairing: rules W1-W7 of docs/tournament.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from controller.competition import swiss
from controller.competition.costs import Contender, Costs
from controller.competition.swiss import Pair, pair_field
from tests.competition.desk import Desk
from tests.competition.fields import random_fields, total


def field(*points: float) -> list[Contender]:
    """Players 1, 2, 3 ... with these points."""
    return [Contender(number, float(each)) for number, each in enumerate(points, 1)]


def having_met(players: list[Contender], *pairs: tuple[int, int]) -> list[Contender]:
    """The same players after these meetings."""
    met: dict[int, dict[int, int]] = {each.number: {} for each in players}
    for one, other in pairs:
        met[one][other] = met[other][one] = met[one].get(other, 0) + 1
    return [replace(each, met=met[each.number]) for each in players]


def all_pairings(players: Sequence[int]) -> Iterator[list[Pair]]:
    """Every way to pair them; with an odd number everybody may have the bye."""
    if len(players) % 2:
        for alone in players:
            rest = [who for who in players if who != alone]
            yield from ([*pairs, (alone,)] for pairs in all_pairings(rest))
    elif not players:
        yield []
    else:
        first, *others = players
        for opponent in others:
            rest = [who for who in others if who != opponent]
            yield from ([(first, opponent), *pairs] for pairs in all_pairings(rest))


def as_tuple(levels: dict[int, int], count: int) -> tuple[int, ...]:
    """All levels in order, for comparing."""
    return tuple(levels.get(level, 0) for level in range(count))


@pytest.mark.parametrize("pairing", ["fold", "slide"])
@pytest.mark.parametrize("seed", range(40))
def test_no_pairing_is_better(seed: int, pairing: str) -> None:
    """Of all pairings there are, none costs less: also when rematches cannot be avoided."""
    for players in random_fields(seed, 3 + seed % 6, 6):
        if len(players) > 8:
            break
        count = len(Costs(players, pairing).scales.weights)
        numbers = [each.number for each in players]
        best = min(
            as_tuple(total(players, pairs, pairing), count) for pairs in all_pairings(numbers)
        )
        assert as_tuple(total(players, pair_field(players, pairing), pairing), count) == best


def test_fold_lets_the_top_meet_the_bottom() -> None:
    """W7: in a group the first meets the last, the second the last but one."""
    assert pair_field(field(0, 0, 0, 0, 0, 0)) == [(1, 6), (2, 5), (3, 4)]


def test_slide_lets_the_halves_meet() -> None:
    """W7: in a group the first of the upper half meets the first of the lower half."""
    assert pair_field(field(0, 0, 0, 0, 0, 0), "slide") == [(1, 4), (2, 5), (3, 6)]


def test_nobody_meets_twice() -> None:
    """W1: a rematch is avoided even if everybody must float for it."""
    players = having_met(field(3, 3, 0, 0), (1, 2), (3, 4))
    assert pair_field(players) in ([(1, 4), (2, 3)], [(1, 3), (2, 4)])


def test_a_rematch_that_cannot_be_avoided_is_the_only_one() -> None:
    """W1: when two can meet nobody new, they meet again, and nobody else does."""
    players = having_met(field(2, 1, 1, 0), (1, 2), (1, 3), (1, 4), (2, 3))
    assert total(players, pair_field(players))[0] == 1


def test_the_bye_goes_to_the_lowest_without_one() -> None:
    """W2, W3: who had a bye gets none, and then the lowest has it."""
    players = field(2, 1, 1, 0, 0)
    assert (5,) in pair_field(players)
    players[4] = replace(players[4], byes=1)
    assert (4,) in pair_field(players)


def test_a_bye_moves_up_rather_than_force_a_rematch() -> None:
    """W1 before W3: the lowest plays when only then all others meet somebody new."""
    players = having_met(field(1, 1, 0), (1, 2))
    assert pair_field(players) == [(1, 3), (2,)]


def test_the_bye_moves_inside_its_group_rather_than_cause_a_float() -> None:
    """W4 before the place in W3: any of the lowest group may have the bye."""
    players = having_met(field(1, 1, 0, 0, 0), (3, 4))
    assert (5,) not in pair_field(players)
    assert (1, 2) in pair_field(players)


def test_the_lowest_of_a_group_floats_to_the_highest_of_the_next() -> None:
    """W6: the edge of the groups is where they meet."""
    assert (3, 4) in pair_field(field(2, 2, 2, 1, 1, 1))


def test_nobody_floats_the_same_way_twice_running() -> None:
    """W5: who floated down last time stays in the group this time."""
    players = field(2, 2, 2, 1, 1, 1)
    players[2] = replace(players[2], floated=-1)
    players[3] = replace(players[3], floated=1)
    assert (2, 5) in pair_field(players)


def test_a_short_float_from_the_top_group_is_better_than_a_long_one() -> None:
    """W4: who must leave the highest group goes to the next one."""
    players = having_met(field(3, 3, 2, 2, 1, 1), (1, 2))
    pairs = pair_field(players)
    assert {frozenset(pair) & {1, 2, 3, 4} for pair in pairs} >= {frozenset({2, 3})}
    assert (5, 6) in pairs


@pytest.mark.parametrize("points", [(), (1,)])
def test_the_smallest_fields(points: tuple[int, ...]) -> None:
    """Nobody is no pairs, one alone has a bye."""
    assert pair_field(field(*points)) == [(1,)] * len(points)


@pytest.mark.parametrize("pairing", ["fold", "slide"])
@pytest.mark.parametrize(("players", "seed"), [(60, 1), (61, 2), (101, 4)])
def test_likely_pairs_are_enough(
    players: int, seed: int, pairing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A large field paired by its likely pairs costs what it costs with all pairs weighed."""
    for each in random_fields(seed, players, 5):
        exact = total(each, pair_field(each, pairing), pairing)
        with monkeypatch.context() as patch:
            patch.setattr(swiss, "LARGE", 0)
            assert total(each, pair_field(each, pairing), pairing) == exact


def test_unlikely_pairs_are_weighed_when_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the likely pairs leave somebody alone, all pairs are weighed."""
    monkeypatch.setattr(swiss, "LARGE", 0)
    players = having_met(field(2, 1, 1, 0), (1, 2), (1, 3), (1, 4), (2, 3))
    pairs = pair_field(players)
    assert sorted(who for pair in pairs for who in pair) == [1, 2, 3, 4]
    assert total(players, pairs)[0] == 1


def test_a_round_that_was_cancelled_is_paired_with_others() -> None:
    """W6a: each time it is cancelled other pairs meet, while the rules leave any."""
    desk = Desk(players=4)
    seen = []
    for _ in range(3):
        seen.append(frozenset(map(frozenset, desk.pair())))
        desk.do("cancel", round=1, why="once more")
    assert len(set(seen)) == 3, "all three pairings of four players"
    desk.pair(fixed=[["P1", "P4"]])
    assert frozenset({1, 4}) in {frozenset(board.players) for board in desk.boards()}


def test_a_cancelled_round_goes_before_no_other_rule() -> None:
    """W4 before W6a: where only a float would help, the same pairs meet again."""
    desk = Desk(players=4)
    for board, _ in enumerate(desk.pair(), 1):
        desk.result(board, [2, 1])
    second = desk.pair()
    desk.do("cancel", round=2, why="once more")
    assert {frozenset(pair) for pair in desk.pair()} == {frozenset(pair) for pair in second}
