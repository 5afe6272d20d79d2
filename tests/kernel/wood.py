"""Stones on the wood of the kernel module: what a hand does, as steps for the machine's agent."""

from __future__ import annotations

from random import Random
from typing import Any

from hardware.profile import Profile
from tests.kernel.machine import Step

WOOD = "/sys/devices/platform/lunkawood"

JOSTLED = 0.1
"""How often a stone that lands on others makes the reed beneath them bounce."""


def touch(file: str, *words: object) -> Step:
    """Do something to the wood."""
    return ("write", f"{WOOD}/{file}", " ".join(map(str, words)))


class Wood:
    """Which stones lie where; every stone has a weight of its own."""

    def __init__(self, profile: Profile, rng: Random) -> None:
        self.profile, self._rng = profile, rng
        self.cells: dict[str, list[float]] = {cell: [] for cell in profile.cell_names}
        self.hand: list[float] = []

    def counts(self) -> dict[str, int]:
        """How many stones lie in each cell."""
        return {cell: len(stones) for cell, stones in self.cells.items()}

    def clear(self) -> list[Step]:
        """Put every stone back into the box."""
        self.hand = []
        self.cells = {cell: [] for cell in self.cells}
        return self.as_it_lies()

    def from_box(self, count: int) -> None:
        """Take stones out of the box."""
        pieces = self.profile.pieces
        grams, spread = pieces.grams, pieces.spread * pieces.grams
        self.hand += [self._rng.gauss(grams, spread) for _ in range(count)]

    def lift(self, cell: str, count: int) -> list[Step]:
        """Take stones out of a cell."""
        stones = self.cells[cell]
        self.hand += [stones.pop() for _ in range(count)]
        return self._moved(cell, len(stones) + count)

    def drop(self, cell: str, count: int) -> list[Step]:
        """Put stones of the hand into a cell."""
        before = len(self.cells[cell])
        self.cells[cell] += [self.hand.pop() for _ in range(count)]
        return self._moved(cell, before)

    def as_it_lies(self) -> list[Step]:
        """Everything that lies there, for wood that was just put into the machine."""
        return [step for cell in self.cells for step in self._steps(cell)]

    def module(self) -> str:
        """The parameters of the kernel module for the wires of this profile."""
        words = []
        for matrix in self.profile.sensors.reeds:
            words.append(f"scan_row={matrix.rows[0]}")
        for bank in self.profile.sensors.load:
            data = ",".join(str(cell.data) for cell in bank.cells.values())
            words.append(f"hx_clock={bank.clock} hx_data={data} hx_rate={bank.rate}")
        return " ".join(words)

    def _moved(self, cell: str, before: int) -> list[Step]:
        """What the sensor of a cell notices when the stones in it change."""
        now = len(self.cells[cell])
        unseen = self._is_reed(cell) and bool(before) == bool(now)
        if unseen and not (now > before and self._rng.random() < JOSTLED):
            return []
        return self._steps(cell)

    def _is_reed(self, cell: str) -> bool:
        return any(cell in matrix.cells for matrix in self.profile.sensors.reeds)

    def _steps(self, cell: str) -> list[Step]:
        stones = self.cells[cell]
        for matrix in self.profile.sensors.reeds:
            for row, column in matrix.cells.get(cell, ()):
                pins = matrix.rows[row], matrix.columns[column]
                return [touch("contact", *pins, int(bool(stones)))]
        for bank in self.profile.sensors.load:
            if cell in bank.cells:
                counts = bank.tare_of(cell) + bank.scale_of(cell) * sum(stones)
                return [touch("weigh", bank.cells[cell].data, round(counts))]
        return []


def press(profile: Profile, button: Any) -> list[Step]:
    """Push a button to ground for a moment."""
    pin = profile.buttons[button].pin
    return [touch("outside", pin, 0), ("pause", 0.1), touch("outside", pin, "z")]
