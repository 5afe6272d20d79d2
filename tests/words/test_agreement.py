"""Russian verbs agree with who is meant: Белые ходят, Юг ходит, Анна (Белые) ходит."""

from __future__ import annotations

import re

import pytest

from controller.games.catalogue import make_game, names
from controller.words.speech import name, say
from controller.words.texts import PLURAL, TEXTS

#: Every side of every game, with four at the Kakuzu board.
SIDES = sorted(
    {
        side
        for game in names()
        for side in make_game(game, {"players": 4} if game == "kakuzu" else {}).sides
    }
)
#: Every sentence that says what somebody does: its key, the fact that says who, both numbers.
BENT = sorted(
    (key, *found)
    for key, said in TEXTS.items()
    for found in re.findall(r"{(\w+):([^{}|]+)\|([^{}|]+)}", said["ru"])
)


def russian(key: str, fact: str, who: dict[str, str]) -> str:
    """The Russian sentence about somebody."""
    facts = dict.fromkeys(re.findall(r"{(\w+)", TEXTS[key]["ru"]), "0")
    return say(key, **{**facts, fact: who})["ru"]


@pytest.mark.parametrize("side", SIDES)
def test_verbs_agree_with_every_side(side: str) -> None:
    """Of each game's sides the verb's number is that of the name: White and Black are many."""
    plural = side in ("White", "Black")
    for key, fact, one, many in BENT:
        told = russian(key, fact, name(side))
        assert (many if plural else one) in told and (one if plural else many) not in told


@pytest.mark.parametrize("side", SIDES)
def test_a_player_is_one(side: str) -> None:
    """A person is one, whatever the side is called."""
    who = say("who", player="Anna", side=name(side))
    assert all(one in russian(key, fact, who) for key, fact, one, _ in BENT)


def test_who_moves_and_rolls_agrees() -> None:
    """What every turn of nardy says."""
    white, south = name("White"), name("South")
    assert say("to-move", who=white)["ru"] == "Ходят Белые."
    assert say("to-roll", who=white)["ru"] == "Бросают Белые."
    assert say("again", who=white)["ru"] == "Белые ходят ещё раз."
    assert say("to-move", who=south)["ru"] == "Ходит Юг."
    anna = say("who", player="Anna", side=white)
    assert say("to-roll", who=anna)["ru"] == "Бросает Anna (Белые)."


def test_names_that_end_as_many_do_are_known() -> None:
    """A new side whose Russian name is many in grammar cannot be forgotten here."""
    assert {told for side in SIDES if re.search("[ыие]$", told := name(side)["ru"])} == PLURAL["ru"]


def test_no_present_verb_stands_beside_a_name_unbent() -> None:
    """Whoever writes `{who} ходит` by hand is found: only the bent form knows the number."""
    for key, told in TEXTS.items():
        assert not re.search(r"{(who|side)} [а-яё]+(ет|ёт|ит|ется)\b", told["ru"]), key
        assert not re.search(r"(ет|ёт|ит|ется) {(who|side)}", told["ru"]), key
