"""Presets: options that go together under a name, and what each name promises."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import pytest

from controller.games.catalogue import kind_of, make_game, names, preset_options
from controller.games.game import InvalidError
from controller.games.options import choices_of
from controller.words.catalogue import spoken

#: What each name promises that is not as usual, by the sheets' own words (K2, S7, S13, G4).
PROMISED: dict[tuple[str, str], tuple[str, dict[str, Any]]] = {
    ("kalah", "kalah-6"): ("Kalah 6", {"stones": 6}),
    ("kalah", "kalaha-4"): ("Kalaha 4", {"stones": 4}),
    ("short", "international"): (
        "International",
        {"hit_then_bear_off": "allowed", "hit_and_hide": True},
    ),
    ("short", "caucasian"): (
        "Caucasian",
        {"hit_then_bear_off": "forced", "hit_and_hide": False},
    ),
    ("short", "sheet"): ("This rule sheet", {"hit_then_bear_off": "forbidden"}),
    ("mad-gulbar", "sheet"): ("This rule sheet", {"repeats": 2}),
    ("mad-gulbar", "gul-bara"): ("International Gul Bara", {"repeats": 4}),
}


def test_every_preset_is_promised() -> None:
    """There is no preset whose options nobody wrote down here."""
    there = {(game, preset) for game in names() for preset in kind_of(game).presets}
    assert there == {*PROMISED}


@pytest.mark.parametrize(("game", "preset"), PROMISED)
def test_a_preset_gives_exactly_what_it_promises(game: str, preset: str) -> None:
    """K2, S7, S13, G4: the game of a preset is the usual one but for what its name promises."""
    title, own = PROMISED[game, preset]
    assert kind_of(game).presets[preset].titles["en"] == title
    made = make_game(game, preset_options(game, preset))
    assert asdict(made.options) == asdict(make_game(game).options) | own


@pytest.mark.parametrize(("game", "preset"), PROMISED)
def test_a_preset_settles_all_that_is_asked_for_but_the_match(game: str, preset: str) -> None:
    """Whoever picks a preset after other options has that preset; the length of the match stays."""
    asked = {choice["key"] for choice in choices_of(kind_of(game).options) if "title" in choice}
    assert {*preset_options(game, preset)} == asked - {"match_length", "crawford"}
    assert spoken(kind_of(game).presets[preset].titles, "ru") != PROMISED[game, preset][0]


def test_a_preset_there_is_not() -> None:
    """The refusal says which there are."""
    with pytest.raises(InvalidError, match=r"^kalah has no preset 'caucasian'; there are: kalah-6"):
        preset_options("kalah", "caucasian")
    with pytest.raises(InvalidError, match=r"^gyges has no preset 'sheet'; there are: none$"):
        preset_options("gyges", "sheet")
