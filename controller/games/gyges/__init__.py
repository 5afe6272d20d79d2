"""Gyges, with the replacement rule where it is chosen (rules Y1-Y13)."""

from controller.games.gyges.game import Gyges
from controller.games.gyges.options import GygesOptions
from controller.games.gyges.position import Position
from controller.games.gyges.turns import Move, Placement
from controller.games.kind import Kind
from controller.games.told import english

GYGES = Kind(
    Gyges,
    GygesOptions,
    titles=english("Gyges"),
    boards={"load": "gyges-load", "reed": "gyges-reed"},
)

__all__ = ["GYGES", "Gyges", "GygesOptions", "Move", "Placement", "Position"]
