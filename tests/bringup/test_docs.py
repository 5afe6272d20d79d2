"""The builder's guide says what the commands do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.profile import shipped_profiles
from tests.cli.running import Lunka

DOCS = Path(__file__).parents[2] / "docs"
GUIDES = ("build-a-board.md", "service.md")


def _text(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("guide", GUIDES)
def test_links_lead_somewhere(guide: str) -> None:
    """Every file that a guide links to is there."""
    links = re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", _text(guide))
    assert [link for link in links if not (DOCS / link).exists()] == []


def test_every_shipped_board_has_its_drawing_in_the_guide() -> None:
    """Nobody has to draw the wiring of a board that ships."""
    text = _text("build-a-board.md")
    assert [name for name in shipped_profiles() if f"drawings/{name}.svg" not in text] == []
    assert [name for name in shipped_profiles() if f"`{name}`" not in text] == []


@pytest.mark.parametrize("guide", GUIDES)
def test_commands_in_the_guides_exist(guide: str, lunka: Lunka) -> None:
    """Each `lunka` command with its options is one that the command line knows."""
    for line in re.findall(r"^(?:sudo )?lunka ([^|#\n]*)", _text(guide), re.MULTILINE):
        words = line.split()
        command = words[:2] if words[0] == "board" else words[:1]
        known = lunka(*command, "--help").out
        options = [word for word in words if word.startswith("--")]
        assert [option for option in options if option not in known] == [], line


def test_installer_options_are_explained() -> None:
    """Every option that the installer takes is in the service's document."""
    script = (DOCS.parent / "systemd" / "install.sh").read_text(encoding="utf-8")
    options = re.findall(r"^        (--[a-z-]+)\)", script, re.MULTILINE)
    assert options
    assert [option for option in options if f"`{option}" not in _text("service.md")] == []
