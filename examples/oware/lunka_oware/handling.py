"""How people play Oware, for whoever simulates them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from controller.games.sowing import Sowing


class OwareHands(Sowing):
    """They sow as in any game of pits, and now and then offer to share what is left."""

    says: ClassVar[Mapping[str, float]] = {"split": 0.004, "accept": 1.0, "refuse": 2.0}
