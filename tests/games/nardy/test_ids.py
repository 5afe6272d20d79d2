"""GNU Position ID, Match ID and XGID, read and written, and what is wrong with the rest."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import InvalidError
from controller.games.nardy import (
    Long,
    LongOptions,
    Position,
    Short,
    ShortOptions,
    Stakes,
    State,
    gnu_id,
)
from controller.games.nardy.board import pack
from controller.games.nardy.gnu_id import (
    read_match_id,
    read_position_id,
    write_match_id,
    write_position_id,
)
from controller.games.nardy.variants import SHORT
from controller.games.nardy.xgid import read_xgid, write_xgid
from tests.games.nardy.boards import position, random_short

GAME = Short()
START_ID = "4HPwATDgc/ABMA"
START_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:3:0:10"
SYMBOLS = st.sampled_from("ABCDEFabcdefPQpq0123456789+/=-:*. XGID\n½")


def random_stakes(chance: random.Random) -> Stakes:
    """Any stakes that can come up between rolls; White has doubled, if anybody has."""
    length = chance.choice((0, 0, 1, 7, 25))
    most = length - 1 if length else 9
    crawford = length > 1 and chance.random() < 0.2
    score = (most if crawford else chance.randint(0, most), chance.randint(0, most))
    owner = None if crawford else chance.choice((None, 0, 1))
    cube = 1 if crawford else 1 << chance.randint(0, 6)
    dead = 0 < length <= score[0] + cube
    doubled = not crawford and not dead and owner != 1 and chance.random() < 0.3
    return Stakes(
        cube=cube,
        owner=owner,
        score=score,
        length=length,
        crawford=crawford,
        jacoby=not length and chance.random() < 0.5,
        doubled=doubled,
        answering=1 if doubled else None,
    )


def random_position(chance: random.Random) -> Position:
    """Any position with its stakes, rolled or not."""
    white, black = random_short(chance, SHORT)
    stakes = random_stakes(chance)
    dice = (chance.randint(1, 6), chance.randint(1, 6))
    rolled = () if stakes.doubled or chance.random() < 0.5 else (max(dice), min(dice))
    mover = 0 if stakes.doubled else chance.randint(0, 1)
    return Position(mover, pack(white, black), rolled, stakes=stakes)


# Position ID


def test_start_position_id() -> None:
    """The start has gnubg's well-known ID, for both sides."""
    start = GAME.start()
    assert write_position_id(start.board, 0) == write_position_id(start.board, 1) == START_ID
    assert GAME.write_position(start) == START_ID
    assert GAME.read_position(START_ID) == start


def test_the_mover_is_on_roll() -> None:
    """In a result the opponent is on roll: its checkers come second."""
    at = GAME.roll(GAME.start(), (3, 1))
    result = GAME.play(at, GAME.read_turn(at, "8/5 6/5"))
    assert write_position_id(result.board, result.mover) == "sGfwATDgc/ABMA"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "is not 14 characters"),
        ("4HPwATDgc/ABM", "is not 14 characters"),
        ("4HPwATDgc/ABMAA", "is not 14 characters"),
        ("4HPwATDgc/ABM=", "is not 14 characters"),
        ("4HPwATDgc/AB M", "is not 14 characters"),
        ("4HPwATDgc/ABMB", "bits set after its last one"),
        ("//////////////", "bits set after its last one"),
        ("/////////////w", "checkers of one side; 15 are allowed"),
        ("AAAAAAAAAAAAAA", "both sides have borne off everything"),
    ],
)
def test_what_is_no_position_id(text: str, why: str) -> None:
    """A wrong ID is refused with its reason."""
    with pytest.raises(InvalidError, match=why):
        read_position_id(text)


def test_both_sides_on_one_point() -> None:
    """Two sides cannot share a point."""
    board = position(GAME, {6: 1}, {6: 1}).board
    shared = pack(board[:26], bytes(19) + b"\1" + bytes(6))
    with pytest.raises(InvalidError, match="both sides on one point"):
        read_position_id(write_position_id(shared, 0))


# Match ID


def test_the_manuals_example() -> None:
    """gnubg's manual: match to 9 at 2-4, player 0 owns a 2-cube, player 1 has rolled 5-2."""
    mover, dice, stakes = read_match_id("QYkqASAAIAAA", "double")
    assert (mover, dice) == (1, (5, 2))
    assert (stakes.cube, stakes.owner, stakes.length, stakes.score) == (2, 0, 9, (2, 4))
    assert not stakes.crawford
    assert stakes.state is State.PLAYING
    at = Position(mover, GAME.start().board, dice, stakes=stakes)
    assert write_match_id(at, "double") == "QYkqASAAIAAA"


def test_jacoby_is_carried() -> None:
    """Bit 66 is set when Jacoby is off."""
    on, off = Short(ShortOptions(jacoby=True)).begin(1), Short().begin(1)
    assert write_match_id(on, "double") == "cAkAAAAAAAAA"
    assert write_match_id(off, "double") == "cAkAAAAAAAAE"


def test_a_cube_that_is_raised_by_adding() -> None:
    """Where the stake goes 1, 2, 3 the cube's field counts the raises (N11)."""
    at = GAME.start()._replace(stakes=Stakes(cube=3, owner=0))
    text = write_match_id(at, "add")
    assert read_match_id(text, "add").stakes.cube == 3
    assert read_match_id(text, "double").stakes.cube == 4


FIELDS = [
    (4, 2, 2, "owner is 2"),
    (8, 3, 5, "state is 5; 0 to 4"),
    (8, 3, 7, "state is 7; 0 to 4"),
    (15, 3, 7, r"dice are \(7, 0\)"),
    (15, 3, 3, r"dice are \(3, 0\)"),
    (11, 1, 1, "the other side decides, but nothing was offered"),
    (7, 1, 1, "a Crawford game without a match"),
    (8, 3, 3, "resigned at no level"),
    (67, 5, 1, "bits set after its last field"),
]


@pytest.mark.parametrize(("at", "size", "value", "why"), FIELDS)
def test_wrong_fields(at: int, size: int, value: int, why: str) -> None:
    """Each field that makes no sense is named."""
    bits = gnu_id._decode("MAEAAAAAAAAE", 9, "Match ID", "")
    mask = ((1 << size) - 1) << at
    with pytest.raises(InvalidError, match=why):
        read_match_id(gnu_id._encode(bits & ~mask | value << at, 9), "double")


def test_a_score_too_high_for_a_match_id() -> None:
    """More points than the field holds are refused, not cut."""
    at = GAME.start()._replace(stakes=Stakes(score=(40_000, 0)))
    with pytest.raises(InvalidError, match="at most 32767 points"):
        GAME.write_position(at)


def test_a_score_too_high_after_the_end() -> None:
    """Nothing goes on from a finished game: as many points are written as the field holds."""
    stakes = Stakes(score=(40_000, 3), state=State.RESIGNED, resigned=1, answering=0)
    text = GAME.write_position(GAME.start()._replace(stakes=stakes))
    assert GAME.read_position(text).stakes == dataclasses.replace(stakes, score=(32_767, 3))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("4HPwATDgc/ABMA:cAoAAAAAAAAE", "nobody has borne off all"),
        ("/38AAAAAAAAAAA:UYkJAAAAAAAE", "the game is over"),
    ],
)
def test_ids_that_contradict_each_other(text: str, why: str) -> None:
    """A Match ID must fit the Position ID before it."""
    with pytest.raises(InvalidError, match=why):
        GAME.read_position(text)


def test_a_cube_too_high_for_raises_by_steps() -> None:
    """N11: where raises add one, no cube shows more than 16, and none is written as another."""
    by_steps = Short(ShortOptions(raise_step="add"))
    xgid = "XGID=-b----E-C---eE---c-e----B-:{}:1:1:00:0:0:0:0:10"
    assert by_steps.read_position(xgid.format(4)).stakes.cube == 16
    with pytest.raises(InvalidError, match="the cube shows 32; with raise_step = add it shows 16"):
        by_steps.read_position(xgid.format(5))


#: The fields of an XGID after the board, and what cannot be in them.
IMPOSSIBLE = [
    ("0:0:1:00:7:3:0:7:10", "the score is 7-3 in a match to 7, which is won; 0 to 6 points"),
    ("0:0:1:00:9:3:0:7:10", "the score is 9-3 in a match to 7, which is won; 0 to 6 points"),
    ("0:0:1:31:0:1:0:1:10", "the score is 0-1 in a match to 1, which is won; 0 to 0 points"),
    ("0:0:1:00:2:3:1:7:10", "called the Crawford game at 2-3 in a match to 7; only a game at 6"),
    ("0:0:1:D:6:3:1:7:10", "a raise is offered in the Crawford game, in which nobody may raise"),
    ("1:1:1:00:6:3:1:7:10", "the cube shows 2 in the Crawford game; it stays at 1, nobody's"),
    ("1:1:-1:D:2:3:0:7:10", r"Black offers a raise, but the cube belongs to White \(S8\)"),
    ("1:-1:1:D:0:0:0:0:10", r"White offers a raise, but the cube belongs to Black \(S8\)"),
    ("0:0:1:D:6:6:0:7:10", "White offers a raise, but the cube is dead"),
]


@pytest.mark.parametrize(("rest", "why"), IMPOSSIBLE)
def test_a_match_that_cannot_be(rest: str, why: str) -> None:
    """What no play leads to is refused, as XGID and as Match ID, with what could be (S8, S14)."""
    xgid = f"{START_XGID.partition(':')[0]}:{rest}"
    with pytest.raises(InvalidError, match=why):
        GAME.read_position(xgid)
    at = read_xgid(xgid)
    match_id = write_match_id(at, "double")
    with pytest.raises(InvalidError, match=why):
        GAME.read_position(f"{write_position_id(at.board, at.mover)}:{match_id}")


def test_a_match_that_cannot_be_in_long_nardy() -> None:
    """The text of the other games is looked at in the same way (S14)."""
    game = Long(LongOptions(match_length=7))
    start = game.start()
    stakes = dataclasses.replace(start.stakes, score=(7, 3))
    with pytest.raises(InvalidError, match="the score is 7-3 in a match to 7, which is won"):
        game.read_position(game.write_position(start._replace(stakes=stakes)))


def test_a_beaver_in_a_match() -> None:
    """Beavers are for single games (S11)."""
    for length, why in ((0, ""), (7, "a beaver waits for its answer in a match")):
        stakes = Stakes(cube=2, owner=1, length=length, doubled=True, answering=0)
        text = GAME.write_position(GAME.start()._replace(stakes=stakes))
        if not why:
            assert GAME.read_position(text).stakes == stakes
        else:
            with pytest.raises(InvalidError, match=why):
                GAME.read_position(text)


def test_a_finished_match_can_be_read() -> None:
    """After the last game the winner has the points, and only the winner."""
    game = Short(ShortOptions(match_length=7))
    for score, fits in (((8, 3), True), ((8, 7), False)):
        stakes = Stakes(score=score, length=7, state=State.RESIGNED, resigned=2, answering=0)
        text = game.write_position(game.start()._replace(stakes=stakes))
        if fits:
            assert game.read_position(text).stakes == stakes
        else:
            with pytest.raises(InvalidError, match="the score is 8-7 in a match to 7"):
                game.read_position(text)


def test_a_finished_xgid_has_no_dice() -> None:
    """Dice in a game that is over are refused."""
    text = "XGID=-O------------------------:0:0:1:31:0:0:3:0:10"
    with pytest.raises(InvalidError, match="the game is over"):
        GAME.read_xgid(text)


# Round trips


def test_position_and_match_ids_round_trip() -> None:
    """Every position with its stakes comes back from its text (2,000 of them)."""
    chance = random.Random(1)
    for _ in range(2_000):
        at = random_position(chance)
        text = GAME.write_position(at)
        assert GAME.read_position(text) == at
        assert GAME.write_position(GAME.read_position(text)) == text


def test_xgids_round_trip() -> None:
    """Every position with its stakes comes back from its XGID (2,000 of them)."""
    chance = random.Random(2)
    for _ in range(2_000):
        at = random_position(chance)
        beaver = not at.stakes.length and chance.random() < 0.5
        at = at._replace(stakes=dataclasses.replace(at.stakes, beaver=beaver))
        text = write_xgid(at)
        assert read_xgid(text) == at
        assert write_xgid(read_xgid(text)) == text


# XGID


def test_start_xgid() -> None:
    """The well-known start: bottom on roll with 3-1, money with Jacoby and beavers."""
    at = read_xgid(START_XGID)
    assert at.board == GAME.start().board
    assert (at.mover, at.dice) == (0, (3, 1))
    assert (at.stakes.jacoby, at.stakes.beaver, at.stakes.length) == (True, True, 0)
    assert GAME.write_xgid(GAME.read_xgid(START_XGID)) == START_XGID


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("XGID=", "XG=", "is not of the form"),
        (":10", "", "is not of the form"),
        ("-b--", "-z--", "is not 26 of - A to P a to p"),
        ("=-b", "=Ab", "on the other side's bar"),
        ("B-:", "Bb:", "on the other side's bar"),
        ("-b--", "-p--", "checkers of one side, not 15"),
        (":0:0:1:31", ":99:0:1:31", "cube is '99'; 0 to 15"),
        (":0:0:1:31", ":0:2:1:31", "cube owner is '2'; -1 to 1"),
        (":0:0:1:31", ":0:0:5:31", "turn is '5'"),
        (":31:", ":37:", "dice are '37'"),
        (":31:", ":3:", "dice are '3'"),
        (":3:0:10", ":4:0:10", "rules is '4'; 0 to 3"),
        (":3:0:10", ":2:7:10", "rules is '2'; 0 to 1"),
        (":3:0:10", ":3:0:x", "highest cube is 'x'"),
    ],
)
def test_what_is_no_xgid(old: str, new: str, why: str) -> None:
    """A wrong XGID is refused with its reason."""
    with pytest.raises(InvalidError, match=why):
        read_xgid(START_XGID.replace(old, new, 1))


@pytest.mark.parametrize(
    "stakes",
    [
        Stakes(state=State.OPENING),
        Stakes(state=State.DROPPED, answering=1),
        Stakes(resigned=2, answering=1),
        Stakes(doubled=True, answering=0, owner=1, cube=2),
        Stakes(cube=3, owner=1),
    ],
)
def test_what_an_xgid_cannot_say(stakes: Stakes) -> None:
    """What an XGID has no words for is refused, not left out."""
    with pytest.raises(InvalidError, match="an XGID cannot say"):
        write_xgid(GAME.start()._replace(stakes=stakes))


# Anything at all


@settings(max_examples=300)
@given(st.one_of(st.text(), st.text(SYMBOLS, max_size=60)))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes a reader fail in any other way than `InvalidError`."""
    for read in (GAME.read_position, GAME.read_xgid, read_position_id):
        try:
            read(text)
        except InvalidError as error:
            assert str(error)
    try:
        read_match_id(text, "double")
    except InvalidError as error:
        assert str(error)


@settings(max_examples=500)
@given(st.binary(min_size=9, max_size=9), st.binary(min_size=10, max_size=10))
def test_any_bits_are_read_or_refused(match_bits: bytes, position_bits: bytes) -> None:
    """Whatever bits an ID has, it is refused or read as something that is written the same."""
    board_text = gnu_id._encode(int.from_bytes(position_bits, "little"), 10)
    text = f"{board_text}:{gnu_id._encode(int.from_bytes(match_bits, 'little'), 9)}"
    try:
        at = GAME.read_position(text)
    except InvalidError:
        return
    assert GAME.read_position(GAME.write_position(at)) == at


@settings(max_examples=500)
@given(st.data())
def test_a_smudged_xgid(data: st.DataObject) -> None:
    """An XGID with one character changed is read as something that can be written, or refused."""
    at = data.draw(st.integers(0, len(START_XGID) - 1))
    text = START_XGID[:at] + data.draw(SYMBOLS) + START_XGID[at + 1 :]
    try:
        read = read_xgid(text)
    except InvalidError:
        return
    assert read_xgid(write_xgid(read)) == read
