"""Games that were set up, in the files of other programs: SGF carries them, columns do not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from controller.games.nardy import Position
from controller.play.moments import rules_of, start_of
from controller.record.assured import assured
from controller.record.errors import RecordError
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from tests.record.matches import match_walk, told
from tests.record.setups import (
    NAMED,
    RACE,
    REPLY,
    borne_off,
    dropped,
    named,
    offered,
    replied,
    set_up,
)

#: The ordinary start at 6-3 in a match to 7, when the Crawford game has been played.
AFTER_CRAWFORD = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:3:0:7:10"
GAMES = pytest.mark.parametrize("game", [dropped, borne_off, named, replied])


def start(match: MatchWalk) -> Position:
    position: Position = start_of(rules_of(match.opening), match.opening)
    return position


def again(match: MatchWalk) -> MatchWalk:
    """The match as it comes back from SGF."""
    back = match_walk(read_sgf(sgf_of(match).text).events)
    for game in back.games:
        assured(game)
    return back


@GAMES
def test_sgf_carries_a_game_that_was_set_up(game: Callable[[], MatchWalk]) -> None:
    """Checkers, cube and its owner, match, score and who is on roll come back, with the game."""
    match = game()
    back = again(match)
    assert start(back) == start(match)
    assert told(back) == told(match)
    assert sgf_of(match).losses == []


def test_sgf_says_the_position_as_gnubg_does() -> None:
    """The cube's owner, the cube and the board are nodes of their own, the score is the match's."""
    root, *nodes = sgf_of(dropped()).text.splitlines()
    assert "MI[length:7][game:1][ws:2][bs:3]" in root
    assert "CV[" not in root
    assert nodes == [
        ";CP[w]",
        ";CV[2]",
        ";PL[W]AE[a:y]AW[a][a][b][b]AB[x][x][w][w]",
        ";W[double]",
        ";B[drop])",
    ]


def test_dice_that_lay_on_the_table() -> None:
    """A roll that was set up is played, or still to be played, when the file is read."""
    rolled = RACE.replace(":00:", ":21:")
    assert told(again(set_up(rolled, ("play", "2/off 1/off")))) == told(
        set_up(RACE, ("roll", (2, 1)), ("play", "2/off 1/off"))
    )
    last = again(set_up(rolled)).games[0].steps[-1]
    assert last.dice == (2, 1)  # type: ignore[union-attr] # a roll, or this fails


def test_a_raise_that_was_set_up() -> None:
    """An offered cube becomes the first thing that was said, and that is told."""
    made = sgf_of(offered())
    assert made.losses == ["that the raise was offered before the game was set up"]
    steps = told(match_walk(read_sgf(made.text).events))[0]["steps"]
    assert steps[:2] == [("double", 0), ("take", 1)]
    assert steps[2:] == told(offered())[0]["steps"][1:]


@pytest.mark.parametrize("write", [mat_of, lambda match: mat_of(match, snowie=True), sgf_of])
def test_a_resignation_that_was_set_up_is_refused(write: Callable[[MatchWalk], object]) -> None:
    """Nothing but our own forms can begin a game with a resignation on the table."""
    resigned = set_up("sGfwATDgc/ABMA:cCEAAAAAAAAE", ("say", 0, "accept"))
    with pytest.raises(RecordError, match="a resignation or a beaver waiting for its answer"):
        write(resigned)


@pytest.mark.parametrize("snowie", [False, True])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        (dropped, r"game 1: it was set up as \S+:\S+, not at the ordinary start; --format sgf can"),
        (borne_off, "not at the ordinary start"),
        (replied, "not at the ordinary start"),
        (named, "no opening roll says who begins: it was set up, and the roll 3-3 comes first"),
        (lambda: set_up(NAMED, ("say", 1, "double")), "and something that was said comes first"),
        (
            lambda: set_up(AFTER_CRAWFORD, ("roll", (3, 1))),
            "readers take the first game in which somebody needs one point for the Crawford game",
        ),
    ],
)
def test_columns_refuse_what_they_cannot_begin_with(
    game: Callable[[], MatchWalk], words: str, snowie: bool
) -> None:
    """.mat and Snowie's text say what they cannot hold, and which form can."""
    with pytest.raises(RecordError, match=words):
        mat_of(game(), snowie=snowie)


@pytest.mark.parametrize("snowie", [False, True])
def test_columns_carry_the_score_of_a_match(snowie: bool) -> None:
    """A match to 7 that was set up at 2-3 with the ordinary start keeps both; the missing opening
    roll is said."""
    at_2_3 = "4HPwATDgc/ABMA:cAngACAAGAAE"
    match = set_up(at_2_3, ("roll", (3, 1)), ("play", "8/5 6/5"), ("roll", (6, 4)))
    made = mat_of(match, snowie=snowie)
    assert " 7 point match\n" in made.text
    assert " Anna : 2                        Boris : 3\n" in made.text
    assert made.losses == ["that Black began game 1 without an opening roll"]
    back = match_walk(read_mat(made.text).events)
    assert told(back) == told(match)


def test_a_first_roll_before_the_set_up_is_none() -> None:
    """GNU Backgammon rolls, then sets the board, then plays that roll, or another."""
    board = "PL[W]AE[a:y]AW[a][a][b][b]AB[x][x][w][w]"
    root = "(;GM[6]MI[length:7][ws:2][bs:3]RU[Crawford]\n;PL[W]DI[62]\n;CV[2]\n;CP[b]\n;"
    for rest, mover in ((";W[62bzbz]", 0), (";B[31xzwz]", 1), (";B[double]", 1), ("", 0)):
        match = match_walk(read_sgf(f"{root}{board}{rest})").events)
        position = start(match)
        assert (position.mover, position.stakes.cube, position.stakes.owner) == (mover, 2, 1)
        assert position.stakes.score == (2, 3)
    plain = f"(;GM[6]\n;PL[W]DI[62]\n;{board}\n;B[31xzwz])"  # no play of 62 leads there
    assert start(match_walk(read_sgf(plain).events)).mover == 1


def test_a_match_goes_on_after_a_game_that_was_set_up() -> None:
    """The games after it begin as usual, and the whole match is one file."""
    match = dropped()
    text = sgf_of(match).text
    later = (
        "(;FF[4]GM[6]MI[length:7][game:2][ws:4][bs:3]PW[Anna]PB[Boris]RU[Crawford]RE[B+1R]"
        "\n;W[31hefe])"
    )
    whole = match_walk(read_sgf(text + later).events)
    assert [game.opening.match and game.opening.match.score for game in whole.games] == [
        (2, 3),
        (4, 3),
    ]
    assert told(again(whole)) == told(whole)


def test_a_first_turn_let_stand_after_a_set_up() -> None:
    """The board that was set up and the one that an illegal play left are told apart."""
    match = set_up(
        REPLY, ("roll", (6, 4)), ("stray", (5, 4), "13/9 13/8"), ("roll", (6, 1)), ("play", "13/6")
    )
    back = again(match)
    assert told(back) == told(match)
    assert start(back) == start(match)
    assert [ply.condoned for ply in back.games[0].plies] == [True, False]
