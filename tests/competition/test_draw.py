"""What pairing knows of a competition: who has met, had byes, floated, sat where."""

from __future__ import annotations

from controller.competition.costs import Contender
from controller.competition.draw import contenders
from tests.competition.desk import Desk


def _known(desk: Desk) -> dict[int, Contender]:
    return {each.number: each for each in contenders(desk.it)}


def test_a_forfeit_is_a_bye_and_no_meeting() -> None:
    """W1, W2: who won without a game had points for nothing, and may meet the absent one yet."""
    desk = Desk(players=2)
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="P2")
    desk.do("confirm", round=1, board=1)
    known = _known(desk)
    assert (known[1].byes, known[2].byes) == (1, 0)
    assert not known[1].met
    assert not known[2].met


def test_a_game_is_a_meeting_and_a_bye_is_one() -> None:
    """W1, W2: both players remember whom they met, and who sat out is known."""
    desk = Desk(players=3)
    desk.pair()
    desk.better_wins()
    known = _known(desk)
    assert (dict(known[1].met), dict(known[2].met)) == ({2: 1}, {1: 1})
    assert [known[who].byes for who in (1, 2, 3)] == [0, 0, 1]


def test_floats_of_the_last_round_are_known() -> None:
    """W5: by the points both had before it; a float of an earlier round is forgotten."""
    desk = Desk(players=4, rounds=9)
    desk.pair(fixed=[["P1", "P2"], ["P3", "P4"]])
    desk.better_wins()
    assert [each.floated for each in contenders(desk.it)] == [0, 0, 0, 0]
    desk.pair(fixed=[["P1", "P4"], ["P2", "P3"]])
    desk.better_wins()
    assert {who: each.floated for who, each in _known(desk).items()} == {1: -1, 2: 1, 3: -1, 4: 1}
    desk.pair(fixed=[["P1"], ["P2", "P3"], ["P4"]])
    desk.better_wins()
    assert {each.floated for each in contenders(desk.it)} == {0}


def test_sides_are_shared_out() -> None:
    """Who had side 0 less often has it next, whichever board and whoever stands higher."""
    desk = Desk(players=4, rounds=9)
    desk.pair(fixed=[["P1", "P2"], ["P3", "P4"]])
    first = [board.players[0] for board in desk.boards()]
    second = [board.players[1] for board in desk.boards()]
    desk.better_wins()
    desk.pair(fixed=[[f"P{first[0]}", f"P{second[1]}"], [f"P{first[1]}", f"P{second[0]}"]])
    assert {board.players[0] for board in desk.boards()} == set(second)
    assert {board.players[1] for board in desk.boards()} == set(first)


def test_sides_stay_balanced_over_a_swiss() -> None:
    """Over nine rounds nobody has one side more than three times more often than the other."""
    desk = Desk(players=16, rounds=9)
    desk.play_out()
    balance = dict.fromkeys(desk.it.players, 0)
    for _, board in desk.it.boards():
        balance[board.players[0]] += 1
        balance[board.players[1]] -= 1
    assert max(map(abs, balance.values())) <= 3
