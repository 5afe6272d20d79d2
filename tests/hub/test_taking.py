"""What the hub takes of what arrives: nothing twice, nothing out of order, nothing forged."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from controller.hub.new_events import NewEvents
from controller.hub.store import Cursor, TableEvent
from controller.play.event import Event, Stored
from controller.publish.messages import Ack, Batch, record_id
from tests.hub.chains import plain_chain, rows, sealed


class Disk:
    """A store in memory that keeps what it is given, and can be asked for hashes."""

    def __init__(self) -> None:
        self.rows: list[TableEvent] = []
        self.taking = NewEvents({}, self.seal)

    def seal(self, table: str, record: str, seq: int) -> str | None:
        """The hash of a stored event."""
        return next((row.hash for row in self.rows if row[:3] == (table, record, seq)), None)

    def keep(self, new: tuple[TableEvent, ...]) -> None:
        """A commit."""
        self.rows += new
        self.taking.keep(new)

    def restart(self) -> None:
        """The hub is killed: only the disk is left."""
        heads = {(row.table, row.record): Cursor(row.seq, row.hash) for row in self.rows}
        self.taking = NewEvents(heads, self.seal)


def batch(chain: list[Stored], first: int, last: int) -> Batch:
    """Events `first` to `last` of a chain."""
    return Batch(record_id(chain[0].hash), tuple(chain[first - 1 : last]))


@given(
    st.integers(1, 30),
    st.lists(
        st.tuples(
            st.integers(1, 30),
            st.integers(1, 30),
            st.sampled_from(["send", "kill", "wait"]),
        ),
        max_size=40,
    ),
)
def test_whatever_the_network_does_each_event_is_kept_once_and_in_order(
    length: int, acts: list[tuple[int, int, str]]
) -> None:
    """Batches overlap, repeat, leave gaps; the hub is killed: 0 lost, 0 double."""
    chain = plain_chain(length)
    disk = Disk()
    waiting: tuple[TableEvent, ...] = ()
    for one, other, act in acts:
        first, last = min(one, other, length), min(max(one, other), length)
        taken = disk.taking.take("t", batch(chain, first, last))
        assert taken.conflict is None
        waiting += taken.rows
        if act == "kill":
            waiting = ()
            disk.restart()
        elif act == "send":
            disk.keep(waiting)
            waiting = ()
        assert disk.rows == rows("t", chain)[: len(disk.rows)]
    disk.restart()
    acked = disk.taking.ack("t", record_id(chain[0].hash)).seq
    if acked < length:
        disk.keep(disk.taking.take("t", batch(chain, acked + 1, length)).rows)
    assert disk.rows == rows("t", chain)


@given(st.integers(1, 12), st.integers(1, 12), st.integers(1, 12), st.booleans())
def test_a_changed_record_is_never_taken(kept: int, changed: int, more: int, forged: bool) -> None:
    """Another event under a known number, or a hash that does not follow, is a conflict."""
    length = kept + more
    chain = plain_chain(length)
    disk = Disk()
    disk.keep(disk.taking.take("t", batch(chain, 1, kept)).rows)
    at = min(changed, length)
    other = list(chain)
    if forged:
        # The facts are changed and the hashes are not.
        seq = max(at, kept + 1)
        event = Event("turn.made", 1.0, {"forged": True})
        other[seq - 1] = replace(other[seq - 1], event=event)
    else:
        # The record is written anew from some event on, with right hashes; it keeps its name.
        tail = [(s.game, s.event) for s in chain]
        tail[at - 1] = (1, Event("turn.made", 5.0, {"other": True}))
        other = sealed(tail)
    name = record_id(chain[0].hash)
    taken = disk.taking.take("t", Batch(name, tuple(other)))
    if not forged and at > kept:
        assert taken.conflict is None or at == 1
        return
    assert taken.conflict is not None
    assert taken.rows == ()
    assert taken.ack is not None
    assert taken.ack.seq == kept


def test_a_gap_takes_nothing_and_sends_the_table_back() -> None:
    """The ack names what is on the disk, so that the table goes on after it."""
    chain = plain_chain(9)
    disk = Disk()
    disk.keep(disk.taking.take("t", batch(chain, 1, 3)).rows)
    taken = disk.taking.take("t", batch(chain, 5, 9))
    assert (taken.rows, taken.ack) == ((), Ack(record_id(chain[0].hash), 3))


def test_an_ack_never_runs_ahead_of_the_disk() -> None:
    """What is taken but not stored is not acknowledged."""
    chain = plain_chain(4)
    disk = Disk()
    taken = disk.taking.take("t", batch(chain, 1, 4))
    assert len(taken.rows) == 4
    assert disk.taking.take("t", batch(chain, 1, 4)).ack == Ack(record_id(chain[0].hash), 0)
    disk.keep(taken.rows)
    assert disk.taking.take("t", batch(chain, 1, 4)).ack == Ack(record_id(chain[0].hash), 4)


def test_a_record_is_named_after_its_first_event() -> None:
    """One table cannot write into a record of another name."""
    chain = plain_chain(2)
    taken = Disk().taking.take("t", Batch("0123456789abcdef", tuple(chain)))
    assert taken.conflict == "record 0123456789abcdef is not named after its first event"


def test_numbers_no_database_could_keep_are_refused() -> None:
    """A game of an absurd number must not stop the batch of all other tables."""
    chain = sealed([(10**30, Event("turn.made", 1.0, {}))])
    taken = Disk().taking.take("t", batch(chain, 1, 1))
    assert taken.conflict is not None
    assert "no game 1000" in taken.conflict
