"""Simulated Kalah games over the link, the firmware in MicroPython; also a program of its own.

python -m tests.firmware.games kalah-load-pico 100 0
"""

from __future__ import annotations

import sys
from functools import partial

from controller.simulation.run import GameReport, Scenario, Totals, simulate
from hardware.profile import shipped_profile
from hardware.simulated import open_simulated
from tests.firmware.lockstep import micropython


def games(
    profile: str, count: int, seed: int, stones: int = 4, *, say: bool = False
) -> tuple[Totals, list[str]]:
    """Play so many games; also tells what was wrong with each wrong record."""
    wrong: list[str] = []

    def note(report: GameReport) -> None:
        if report.verdict == "wrong":
            wrong.append(f"{report.number}: {report.trouble} {report.played} | {report.recorded}")
        if say:
            print(report.number, report.verdict, report.turns, report.trouble, flush=True)

    scenario = Scenario(
        game="kalah",
        options={"stones": stones},
        profile=shipped_profile(profile),
        seed=seed,
        pins_every=1,
        open_board=partial(open_simulated, runner=micropython),
    )
    return simulate(scenario, count, progress=note), wrong


if __name__ == "__main__":
    totals, trouble = games(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), say=True)
    print(totals, *trouble, sep="\n")
