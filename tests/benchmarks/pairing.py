"""How long a Swiss round takes to pair, in processor time.

*All pairs* weighs every possible pair, as fields of up to 200 players are paired; *likely pairs* is
how larger ones are. Fields come out of random tournaments with draws, withdrawals and late entries.
"""

from __future__ import annotations

from time import process_time

from controller.competition.costs import Contender
from controller.competition.swiss import LARGE, pair_field
from tests.benchmarks.report import line
from tests.competition.fields import random_fields

#: Players -> seconds for the slowest round.
TARGETS = {40: 1, LARGE: 5, 1000: 5}
_ROUNDS = 9


def main() -> None:
    """Print the slowest of nine rounds for each size."""
    for players, target in TARGETS.items():
        kind = "all pairs" if players <= LARGE else "likely pairs"
        slowest = max(_seconds(field) for field in random_fields(players, players, _ROUNDS))
        line(f"Swiss round of {players} players ({kind}), slowest", slowest, "s", target)


def _seconds(field: list[Contender]) -> float:
    began = process_time()
    pair_field(field)
    return process_time() - began


if __name__ == "__main__":
    main()
