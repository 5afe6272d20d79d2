"""The Pico's clock in ours: its microseconds go round every 18 minutes and start anywhere."""

from __future__ import annotations

from math import inf

from firmware.lunka.protocol import TICKS

DRIFT = 50e-6
"""How far two crystals may drift apart, in seconds a second."""


class DeviceTime:
    """Tells when something happened by our clock, from the quickest frames seen so far."""

    def __init__(self) -> None:
        self._ticks: int | None = None
        self._full = 0
        self._offset = inf
        self._heard = -inf

    def hear(self, ticks: int, now: float) -> None:
        """A frame that was sent at `ticks` has just arrived: the quickest one tells the most."""
        full = self._unwrap(ticks)
        if self._ticks is None or full > self._full:
            self._ticks, self._full = ticks, full
        grown = self._offset + DRIFT * max(0.0, now - self._heard) if self._offset < inf else inf
        self._offset = min(grown, now - full * 1e-6)
        self._heard = now

    def at(self, ticks: int, now: float) -> float:
        """Our time of the Pico's tick, never in the future."""
        if self._offset == inf:
            return now
        return min(now, self._unwrap(ticks) * 1e-6 + self._offset)

    def _unwrap(self, ticks: int) -> int:
        """Microseconds without going round: the nearest to the newest tick heard."""
        if self._ticks is None:
            return ticks
        ahead = (ticks - self._ticks + TICKS // 2) % TICKS - TICKS // 2
        return self._full + ahead
