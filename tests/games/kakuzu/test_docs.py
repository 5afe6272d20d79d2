"""The page about Kakuzu: its examples are run, its tables are complete."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

from controller.games.kakuzu import KakuzuOptions
from controller.games.service import answer_line
from controller.sheets.codes import read_code
from controller.sheets.sets import read_set
from tests.games.kakuzu.hands import game

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "kakuzu.md").read_text(encoding="utf-8")


def test_the_services_example() -> None:
    """The question on the page has the answer on the page."""
    examples = re.findall(r"^> (.+)\n< (.+)$", PAGE, re.MULTILINE)
    assert examples
    for question, expected in examples:
        assert json.loads(answer_line(game(), question)) == json.loads(expected)


def test_every_option_is_described() -> None:
    """Each option stands in the table with its default."""
    for field in dataclasses.fields(KakuzuOptions):
        assert f"| `{field.name}` | {str(field.default).lower()} |" in PAGE


def test_the_set_on_the_page_can_be_read() -> None:
    """The file entered by hand is a set, and its sheet has a code."""
    (file,) = re.findall(r"```toml\n(.+?)```", PAGE, re.DOTALL)
    (sheet,) = read_set(file).sheets()
    assert read_code(sheet.code).name == "01A"


def test_every_rule_is_told() -> None:
    """Z1 to Z11 each have their line."""
    assert re.findall(r"^\| (Z\d+) \|", PAGE, re.MULTILINE) == [f"Z{n}" for n in range(1, 12)]
