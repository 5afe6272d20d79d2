"""Chance that anybody can check: dice and tokens drawn from a seed promised before the game.

Before the game the board makes a secret seed and shows only its commitment, SHA-256(seed). Draw
number n of a game is made from HMAC-SHA-256(seed, "n:k") for k = 0, 1, 2 ...: the bytes of each
block, one after another, a byte being thrown away where it would favour some choice. After the
game the seed is shown: whoever hashes it and repeats the draws sees that nothing was changed.

Players may add numbers after the commitment and before the first draw: then the seed is taken
together with all of them (`mixed`), so that neither the board nor any of them decides alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from controller.games.game import InvalidError
from controller.games.told import Told

C = TypeVar("C")

SEED_BYTES = 32


@dataclass(frozen=True, slots=True)
class Chance:
    """One game's chance. Its seed is kept out of every text that could be shown."""

    seed: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise InvalidError(
                Told(
                    "a seed has {seed_bytes} bytes, not {n}",
                    seed_bytes=SEED_BYTES,
                    n=len(self.seed),
                )
            )

    @property
    def commitment(self) -> str:
        """What is shown before the game: it fixes the seed and tells nothing about it."""
        return hashlib.sha256(self.seed).hexdigest()

    def pick(self, number: int, choices: Sequence[C], count: int = 1) -> tuple[C, ...]:
        """Draw number `number` of the game: `count` independent picks, each choice as likely."""
        if not 1 <= len(choices) <= 256:
            raise InvalidError(
                Told("{n} choices cannot be drawn from; 1 to 256 can", n=len(choices))
            )
        fair = 256 - 256 % len(choices)
        values = (value % len(choices) for value in self._bytes(number) if value < fair)
        return tuple(choices[next(values)] for _ in range(count))

    def mixed(self, digest: str) -> Chance:
        """The chance of this seed together with what players added, told by its digest."""
        return Chance(hmac.digest(self.seed, f"players:{digest}".encode(), "sha256"))

    def dice(self, number: int, count: int = 2) -> tuple[int, ...]:
        """Roll number `number` of the game."""
        return self.pick(number, range(1, 7), count)

    def _bytes(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            yield from hmac.digest(self.seed, f"{number}:{block}".encode(), "sha256")
            block += 1


def read_seed(text: str) -> Chance:
    """The chance of a seed that was shown, as hexadecimal digits."""
    try:
        return Chance(bytes.fromhex(text))
    except ValueError:
        raise InvalidError(
            Told(
                "seed {text!r} is not {seed_bytes} hexadecimal digits",
                text=text,
                seed_bytes=2 * SEED_BYTES,
            )
        ) from None
