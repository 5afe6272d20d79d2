"""A record that is found damaged, or taken away, while a table plays."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from controller.games.told import Told
from controller.record.errors import FOUND_DAMAGED
from controller.record.verify import verify
from controller.table.commands import CommandError
from tests.house.room import Room


def test_nothing_is_added_behind_damage(room: Room) -> None:
    """What a verification found is told in every language with what to do, and play waits."""
    room.begin()
    before = room.log.head
    damage = Told(FOUND_DAMAGED, path=str(room.path), reason="event 3: its hash is wrong")
    room.house.verified(damage, None)
    (alert,) = room.view["alerts"]
    assert "it is damaged (event 3: its hash is wrong), and nothing more is added" in alert["en"]
    assert f"`lunka salvage {room.path} saved.db`" in alert["en"]
    assert f"`lunka salvage {room.path} saved.db`" in alert["ru"] and "повреждена" in alert["ru"]
    assert [*room.house.troubles] == ["record"]
    with pytest.raises(CommandError, match="the record cannot be written: record"):
        room.house.command({"do": "resign", "side": 0})
    room.lift("a3")
    room.drop("a4", "a5", "a6", "A")
    room.let(20.0)
    assert room.house.waiting and room.log.head == before


def test_a_game_against_the_rules_stops_nobody(room: Room) -> None:
    """It is told until a verification does not find it any more, and play goes on."""
    room.begin()
    room.house.verified(None, "event 5 of game 1: it is not legal")
    (alert,) = room.view["alerts"]
    assert alert["en"].startswith("The record, verified: event 5 of game 1: it is not legal. Play")
    room.play("a3")
    assert room.turns == ["a3"]
    room.house.verified(None, None)
    assert room.view["alerts"] == []


def test_a_card_that_comes_back_is_gone_on_with(room: Room) -> None:
    """While it is away play waits, and nothing is laid where it was; then the turn is kept."""
    room.begin()
    place, away = room.path.parent, room.path.parent.with_name("away")
    shutil.copytree(place, Path(f"{away}-before"))
    place.rename(away)
    place.mkdir()  # the empty place where a card is mounted
    room.lift("a3")
    room.drop("a4", "a5", "a6", "A")
    room.let(20.0)
    assert room.house.waiting and not [*place.iterdir()]
    (alert,) = room.view["alerts"]
    assert "its file is gone: the card was taken out" in alert["en"]
    place.rmdir()
    away.rename(place)
    room.let(5.0)
    assert room.turns == ["a3"] and room.view["alerts"] == []
    room.close()
    assert verify(room.path).ok
