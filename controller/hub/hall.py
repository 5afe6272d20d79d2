"""The hall as it stands at this moment: every table's newest state and health, in memory.

The director sees it live. Spectators see the tables of a competition with a delay as they were so
many seconds ago.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from controller.hub.glance import Glance, glance_at, still, whole_letters
from controller.publish.messages import Status
from controller.web.past import Past
from controller.words.speech import Said, say
from controller.words.telling import refusal

#: More events than this waiting for the hub is worth a light.
MANY_WAITING = 50
#: How large a state may be; a table's is some kilobytes.
LARGEST_STATE = 256_000

#: A table's clock that differs so much from the hub's, in seconds, is told: no network is so slow.
CLOCK_OFF = 120.0
#: A state that the broker kept is not taken for older: so long no clock runs.
OLDEST_STATE = 86_400.0

#: A record that comes back so soon after another came under the same name is another table's.
TWINS_S = 600.0
#: Of so many records of one table it is remembered when they were last heard of.
_MOST_RECORDS = 20

GOOD, TROUBLE, CONFLICT, AWAY = "good", "trouble", "conflict", "away"


@dataclass(slots=True)
class Station:
    """One table as the hub knows it."""

    name: str
    online: bool = False
    version: str | None = None
    profile: str | None = None
    record: str | None = None
    seen: float | None = None
    state: bytes | None = None
    #: When that state was made, by the hub's clock: what its running clocks show was so then.
    made: float = 0.0
    #: By how many seconds its clock is ahead of the hub's; None: it is right, or not known.
    off: float | None = None
    rev: int = 0
    heard: int = 0
    stored: int = 0
    conflict: str | None = None
    #: Why no more is taken of it, where it brings more than the hub keeps of one table.
    quota: str | None = None
    #: When each record that comes under this name was last heard of.
    records: dict[str, float] = field(default_factory=dict)
    #: Why two tables seem to use this name, and since when it was seen last.
    twins: tuple[str, float] | None = None
    stilled: tuple[int, bytes] | None = None
    past: Past = field(default_factory=Past)
    glances: dict[bool, tuple[int, Glance]] = field(default_factory=dict)

    @property
    def waiting(self) -> int:
        """Events that were heard of and are not on the hub's disk."""
        return max(0, self.heard - self.stored)


class Hall:
    """All tables."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._stations: dict[str, Station] = {}
        self._order: list[str] = []
        self._delays: dict[str, float] = {}
        self.store_trouble: str | None = None
        self.broker_trouble: str | None = "not connected yet"

    # -- what is heard ----------------------------------------------------------------------------

    def station(self, table: str) -> Station:
        """The table of this name; it is known from now on."""
        station = self._stations.get(table)
        if station is None:
            station = self._stations[table] = Station(table)
        return station

    def hear_status(self, table: str, status: Status) -> None:
        """A table has come or gone."""
        station = self.station(table)
        station.online = status.online
        station.rev += 1
        if status.online:
            station.seen = self._now()
            station.version, station.profile = status.version, status.profile
            if status.record is not None:
                self._look_for_twins(station, status.record)
            if status.record != station.record:
                station.record, station.heard, station.stored = status.record, 0, 0
                station.conflict = station.quota = None

    def _look_for_twins(self, station: Station, record: str) -> None:
        """A record that comes back after another came is a second table under the same name."""
        now, before = self._now(), station.record
        if before not in (None, record) and now - station.records.get(record, -math.inf) < TWINS_S:
            station.twins = (
                f"two tables use the name {station.name}: their records {before} and {record} come"
                " in turn. Give one of them another name ([hall] table, and a password of its own)",
                now,
            )
        station.records[record] = now
        while len(station.records) > _MOST_RECORDS:  # however many a table makes up
            del station.records[next(iter(station.records))]

    def hear_clock(self, table: str, at: float | None) -> None:
        """A table has said what time it is there at this moment."""
        if at is not None:
            off = at - self._now()
            self.station(table).off = off if abs(off) >= CLOCK_OFF else None

    def hear_state(self, table: str, state: bytes, made: float | None = None) -> None:
        """A table shows itself; `made` is the time of its clock where it did so before the hub
        came."""
        # What is too large is told as unreadable; half a letter would break whatever shows it.
        state = whole_letters(state) if len(state) <= LARGEST_STATE else b"{}"
        station = self.station(table)
        station.seen = now = self._now()
        station.state = state
        station.made = now if made is None or not 0 <= now - made <= OLDEST_STATE else made
        station.rev += 1
        if table in self._delays:
            station.past.add(state, now)

    def hear_events(self, table: str, record: str, last: int) -> None:
        """A table sends events up to this number."""
        station = self.station(table)
        station.seen = self._now()
        if record == station.record:
            station.heard = max(station.heard, last)

    def hear_stored(self, table: str, record: str, seq: int) -> None:
        """Events up to this number are on the disk."""
        station = self.station(table)
        if station.record in (None, record):
            if seq > station.stored:
                station.quota = None
            station.record = record
            station.stored = seq
            station.heard = max(station.heard, seq)

    def hear_conflict(self, table: str, why: str) -> None:
        """A table tells another story than the store."""
        station = self.station(table)
        station.conflict = why
        station.rev += 1

    def hear_quota(self, table: str, why: str) -> bool:
        """A table brings more than is kept of one; gives whether that is new."""
        station = self.station(table)
        new, station.quota = station.quota is None, why
        return new

    # -- what is shown -----------------------------------------------------------------------------

    def set_delays(self, delays: Mapping[str, float]) -> list[str]:
        """How many seconds late spectators see each of these tables; all others at once. Gives
        those of which something else was said before."""
        for table in delays.keys() - self._delays.keys():
            self.station(table).past = Past()
        before = self._delays
        self._delays = {table: seconds for table, seconds in delays.items() if seconds > 0}
        named = sorted(before.keys() | self._delays.keys())
        return [table for table in named if before.get(table) != self._delays.get(table)]

    def delay(self, table: str) -> float:
        """How many seconds late spectators see this table."""
        return self._delays.get(table, 0.0)

    @property
    def tables(self) -> list[str]:
        """The names of all tables, in the order people would say them: t2 before t10."""
        if len(self._order) != len(self._stations):  # tables come, and are never forgotten
            self._order = sorted(self._stations, key=_in_order)
        return self._order

    def knows(self, table: str) -> bool:
        """Whether this table was ever heard of."""
        return table in self._stations

    def shown(self, table: str, live: bool) -> tuple[int, bytes | None]:
        """The state of a table that this viewer may see, and its number."""
        station = self._stations.get(table)
        if station is None:
            return 0, None
        delay = 0.0 if live else self.delay(table)
        if not delay:
            return station.rev, station.state if station.online else _stilled(station)
        station.past.show(self._now() - delay)
        rev, shown = -1 - 2 * station.past.rev, station.past.shown
        # A table that is away has another number, so that what was drawn of it is drawn anew.
        return (rev, shown) if station.online or shown is None else (rev - 1, still(shown))

    def age(self, table: str, live: bool) -> float:
        """How many seconds ago, for this viewer, the state was made that is shown to him: so much
        longer have the clocks been running that run in it."""
        station = self._stations.get(table)
        if station is None:
            return 0.0
        delay = 0.0 if live else self.delay(table)
        made = station.past.shown_at if delay else station.made
        return max(0.0, self._now() - delay - made)

    def glance(self, table: str, live: bool) -> tuple[int, Glance | None]:
        """The same at a glance; one that many look at is made once."""
        rev, state = self.shown(table, live)
        if state is None:
            return rev, None
        late = rev < 0
        station = self._stations[table]
        kept = station.glances.get(late)
        if kept is None or kept[0] != rev:
            kept = station.glances[late] = (rev, glance_at(state))
        return kept

    def light(self, table: str) -> str:
        """The health light of a table."""
        station = self._stations[table]
        if self._conflict(station):
            return CONFLICT
        if not station.online:
            return AWAY
        glance = self.glance(table, live=True)[1]
        ill = station.off or (glance is not None and (glance.sensors or glance.alerts))
        wanting = station.quota or station.waiting > MANY_WAITING
        return TROUBLE if ill or wanting else GOOD

    def _conflict(self, station: Station) -> str | None:
        """What the director must settle: a record that contradicts itself, or two of one name."""
        if station.twins and self._now() - station.twins[1] >= TWINS_S:
            station.twins = None
        return station.conflict or (station.twins[0] if station.twins else None)

    def health(self, table: str) -> dict[str, Any]:
        """Everything about a table's health, for the director."""
        station = self._stations[table]
        glance = self.glance(table, live=True)[1]
        return {
            "table": table,
            "light": self.light(table),
            "online": station.online,
            "seen": station.seen,
            "version": station.version,
            "profile": station.profile,
            "record": station.record,
            "stored": station.stored,
            "waiting": station.waiting,
            "conflict": self._conflict(station),
            "sensors": glance.sensors if glance else 0,
            "alerts": [
                *_clock_alert(station),
                *([refusal(station.quota)] if station.quota else []),
                *(glance.alerts if glance else ()),
            ],
            "status": glance.status if glance else None,
            "players": list(glance.players) if glance else [],
            "delay": self.delay(table),
        }


def _clock_alert(station: Station) -> list[Said]:
    """What the director is told of a table whose clock is wrong."""
    if station.off is None:
        return []
    hours, minutes = divmod(round(abs(station.off) / 60), 60)
    key = "alert-clock-ahead" if station.off > 0 else "alert-clock-behind"
    return [say(key, hours=hours, minutes=minutes)]


def _stilled(station: Station) -> bytes | None:
    """The state of a table that is away: nobody knows how its clocks go on, so they stand still."""
    if station.state is None:
        return None
    if station.stilled is None or station.stilled[0] != station.rev:
        station.stilled = (station.rev, still(station.state))
    return station.stilled[1]


def _in_order(name: str) -> list[tuple[float, str]]:
    """`t10` as "t", 10, so that numbers are counted and not spelled."""
    parts = re.findall(r"[0-9]+|[^0-9]+", name)
    return [(float(part), "") if part.isdigit() else (math.inf, part) for part in parts]
