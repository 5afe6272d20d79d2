"""Many positions of every game in many orders of hands: nothing dark, nothing wrongly lit."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from hardware.readings import Sense
from tests.lights import test_every_order as nardy
from tests.lights import test_orders_gyges as gyges
from tests.lights import test_orders_kakuzu as kakuzu
from tests.lights import test_orders_kalah as kalah
from tests.lights.watching import Tally

pytestmark = pytest.mark.soak

#: Each game with what sees it, and so many positions and orders as take about a minute.
ROUNDS: dict[str, Callable[[int], Tally]] = {
    "kalah": lambda seed: kalah.counted(seed, 100, 3),
    "kalah, reeds": lambda seed: kalah.believed(seed, 100, 3),
    "gyges": lambda seed: gyges.tried(seed, 60, 6),
    "gyges, reeds": lambda seed: gyges.tried(seed, 60, 6, Sense.PRESENCE),
    "kakuzu": lambda seed: kakuzu.tried(seed, 200),
    **{
        game.name: lambda seed, game=game: nardy.tried(game, seed, 100, 4)  # type: ignore[misc]
        for game in nardy.GAMES
    },
    **{
        f"{game.name}, doubles": lambda seed, game=game: nardy.tried(  # type: ignore[misc]
            game, seed, 20, 12, drawn=nardy.full_doubles
        )
        for game in nardy.GAMES
    },
}


@pytest.mark.parametrize("name", ROUNDS)
def test_every_order_at_length(name: str) -> None:
    """N4-N8, S3-S5, L3-L6, G2-G5, K4-K8, Y2-Y12, Z2-Z10: exactly what may come next is lit.

    At least one round, and more until this game's share of LUNKA_SOAK_MINUTES is over.
    """
    share = 60 * float(os.environ.get("LUNKA_SOAK_MINUTES", "1")) / len(ROUNDS)
    until, seed, tally = time.monotonic() + share, 100, Tally()
    while seed == 100 or time.monotonic() < until:
        tally += ROUNDS[name](seed)
        seed += 1
    print(f"{name}: ", end="")
    tally.check()
