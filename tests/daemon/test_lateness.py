"""How late a table is seen without a key: by its own settings and by the hall's word."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.daemon.lateness import Lateness
from controller.record.log import Log


@pytest.mark.parametrize(
    ("own", "hall", "seconds"), [(None, 0, 60), (None, 20, 20), (90, 20, 90), (90, 300, 300)]
)
def test_the_longer_delay_counts(tmp_path: Path, own: int | None, hall: int, seconds: int) -> None:
    """The table's own where it is set, the hall's where there is one, else a minute."""
    with Log(tmp_path / "record.db") as log:
        lateness = Lateness(log, own, in_hall=True)
        assert lateness.seconds() == (own or 60)
        assert lateness.hear(float(hall)) is (hall != 0)
        assert (lateness.hear(float(hall)), lateness.seconds()) == (False, seconds)


def test_what_was_heard_is_kept(tmp_path: Path) -> None:
    """A table that comes back without its hall keeps to it; one that left the hall does not."""
    path = tmp_path / "record.db"
    with Log(path) as log:
        Lateness(log, None, in_hall=True).hear(600.0)
    with Log(path) as log:
        assert Lateness(log, None, in_hall=True).seconds() == 600
        assert Lateness(log, None, in_hall=False).seconds() == 60
