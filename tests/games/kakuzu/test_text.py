"""Kakuzu in text: positions and turns, written, read and refused by the words of the refusal."""

from __future__ import annotations

import pytest

from controller.games.game import AmbiguousError, IllegalError, InvalidError
from controller.games.kakuzu import Kakuzu, Lift, Name, Rest
from controller.games.kakuzu.board import HOLE
from tests.games.kakuzu.hands import follow, game, set_up

TWO, UNKNOWN = game(), game(sheet="unknown")
ROW = "*********"
START = f"S {'/'.join([ROW] * 9)} 0,0"
CORNERS = f"N 1**4**7**/{ROW}/{ROW}/2**5**8**/{ROW}/{ROW}/3**6**9**/{ROW}/{ROW} 0,0"
CORNERS_UNKNOWN = f"N ?**?**?**/{ROW}/{ROW}/?**?**?**/{ROW}/{ROW}/?**?**?**/{ROW}/{ROW} 0,0"


def test_the_start() -> None:
    """All stones in their holes, South to take the first."""
    assert TWO.write_position(TWO.start()) == START
    assert TWO.read_position(START) == TWO.start()


def test_after_the_set_up() -> None:
    """Open numbers stand where they lie, a star is a stone."""
    assert TWO.write_position(set_up(TWO)) == CORNERS


def test_token_and_found() -> None:
    """What is looked for and what was found in this turn follow as words."""
    position = follow(TWO, set_up(TWO), 3, "c1", 2, "b1", 7)
    assert TWO.write_position(position).endswith(" 0,2 token:7 found:2,3")


def test_a_covered_number_is_in_no_text() -> None:
    """Exactly as many digits stand in the grid as holes are open."""
    text = TWO.write_position(follow(TWO, set_up(TWO), 3, "c1"))
    assert sum(sign.isdigit() for sign in text.split()[1]) == 10


def test_unknown_numbers() -> None:
    """A number that nobody told is a question mark; one said to be gone is listed."""
    position = follow(UNKNOWN, set_up(UNKNOWN), "gone4")
    assert UNKNOWN.write_position(position) == f"{CORNERS_UNKNOWN} gone:4"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("S", "is not of the form"),
        (START.replace("S ", "W "), "'W' moves; S or N is allowed"),
        (f"{START},0", "stones of 3 players; 2 play"),
        (START.replace("0,0", "1,0"), "have 1 stones, but the set-up is not done"),
        (START.replace(ROW, "12*******", 1), "more than one stone was taken from a1-c3"),
        (CORNERS.replace("0,0", "1,0"), "9 holes are open, so the players have 0 stones, not 1"),
        (CORNERS.replace("9**", "*9*").replace("0,0", "0,0 token:4 found:4"), "found 4, but the"),
        (CORNERS.replace("1**4**7", "12*4***").replace(" 0,0", " 0,0"), "taken from g1-i3"),
        (CORNERS.replace("1**", "?**"), "needs the option sheet = unknown"),
        (f"{CORNERS} gone:4", "known numbers are counted"),
        (f"{START} token:4", "nothing is looked for before or after play"),
        (f"{CORNERS} token:4 found:4", "token 4 cannot be drawn or named now"),
        (f"{CORNERS} token:4 token:5", "is not of the form"),
    ],
)
def test_positions_that_cannot_be(text: str, problem: str) -> None:
    """A position that no game can have is refused, and the message says why."""
    with pytest.raises(InvalidError, match="position ") as refused:
        TWO.read_position(text)
    assert problem in str(refused.value)


def test_a_number_open_ten_times() -> None:
    """No number lies open ten times (Z1)."""
    rows = ["777******", "***777***", "******777", *[ROW] * 6]
    rows[3:] = ["7********", "***1*****", "******1**", "1********", "***1*****", "******1**"]
    with pytest.raises(InvalidError, match=r"7 lies open 10 times; nine is the most"):
        TWO.read_position(f"S {'/'.join(rows)} 6,0")


@pytest.mark.parametrize(
    ("rules", "words", "problem"),
    [
        (game("named"), "token:0", "token 0 cannot be drawn or named"),
        (game("same"), "token:5 found:4", "token 5 cannot be drawn or named"),
        (game("same"), "found:4", "more than a turn of this variant"),
    ],
)
def test_words_of_other_variants(rules: Kakuzu, words: str, problem: str) -> None:
    """What one variant has in hand another cannot have (Z9, Z10)."""
    with pytest.raises(InvalidError) as refused:
        rules.read_position(f"{CORNERS.replace('1**', '14*').replace('0,0', '0,1')} {words}")
    assert problem in str(refused.value)


def test_too_many_numbers_gone() -> None:
    """Nine unknown open holes cannot hide eighteen numbers (Z7)."""
    with pytest.raises(InvalidError, match="too few open holes are unknown"):
        UNKNOWN.read_position(f"{CORNERS_UNKNOWN} gone:4,5")


# Turns


def test_lifts_say_what_they_uncover() -> None:
    """A lift is its hole and the number beneath."""
    position = follow(TWO, set_up(TWO), 7)
    assert TWO.read_turn(position, "e5=7") == Lift(HOLE["e5"], 7)
    assert TWO.write_turn(position, Lift(HOLE["e5"], 7)) == "e5=7"


def test_a_hit_is_the_token() -> None:
    """`+` is the number looked for, whether the sheet is known or not."""
    assert TWO.read_turn(follow(TWO, set_up(TWO), 7), "e5+") == Lift(HOLE["e5"], 7)
    assert UNKNOWN.read_turn(follow(UNKNOWN, set_up(UNKNOWN), 7), "e5+") == Lift(HOLE["e5"], 7)


@pytest.mark.parametrize("text", ["e5", "e5?", "e5-"])
def test_a_lift_that_leaves_the_number_open(text: str) -> None:
    """Where the numbers are known, a lift without one can mean several: they are named."""
    with pytest.raises(AmbiguousError, match=r"leaves open what it uncovers; say e5=1, e5=2"):
        TWO.read_turn(follow(TWO, set_up(TWO), 7), text)


def test_what_an_unknown_sheet_needs() -> None:
    """Where the sheet is unknown a lift alone could be a hit or a miss."""
    position = follow(UNKNOWN, set_up(UNKNOWN), 7)
    with pytest.raises(AmbiguousError, match=r"say e5\+, e5-"):
        UNKNOWN.read_turn(position, "e5")
    with pytest.raises(IllegalError, match=r"only hit \(\+\) or miss \(-\) is told"):
        UNKNOWN.read_turn(position, "e5=3")


@pytest.mark.parametrize("rules", [TWO, UNKNOWN])
@pytest.mark.parametrize("text", ["e5+", "e5-"])
def test_no_hits_in_the_set_up(rules: Kakuzu, text: str) -> None:
    """In the set-up nothing is looked for, so nothing is hit or missed (Z2)."""
    with pytest.raises(IllegalError, match="no hits or misses in the set-up"):
        rules.read_turn(rules.start(), text)


def test_a_stone_that_is_gone() -> None:
    """A hole that is empty is refused before anything is asked about its number."""
    position = follow(TWO, set_up(TWO), 7)
    for text in ("a1", "a1+", "a1=7"):
        with pytest.raises(IllegalError, match=r"the stone of a1 is gone; legal: b1=1, b1=2"):
            TWO.read_turn(position, text)


def test_words() -> None:
    """Names, passes and time are words."""
    named = game("named", turn_seconds=5)
    position = set_up(named)
    assert named.read_turn(position, "name3") == Name(3)
    assert named.read_turn(position, "time") is Rest.TIME
    assert named.write_turn(position, Name(3)) == "name3"
    assert TWO.write_turn(set_up(TWO), Rest.PASS) == "pass"


@pytest.mark.parametrize(
    "text", ["e0=7", "j5=7", "e5=0", "e5=10", "name0", "E5=7", "e5=７", "e5 =7"]
)
def test_turns_that_cannot_be_read(text: str) -> None:
    """What is no turn in any position is invalid, and the message shows what a turn looks like."""
    with pytest.raises(InvalidError, match=r"cannot be read; e5=7, e5\+, e5-"):
        TWO.read_turn(follow(TWO, set_up(TWO), 7), text)


def test_the_layout() -> None:
    """Whoever draws the board gets the rows and the squares."""
    layout = TWO.layout()
    assert layout["kind"] == "kakuzu"
    assert layout["rows"][8][4] == "e9"
    assert layout["squares"][4][0] == "d4"
