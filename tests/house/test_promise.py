"""A promise that was renewed outlives the daemon, and one that is lost is told in the record."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from controller.board.loop import BoardLoop
from controller.board.seed_file import seed_file_of
from controller.board.view import view_of
from controller.games.chance import Chance
from controller.record.errors import RecordDiskError
from controller.record.log import Log
from controller.record.verify import verify
from controller.table.commands import CommandError, NotWrittenError
from controller.table.house_rules import HouseRules
from controller.table.state import Status
from controller.table.table import Table
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.simulated import CALM, open_simulated


class Desk:
    """A nardy table whose board rolls; its daemon can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.path, self.seeds = folder / "record.db", 0
        self.profile, self.clock = shipped_profile("nardy-slots"), ManualClock()
        self.start()
        self.do("new")
        state = self.house.table.state
        held = zip(state.rules.cells, state.rules.contents(state.position), strict=True)
        self.lying = {cell: abs(count) for cell, count in held}
        self.board.wood.set_up(self.lying)
        self.let(3.0)

    def start(self) -> None:
        """The daemon starts; whatever the record and the vault hold is all it knows."""
        self.board = open_simulated(self.profile, self.clock, 5, pins=False, nature=CALM)
        house = HouseRules(dice="board")
        table = Table(self.profile.cell_names, game="short", house=house, seed=self.seed)
        self.house = BoardLoop(self.board, table, Log(self.path), self.clock)
        self.house.open()

    def kill(self) -> None:
        """It is gone in the middle of the game, and started again."""
        self.house.log.close()
        self.start()
        self.board.wood.set_up(self.lying)
        self.let(3.0)

    def seed(self) -> bytes:
        """Another seed each time."""
        self.seeds += 1
        return self.seeds.to_bytes(32, "big")

    def do(self, name: str, **more: Any) -> None:
        """A command."""
        self.house.command({"do": name, **more})

    def let(self, seconds: float) -> None:
        """Time passes."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.clock.advance(max(self.house.delay(), 1e-3))
            self.house.step()

    def roll(self) -> None:
        """Roll until somebody can move."""
        state = self.house.table.state
        while state.rules.acts(state.position).draw:
            self.do("roll")
            state = self.house.table.state

    def give_up(self) -> None:
        """White resigns, Black accepts."""
        self.do("decide", decision="resign 1", side=0)
        self.do("decide", decision="accept", side=1)

    @property
    def chance(self) -> Chance | None:
        """What the board rolls from."""
        return self.house.table.chance

    def verified(self) -> str:
        """What is said of the record."""
        self.house.log.close()
        return str(verify(self.path))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A game that the board's dice have opened."""
    desk = Desk(tmp_path)
    desk.roll()
    return desk


def test_a_new_promise_outlives_the_daemon(desk: Desk) -> None:
    """The end is taken back, the daemon killed: the board rolls on from what it promised last."""
    desk.do("declare", turn=desk.house.table.turns()[0])
    desk.give_up()
    desk.do("undo")
    before = desk.chance
    desk.kill()
    assert before is not None and desk.chance == before and not desk.house.lost
    desk.do("declare", turn=desk.house.table.turns()[0])
    desk.roll()
    desk.give_up()
    assert desk.house.table.state.status is Status.OVER
    desk.do("next")
    assert "is whole" in desk.verified()


def test_a_lost_promise_is_in_the_record(desk: Desk) -> None:
    """People roll from then on, and the record says why; only the past rolls cannot be checked."""
    seed_file_of(desk.path).unlink()
    desk.kill()
    assert desk.chance is None
    desk.do("declare", turn=desk.house.table.turns()[0])
    with pytest.raises(CommandError, match="real dice"):
        desk.do("roll")
    desk.do("roll", dice=[6, 5])
    kinds = [stored.event.kind for stored in desk.house.log.events()]
    assert kinds.count("seed.lost") == 1
    assert "is whole" in desk.verified()


def test_a_seed_is_known_until_it_is_shown(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """The power fails before the end is written: the board still knows what it promised."""
    before = desk.chance
    desk.do("decide", decision="resign 1", side=0)
    with monkeypatch.context() as patch:
        patch.setattr(desk.house.log, "append", _full)
        with pytest.raises(NotWrittenError, match="not done yet"):
            desk.do("decide", decision="accept", side=1)
    desk.kill()
    assert desk.chance == before and not desk.house.lost
    desk.do("decide", decision="accept", side=1)
    shown = [e.event for e in desk.house.log.events() if e.event.kind == "chance.revealed"]
    assert before is not None and [event.data["seed"] for event in shown] == [before.seed.hex()]
    assert "is whole" in desk.verified()


def test_an_abandoned_games_seed_is_known_until_it_is_shown(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A new game shows one seed and promises the next: until both are written both are kept."""
    before = desk.chance
    with monkeypatch.context() as patch:
        patch.setattr(desk.house.log, "append", _full)
        with pytest.raises(NotWrittenError, match="not done yet"):
            desk.do("new")
    desk.kill()
    assert before is not None and desk.chance == before and not desk.house.lost
    desk.do("new")
    promised = desk.chance
    assert promised != before
    desk.kill()
    assert desk.chance == promised
    assert before.seed.hex() not in seed_file_of(desk.path).read_text()
    assert "is whole" in desk.verified()


def test_what_cannot_be_kept_is_not_promised(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the seed finds no place on the disk, no commitment to it is written either."""
    games, vault = desk.house.log.current_game, desk.house.vault

    def full(_secrets: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(vault, "_write", full)
        with pytest.raises(NotWrittenError, match="No space left on device; what the board promis"):
            desk.do("new")
        assert desk.house.log.current_game == games
        assert "must survive a restart" in view_of(desk.house)["alerts"][0]["en"]
        assert "должно пережить перезапуск" in view_of(desk.house)["alerts"][0]["ru"]
    desk.let(2.0)
    assert desk.house.log.current_game == games + 1 and not desk.house.waiting
    before = desk.chance
    desk.kill()
    assert desk.chance == before
    assert "is whole" in desk.verified()


def _full(*_: object) -> None:
    raise RecordDiskError("record r.db: the disk is full")
