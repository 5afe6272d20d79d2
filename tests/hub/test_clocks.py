"""Clocks of a hall: a table whose clock is wrong is noticed, and a player's clock shows the same on
the table's page, on the wall and in the overlay, whenever one begins to look."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from controller.games.catalogue import make_game
from controller.hub.keys import SPECTATOR, Role
from controller.hub.web.live import Viewer
from controller.publish.messages import Batch, Status
from controller.publish.topics import EVENTS, STATE, STATUS
from controller.publish.wire import stamped, write_batch, write_state, write_status
from controller.web.clocks import later
from tests.hub.serving import serving_hall
from tests.hub.tables import KALAH, HallHub, PlayingTable, plain_view
from tests.hub.test_desk import Hall, begin, hall

__all__ = ["hall"]

DAY = 86_400.0


def said(hall: Hall, off: float) -> bytes:
    """A table says that it is there, with a clock that is so many seconds wrong."""
    table = hall.tables[0]
    return write_status(Status(True, "test", table.record, "test", hall.time + off))


@pytest.mark.parametrize(
    ("off", "words"),
    [
        (DAY, "24 h 0 min ahead of the hub's"),
        (-DAY - 600, "24 h 10 min behind the hub's"),
        (150, "0 h 2 min ahead"),
    ],
)
def test_a_table_whose_clock_is_wrong_is_noticed(hall: Hall, off: float, words: str) -> None:
    """Its light asks for help and the director reads by how much, until the clock is right."""

    async def play(hub: HallHub) -> None:
        assert hub.hall.light("t1") == "good"
        hub.hear("t1", STATUS, said(hall, off))
        assert hub.hall.light("t1") == "trouble"
        (alert,) = hub.hall.health("t1")["alerts"]
        assert words in alert["en"] and "timedatectl" in alert["ru"]
        hub.hear("t1", STATUS, said(hall, 1.0))
        assert (hub.hall.light("t1"), hub.hall.health("t1")["alerts"]) == ("good", [])

    hall.run(play)


def test_events_that_waited_are_no_wrong_clock(hall: Hall) -> None:
    """What happened yesterday and is sent now tells nothing of the clock; when it was sent does."""

    async def play(hub: HallHub) -> None:
        table = hall.tables[0]
        table.play("kalah", KALAH, ["Ann", "Bob"])
        batch = Batch(table.record, tuple(table.chain[:100]), hall.time)
        hub.hear("t1", EVENTS, write_batch(batch))
        assert hub.hall.light("t1") == "good"
        hub.hear("t1", EVENTS, write_batch(Batch(batch.record, batch.events, hall.time - DAY)))
        assert hub.hall.light("t1") == "trouble"
        hub.send(table)

    hall.run(play)


def test_a_status_that_the_broker_kept_is_no_wrong_clock(hall: Hall) -> None:
    """A hub that starts hears what was said long ago."""

    async def play(hub: HallHub) -> None:
        hub.hear("t1", STATUS, said(hall, -DAY), True)
        assert hub.hall.light("t1") == "good"

    hall.run(play)


def thinking(clock: float = 300.0, free: float = 0.0) -> dict[str, Any]:
    """A table at which the first player thinks."""
    view = plain_view(make_game("kalah", KALAH), ("Ann", "Bob"))
    view["sides"][0] |= {"clock": clock, "free": free, "running": True}
    return view


def sent_to(viewer: Viewer) -> dict[str, Any]:
    """What somebody who looks at t1, small and large, is sent first."""
    viewer.look_at({"watch": ["t1"], "whole": "t1"})
    message = viewer.message(with_lights=True)
    assert message is not None
    return dict(json.loads(message))


def test_who_comes_late_sees_the_same_clock(tmp_path: Path) -> None:
    """A minute into the thought a wall, an overlay and the API are told how old the view is, from
    which the page of the table, too, works out what the clock shows."""
    with serving_hall(tmp_path) as here:
        here.connect(PlayingTable("t1"))
        view = thinking(clock=300.0, free=12.0)
        here.do(lambda: here.hub.show(here.hub.tables["t1"], view))
        here.clock.ahead = 60.0
        told = here.do(lambda: sent_to(Viewer(here.hub, Role(SPECTATOR))))
        for age in (
            told["boards"]["t1"]["age"],
            told["whole"]["age"],
            here.direct("/api/tables/t1")["age"],
        ):
            assert 60 <= age < 80
            shown = later(view["sides"][0], age)
            assert shown["clock"] == pytest.approx(300 - (age - 12), abs=0.1)


def test_a_hub_that_comes_late_knows_how_old_a_view_is(hall: Hall) -> None:
    """The broker repeats a view of a minute ago: its clocks have run since; one of a table whose
    clock is years off is taken for new."""

    async def play(hub: HallHub) -> None:
        state = write_state(thinking())
        hub.hear("t1", STATE, stamped(state, hall.time - 60), True)
        assert hub.hall.age("t1", live=True) == pytest.approx(60, abs=0.01)
        hub.hear("t1", STATE, stamped(state, 0.0), True)
        assert hub.hall.age("t1", live=True) == 0
        hub.hear("t1", STATE, stamped(state, hall.time - 60))
        assert hub.hall.age("t1", live=True) == 0, "what is said now is new, whatever it says"

    hall.run(play)


def test_who_sees_a_table_late_sees_its_clock_as_it_was_then(hall: Hall) -> None:
    """With a delay of 30 s the view of 45 s ago is 15 s old."""

    async def play(hub: HallHub) -> None:
        await begin(hub, delay=30)
        hub.show(hall.tables[0], thinking())
        hall.time += 45
        assert hub.hall.shown("t1", live=False)[1] is not None
        assert hub.hall.age("t1", live=False) == pytest.approx(15)
        assert hub.hall.age("t1", live=True) == pytest.approx(45)

    hall.run(play)
