"""Files of other programs as they are read: their habits, and the mistakes that are refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import RulesError
from controller.record.mat_reader import read_mat
from controller.record.sgf_reader import read_sgf
from controller.table.commands import is_name
from tests.record.games import CALM
from tests.record.matches import match_walk

MAT = """ 5 point match

 Game 1
 Anna : 0                        Boris : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Drops
      Wins 1 point

 Game 2
 Anna : 1                        Boris : 0
  1)                             6-1
"""


def mat_with(*lines: str, score: str = " Anna : 0                        Boris : 0") -> str:
    return "\n".join([" 5 point match", "", " Game 1", score, *lines, ""])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "this is not a .mat file"),
        (" 5 point match\n", "there is no game in this file"),
        (" 99999 point match\n Game 1\n", "line 1: a match to 99999; at most 32767"),
        (" 5 point match\n  1) 31: 8/5\n", "line 2, '1) 31: 8/5': a game begins with ' Game 1'"),
        (mat_with(score="Anna 0 Boris 0"), "line 4, 'Anna 0 Boris 0': not like"),
        (MAT, "line 11, '1)                             6-1': not one or two plays"),
        (mat_with("  1) 31: 8/5 9/5"), "line 5, '31: 8/5 9/5': turn '8/5 9/5'"),
        (mat_with("  1) 31: 8/5 6|5"), "'6|5' is not like 8/5"),
        (mat_with("  1) 31: 88/5"), "'88' is no point"),
        (mat_with("  1) 33: 8/5(2) 6/3(2)"), "equal opening dice say nobody who begins (N2)"),
        (mat_with("  1)  Doubles => 2"), "double is not allowed"),
        (mat_with("  1) 31: 8/5 6/5", "  2) 31: 8/5 6/5"), "Black is to roll"),
        (mat_with("  1) 31: 8/5 6/5", "      Wins 7 points"), "no win brings 7 points"),
        (mat_with("  1) 31: 8/5 6/5", "      Wins many points"), "how many points were won"),
        (mat_with("  1) 31: 8/5 6/5   64: 24/14   21: 13/11"), "not one or two plays"),
        (mat_with("  1) 31: Illegal play (1;2;3)"), "has 3 fields, not 40"),
        (
            f'; [Site "x"]\n; [Variation "NackGammon"]\n{mat_with("  1) 31: 8/5 6/5")}',
            "line 2: the variation 'NackGammon' is not played here; only files of Backgammon",
        ),
        (
            mat_with("  1) 31: 8/5 6/5", score=" Anna : 0     Boris : 5"),
            "line 4: it begins at 0-5 in a match to 5, which is won; 0 to 4 points are allowed",
        ),
        (
            " 0 point match\n Game 1\n A : 32767  B : 0\n 1) 31: 8/5 6/5\n      Wins 1 point\n",
            "line 5, 'Wins 1 point': it leaves the score at 32768-0; at most 32767 points",
        ),
    ],
)
def test_mistakes_in_mat(text: str, words: str) -> None:
    """What cannot be read or played says its line, what was found and what is allowed."""
    with pytest.raises(RulesError) as caught:
        read_mat(text)
    assert words in str(caught.value)


def test_scores_in_a_file_must_follow() -> None:
    """A game that begins at another score than the one before left is refused."""
    text = MAT.replace("Anna : 1 ", "Anna : 3 ").replace("6-1\n", "\n")
    with pytest.raises(RulesError, match=r"line 10: it begins at 3-0, but .* left it at 1-0"):
        read_mat(text)


def test_files_of_other_programs() -> None:
    """Headers, numbers of points, `bar` and `off`, question marks and carriage returns are read."""
    text = (
        '\ufeff; [Site "Online"]\r\n; [EventDate "2024.02.29"]\r\n\r\n 3 point match\r\n\r\n'
        " Game 1\r\n Anna (1600) : 0            Boris : 0\r\n"
        "  1) 31: 8/5 6/5               64: 24/18/14\r\n"
        "  2) 55: 8/3(2) 6/1*(2)        66: Cannot Move\r\n"
        "  3) 21: 13/10                 42: Bar/23 Bar/21\r\n"
        "  4) 31: 13/9                  62: ????\r\n"
        "      Wins 1 point\r\n"
    )
    scribe = read_mat(text)
    game = match_walk(scribe.events).games[0]
    assert game.players == ("Anna (1600)", "Boris")
    assert game.opening.at == 1709164800.0
    turns = [
        "8/5 6/5",
        "24/18 18/14",
        "8/3 8/3 6/1* 6/1*",
        "pass",
        "13/10",
        "bar/23 bar/21",
        "13/9",
    ]
    assert [ply.turn for ply in game.plies] == turns
    assert game.result is not None
    assert game.result.reason == "resigned"


def test_the_variation_that_is_ours() -> None:
    """Backgammon is read however it is spelt, with every word that may stand beside it."""
    mat = mat_with("  1) 31: 8/5 6/5")
    for word in ("Backgammon", "backgammon", "Standard", ""):
        assert read_mat(f'; [Variation "{word}"]\n{mat}').games == 1
    sgf = "(;GM[6]RU[{}];W[31hefe])"
    for rules in ("jacoby:NoCube", "Backgammon:Jacoby", "JACOBY"):
        assert read_sgf(sgf.format(rules)).events[0].data["options"] == {"jacoby": True}
    assert read_sgf(sgf.format("")).events[0].data["options"] == {}


@pytest.mark.parametrize("date", ["0001.01.01", "9999.12.31", "2024.02.30", "yesterday"])
def test_dates_that_no_record_holds(date: str) -> None:
    """A date that cannot be kept is remarked on, and the games have the time of their import."""
    sgf = sgf_with("W[31hefe]", root=f"DT[{date.replace('.', '-')}]")
    mat = f'; [EventDate "{date}"]\n{mat_with("  1) 31: 8/5 6/5")}'
    for scribe in (read_mat(mat, at=7.0), read_sgf(sgf, at=7.0)):
        assert scribe.events[0].at == 7.0
        assert [remark[:10] for remark in scribe.remarks] == ["the date '"]
        assert "years 5 to 9987" in scribe.remarks[0]
    assert read_mat(mat_with("  1) 31: 8/5 6/5")).remarks == []


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("A" * 61, "A" * 60),
        ("An\u200bna\xa0 B", "An na B"),
        ("\u200b", "Black"),
        ("B" * 60, "B" * 60),
    ],
)
def test_names_that_no_table_takes(name: str, kept: str) -> None:
    """A name is kept as a table would take it; where it had to be changed, that is remarked on."""
    mat = mat_with("  1) 31: 8/5 6/5", score=f" Anna : 0       {name} : 0")
    sgf = sgf_with("W[31hefe]").replace("PB[Boris]", f"PB[{name}]")
    for scribe in (read_mat(mat), read_sgf(sgf)):
        assert scribe.events[0].data["players"] == ["Anna", kept]
        assert all(map(is_name, scribe.events[0].data["players"]))
        said = f"the name {name!r} is kept as {kept!r}: a name has 1 to 60 printable characters"
        assert scribe.remarks == ([] if name == kept else [said])


SGF = "(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Anna]PB[Boris]RU[Crawford]{root}{nodes})"


def sgf_with(*nodes: str, root: str = "") -> str:
    return SGF.format(root=root, nodes="".join(f"\n;{node}" for node in nodes))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "no backgammon game (GM[6])"),
        ("(;GM[1]B[aa])", "no backgammon game (GM[6])"),
        ("(;GM[6]", "a game in this SGF file has no end"),
        (")", "line 1: ')' stands outside of any game"),
        ("(;GM[6]%)", "line 1: '%)' is not SGF"),
        ("(GM[6])", "line 1: [6] belongs to no property"),
        ("(;GM[6]MI[length:99999])", "a match to 99999; at most 32767"),
        (
            "(;GM[6]RU[Nackgammon:Jacoby];W[31hefe])",
            "RU[Nackgammon] is not played here; only files of Backgammon are read, with the words",
        ),
        (
            sgf_with() + sgf_with().replace("RU[Crawford]", "RU[Hypergammon1]"),
            "game 2: RU[Hypergammon1] is not played here",
        ),
        ("(;GM[6]MI[length:x];W[31hefe])", "MI[length:x] is no number; one like length:3 is"),
        ("(;GM[6]MI[length:-3];W[31hefe])", "MI[length:-3] is no number"),
        (sgf_with("W[31hefe]").replace("bs:0", "bs:"), "MI[bs:] is no number; one like bs:3 is"),
        (sgf_with("W[31hefe]", "W[31hefe]"), "game 1, move 2, W[31hefe]: Black is to roll"),
        (sgf_with("W[31ba]"), "game 1, move 1, W[31ba]: turn '2/1'"),
        (sgf_with("W[maybe]"), "not like 31hefe, double, take or drop"),
        (sgf_with("W[31hefe]", "CV[8]"), "game 1, move 2: the cube was set by hand"),
        (sgf_with("AE[a:y]AW[a]"), "in the position that it was set up as the game is over"),
        (sgf_with("AE[a:y]AW[a]AB[a]"), "has both sides on one point"),
        (sgf_with("AE[a:y]AW[a]AB[b]", "PL[W]CP[x]"), "CP[x] owns no cube; w, b or c (both) can"),
        (sgf_with("AE[a:y]AW[a]AB[b]", "CV[6]"), "CV[6] is no cube; 1, 2, 4 ... 32768 are"),
        (sgf_with("AW[a]AB[b]"), "begins with AE[a:y], the empty one"),
        (sgf_with("W[31hefe]", "AE[a:y]AW[a]AB[b]"), "set by hand that follows from no roll"),
        (
            sgf_with() + sgf_with("AE[a:y]AW[a]AB[b]"),
            "game 2: a position was set by hand, which only the first game can begin with",
        ),
        (sgf_with("DI[71]PL[W]"), "DI[71] needs two dice"),
        (sgf_with(root="CV[3]"), "game 1: CV[3] is no cube"),
        (sgf_with("PL[W]DI[31]", "AE[a:y]AW[!]"), "[!] is no point; a to y are"),
        (sgf_with("PL[W]DI[31]", f"AE[a:y]AW{'[a]' * 16}"), "AW sets 16 checkers"),
        (sgf_with("W[31hefe]", root="RE[B+7]"), "no win brings 7 points with the cube at 1"),
        (sgf_with("W[31hefe]").replace("bs:0", "bs:4"), "game 1: it begins at 0-4 in a match to 3"),
    ],
)
def test_mistakes_in_sgf(text: str, words: str) -> None:
    """What cannot be read or played names the game and the move."""
    with pytest.raises(RulesError) as caught:
        read_sgf(text)
    assert words in str(caught.value)


def test_side_lines_are_left_out() -> None:
    """Of several variations the first is the game."""
    text = "(;GM[6]FF[4];W[31hefe](;B[64aggk])(;B[64aglp];W[11fefefefe]))"
    assert [ply.turn for ply in match_walk(read_sgf(text).events).games[0].plies] == [
        "8/5 6/5",
        "24/18 18/14",
    ]


PIECES = [
    " 3 point match\n", " Game 1\n", " Anna : 0   Boris : 0\n", "  1)", " 31: 8/5 6/5", "     ",
    " 64: 24/14", " Doubles => 2", " Takes", " Drops", " Wins 1 point", "Beavers", "\n", "0;" * 40,
    "Illegal play (", ")", "66: ", "11:", "bar/20*", "6/off(4)", '; [Jacoby "On"]\n', "\ud800", "²",
    "9" * 30,
]  # fmt: skip
SGF_PIECES = [
    "(;GM[6]", "(", ")", ";", "W[31hefe]", "B[64aggk]", "W[double]", "B[take]", "B[drop]", "[", "]",
    "MI[length:3]", "[ws:2]", "[bs:1]", "RU[Crawford]", "RE[W+2R]", "RE[B+1T]", "CV[2]", "PL[W]",
    "DI[31]", "AE[a:y]", "AW[a][b:y]", "AB[x]", "PW[\ud800]", "\\", "²", "9" * 30, "B[11zz]",
]  # fmt: skip


@settings(CALM, max_examples=200)
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=25).map("".join),
    st.lists(st.sampled_from(SGF_PIECES) | st.text(max_size=3), max_size=25).map("".join),
)
def test_no_text_crashes_the_readers(mat: str, sgf: str) -> None:
    """Whatever the text: a match, or an error of the rules."""
    for read, text in (
        (read_mat, mat),
        (read_mat, mat_with(mat)),
        (read_sgf, sgf),
        (read_sgf, sgf_with(sgf)),
    ):
        try:
            read(text)
        except RulesError:
            continue
