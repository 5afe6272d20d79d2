"""The cube at the table: what is said, which events come of it, and that the record is whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.games.acts import Said
from controller.games.game import IllegalError
from controller.record.log import Log
from controller.record.matches import match_of
from controller.table.commands import CommandError
from controller.table.state import Status
from tests.table.dicing import DiceSeat, seated

WHITE, BLACK = 0, 1


def opened(**options: Any) -> DiceSeat:
    """White has opened with 3-1; Black is to roll and may raise."""
    seat = seated(3, 1, options=options)
    seat.play("8/5 6/5")
    return seat


def said(seat: DiceSeat, *words: str) -> list[str]:
    """What is decided, one word after another; the events of the last."""
    kinds: list[str] = []
    for word in words:
        kinds = seat.say("decide", decision=word)
    return kinds


def decisions(seat: DiceSeat) -> list[tuple[int, str]]:
    """Who said what, as the record tells it."""
    made = (event.data for event in seat.events if event.kind == "decision.made")
    return [(data["side"], data["decision"]) for data in made]


def cube(seat: DiceSeat) -> tuple[int, int | None]:
    """What the cube shows, and whose it is."""
    stakes = seat.state.position.stakes
    return stakes.cube, stakes.owner


def whole(seat: DiceSeat, path: Path) -> bool:
    """Whether `lunka verify` finds nothing."""
    return "is whole" in seat.verified(path / "record.db")


def test_a_drop_loses_the_stake_as_it_stood(tmp_path: Path) -> None:
    """S8: declined, the game is lost at 1, not at 2."""
    seat = opened()
    assert said(seat, "double") == ["turn.sealed", "decision.made"]
    assert said(seat, "drop") == ["decision.made", "game.over"]
    assert decisions(seat) == [(BLACK, "double"), (WHITE, "drop")]
    over = {"winner": BLACK, "scores": [0, 1], "reason": "dropped", "level": 1, "cube": 1}
    assert seat.last("game.over") == over
    assert seat.state.status is Status.OVER and "roll" not in seat.table.commands()
    assert whole(seat, tmp_path)


def test_an_offer_stops_everything_but_its_answer() -> None:
    """S8: nobody rolls, doubles or resigns meanwhile, and only the other side answers."""
    seat = opened()
    said(seat, "double")
    with pytest.raises(CommandError, match="roll is not possible now"):
        seat.say("roll", dice=[6, 5])
    for word in ("double", "resign 1"):
        with pytest.raises(CommandError, match=r"is not allowed|to say"):
            said(seat, word)
    with pytest.raises(CommandError, match="'take' is for White to say"):
        seat.say("decide", decision="take", side=BLACK)
    assert decisions(seat) == [(BLACK, "double")]


@pytest.mark.parametrize("side", [-1, 2, 7])
@pytest.mark.parametrize("word", ["double", "resign 1"])
def test_nobody_speaks_who_does_not_sit_there(word: str, side: int) -> None:
    """A side that is not there is named, with those that are; nothing was said."""
    seat = opened()
    with pytest.raises(CommandError, match=f"^side {side} does not exist; 0 to 1 do$"):
        seat.say("decide", decision=word, side=side)
    assert decisions(seat) == []


@pytest.mark.parametrize("side", [-1, 2, 9])
def test_nobody_answers_who_does_not_sit_there(side: int) -> None:
    """The answer to a raise too; and the rules by themselves say whose word it is."""
    seat = opened()
    said(seat, "double")
    with pytest.raises(CommandError, match=f"^side {side} does not exist; 0 to 1 do$"):
        seat.say("decide", decision="take", side=side)
    with pytest.raises(IllegalError, match="'take' is for White to say"):
        seat.rules.apply(seat.state.position, Said("take", side))


def test_a_beaver_keeps_the_cube(tmp_path: Path) -> None:
    """S11: redoubled at once; the cube is at 4 and with White, who did not pay for it yet."""
    seat = opened(beaver=True)
    assert said(seat, "double", "beaver") == ["decision.made"]
    assert seat.state.acts.answer is not None
    assert seat.state.acts.answer.word == "take"
    assert said(seat, "take") == ["decision.made"]
    assert decisions(seat) == [(BLACK, "double"), (WHITE, "beaver"), (BLACK, "take")]
    assert cube(seat) == (4, WHITE)
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    assert whole(seat, tmp_path)


def test_a_beaver_that_is_dropped_costs_the_raise(tmp_path: Path) -> None:
    """S11: the first doubler gives up at the already doubled stake."""
    seat = opened(beaver=True)
    assert said(seat, "double", "beaver", "drop") == ["decision.made", "game.over"]
    over = {"winner": WHITE, "scores": [2, 0], "reason": "dropped", "level": 1, "cube": 2}
    assert seat.last("game.over") == over
    assert whole(seat, tmp_path)


@pytest.mark.parametrize("options", [{}, {"match_length": 5}])
def test_no_beaver_where_none_was_agreed(options: dict[str, Any]) -> None:
    """S11: neither without the agreement nor in a match."""
    seat = opened(**options)
    said(seat, "double")
    with pytest.raises(CommandError, match="beavers were not agreed"):
        said(seat, "beaver")
    assert decisions(seat) == [(BLACK, "double")]


def test_only_the_owner_redoubles(tmp_path: Path) -> None:
    """S8: Black's raise is taken; Black may not raise again, White may, and Black drops at 2."""
    seat = opened()
    said(seat, "double", "take")
    assert cube(seat) == (2, WHITE)
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    said(seat, "double", "take")
    assert cube(seat) == (4, BLACK)
    seat.say("roll", dice=[2, 1])
    seat.play("13/11 6/5")
    said(seat, "double")
    assert said(seat, "drop") == ["decision.made", "game.over"]
    assert seat.last("game.over")["scores"] == [0, 4]
    assert whole(seat, tmp_path)


def test_who_gave_the_cube_away_cannot_raise() -> None:
    """S8: the right belongs to the one who accepted."""
    seat = opened()
    said(seat, "double", "take")
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    seat.say("roll", dice=[2, 1])
    seat.play("13/11 6/5")
    assert seat.state.acts.saying("double") is None
    with pytest.raises(CommandError, match=r"the cube belongs to White \(S8\)"):
        said(seat, "double")


def test_a_raise_comes_before_the_roll() -> None:
    """N11: with the dice on the table it is too late."""
    seat = opened()
    seat.say("roll", dice=[6, 4])
    with pytest.raises(CommandError, match="double is not allowed"):
        said(seat, "double")


def next_opened(seat: DiceSeat) -> None:
    """The next game of the match: White opens it, and Black may raise, if at all."""
    seat.say("next")
    seat.lay(seat.state.start)
    seat.say("roll", dice=[3, 1])
    seat.play("8/5 6/5")


def resigned(seat: DiceSeat, side: int, level: int = 1) -> None:
    """This side gives the game up."""
    seat.say("decide", decision=f"resign {level}", side=side)
    seat.say("decide", decision="accept", side=1 - side)


def test_a_match_to_three_with_its_crawford_game(tmp_path: Path) -> None:
    """S14: at 2-0 the cube rests for one game, and is used again in the next."""
    seat = opened(match_length=3)
    said(seat, "double", "take")
    resigned(seat, BLACK)
    assert seat.last("game.over")["scores"] == [2, 0]

    next_opened(seat)
    crawford = {"length": 3, "score": [2, 0], "crawford": True, "number": 2, "first": 1}
    assert seat.last("game.opened")["match"] == crawford
    with pytest.raises(CommandError, match=r"this is the Crawford game \(S14\)"):
        said(seat, "double")
    resigned(seat, WHITE)
    assert seat.last("game.over")["scores"] == [0, 1]

    next_opened(seat)
    after = {"length": 3, "score": [2, 1], "crawford": False, "number": 3, "first": 1}
    assert seat.last("game.opened")["match"] == after
    said(seat, "double", "take")
    assert cube(seat) == (2, WHITE)
    resigned(seat, WHITE)
    assert "next" not in seat.table.commands()
    assert whole(seat, tmp_path)
    with Log.open_reader(tmp_path / "record.db") as log:
        match = match_of(log, 1)
    assert match.winner == BLACK and match.score == (2, 3)


def test_a_dead_cube_is_not_turned() -> None:
    """S14: White needs one point; with the stake as it is he wins, and may not raise."""
    seat = opened(match_length=3)
    said(seat, "double", "take")
    resigned(seat, BLACK)
    next_opened(seat)
    resigned(seat, WHITE)
    next_opened(seat)
    seat.say("roll", dice=[6, 4])
    seat.play("24/14")
    with pytest.raises(CommandError, match=r"the cube is dead: .* \(S14\)"):
        said(seat, "double")


def test_without_the_crawford_rule_the_cube_never_rests(tmp_path: Path) -> None:
    """S14: `crawford = false` lets the trailing side raise at once."""
    seat = opened(match_length=3, crawford=False)
    said(seat, "double", "take")
    resigned(seat, BLACK)
    next_opened(seat)
    assert seat.last("game.opened")["match"]["crawford"] is False
    assert said(seat, "double", "drop") == ["decision.made", "game.over"]
    assert seat.last("game.over")["scores"] == [0, 1]
    assert whole(seat, tmp_path)
