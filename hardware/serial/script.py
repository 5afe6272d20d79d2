"""The name of a port that misbehaves on purpose, for trying out what a bad cable does.

    fake://PORT?drop=0.01&corrupt=0.01&duplicate=0.01&truncate=0.01&delay=0.01&unplug=30+5&seed=1

The shares are of the frames in each direction; a delayed frame comes up to 50 ms late, so that it
may be overtaken; `unplug=30+5` pulls the cable 30 s after the first opening, for 5 s (several are
joined by commas). A Pico without its cable has no power and begins anew; `power=own` says that it
has a supply of its own. On the simulated board PORT is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from urllib.parse import parse_qsl

SCHEME = "fake://"
SHARES = ("drop", "corrupt", "duplicate", "truncate", "delay")


class ScriptError(ValueError):
    """A script cannot be understood: what was found, and what is allowed."""

    def __init__(self, found: str) -> None:
        super().__init__(
            f"{found}. Allowed are {', '.join(SHARES)} (shares from 0 to 1), "
            f"unplug=SECONDS+SECONDS, power=usb or own, and seed, such as "
            f"fake:///dev/ttyACM0?drop=0.01&unplug=30+5"
        )


@dataclass(frozen=True, slots=True)
class Script:
    """What goes wrong, and how often."""

    drop: float = 0.0
    corrupt: float = 0.0
    duplicate: float = 0.0
    truncate: float = 0.0
    delay: float = 0.0
    unplug: tuple[tuple[float, float], ...] = ()
    power: str = "usb"
    seed: int = 0


def parse_script(url: str) -> tuple[str, Script]:
    """The real port behind a fake one, and its script; a ScriptError says what is wrong with it."""
    inner, _, query = url.removeprefix(SCHEME).partition("?")
    values: dict[str, str] = dict(parse_qsl(query.replace("+", "%2B"), keep_blank_values=True))
    shares = {name: _share(name, values.pop(name)) for name in SHARES if name in values}
    seed = _seed(values.pop("seed", "0"))
    power = _power(values.pop("power", "usb"))
    unplug = tuple(_pause(text) for text in values.pop("unplug", "").split(",") if text)
    if values:
        raise ScriptError(f"it has no {', '.join(values)}")
    return inner, Script(**shares, unplug=unplug, power=power, seed=seed)


def _share(name: str, text: str) -> float:
    share = _number(text)
    if share is None or share > 1:
        raise ScriptError(f"{name} is {text or 'empty'}, and not a share from 0 to 1")
    return share


def _seed(text: str) -> int:
    if not text.isdecimal():
        raise ScriptError(f"seed is {text or 'empty'}, and not a whole number")
    return int(text)


def _power(text: str) -> str:
    if text not in {"usb", "own"}:
        raise ScriptError(f"power is {text or 'empty'}, and not usb or own")
    return text


def _pause(text: str) -> tuple[float, float]:
    start, _, length = text.partition("+")
    begin, lasts = _number(start), _number(length)
    if begin is None or lasts is None:
        raise ScriptError(f"unplug is {text}, and not SECONDS+SECONDS")
    return begin, begin + lasts


def _number(text: str) -> float | None:
    """A number from 0 on; None for what is none."""
    try:
        number = float(text)
    except ValueError:
        return None
    return number if 0 <= number < inf else None
