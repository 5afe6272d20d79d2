"""Knockout with consolation: rules K1-K6 of docs/tournament.md."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from controller.competition.knockout import CONSOLATION, MAIN, THIRD, Bracket, Decided, slots
from tests.competition.desk import Desk


def played(seed: int, players: int, *, consolation: bool = True, third: bool = True) -> Bracket:
    """A bracket played to its end by lot."""
    lot = random.Random(seed)
    bracket = Bracket(list(range(1, players + 1)), {}, consolation, third)
    while ready := bracket.ready():
        decided = dict(bracket.decided)
        for match in ready:
            winner, loser = lot.sample(match.players, 2)
            decided[match.name] = Decided(winner, loser)
        bracket = Bracket(bracket.seeds, decided, consolation, third)
    return bracket


def losses(bracket: Bracket, stage: str) -> list[int]:
    """Who lost in this bracket, once for each loss."""
    return [one.loser for name, one in bracket.decided.items() if name.startswith(stage)]


def test_the_best_meet_last() -> None:
    """K1: the order of the bracket keeps seeds 1 and 2 apart until the final."""
    assert list(slots(8)) == [1, 8, 4, 5, 2, 7, 3, 6]


@pytest.mark.parametrize("players", range(2, 40))
def test_seeds_who_always_win_meet_in_the_final(players: int) -> None:
    """K1, K2: byes go to the best seeds, and nobody meets a better seed too early."""
    desk = Desk("knockout", players=players, consolation=False)
    pairs = desk.pair()
    first = [board.players for board in desk.boards() if board.match.startswith("main 1.")]
    byes = set(range(1, players + 1)) - {who for pair in first for who in pair}
    assert byes == set(range(1, len(byes) + 1))
    assert pairs
    desk.better_wins()
    desk.play_out()
    places = {line["number"]: line["place"] for line in desk.view["standings"]}
    assert [places[who] for who in range(1, min(players, 4) + 1)] == [1, 2, 3, 4][:players]
    assert desk.view["winners"]["main"] == "P1"


@pytest.mark.parametrize("players", range(2, 40))
@pytest.mark.parametrize("third", [True, False])
def test_every_bracket_is_complete(players: int, third: bool) -> None:
    """K3-K5: all but one lose once; of those who lost their first match all but one once more."""
    bracket = played(players, players, third=third)
    everybody = set(range(1, players + 1))
    out = losses(bracket, MAIN)
    assert len(out) == players - 1
    assert {*out, bracket.winner()} == everybody
    wins = Counter(one.winner for name, one in bracket.decided.items() if name.startswith(MAIN))
    levels = bracket.levels
    finals = {
        one.loser
        for name, one in bracket.decided.items()
        if name.startswith((f"main {levels}.", f"main {levels - 1}." if third else "main ."))
    }
    fell = {who for who in out if not wins[who]} - finals
    second = losses(bracket, CONSOLATION)
    assert len(second) == len(set(second)) == max(len(fell) - 1, 0)
    champion = bracket.winner(CONSOLATION)
    assert champion in fell if fell else champion is None
    assert set(second) | {champion} - {None} == fell


@pytest.mark.parametrize("players", [2, 3, 4, 5, 8, 13])
def test_the_third_place(players: int) -> None:
    """K5: the losers of the semi-finals meet, where there were two."""
    bracket = played(1, players)
    semi = [
        one.loser
        for name, one in bracket.decided.items()
        if name.startswith(f"main {bracket.levels - 1}.")
    ]
    meets = [match.players for match in bracket.known() if match.name.startswith(THIRD)]
    assert [set(pair) for pair in meets] == ([set(semi)] if len(semi) == 2 else [])


def test_everybody_plays_twice_with_a_consolation() -> None:
    """K4: nobody of sixteen goes home after one match."""
    bracket = played(3, 16)
    games = Counter(who for match in bracket.known() for who in match.players)
    assert min(games.values()) == 2


def test_nobody_meets_the_first_opponent_again_at_once() -> None:
    """K4: the consolation begins with new opponents."""
    for seed in range(30):
        bracket = played(seed, 5 + seed)
        main = {frozenset(each.players) for each in bracket.known() if each.name.startswith(MAIN)}
        first = {
            frozenset(each.players)
            for each in bracket.known()
            if each.name.startswith("consolation 1.")
        }
        assert not main & first


def test_a_draw_must_be_played_on() -> None:
    """A knockout needs a winner: the report stands, the confirmation is refused."""
    desk = Desk("knockout", players=2)
    desk.pair()
    desk.do("report", round=1, board=1, scores=[24, 24])
    assert "a knockout needs a winner" in desk.refused("confirm", round=1, board=1)
    desk.do("report", round=1, board=1, scores=[24, 24], winner="P2")
    desk.do("confirm", round=1, board=1)
    assert desk.view["winners"]["main"] == "P2"
    assert desk.refused("pair") == "not paired: all 1 rounds of open have been paired"


def test_who_withdraws_lets_the_next_opponent_go_on() -> None:
    """K6: the match is on record as a forfeit, nobody waits for it."""
    desk = Desk("knockout", players=4, consolation=False)
    desk.pair()
    desk.better_wins()
    desk.do("withdraw", player="P1")
    desk.pair()
    final = next(board for board in desk.boards() if board.match == "main 2.1")
    assert final.result is not None
    assert final.result.how.value == "forfeit"
    assert desk.view["winners"]["main"] == "P2"


def test_a_match_without_players_sends_nobody_on() -> None:
    """When neither appears, the winner of the other half has won."""
    desk = Desk("knockout", players=4, third=False, consolation=False)
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="both")
    desk.do("confirm", round=1, board=1)
    desk.result(2, [1, 0])
    assert desk.view["winners"]["main"] == desk.it.name(desk.boards()[1].players[0])
    assert "have been paired" in desk.refused("pair")


def test_a_correction_that_changes_who_goes_on_needs_the_next_round_cancelled() -> None:
    """Nobody is taken out of a match that has been paired."""
    desk = Desk("knockout", players=4)
    desk.pair()
    desk.better_wins()
    desk.pair()
    loser = desk.it.name(max(desk.boards(1)[0].players))
    said = {"round": 1, "board": 1, "scores": [5, 5], "why": "misread"}
    assert "cancel that round first" in desk.refused("correct", winner=loser, **said)
    winner = desk.it.name(min(desk.boards(1)[0].players))
    desk.do("correct", winner=winner, **said)
    desk.do("cancel", round=2, why="misread")
    desk.do("correct", winner=loser, **said)
    desk.pair()
    assert any(loser in board["players"] for board in desk.view["rounds"][1]["boards"])


def test_a_single_match_cannot_be_cancelled() -> None:
    """Somebody must go on."""
    desk = Desk("knockout", players=4)
    desk.pair()
    assert "somebody must go on" in desk.refused("cancel", round=1, board=1, why="x")
