"""Why a turn is refused: the rule that was broken, in one clause, on the board or declared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from controller.games.nardy import Short, ShortOptions
from controller.games.told import told_by
from controller.table.commands import CommandError
from controller.table.survey import survey
from controller.words.moment import moment
from controller.words.telling import refusal
from tests.games.nardy.boards import Stacks, position
from tests.house.kakuzu_room import KakuzuRoom
from tests.lights.gyges_seat import GygesSeat
from tests.table.board import Seat
from tests.table.dicing import DiceSeat
from tests.table.dicing import seated as diced


def why(table: Any) -> str:
    """The rule in the sentence of the moment; it is there in Russian, too."""
    said = moment(survey(table))
    assert ("Why: " in said["en"]) == ("Почему: " in said["ru"])
    return said["en"].partition("Why: ")[2].partition(").")[0]


def long_game(*dice: int) -> DiceSeat:
    """White begins long nardy with this roll."""
    seat = diced(6, 3, game="long")
    seat.say("roll", dice=list(dice))
    return seat


def at(text: str, *dice: int, game: str = "short", **options: Any) -> DiceSeat:
    """A game from this position, with this roll."""
    seat = DiceSeat(game, options)
    seat.begin(position=text, options=options)
    seat.say("roll", dice=list(dice))
    return seat


def second_from_the_head() -> str:
    """L3: a second checker is taken from the head."""
    seat = long_game(5, 4)
    seat.move("24>19", "24>20")
    return why(seat.table)


def head_in_the_hand() -> str:
    """L3: as soon as it is in the hand."""
    seat = long_game(5, 4)
    seat.move("24>19")
    seat.put({"24": 13})
    return why(seat.table)


def no_such_number() -> str:
    """N4: no number goes that far."""
    seat = diced(2, 1)
    seat.move("13>9")
    return why(seat.table)


def held_point() -> str:
    """S3: a point with two of Black's checkers."""
    seat = diced(5, 4)
    seat.move("6>1")
    return why(seat.table)


def backwards() -> str:
    """N1."""
    seat = diced(6, 5)
    seat.move("8>13")
    return why(seat.table)


def early_off() -> str:
    """N8: not all are home."""
    seat = diced(6, 5)
    seat.move("6>off-white")
    return why(seat.table)


def store() -> str:
    """K11: a stone is taken from a store."""
    seat = Seat()
    seat.begin(position="S 4,4,4,4,4,4/2 4,4,4,4,4,2/0")
    seat.put(A=1)
    return why(seat.table)


def other_row() -> str:
    """K4: North's pit, though South moves."""
    seat = Seat()
    seat.begin()
    seat.put(b2=0)
    return why(seat.table)


def third_triple() -> str:
    """Y2: both triple pieces stand."""
    seat = GygesSeat().begin("1 330000/000000/000000/000000/000000/330000")
    seat.show({"c1": 3}).rest()
    return why(seat.table)


def wrong_line() -> str:
    """Y4: not from the nearest line."""
    seat = GygesSeat().begin("1 321123/000000/000000/000000/000000/321123", replace=False)
    seat.show({"c6": 0})
    return why(seat.table)


@pytest.mark.parametrize(
    ("tried", "rule"),
    [
        (second_from_the_head, "no second may in this turn (L3"),
        (head_in_the_hand, "no second may in this turn (L3"),
        (no_such_number, "no number of the roll leads from 13 to 9 (N4"),
        (held_point, "1 is held by two or more opposing checkers (S3"),
        (backwards, "checkers never move backwards (N1"),
        (early_off, "bearing off begins once all fifteen are home (N8"),
        (store, "stones in a store never return to play (K11"),
        (other_row, "only pits of the own row are sown (K4"),
        (third_triple, "both triple pieces of this side stand already (Y2"),
        (wrong_line, "only pieces on the occupied line nearest to the player may move (Y4"),
    ],
)
def test_the_board_says_why(tried: Callable[[], str], rule: str) -> None:
    """One rule, with its number, in the sentence that says what is wrong."""
    assert tried().endswith(rule)


def test_kakuzu_says_why(tmp_path: Path) -> None:
    """Z2, Z3: a square that has given its stone, a number that is not drawn yet."""
    here = KakuzuRoom(tmp_path, tokens="hand")
    here.begin()
    here.lift("a1")
    here.wood.lift("b1")
    here.let(1.0)
    assert "Why: square a1-c3 has given its stone" in here.view["sentence"]["en"]
    here.close()


def declared(seat: DiceSeat, turn: str) -> dict[str, str]:
    """Why a turn that somebody names is refused."""
    with pytest.raises(CommandError) as refused:
        seat.say("declare", turn=turn)
    return refusal(told_by(refused.value))


@pytest.mark.parametrize(
    ("dice", "turn", "rule"),
    [
        ((5, 4), "24/19 24/20", "no second may in this turn (L3)"),
        ((5, 4), "24/21", "no number of the roll leads from 24 to 21 (N4)"),
        ((6, 5), "24/18", "both numbers can be played, so both must be (N7)"),
    ],
)
def test_a_declared_turn_is_refused_by_its_rule(
    dice: tuple[int, int], turn: str, rule: str
) -> None:
    """The rule alone: everybody at the table sees the position; in Russian without quotation."""
    said = declared(long_game(*dice), turn)
    assert said["en"] == f"'{turn}' cannot be declared: {said['en'].partition(': ')[2]}"
    assert said["en"].endswith(rule) and "legal:" not in said["en"]
    assert "назвать нельзя" in said["ru"] and "(" in said["ru"] and "number" not in said["ru"]


#: White can make a sixth point in a row, with all of Black's checkers behind it.
_FIVE = f"W 9,0,0,0,0,1,1,1,1,1,1{',0' * 13}/0 15{',0' * 23}/0"
#: Black can play the 5 or the 4 of this roll, not both.
_ONE = f"B {'0,' * 13}1,0,0,0,0,0,1,0,2,6,5/0 {'0,' * 5}1,{'0,' * 12}1,0,0,2,3,8/0"


@pytest.mark.parametrize(
    ("position", "dice", "turn", "rule"),
    [
        (_FIVE, (6, 2), "24/22 19/13", "an opposing checker stands beyond them (L6)"),
        (_ONE, (5, 4), "6/2", "and that must be the larger (N7)"),
    ],
)
def test_rules_of_the_whole_turn(
    position: str, dice: tuple[int, int], turn: str, rule: str
) -> None:
    """L6, N7: each move could be made by itself, and the turn is still refused by its rule."""
    assert declared(at(position, *dice, game="long"), turn)["en"].endswith(rule)


def hit_at_home(white: Stacks, black: Stacks, *dice: int, **options: Any) -> DiceSeat:
    """Short nardy from this position, White to play this roll by these house rules."""
    game = Short(ShortOptions(**options))
    return at(game.write_position(position(game, white, black)), *dice, **options)


#: White's checkers and Black's, each by its own points, roll, options, the turn that is refused,
#: the hops of hands that carry it out all the same, and the rule that both are told.
BROKEN: dict[str, tuple[Stacks, Stacks, tuple[int, int], dict[str, Any], str, list[str], str]]
BROKEN = {
    "S5 on from the bar": (
        {25: 1, 13: 2, 6: 12}, {1: 15}, (4, 2), {}, "13/9 6/4", ["13>9", "6>4"],
        "checkers on the bar enter first (S5)",
    ),
    "S5 two wait, and one has entered": (
        {25: 2, 13: 2, 6: 11}, {1: 15}, (4, 2), {}, "bar/21 13/11", ["bar-white>21", "13>11"],
        "checkers on the bar enter first (S5)",
    ),
    "S7 forbidden": (
        {6: 1, 4: 1}, {24: 1, 1: 14}, (3, 1), {"hit_then_bear_off": "forbidden"}, "4/1*/off",
        ["1>bar-black", "4>off-white"],
        "a checker that hit in its own home is not borne off in the same turn (S7)",
    ),
    "S7 forced, and it is not": (
        {6: 1, 4: 1}, {24: 1, 1: 14}, (3, 1), {"hit_then_bear_off": "forced"}, "4/1*/off",
        ["1>bar-black", "4>off-white"],
        "is borne off in the same turn only if nothing else can be played (S7)",
    ),
    "S7a the other one of the pair": (
        {2: 2}, {24: 1, 1: 14}, (1, 1), {"hit_then_bear_off": "forbidden", "pair": True},
        "2/1* 2/off", [],
        "nor the one it made a pair with is borne off in the same turn (S7a)",
    ),
    "S13 hidden on another": (
        {5: 1, 2: 2}, {21: 1, 1: 14}, (2, 1), {"hit_and_hide": False}, "5/4*/2",
        ["4>bar-black", "5>2"],
        "may not go on to another own checker in the same turn (S13)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BROKEN)
def test_rules_of_bar_and_hits(case: str) -> None:
    """S5, S7, S7a, S13: one rule alone is told, declared or on the board, in both languages."""
    white, black, dice, options, turn, hops, rule = BROKEN[case]
    said = declared(hit_at_home(white, black, *dice, **options), turn)
    assert said["en"].endswith(rule)
    number = rule[rule.rindex("(") :]
    assert number in said["ru"] and said["ru"].count("(") == 1
    if hops:  # who stands on a point where one was hit, counts do not tell
        seat = hit_at_home(white, black, *dice, **options)
        seat.move(*hops)
        assert f"{why(seat.table)})".endswith(rule), moment(survey(seat.table))


def test_a_dead_sensor_breaks_no_rule() -> None:
    """Where more checkers are missing than a hand carries, no rule is named for it, and it is said
    that a sensor may be wrong, and how to go on without it."""
    seat = diced(6, 5)
    seat.put({"6": 2})
    assert "Why" not in moment(survey(seat.table))["en"]
    seat = diced(6, 3, game="long")
    seat.say("roll", dice=[6, 5])
    seat.put({"12": 0})  # the reeds of Black's whole head are dead, which White calls 12
    seat.wait()
    assert moment(survey(seat.table)) == {
        "en": "That is not a legal turn: 12 needs 15 more. 15 of 30 checkers are on the board."
        " If it does lie so, a sensor is wrong: vouch for 12.",
        "ru": "Так ходить нельзя: 12 — не хватает 15. На доске 15 из 30 шашек."
        " Если всё уже лежит так, ошибается датчик: поручитесь за 12.",
    }
    seat = diced(6, 5)
    seat.put({"12": 2})
    assert "Why" not in moment(survey(seat.table))["en"]
