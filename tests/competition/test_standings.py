"""Standings and tie-breaks: the worked example of docs/tournament.md, and the rules one by one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.competition.desk import Desk


def worked_example(**rules: Any) -> Desk:
    """Five players, three rounds, with byes, a forfeit and draws; every figure known by hand."""
    desk = Desk(rounds=3, **rules)
    for name in ("Ann", "Bob", "Cyd", "Dan", "Eve"):
        desk.do("enter", player=name)
    rounds: list[list[tuple[str, str, Any]]] = [
        [("Ann", "Bob", (7, 4)), ("Cyd", "Dan", (5, 5)), ("Eve", "", None)],
        [("Ann", "Cyd", (7, 2)), ("Eve", "Bob", (7, 6)), ("Dan", "", None)],
        [("Ann", "Eve", (6, 6)), ("Dan", "Bob", "Bob"), ("Cyd", "", None)],
    ]
    for number, boards in enumerate(rounds, 1):
        desk.do("pair", fixed=[[name for name in pair[:2] if name] for pair in boards])
        for one, _, result in boards:
            _say(desk, number, one, result)
    return desk


def _say(desk: Desk, number: int, one: str, result: Any) -> None:
    if result is None:
        return
    player = next(each for each in desk.it.players.values() if each.name == one)
    board = next(each for each in desk.boards() if player.number in each.players)
    if isinstance(result, str):
        desk.do("report", round=number, board=board.number, forfeit=result)
    else:
        scores = list(result) if board.players[0] == player.number else list(result)[::-1]
        desk.do("report", round=number, board=board.number, scores=scores)
    desk.do("confirm", round=number, board=board.number)


#: name -> points, Buchholz, median, Sonneborn-Berger, direct, wins, scored: worked out by hand.
BY_HAND = {
    "Dan": (2.5, 6.5, 2.5, 5.75, 0, 0, 5),
    "Eve": (2.5, 5, 2.5, 3.75, 0, 1, 13),
    "Ann": (2.5, 4, 1.5, 2.75, 0, 2, 20),
    "Cyd": (1.5, 6.5, 2.5, 2.75, 0, 0, 7),
    "Bob": (0, 5, 2.5, 0, 0, 0, 10),
}


def test_the_worked_example() -> None:
    """Every tie-break of every player is what was worked out by hand."""
    standings = worked_example().view["standings"]
    found = {line["name"]: (line["points"], *line["tiebreaks"].values()) for line in standings}
    assert found == BY_HAND
    assert list(found) == list(BY_HAND)
    assert [line["place"] for line in standings] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("tiebreaks", "order"),
    [
        (["wins"], "Ann Eve Dan Cyd Bob"),
        (["scored"], "Ann Eve Dan Cyd Bob"),
        (["median", "wins"], "Eve Dan Ann Cyd Bob"),
        (["sonneborn-berger"], "Dan Eve Ann Cyd Bob"),
    ],
)
def test_the_order_follows_the_tiebreaks_agreed_on(tiebreaks: list[str], order: str) -> None:
    """The first tie-break decides; the next ones only where it does not."""
    standings = worked_example(tiebreaks=tiebreaks).view["standings"]
    assert " ".join(line["name"] for line in standings) == order


def test_whom_nothing_parts_share_a_place() -> None:
    """Without tie-breaks three are first, and the next one is fourth."""
    standings = worked_example(tiebreaks=[]).view["standings"]
    assert [line["place"] for line in standings] == [1, 1, 1, 4, 5]


def test_direct_encounter_needs_that_all_have_met() -> None:
    """Ann, Dan and Eve have not all met: it parts nobody. Bob and Cyd have other points."""
    standings = worked_example(tiebreaks=["direct"]).view["standings"]
    assert [line["place"] for line in standings] == [1, 1, 1, 4, 5]


def test_direct_encounter_parts_two_who_met() -> None:
    """Of two with equal points the one who won against the other stands first."""
    desk = Desk("round-robin", players=4, tiebreaks=["direct"])
    wins = {(1, 2): 2, (3, 4): 3, (1, 3): 1, (2, 4): 2, (1, 4): 4, (2, 3): 3}
    for _ in range(3):
        desk.pair()
        for board in desk.boards():
            winner = wins[min(board.players), max(board.players)]
            desk.result(board.number, [int(who == winner) for who in board.players])
    standings = desk.view["standings"]
    found = [(line["name"], line["points"], line["tiebreaks"]["direct"]) for line in standings]
    assert found == [("P3", 2, 1), ("P2", 2, 0), ("P4", 1, 1), ("P1", 1, 0)]


def test_unconfirmed_results_do_not_count() -> None:
    """A report is nothing until the director confirms it."""
    desk = Desk(players=2, rounds=1)
    desk.pair()
    desk.do("report", round=1, board=1, scores=[3, 1])
    assert [line["points"] for line in desk.view["standings"]] == [0, 0]
    desk.do("confirm", round=1, board=1)
    assert [line["points"] for line in desk.view["standings"]] == [1, 0]


def test_scoring_is_chosen() -> None:
    """Three for a win, one for a draw, nothing for a bye, if that was agreed."""
    desk = Desk(players=5, rounds=1, scoring={"win": 3, "draw": 1, "bye": 0.5})
    desk.pair()
    desk.result(1, [4, 4])
    desk.result(2, [5, 4])
    assert sorted(line["points"] for line in desk.view["standings"]) == [0, 0.5, 1, 1, 3]


def test_points_add_up() -> None:
    """Every board gives a whole win's points, every bye its own."""
    points = [line["points"] for line in worked_example().view["standings"]]
    assert sum(points) == 3 * 3


def test_in_a_round_robin_a_forfeit_counts_against_the_real_opponent() -> None:
    """Sonneborn-Berger of a win by forfeit is that opponent's points, not one's own."""
    desk = Desk("round-robin", players=2, tiebreaks=["sonneborn-berger"], double=True)
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="P2")
    desk.do("confirm", round=1, board=1)
    desk.pair()
    desk.result(1, [3, 3])
    first, second = desk.view["standings"]
    assert (first["name"], first["points"], first["tiebreaks"]["sonneborn-berger"]) == (
        "P1",
        1.5,
        0.5 + 0.25,
    )
    assert (second["points"], second["tiebreaks"]["sonneborn-berger"]) == (0.5, 0.75)
