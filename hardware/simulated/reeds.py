"""Simulated reed switches: each closes when a stone's magnet comes near, and bounces as it does."""

from __future__ import annotations

from collections import deque
from math import exp, inf, log
from random import Random

from hardware.clock import Clock
from hardware.profile.models import Reeds
from hardware.simulated.faults import FaultKind
from hardware.simulated.nature import Nature
from hardware.simulated.wood import Wood

CHATTER_S = (0.002, 0.02)
"""How long a chattering reed stays in one state, from and to."""


class _Reed:
    """One switch: the field at it on its way to `target`, and the edges that will come of it."""

    __slots__ = ("bit", "cell", "closed", "edges", "since", "start", "target")

    def __init__(self, bit: int, cell: str) -> None:
        self.bit, self.cell = bit, cell
        self.closed = False
        self.start = self.target = 0.0
        self.since = 0.0
        self.edges: deque[tuple[float, bool]] = deque()


class SimulatedReeds:
    """All reeds of one matrix, over the stones of one board."""

    def __init__(
        self, section: Reeds, wood: Wood, clock: Clock, nature: Nature, rng: Random
    ) -> None:
        self._wood, self._clock, self._nature, self._rng = wood, clock, nature, rng
        width = len(section.columns)
        self._cells = {
            cell: [_Reed(1 << (row * width + column), cell) for row, column in slots]
            for cell, slots in section.cells.items()
        }
        self._order = list(self._cells)
        self._faults: dict[str, FaultKind] = {}
        self._moving: set[_Reed] = set()
        self._next_edge = inf
        self._mask = 0
        wood.watch(self._on_change)
        for cell in self._cells:
            self._on_change(cell, touched=False)

    def __contains__(self, cell: str) -> bool:
        return cell in self._cells

    def mask(self) -> int:
        """The reeds that conduct at this moment, as bits."""
        now = self._clock.now()
        if now >= self._next_edge:
            for reed in tuple(self._moving):
                self._follow(reed, now)
            self._next_edge = min((reed.edges[0][0] for reed in self._moving), default=inf)
        return self._mask

    def settled_at(self) -> float:
        """The last moment at which a reed will still move by itself."""
        if FaultKind.CHATTER in self._faults.values():
            return inf
        return max((reed.edges[-1][0] for reed in self._moving), default=-inf)

    def next_edge(self) -> float:
        """When the next reed will move by itself; infinity if none will."""
        return self._next_edge

    def fail(self, cell: str, kind: FaultKind) -> None:
        """Break a cell's reeds: dead never close, stuck stay as they are, chattering ones dance."""
        self.mask()
        self._faults[cell] = kind
        for reed in self._cells[cell]:
            self._show(reed)
            if kind is FaultKind.CHATTER:
                self._schedule(reed, [self._next_chatter(reed, self._clock.now())])

    def mend(self, cell: str) -> None:
        """Make a cell's reeds as good as new."""
        self._faults.pop(cell, None)
        for reed in self._cells[cell]:
            self._schedule(reed, [])
            self._show(reed)
        self._on_change(cell, touched=False)

    def jolt(self) -> None:
        """The table is bumped: some of the closed reeds let go for a moment."""
        self.mask()
        now, nature = self._clock.now(), self._nature
        for reed in (each for reeds in self._cells.values() for each in reeds):
            if reed.closed and not reed.edges and self._rng.random() < nature.jolted:
                self._flick(reed, now, now + self._rng.uniform(0.1, 1.0) * nature.jolt_s)

    def flick(self, cell: str, seconds: float, *, closed: bool) -> None:
        """Something closes one of a cell's reeds for a moment, or opens it: a magnet that passes,
        a knock. Nothing happens where no reed is at rest in the other state."""
        self.mask()
        at_rest = [reed for reed in self._cells[cell] if reed.closed != closed and not reed.edges]
        if at_rest:  # of a row, what is nearest to its end: the first free one, or the last taken
            now = self._clock.now()
            self._flick(at_rest[0 if closed else -1], now, now + seconds)

    def _pass(self, cell: str) -> None:
        """The magnet in a hand on its way to a cell, or from it, closes a reed beside it."""
        number = self._order.index(cell) + self._rng.choice((-1, 1))
        if 0 <= number < len(self._order):
            seconds = self._rng.uniform(*self._nature.pass_s)
            self.flick(self._order[number], seconds, closed=True)

    def _flick(self, reed: _Reed, at: float, until: float) -> None:
        """Let a reed change for a moment, and back."""
        if self._faults.get(reed.cell) is not FaultKind.CHATTER:
            there = self._bounces(at, not reed.closed)
            self._schedule(reed, there + self._bounces(max(until, there[-1][0]), reed.closed))

    def _on_change(self, cell: str, touched: bool) -> None:
        """Stones came or went: the field at each of the cell's reeds begins to change."""
        if cell not in self._cells:
            return
        if touched and self._nature.passes and self._rng.random() < self._nature.passes:
            self._pass(cell)
        count = self._wood.count(cell)
        for number, reed in enumerate(self._cells[cell]):
            target = 1.0 if count > number else 0.0
            if target != reed.target or (reed.closed != bool(target) and not reed.edges):
                self._aim(reed, target)

    def _aim(self, reed: _Reed, target: float) -> None:
        now = self._clock.now()
        self.mask()
        reed.start, reed.target, reed.since = self._field(reed, now), target, now
        if self._faults.get(reed.cell) is FaultKind.CHATTER:
            return
        if reed.closed == bool(target):
            self._schedule(reed, [])  # hysteresis: it had not let go yet
        else:
            self._schedule(reed, self._bounces(self._crossing(reed), bool(target)))

    def _field(self, reed: _Reed, now: float) -> float:
        if self._nature.magnet_s <= 0:
            return reed.target
        return reed.target + (reed.start - reed.target) * exp(
            -(now - reed.since) / self._nature.magnet_s
        )

    def _crossing(self, reed: _Reed) -> float:
        """When the field passes the strength that closes the reed, or the lower that opens it."""
        threshold = self._nature.closes_at if reed.target else self._nature.opens_at
        whole, left = reed.start - reed.target, threshold - reed.target
        if self._nature.magnet_s <= 0 or abs(left) >= abs(whole):
            return reed.since
        return reed.since + self._nature.magnet_s * log(whole / left)

    def _bounces(self, at: float, closing: bool) -> list[tuple[float, bool]]:
        """A closing reed bounces; an opening one lets go with fewer."""
        edges = [(at, closing)]
        most = self._nature.bounces if closing else self._nature.bounces // 2
        for _ in range(self._rng.randint(0, most)):
            for state in (not closing, closing):
                at += self._rng.uniform(0.1, 1.0) * self._nature.bounce_s
                edges.append((at, state))
        return edges

    def _schedule(self, reed: _Reed, edges: list[tuple[float, bool]]) -> None:
        reed.edges = deque(edges)
        if edges:
            self._moving.add(reed)
            self._next_edge = min(self._next_edge, edges[0][0])
        else:
            self._moving.discard(reed)

    def _follow(self, reed: _Reed, now: float) -> None:
        """Let every edge of a reed happen whose time has come."""
        while reed.edges and reed.edges[0][0] <= now:
            at, reed.closed = reed.edges.popleft()
            self._show(reed)
            if self._faults.get(reed.cell) is FaultKind.CHATTER:
                reed.edges.append(self._next_chatter(reed, at))
        if not reed.edges:
            self._moving.discard(reed)

    def _next_chatter(self, reed: _Reed, after: float) -> tuple[float, bool]:
        return after + self._rng.uniform(*CHATTER_S), not reed.closed

    def _show(self, reed: _Reed) -> None:
        """Let the outside see a reed's state, unless its fault hides it."""
        fault = self._faults.get(reed.cell)
        if fault is FaultKind.STUCK:
            return
        closed = reed.closed and fault is not FaultKind.DEAD
        self._mask = self._mask | reed.bit if closed else self._mask & ~reed.bit


class BulkReeds:
    """Whole scans straight from the simulated reeds, one layer above the pins."""

    def __init__(self, reeds: SimulatedReeds) -> None:
        self.scan = reeds.mask

    def close(self) -> None:
        """Nothing to let go of."""
