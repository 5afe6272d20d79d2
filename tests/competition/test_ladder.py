"""Double elimination, progressive consolation, last chance (T13): rules E1-E6 of
docs/tournament.md."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from controller.competition.knockout import CONSOLATION, FINAL, LAST, MAIN, Decided, stage_of
from controller.competition.ladder import Ladder
from controller.competition.paper import print_pairings
from tests.competition.desk import Desk

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 13, 16, 23, 32, 64)


def played(seed: int, players: int, **rules: Any) -> Ladder:
    """A ladder played to its end by lot."""
    lot = random.Random(seed)
    decided: dict[str, Decided] = {}
    while True:
        ladder = Ladder(list(range(1, players + 1)), decided, **rules)
        ready = ladder.ready()
        if not ready:
            return ladder
        decided = {**decided, **{one.name: Decided(*lot.sample(one.players, 2)) for one in ready}}


def losses(ladder: Ladder, *stages: str) -> Counter[int]:
    """How often everybody lost in these brackets."""
    return Counter(
        one.loser for match, one in ladder.decided.items() if stage_of(match)[0] in stages
    )


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("seed", range(3))
def test_only_two_losses_put_a_player_out(players: int, seed: int) -> None:
    """T13, E1, E4: of a double elimination everybody but the winner loses twice, the winner once
    at most."""
    ladder = played(seed, players, twice=True)
    lost = losses(ladder, MAIN, CONSOLATION, FINAL)
    champion = ladder.winner()
    assert champion is not None and lost[champion] <= 1
    assert all(lost[who] == 2 for who in ladder.seeds if who != champion)


def test_the_unbeaten_finalist_must_be_beaten_twice() -> None:
    """E4: the final has a second match only where its first was lost by who had lost none."""
    seen = set()
    for seed in range(20):
        ladder = played(seed, 8, twice=True)
        again = "final 2.1" in ladder.decided
        seen.add(again)
        unbeaten = ladder.decided["main 3.1"].winner
        assert again is (ladder.decided["final 1.1"].winner != unbeaten)
    assert seen == {True, False}


@pytest.mark.parametrize("players", [8, 16, 32, 64])
def test_who_falls_meets_somebody_new(players: int) -> None:
    """E3: nobody who falls out of the main bracket's first two rounds meets there whom he met."""
    for seed in range(5):
        ladder = played(seed, players, twice=True)
        met = {frozenset(one.players) for one in ladder.known() if one.name.startswith(MAIN)}
        early = [
            one
            for one in ladder.known()
            if one.name.startswith(("consolation 1.", "consolation 2."))
        ]
        assert early and not met & {frozenset(one.players) for one in early}


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("third", [True, False])
def test_losers_of_every_round_fall_into_a_progressive_consolation(
    players: int, third: bool
) -> None:
    """T13, E2: who loses in the main bracket, early or late, plays in the consolation; those of
    the final do not, nor those who play for the third place."""
    ladder = played(players, players, third=third)
    kept = ladder.levels - 1 if third else ladder.levels
    fell = {
        one.loser
        for match, one in ladder.decided.items()
        if stage_of(match)[0] == MAIN and stage_of(match)[1] < kept
    }
    out = losses(ladder, CONSOLATION)
    assert all(count == 1 for count in out.values())
    champions = fell - set(out)
    assert len(champions) == (1 if fell else 0)
    if fell and CONSOLATION in ladder.stages():
        assert champions == {ladder.winner(CONSOLATION)}


@pytest.mark.parametrize("players", [8, 11, 16, 32])
def test_who_loses_early_in_the_consolation_has_a_last_chance(players: int) -> None:
    """T13, E5: the losers of its first two rounds play one more knockout, with one winner."""
    ladder = played(1, players, third=False, last_chance=True)
    fell = {
        one.loser
        for match, one in ladder.decided.items()
        if match.startswith(("consolation 1.", "consolation 2."))
    }
    out = losses(ladder, LAST)
    assert set(out) | {ladder.winner(LAST)} == fell
    assert all(count == 1 for count in out.values())


def test_a_double_elimination_at_the_desk() -> None:
    """E6: eight players to the end: places by who stayed in longest, equal ones together."""
    desk = Desk("double-elimination", players=8)
    desk.play_out()
    places = {line["name"]: line["place"] for line in desk.view["standings"]}
    assert places == {"P1": 1, "P2": 2, "P3": 3, "P4": 4, "P5": 5, "P6": 5, "P7": 7, "P8": 7}
    assert desk.view["winners"]["main"] == "P1"
    assert desk.view["status"] == "running"
    desk.do("close")


def test_who_does_not_appear_twice_is_out() -> None:
    """E1, E6: a match that neither came to sends nobody on and nobody down; both stand last."""
    desk = Desk("double-elimination", players=4)
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="both")
    desk.do("confirm", round=1, board=1)
    gone = {desk.it.name(who) for who in desk.boards()[0].players}
    desk.better_wins()
    desk.play_out()
    last = {line["name"] for line in desk.view["standings"] if line["place"] == 3}
    assert last == gone


def test_who_withdraws_from_a_double_elimination_loses_by_forfeit() -> None:
    """The next matches are on record as forfeits; nobody waits for them."""
    desk = Desk("double-elimination", players=4)
    desk.pair()
    desk.better_wins()
    desk.do("withdraw", player="P1")
    desk.play_out()
    assert desk.view["winners"]["main"] == "P2"


def test_a_draw_is_no_result_of_a_double_elimination() -> None:
    """As in a knockout somebody must go on."""
    desk = Desk("double-elimination", players=4)
    desk.pair()
    desk.do("report", round=1, board=1, scores=[24, 24])
    assert "needs a winner" in desk.refused("confirm", round=1, board=1)
    assert "somebody must go on" in desk.refused("cancel", round=1, board=1, why="x")


def test_every_bracket_is_shown_with_its_winner() -> None:
    """E5: main bracket, third place, consolation and last chance have a winner each."""
    desk = Desk("knockout", players=16, progressive=True, last_chance=True)
    desk.play_out()
    winners = desk.view["winners"]
    assert set(winners) == {"main", "third", "consolation", "last-chance"}
    assert winners["main"] == "P1" and all(winners.values())


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ({"progressive": True, "consolation": False}, "progressive needs consolation"),
        ({"last_chance": True}, "last_chance needs progressive"),
        ({"last_chance": True, "progressive": False}, "last_chance needs progressive"),
    ],
)
def test_what_needs_another_rule_says_so(rules: dict[str, bool], told: str) -> None:
    """A last chance without a progressive consolation would be nobody's."""
    desk = Desk("knockout", players=2)
    create = {"title": "B", "format": "knockout", "game": "kalah", **rules}
    assert told in desk.refused("create", **create)


def test_a_fixed_pair_is_not_for_a_ladder() -> None:
    """What a bracket says goes: it is told with the formats that take pairs."""
    desk = Desk("double-elimination", players=4)
    told = desk.refused("pair", fixed=[["P1", "P2"]])
    assert told == "not paired: fixed pairs are for swiss, not double-elimination"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_sheets_name_the_bracket_of_every_match(language: str) -> None:
    """A final and a last chance are printed like the other brackets."""
    for form, rules in (
        ("double-elimination", {}),
        ("knockout", {"progressive": True, "last_chance": True}),
    ):
        desk = Desk(form, players=16, **rules)
        desk.play_out()
        for number in range(1, len(desk.it.rounds) + 1):
            assert print_pairings(desk.it, number, language).startswith(b"%PDF")
