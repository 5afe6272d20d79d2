"""MicroPython's `time`, its clock turned by the test."""

import copper
from utime import ticks_add, ticks_diff

__all__ = ["sleep_us", "ticks_add", "ticks_diff", "ticks_us"]

ticks_us = copper.ticks


def sleep_us(us: int) -> None:
    """A moment too short to matter in simulated time."""
