"""Board profiles for the tests of the command line."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def five_mistakes(folder: Path) -> Path:
    """The shipped board with five mistakes in its profile."""
    text = (files("hardware") / "profiles" / "kalah-load.toml").read_text(encoding="utf-8")
    for right, wrong in (
        ("grams = 5.0", "grams = -5.0"),
        ("total = 72", 'total = "many"'),
        ("gain = 128", "gain = 127"),
        ("rate = 80", "rate = 81"),
    ):
        assert right in text
        text = text.replace(right, wrong)
    path = folder / "five.toml"
    path.write_text(text + "\n[speaker]\npin = 1\n", encoding="utf-8")
    return path
