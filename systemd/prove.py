"""Import what an installation consists of, with its own Python, before anybody depends on it.

Off a Raspberry Pi, or where /proc is not mounted, some libraries refuse to go on: that is the
machine's word, no missing package.
"""

from __future__ import annotations

import os
import sys
import tempfile
from importlib import import_module
from typing import Final

MODULES: Final = {
    "run": (
        *("controller.cli", "hardware.board", "aiomqtt", "gpiozero", "pydantic", "rich", "serial"),
        *("starlette", "uvicorn", "websockets"),
    ),
    "pi": ("gpiod", "lgpio", "_rpi_ws281x", "sysv_ipc", "RPi.GPIO", "board", "neopixel"),
    "pi5": (
        *("gpiod", "lgpio", "adafruit_raspberry_pi5_neopixel_write", "sysv_ipc", "RPi.GPIO"),
        *("board", "neopixel"),
    ),
    "spi": ("gpiod", "sysv_ipc", "board", "neopixel_spi"),
    "serial": ("serial",),
    "sheets": ("fpdf",),
    "hub": ("fpdf", "networkx", "psycopg"),
}


def main(parts: list[str]) -> None:
    """Import every module of these parts; end with a sentence at the first that cannot be."""
    for part in parts:
        for name in MODULES[part]:
            try:
                import_module(name)
            except (NotImplementedError, RuntimeError, OSError):
                continue
            except Exception as trouble:  # whatever a broken package raises
                sys.exit(f"lunka: {name} ({part}) cannot be imported: {trouble}")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["LG_WD"] = scratch  # lgpio writes its files there, and nowhere else
        main(sys.argv[1:])
