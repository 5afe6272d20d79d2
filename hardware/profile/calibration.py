"""The file with each load cell's own tare and scale, kept apart from the profile.

A profile describes the wood; a calibration what was measured on it:

    [a1]
    tare = 81234.0
    scale = 2013.4
"""

from __future__ import annotations

import copy
import math
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.profile.raw import banks, table
from hardware.profile.words import Location, did_you_mean, found_text

Problems = list[tuple[Location, str]]


def calibration_text(measured: Mapping[str, tuple[float, float]]) -> str:
    """What a calibration file says: the tare and scale of each cell."""
    return "\n".join(
        f"[{cell}]\ntare = {float(tare)!r}\nscale = {float(scale)!r}\n"
        for cell, (tare, scale) in measured.items()
    )


def apply_calibrations(raw: dict[str, Any], folder: Path, problems: Problems) -> dict[str, Any]:
    """A copy of the profile in which measured values stand in place of the profile's own."""
    if not any(isinstance(bank.get("calibration"), str) for _, bank in banks(raw, "load")):
        return raw
    merged = copy.deepcopy(raw)
    for number, bank in banks(merged, "load"):
        name = bank.get("calibration")
        if isinstance(name, str):
            location = ("sensors", "load", number, "calibration")
            _merge(bank, _read(folder / name, location, problems), location, name, problems)
    return merged


def _read(path: Path, location: Location, problems: Problems) -> dict[str, Any]:
    key = f"sensors.load[{location[2]}].calibration = {found_text(path.name)}"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as trouble:
        why = trouble.strerror or str(trouble)
        problems.append(
            (location, f"{key}: cannot be read: {why}. Calibrate first, or remove the key.")
        )
    except (ValueError, RecursionError) as trouble:
        problems.append((location, f"{key}: this is not TOML: {trouble}."))
    return {}


def _merge(
    bank: dict[str, Any],
    measured: dict[str, Any],
    location: Location,
    name: str,
    problems: Problems,
) -> None:
    cells = table(bank, "cells")
    for cell, values in measured.items():
        complaint = _complaint(cell, values, cells)
        if complaint:
            problems.append((location, f"{name}: {complaint}"))
        else:
            own = cells[cell] if isinstance(cells[cell], dict) else {"data": cells[cell]}
            cells[cell] = own | values


def _complaint(cell: str, values: Any, cells: dict[str, Any]) -> str | None:
    if cell not in cells:
        return f"{cell}: this bank has no such cell. {did_you_mean(cell, cells)}"
    if not isinstance(values, dict) or not set(values) <= {"tare", "scale"}:
        return f"{cell} = {found_text(values)}: allowed are the keys tare and scale."
    for key, value in values.items():
        if type(value) not in {int, float} or not math.isfinite(value):
            return f"{cell}.{key} = {found_text(value)}: allowed is a number."
        if key == "scale" and value == 0:
            return f"{cell}.scale = 0: allowed is any other number of counts a gram."
    return None
