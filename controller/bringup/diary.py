"""The sensors' diary: how each did over the last two days, looked at while people play.

Every few seconds each load cell's newest sample is noted while nothing moves on it; each hour
becomes one line (worst margin, noise, drift). The page shows it, `lunka doctor` too, and a pit that
slowly sticks or wanders is seen before it miscounts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from controller.bringup.health import Health, banks_of, healths, judge
from hardware.board import Board
from hardware.clock import Clock

EVERY_S = 5.0
"""How often the sensors are looked at."""

HOURS = 48
"""So many lines are kept of each sensor."""

_SAMPLES = 60
_HOUR_S = 3600


@dataclass(slots=True)
class Hour:
    """What an hour was like for one sensor: its number since 1970, and the worst of it."""

    hour: int
    margin: float | None
    noise_g: float | None
    drift_g: float | None
    looks: int = 1

    def add(self, health: Health) -> None:
        """Take another look into account."""
        self.looks += 1
        if health.margin is not None:
            self.margin = min(health.margin, 1.0 if self.margin is None else self.margin)
        if health.noise_g is not None:
            self.noise_g = max(health.noise_g, self.noise_g or 0.0)
        if health.drift_g is not None:
            self.drift_g = health.drift_g


class Diary:
    """Looks at a board that is in use, without disturbing it."""

    def __init__(self, board: Board, clock: Clock, kept: Mapping[str, Any] | None = None) -> None:
        self._board, self._clock = board, clock
        self._samples: dict[str, deque[float]] = {}
        self._since: dict[str, float] = {}
        self._hours: dict[str, deque[Hour]] = {
            cell: deque((Hour(*row) for row in rows), HOURS) for cell, rows in (kept or {}).items()
        }

    def look(self, learned: Mapping[str, Any]) -> None:
        """Note how the sensors are; `learned` is what the table knows of the empty pits."""
        self._sample()
        hour = int(self._clock.wall() // _HOUR_S)
        for health in self._healths(learned):
            hours = self._hours.setdefault(health.cell, deque(maxlen=HOURS))
            if hours and hours[-1].hour == hour:
                hours[-1].add(health)
            else:
                hours.append(Hour(hour, health.margin, health.noise_g, health.drift_g))

    def memory(self) -> dict[str, list[list[Any]]]:
        """What is kept over a restart."""
        return {
            cell: [[_short(value) for value in asdict(hour).values()] for hour in hours]
            for cell, hours in self._hours.items()
        }

    def pages(self, learned: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Each sensor for somebody who looks: now, in words, and over time."""
        kept = self.memory()
        return [self._page(health, kept) for health in self._healths(learned)]

    def _page(self, health: Health, kept: Mapping[str, list[list[Any]]]) -> dict[str, Any]:
        found = judge(health, self._board.profile.pieces)
        return {
            "cell": health.cell,
            "sense": health.sense.value,
            "level": found.level.value,
            "says": found.words,
            "remedy": found.remedy,
            "margin": _short(health.margin),
            "noise_g": _short(health.noise_g),
            "drift_g": _short(health.drift_g),
            "changed_s_ago": _short(health.changed_s_ago),
            "edges": health.edges,
            "faults": health.faults,
            "hours": kept.get(health.cell, []),
        }

    def _healths(self, learned: Mapping[str, Any]) -> list[Health]:
        samples = {cell: list(grams) for cell, grams in self._samples.items()}
        return healths(self._board, self._clock, samples, learned)

    def _sample(self) -> None:
        """The newest grams of every load cell that holds still; a touch begins anew."""
        changed = {reading.cell: reading.at for reading in self._board.snapshot()}
        for bank, section in banks_of(self._board):
            for cell in section.cells:
                if self._since.get(cell) != changed[cell]:
                    self._since[cell] = changed[cell]
                    self._samples[cell] = deque(maxlen=_SAMPLES)
                    continue  # the sample beside a change may still be settling
                grams = (bank.raw(cell) - section.tare_of(cell)) / section.scale_of(cell)
                self._samples[cell].append(grams)


def worst_hours(kept: Mapping[str, Any]) -> dict[str, str]:
    """Each sensor's diary in one line, for the doctor."""
    told = {}
    for cell, rows in kept.items():
        hours = [Hour(*row) for row in rows]
        margins = [hour.margin for hour in hours if hour.margin is not None]
        noises = [hour.noise_g for hour in hours if hour.noise_g is not None]
        drifts = [hour.drift_g for hour in hours if hour.drift_g is not None]
        if margins:
            parts = [f"over {len(hours)} h: worst margin {min(margins):.0%}"]
            parts += [f"noise {median(noises):.3f} g"] if noises else []
            parts += [f"drift {drifts[0]:+.2f} to {drifts[-1]:+.2f} g"] if drifts else []
            told[cell] = ", ".join(parts)
    return told


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
