"""Files of other programs: what is written, what is lost, what comes back, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.games.game import RulesError
from controller.games.nardy import Position
from controller.games.nardy.board import halves
from controller.games.nardy.variants import BAR
from controller.play.moments import rules_of
from controller.record.assured import assured
from controller.record.errors import RecordError
from controller.record.export import Export
from controller.record.mat import mat_of
from controller.record.mat_reader import read_mat
from controller.record.matches import MatchWalk
from controller.record.sgf import sgf_of
from controller.record.sgf_reader import read_sgf
from controller.record.sgf_tree import escape, read_trees, unescape
from controller.record.snowie import illegal_line, read_illegal_line
from controller.record.transcriber import Transcriber
from controller.record.vetting import fault_in
from tests.record.games import CALM
from tests.record.matches import PLAYERS, Evening, a_match, match_walk, told
from tests.record.setups import set_up, stray

SINGLE = {"length": 0, "score": [0, 0], "crawford": False}
#: (form, how it is written, how it is read)
Form = tuple[Callable[[MatchWalk], Export], Callable[[str], Transcriber]]


def snowie_of(match: MatchWalk) -> Export:
    """Snowie's text."""
    return mat_of(match, snowie=True)


FORMS: dict[str, Form] = {
    "mat": (mat_of, read_mat),
    "sgf": (sgf_of, read_sgf),
    "snowie": (snowie_of, read_mat),
}
ALL = pytest.mark.parametrize("form", FORMS)


def again(form: str, match: MatchWalk) -> MatchWalk:
    """The match as it comes back from a file."""
    write, read = FORMS[form]
    back = match_walk(read(write(match).text).events)
    for game in back.games:
        assured(game)
    return back


@ALL
@settings(CALM, max_examples=4)
@given(seed=st.integers(0, 10**6), length=st.sampled_from([1, 2, 3, 7]))
def test_matches_come_back(form: str, seed: int, length: int) -> None:
    """Every position, cube action and result of a match survives a file."""
    evening = Evening(seed, options={"match_length": length}, hurry=3).play()
    match = match_walk(evening.events)
    assert told(again(form, match)) == told(match)


@ALL
def test_beavers_come_back(form: str) -> None:
    """S11: every form carries a beaver that is taken."""
    for answer in ("take", "resign"):
        match = match_walk(beavered(answer).events)
        assert told(again(form, match)) == told(match)


def test_dropped_beavers() -> None:
    """S11: SGF carries a beaver that is dropped, columns carry what it brought, and say so."""
    match = match_walk(beavered("drop").events)
    assert told(again("sgf", match)) == told(match)
    for form in ("mat", "snowie"):
        made = FORMS[form][0](match)
        assert any("the beaver that was dropped" in loss for loss in made.losses)
        assert "Beavers" not in made.text
        result = again(form, match).games[0].result
        assert result is not None
        assert (result.scores, result.reason, result.cube) == ((2, 0), "resigned", 2)


def beavered(answer: str) -> Transcriber:
    """A double that was answered by a beaver: taken, dropped, or taken and given up at once."""
    scribe = Transcriber("short", {"beaver": True}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    scribe.decide(1, "double")
    scribe.decide(0, "beaver")
    scribe.decide(1, "take" if answer == "resign" else answer)
    if answer == "resign":
        scribe.decide(1, "resign 1")
        scribe.decide(0, "accept")
    if answer == "take":
        scribe.roll((6, 4))
        scribe.play("24/14")
        scribe.decide(0, "resign 2")
        scribe.decide(1, "accept")
    scribe.end()
    return scribe


@pytest.mark.parametrize("level", [1, 2])
def test_a_beaver_is_taken_by_giving_up(level: int) -> None:
    """S11: GNU Backgammon writes no take of a beaver, also where nothing but the result follows."""
    text = (
        " 0 point match\n\n Game 1\n Anna : 0                       Boris : 0\n"
        "  1) 31: 8/5 6/5                  Doubles => 2\n"
        f"  2)  Beavers => 4               \n      Wins {4 * level} points\n"
    )
    result = match_walk(read_mat(text).events).games[0].result
    assert result is not None
    assert (result.scores, result.level, result.cube) == ((4 * level, 0), level, 4)


def condoned(mover: int = 0) -> MatchWalk:
    """A game in which White, or Black, played 6-4 as if it were 5-4, and nobody minded."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"illegal": "condone"})
    scribe.open(SINGLE)
    scribe.roll((3, 1) if mover else (1, 3))
    scribe.play("8/5 6/5")
    scribe.roll((6, 4))
    stray(scribe, (5, 4), "13/9 13/8")
    scribe.roll((6, 1))
    scribe.play("13/7 8/7")
    scribe.decide(0, "resign 1")
    scribe.decide(1, "accept")
    scribe.end()
    return match_walk(scribe.events)


@pytest.mark.parametrize("form", ["sgf", "snowie"])
def test_condoned_turns_come_back(form: str) -> None:
    """SGF and Snowie's text carry an illegal play by the position it led to."""
    match = condoned()
    back = again(form, match)
    assert told(back) == told(match)
    assert [ply.condoned for ply in back.games[0].plies] == [False, True, False]


def test_mat_stops_at_a_condoned_turn() -> None:
    """.mat cannot carry an illegal play: what follows it is left out, and that is said."""
    made = mat_of(condoned())
    assert (
        "game 1 from turn 2 on, an illegal one let stand; --format snowie keeps it" in made.losses
    )
    assert "64:" in made.text
    assert "61:" not in made.text
    assert "Wins 1 point\n" in made.text
    (game,) = match_walk(read_mat(made.text).events).games
    assert len(game.plies) == 1
    assert game.result is not None
    assert (game.result.scores, game.result.reason) == ((0, 1), "resigned")


def test_a_condoned_first_turn() -> None:
    """A game that .mat can say nothing but the opening roll of is still a game that can be read."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"illegal": "condone"})
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    stray(scribe, (5, 1), "13/8 6/5")
    scribe.decide(0, "resign 3")
    scribe.decide(1, "accept")
    scribe.end()
    match = match_walk(scribe.events)
    for form in ("sgf", "snowie"):
        assert told(again(form, match)) == told(match)
    back = again("mat", match)
    assert [game.result and game.result.scores for game in back.games] == [(0, 3)]


def test_mat_refuses_what_nobody_could_read() -> None:
    """Where the result cannot be explained by what is left of a game, no file is written."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands", house={"illegal": "condone"})
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    stray(scribe, (5, 1), "13/8 6/5")
    for side, said in ((1, "double"), (0, "take"), (0, "resign 2"), (1, "accept")):
        scribe.decide(side, said)
    scribe.end()
    with pytest.raises(
        RecordError, match=r"nobody could read it any more .*no win brings 4 points"
    ):
        mat_of(match_walk(scribe.events))


def test_automatic_doubles() -> None:
    """S10: SGF carries the cube that equal opening dice turned; columns of plays are refused."""
    scribe = Transcriber("short", {"auto_doubles": 2}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((4, 4))
    scribe.roll((2, 2))
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    scribe.decide(1, "resign 1")
    scribe.decide(0, "accept")
    scribe.end()
    match = match_walk(scribe.events)
    assert "CV[4]" in sgf_of(match).text
    assert told(again("sgf", match)) == told(match)
    for write in (mat_of, snowie_of):
        with pytest.raises(RecordError, match=r"game 1: equal .* cube to 4, .*; --format sgf can"):
            write(match)


def test_what_no_form_carries_is_said() -> None:
    """Void rolls, inferred rolls, refused resignations, house rules and names are not silent."""
    options = {"hit_then_bear_off": "forbidden", "hit_and_hide": False}
    scribe = Transcriber("short", options, ("Anna: the 1st\n", "Boris"), tick=2.0, by="hands")
    scribe.open(SINGLE)
    scribe.add("chance.committed", commitment="0" * 64)
    scribe.roll((4, 4))
    scribe.add("dice.void", dice=[], side=None, why="on a checker")
    scribe.roll((3, 1), by="inferred")
    scribe.play("8/5 6/5")
    scribe.decide(1, "resign 1")
    scribe.decide(0, "refuse")
    scribe.stop(0, (1, 0), "time")
    match = match_walk(scribe.events)
    everywhere = [
        "1 void roll",
        "1 equal opening roll",
        "1 resignation that was offered and refused",
        "which rolls were only inferred from the play (1)",
        "the seeds by which the board's dice can be checked",
        "the house rule hit_then_bear_off = forbidden (S7); `lunka import --set"
        " hit_then_bear_off=forbidden` reads it so",
        "the house rule hit_and_hide = false (S13); `lunka import --set hit_and_hide=false` reads"
        " it so",
    ]
    assert sgf_of(match).losses == everywhere
    assert "RE[W+1T]" in sgf_of(match).text
    assert mat_of(match).losses == [
        *everywhere,
        "that game 1 was lost on time: it reads as a resignation",
        "the players' names, which became Anna the 1st and Boris",
        "how long the turns took",
        "what happened besides the play: attempts, changes, takebacks, pauses",
    ]


def agreed(**options: Any) -> MatchWalk:
    """A short game at a table that agreed on these options, and needed none of them."""
    scribe = Transcriber("short", options, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    scribe.decide(1, "resign 1")
    scribe.decide(0, "accept")
    scribe.end()
    return match_walk(scribe.events)


BY_STEPS = "that the stake is raised by steps (raise_step = add, N11)"
JACOBY = "that Jacoby's rule holds (S12); `lunka import --set jacoby=true` reads it so"
BEAVERS = "that beavers are allowed, of which none was made (S11)"
TIES = "that up to 2 equal opening rolls of a game double the stake (auto_doubles = 2, S10)"


@pytest.mark.parametrize(
    ("form", "lost"),
    [
        ("mat", [BY_STEPS, TIES]),
        ("snowie", [BY_STEPS, JACOBY, BEAVERS, TIES]),
        ("sgf", [BY_STEPS, BEAVERS, TIES]),
    ],
)
def test_agreements_that_were_not_needed(form: str, lost: list[str]) -> None:
    """S10-S12, N11: an agreement that a form has no place for is said, also where nothing of it was
    played; every other one comes back."""
    options = {"raise_step": "add", "jacoby": True, "beaver": True, "auto_doubles": 2}
    match = agreed(**options)
    assert FORMS[form][0](match).losses == lost
    back = again(form, match).games[0].opening.options
    kept = {"mat": {"jacoby": True, "beaver": True}, "sgf": {"jacoby": True}}
    assert back == kept.get(form, {})
    assert FORMS[form][0](agreed()).losses == []


def test_agreements_that_were_played() -> None:
    """S10, S11: whoever reads of a beaver, or of a cube that was doubled as often as was agreed,
    knows of the agreement."""
    assert sgf_of(match_walk(beavered("take").events)).losses == []
    scribe = Transcriber("short", {"auto_doubles": 1}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((4, 4))
    scribe.roll((3, 1))
    assert sgf_of(match_walk(scribe.events)).losses == ["1 equal opening roll"]


def test_a_game_lost_on_time_comes_back_from_sgf() -> None:
    """SGF's own letter for time is understood."""
    scribe = Transcriber("short", {}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.stop(1, (0, 1), "time")
    result = again("sgf", match_walk(scribe.events)).games[0].result
    assert result is not None
    assert (result.winner, result.scores, result.reason) == (1, (0, 1), "time")


@ALL
def test_other_games_are_refused(form: str) -> None:
    """Only short nardy goes into these forms; the words say what does for the others."""
    match = match_walk(Evening(1, "long", hurry=50).play(games=1).events)
    with pytest.raises(RecordError, match="holds short nardy only, and this is long; export it as"):
        FORMS[form][0](match)


@ALL
def test_a_stake_raised_by_steps_is_refused(form: str) -> None:
    """A cube that shows 3 would be read as something else."""
    scribe = Transcriber("short", {"raise_step": "add"}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    scribe.decide(1, "double")
    with pytest.raises(RecordError, match=r"knows only a stake that doubles"):
        FORMS[form][0](match_walk(scribe.events))


def declining(*said: str) -> MatchWalk:
    """A game at a table where who declines pays the first stake, with these words said in it."""
    scribe = Transcriber("short", {"declined_raise": "first"}, PLAYERS, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    side = 1
    for word in said:
        scribe.decide(side, word)
        if word == "take":
            scribe.roll((2, 1))
            scribe.play("13/11 6/5")
        else:
            side = 1 - side
    scribe.end()
    return match_walk(scribe.events)


@ALL
def test_a_first_stake_paid_late_is_refused(form: str) -> None:
    """N11a: who declined the second raise paid 1 where every reader would count 2: the record keeps
    1, and no other program gets it."""
    match = declining("double", "take", "double", "drop")
    result = match.games[0].result
    assert result is not None
    assert (result.scores, result.cube) == ((1, 0), 2)
    with pytest.raises(
        RecordError, match=r"pays the stake as it stood, .* \(declined_raise = first"
    ):
        FORMS[form][0](match)
    paid_one = declining("double", "drop")
    lost = "that who declines a raise pays the first stake (declined_raise = first, N11a)"
    assert lost in FORMS[form][0](paid_one).losses
    assert told(again(form, paid_one)) == told(paid_one)


def test_readings_of_the_rules_are_said_and_can_be_told() -> None:
    """S7a, S7b, N12: what no form has a place for is said, and those that change what is legal can
    be set when the file is read."""
    options = {"hit_then_bear_off": "forced", "pair": True, "forced_by": "turn"}
    match = agreed(**options, call_ones="yagan")
    assert sgf_of(match).losses[1:] == [
        "the house rule pair = true (S7a); `lunka import --set pair=true` reads it so",
        "the house rule forced_by = turn (S7b); `lunka import --set forced_by=turn` reads it so",
        "that 1-1 is called yagan (call_ones, N12)",
    ]
    back = match_walk(read_sgf(sgf_of(match).text, given=options).events)
    assert back.games[0].opening.options == options


@ALL
def test_a_stake_by_steps_that_was_not_offered_is_refused(form: str) -> None:
    """A cube that was set up, or that equal opening dice turned, is like one that was raised."""
    options = {"raise_step": "add", "auto_doubles": 2}
    three = "4HPwATDgc/ABMA:AgEAAAAAAAAE"  # at the start, White owns a cube that shows 3
    doubled = Transcriber("short", options, PLAYERS, by="hands")
    doubled.open(SINGLE)
    doubled.roll((4, 4))
    for match in (set_up(three, options=options), match_walk(doubled.events)):
        with pytest.raises(RecordError, match=r"doubles, and here it is raised by steps"):
            FORMS[form][0](match)


def test_single_games_with_jacoby_come_back() -> None:
    """Most programs do not write Jacoby down: where the points need it, it is assumed."""
    for seed in range(40):
        evening = Evening(seed, options={"jacoby": True}, hurry=2).play(games=2)
        match = match_walk(evening.events)
        if any(game.result and game.result.level != 1 for game in match.games):
            continue
        text = mat_of(match).text.replace('; [Jacoby "On"]\n', "")
        assert told(match_walk(read_mat(text).events)) == told(match)
        break


@settings(CALM)
@given(st.text(max_size=30))
def test_texts_in_sgf_read_back(text: str) -> None:
    """Brackets and backslashes in names do not end them; what cannot be seen is a space."""
    seen = "".join(letter if letter.isprintable() else " " for letter in text)
    assert unescape(escape(text)) == seen
    assert read_trees(f"(;PW[{escape(text)}])") == [[{"PW": [seen]}]]


def test_hostile_names() -> None:
    """A name cannot end its property, its column or its line."""
    evil = ("x]GM[1]\n(;", "a : 7   b : 9\n Game 2")
    scribe = Transcriber("short", {}, evil, by="hands")
    scribe.open(SINGLE)
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    match = match_walk(scribe.events)
    assert again("sgf", match).players == ("x]GM[1] (;", "a : 7   b : 9  Game 2")
    assert again("mat", match).players == ("x GM 1 (", "a 7 b 9 Game 2")


def test_snowie_lines_read_back() -> None:
    """A position in Snowie's line keeps every checker, and names who played it as gnubg does."""
    game = a_match(3, 3).games[0]
    rules = rules_of(game.opening)
    for ply in game.plies:
        position: Position = rules.read_position(ply.position)
        line = illegal_line(position, PLAYERS)
        assert read_illegal_line(line, 1 - position.mover) == position.board
        assert line.split(";")[4:6] == [str(1 - position.mover), PLAYERS[position.mover]]


def test_bars_in_a_snowie_line() -> None:
    """GNU Backgammon's own line: first the other's bar, last that of who sees the board."""
    points = ["2", "2", *("0" * 20), "-2", "-2"]
    line = ";".join(["0;1;0;1;0;Boris;Anna;0;0;0;1;0;-2", *points, "3;0;0;"])
    white, black = halves(read_illegal_line(line, 0), 0)
    assert (white[BAR], black[BAR]) == (2, 3)
    position = Position(1, read_illegal_line(line, 0))
    assert illegal_line(position, PLAYERS) == line.replace("0;1;0;1;", "0;0;0;1;", 1)


@ALL
@settings(CALM, max_examples=25)
@given(data=st.data())
def test_no_changed_letter_crashes_the_readers(form: str, data: st.DataObject) -> None:
    """A good file with one letter changed is a match that can be kept, or an error of the rules."""
    write, read = FORMS[form]
    text = write(match_walk(beavered("take").events)).text
    place = data.draw(st.integers(0, len(text) - 1))
    try:
        scribe = read(text[:place] + data.draw(st.text(max_size=2)) + text[place + 1 :])
    except RulesError:
        return
    assert fault_in(scribe.events) is None


def without_crawford() -> Transcriber:
    """A match to 2 in which the game that would be the Crawford game is won by a double."""
    scribe = Transcriber("short", {"match_length": 2, "crawford": False}, PLAYERS, by="hands")
    for score, said in (([0, 0], ("resign 1", "accept")), ([1, 0], ("double", "drop"))):
        scribe.open({"length": 2, "score": score, "crawford": False})
        scribe.roll((3, 1))
        scribe.play("8/5 6/5")
        scribe.decide(1, said[0])
        scribe.decide(0, said[1])
        scribe.end()
    return scribe


def test_a_match_without_crawford() -> None:
    """S14: SGF and our .mat say whether the Crawford rule holds; for Snowie's text one must."""
    match = match_walk(without_crawford().events)
    assert "RU[" not in sgf_of(match).text
    for form in ("sgf", "mat"):
        assert told(again(form, match)) == told(match)
    made = snowie_of(match)
    assert any("`lunka import --set crawford=false` reads it so" in loss for loss in made.losses)
    with pytest.raises(RulesError, match="this is the Crawford game"):
        read_mat(made.text)
    back = match_walk(read_mat(made.text, given={"crawford": False}).events)
    assert told(back) == told(match)


@ALL
def test_a_game_given_up_at_once(form: str) -> None:
    """The opening roll of somebody who resigns before playing it is written and read."""
    for dice in ((3, 1), (1, 3)):
        scribe = Transcriber("short", {}, PLAYERS, by="hands")
        scribe.open(SINGLE)
        scribe.roll(dice)
        scribe.decide(0, "resign 1")
        scribe.decide(1, "accept")
        scribe.end()
        match = match_walk(scribe.events)
        back = again(form, match)
        assert told(back) == told(match)
        first, opened = match.games[0].steps[0], back.games[0].opening.at
        assert back.games[0].steps[0] == replace(first, at=opened)


def test_unfinished_games() -> None:
    """A game that goes on comes back as far as it was played, its last roll included."""
    scribe = Transcriber("short", {"match_length": 3}, PLAYERS, by="hands")
    scribe.open({"length": 3, "score": [0, 0], "crawford": False})
    scribe.roll((3, 1))
    scribe.play("8/5 6/5")
    scribe.roll((6, 4))
    match = match_walk(scribe.events)
    for form in FORMS:
        back = again(form, match)
        assert told(back) == told(match)
        assert [replace(step, seq=0, at=0.0) for step in back.games[0].steps][-1].dice == (6, 4)  # type: ignore[union-attr]
