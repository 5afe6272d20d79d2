"""The cable is pulled in the middle of a turn, and comes back: the game goes on and is right."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from controller.simulation.run import Scenario, play_one
from firmware.lunka.queue import SLOTS
from hardware.clock import ManualClock
from hardware.errors import LinkError
from hardware.profile import Profile, shipped_profile
from hardware.readings import Press, Reading
from hardware.simulated import open_simulated
from tests.firmware.lockstep import micropython
from tests.hardware.boards import small_linked

BAD = "drop=0.03&corrupt=0.03&duplicate=0.03&truncate=0.03&delay=0.03"


def behind(name: str, port: str) -> Profile:
    """A shipped board on this port."""
    profile = shipped_profile(name)
    assert profile.link is not None
    return profile.model_copy(update={"link": profile.link.model_copy(update={"port": port})})


def scenario(name: str, port: str, seed: int) -> Scenario:
    """A short game of kalah on this board."""
    return Scenario("kalah", {"stones": 2}, behind(name, port), seed=seed)


@pytest.mark.parametrize(
    ("name", "power"),
    [("kalah-load-pico", "usb"), ("kalah-load-pico", "own"), ("kalah-reed-pico", "own")],
)
def test_pulled_out_in_mid_sowing(name: str, power: str, tmp_path: Path) -> None:
    """The cable comes out five times in a game, mid-sowing, and the record is right."""
    pulls = ",".join(f"{8 + 9 * turn}+{2 + turn % 3}" for turn in range(5))
    report = play_one(
        scenario(name, f"fake://?unplug={pulls}&power={power}", 3), 0, tmp_path / "log.db"
    )
    assert report.verdict != "wrong", report
    assert report.turns > 10


@pytest.mark.parametrize("name", ["kalah-load-pico", "kalah-reed-pico"])
def test_a_game_over_a_bad_cable(name: str, tmp_path: Path) -> None:
    """With a seventh of all frames harmed the record is right all the same."""
    report = play_one(scenario(name, f"fake://?{BAD}", 4), 0, tmp_path / "log.db")
    assert report.verdict != "wrong", report


def read_through(
    port: str, times: int = 3, last: str = "drop", runner: Any = None
) -> tuple[list[Reading | Press], int, list[str]]:
    """Lift and put back so many times while the cable is out; everything that is told of it."""
    clock = ManualClock()
    board = open_simulated(small_linked("reed", port), clock, seed=2, runner=runner)
    board.wood.set_up({"a1": 1, "a2": 1})
    news: list[Reading | Press] = []
    words: list[str] = []

    def live(seconds: float) -> None:
        until = clock.now() + seconds
        while clock.now() < until:
            clock.advance(max(board.delay(), 0.002))
            try:
                news.extend(board.poll())
            except LinkError as trouble:
                words.append(str(trouble))

    live(4.9)
    news.clear()
    live(0.3)
    for turn in range(times):
        board.wood.lift("a1")
        live(0.3)
        if turn < times - 1 or last == "drop":
            board.wood.drop("a1")
            live(0.3)
    live(4.0)
    board.close()
    assert board.link is not None
    return news, board.link.counts.lost, words


def test_no_edge_is_lost_while_the_cable_is_out() -> None:
    """A Pico with a supply of its own tells every edge afterwards, with its own time."""
    news, lost, words = read_through("fake://?unplug=5+4&power=own")
    assert lost == 0
    readings = [news for news in news if isinstance(news, Reading)]
    assert [reading.value for reading in readings] == [0.0, 1.0] * 3
    gaps = [b.at - a.at for a, b in pairwise(readings)]
    assert all(0.2 < gap < 0.4 for gap in gaps)
    assert any("does not answer: unplugged?" in told for told in words)


@pytest.mark.parametrize(
    ("last", "runner"),
    [("lift", None), ("drop", None), ("drop", micropython)],
    ids=["lift", "drop", "micropython"],
)
def test_more_edges_than_the_pico_can_keep_are_told_as_missed(last: str, runner: Any) -> None:
    """The first 48 come with their times, the rest as a number; the end is as it is."""
    news, lost, words = read_through("fake://?unplug=5+18&power=own", 26, last, runner)
    values = [each.value for each in news if isinstance(each, Reading)]
    edges = 52 if last == "drop" else 51
    assert lost == edges - SLOTS
    assert values[:SLOTS] == [0.0, 1.0] * (SLOTS // 2)
    assert values[-1] == (1.0 if last == "drop" else 0.0)
    missed = [told for told in words if "changes were missed" in told]
    assert missed == [
        f"The board on fake://?unplug=5+18&power=own could not keep all that happened while nobody "
        f"listened to it: {lost} changes were missed. What it shows now counts; check the position."
    ]


def test_without_power_the_end_counts() -> None:
    """A Pico that lost its power tells how things are; nothing that is not so is told."""
    news, _, _ = read_through("fake://?unplug=5+4")
    assert [each for each in news if isinstance(each, Reading) and each.value == 0.0] == []


def test_the_lights_go_out_without_a_host() -> None:
    """When the host is gone for three seconds the Pico darkens the board, and relights it after."""
    clock = ManualClock()
    board = open_simulated(small_linked("reed"), clock, seed=2)
    red = {"a1": ((255, 0, 0), (255, 0, 0))}

    def live(seconds: float) -> None:
        until = clock.now() + seconds
        while clock.now() < until:
            clock.advance(0.02)
            board.poll()

    live(0.5)
    board.show(red)
    live(0.2)
    assert board.line is not None
    assert board.pico is not None
    lit = board.line.pixels()
    assert lit[0] == (255, 0, 0)
    for _ in range(40):
        clock.advance(0.1)
        board.pico.catch_up()
    assert board.line.pixels() == [(0, 0, 0)] * 12
    live(0.5)
    assert board.line.pixels() == lit
    board.close()


def test_a_scenario_may_bring_its_own_board() -> None:
    """What opens the board can be replaced."""
    plain = scenario("kalah-reed-pico", "simulated", 1)
    assert replace(plain, open_board=open_simulated) == plain
