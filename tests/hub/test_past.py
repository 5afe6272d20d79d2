"""What spectators see of a table with a delay: never too early, and never anything made up."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from controller.hub.hall import Hall
from controller.publish.messages import Status
from controller.web.past import GRAIN, Past

_STEPS = st.lists(
    st.tuples(st.floats(0.01, 5.0), st.binary(max_size=40), st.booleans()), min_size=1, max_size=80
)


@given(_STEPS, st.floats(1.0, 30.0))
def test_nothing_is_shown_before_its_time(
    steps: list[tuple[float, bytes, bool]], delay: float
) -> None:
    """What is shown was sent at least the delay ago; what is left out is at most a grain older."""
    past, now, sent = Past(), 1000.0, []
    for pause, state, looks in steps:
        now += pause
        past.add(state, now)
        sent.append((now, state))
        if looks:
            past.show(now - delay)
            allowed = [each for at, each in sent if at <= now - delay]
            due = [each for at, each in sent if at <= now - delay - GRAIN]
            assert past.shown is None or past.shown in allowed
            assert past.shown is not None or not due
    past.show(now + delay)
    assert past.shown == sent[-1][1]


def test_a_long_delay_of_a_large_hall_fits_into_memory() -> None:
    """Packed by what differs, an hour of states of one table is a few hundred kilobytes."""
    view = {"cells": {f"c{n}": {"count": n, "seen": [n, n]} for n in range(80)}, "ply": 0}
    past = Past()
    for second in range(3600):
        past.add(json.dumps(view | {"ply": second, "clock": second * 1.7}).encode(), float(second))
    kept = sum(len(each.packed) for each in past._coming)
    assert kept < 600_000


def test_a_table_keeps_no_past_where_nobody_waits_for_it() -> None:
    """Without a delay the newest state is all there is."""
    hall = Hall(lambda: 1000.0)
    hall.hear_status("t1", Status(online=True))
    for number in range(50):
        hall.hear_state("t1", b'{"ply": %d}' % number)
    assert not hall.station("t1").past._coming
    assert hall.shown("t1", live=False)[1] == b'{"ply": 49}'


def test_tables_are_listed_as_people_count() -> None:
    """t2 before t10."""
    hall = Hall(lambda: 0.0)
    for name in ("t10", "t2", "a", "t1", "2", "10", "t1b"):
        hall.station(name)
    assert hall.tables == ["2", "10", "a", "t1", "t1b", "t2", "t10"]
