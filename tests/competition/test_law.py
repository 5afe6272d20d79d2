"""Tournament law: one test for each rule, with its number in the rule sheet."""

from __future__ import annotations

from typing import Any

import pytest

from controller.competition import Competition, CompetitionError
from tests.competition.desk import Desk


def test_a_match_ends_at_its_length() -> None:
    """T11: what was won beyond the length does not count, in no tie-break either."""
    desk = Desk(players=2, game="short", length=7, tiebreaks=["scored"])
    desk.pair()
    desk.result(1, [10, 5])
    assert desk.view["rounds"][0]["boards"][0]["scores"] == [7, 5]
    winner = desk.view["standings"][0]
    assert (winner["scored"], winner["tiebreaks"]) == (7, {"scored": 7})


def test_only_one_side_reaches_the_length() -> None:
    """T11: a score with which the match had been over before is refused, with the reason."""
    desk = Desk(players=2, game="short", length=7)
    desk.pair()
    told = desk.refused("report", round=1, board=1, scores=[8, 7])
    assert told == "a match to 7 points is over when one side has them"
    desk.do("correct", round=1, board=1, scores=[7, 6], why="misread")
    assert desk.boards()[0].settled is not None


def test_single_games_have_no_length() -> None:
    """T11: stones of kalah are counted as they are."""
    desk = Desk(players=2, tiebreaks=["scored"])
    desk.pair()
    desk.result(1, [40, 32])
    assert desk.view["rounds"][0]["boards"][0]["scores"] == [40, 32]


def test_an_older_record_counts_no_more_either() -> None:
    """T11: a result that was written down before the rule was kept counts up to the length."""
    desk = Desk(players=2, game="short", length=7, tiebreaks=["scored"])
    desk.pair()
    desk.result(1, [7, 5])
    last = desk.events[-2]
    assert last.kind == "competition.reported"
    last.data["result"]["scores"][0] = 10
    desk.hall = type(desk.hall).fold(desk.events)
    assert desk.view["standings"][0]["tiebreaks"] == {"scored": 7}


# -- laws by name ------------------------------------------------------------------------------


def test_the_federations_law_by_its_name() -> None:
    """T14: "WBGF 7 points" is a match to 7 with Crawford, two minutes a point for the whole match
    (T1), twelve free seconds a turn (T2), a flag that loses the match (T3), no hints, no
    takebacks, legal moves (T6), a roll made too early stands (T8), and the board's
    dice unless real ones are chosen."""
    rules = Desk(players=2, game="short", law="wbgf-7").it.rules
    assert (rules.law, rules.game, rules.length) == ("wbgf-7", "short", 7)
    assert rules.options["crawford"] is True
    house = rules.house
    assert (house["clock"], house["minutes"], house["extra"]) == ("delay", 14, 12)
    assert (house["clock_scope"], house["flag"]) == ("match", "match")
    assert (house["hints"], house["takebacks"], house["tournament"]) == ("off", False, True)
    assert (house["illegal"], house["premature"]) == ("legal", "stands")
    assert house["dice"] == "board"
    real = Desk(players=2, game="short", law="wbgf-7", house={"dice": "entered"}).it.rules
    assert (real.house["dice"], real.house["minutes"]) == ("entered", 14)


@pytest.mark.parametrize("points", [1, 5, 11, 25])
def test_two_minutes_for_each_point(points: int) -> None:
    """T1: the reserve of a match is twice its length, in minutes."""
    assert Desk(law=f"wbgf-{points}", game="short").it.rules.house["minutes"] == 2 * points


def test_kalah_with_the_pie_rule() -> None:
    """T15: the pie rule, a clock for each game, and the margin of stones as a tie-break."""
    desk = Desk(players=4, law="kalah-pie")
    rules = desk.it.rules
    assert rules.options["pie"] is True
    assert rules.house["clock"] == "fischer" and "clock_scope" not in rules.house
    assert rules.tiebreaks[-1] == "margin" and "scored" not in rules.tiebreaks
    desk.pair()
    desk.result(1, [40, 32])
    desk.result(2, [47, 25])
    margins = [line["tiebreaks"]["margin"] for line in desk.view["standings"]]
    assert sorted(margins) == [-22, -8, 8, 22]


def test_club_blitz() -> None:
    """Our own: three points, a minute a point, eight free seconds; the director may change it."""
    rules = Desk(law="club-blitz", game="short", length=5).it.rules
    assert (rules.length, rules.house["minutes"], rules.house["extra"]) == (5, 3, 8)


@pytest.mark.parametrize("law", ["wbgf-0", "wbgf-65", "wbgf-", "blitz", "", 7, None])
def test_a_law_that_nobody_knows_is_told(law: Any) -> None:
    """With those that there are."""
    create = {"do": "create", "competition": "open", "title": "Open", "format": "knockout"}
    with pytest.raises(CompetitionError) as refusal:
        Competition().command({**create, "game": "kalah", "law": law}, by="Dora", at=7.0)
    assert f"law: {law!r} is not allowed; one of wbgf-N" in str(refusal.value)
    assert "club-blitz, kalah-pie" in str(refusal.value)


# -- half-point byes ---------------------------------------------------------------------------


def test_who_asks_sits_out_for_half_a_point() -> None:
    """T12: half a point, no game, nobody's bye; in the next round he plays, and may have a bye."""
    desk = Desk(players=4, rounds=3)
    desk.do("excuse", player="P1")
    desk.pair()
    boards = {board.players: board.result for board in desk.boards()}
    assert len(boards) == 3 and [who for who in boards if len(who) == 1] != []
    view = {line["name"]: line for line in desk.view["standings"]}
    assert (view["P1"]["points"], view["P1"]["played"]) == (0.5, 0)
    alone = [board for board in desk.view["rounds"][0]["boards"] if board["bye"]]
    assert [(board["players"], board["how"]) for board in alone] == [
        (["P4"], "bye"),
        (["P1"], "excused"),
    ]
    desk.better_wins()
    desk.pair()
    assert 1 in {who for board in desk.boards() if not board.bye for who in board.players}


def test_a_round_ahead_can_be_sat_out_and_played_after_all() -> None:
    """T12: on request for any round to come, taken back as long as it is not paired."""
    desk = Desk(players=4, rounds=3)
    desk.do("excuse", player="P2", round=3)
    assert desk.view["players"][1]["excused"] == [3]
    assert "sits round 3 out already" in desk.refused("excuse", player="P2", round=3)
    desk.do("excuse", player="P2", round=3, back=True)
    assert "plays round 3 anyway" in desk.refused("excuse", player="P2", round=3, back=True)
    desk.pair()
    assert not any(board.bye for board in desk.boards())
    told = desk.refused("excuse", player="P2", round=1)
    assert told == "round 1 cannot be sat out any more; rounds 2 to 3 can"
    assert "rounds 2 to 3 can" in desk.refused("excuse", player="P2", round=4)


def test_half_points_are_for_swiss() -> None:
    """T12: a bracket and a table of all against all know no such thing."""
    for form in ("knockout", "round-robin"):
        told = Desk(form, players=4).refused("excuse", player="P1")
        assert told == f"half-point byes are for swiss, not {form}"


def test_half_points_are_as_the_competition_counts_draws() -> None:
    """T12: with three points for a win and one for a draw, who sits out has one."""
    desk = Desk(players=3, scoring={"win": 3, "draw": 1, "bye": 3})
    desk.do("excuse", player="P3")
    desk.pair()
    points = {line["name"]: line["points"] for line in desk.view["standings"]}
    assert points["P3"] == 1


# -- lateness and breaks -----------------------------------------------------------------------

LATENESS = {"after": 10, "every": 5, "lost": 30}


@pytest.mark.parametrize(
    ("minutes", "points", "lost"),
    [
        *((0, 0, False), (9, 0, False), (10, 1, False), (14, 1, False), (15, 2, False)),
        *((29, 4, False), (30, 0, True), (500, 0, True)),
    ],
)
def test_who_is_late_pays_points_and_then_the_match(minutes: int, points: int, lost: bool) -> None:
    """T10: a point after ten minutes, another with each five more, and the match after thirty."""
    desk = Desk(players=2, game="short", length=7, lateness=LATENESS)
    desk.pair()
    late = desk.boards()[0].players[0]
    desk.do("late", round=1, board=1, player=desk.it.name(late), minutes=minutes)
    shown = desk.view["rounds"][0]["boards"][0]
    assert shown["penalty"] == [0, points]
    assert (shown["how"], shown["winner"]) == (("forfeit", 1) if lost else (None, None))
    if lost:  # the director confirms it like every result
        desk.do("confirm", round=1, board=1)
        assert desk.view["standings"][0]["name"] == desk.it.name(desk.boards()[0].players[1])


def test_as_many_points_as_the_match_has_are_the_match() -> None:
    """T10, T11: in a match to one the first penalty point is the last."""
    desk = Desk(players=2, game="short", length=1, lateness=LATENESS)
    desk.pair()
    desk.do("late", round=1, board=1, player="P1", minutes=10)
    assert desk.view["rounds"][0]["boards"][0]["how"] == "forfeit"


def test_the_newest_word_about_a_late_player_counts() -> None:
    """T10: ten minutes become fifteen; both may be late."""
    desk = Desk(players=2, game="short", length=7, lateness=LATENESS)
    desk.pair()
    for minutes in (10, 15):
        desk.do("late", round=1, board=1, player="P1", minutes=minutes)
    desk.do("late", round=1, board=1, player="P2", minutes=10)
    assert sorted(desk.boards()[0].penalty) == [1, 2]


def test_single_games_have_no_points_to_give() -> None:
    """T10: in kalah only the last span counts, and the game is lost."""
    desk = Desk(players=2, lateness=LATENESS)
    desk.pair()
    desk.do("late", round=1, board=1, player="P1", minutes=29)
    assert desk.boards()[0].penalty == (0, 0)
    desk.do("late", round=1, board=1, player="P1", minutes=30)
    assert desk.view["rounds"][0]["boards"][0]["how"] == "forfeit"


def test_lateness_is_only_where_the_event_has_rules_of_it() -> None:
    """T10: without a table of penalties, of a stranger, or at a board that is over: told why."""
    desk = Desk(players=4)
    desk.pair()
    said = {"round": 1, "board": 1, "minutes": 10}
    assert "has no rules of lateness" in desk.refused("late", player="P1", **said)
    desk = Desk(players=4, lateness=LATENESS)
    desk.pair()
    stranger = desk.it.name(desk.boards()[1].players[0])
    assert "does not sit there" in desk.refused("late", player=stranger, **said)
    desk.better_wins()
    assert "confirmed already" in desk.refused("late", player="P1", **said)


def test_breaks_are_as_many_as_the_event_has() -> None:
    """T10: one of five minutes is agreed on and kept; a second one is refused."""
    desk = Desk(players=2, breaks={"number": 1, "minutes": 5})
    desk.pair()
    told = desk.do("rest", round=1, board=1, why="a walk")
    assert (told["minutes"], desk.view["rounds"][0]["boards"][0]["breaks"]) == (5, 1)
    assert "has had its breaks: 1" in desk.refused("rest", round=1, board=1)
    bare = Desk(players=2)
    bare.pair()
    assert "has no rules of breaks" in bare.refused("rest", round=1, board=1)


@pytest.mark.parametrize(
    "rules",
    [
        {"lateness": {"after": 10}},
        {"lateness": {"after": 40, "every": 5, "lost": 30}},
        {"lateness": None},
        {"breaks": {"number": 0, "minutes": 5}},
        {"breaks": 3},
    ],
)
def test_half_a_table_of_lateness_is_told(rules: Any) -> None:
    """T10: with an example of a whole one."""
    create = {"do": "create", "competition": "open", "title": "Open", "format": "knockout"}
    with pytest.raises(CompetitionError, match="is not allowed; an object like"):
        Competition().command({**create, "game": "kalah", **rules}, by="Dora", at=7.0)


# -- round robin -------------------------------------------------------------------------------


def test_who_played_less_than_half_of_a_round_robin_is_struck_out() -> None:
    """T13: of five games one was played when the first player leaves: it counts for nobody, he
    stands last, and everything is as it was if he comes back."""
    desk = Desk("round-robin", players=6)
    desk.pair()
    desk.better_wins()
    before = desk.view["standings"]
    assert before[0]["name"] == "P1" and not before[0]["struck_out"]
    loser = next(board.players for board in desk.boards() if 1 in board.players)
    desk.do("withdraw", player="P1", why="ill")
    last = desk.view["standings"][-1]
    assert (last["name"], last["points"], last["struck_out"]) == ("P1", 0, True)
    name = desk.it.name(next(who for who in loser if who != 1))
    line = next(each for each in desk.view["standings"] if each["name"] == name)
    assert (line["played"], line["lost"]) == (0, 0)
    desk.do("enter", player="P1")
    assert desk.view["standings"] == before


def test_who_played_half_of_a_round_robin_counts() -> None:
    """T13: two of three games were played: they stay, and the rest is lost by forfeit."""
    desk = Desk("round-robin", players=4)
    for _ in range(2):
        desk.pair()
        desk.better_wins()
    desk.do("withdraw", player="P1")
    desk.pair()
    desk.better_wins()
    first = next(line for line in desk.view["standings"] if line["name"] == "P1")
    assert (first["points"], first["played"], first["struck_out"]) == (2, 2, False)


# -- pairing by hand -----------------------------------------------------------------------------


def test_two_players_change_places() -> None:
    """The director's hand after the pairing: each sits where the other sat, and the round counts
    as it is then; the next one knows who has met."""
    desk = Desk(players=4)
    before = desk.pair()
    (one, two), (three, four) = before
    desk.do("exchange", round=1, player=desk.it.name(two), other=desk.it.name(four))
    assert [board.players for board in desk.boards()] == [(one, four), (three, two)]
    desk.better_wins()
    desk.pair()
    met = {frozenset(board.players) for board in desk.boards()}
    assert not met & {frozenset((one, four)), frozenset((three, two))}


def test_only_who_waits_changes_places() -> None:
    """One board, a board with a result, another round, another format: each is told."""
    desk = Desk(players=6)
    (one, two), (three, _), _ = desk.pair()
    names = desk.it.name
    same = desk.refused("exchange", round=1, player=names(one), other=names(two))
    assert same == "they sit at one board: 1"
    desk.result(1, [30, 18])
    told = desk.refused("exchange", round=1, player=names(one), other=names(three))
    assert told == f"{names(one)} has no open board in round 1"
    assert "only in the last round" in desk.refused(
        "exchange", round=2, player=names(one), other=names(three)
    )
    cup = Desk("knockout", players=4)
    cup.pair()
    assert "in swiss" in cup.refused("exchange", round=1, player="P1", other="P2")
