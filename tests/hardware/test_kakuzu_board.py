"""The shipped Kakuzu board."""

from __future__ import annotations

from hardware.profile import shipped_profile
from hardware.profile.shapes import SHAPES, kakuzu_cells


def test_the_kakuzu_board_is_a_matrix_of_18_pins() -> None:
    """81 holes on nine row and nine column pins, a pixel under each, and a button to draw."""
    profile = shipped_profile("kakuzu-reed")
    (matrix,) = profile.sensors.reeds
    assert profile.cell_names == kakuzu_cells()
    assert (len(matrix.rows), len(matrix.columns)) == (9, 9)
    places = sorted(slot for slots in matrix.cells.values() for slot in slots)
    assert places == [(row, column) for row in range(9) for column in range(9)]
    pixels = sorted(pixel for cell in profile.cell_names for pixel in profile.pixels_of(cell))
    assert pixels == list(range(81))
    assert {"confirm", "roll"} <= set(profile.buttons)


def test_a_kakuzu_board_lacks_no_hole() -> None:
    """A Kakuzu profile without one of its 81 holes is refused."""
    assert SHAPES["kakuzu"](kakuzu_cells()[:-1]) == "a kakuzu board has a1 to i9"
