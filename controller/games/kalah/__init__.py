"""Kalah and its variants (rules K1-K11)."""

from controller.games.kalah.game import Kalah
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import Pie, Position
from controller.games.kind import Kind

KALAH = Kind(
    Kalah,
    KalahOptions,
    titles={"en": "Kalah", "ru": "Калах"},
    boards={"load": "kalah-load", "reed": "kalah-reed"},
)

__all__ = ["KALAH", "Kalah", "KalahOptions", "Pie", "Position"]
