"""The simulated wooden board: stones that weigh, reeds that bounce, hands that slip."""

from hardware.simulated.board import SimulatedBoard, open_simulated
from hardware.simulated.faults import Fault, FaultKind, parse_fault
from hardware.simulated.hands import FLAWLESS, Act, Habits, Hands, Slip, TimedAct, drop, lift
from hardware.simulated.nature import CALM, KIND, USUAL, WOODS, Nature
from hardware.simulated.wood import Wood

__all__ = [
    "CALM",
    "FLAWLESS",
    "KIND",
    "USUAL",
    "WOODS",
    "Act",
    "Fault",
    "FaultKind",
    "Habits",
    "Hands",
    "Nature",
    "SimulatedBoard",
    "Slip",
    "TimedAct",
    "Wood",
    "drop",
    "lift",
    "open_simulated",
    "parse_fault",
]
