"""Every evening in this folder happens as its text says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.stage import Stage

SCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_scenario(script: Path, tmp_path: Path) -> None:
    """The whole house, on a simulated board, lives through the evening as it is told."""
    Stage(tmp_path).play(script)


def test_a_mistake_names_its_line(tmp_path: Path) -> None:
    """A scenario that goes otherwise tells in which line."""
    script = tmp_path / "odd.txt"
    script.write_text("# odd\ngame stones=4\nrecord a1\n")
    with pytest.raises(AssertionError) as told:
        Stage(tmp_path).play(script)
    assert told.value.__notes__ == ["in odd.txt, line 3: record a1"]
