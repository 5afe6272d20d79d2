"""The builder's documents say what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.loadcells import FAULTS
from hardware.profile import BUTTONS, parse_profile
from hardware.profile.models import (
    BoardPart,
    ButtonPin,
    Cells,
    LinkPart,
    LoadCell,
    LoadCells,
    Part,
    Pieces,
    Pixels,
    Profile,
    Reeds,
)

DOCS = Path(__file__).parents[2] / "docs"
PARTS = (BoardPart, ButtonPin, Cells, LinkPart, LoadCell, LoadCells, Pieces, Pixels, Reeds)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.__name__)
def test_every_key_is_explained(part: type[Part]) -> None:
    """No key of a profile is missing from its document."""
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    assert [key for key in part.model_fields if f"`{key}`" not in text] == []


def test_every_section_and_button_is_explained() -> None:
    """Every section and every button name is in the document."""
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    assert [section for section in Profile.model_fields if f"[{section}" not in text] == []
    assert [button for button in BUTTONS if f"`{button}`" not in text] == []


def test_defaults_are_told_rightly() -> None:
    """A default in the document's tables is the default in the code."""
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    for part in PARTS:
        for key, field in part.model_fields.items():
            if isinstance(field.default, float) and field.default != 0.0:
                rows = re.findall(rf"^\| `{key}` \|.*$", text, re.MULTILINE)
                assert any(f"`{field.default}`" in row for row in rows), (part.__name__, key)


def test_the_example_is_a_good_profile() -> None:
    """The whole profile shown in the document can be used as it stands."""
    text = (DOCS / "profiles.md").read_text(encoding="utf-8")
    example = text.split("```toml")[1].split("```")[0]
    assert parse_profile(example).name == "Small kalah"


def test_every_load_cell_fault_is_in_the_wiring_table() -> None:
    """What the board says about a load cell can be looked up."""
    text = (DOCS / "wiring.md").read_text(encoding="utf-8")
    for words in (
        "gives no answer",
        "does not answer like an HX711",
        "again and again",
        "held still",
    ):
        assert words in text
        assert any(words in fault for fault in FAULTS.values())
