"""Kalah and its variants (rules K1-K11)."""

from controller.games.kalah.game import Kalah
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import Pie, Position

__all__ = ["Kalah", "KalahOptions", "Pie", "Position"]
