"""Kakuzu for two to four players, its variants and its secret sheets (rules Z1-Z11)."""

from controller.games.kakuzu.game import Kakuzu
from controller.games.kakuzu.options import KakuzuOptions
from controller.games.kakuzu.position import Position
from controller.games.kakuzu.sheet import Sheet, SheetError
from controller.games.kakuzu.turns import Gone, Lift, Name, Rest, Turn
from controller.games.kind import Kind
from controller.games.told import english

KAKUZU = Kind(
    Kakuzu,
    KakuzuOptions,
    titles=english("Kakuzu"),
    boards={"reed": "kakuzu-reed"},
)

__all__ = [
    "KAKUZU",
    "Gone",
    "Kakuzu",
    "KakuzuOptions",
    "Lift",
    "Name",
    "Position",
    "Rest",
    "Sheet",
    "SheetError",
    "Turn",
]
