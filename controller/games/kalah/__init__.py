"""Kalah and its variants (rules K1-K11)."""

from controller.games.kalah.game import Kalah
from controller.games.kalah.options import KalahOptions
from controller.games.kalah.position import Pie, Position
from controller.games.kind import Kind, Preset
from controller.games.options import usual_but
from controller.games.told import english

#: The two rule sheets: one plays with six stones in a pit, the other, kalaha, with four (K2).
_SHEETS = {
    "kalah-6": Preset(english("Kalah 6"), usual_but(KalahOptions, stones=6)),
    "kalaha-4": Preset(english("Kalaha 4"), usual_but(KalahOptions, stones=4)),
}

KALAH = Kind(
    Kalah,
    KalahOptions,
    titles=english("Kalah"),
    boards={"load": "kalah-load", "reed": "kalah-reed"},
    presets=_SHEETS,
)

__all__ = ["KALAH", "Kalah", "KalahOptions", "Pie", "Position"]
