"""The boards that nardy is played on."""

from __future__ import annotations

import pytest

from hardware.errors import ProfileError
from hardware.profile import parse_profile, shipped_profile
from hardware.profile.shapes import nardy_cells
from hardware.readings import Sense
from tests.hardware.boards import SMALL_LOAD


def _mistakes(text: str) -> list[str]:
    with pytest.raises(ProfileError) as caught:
        parse_profile(text, "my.toml")
    return list(caught.value.problems)


@pytest.mark.parametrize(("name", "sense"), [("slots", Sense.SLOTS), ("load", Sense.WEIGHT)])
def test_the_nardy_boards_count_on_every_cell(name: str, sense: Sense) -> None:
    """Both nardy boards count checkers on 24 points, bars and trays, and can be rolled on."""
    profile = shipped_profile(f"nardy-{name}")
    assert set(profile.cell_names) == set(nardy_cells())
    assert {profile.sense_of(cell) for cell in profile.cell_names} == {sense}
    assert all(profile.pixels_of(cell) for cell in profile.cell_names)
    assert {"confirm", "roll"} <= set(profile.buttons)


def test_a_nardy_board_must_have_its_cells() -> None:
    """Cells that are no nardy board's are told, with those that belong to one."""
    told = _mistakes(SMALL_LOAD.replace('kind = "kalah"', 'kind = "nardy"', 1))
    assert any("a nardy board has 1 to 24" in line for line in told)


def test_only_the_big_chip_has_48_pins() -> None:
    """A pin beyond a Pico's is refused unless the profile names the chip that has it."""
    text = SMALL_LOAD + '\n[link]\nport = "/dev/ttyACM0"\n'
    far = text.replace("clock = 11", "clock = 40")
    assert far != text
    assert any("40" in line and "Pico" in line for line in _mistakes(far))
    assert parse_profile(far + 'chip = "rp2350b"\n').link is not None
