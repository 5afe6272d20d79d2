"""Board profiles: a board as a TOML file, checked whole before anything is energised."""

from hardware.profile.calibration import calibration_text
from hardware.profile.load import load_profile, parse_profile, shipped_profile, shipped_profiles
from hardware.profile.models import (
    BUTTONS,
    ButtonPin,
    LoadCells,
    Pieces,
    Pixels,
    Profile,
    Reeds,
)
from hardware.profile.shapes import kalah_cells

__all__ = [
    "BUTTONS",
    "ButtonPin",
    "LoadCells",
    "Pieces",
    "Pixels",
    "Profile",
    "Reeds",
    "calibration_text",
    "kalah_cells",
    "load_profile",
    "parse_profile",
    "shipped_profile",
    "shipped_profiles",
]
