"""Commands: what they do, and the words with which they are refused."""

from __future__ import annotations

from typing import Any

import pytest

from controller.competition import Competition, CompetitionError
from controller.competition.values import Status
from controller.play.event import Event
from tests.competition.desk import Desk


def _active(desk: Desk) -> list[str]:
    return [player.name for player in desk.it.players.values() if player.active]


# -- players -----------------------------------------------------------------------------------


def test_names_are_kept_tidy_and_differ() -> None:
    """One form of each letter, single spaces; upper and lower case make no other name."""
    desk = Desk()
    desk.do("enter", player="  Jose\u0301 \n  Ann ")
    assert _active(desk) == ["Jos\u00e9 Ann"]
    assert desk.refused("enter", player="JOS\u00c9 ann") == (
        "Jos\u00e9 Ann is in open already; names must differ"
    )


@pytest.mark.parametrize("name", ["", "   ", "a\x00", "\u202eevil", "x" * 61, 7, None, ["Ann"]])
def test_what_is_no_name_is_refused(name: Any) -> None:
    """Controls, marks that turn the writing, too long, not a text at all."""
    assert "player must be a name of 1 to 60 printable" in Desk().refused("enter", player=name)


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "=1+1", "{nb}", "'; DROP TABLE", "Ёж", "../../etc", "%s"]
)
def test_any_printable_name_is_plain_data(name: str) -> None:
    """Script, formulas and paths are names like any other, and stay what they are."""
    desk = Desk(players=1)
    desk.do("enter", player=name)
    desk.pair()
    assert name in desk.view["rounds"][0]["boards"][0]["players"]
    assert name in [line["name"] for line in desk.view["standings"]]


def test_a_forfeit_can_be_said_of_both() -> None:
    """Nobody can be called "both", and neither has points."""
    desk = Desk(players=2)
    assert "nobody can be called 'Both'" in desk.refused("enter", player="Both")
    desk.pair()
    desk.do("report", round=1, board=1, forfeit="both")
    desk.do("confirm", round=1, board=1)
    assert desk.view["rounds"][0]["boards"][0]["how"] == "nobody"
    assert [line["points"] for line in desk.view["standings"]] == [0, 0]


def test_a_late_entry_plays_from_the_next_round() -> None:
    """Who comes after round 1 has missed it, and is paired in round 2."""
    desk = Desk(players=4)
    desk.pair()
    desk.better_wins()
    desk.do("enter", player="Late", rating=3000)
    assert desk.view["players"][-1]["since"] == 2
    assert any(5 in pair for pair in desk.pair())


@pytest.mark.parametrize("format_", ["round-robin", "knockout"])
def test_only_swiss_takes_late_entries(format_: str) -> None:
    """The others are fixed with their first round."""
    desk = Desk(format_, players=4)
    desk.pair()
    assert desk.refused("enter", player="Late") == (
        f"Late comes too late: a {format_} is fixed with its first round"
    )


def test_who_withdrew_is_not_paired_and_may_return() -> None:
    """A withdrawal holds until the player enters again; results stay."""
    desk = Desk(players=4)
    desk.pair()
    desk.better_wins()
    desk.do("withdraw", player="p1", why="ill")
    assert not any(1 in pair for pair in desk.pair())
    desk.better_wins()
    assert desk.refused("withdraw", player="P1") == "P1 has withdrawn from open already"
    desk.do("enter", player="P1")
    assert any(1 in pair for pair in desk.pair())
    assert desk.refused("withdraw", player="Zed") == "there is no player 'Zed' in open"


def test_who_left_before_the_draw_of_a_knockout_cannot_return() -> None:
    """The bracket has no place for somebody who was not drawn."""
    desk = Desk("knockout", players=5)
    desk.do("withdraw", player="P5")
    desk.pair()
    assert "P5 comes too late" in desk.refused("enter", player="P5")


def test_a_name_is_put_right() -> None:
    """The number and the results stay; nobody else's name can be taken."""
    desk = Desk(players=2)
    desk.pair()
    desk.result(1, [3, 0])
    desk.do("rename", player="P1", name="Anna")
    assert desk.view["standings"][0]["name"] == "Anna"
    assert desk.view["standings"][0]["points"] == 1
    assert "P2 is in open already" in desk.refused("rename", player="Anna", name="p2")
    desk.do("rename", player="Anna", name="ANNA")


# -- rounds ------------------------------------------------------------------------------------


def test_a_round_is_paired_when_the_last_one_is_confirmed() -> None:
    """The refusal names the boards that are waited for."""
    desk = Desk(players=6)
    desk.pair()
    desk.result(2, [1, 0])
    desk.do("report", round=1, board=1, scores=[1, 0])
    sentence = "round 1 is not over: results to be confirmed at 1.1, 1.3"
    assert desk.refused("pair") == f"not paired: {sentence}"
    assert desk.view["unpairable"] == sentence


def test_pairing_ends_with_the_last_round() -> None:
    """Five rounds were agreed on, and five are paired."""
    desk = Desk(players=8)
    desk.play_out()
    assert desk.refused("pair") == "not paired: all 5 rounds of open have been paired"


@pytest.mark.parametrize("players", [0, 1])
def test_two_are_needed(players: int) -> None:
    """Nobody plays alone."""
    sentence = Desk(players=players).refused("pair")
    assert sentence == f"not paired: open has {players} players; two are needed"


def test_the_director_may_fix_pairs() -> None:
    """Named pairs and a bye are kept, the others are paired around them."""
    desk = Desk(players=7)
    pairs = desk.pair(fixed=[["P1", "P2"], ["P3"]])
    assert {frozenset(pair) for pair in pairs} >= {frozenset({1, 2}), frozenset({3})}
    assert sorted(who for pair in pairs for who in pair) == list(range(1, 8))


@pytest.mark.parametrize(
    ("fixed", "words"),
    [
        ([["P1", "P2"], ["P2", "P3"]], "somebody is named twice"),
        ([["P1", "Zed"]], "there is no player 'Zed'"),
        ([["P1", "P4"]], "P4 withdrew from open"),
        ([["P1", "P2", "P3"]], "fixed must be a list of pairs"),
        ("P1", "fixed must be a list of pairs"),
    ],
)
def test_wrong_fixed_pairs_are_refused(fixed: Any, words: str) -> None:
    """Who is named must be there, once."""
    desk = Desk(players=4)
    desk.do("withdraw", player="P4")
    assert words in desk.refused("pair", fixed=fixed)


def test_fixed_pairs_are_for_swiss() -> None:
    """Tables and brackets leave nothing to fix."""
    desk = Desk("round-robin", players=4)
    assert "fixed pairs are for swiss" in desk.refused("pair", fixed=[["P1", "P2"]])


def test_a_lot_needs_a_seed_and_repeats_with_it() -> None:
    """Chance comes from outside, and is on record."""
    desk = Desk(players=9, seeding="lot")
    assert "needs a seed" in desk.refused("pair")
    assert desk.do("pair", seed=42)["seed"] == 42
    again = Desk(players=9, seeding="lot")
    again.do("pair", seed=42)
    assert again.boards() == desk.boards()
    other = Desk(players=9, seeding="lot")
    other.do("pair", seed=43)
    assert other.it.order != desk.it.order
    assert "a seed is for the first round" in Desk(players=4).refused("pair", seed=1)


def test_ratings_seed_the_first_round() -> None:
    """The best meets the lowest; who has no rating comes last, in order of entry."""
    desk = Desk()
    for name, rating in (("Ann", None), ("Bob", 900), ("Cyd", 1500), ("Dan", None)):
        desk.do("enter", player=name, **({} if rating is None else {"rating": rating}))
    desk.pair()
    assert desk.it.order == (3, 2, 1, 4)
    assert {frozenset(board.players) for board in desk.boards()} == {
        frozenset({3, 4}),
        frozenset({2, 1}),
    }


# -- tables ------------------------------------------------------------------------------------


def test_boards_go_to_tables_in_order_and_byes_to_none() -> None:
    """As many boards as there are tables have one; the others wait for `assign`."""
    desk = Desk(players=7, tables=["t1", "t2"])
    desk.pair()
    assert [board.table for board in desk.boards()] == ["t1", "t2", None, None]
    assert "taken by another board" in desk.refused("assign", round=1, board=3, table="t1")
    assert "is a bye" in desk.refused("assign", round=1, board=4, table="t9")
    desk.result(1, [1, 0])
    desk.do("assign", round=1, board=3, table="t1")
    assert desk.boards()[2].table == "t1"
    assert "is confirmed: it needs no table" in desk.refused("assign", round=1, board=1, table="t9")


def test_two_boards_exchange_their_tables() -> None:
    """In one step, also where one of them has none; what is settled, or the same board, is told."""
    desk = Desk(players=7, tables=["t1", "t2"])
    desk.pair()
    assert desk.do("swap", round=1, board=1, other=2)["tables"] == ["t2", "t1"]
    desk.do("swap", round=1, board=3, other=2)
    assert [board.table for board in desk.boards()] == ["t2", None, "t1", None]
    assert "needs two boards, not 1 twice" in desk.refused("swap", round=1, board=1, other=1)
    assert "is a bye" in desk.refused("swap", round=1, board=1, other=4)
    desk.result(1, [1, 0])
    assert "is confirmed: it needs no table" in desk.refused("swap", round=1, board=2, other=1)
    bare = Desk(players=4)
    bare.pair()
    told = bare.refused("swap", round=1, board=1, other=2)
    assert told == "boards 1.1 and 1.2 have no tables to exchange"


def test_a_table_in_use_is_not_given_to_another_competition() -> None:
    """Two competitions share a hall, never a board."""
    desk = Desk(players=4, tables=["t1", "t2"])
    desk.pair()
    hall = desk.hall
    rules = {"title": "B", "format": "knockout", "game": "kalah", "tables": ["t2", "t3"]}
    for command in (
        {"do": "create", **rules},
        {"do": "enter", "player": "X"},
        {"do": "enter", "player": "Y"},
        {"do": "pair"},
    ):
        hall = hall.take(hall.command({**command, "competition": "b"}, by="d", at=0.0))
    assert hall.one("b").rounds[0].boards[0].table == "t3"


# -- results -----------------------------------------------------------------------------------


def test_a_result_is_reported_then_confirmed() -> None:
    """A newer report replaces an unconfirmed one; afterwards only a correction helps."""
    desk = Desk(players=2)
    desk.pair()
    assert "is open, not reported" in desk.refused("confirm", round=1, board=1)
    desk.do("report", round=1, board=1, scores=[1, 0], games=["4"], table="t1")
    desk.do("report", round=1, board=1, scores=[0, 2], games=["5"])
    desk.do("confirm", round=1, board=1)
    board = desk.view["rounds"][0]["boards"][0]
    assert (board["winner"], board["scores"], board["games"]) == (1, [0, 2], ["5"])
    assert desk.refused("report", round=1, board=1, scores=[1, 0]) == (
        "board 1.1 is confirmed; correct it, and say why"
    )


def test_a_correction_keeps_what_was() -> None:
    """The event holds the old result and the reason; the standings follow."""
    desk = Desk(players=2)
    desk.pair()
    desk.result(1, [1, 0])
    assert "why is missing" in desk.refused("correct", round=1, board=1, scores=[0, 1])
    fact = desk.do("correct", round=1, board=1, scores=[0, 1], why="read upside down")
    assert fact["was"]["winner"] == 0
    assert fact["why"] == "read upside down"
    assert fact["by"] == "Dora"
    winner = desk.boards()[0].players[1]
    assert desk.view["standings"][0]["number"] == winner


@pytest.mark.parametrize(
    ("said", "winner"),
    [
        ({"scores": [3, 1]}, 0),
        ({"scores": [1, 3]}, 1),
        ({"scores": [2, 2]}, None),
        ({"scores": [3, 1], "winner": "P2"}, "P2"),
        ({"scores": [3, 1], "winner": None}, None),
        ({"forfeit": "P1"}, "P2"),
    ],
)
def test_who_won(said: dict[str, Any], winner: Any) -> None:
    """By the score, unless somebody resigned or lost on time, or did not appear."""
    desk = Desk(players=2)
    desk.pair()
    desk.do("report", round=1, board=1, **said)
    board = desk.view["rounds"][0]["boards"][0]
    names = board["players"]
    assert board["winner"] == (names.index(winner) if isinstance(winner, str) else winner)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({}, "either scores or a forfeit"),
        ({"scores": [1, 0], "forfeit": "P1"}, "either scores or a forfeit"),
        ({"scores": [1]}, "scores must be two whole numbers like [7, 3]"),
        ({"scores": [1, -1]}, "scores must be two whole numbers"),
        ({"scores": [1, True]}, "scores must be two whole numbers"),
        ({"scores": [1, 0], "winner": "P3"}, "'P3' does not sit there; P"),
        ({"forfeit": "Zed"}, "'Zed' does not sit there"),
        ({"scores": [1, 0], "round": 2}, "open has 1 rounds so far, and no round 2"),
        ({"scores": [1, 0], "board": 9}, "round 1 of open has boards 1 to 2: 9"),
        ({"scores": [1, 0], "board": 2}, "board 1.2 is a bye: nothing is played there"),
        ({"scores": [1, 0], "games": [1]}, "games must be a list"),
        ({"scores": [1, 0], "luck": 1}, "luck is not taken"),
    ],
)
def test_wrong_results_are_refused(said: dict[str, Any], words: str) -> None:
    """Each with its sentence."""
    desk = Desk(players=3)
    desk.pair()
    assert words in desk.refused("report", **{"round": 1, "board": 1, **said})


# -- the director ------------------------------------------------------------------------------


def test_the_last_round_can_be_cancelled_and_paired_anew() -> None:
    """As long as none of its games is confirmed; byes and forfeits do not hinder."""
    desk = Desk(players=5)
    desk.pair()
    desk.do("report", round=1, board=1, scores=[1, 0])
    desk.do("report", round=1, board=2, forfeit="P2")
    desk.do("confirm", round=1, board=2)
    desk.do("cancel", round=1, why="wrong list")
    assert desk.it.rounds == ()
    desk.do("enter", player="P6")
    assert desk.view["players"][-1]["since"] == 1
    assert len(desk.pair()) == 3
    desk.result(1, [1, 0])
    assert "round 1 has confirmed results: 1.1" in desk.refused("cancel", round=1, why="x")
    assert "only the last round can be cancelled: 1" in desk.refused("cancel", round=2, why="x")
    assert "why is missing" in desk.refused("cancel", round=1)


def test_a_late_entry_of_a_cancelled_round_is_no_longer_late() -> None:
    """Who came while round 1 was paired plays in round 1 when it is paired anew."""
    desk = Desk(players=3)
    desk.pair()
    desk.do("enter", player="P4")
    desk.do("cancel", round=1, why="wait for P4")
    assert desk.view["players"][-1]["since"] == 1
    assert len(desk.pair()) == 2


def test_a_cancelled_board_counts_for_nobody() -> None:
    """They have not met, neither has points, and they may be paired again."""
    desk = Desk(players=2)
    desk.pair()
    desk.do("cancel", round=1, board=1, why="fire alarm")
    assert desk.boards()[0].status is Status.CANCELLED
    assert "is cancelled already" in desk.refused("cancel", round=1, board=1, why="x")
    assert {1, 2} == set(desk.pair()[0])
    assert [line["points"] for line in desk.view["standings"]] == [0, 0]


def test_a_closed_competition_takes_nothing() -> None:
    """Only `reopen`, with its reason."""
    desk = Desk(players=2, rounds=1)
    desk.pair()
    assert "still to be confirmed: 1.1" in desk.refused("close")
    desk.better_wins()
    desk.do("close")
    assert desk.view["status"] == "closed"
    assert desk.refused("enter", player="X") == "open is closed; reopen it first"
    assert desk.view["unpairable"] == "open is closed; reopen it first"
    desk.do("reopen", why="appeal")
    assert desk.refused("reopen", why="x") == "open is not closed"
    desk.do("enter", player="X")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (None, "a command is an object"),
        ([], "a command is an object"),
        ({}, "unknown command None; there are: enter, withdraw"),
        ({"do": "dance"}, "unknown command 'dance'"),
        ({"do": "pair"}, "competition is missing"),
        ({"do": "pair", "competition": 7}, "competition must be the name of a competition"),
        ({"do": "create"}, "no competition: competition is missing"),
    ],
)
def test_what_is_no_command_is_refused(given: Any, words: str) -> None:
    """Each with its sentence."""
    with pytest.raises(CompetitionError, match=words.replace("(", r"\(")):
        Competition().command(given, by="d", at=0.0)


def test_an_unknown_event_is_no_silence() -> None:
    """A log of something else is refused, not skipped."""
    desk = Desk()
    with pytest.raises(CompetitionError, match=r"no competition knows events 'turn\.made'"):
        desk.hall.take([Event("turn.made", 0.0, {"competition": "open"})])
