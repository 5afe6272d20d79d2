"""Gyges, with the replacement rule where it is chosen (rules Y1-Y13)."""

from controller.games.gyges.game import Gyges
from controller.games.gyges.options import GygesOptions
from controller.games.gyges.position import Position
from controller.games.gyges.turns import Move, Placement

__all__ = ["Gyges", "GygesOptions", "Move", "Placement", "Position"]
