"""Colours and movements: no meaning by colour alone, and colours for every eye."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.lights.animation import BLACK, frame, level, next_frame
from controller.lights.meanings import MOVEMENTS, TOGETHER, Glow, Meaning, Movement
from controller.lights.palettes import DEFAULT, PALETTES, css
from tests.lights.eyes import EYES, difference

#: Far above what can just be noticed (2.3), so that lights across a room are told apart.
CLEARLY = 15.0


@pytest.mark.parametrize("name", PALETTES)
def test_palettes_are_complete(name: str) -> None:
    """Every palette has a colour that can be lit for every meaning."""
    palette = PALETTES[name]
    assert set(palette) == set(Meaning)
    assert all(0 <= part <= 255 for colour in palette.values() for part in colour)
    assert all(max(colour) > 100 for colour in palette.values())


def test_every_meaning_has_a_movement() -> None:
    """Every meaning moves in one way, and belongs to what may be lit together."""
    assert set(MOVEMENTS) == set(Meaning)
    assert set().union(*TOGETHER) == set(Meaning)


@pytest.mark.parametrize("lit", TOGETHER, ids=lambda lit: "+".join(sorted(lit)))
def test_no_meaning_by_colour_alone(lit: frozenset[Meaning]) -> None:
    """Meanings that may be lit at the same time all move differently."""
    assert len({MOVEMENTS[meaning] for meaning in lit}) == len(lit)


#: One thing said with more or less certainty: it belongs here, it may go here. And: this side acts,
#: the same as before, or the other; its home tells which.
ALIKE = ({Meaning.SOW, Meaning.MAY_PUT}, {Meaning.AGAIN, Meaning.NEXT})


@pytest.mark.parametrize("eyes", EYES)
def test_default_palette_serves_all_eyes(eyes: str) -> None:
    """Meanings that move alike have clearly different colours, also to colour-blind eyes."""
    palette = PALETTES[DEFAULT]
    for one, other in combinations(Meaning, 2):
        if MOVEMENTS[one] is MOVEMENTS[other] and {one, other} not in ALIKE:
            apart = difference(palette[one], palette[other], eyes)
            assert apart >= CLEARLY, (one, other, apart)


def test_the_eyes_are_right() -> None:
    """The simulated eyes confuse what such eyes do: red and green, but not blue and yellow."""
    red, green = (200, 60, 0), (120, 110, 0)
    assert difference(red, green, "usual") > 2 * difference(red, green, "deuteranopia")
    assert difference((0, 0, 255), (255, 255, 0), "deuteranopia") > 100


@given(st.sampled_from(Movement), st.floats(0, 1e6))
def test_levels_stay_within_bounds(movement: Movement, time: float) -> None:
    """A light is never brighter than whole and never quite dark."""
    assert 0.0 < level(movement, time) <= 1.0


@pytest.mark.parametrize("movement", [Movement.BREATHE, Movement.BLINK, Movement.FLASH])
def test_movements_move(movement: Movement) -> None:
    """What moves is bright and dim within its period; what is steady stays."""
    levels = {level(movement, step / 50) for step in range(150)}
    assert max(levels) - min(levels) > 0.5
    assert len({level(Movement.STEADY, step / 50) for step in range(150)}) == 1


def test_next_frame() -> None:
    """Steady lights need no further frame; the quickest movement sets the pace."""
    steady, breath, flash = (Glow(each) for each in (Meaning.TURN, Meaning.SOW, Meaning.TOO_MANY))
    assert next_frame({}) is None
    assert next_frame({"A": steady}) is None
    slow, fast = next_frame({"A": steady, "a1": breath}), next_frame({"a1": breath, "a2": flash})
    assert slow is not None and fast is not None and fast < slow < 0.2


def test_frames_show_a_change_in_time() -> None:
    """Drawn as often as asked for, every movement is seen to move."""
    for meaning in Meaning:
        glows = {"a1": Glow(meaning)}
        pause = next_frame(glows)
        if pause is not None:
            shown = {
                frame(glows, PALETTES[DEFAULT], lambda _: 1, step * pause)["a1"]
                for step in range(40)
            }
            assert len(shown) > 1


@pytest.mark.parametrize(("count", "pixels", "lit"), [(0, 3, 3), (1, 3, 1), (2, 3, 2), (9, 3, 3)])
def test_as_many_pixels_as_pieces(count: int, pixels: int, lit: int) -> None:
    """A light that speaks of a number lights so many pixels, as far as the cell has them."""
    shown = frame({"a1": Glow(Meaning.SOW, count)}, PALETTES[DEFAULT], lambda _: pixels, 0.0)
    assert sum(pixel != BLACK for pixel in shown["a1"]) == lit
    assert len(shown["a1"]) == pixels


def test_css() -> None:
    """A colour as a page writes it."""
    assert css((0, 158, 255)) == "#009eff"
