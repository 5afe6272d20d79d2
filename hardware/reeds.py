"""Reed switches in a diode matrix.

Wiring: each row pin goes to one row of reeds; each reed goes on through its own diode (1N4148,
stripe towards the row) to its column pin. Columns are pulled up; a scan drives one row low at a
time, and a column that reads low has a closed reed at that crossing. The diodes keep current from
finding a way round through three other closed reeds ("ghosting").
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Protocol

from hardware.clock import Clock
from hardware.driver import not_read_yet
from hardware.profile.models import Reeds
from hardware.readings import Reading, Sense
from hardware.told import Told, Wording
from hardware.wires import PinFactory

CHATTER_WINDOW_S = 1.0

CHATTERS = "chatters"

FAULTS = {
    CHATTERS: Wording(
        "The reed of {cell} chatters: {edges} edges within a second, more than any hand "
        "makes. Check its solder joints and how far its magnet is."
    ),
}
"""What can be wrong with a reed, in a sentence for the builder."""


class ReedWire(Protocol):
    """Where the scans come from: pins, or a simulation one layer above them."""

    def scan(self) -> int:
        """The closed reeds as bits; the bit of row r, column c is r x columns + c."""
        ...

    def close(self) -> None:
        """Let go of the wires."""
        ...


class ReedPins:
    """Scans a matrix over gpiozero pins."""

    def __init__(self, rows: Sequence[int], columns: Sequence[int], factory: PinFactory) -> None:
        from gpiozero import InputDevice, OutputDevice

        # Rows rest high and scan low: GPIO 2 and 3 with their fixed pull-ups can then serve too.
        self._devices = [
            OutputDevice(pin, active_high=False, initial_value=False, pin_factory=factory)
            for pin in rows
        ]
        self._rows = [device.pin for device in self._devices]
        # InputDevice, not DigitalInputDevice: the latter claims edge events nobody needs here.
        inputs = [InputDevice(pin, pull_up=True, pin_factory=factory) for pin in columns]
        self._columns = [device.pin for device in inputs]
        self._devices += inputs

    def scan(self) -> int:
        """Drive the rows one after the other and gather what the columns say."""
        closed, bit = 0, 1
        for row in self._rows:
            row.state = 0
            for column in self._columns:
                if not column.state:
                    closed |= bit
                bit <<= 1
            row.state = 1
        return closed

    def close(self) -> None:
        """Give the pins back as inputs."""
        for device in self._devices:
            device.close()


class _Slot:
    """One reed: what it last said for sure, and since when it has been saying something else."""

    __slots__ = ("began", "bit", "cell", "closed", "moved_at")

    def __init__(self, bit: int, cell: _Cell) -> None:
        self.bit = bit
        self.cell = cell
        self.closed: bool | None = None
        self.moved_at = 0.0
        self.began: float | None = None


class _Cell:
    """One cell of the board and its reeds."""

    __slots__ = ("chattering", "edges", "name", "reading", "recent", "sense", "slots")

    def __init__(self, name: str, bits: Sequence[int], now: float) -> None:
        self.name = name
        self.slots = [_Slot(bit, self) for bit in bits]
        self.sense = Sense.SLOTS if len(bits) > 1 else Sense.PRESENCE
        self.reading = not_read_yet(name, self.sense, now, len(bits))
        self.recent: deque[float] = deque()
        self.edges = 0
        self.chattering = False

    def known(self) -> bool:
        return all(slot.closed is not None for slot in self.slots)

    def report(self, at: float, fault: str | None = None) -> Reading:
        closed = float(sum(slot.closed or False for slot in self.slots))
        self.reading = Reading(
            self.name, self.sense, closed, at, fault is None, fault, len(self.slots)
        )
        return self.reading


@dataclass(frozen=True, slots=True)
class ReedHealth:
    """How a reed has been doing: raw edges seen, and whether it is chattering now."""

    edges: int
    chattering: bool


class ReedMatrix:
    """Tells when a cell's reeds have closed or opened for good, not while they bounce."""

    def __init__(self, section: Reeds, wire: ReedWire, clock: Clock) -> None:
        self._wire = wire
        self._clock = clock
        self._debounce = section.debounce_ms / 1000
        self._fast, self._slow = 1 / section.fast_hz, 1 / section.slow_hz
        self._rest_after, self._limit = section.rest_after_s, section.chatter_hz
        self._cells = _cells(section, clock.now())
        self._slots = {slot.bit: slot for cell in self._cells for slot in cell.slots}
        self._watched = sum(self._slots)
        self._raw: int | None = None
        self._pending: list[_Slot] = list(self._slots.values())
        self._chattering: list[_Cell] = []
        self._last_edge = self._due = clock.now()
        self.looked_at = -inf
        self._closed = False

    def poll(self) -> list[Reading]:
        """Scan if it is time to, and give each cell that changed for good."""
        now = self._clock.now()
        if now < self._due:
            return []
        raw = self._wire.scan() & self._watched
        self.looked_at = now
        readings: list[Reading] = []
        if raw != self._raw:
            readings += self._see(raw, now)
        if self._pending:
            readings += self._accept(now)
        if self._chattering:
            readings += self._forgive(now)
        self._due = self._next_scan(now)
        return readings

    def delay(self) -> float:
        """Seconds to the next scan: short while reeds move, long when nobody plays."""
        return max(0.0, self._due - self._clock.now())

    def sharp(self) -> bool:
        """Whether a reed is about to be believed; one that chatters is not."""
        return any(not slot.cell.chattering for slot in self._pending)

    def snapshot(self) -> list[Reading]:
        """The latest reading of each cell."""
        return [cell.reading for cell in self._cells]

    def settled(self) -> bool:
        """Whether no reed is bouncing and every cell has been reported."""
        return not self._pending and not self._chattering

    def health(self) -> dict[str, ReedHealth]:
        """For each cell, how many raw edges were seen and whether it chatters."""
        return {cell.name: ReedHealth(cell.edges, cell.chattering) for cell in self._cells}

    def rewire(self, wire: ReedWire) -> None:
        """Go on over wires that were opened anew: what every reed says is found out again."""
        self._wire, self._raw = wire, None
        self._due = self._clock.now()

    def unwire(self) -> None:
        """Let go of wires that failed, until there are new ones."""
        self._wire.close()

    def close(self) -> None:
        """Let go of the pins."""
        if not self._closed:
            self._closed = True
            self._wire.close()

    def _see(self, raw: int, now: float) -> list[Reading]:
        """Note which reeds just moved."""
        first = self._raw is None
        changed = self._watched if first else raw ^ (self._raw or 0)
        self._raw, self._last_edge = raw, now
        faults: list[Reading] = []
        while changed:
            bit = changed & -changed
            changed ^= bit
            slot = self._slots[bit]
            self._stir(slot, now)
            if not first:
                faults += self._count_edge(slot.cell, now)
        return faults

    def _stir(self, slot: _Slot, now: float) -> None:
        slot.moved_at = now
        if slot.began is None:
            slot.began = now
            if slot not in self._pending:
                self._pending.append(slot)

    def _count_edge(self, cell: _Cell, now: float) -> list[Reading]:
        """Count an edge; more of them than a hand can make is a fault."""
        cell.edges += 1
        recent = cell.recent
        recent.append(now)
        while now - recent[0] > CHATTER_WINDOW_S:
            recent.popleft()
        if cell.chattering or len(recent) <= self._limit * len(cell.slots):
            return []
        cell.chattering = True
        self._chattering.append(cell)
        words = Told(FAULTS[CHATTERS], cell=cell.name, edges=len(recent))
        return [cell.report(now, words)]

    def _accept(self, now: float) -> list[Reading]:
        """Believe each reed that has held still for the debounce time."""
        began: dict[_Cell, float] = {}
        waiting: list[_Slot] = []
        for slot in self._pending:
            # A hair of tolerance: a scan planned for this very moment must count as in time.
            if now - slot.moved_at < self._debounce - 1e-9:
                waiting.append(slot)
            elif self._believe(slot):
                began[slot.cell] = min(slot.began or now, began.get(slot.cell, now))
            if slot not in waiting:
                slot.began = None
        self._pending = waiting
        believed = (cell for cell in began if not cell.chattering and cell.known())
        return [cell.report(began[cell]) for cell in believed]

    def _believe(self, slot: _Slot) -> bool:
        closed = bool((self._raw or 0) & slot.bit)
        changed = closed != slot.closed
        slot.closed = closed
        return changed

    def _forgive(self, now: float) -> list[Reading]:
        """Trust a chattering cell again once it has been calm for a whole window."""
        calm = [
            cell
            for cell in self._chattering
            if now - cell.recent[-1] > CHATTER_WINDOW_S and cell.known()
        ]
        for cell in calm:
            cell.chattering = False
            self._chattering.remove(cell)
        return [cell.report(now) for cell in calm]

    def _next_scan(self, now: float) -> float:
        resting = now - self._last_edge > self._rest_after
        due = now + (self._slow if resting else self._fast)
        for slot in self._pending:
            due = min(due, max(now + 1e-4, slot.moved_at + self._debounce))
        return due


def _cells(section: Reeds, now: float) -> list[_Cell]:
    width = len(section.columns)
    return [
        _Cell(name, [1 << (row * width + column) for row, column in slots], now)
        for name, slots in section.cells.items()
    ]
