"""What the director sends, what tables answer, and what becomes of results: nothing is lost."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from controller.competition import CompetitionError
from controller.games.catalogue import make_game
from controller.hub import orders
from controller.hub.glance import glance_at, still
from controller.hub.hall import TWINS_S
from controller.publish.messages import GONE, Order, Status
from controller.publish.topics import STATUS
from controller.publish.wire import write_status
from tests.hub.tables import KALAH, HallHub, plain_view
from tests.hub.test_desk import Hall, begin, boards, hall, house_of, quiet

__all__ = ["hall"]


async def _pair(hub: HallHub, *names: str) -> None:
    await begin(hub, names)
    await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")


def test_a_board_that_was_sent_is_not_sent_again_with_the_others(hall: Hall) -> None:
    """A second press of "Send to the tables" restarts no match and touches no result."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        hub.cut(hall.tables[1])
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        before = boards(hub)[0].result
        again = await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        assert [line["sent"] for line in again] == [False, False]
        assert again[0]["why"].startswith("its result is reported; send this board by itself")
        assert again[1]["why"].startswith("it was sent before; send this board by itself")
        assert len(hall.tables[0].orders) == 1
        assert boards(hub)[0].result == before

    hall.run(play)


def test_a_board_that_is_named_is_sent_again(hall: Hall) -> None:
    """The director names the board: that one begins anew, and no other."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        (sent,) = await hub.desk.send("open", 1, "Dora", 2)
        await quiet(hub)
        assert (sent["board"], sent["sent"]) == (2, True)
        assert [len(table.orders) for table in hall.tables] == [1, 2]

    hall.run(play)


def test_a_refused_round_is_not_at_the_table(hall: Hall) -> None:
    """The desk tells that the table refused, and why, also after a restart; it may be sent anew."""

    async def refuse(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob")
        hall.tables[0].refuses = "the board has no cell a7"
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        assert hub.desk.sent("open", 1, boards(hub)[0]) == "refused"

    async def again(hub: HallHub) -> None:
        assert hub.desk.sent("open", 1, boards(hub)[0]) == "refused"
        assert hub.desk.refusal("open", 1, boards(hub)[0]) == "the board has no cell a7"
        hall.tables[0].refuses = None
        (line,) = await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        assert line["sent"]
        assert hub.desk.sent("open", 1, boards(hub)[0]) == "yes"
        assert hub.desk.refusal("open", 1, boards(hub)[0]) is None

    hall.run(refuse)
    hall.run(again)


def test_a_corrected_result_keeps_its_games(hall: Hall) -> None:
    """Another score does not make the games unplayed; a correction may name others."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        games = boards(hub)[0].result.games
        correct = {"do": "correct", "competition": "open", "round": 1, "board": 1, "why": "misread"}
        await hub.desk.command({**correct, "scores": [7, 5]}, "Dora")
        assert games and boards(hub)[0].result.games == games
        await hub.desk.command({**correct, "scores": [7, 5], "games": ["t1/other/3"]}, "Dora")
        assert boards(hub)[0].result.games == ("t1/other/3",)

    hall.run(play)


def test_a_player_renamed_during_his_game_keeps_the_result(hall: Hall) -> None:
    """The table plays under the name that it was sent; the result finds its board all the same."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob")
        hall.tables[0].refuses = "not yet"
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        rename = {"do": "rename", "competition": "open", "player": "Ann", "name": "Anna Berg"}
        await hub.desk.command(rename, "Dora")
        hall.tables[0].play("kalah", KALAH, ["Ann", "Bob"], house_of(hub))
        hub.send(hall.tables[0])
        await quiet(hub)
        assert boards(hub)[0].status.value == "reported"

    hall.run(play)


def test_results_that_are_settled_at_once_disturb_each_other_not(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two directors settle two boards in the same moment, while the book is slow: each table is
    told once, and nobody is refused."""

    async def play(hub: HallHub) -> None:
        for table in hall.tables:
            monkeypatch.setattr(table, "_begin", lambda _do: None)
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        withdraw, told = hub.orders.withdraw, []

        async def slowly(board: tuple[str, int, int]) -> None:
            told.append(board)
            await asyncio.sleep(0.05)
            await withdraw(board)

        monkeypatch.setattr(hub.orders, "withdraw", slowly)
        correct = {"do": "correct", "competition": "open", "round": 1, "scores": [30, 18]}
        await asyncio.gather(
            *(hub.desk.command({**correct, "board": n, "why": "x"}, "Dora") for n in (1, 2))
        )
        assert sorted(told) == [("open", 1, 1), ("open", 1, 2)]

    hall.run(play)


def test_who_was_sent_to_a_table_stays_there(hall: Hall) -> None:
    """Players change places before the round is sent; afterwards they are told, and stay."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        first, second = (board.players for board in boards(hub))
        names = hub.desk.competition.one("open").name
        swap = {"do": "exchange", "competition": "open", "round": 1}
        swap |= {"player": names(first[0]), "other": names(second[0])}
        await hub.desk.command(swap, "Dora")
        assert boards(hub)[0].players == (second[0], first[1])
        for table in hall.tables:
            hub.cut(table)
        await hub.desk.send("open", 1, "Dora")
        with pytest.raises(CompetitionError, match="was sent to its table already"):
            await hub.desk.command(swap, "Dora")

    hall.run(play)


def test_a_penalty_for_lateness_is_in_the_score_at_the_table(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """T10: the table has it before the book; what the table refuses is not written down."""

    async def play(hub: HallHub) -> None:
        table = hall.tables[0]
        monkeypatch.setattr(table, "_begin", lambda _do: None)
        lateness = {"after": 10, "every": 5, "lost": 30}
        await begin(hub, ("Ann", "Bob"), game="short", options={}, length=5, lateness=lateness)
        await hub.desk.command({"do": "pair", "competition": "open"}, "Dora")
        late = {"do": "late", "competition": "open", "round": 1, "board": 1, "minutes": 15}
        late["player"] = "Ann"
        with pytest.raises(CompetitionError, match="was not sent to its table yet"):
            await hub.desk.command(late, "Dora")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        table.refuses = "no game is under way"
        with pytest.raises(CompetitionError, match="table t1: no game is under way"):
            await hub.desk.command(late, "Dora")
        assert boards(hub)[0].penalty == (0, 0)
        table.refuses = None
        await hub.desk.command(late, "Dora")
        penalty = list(boards(hub)[0].penalty)
        order = table.orders[-1]
        assert isinstance(order, Order) and order.do["score"] == penalty and sum(penalty) == 2
        assert order.do["why"] == "T10: Ann is 15 minutes late"

    hall.run(play)


def _view(hub: HallHub, **more: Any) -> dict[str, Any]:
    return hub.tables["t1"].view() | more


def test_the_wall_shows_the_score_after_the_last_game(hall: Hall) -> None:
    """A match that was won 5 to 3 stands 5 to 3, and never beyond its length (T11)."""

    async def play(hub: HallHub) -> None:
        match = {"length": 5, "score": [3, 3], "crawford": False, "number": 4}
        for scores, result in (([4, 3], [1, 0]), ([5, 3], [4, 0])):
            won = {"winner": 0, "scores": result, "reason": "played"}
            hub.show(hall.tables[0], _view(hub, status="over", match=match, result=won))
            glance = hub.hall.glance("t1", live=True)[1]
            assert glance is not None and json.loads(glance.text)["match"]["score"] == scores
        hub.show(hall.tables[0], _view(hub, match=match))
        glance = hub.hall.glance("t1", live=True)[1]
        assert glance is not None and json.loads(glance.text)["match"]["score"] == [3, 3]

    hall.run(play)


def test_the_clock_of_a_table_that_is_away_stands_still(hall: Hall) -> None:
    """Nobody knows how it goes on: the wall does not pretend to."""

    async def play(hub: HallHub) -> None:
        assert b'"running":true' in (hub.hall.shown("t1", live=True)[1] or b"").replace(b" ", b"")
        hub.hear("t1", STATUS, write_status(GONE))
        state = hub.hall.shown("t1", live=True)[1]
        assert state is not None and not any(side["running"] for side in json.loads(state)["sides"])
        glance = hub.hall.glance("t1", live=True)[1]
        assert glance is not None and "true" not in json.dumps(json.loads(glance.text)["sides"])
        hub.connect(hall.tables[0])
        assert b'"running":true' in (hub.hall.shown("t1", live=True)[1] or b"").replace(b" ", b"")

    hall.run(play)


def test_it_stands_still_for_those_who_see_it_late(hall: Hall) -> None:
    """Spectators of a competition with a delay see no clock of an absent table run either."""

    async def play(hub: HallHub) -> None:
        hub.hall.set_delays({"t1": 60.0})
        hub.show(hall.tables[0])
        hall.time += 61
        late = hub.hall.glance("t1", live=False)
        assert late[1] is not None and json.loads(late[1].text)["sides"][0]["running"]
        hub.hear("t1", STATUS, write_status(GONE))
        gone = hub.hall.glance("t1", live=False)
        assert gone[0] != late[0]
        assert gone[1] is not None and not json.loads(gone[1].text)["sides"][0]["running"]

    hall.run(play)


def test_a_state_that_cannot_be_read_is_told_as_such() -> None:
    """Whatever a table left behind, looking at it breaks nothing."""
    for state in (b"", b"[]", b'{"sides": 7}', b'{"sides": [1]}'):
        assert glance_at(still(state)).status == "unreadable"


def test_two_tables_under_one_name_are_noticed(hall: Hall) -> None:
    """Their records come in turn: the light is a conflict, and the sentence says what to do."""

    async def play(hub: HallHub) -> None:
        def comes(record: str) -> None:
            hub.hear("t2", STATUS, write_status(Status(True, "test", record, "test")))

        first = hall.tables[1].record
        comes("f" * 16)
        assert hub.hall.light("t2") != "conflict"  # a new record: a table begins one now and then
        comes(first)
        assert hub.hall.light("t2") == "conflict"
        why = hub.hall.health("t2")["conflict"]
        assert why.startswith(f"two tables use the name t2: their records {'f' * 16} and {first}")
        hall.time += TWINS_S + 1
        assert hub.hall.light("t2") != "conflict"

    hall.run(play)


def _ends(hall: Hall, at: int = 0) -> list[Order]:
    """The orders to end a game that a table was given."""
    given = [order for order in hall.tables[at].orders if isinstance(order, Order)]
    return [order for order in given if order.do["do"] == "direct"]


def test_a_forfeited_pair_does_not_play_on(hall: Hall) -> None:
    """The table still shows the game of a pair whose board the director settles: it is told, once,
    to end it; a table that plays something else, or whose board only moved, is left alone."""

    async def play(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        for board, table in zip(boards(hub), hall.tables, strict=True):
            names = hub.desk.competition.one("open").name
            hub.show(table, playing(*(names(who) for who in board.players)))
        swap = {"do": "swap", "competition": "open", "round": 1, "board": 1, "other": 2}
        await hub.desk.command(swap, "Dora")
        assert not _ends(hall) and not _ends(hall, 1)
        await hub.desk.command(swap, "Dora")
        await hub.desk.send("open", 1, "Dora", 1)
        await quiet(hub)
        who = names(boards(hub)[0].players[1])
        forfeit = {"competition": "open", "round": 1, "board": 1, "forfeit": who}
        await hub.desk.command({"do": "correct", **forfeit, "why": "gone home"}, "Dora")
        await quiet(hub)
        (order,) = _ends(hall)
        why = "board 1.1 was settled at the director's desk"
        assert (order.by, order.do) == (
            "Dora",
            {"do": "direct", "action": "annul", "why": why},
        )
        assert not _ends(hall, 1)

    hall.run(play)


def test_a_table_that_is_away_ends_a_forfeited_game_when_it_comes_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also with another hub; one that plays something else by then is left alone."""
    monkeypatch.setattr(orders, "MOMENT", 0.02)

    async def settle(hub: HallHub) -> None:
        await _pair(hub, "Ann", "Bob", "Cid", "Dan")
        await hub.desk.send("open", 1, "Dora")
        await quiet(hub)
        for board, table in zip(boards(hub), hall.tables, strict=True):
            name = hub.desk.competition.one("open").name
            hub.show(table, playing(*(name(who) for who in board.players)))
            hub.cut(table)
            forfeit = {"round": 1, "board": board.number, "forfeit": "both"}
            said = {"do": "correct", "competition": "open", **forfeit, "why": "gone"}
            await hub.desk.command(said, "Dora")
        assert not _ends(hall) and not _ends(hall, 1)

    async def come_back(hub: HallHub) -> None:
        await quiet(hub)
        assert (len(_ends(hall)), len(_ends(hall, 1))) == (1, 0)
        assert not hub.orders._waiting

    hall.run(settle)
    monkeypatch.setattr(hall.tables[1], "view", lambda: playing("Zoe", "Yan"))
    hall.run(come_back)


def playing(*players: str) -> dict[str, Any]:
    """What a table shows at which these two play."""
    return plain_view(make_game("kalah", KALAH), players)
