"""Every kind of people at every board, a little each: `make bench` and `make soak` play more."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from controller.lights.meanings import Glow, Meaning
from controller.simulation.making import contents
from controller.simulation.people import CALM, PEOPLE, alone
from controller.simulation.person import Evening, StuckError
from controller.simulation.run import Scenario, Waits, _was_noticed, play_one, sit_down
from controller.simulation.watching import Done, waits
from controller.table.state import Question
from hardware.profile import shipped_profile
from tests.boards import BOARDS

KINDS = [kind for kind in PEOPLE if kind != "calm"]
TURNS = 12
#: A position of gulbar in which most numbers cannot be moved.
_WHITE = "0,0,0,0,0,0,0,2,0,0,0,0,0,1,0,0,0,0,0,0,1,1,2,8/0"
_BLACK = "0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,3,4,2,5/0"


def scenario(game: str, sensors: str, kind: str, turns: int = TURNS) -> Scenario:
    """A short game of these people at a shipped board."""
    profile = shipped_profile(BOARDS[game, sensors])
    return Scenario(game, {}, profile, people=PEOPLE[kind], seed=2, pins_every=0, most_turns=turns)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("game", "sensors"), [row for row in BOARDS if row[1] == "load"])
def test_the_wood_lies_as_they_played(game: str, sensors: str, kind: str, tmp_path: Path) -> None:
    """What people say they played is what their hands have done, whatever the board makes of it."""
    evening = sit_down(scenario(game, sensors, kind), 0, tmp_path / "record.db", Evening)
    if not _played(evening):
        return  # the board did not follow them: who knows what they hold in their hands
    rules, lies = evening.house.table.state.rules, evening.board.wood.counts()
    truth = contents(rules, evening.played.line[-1].after)
    assert {cell: lies[cell] for cell in truth} == {cell: abs(held) for cell, held in truth.items()}


def _played(evening: Evening) -> bool:
    """Whether they came to the end of the game."""
    evening.house.open()
    try:
        evening.play({})
    except StuckError:
        return False
    finally:
        evening.house.close()
    return True


def test_calm_people_wait(tmp_path: Path) -> None:
    """Each turn of calm people is in the record before the next one begins; others just go on."""
    early = {}
    for kind in ("calm", "blitz"):
        evening = sit_down(scenario("kalah", "reed", kind), 1, tmp_path / f"{kind}.db", Evening)
        _played(evening)
        early[kind] = sum(
            one.kept_at is None or (other.begun_at or 0.0) < one.kept_at
            for one, other in pairwise(evening.played.line)
        )
    assert early["calm"] == 0 < early["blitz"]


def test_a_number_that_is_left_over_is_passed_with_the_last_turn(tmp_path: Path) -> None:
    """In gulbar the next player has it to move, and passes if that cannot be: the table writes it
    at once, so it was played, also where the people had enough after the turn before."""
    profile = shipped_profile(BOARDS["gulbar", "slots"])
    what = Scenario("gulbar", {}, profile, seed=4, pins_every=0, most_turns=1)
    evening = sit_down(what, 1, tmp_path / "record.db", Evening)
    evening.house.open()
    evening.house.command({"do": "new", "position": f"B {_WHITE} {_BLACK}"})
    evening.lay_out()
    evening.go_on()
    evening.house.close()
    recorded = [ply.turn for ply in evening.house.table.state.plies]
    assert recorded == evening.played.turns == ["3/2", "pass"]


def test_the_same_number_is_the_same_game(tmp_path: Path) -> None:
    """A game that went wrong can be played again, act by act."""
    what = scenario("kalah", "load", "clumsy")
    told = [play_one(what, 3, tmp_path / f"{run}.db").told() for run in (1, 2)]
    assert told[0] == told[1]


def test_habits_alone_keep_the_pace() -> None:
    """One habit can be looked into at the pace of those who have it."""
    jolted = alone(PEOPLE["blitz"], {"jolt": 1.0})
    assert jolted.pace == PEOPLE["blitz"].pace != CALM.pace
    assert jolted.rates == {"jolt": 1.0}


def test_waits_are_told_in_three_figures() -> None:
    """What half of all waits do not exceed, 90 % of them and 99 %."""
    assert Waits.of([number / 100 for number in range(100)]) == (0.5, 0.9, 0.99)
    assert Waits.of([]) == (0.0, 0.0, 0.0)
    assert str(Waits.of([0.1])) == "0.10 / 0.10 / 0.10"


def test_only_whole_turns_are_timed() -> None:
    """A turn with a piece on the floor, or one that the record never got, has no wait."""
    made = Done(1, "a1", None, None, None, moved_at=1.0, lit_at=1.25, kept_at=2.0)
    fallen = Done(2, "b1", None, None, None, lit_at=1.25, kept_at=2.0)
    lost = Done(3, "a2", None, None, None, moved_at=1.0)
    assert waits([made, fallen, lost], "lit_at") == [0.25]
    assert waits([made, fallen, lost], "kept_at") == [1.0]


def _at_a_new_game(path: Path) -> Evening:
    """People before a board that is ready for the first turn."""
    evening = sit_down(scenario("kalah", "load", "club"), 0, path, Evening)
    evening.house.open()
    evening.house.command({"do": "new", "begin": "south"})
    evening.lay_out()
    evening.pass_time(1.0)
    return evening


def _played_turn(evening: Evening, text: str) -> Done:
    """This turn, as if hands had made it."""
    state = evening.house.table.state
    turn = state.rules.read_turn(state.position, text)
    return Done(1, text, state.position, turn, state.rules.play(state.position, turn))


def test_answers_are_true(tmp_path: Path) -> None:
    """A turn is owned up to once it was begun, not before; a takeback once it was made."""
    evening = _at_a_new_game(tmp_path / "record.db")
    asked = Question(1, "turn", ("a3", "nothing"))
    assert evening._true_of(asked) == "nothing"
    assert evening._true_of(Question(1, "takeback", ("ply:0", "nothing"))) == "ply:0"
    evening.played.line.append(_played_turn(evening, "a3"))
    assert evening._true_of(asked) == "a3"
    assert evening._true_of(Question(1, "turn", ("a4", "nothing"))) == "nothing"
    assert evening._true_of(Question(1, "takeback", ("ply:0", "nothing"))) == "nothing"
    evening.house.close()


def test_lights_may_be_ahead_of_the_record(tmp_path: Path) -> None:
    """The next player's light counts from when it is lit, the record from when it has the turn."""
    evening = _at_a_new_game(tmp_path / "record.db")
    house, watch = evening.house, evening.watch
    done = _played_turn(evening, "a2")
    watch.begin(done)
    watch.look(2.0, 1)
    assert (done.lit_at, done.kept_at) == (None, None)
    house.glows = {"B": Glow(Meaning.TURN)}
    house.changes += 1
    watch.look(3.0, 1)
    assert (done.lit_at, done.kept_at) == (3.0, None)
    house.command({"do": "declare", "turn": "a2"})
    watch.look(4.0, 1)
    assert (done.lit_at, done.kept_at) == (3.0, 4.0)
    house.close()


@pytest.mark.parametrize(
    ("truth", "found", "warned", "noticed"),
    [
        ("a b c d", "a x c d", {2}, True),
        ("a b c d", "a x c d", {3}, True),
        ("a b c d", "a x c d", {4}, False),
        ("a b c d", "a b", set(), True),
        ("a b", "a b c", set(), False),
        ("a b", "a b c", {2}, True),
    ],
)
def test_unnoticed(truth: str, found: str, warned: set[int], noticed: bool) -> None:
    """What was shown in the turn that went wrong, or in the next, was noticed; so is a record that
    breaks off."""
    assert _was_noticed(truth.split(), found.split(), warned) is noticed
