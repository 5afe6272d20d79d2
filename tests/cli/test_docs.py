"""The documents are true: their examples run, and they name every key and command."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import fields
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from controller.lights.palettes import PALETTES
from controller.settings.config import Config, load_config
from controller.table.house_rules import HouseRules
from hardware.profile.load import shipped_profiles
from tests.cli.running import Lunka
from tests.cli.test_command_line import COMMANDS
from tests.hall.broker import Tls

DOCS = Path(__file__).parents[2] / "docs"


def _blocks(name: str, language: str = "") -> list[str]:
    text = (DOCS / name).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _examples() -> Iterator[tuple[str, str]]:
    """Each `$ lunka ...` of the command line's document with what it prints."""
    for block in _blocks("cli.md"):
        for example in re.split(r"^\$ lunka ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            yield command, output


def test_examples_of_the_command_line(
    lunka: Lunka, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every example ends well and prints what the document says."""
    monkeypatch.chdir(tmp_path)
    examples = list(_examples())
    assert len(examples) == 10
    for command, output in examples:
        ran = lunka(*shlex.split(command))
        assert ran.code == 0, ran
        # A document may break off where the output goes on.
        wanted = output if output.endswith(")\n") or not output else f"{output.rstrip()}...\n"
        assert OutputChecker().check_output(wanted, ran.out, ELLIPSIS), (command, ran.out)


def test_every_command_is_explained() -> None:
    """No command is missing in the document."""
    text = (DOCS / "cli.md").read_text(encoding="utf-8")
    headings = " ".join(re.findall(r"^## (.*)$", text, re.MULTILINE))
    assert all(re.search(rf"\b{command}\b", headings) for command in COMMANDS)


def test_example_settings_are_sound(tmp_path: Path) -> None:
    """The example file can be used as it stands, beside the files that it names."""
    (example,) = _blocks("config.md", "toml")
    (tmp_path / "table.toml").write_text(example, encoding="utf-8")
    (tmp_path / "hall.password").write_text("secret", encoding="utf-8")
    (tmp_path / "hall.password").chmod(0o600)
    tls = Tls(tmp_path)
    cert, key = tls.make("t1")
    for file, name in ((tls.ca, "hall-ca.crt"), (cert, "t1.crt"), (key, "t1.key")):
        file.rename(tmp_path / name)
    config = load_config(tmp_path / "table.toml")
    assert (config.game.players, config.page.port) == (["Anna", "Boris"], 8765)


def test_every_setting_is_explained() -> None:
    """No key is missing in the document, nor in its example."""
    text = (DOCS / "config.md").read_text(encoding="utf-8")
    (example,) = _blocks("config.md", "toml")
    for name, section in Config.model_fields.items():
        assert f"## [{name}]" in text
        keys = getattr(section.annotation, "model_fields", None)
        for key in keys or [field.name for field in fields(HouseRules)]:
            assert f"| `{key}` |" in text, key
            assert re.search(rf"^{key} = ", example, re.MULTILINE), key
    assert all(f'`"{palette}"`' in text for palette in PALETTES)
    assert all(f"`{profile}`" in text for profile in shipped_profiles())
