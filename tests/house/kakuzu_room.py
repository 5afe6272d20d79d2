"""A room with a Kakuzu board: a sheet known to the tests alone lies beneath it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.games.catalogue import AnyGame
from controller.games.kakuzu import Sheet
from controller.record.log import Log
from controller.sheets.hiding import Beneath, HiddenSheets
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.simulated import CALM, open_simulated
from tests.games.kakuzu.hands import CORNERS, SHEET

SALT = bytes(range(100, 116))
SEED = bytes(range(200, 232))


class KnownSheets(HiddenSheets):
    """Lays the sheet known by heart beneath every game that has a known sheet."""

    #: What lies beneath where no code is entered.
    beneath = SHEET

    def hide(self, rules: AnyGame, code: str | None, start: Any) -> Beneath | None:
        """That sheet, unless the game has none, a code was entered, or numbers lie open."""
        found = super().hide(rules, code, start)
        known = found and code is None and not start.numbers
        return Beneath(self.beneath, SALT) if known else found


class KakuzuRoom:
    """Somebody plays Kakuzu here; time jumps."""

    def __init__(
        self, folder: Path, *, made: bool = True, beneath: Sheet = SHEET, **options: Any
    ) -> None:
        self.path = folder / "record.db"
        self.options, self.hiding = options, KnownSheets(made=made)
        self.hiding.beneath = beneath
        self.house_rules: dict[str, Any] = options.pop("house", {})
        self.profile = shipped_profile("kakuzu-reed")
        self.clock = ManualClock(wall=1_700_000_000.0)
        self._open({})

    def _open(self, lying: dict[str, int]) -> None:
        self.board = open_simulated(self.profile, self.clock, 5, pins=False, nature=CALM)
        self.wood = self.board.wood
        self.wood.set_up(lying)
        self.log = Log(self.path)
        table = Table(
            self.profile.cell_names,
            game="kakuzu",
            options=self.options,
            house=HouseRules(**self.house_rules),
            seed=lambda: SEED,
            hiding=self.hiding,
        )
        self.house = BoardLoop(self.board, table, self.log, self.clock, profile=self.profile.name)
        self.house.open()

    @property
    def table(self) -> Table:
        """The table."""
        return self.house.table

    @property
    def position(self) -> Any:
        """The newest position."""
        return self.table.state.position

    @property
    def turns(self) -> list[str]:
        """The line of play."""
        return [ply.turn for ply in self.table.state.plies]

    @property
    def view(self) -> dict[str, Any]:
        """What the page shows."""
        return view_of(self.house)

    def events(self, kind: str) -> list[dict[str, Any]]:
        """What the record says of this kind."""
        events = (stored.event for stored in self.log.events())
        return [dict(event.data) for event in events if event.kind == kind]

    def lit(self) -> dict[str, str]:
        """What is lit."""
        return {cell: glow.meaning.value for cell, glow in self.house.glows.items()}

    def let(self, seconds: float) -> None:
        """Let time pass; where nothing can happen, jump."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            now, deadline = self.clock.now(), self.table.deadline
            step = now + 60.0 if deadline is None else deadline
            if not self.board.quiet():
                step = now + self.house.delay()
            self.clock.jump(min(until, max(now + 1e-3, step)))
            self.house.step()

    def begin(self, **new: Any) -> None:
        """A new game, all 81 stones in their holes."""
        self.house.command({"do": "new", **new})
        self.wood.set_up(dict.fromkeys(self.profile.cell_names, 1))
        self.let(2.0)

    def lift(self, *cells: str) -> None:
        """Lift the stones of these holes, one after another."""
        for cell in cells:
            self.wood.lift(cell)
            self.let(1.0)

    def set_up(self, holes: Iterable[str] = CORNERS) -> None:
        """Begin, and take one stone from every square."""
        self.begin()
        self.lift(*holes)

    def do(self, name: str, **more: Any) -> None:
        """Say something to the table."""
        self.house.command({"do": name, **more})
        self.let(0.2)

    def reopen(self) -> None:
        """The power goes and comes back."""
        lying = self.wood.counts()
        self.house.close()
        self.clock.advance(60.0)
        self._open(lying)
        self.let(3.0)

    def close(self) -> None:
        """The evening is over."""
        self.house.close()
