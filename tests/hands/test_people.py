"""Every kind of people at every board, a little each: `make bench` and `make soak` play more."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from controller.cli.simulate import BOARDS
from controller.simulation.making import contents
from controller.simulation.people import CALM, PEOPLE, alone
from controller.simulation.person import Evening, StuckError
from controller.simulation.run import Scenario, Waits, play_one, sit_down
from controller.simulation.watching import Done, waits
from hardware.profile import shipped_profile

KINDS = [kind for kind in PEOPLE if kind != "calm"]
TURNS = 12


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
            one.kept_at is None or (other.moved_at or 0.0) < one.kept_at
            for one, other in pairwise(evening.played.line)
        )
    assert early["calm"] == 0 < early["blitz"]


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
