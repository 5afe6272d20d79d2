"""The Persian names of the rolls (N12)."""

from __future__ import annotations

import itertools

import pytest

from controller.games.catalogue import make_game
from controller.games.game import InvalidError
from controller.games.nardy.dice import call


@pytest.mark.parametrize(
    ("dice", "english", "russian"),
    [
        ((6, 5), "shesh-besh", "шеш-беш"),
        ((4, 4), "dur-char", "дур-чар"),
        ((1, 1), "gan", "ган"),
        ((2, 3), "sebai-du", "сэбаи-ду"),
        ((1, 5), "panji-yek", "панджи-эк"),
    ],
)
def test_calls(dice: tuple[int, int], english: str, russian: str) -> None:
    """Rolls have their names in both languages, whichever die is named first (N12)."""
    assert (call(dice), call(dice, "ru")) == (english, russian)


@pytest.mark.parametrize("kind", ["short", "long", "gulbar", "mad-gulbar"])
def test_the_call_of_ones_is_the_house_s(kind: str) -> None:
    """N12: the sheet's call of 1-1 is read gan or yagan, as the option call_ones says."""
    for ones, said in (("gan", ("gan", "ган")), ("yagan", ("yagan", "яган"))):
        game = make_game(kind, {"call_ones": ones})
        assert game.chance is not None
        assert tuple(game.chance.call_roll((1, 1)).values()) == said
        assert game.chance.call_roll((6, 5)) == {"en": "shesh-besh", "ru": "шеш-беш"}


def test_every_roll_has_its_own_name() -> None:
    """All 21 rolls are called differently (N12)."""
    for language in ("en", "ru"):
        rolls = itertools.combinations_with_replacement(range(1, 7), 2)
        assert len({call(dice, language) for dice in rolls}) == 21


def test_what_cannot_be_called() -> None:
    """Neither other languages nor other numbers have calls."""
    with pytest.raises(InvalidError, match="calls are known in en and ru"):
        call((6, 5), "fa")
    with pytest.raises(InvalidError, match="are no roll"):
        call((6, 7))
