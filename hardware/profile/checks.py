"""What a profile's parts must agree on: no pin twice, no cell unsensed, no pixel beyond the strip.

These checks read the raw file and step around values of the wrong shape, so that a builder sees
every mistake at once and not one layer after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hardware.profile.pins import pin_problems
from hardware.profile.raw import Problem, banks, cell_names, is_number, table
from hardware.profile.shapes import SHAPES
from hardware.profile.words import Location, did_you_mean, found_text, key_text
from hardware.serial.script import SCHEME, ScriptError, parse_script

# GPIO 2 and 3 carry fixed 1.8 kOhm pull-ups for I2C on every Pi, and on no Pico.
PULLED_UP = (2, 3)
# What these buttons say is no side's own word.
EVERYBODYS = ("hints", "new")


def cross_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    """Everything that is wrong between the parts of a profile."""
    yield from _kind_problems(raw)
    yield from _port_problems(raw)
    yield from pin_problems(raw)
    yield from _cell_problems(raw)
    yield from _matrix_problems(raw)
    yield from _load_problems(raw)
    yield from _pixel_problems(raw)
    yield from _button_problems(raw)


def _kind_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    kind = table(raw, "board").get("kind")
    if not isinstance(kind, str):
        return
    if kind not in SHAPES:
        hint = did_you_mean(kind, SHAPES)
        yield ("board", "kind"), f"board.kind = {found_text(kind)}: no such board. {hint}"
        return
    names = cell_names(raw)
    complaint = SHAPES[kind](names) if names else None
    if complaint:
        yield (
            ("cells", "names"),
            f"cells.names = {found_text(names)}: {complaint}. Name the cells so, or change "
            f"board.kind.",
        )


def _port_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    """A port that misbehaves on purpose must say so in words that its script knows."""
    port = table(raw, "link").get("port")
    if not isinstance(port, str) or not port.startswith(SCHEME):
        return
    try:
        parse_script(port)
    except ScriptError as trouble:
        yield ("link", "port"), f"link.port = {found_text(port)}: {trouble}."


def _cell_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    names = cell_names(raw)
    yield from _repeated_names(names)
    sensed: dict[str, Location] = {}
    for location, cell in _sensed_cells(raw):
        if names and cell not in names:
            yield location, _unknown_cell(location, names)
        elif cell in sensed:
            yield (
                location,
                f"{key_text(location)}: cell {cell} is already sensed by {key_text(sensed[cell])}. "
                f"A cell has one sensor: remove one of the two.",
            )
        sensed.setdefault(cell, location)
    for cell in dict.fromkeys(names):
        if cell not in sensed:
            yield (
                ("sensors",),
                f"sensors: cell {cell} is sensed by nothing. Add it under [sensors.reeds.cells] or "
                f"[sensors.load.cells], or remove it from cells.names.",
            )


def _repeated_names(names: list[str]) -> Iterator[Problem]:
    for place, name in enumerate(names):
        if name in names[:place]:
            yield (
                ("cells", "names", place),
                f"cells.names[{place}] = {found_text(name)}: the name is already taken by "
                f"cells.names[{names.index(name)}]. Every cell needs its own name.",
            )


def _sensed_cells(raw: dict[str, Any]) -> Iterator[tuple[Location, str]]:
    for kind in ("reeds", "load"):
        for number, bank in banks(raw, kind):
            for cell in table(bank, "cells"):
                yield ("sensors", kind, number, "cells", cell), cell


def _unknown_cell(location: Location, names: list[str]) -> str:
    cell = str(location[-1])
    return f"{key_text(location)}: cells.names has no cell {cell}. {did_you_mean(cell, names)}"


def _matrix_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    for number, bank in banks(raw, "reeds"):
        taken: dict[tuple[int, int], str] = {}
        for cell, places in table(bank, "cells").items():
            location = ("sensors", "reeds", number, "cells", cell)
            for place in _pairs(places):
                yield from _place_problems(location, bank, place, taken)
                taken.setdefault(place, cell)
        yield from _rate_problems(("sensors", "reeds", number), bank, bank.get("fast_hz", 250.0))


def _pairs(found: Any) -> Iterator[tuple[int, int]]:
    if isinstance(found, list) and len(found) == 2 and all(map(is_number, found)):
        yield found[0], found[1]
    elif isinstance(found, list):
        for inner in found:
            if isinstance(inner, list) and len(inner) == 2 and all(map(is_number, inner)):
                yield inner[0], inner[1]


def _place_problems(
    location: Location, bank: dict[str, Any], place: tuple[int, int], taken: dict[Any, str]
) -> Iterator[Problem]:
    key = key_text(location)
    for word, side, at in zip(("row", "column"), ("rows", "columns"), place, strict=True):
        pins = bank.get(side)
        if isinstance(pins, list) and pins and at >= len(pins):
            yield (
                location,
                f"{key} = {list(place)}: there is no {word} {at}; {side} lists {len(pins)} pins, "
                f"so {word} 0 to {len(pins) - 1} are allowed.",
            )
    if place in taken:
        yield (
            location,
            f"{key} = {list(place)}: row {place[0]}, column {place[1]} is already the place of "
            f"cell {taken[place]}. Give each reed its own place.",
        )


def _rate_problems(location: Location, bank: dict[str, Any], fast: Any) -> Iterator[Problem]:
    slow = bank.get("slow_hz")
    if not isinstance(slow, int | float) or not isinstance(fast, int | float) or slow <= fast:
        return
    yield (
        (*location, "slow_hz"),
        f"{key_text(location)}.slow_hz = {found_text(slow)}: at rest the board is read slower than "
        f"in play; allowed is at most {fast:g}.",
    )


def _load_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    for number, bank in banks(raw, "load"):
        location = ("sensors", "load", number)
        yield from _rate_problems(location, bank, bank.get("rate", 80))
        yield from _zero_scale(location, bank)
        for cell, entry in table(bank, "cells").items():
            yield from _zero_scale((*location, "cells", cell), entry)


def _zero_scale(location: Location, holder: Any) -> Iterator[Problem]:
    if isinstance(holder, dict) and holder.get("scale") == 0:
        yield (
            (*location, "scale"),
            f"{key_text(location)}.scale = 0: allowed is any other number of counts a gram "
            f"(negative when the load cell's wires are swapped). Weigh a known weight to find it.",
        )


def _pixel_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    pixels = table(raw, "pixels")
    names, count = cell_names(raw), pixels.get("count")
    taken: dict[int, str] = {}
    for cell, wanted in table(pixels, "cells").items():
        location = ("pixels", "cells", cell)
        if names and cell not in names:
            yield location, _unknown_cell(location, names)
        for place, index in enumerate(wanted if isinstance(wanted, list) else ()):
            if is_number(index) and index >= 0:
                yield from _index_problems((*location, place), index, count, taken)
                taken.setdefault(index, cell)
    yield from _budget_problems(pixels)


def _index_problems(
    location: Location, index: int, count: Any, taken: dict[int, str]
) -> Iterator[Problem]:
    key = key_text(location)
    if is_number(count) and count > 0 and index >= count:
        yield (
            location,
            f"{key} = {index}: the strip has pixels.count = {count} pixels; allowed is 0 to "
            f"{count - 1}.",
        )
    elif index in taken:
        yield (
            location,
            f"{key} = {index}: pixel {index} already lights cell {taken[index]}. A pixel lights "
            f"one cell: give each its own.",
        )


def _budget_problems(pixels: dict[str, Any]) -> Iterator[Problem]:
    count, budget = pixels.get("count"), pixels.get("budget_ma")
    standby = pixels.get("standby_ma", 1.0)
    if not all(isinstance(each, int | float) for each in (count, budget, standby)):
        return
    dark = float(count or 0) * float(standby)
    if 0 < float(budget or 0) <= dark:
        yield (
            ("pixels", "budget_ma"),
            f"pixels.budget_ma = {found_text(budget)}: {count} dark pixels alone draw {dark:g} mA; "
            f"allowed is more than that. Use a stronger supply or fewer pixels.",
        )


def _button_problems(raw: dict[str, Any]) -> Iterator[Problem]:
    for name, entry in table(raw, "buttons").items():
        if isinstance(entry, dict) and "seat" in entry and name in EVERYBODYS:
            yield (
                ("buttons", name, "seat"),
                f"buttons.{name}.seat = {found_text(entry['seat'])}: what {name} does is "
                f"everybody's, no seat's. Leave seat out.",
            )
        if isinstance(entry, dict) and entry.get("pull_up") is False:
            pin = entry.get("pin")
            if is_number(pin) and pin in PULLED_UP and "link" not in raw:
                yield (
                    ("buttons", name, "pull_up"),
                    f"buttons.{name}.pull_up = false: GPIO {pin} has a pull-up resistor soldered "
                    f"to it; allowed there is true. Wire the button to ground, or use another pin.",
                )
