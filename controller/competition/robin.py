"""Round robin: everybody meets everybody, by Berger's tables."""

from __future__ import annotations

from collections.abc import Sequence


def round_count(players: int, double: bool = False) -> int:
    """How many rounds it takes."""
    once = players - 1 + players % 2 if players > 1 else 0
    return once * (2 if double else 1)


def berger(players: Sequence[int], number: int) -> list[tuple[int, ...]]:
    """The pairs of this round, who begins first; with an odd number somebody sits out, last.

    Rounds after the first cycle repeat it with the seats exchanged.
    """
    size = len(players) + len(players) % 2
    cycle, index = divmod(number - 1, size - 1)
    places = [_seated(pair, size, swapped=cycle % 2 == 1) for pair in _pairs(size, index)]
    pairs = [tuple(players[place] for place in pair if place < len(players)) for pair in places]
    return sorted(pairs, key=len, reverse=True)


def _pairs(size: int, index: int) -> list[tuple[int, int]]:
    """Places 1 to size - 1 whose sum is the round's remainder; who would meet himself, the last."""
    ring = size - 1
    pairs: list[tuple[int, int]] = []
    for one in range(1, size):
        other = (index + 2 - one) % ring or ring
        if one == other:
            pairs.insert(0, (one, size))
        elif one < other:
            pairs.append((one, other))
    return pairs


def _seated(pair: tuple[int, int], size: int, *, swapped: bool) -> tuple[int, int]:
    """Berger's seats, by places from 0: an odd sum seats the lower number first."""
    one, other = pair
    lower_first = one <= size // 2 if other == size else (one + other) % 2 == 1
    first, second = (one, other) if lower_first != swapped else (other, one)
    return first - 1, second - 1
