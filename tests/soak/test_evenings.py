"""Game after game with any options, people and faults: not one record may come out wrong."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from controller.record.verify import verify
from controller.simulation.run import Totals, play_one
from tests.soak.scenarios import draw, words

#: How often something is printed, in seconds.
_TELL = 30.0
#: A record holds so many games before the next one begins, to be verified.
_GAMES = 50


def _minutes() -> float:
    return float(os.environ.get("LUNKA_SOAK_MINUTES", "1"))


def _tell(totals: Totals) -> None:
    print(
        f"{totals.games} games, {totals.turns} turns: {totals.right} right, "
        f"{totals.asked} right after asking, {totals.wrong} wrong; {totals.seconds:.0f} s",
        file=sys.stderr,
        flush=True,
    )


@pytest.mark.soak
def test_evenings(tmp_path: Path) -> None:
    """Every game is recorded as it was played, right away or after asking."""
    first = int(os.environ.get("LUNKA_SOAK_SEED", "0"))
    totals, wrong = Totals(), []
    began = told = time.monotonic()
    while time.monotonic() - began < _minutes() * 60:
        scenario = draw(first + totals.games)
        record = tmp_path / f"record-{totals.games // _GAMES}.db"
        report = play_one(scenario, 0, record)
        totals.add(report)
        totals.seconds = time.monotonic() - began
        if report.verdict == "wrong":
            wrong.append(f"{words(scenario)}: {report}")
            print(wrong[-1], file=sys.stderr, flush=True)
        if totals.games % _GAMES == 0:
            assert verify(record).ok
            record.unlink()
        if time.monotonic() - told > _TELL:
            told = time.monotonic()
            _tell(totals)
    _tell(totals)
    assert not wrong, "\n".join(wrong)
