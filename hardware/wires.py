"""Choosing the pins: a Raspberry Pi's own, or gpiozero's mock pins for a board without wires.

The mock is never chosen silently: ask for it by name, here or by GPIOZERO_PIN_FACTORY=mock.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib import import_module
from typing import Any

from hardware.errors import PinsUnavailableError
from hardware.pi import pins_advice, pins_refusal, this_pi

PinFactory = Any
"""A gpiozero pin factory; gpiozero ships no type information."""

MOCK_PI = "c03114"
"""The mock pretends to be a Raspberry Pi 4: its pulls and pin numbers hold for all 40-pin Pis."""

_FACTORIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}

_REAL = ("lgpio", "rpigpio")


def pin_factory(name: str = "auto") -> PinFactory:
    """Open the pins by name: `auto` (the Pi's own), `lgpio`, `rpigpio`, `pigpio` or `mock`."""
    if name == "auto":
        name = os.environ.get("GPIOZERO_PIN_FACTORY", "auto")
    if name == "auto":
        return _first_that_works()
    if name not in _FACTORIES:
        raise PinsUnavailableError(
            f"There are no pins called {name!r}. Allowed are auto, {', '.join(_FACTORIES)}."
        )
    try:
        return _open(name)
    except Exception as trouble:  # each backend fails in its own way off a Pi
        raise PinsUnavailableError(_sentence({name: str(trouble)})) from trouble


def pin_errors() -> tuple[type[Exception], ...]:
    """What a failing pin raises: our own error, the kernel's, and those of the loaded libraries."""
    found: list[type[Exception]] = [PinsUnavailableError, OSError]
    for module, name in (("gpiozero.exc", "GPIOZeroError"), ("lgpio", "error")):
        if loaded := sys.modules.get(module):
            found.append(getattr(loaded, name))
    if sys.modules.get("RPi.GPIO"):
        found.append(RuntimeError)  # it has no other
    return tuple(found)


def close_factory(factory: PinFactory) -> None:
    """Close the chip below the pins, also when it is gone and every call on a pin fails.

    A line that stays open on a chip that is gone keeps lgpio's thread busy for ever. Closing the
    chip lets go of all its lines; pins are only forgotten, because to reset one would fail.
    """
    errors = pin_errors()
    for pin in factory.pins.values():
        if callback := getattr(pin, "_callback", None):
            with suppress(*errors):
                callback.cancel()
    factory.pins.clear()  # gpiozero shares them between factories: none may be found again
    with suppress(*errors):
        factory.close()


def mock_factory() -> PinFactory:
    """Pins without wires, as on a Raspberry Pi 4."""
    return _open("mock")


def _first_that_works() -> PinFactory:
    """lgpio, or what else can work on this Pi; what each said is kept until one works."""
    tried: dict[str, str] = {}
    for name in _REAL:
        if pins_refusal(name, this_pi()):
            # It would open here, and fail at the first pin with words that help nobody.
            tried[name] = "not for this Pi"
            continue
        try:
            return _open(name)
        except Exception as trouble:  # noqa: BLE001, PERF203, RUF100 - the next backend may work
            tried[name] = str(trouble)
    raise PinsUnavailableError(_sentence(tried))


def _open(name: str) -> PinFactory:
    module, factory = _FACTORIES[name]
    made = getattr(import_module(module), factory)
    return made(revision=MOCK_PI) if name == "mock" else made()


def _sentence(tried: dict[str, str]) -> str:
    attempts = "; ".join(f"{name}: {trouble}" for name, trouble in tried.items())
    return (
        f"The GPIO pins cannot be opened on this machine. Tried {attempts}. "
        f"{pins_advice(tried, this_pi())}"
    )
