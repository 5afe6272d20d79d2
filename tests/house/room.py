"""A room with a simulated board in it: wood, house and record, and time that jumps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.record.errors import RecordDiskError
from controller.record.log import Log
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from controller.tracking.sensing import Pieces
from hardware.clock import ManualClock
from hardware.profile import shipped_profile
from hardware.readings import Frame, Press, Reading
from hardware.simulated import CALM, SimulatedBoard, open_simulated
from hardware.simulated.nature import Nature


class WatchedBoard:
    """A board whose frames are kept, and whose wires can be pulled."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self.frames: list[Frame] = []
        self.unplugged = self.dark = False

    def poll(self) -> list[Reading | Press]:
        """As the board does, unless it is unplugged."""
        if self.unplugged:
            raise OSError("the cable is out")
        return self.board.poll()

    def delay(self) -> float:
        """As the board does."""
        return self.board.delay()

    def show(self, frame: Frame) -> None:
        """Keep the frame, unless the strip is broken."""
        if self.dark:
            raise OSError("the strip does not answer")
        self.board.show(frame)
        self.frames.append(frame)

    def pixels_of(self, cell: str) -> int:
        """As the board does."""
        return self.board.pixels_of(cell)

    def close(self) -> None:
        """As the board does."""
        self.board.close()


class FullDisk(Log):
    """A record on a disk that can be filled and freed."""

    full = False

    def append(self, events: Any, game: int | None = None) -> None:
        """As a record does, unless the disk is full."""
        if self.full:
            raise RecordDiskError("the disk is full")
        super().append(events, game)

    def lose_power(self) -> None:
        """What was not yet on the disk never was."""
        self._forget_pending()


class Room:
    """Somebody plays here: lifts, drops, presses, and lets time pass."""

    def __init__(
        self,
        folder: Path,
        sensors: str = "load",
        *,
        stones: int = 4,
        pins: bool = False,
        nature: Nature = CALM,
        fingers_ask: bool = True,
        **house: Any,
    ) -> None:
        self.fingers_ask = fingers_ask
        self.nature = nature
        self.path = folder / "record.db"
        self.profile = shipped_profile(f"kalah-{sensors}")
        self.clock, self.pins = ManualClock(), pins
        self.options, self.rules = {"stones": stones}, HouseRules(**house)
        self._open({})

    def _open(self, lying: dict[str, int]) -> None:
        self.board = open_simulated(self.profile, self.clock, 5, pins=self.pins, nature=self.nature)
        self.wood = self.board.wood
        self.wood.set_up(lying)
        self.wires = WatchedBoard(self.board)
        self.log = FullDisk(self.path)
        pieces = Pieces(self.profile.pieces.grams, self.profile.pieces.spread)
        table = Table(
            self.profile.cell_names, options=self.options, house=self.rules, pieces=pieces
        )
        self.house = BoardLoop(
            self.wires,
            table,
            self.log,
            self.clock,
            profile=self.profile.name,
            fingers_ask=self.fingers_ask,
        )
        self.house.open()

    def reopen(self, after: float = 60.0, **moved: int) -> None:
        """The power goes and comes back; meanwhile these cells have come to hold so much."""
        lying = self.wood.counts() | moved
        self.log.lose_power()
        self.close()
        self.clock.advance(after)
        self._open(lying)
        self.let(3.0)

    def close(self) -> None:
        """The evening is over."""
        self.house.close()

    @property
    def table(self) -> Table:
        """The table."""
        return self.house.table

    @property
    def turns(self) -> list[str]:
        """The line of play."""
        return [ply.turn for ply in self.table.state.plies]

    @property
    def view(self) -> dict[str, Any]:
        """What the page shows."""
        return view_of(self.house)

    @property
    def kinds(self) -> list[str]:
        """Everything in the record."""
        return [stored.event.kind for stored in self.log.events()]

    def lit(self) -> dict[str, str]:
        """What is lit."""
        return {cell: glow.meaning.value for cell, glow in self.house.glows.items()}

    def let(self, seconds: float) -> None:
        """Let time pass; where nothing can happen, jump."""
        until = self.clock.now() + seconds
        while self.clock.now() < until:
            self.clock.jump(min(until, self._next()))
            self.house.step()

    def _next(self) -> float:
        now, house = self.clock.now(), self.house
        trouble = house.waiting or house.board_trouble or house.light_trouble or house.notice
        if trouble or not self.board.quiet():
            return now + max(house.delay(), 1e-3)
        deadline = self.table.deadline
        return max(now + 1e-3, now + 60.0 if deadline is None else deadline)

    def begin(self, **new: Any) -> None:
        """A new game, set up."""
        self.house.command({"do": "new", **new})
        state = self.table.state
        contents = state.rules.contents(state.start)
        self.wood.set_up(dict(zip(state.rules.cells, contents, strict=True)))
        self.let(3.0)

    def lift(self, cell: str, count: int | None = None) -> None:
        """Take stones out."""
        self.wood.lift(cell, count)
        self.let(0.5)

    def drop(self, *cells: str) -> None:
        """Drop one stone in each."""
        for cell in cells:
            self.wood.drop(cell)
            self.let(0.5)

    def play(self, *turns: str) -> None:
        """Make these turns by hand."""
        for name in turns:
            state = self.table.state
            before = state.rules.contents(state.position)
            turn = state.rules.read_turn(state.position, name)
            after = state.rules.contents(state.rules.play(state.position, turn))
            moved = list(zip(state.rules.cells, before, after, strict=True))
            for cell, held, left in moved:
                if left < held:
                    self.lift(cell, held - left)
            for cell, held, left in moved:
                self.drop(*[cell] * max(0, left - held))
            self.let(4.0)

    def press(self, button: str) -> None:
        """Press a button."""
        self.board.press(button)
        self.let(0.2)
