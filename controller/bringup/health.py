"""How well each sensor does: noise, margin, drift, last change, faults counted.

*Noise* is how much a load cell's samples tremble while nothing moves. *Margin* is how far its grams
are from being taken for another number of stones: 100 % is perfect, 0 % half-way to the next.
*Drift* is how far the empty pit has wandered since it was calibrated, as the table learned it
from positions it knew (`controller.tracking.sensing`). Reeds are counted by their edges.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from statistics import pstdev
from typing import Any

from controller.bringup.findings import Finding, fault, good, warning
from controller.games.told import Told
from hardware.board import Board
from hardware.clock import Clock
from hardware.loadcells import LoadCellBank
from hardware.profile import LoadCells, Pieces
from hardware.readings import Reading, Sense
from hardware.reeds import ReedMatrix

THIN_MARGIN = 0.4
"""Below this share of half a stone a load cell is close to miscounting."""

NOISY = 0.1
"""Trembling by more than this share of a stone is too much."""

FAR_DRIFT = 0.5
"""An empty pit that wandered by half a stone should be calibrated anew."""


Sleep = Callable[[float], None]
"""Lets so many seconds pass."""


@dataclass(slots=True)
class Health:
    """One cell's sensor, after it was watched for a while."""

    cell: str
    sense: Sense
    reading: Reading
    changed_s_ago: float
    noise_g: float | None = None
    margin: float | None = None
    drift_g: float | None = None
    edges: int | None = None
    faults: dict[str, int] = field(default_factory=dict)


def watch(board: Board, clock: Clock, seconds: float, sleep: Sleep) -> dict[str, list[float]]:
    """Look at the board for some time; gives each load cell's samples in grams."""
    counts = raw_samples(board, clock, seconds, sleep)
    sections = [section for _, section in banks_of(board)]
    return {
        cell: [(raw - section.tare_of(cell)) / section.scale_of(cell) for raw in counts[cell]]
        for section in sections
        for cell in section.cells
        if cell in counts
    }


def raw_samples(board: Board, clock: Clock, seconds: float, sleep: Sleep) -> dict[str, list[int]]:
    """Look at the board for some time; gives each load cell's samples as the chip said them."""
    samples: dict[str, list[int]] = {}
    until, banks, counted = clock.now() + seconds, banks_of(board), 0
    while clock.now() < until:
        board.poll()
        count = sum(bank.samples for bank, _ in banks)
        if count != counted:
            counted = count
            for bank, section in banks:
                for cell in section.cells:
                    samples.setdefault(cell, []).append(bank.raw(cell))
        sleep(max(board.delay(), 1e-3))
    return samples


def banks_of(board: Board) -> list[tuple[LoadCellBank, LoadCells]]:
    """The banks of load cells of a board, each with its section of the profile."""
    drivers = [driver for driver in board.drivers if isinstance(driver, LoadCellBank)]
    return list(zip(drivers, board.profile.sensors.load, strict=True))


def healths(
    board: Board,
    clock: Clock,
    samples: Mapping[str, list[float]],
    memory: Mapping[str, Any] | None = None,
) -> list[Health]:
    """Every sensor's health; `memory` is what the table learned of this board's empty pits."""
    counted: dict[str, Any] = {}
    for driver in board.drivers:
        if isinstance(driver, LoadCellBank | ReedMatrix):
            counted |= driver.health()
    learned = (memory or {}).get("empty", {})
    return [
        _health(reading, clock.now(), samples, board.profile.pieces, counted, learned)
        for reading in board.snapshot()
    ]


def _health(  # noqa: PLR0917 - one cell, everything that is known of it
    reading: Reading,
    now: float,
    samples: Mapping[str, list[float]],
    pieces: Pieces,
    counted: Mapping[str, Any],
    learned: Mapping[str, Any],
) -> Health:
    health = Health(reading.cell, reading.sense, reading, max(0.0, now - reading.at))
    told = counted.get(reading.cell)
    if reading.sense is not Sense.WEIGHT:
        health.edges = getattr(told, "edges", None)
        return health
    health.faults = dict(told or {})
    grams = samples.get(reading.cell, [])
    if len(grams) > 1:
        health.noise_g = pstdev(grams)
    if len(grams) > 1 and not reading.fault:
        empty = float(learned[reading.cell][0]) if reading.cell in learned else 0.0
        health.drift_g = empty if reading.cell in learned else None
        health.margin = margin(reading.value - empty, pieces.grams)
    return health


def margin(grams: float, piece: float) -> float:
    """How clearly these grams are a number of pieces: 1 exactly so, 0 half-way to the next."""
    off = abs(grams / piece - round(grams / piece))
    return 1 - 2 * off


def judge(health: Health, pieces: Pieces) -> Finding:
    """What the doctor says of one sensor."""
    about = f"sensor {health.cell}"
    if health.noise_g is not None and health.noise_g > NOISY * pieces.grams:
        words = Told(
            "trembles too much: noise {noise:.2f} g, a piece is {grams:g} g",
            noise=health.noise_g,
            grams=pieces.grams,
        )
        remedy = Told("look for a loose wire, a pit that touches its neighbour, or a fan")
        return (fault if health.reading.fault else warning)(about, words, remedy)
    if health.reading.fault:
        return fault(about, health.reading.fault, Told("docs/wiring.md says where to look"))
    words = describe(health, pieces)
    if health.drift_g is not None and abs(health.drift_g) > FAR_DRIFT * pieces.grams:
        remedy = Told("run `lunka calibrate` with empty pits")
        return warning(about, Told("has wandered: {details}", details=words), remedy)
    if health.margin is not None and health.margin < THIN_MARGIN:
        remedy = Told(
            "take out what is no piece, check that the pit moves freely, or calibrate anew"
        )
        between = Told("is between two numbers of pieces: {details}", details=words)
        return warning(about, between, remedy)
    return good(about, words)


def describe(health: Health, pieces: Pieces) -> Told:
    """One sensor in one line."""
    parts = [_value(health, pieces)]
    if health.noise_g is not None:
        parts.append(Told("noise {noise:.3f} g", noise=health.noise_g))
    if health.margin is not None:
        parts.append(Told("margin {margin:.0%}", margin=health.margin))
    if health.drift_g is not None:
        parts.append(Told("drift {drift:+.2f} g", drift=health.drift_g))
    if health.edges is not None:
        parts.append(Told("edges: {edges}", edges=health.edges))
    parts += [
        Told("{name}: {count} times", name=name, count=n) for name, n in health.faults.items()
    ]
    parts.append(Told("changed {seconds:.0f} s ago", seconds=health.changed_s_ago))
    return Told("{parts}", parts=tuple(parts))


def _value(health: Health, pieces: Pieces) -> Told:
    value = health.reading.value
    if health.sense is Sense.WEIGHT:
        count = max(0, round(value / pieces.grams))
        return Told("{value:.2f} g (about {count})", value=value, count=count)
    if health.sense is Sense.SLOTS:
        capacity = health.reading.capacity
        return Told("{value:.0f} of {capacity} slots taken", value=value, capacity=capacity)
    return Told("something is there") if value else Told("empty")
