"""The outbox: what is sent next, whatever network and hub do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from controller.publish.messages import Ack
from controller.publish.outbox import Outbox, Pace

RECORD, OTHER = "0123456789abcdef", "fedcba9876543210"
PACE = Pace()
#: So many events go into one message in these tests.
BATCH = 3


@pytest.fixture
def outbox() -> Outbox:
    """Connected at second 0, ten events in the record, and the hub has none of them."""
    made = Outbox(RECORD)
    made.grow(10)
    made.connect(0.0)
    made.hear(Ack(RECORD, 0), 0.0)
    return made


def send_all(outbox: Outbox, now: float) -> list[int]:
    """Send until nothing is wanted; gives where each message began."""
    begun = []
    while (since := outbox.wants(now)) is not None:
        begun.append(since)
        outbox.sent_to(min(since + BATCH, outbox.top), now)
    return begun


def test_sends_in_order_from_the_hubs_word(outbox: Outbox) -> None:
    """Messages follow each other without gap, from the first event that the hub has not."""
    outbox.hear(Ack(RECORD, 4), 0.0)
    assert send_all(outbox, 0.0) == [4, 7]
    assert outbox.wants(0.0) is None


def test_nothing_is_sent_before_the_broker_is_there() -> None:
    """Without a connection there is nothing to send and nothing to wait for."""
    outbox = Outbox(RECORD)
    outbox.grow(10)
    assert outbox.wants(0.0) is None
    assert outbox.due is None


def test_waits_for_the_word_from_before() -> None:
    """After a start the kept word of the hub saves sending the whole record again."""
    outbox = Outbox(RECORD)
    outbox.grow(1000)
    outbox.connect(0.0)
    assert outbox.wants(0.1) is None
    outbox.hear(Ack(RECORD, 990), 0.2)
    assert outbox.wants(0.2) == 990


def test_begins_by_itself_where_no_hub_ever_spoke() -> None:
    """A broker that keeps no word of a hub does not stop the table from sending."""
    outbox = Outbox(RECORD)
    outbox.grow(10)
    outbox.connect(0.0)
    assert outbox.due == PACE.hello
    assert outbox.wants(PACE.hello) == 0


def test_a_word_about_another_record_begins_this_one() -> None:
    """A new record file is sent from its first event, though the hub had much of the old one."""
    outbox = Outbox(RECORD)
    outbox.grow(10)
    outbox.connect(0.0)
    outbox.hear(Ack(OTHER, 500), 0.1)
    assert outbox.wants(0.1) == 0
    assert outbox.waiting == 10


def test_runs_only_a_window_ahead_of_the_hub() -> None:
    """A hub that is slow is not buried."""
    outbox = Outbox(RECORD, Pace(window=6))
    outbox.grow(100)
    outbox.connect(0.0)
    outbox.hear(Ack(RECORD, 0), 0.0)
    assert send_all(outbox, 0.0) == [0, 3]
    outbox.hear(Ack(RECORD, 3), 0.1)
    assert send_all(outbox, 0.1) == [6]


def test_a_reconnect_sends_again_what_was_not_confirmed(outbox: Outbox) -> None:
    """What was under way when the cable was pulled goes again."""
    send_all(outbox, 0.0)
    outbox.hear(Ack(RECORD, 6), 0.1)
    outbox.disconnect()
    assert outbox.wants(1.0) is None
    outbox.connect(2.0)
    assert send_all(outbox, 2.0) == [6, 9]


def test_a_repeated_word_goes_back_once_a_second(outbox: Outbox) -> None:
    """A hub that misses something repeats its word; for many repetitions all goes again once."""
    send_all(outbox, 0.0)
    outbox.hear(Ack(RECORD, 3), 0.1)
    outbox.hear(Ack(RECORD, 3), 0.2)
    assert send_all(outbox, 0.2) == [3, 6, 9]
    for _ in range(5):
        outbox.hear(Ack(RECORD, 3), 0.3)
        assert send_all(outbox, 0.3) == []
    assert send_all(outbox, 0.2 + PACE.again) == [3, 6, 9]


def test_a_silent_hub_is_asked_more_and_more_rarely(outbox: Outbox) -> None:
    """A hub that is down gets one message after 5, 10, 20, 40 and then every 60 seconds."""
    send_all(outbox, 0.0)
    moments: list[float] = []
    while len(moments) < 6:
        assert outbox.due is not None
        moments.append(outbox.due)
        assert send_all(outbox, outbox.due) == [0]
    pauses = [after - before for before, after in zip([0.0, *moments], moments, strict=False)]
    assert pauses == [5.0, 10.0, 20.0, 40.0, 60.0, 60.0]


def test_a_hub_that_is_back_gets_everything(outbox: Outbox) -> None:
    """The first new word opens the window again."""
    send_all(outbox, 0.0)
    send_all(outbox, PACE.silence)
    outbox.hear(Ack(RECORD, 3), 6.0)
    assert send_all(outbox, 6.0) == [3, 6, 9]


def test_an_older_word_is_believed(outbox: Outbox) -> None:
    """A hub whose database was put back gets again what it lost."""
    send_all(outbox, 0.0)
    outbox.hear(Ack(RECORD, 10), 0.1)
    assert outbox.waiting == 0
    outbox.hear(Ack(RECORD, 4), 9.0)
    assert (outbox.waiting, send_all(outbox, 9.0)) == (6, [4, 7])


def test_a_refusal_stops_until_the_hub_takes_more(outbox: Outbox) -> None:
    """Where the hub has another event under a number, sending the same again helps nobody."""
    send_all(outbox, 0.0)
    outbox.hear(Ack(RECORD, 4, "event 5 has another hash"), 0.1)
    assert (outbox.refusal, outbox.wants(100.0)) == ("event 5 has another hash", None)
    assert outbox.due is None
    outbox.hear(Ack(RECORD, 4), 200.0)
    assert send_all(outbox, 200.0 + PACE.again) == [4, 7]


def test_a_hub_that_has_more_than_the_table(outbox: Outbox) -> None:
    """An older copy in place of the record is noticed, and nothing waits or is sent."""
    outbox.hear(Ack(RECORD, 12), 0.1)
    assert (outbox.ahead, outbox.waiting, outbox.wants(0.1)) == (True, 0, None)


def test_an_unanswered_message_is_counted_from_the_first(outbox: Outbox) -> None:
    """Since when the hub is silent does not move while it stays silent, and ends when it speaks."""
    send_all(outbox, 1.0)
    send_all(outbox, 1.0 + PACE.silence)
    assert outbox.unanswered == 1.0
    outbox.hear(Ack(RECORD, 10), 20.0)
    assert outbox.unanswered is None


class Hub:
    """A hub by the contract: takes what follows, says again what it has on anything else."""

    def __init__(self) -> None:
        self.taken: list[int] = []

    def take(self, events: list[int]) -> Ack:
        """Take what follows on what is there; nothing where something is missing between."""
        if events[0] <= len(self.taken) + 1:
            self.taken += [each for each in events if each > len(self.taken)]
        return Ack(RECORD, len(self.taken))


class AnyNetwork(RuleBasedStateMachine):
    """Messages and acks that are lost, doubled and overtake each other, and a hub that forgets."""

    def __init__(self) -> None:
        super().__init__()
        self.outbox, self.hub, self.now = Outbox(RECORD, Pace(window=7)), Hub(), 0.0
        self.top = 0
        self.connected = False
        self.messages: list[list[int]] = []
        self.acks: list[Ack] = []

    @initialize(top=st.integers(0, 20))
    def begin(self, top: int) -> None:
        """The record holds something already."""
        self.play(top)

    @rule(count=st.integers(1, 9))
    def play(self, count: int) -> None:
        """The game goes on, whatever the network does."""
        self.top += count
        self.outbox.grow(self.top)

    @rule(seconds=st.floats(0.01, 30.0))
    def wait(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds

    @precondition(lambda self: not self.connected)
    @rule()
    def connect(self) -> None:
        """The broker is there; the word that it kept is the newest it got, or none."""
        self.connected = True
        self.outbox.connect(self.now)

    @precondition(lambda self: self.connected)
    @rule(lost=st.booleans())
    def disconnect(self, lost: bool) -> None:
        """The cable is pulled; what is under way arrives or does not."""
        self.connected = False
        self.outbox.disconnect()
        if lost:
            self.messages.clear()
            self.acks.clear()

    @precondition(lambda self: self.connected)
    @rule()
    def send(self) -> None:
        """The table sends one message, if the outbox wants it."""
        since = self.outbox.wants(self.now)
        if since is not None:
            last = min(since + BATCH, self.top)
            self.messages.append(list(range(since + 1, last + 1)))
            self.outbox.sent_to(last, self.now)

    @precondition(lambda self: self.messages)
    @rule(data=st.data(), fate=st.sampled_from(["taken", "lost", "doubled"]))
    def deliver(self, data: st.DataObject, fate: str) -> None:
        """Some message, not always the oldest, reaches the hub, or does not, or does twice."""
        number = data.draw(st.integers(0, len(self.messages) - 1))
        message = self.messages[number] if fate == "doubled" else self.messages.pop(number)
        if fate != "lost":
            self.acks.append(self.hub.take(message))

    @precondition(lambda self: self.acks and self.connected)
    @rule(data=st.data(), fate=st.sampled_from(["heard", "lost", "doubled"]))
    def answer(self, data: st.DataObject, fate: str) -> None:
        """Some ack, not always the oldest, reaches the table, or does not, or does twice."""
        number = data.draw(st.integers(0, len(self.acks) - 1))
        ack = self.acks[number] if fate == "doubled" else self.acks.pop(number)
        if fate != "lost":
            self.outbox.hear(ack, self.now)

    @rule(keep=st.integers(0, 30))
    def restore(self, keep: int) -> None:
        """The hub is put back to an older copy of its database, and says so."""
        del self.hub.taken[keep:]
        self.acks.append(Ack(RECORD, len(self.hub.taken)))

    @rule()
    def restart(self) -> None:
        """The daemon is killed and comes back: only the record is left."""
        self.connected = False
        self.outbox = Outbox(RECORD, Pace(window=7))
        self.outbox.grow(self.top)

    @invariant()
    def in_order(self) -> None:
        """The hub never has a gap, a double, or anything that did not happen."""
        assert self.hub.taken == list(range(1, len(self.hub.taken) + 1))
        assert len(self.hub.taken) <= self.top

    @invariant()
    def never_spins(self) -> None:
        """Where nothing is wanted, the next look lies in the future."""
        if self.outbox.wants(self.now) is None and self.outbox.due is not None:
            assert self.outbox.due > self.now

    def teardown(self) -> None:
        """As soon as the network is good for a while, everything has arrived."""
        if not self.connected:
            self.connect()
        for _ in range(40):
            self._good_minute()
            if self.hub.taken == list(range(1, self.top + 1)) and self.outbox.waiting == 0:
                return
        raise AssertionError(f"{len(self.hub.taken)} of {self.top} arrived")

    def _good_minute(self) -> None:
        arrived: list[Any] = [*self.acks, *(self.hub.take(each) for each in self.messages)]
        self.acks, self.messages = [], []
        for ack in arrived:
            self.outbox.hear(ack, self.now)
        for _ in range(100):
            self.send()
        self.now += PACE.most


TestAnyNetwork = AnyNetwork.TestCase
TestAnyNetwork.settings = settings(
    max_examples=200,
    stateful_step_count=40,
)
