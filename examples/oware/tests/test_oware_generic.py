"""Oware in the suite that every game of Lunka goes through."""

from __future__ import annotations

from lunka_oware import Oware, OwareOptions

from controller.testing.games import GenericGameSuite


class TestOwareGeneric(GenericGameSuite):
    """Every grand slam, and boards of other sizes (W1, W5)."""

    games = (
        Oware(),
        Oware(OwareOptions(grand_slam="everything")),
        Oware(OwareOptions(grand_slam="forbidden")),
        Oware(OwareOptions(houses=3, seeds=2)),
        Oware(OwareOptions(houses=9, seeds=10)),
    )
    must_end = False  # W8: a game may go round in a circle until somebody says so
    endings_may_coincide = True  # W7: two ways to end are swept alike
