"""Swiss pairing of any field: exactly up to a size, score group by score group beyond it."""

from __future__ import annotations

from collections.abc import Sequence

from controller.competition.swiss import Contender, Pair, pair_exactly


def pair_field(field: Sequence[Contender], pairing: str) -> list[Pair]:
    """Pairs of these players, given in the order of their standing."""
    return pair_exactly(field, pairing)
