"""Whole games of Gyges by simulated people: what they played is what was recorded."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.games.game import Stage
from controller.lights.meanings import Glow, Meaning
from controller.lights.scene import scene
from controller.simulation.run import Scenario, play_one, simulate
from controller.simulation.solid import solid_plan
from controller.table.survey import survey
from controller.table.table import Table
from controller.words.moment import moment
from hardware.profile import shipped_profile
from hardware.readings import Reading, Sense
from hardware.simulated.faults import parse_fault
from hardware.simulated.hands import Verb


class Luck:
    """A die that always falls the same."""

    def __init__(self, luck: float) -> None:
        self._luck = luck

    def random(self) -> float:
        """The same number again."""
        return self._luck


def acts(stages: list[Stage], luck: float = 0.9, **held: int) -> list[tuple[str, str, int]]:
    """What hands do to carry these stages out."""
    start = dict.fromkeys(("a1", "b1", "c1"), 0) | held
    plan = solid_plan(start, stages, Luck(luck))  # type: ignore[arg-type]  # all it needs
    assert all(act.solid for act in plan)
    return [(act.verb.value, act.cell, act.count) for act in plan]


def test_a_placed_piece_comes_from_the_box() -> None:
    """What no cell gave is taken from beside the board."""
    assert acts([Stage("put", {"a1": 3})]) == [("take", "", 3), ("drop", "a1", 3)]


def test_a_piece_is_moved_whole() -> None:
    """A triple goes from field to field as one, also where it comes back."""
    stages = [Stage("lift", {"a1": 0}), Stage("put", {"a1": 3})]
    assert acts(stages, a1=3) == [("lift", "a1", 3), ("drop", "a1", 3)]


@pytest.mark.parametrize(
    ("luck", "order"), [(0.9, "lift lift drop drop"), (0.1, "lift lift"), (0.3, "lift drop lift")]
)
def test_a_replaced_piece_is_put_down_last(luck: float, order: str) -> None:
    """It is lifted after the other, before it, or from below it; then it goes to its new field."""
    stages = [Stage("lift", {"a1": 0}), Stage("replace", {"b1": 3}), Stage("put", {"c1": 2})]
    plan = acts(stages, luck, a1=3, b1=2)
    assert " ".join(verb for verb, _, _ in plan).startswith(order)
    assert plan[-1] == ("drop", "c1", 2)
    assert sorted(plan) == [
        (Verb.DROP, "b1", 3),
        (Verb.DROP, "c1", 2),
        (Verb.LIFT, "a1", 3),
        (Verb.LIFT, "b1", 2),
    ]


@pytest.mark.parametrize("sensors", ["reed", "load"])
@pytest.mark.parametrize("replace", [False, True])
def test_games_are_recorded_right(sensors: str, replace: bool) -> None:
    """Without faults no record is wrong; somebody resigns when a game takes too long."""
    profile = shipped_profile(f"gyges-{sensors}")
    scenario = Scenario("gyges", {"replace": replace}, profile, seed=4, pins_every=0, most_turns=30)
    totals = simulate(scenario, 2)
    assert (totals.games, totals.wrong) == (2, 0)


def test_a_set_up_on_reeds_asks_nothing(tmp_path: Path) -> None:
    """A board that cannot tell sizes has the smaller pieces placed first, and so knows each."""
    profile = shipped_profile("gyges-reed")
    scenario = Scenario("gyges", {}, profile, seed=3, pins_every=0, most_turns=12)
    report = play_one(scenario, 0, tmp_path / "log.db")
    assert (report.verdict, report.turns, report.questions) == ("right", 12, 0)


def test_who_wants_to_place_freely_is_asked(tmp_path: Path) -> None:
    """What the board suggests is no rule: chosen otherwise, each size is asked for."""
    profile = shipped_profile("gyges-reed")
    scenario = Scenario("gyges", {"by_size": False}, profile, seed=3, pins_every=0, most_turns=12)
    report = play_one(scenario, 0, tmp_path / "log.db")
    assert (report.verdict, report.turns) == ("asked", 12)


def test_a_piece_put_back_for_a_moment_seals_nothing(tmp_path: Path) -> None:
    """Half a replacement looked whole to the reeds; before it went on, a piece was set down."""
    profile = shipped_profile("gyges-reed")
    options, most = {"replace": True}, 20
    scenario = Scenario("gyges", options, profile, seed=678269, pins_every=0, most_turns=most)
    assert play_one(scenario, 851, tmp_path / "log.db").verdict == "asked"


@pytest.mark.parametrize("cell", ["b1", "d6", "goal2"])
@pytest.mark.parametrize("sensors", ["reed", "load"])
def test_a_dead_sensor_is_asked_about(sensors: str, cell: str, tmp_path: Path) -> None:
    """With one dead sensor nothing is recorded wrong in silence."""
    profile = shipped_profile(f"gyges-{sensors}")
    dead = (parse_fault(f"dead:{cell}", profile.cell_names),)
    scenario = Scenario("gyges", {}, profile, dead, seed=2, pins_every=0, most_turns=40)
    assert play_one(scenario, 0, tmp_path / "log.db").verdict != "wrong"


@pytest.mark.parametrize("fault", ["stuck:b1@20", "stuck:e6@20", "chatter:c6@10", "dead:a1@40"])
def test_a_sensor_that_lies_is_found_out(fault: str, tmp_path: Path) -> None:
    """A reed that sticks, trembles or dies is asked about; no piece goes where it only seems."""
    profile = shipped_profile("gyges-reed")
    broken = (parse_fault(fault, profile.cell_names),)
    scenario = Scenario("gyges", {}, profile, broken, pins_every=0, most_turns=40)
    report = play_one(scenario, 0, tmp_path / "log.db")
    assert (report.trouble, report.recorded) == ("", "")


def test_the_size_to_be_placed_is_said_and_lit() -> None:
    """Where the smaller pieces come first, nobody has to remember that: the sentence names the
    size, and each field that may take it lights so many pixels."""
    profile = shipped_profile("gyges-reed")
    table = Table(profile.cell_names, game="gyges", usual={"gyges": profile.board.options})
    table.command({"do": "new"}, 0.0)
    table.take([Reading(cell, Sense.PRESENCE, 0, 0.0) for cell in profile.cell_names], 0.0)
    for field, size in (("a1", 1), ("a6", 1), ("b1", 1), ("b6", 1), ("c1", 2)):
        now = survey(table)
        assert f"Put a {('single', 'double', 'triple')[size - 1]} piece on" in moment(now)["en"]
        assert scene(now)[field] == Glow(Meaning.MAY_PUT, size)
        table.take([Reading(field, Sense.PRESENCE, 1, 1.0)], 1.0)
        table.tick(30.0)
