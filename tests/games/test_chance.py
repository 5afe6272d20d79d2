"""Chance is fair, repeatable, and secret until it is shown."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from controller.games.chance import Chance, read_seed
from controller.games.game import InvalidError

CHANCE = Chance(bytes(range(32)))


def test_the_commitment_is_the_plain_hash_of_the_seed() -> None:
    """Anybody can check it with any tool that knows SHA-256."""
    assert CHANCE.commitment == hashlib.sha256(bytes(range(32))).hexdigest()


def test_a_roll_follows_from_the_seed_as_documented() -> None:
    """The first bytes of the first block, less those from 252 up, are the dice."""
    block = hmac.new(bytes(range(32)), b"7:0", "sha256").digest()
    expected = [value % 6 + 1 for value in block if value < 252][:2]
    assert list(CHANCE.dice(7)) == expected


def test_the_same_number_is_the_same_roll() -> None:
    """A restart in mid-game cannot change what was or will be rolled."""
    assert [CHANCE.dice(n) for n in range(50)] == [CHANCE.dice(n) for n in range(50)]


def test_sixty_thousand_rolls_are_even() -> None:
    """Chi-square over 120,000 dice and over the 36 pairs stays below its 99.9 % bound."""
    rolls = [CHANCE.dice(number) for number in range(60_000)]
    dice = Counter(die for roll in rolls for die in roll)
    pairs = Counter(rolls)
    assert sum((dice[die] - 20_000) ** 2 / 20_000 for die in range(1, 7)) < 20.52
    expected = 60_000 / 36
    pairs_sum = sum(
        (pairs[a, b] - expected) ** 2 / expected for a in range(1, 7) for b in range(1, 7)
    )
    assert pairs_sum < 66.62


def test_long_draws_go_on_over_many_blocks() -> None:
    """However many picks are asked for, every one is a choice."""
    assert set(CHANCE.pick(1, "abc", 1000)) == set("abc")


def test_the_seed_is_in_no_text() -> None:
    """Neither a log line nor a traceback can give the seed away."""
    assert CHANCE.seed.hex() not in repr(CHANCE) and "seed" not in repr(CHANCE)


@pytest.mark.parametrize("text", ["", "zz" * 32, "00" * 31, "00" * 33])
def test_a_bad_seed_is_told(text: str) -> None:
    """A seed that cannot be one is refused in words."""
    with pytest.raises(InvalidError, match="seed"):
        read_seed(text)


def test_too_many_choices_are_refused() -> None:
    """A draw that a byte cannot decide fairly is refused."""
    with pytest.raises(InvalidError, match="300 choices"):
        CHANCE.pick(1, range(300))
