"""A profile's wiring in the form the Pico is sent: one text, known by its checksum."""

from __future__ import annotations

import json
from typing import Any
from zlib import crc32

from firmware.lunka import protocol as p
from hardware.hx711 import PULSES
from hardware.pixels import FULL_WHITE
from hardware.profile.models import LoadCells, Pixels, Profile, Reeds

HOLD_MARGIN_US = 300
"""The Pico says "still" a little after the debounce time, never a little before."""


def wiring_text(profile: Profile) -> bytes:
    """The configuration of this board for the Pico, always the same bytes for the same board."""
    spec = {
        "reeds": [_reeds(section) for section in profile.sensors.reeds],
        "load": [_load(section) for section in profile.sensors.load],
        "pixels": _pixels(profile.pixels) if profile.pixels is not None else None,
        "buttons": [[button.pin, int(button.pull_up)] for button in profile.buttons.values()],
        "wide": int(is_wide(profile)),
        "watchdog_ms": round(1000 * (profile.link.watchdog_s if profile.link else 3.0)),
    }
    return json.dumps(spec, separators=(",", ":")).encode()


def wiring_checksum(text: bytes) -> int:
    """What the Pico must echo to prove that it has this wiring."""
    return crc32(text)


def is_wide(profile: Profile) -> bool:
    """Whether the port has more than the 32 pins that fit one word."""
    read = [pin for section in profile.sensors.reeds for pin in section.columns]
    read += [cell.data for section in profile.sensors.load for cell in section.cells.values()]
    return max([*read, *(button.pin for button in profile.buttons.values())], default=0) > 31


def needs(profile: Profile) -> int:
    """What the firmware must be able to do for this board, as bits."""
    return (
        (p.CAN_REEDS if profile.sensors.reeds else 0)
        | (p.CAN_LOAD if profile.sensors.load else 0)
        | (p.CAN_PIXELS if profile.pixels is not None else 0)
        | (p.CAN_BUTTONS if profile.buttons else 0)
    )


def _reeds(section: Reeds) -> dict[str, Any]:
    return {
        "rows": list(section.rows),
        "columns": list(section.columns),
        "scan_us": round(1e6 / section.fast_hz),
        "hold_us": round(1000 * section.debounce_ms) + HOLD_MARGIN_US,
    }


def _load(section: LoadCells) -> dict[str, Any]:
    return {
        "clock": section.clock,
        "data": [cell.data for cell in section.cells.values()],
        "pulses": PULSES[section.gain],
        "period_us": round(1e6 / section.rate),
        "slow_us": round(1e6 / section.slow_hz),
    }


def _pixels(section: Pixels) -> dict[str, int]:
    spare = section.budget_ma - section.standby_ma * section.count
    return {
        "pin": section.pin,
        "count": section.count,
        "channels": len(section.order),
        # The host's limiter keeps to the budget; this keeps to it should the host fail to.
        "most": int(spare / (section.pixel_ma / FULL_WHITE) + 1e-6),
    }
