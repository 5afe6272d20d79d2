"""Simulated people play nardy through the daemon's code: rolls, raises, hits, bearing off."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile
from hardware.simulated.faults import parse_fault


@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
@pytest.mark.parametrize("sensors", ["slots", "load"])
def test_a_whole_game_is_recorded_right(game: str, sensors: str, tmp_path: Path) -> None:
    """What was played is what the record holds."""
    profile = shipped_profile(f"nardy-{sensors}")
    scenario = Scenario(game, {}, profile, pins_every=0, most_turns=45)
    report = play_one(scenario, 2, tmp_path / "record.db")
    assert report.verdict in ("right", "asked"), report
    assert report.turns > 10


def test_dice_that_nobody_enters_are_told_by_the_play(tmp_path: Path) -> None:
    """Every roll thrown is among those recorded for its turn; a certain one is the right one."""
    house = {"dice": "inferred"}
    scenario = Scenario("long", {}, shipped_profile("nardy-load"), pins_every=0, house=house)
    report = play_one(scenario, 1, tmp_path / "record.db")
    assert report.verdict in ("right", "asked"), report
    assert report.falsely_certain == 0
    assert report.told_by_one > report.told_by_several > 0


@pytest.mark.parametrize(
    ("seed", "number", "options"),
    [
        (7, 42, {}),
        (7, 60, {}),
        (656266, 750, {"beaver": True, "jacoby": True}),  # a stack of each side, one by one
    ],
)
def test_whoever_rests_in_mid_turn_and_straightens_a_stack_goes_on(
    seed: int, number: int, options: dict[str, bool], tmp_path: Path
) -> None:
    """With dice that nobody enters, that looks like a whole turn and the next one begun."""
    house = {"dice": "inferred"}
    profile = shipped_profile("nardy-load")
    scenario = Scenario("short", options, profile, pins_every=0, house=house, seed=seed)
    report = play_one(scenario, number, tmp_path / "record.db")
    assert (report.verdict, report.falsely_certain) == ("asked", 0), report


def test_equal_opening_dice_are_entered_where_they_raise_the_stake(tmp_path: Path) -> None:
    """Nobody can see them in the play (S10)."""
    house, options = {"dice": "inferred"}, {"auto_doubles": 2}
    profile = shipped_profile("nardy-slots")
    scenario = Scenario("short", options, profile, pins_every=0, house=house, most_turns=6)
    reports = [play_one(scenario, number, tmp_path / f"{number}.db") for number in range(8)]
    assert [report.verdict for report in reports if report.verdict == "wrong"] == []


@pytest.mark.parametrize("game", ["short", "long", "gulbar", "mad-gulbar"])
@pytest.mark.parametrize(("sensors", "cell"), [("slots", "6"), ("load", "off-white")])
def test_a_dead_sensor_leaves_nothing_wrong(
    game: str, sensors: str, cell: str, tmp_path: Path
) -> None:
    """Whatever it cannot see is asked, in each of the games."""
    fault = parse_fault(f"dead:{cell}")
    profile = shipped_profile(f"nardy-{sensors}")
    scenario = Scenario(game, {}, profile, (fault,), pins_every=0, most_turns=20)
    assert play_one(scenario, 3, tmp_path / "record.db").verdict in ("right", "asked")


def test_a_dead_point_is_asked_about_and_never_guessed(tmp_path: Path) -> None:
    """Two hits in one turn, one of them on a dead point, are not taken for one."""
    fault = parse_fault("dead:1")
    scenario = Scenario("short", {}, shipped_profile("nardy-slots"), (fault,), pins_every=0)
    assert play_one(scenario, 0, tmp_path / "record.db").verdict == "asked"


def test_a_question_that_the_hands_answer_is_not_left_standing(tmp_path: Path) -> None:
    """Asked while the last checker was still in the hand; once it is down, others are meant."""
    fault = parse_fault("dead:14")
    scenario = Scenario("long", {}, shipped_profile("nardy-slots"), (fault,), seed=7, pins_every=0)
    assert play_one(scenario, 2, tmp_path / "record.db").verdict == "asked"
