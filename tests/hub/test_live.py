"""What one viewer of the hall is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from controller.hub.keys import DIRECTOR, PLAYER, SPECTATOR, Role
from controller.hub.web.live import Viewer
from tests.hub.serving import ServedHall, serving_hall
from tests.hub.tables import PlayingTable


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ServedHall]:
    """A hall with one table."""
    with serving_hall(tmp_path) as running:
        running.connect(PlayingTable("t1"))
        yield running


def test_a_new_key_brings_its_lights_at_once(hall: ServedHall) -> None:
    """A director never looks at a spectator's lights, which would call tables away that are not."""
    viewer = Viewer(hall.hub, Role(SPECTATOR))

    def sent(*, with_lights: bool) -> dict[str, object]:
        return dict(json.loads(hall.do(lambda: viewer.message(with_lights)) or "{}"))

    assert sent(with_lights=True)["lights"] == {"t1": "good"}
    viewer.look_as(Role(DIRECTOR))
    told = sent(with_lights=False)
    assert told["role"] == DIRECTOR
    assert told["lights"]["t1"]["online"]  # type: ignore[index]
    assert "lights" not in sent(with_lights=False)


def test_a_key_that_is_changed_ends_its_open_line(hall: ServedHall) -> None:
    """Whoever looks with it is cut off, and told why."""
    key = hall.player("t1")
    with connect(f"ws://{hall.served.host}/live", proxy=None) as line:
        line.send(json.dumps({"key": key}))
        while json.loads(line.recv(timeout=30)).get("role") != PLAYER:
            pass
        hall.player("t1")
        with pytest.raises(ConnectionClosed) as end:
            while True:
                line.recv(timeout=30)
    assert end.value.rcvd and (end.value.rcvd.code, end.value.rcvd.reason) == (
        4401,
        "this key was revoked",
    )
