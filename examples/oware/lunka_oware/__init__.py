"""Oware by the Abapa rules (W1-W8 in the README), a guest of Lunka."""

from controller.games.kind import Kind
from lunka_oware.game import Oware
from lunka_oware.options import OwareOptions
from lunka_oware.position import Position, Talk

OWARE = Kind(
    Oware,
    OwareOptions,
    titles={"en": "Oware", "ru": "Овари"},
    boards={"load": "kalah-load", "reed": "kalah-reed"},
)

__all__ = ["OWARE", "Oware", "OwareOptions", "Position", "Talk"]
