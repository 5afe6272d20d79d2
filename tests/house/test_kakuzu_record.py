"""Kakuzu in the record: followed again from its readings, written as text, read back, replayed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.play.fold import read_line
from controller.record.errors import RecordError
from controller.record.log import Log
from controller.record.retrack import retrack
from controller.record.text import read_text, text_of, write_text
from controller.record.verify import verify
from controller.simulation.run import Scenario, play_one
from hardware.profile import shipped_profile
from hardware.simulated import parse_fault
from tests.house.kakuzu_room import KakuzuRoom

#: Every number of players, every variant, tokens and hits told by hand, peeking, a dead sensor.
GAMES: list[tuple[dict[str, Any], tuple[str, ...]]] = [
    ({}, ()),
    ({"players": 3, "variant": "same"}, ()),
    ({"players": 4, "variant": "named"}, ()),
    ({"players": 4, "peek": True}, ()),
    ({"players": 3, "sheet": "unknown", "tokens": "hand"}, ()),
    ({"players": 3}, ("dead:e5",)),
    ({"players": 4, "sheet": "unknown"}, ("stuck:c3@20",)),
]


@pytest.fixture(scope="module", params=range(len(GAMES)))
def record(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated game of one of these kinds."""
    options, faults = GAMES[request.param]
    path = tmp_path_factory.mktemp("kakuzu") / "record.db"
    scenario = Scenario(
        "kakuzu",
        options,
        shipped_profile("kakuzu-reed"),
        tuple(map(parse_fault, faults)),
        seed=8,
        pins_every=0,
    )
    assert play_one(scenario, 0, path).verdict != "wrong"
    return path


def test_readings_tell_the_same_turns_again(record: Path) -> None:
    """Raw readings, tokens and what was said, followed again, give the turns of the record."""
    with Log.open_reader(record) as log:
        walked = read_line(log.events(1))
        assert retrack(walked, log.readings(1)) == [ply.turn for ply in walked.plies]


def test_the_text_is_read_back(record: Path) -> None:
    """The text record of three and four players comes back as it was written, players and all."""
    with Log.open_reader(record) as log:
        walked = read_line(log.events(1))
    text = text_of(walked)
    read = read_text(text)
    assert write_text(read) == text
    assert len(read.result.split("-")) == len(walked.opening.players)
    for side, player in zip(("South", "West"), walked.players, strict=False):
        if read.tag(side) is not None:
            assert read.tag(side) == player


def test_the_record_is_whole(record: Path) -> None:
    """Every token follows from the seed, every lift from the sheet."""
    assert str(verify(record)).count("is whole") == 1


@pytest.mark.parametrize("command", ["show", "replay", "games"])
def test_the_terminal_shows_it(
    record: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every player is named, however many there are."""
    assert main([command, "--record", str(record)]) == 0
    said = capsys.readouterr().out
    with Log.open_reader(record) as log:
        players = read_line(log.events(1)).players
    assert all(player in said for player in players)


def test_a_game_under_way_keeps_its_secret(tmp_path: Path) -> None:
    """While the sheet is secret its readings cannot be followed again, and the record says why."""
    here = KakuzuRoom(tmp_path)
    here.begin()
    here.lift("a1")
    here.close()
    with (
        Log.open_reader(here.path) as log,
        pytest.raises(RecordError, match="secret until the game is over"),
    ):
        retrack(read_line(log.events(1)), log.readings(1))
