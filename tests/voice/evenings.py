"""Evenings of every game, heard: what the announcer says at each situation of a simulated house."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import patch

from controller.board.loop import BoardLoop
from controller.games.catalogue import names
from controller.simulation.people import PEOPLE
from controller.simulation.person import Evening
from controller.simulation.run import Scenario, sit_down
from controller.simulation.talking import StuckError
from controller.table.situation import Situation
from controller.voice.utterance import Utterance
from hardware.profile import shipped_profile
from tests.soak.scenarios import draw

GAMES = names()
#: Who is told of each situation, and of what was newly said of it.
Heard = Callable[[BoardLoop, Situation, list[Utterance]], None]


@cache
def evening_of(game: str, at: int) -> Scenario:
    """A simulated evening of this game: of those drawn by lot the first after `at`."""
    drawn = (draw(seed) for seed in range(at, at + 10_000))
    return next(scenario for scenario in drawn if scenario.game == game)


def kalah(seed: int, people: str = "calm") -> Scenario:
    """An evening of kalah with load cells, played by these people."""
    return Scenario(
        "kalah",
        {"stones": 4},
        shipped_profile("kalah-load"),
        people=PEOPLE[people],
        seed=seed,
        pins_every=0,
    )


def listen(scenario: Scenario, turns: int, heard: Heard) -> None:
    """Play an evening, and hear every situation of it."""
    refresh, last = BoardLoop.refresh, 0

    def refreshed(house: BoardLoop) -> None:
        nonlocal last
        refresh(house)
        new = [each for each in house.announcer.said if each.number > last]
        last = new[-1].number if new else last
        heard(house, house.situation, new)

    with patch.object(BoardLoop, "refresh", refreshed), tempfile.TemporaryDirectory() as folder:
        _play(replace(scenario, most_turns=turns), Path(folder) / "record.db")


def _play(scenario: Scenario, path: Path) -> None:
    evening = sit_down(scenario, 0, path, Evening)
    try:
        evening.house.open()
        with suppress(StuckError):  # what was said until then is heard all the same
            evening.play(dict(scenario.options), house=dict(scenario.house))
    finally:
        evening.house.close()


@cache
def said_in(game: str) -> tuple[Utterance, ...]:
    """Everything that was said in an evening of this game."""
    found: list[Utterance] = []
    listen(evening_of(game, 300), 8, lambda _house, _now, new: found.extend(new))
    return tuple(found)
