"""Round robin: Berger's tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from controller.competition.robin import berger, round_count
from tests.competition.desk import Desk


@pytest.mark.parametrize("players", range(2, 24))
@pytest.mark.parametrize("double", [False, True])
def test_everybody_meets_everybody(players: int, double: bool) -> None:
    """Once, or twice with the seats exchanged; with an odd number each sits out once a cycle."""
    numbers = list(range(1, players + 1))
    rounds = [berger(numbers, each) for each in range(1, round_count(players, double) + 1)]
    for pairs in rounds:
        assert sorted(who for pair in pairs for who in pair) == numbers
    met = Counter(pair for pairs in rounds for pair in pairs if len(pair) == 2)
    assert Counter(frozenset(pair) for pair in met.elements()) == Counter(
        {frozenset(pair): 1 + double for pair in combinations(numbers, 2)}
    )
    assert max(met.values()) == 1
    byes = Counter(pair[0] for pairs in rounds for pair in pairs if len(pair) == 1)
    assert byes == (Counter(dict.fromkeys(numbers, 1 + double)) if players % 2 else Counter())


@pytest.mark.parametrize("players", range(2, 24))
def test_sides_are_balanced(players: int) -> None:
    """Nobody sits at side 0 more than once more often than at side 1."""
    numbers = list(range(1, players + 1))
    rounds = range(1, round_count(players) + 1)
    pairs = [pair for each in rounds for pair in berger(numbers, each) if len(pair) == 2]
    first, second = (Counter(pair[seat] for pair in pairs) for seat in (0, 1))
    most = 0 if players % 2 else 1
    assert all(abs(first[who] - second[who]) <= most for who in numbers)


def test_the_published_table_for_six() -> None:
    """FIDE Handbook C.05, Berger table for 5 or 6 players."""
    table = [
        {(1, 6), (2, 5), (3, 4)},
        {(6, 4), (5, 3), (1, 2)},
        {(2, 6), (3, 1), (4, 5)},
        {(6, 5), (1, 4), (2, 3)},
        {(3, 6), (4, 2), (5, 1)},
    ]
    assert [set(berger(range(1, 7), each)) for each in range(1, 6)] == table


def test_a_free_round_brings_nothing() -> None:
    """Everybody sits out once: it is worth no points."""
    desk = Desk("round-robin", players=3)
    desk.play_out()
    assert len(desk.it.rounds) == 3
    assert [line["points"] for line in desk.view["standings"]] == [2, 1, 0]


def test_who_withdraws_loses_the_rest_by_forfeit() -> None:
    """What was played stays; who returns plays again; two who left give points to nobody."""
    desk = Desk("round-robin", players=4)
    desk.pair()
    desk.better_wins()
    desk.do("withdraw", player="P1")
    desk.do("withdraw", player="P2")
    desk.pair()
    hows = {frozenset(board.players): board.result and board.result.how for board in desk.boards()}
    assert {how.value for how in hows.values() if how} == (
        {"nobody"} if frozenset({1, 2}) in hows else {"forfeit"}
    )
    desk.better_wins()
    desk.do("enter", player="P1")
    desk.do("enter", player="P2")
    desk.pair()
    assert all(board.result is None for board in desk.boards())


def test_rounds_may_be_paired_ahead() -> None:
    """Nothing depends on results: all rounds can hang on the wall before the first move."""
    desk = Desk("round-robin", players=6, double=True)
    for _ in range(10):
        desk.pair()
    assert desk.view["of"] == 10
    assert "all 10 rounds" in desk.refused("pair")
