"""`lunka calibrate`: each load cell's tare and scale, measured empty and under known pieces.

The lights show which pit is meant, the words say what to do. What was measured is explained, so
that a pit that rubs or a wire that hangs loose is found now and not in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median, pstdev

from controller.bringup.asking import Person
from controller.bringup.health import Sleep, raw_samples
from controller.bringup.known import Known
from hardware.board import Board
from hardware.clock import Clock
from hardware.loadcells import NO_SAMPLE, NO_WEIGHT
from hardware.readings import RGB

MEASURE_S = 3.0
BLUE, AMBER, GREEN, RED = (0, 80, 255), (255, 150, 0), (0, 200, 60), (255, 0, 0)

SPAN_IN_NOISE = 20.0
"""Known stones must move a cell by this many times its noise, or it does not weigh at all."""

NOISY, WANDERED, UNLIKE = 0.1, 0.25, 0.3
"""Shares worth a word: noise and return to empty, in stones; scale beside its neighbours."""

Hands = Callable[[Mapping[str, int]], None]
"""Lays stones on a simulated board: cell by cell, all others empty."""


@dataclass(slots=True)
class Measured:
    """One cell's measurement, in counts of its chip, and what is to be said about it."""

    cell: str
    tare: float
    noise: float
    loaded: float
    again: float
    known: Known
    remarks: list[str] = field(default_factory=list)
    usable: bool = True

    @property
    def scale(self) -> float:
        """Counts a gram; negative when the cell is wired the other way round."""
        return (self.loaded - self.tare) / self.known.weight

    @property
    def noise_g(self) -> float:
        """One sample's noise in grams."""
        return abs(self.noise / self.scale) if self.scale else float("inf")

    @property
    def wandered_g(self) -> float:
        """How far the empty pit was from where it began, in grams."""
        return abs((self.again - self.tare) / self.scale) if self.scale else float("inf")

    def __str__(self) -> str:
        line = (
            f"{self.cell:>4}  span {self.loaded - self.tare:+.0f} counts for {self.known.load}"
            f", {self.scale:+.1f} counts a gram, noise {self.noise_g:.3f} g, back to empty "
            f"within {self.wandered_g:.2f} g"
        )
        return "\n".join([line, *(f"      {remark}" for remark in self.remarks)])


class Calibration:
    """One run through a board's load cells."""

    def __init__(
        self,
        board: Board,
        clock: Clock,
        person: Person,
        sleep: Sleep,
        hands: Hands | None = None,
    ) -> None:
        self._board, self._clock, self._person, self._sleep = board, clock, person, sleep
        self._hands = hands

    def run(self, cells: Sequence[str], known: Known) -> list[Measured]:
        """Tare all cells, then measure these one by one; each with its explanation."""
        self._lay({}, cells, known.emptied())
        empty = self._measure(cells)
        dead = [cell for cell in cells if _silent(empty.get(cell, []))]
        if dead:
            self._person.tell(
                f"No sensible samples come from {', '.join(dead)}: left out. Run "
                "`lunka doctor` to see why."
            )
        measured = []
        for cell in cells:
            if cell not in dead:
                measured.append(self._one(cell, empty[cell], known))
        explain(measured, known)
        self._show(measured)
        return measured

    def _one(self, cell: str, empty: Sequence[int], known: Known) -> Measured:
        self._lay({cell: known.count}, [cell], known.laid(cell))
        loaded = self._measure([cell])[cell]
        self._lay({}, [cell], known.taken(cell))
        again = self._measure([cell])[cell]
        return Measured(cell, median(empty), pstdev(empty), median(loaded), median(again), known)

    def _lay(self, stones: Mapping[str, int], lit: Sequence[str], words: str) -> None:
        self._light(lit, BLUE)
        self._person.ask(f"{words} Then press Enter")
        if self._hands is not None:
            self._hands(stones)
            self._wait(1.0)

    def _measure(self, cells: Sequence[str]) -> dict[str, list[int]]:
        """The samples of some cells, the first third thrown away: hands may just have left."""
        self._light(cells, AMBER)
        samples = raw_samples(self._board, self._clock, MEASURE_S, self._sleep)
        return {cell: kept[len(kept) // 3 :] for cell, kept in samples.items()}

    def _wait(self, seconds: float) -> None:
        raw_samples(self._board, self._clock, seconds, self._sleep)

    def _light(self, cells: Sequence[str], colour: RGB) -> None:
        board = self._board
        board.show({cell: [colour] * board.pixels_of(cell) for cell in cells})

    def _show(self, measured: Sequence[Measured]) -> None:
        board = self._board
        board.show(
            {
                each.cell: [GREEN if each.usable else RED] * board.pixels_of(each.cell)
                for each in measured
            }
        )
        for each in measured:
            self._person.tell(str(each))


def _silent(samples: Sequence[int]) -> bool:
    return not samples or any(raw in NO_WEIGHT or raw == NO_SAMPLE for raw in samples)


def explain(measured: Sequence[Measured], known: Known) -> None:
    """Say of each cell what its numbers mean, beside those of its neighbours."""
    for each in measured:
        each.remarks, each.usable = [], True
        if abs(each.loaded - each.tare) < SPAN_IN_NOISE * max(each.noise, 1.0):
            each.usable = False
            each.remarks.append(
                f"hardly moves under {known.them}: the {known.words.cell} rests on the frame, or "
                f"its bridge wires (white, green) are off. Not saved."
            )
    usual = median([abs(each.scale) for each in measured if each.usable] or [1.0])
    for each in measured:
        if each.usable:
            each.remarks += _remarks(each, known, usual)


def _remarks(each: Measured, known: Known, usual: float) -> list[str]:
    remarks = []
    if each.scale < 0:
        remarks.append(
            "reads the other way round: white and green are swapped. It works as it is; the scale "
            "is kept negative."
        )
    if each.noise_g > NOISY * known.grams:
        remarks.append(
            f"trembles by more than {NOISY:.0%} of {known.lightest}: a loose wire, a fan, or a "
            f"table that shakes."
        )
    if each.wandered_g > WANDERED * known.grams:
        remarks.append(
            f"did not come back to empty: a {known.words.piece} was left, the {known.words.cell} "
            f"rubs at its edge, or the load cell is still warming up (give it ten minutes)."
        )
    if abs(abs(each.scale) / usual - 1) > UNLIKE:
        remarks.append(
            f"weighs unlike the others ({each.scale / usual:+.0%} of the usual): another kind of "
            f"load cell, or not {known.load}."
        )
    return remarks
