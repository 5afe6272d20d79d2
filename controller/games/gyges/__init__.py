"""Gyges, with the replacement rule where it is chosen (rules Y1-Y13)."""

from controller.games.gyges.game import Gyges
from controller.games.gyges.options import GygesOptions
from controller.games.gyges.position import Position
from controller.games.gyges.turns import Move, Placement
from controller.games.kind import Kind

GYGES = Kind(
    Gyges,
    GygesOptions,
    titles={"en": "Gyges", "ru": "Гигес"},
    boards={"load": "gyges-load", "reed": "gyges-reed"},
)

__all__ = ["GYGES", "Gyges", "GygesOptions", "Move", "Placement", "Position"]
