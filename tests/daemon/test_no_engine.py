"""No engine sits in a tournament game: every door at which somebody could try to seat one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from controller.cli import main
from controller.daemon.keys import TableKeys
from controller.publish.messages import Order
from controller.settings.config import ConfigError, check_config
from controller.table.speakers import THE_DIRECTOR, THE_TABLE
from tests.daemon.running import running
from tests.hall.broker import Broker
from tests.publish.hub import hub_at, until
from tests.publish.test_table_in_a_hall import daemon, settings, written

SEATED = {"seats": ["hands", "engine:8"]}
REFUSED = "no engine can be seated in a tournament game"


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    """A broker of its own."""
    with Broker(tmp_path) as made:
        yield made


def test_by_the_file() -> None:
    """The settings are refused before any game begins; hands may sit there."""
    raw: dict[str, Any] = {"board": {"profile": "kalah-reed"}, "house": {"tournament": True}}
    with pytest.raises(ConfigError, match=REFUSED):
        check_config(raw | {"game": SEATED}, "table.toml")
    hands = check_config(raw | {"game": {"seats": ["hands", "hands"]}}, "table.toml")
    assert hands.game.seats == ["hands", "hands"]


def test_an_engine_is_not_named_where_dice_are_inferred() -> None:
    """The settings say so, in place of a daemon that could begin no game; without dice it may."""
    house: dict[str, Any] = {"house": {"dice": "inferred"}}
    with pytest.raises(ConfigError, match="an engine must know what was rolled"):
        short = {"board": {"profile": "nardy-slots"}, "game": {"name": "short"} | SEATED}
        check_config(house | short, "table.toml")
    kalah = house | {"board": {"profile": "kalah-reed"}, "game": SEATED}
    assert check_config(kalah, "table.toml").game.seats == SEATED["seats"]


def test_by_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`lunka play` begins no such game."""
    words = ["play", "kalah", "--seats", "hands", "engine:8", "--house", "tournament=true"]
    assert main([*words, "--record", str(tmp_path / "record.db")]) == 2
    assert REFUSED in capsys.readouterr().err
    assert not (tmp_path / "record.db").exists()


def test_by_the_api(tmp_path: Path) -> None:
    """Neither at a table that plays a tournament, with the director's key, nor by a command that
    makes it one."""
    home = tmp_path / "home"
    tournament = {"do": "new", "house": {"tournament": True}, **SEATED}
    with running(home, "--set", "stones=4") as table:
        table.ready()
        refused = table.send(tournament, TableKeys(home / "key").all()[THE_TABLE])
        assert refused.status_code >= 400 and REFUSED in refused.json()["error"]
        assert table.view()["game_id"] == 1
    home = tmp_path / "hall"
    with running(home, "--set", "stones=4", "--house", "tournament=true") as table:
        table.ready()
        director = TableKeys(home / "key").renew(THE_DIRECTOR)
        refused = table.send({"do": "new", **SEATED}, director)
        assert refused.status_code >= 400 and REFUSED in refused.json()["error"]
        assert [side["engine"] for side in table.view()["sides"]] == [None, None]


def test_by_the_hub(broker: Broker) -> None:
    """An order of the hub is refused alike, and nothing of it is in the record."""

    async def work() -> None:
        async with hub_at(broker) as hub, daemon(settings(broker)) as table:
            await until(lambda: hub.statuses and hub.statuses[-1].online)
            order = {"do": "new", "house": {"tournament": True}, **SEATED}
            answer = await hub.order(Order("e1", "Ann", order))
            assert REFUSED in (answer.error or "")
            opened = [each.event for each in written(table) if each.event.kind == "game.opened"]
            assert len(opened) == 1 and "played_by" not in opened[0].data

    asyncio.run(work())
