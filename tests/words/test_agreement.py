"""Russian verbs agree with who is meant: Белые ходят, Юг ходит, Анна (Белые) ходит."""

from __future__ import annotations

import re

import pytest

from controller.games.catalogue import make_game, names
from controller.words.catalogue import catalogue
from controller.words.speech import name, say
from tests.words.languages import messages, texts, written

#: Every side of every game, with four at the Kakuzu board.
SIDES = sorted(
    {
        side
        for game in names()
        for side in make_game(game, {"players": 4} if game == "kakuzu" else {}).sides
    }
)
RUSSIAN = {key: texts(message) for key, message in messages(written("ru")).items()}
#: Every sentence that says what somebody does, in the form of one and of many.
BENT = sorted(
    (key, fact, told[0], told[-1])
    for key, told in RUSSIAN.items()
    for fact in ("who", "side")
    if len(told) > 1 and f"{{{fact}}}" in told[0] and "{n}" not in told[0]
)
#: Facts that may be White and Black.
_NAMED = "{(who|side|sides|winner|payer|payee)}"


def russian(key: str, fact: str, who: dict[str, str]) -> tuple[str, dict[str, str]]:
    """The Russian sentence about somebody, and what stands in it."""
    facts = dict.fromkeys(re.findall(r"{(\w+)", RUSSIAN[key][0]), "0")
    return say(key, **{**facts, fact: who})["ru"], {**facts, fact: who["ru"]}


@pytest.mark.parametrize("side", SIDES)
def test_verbs_agree_with_every_side(side: str) -> None:
    """Of each game's sides the verb's number is that of the name: White and Black are many."""
    plural = side in ("White", "Black")
    for key, fact, one, many in BENT:
        told, facts = russian(key, fact, name(side))
        assert told == (many if plural else one).format(**facts) and one != many


@pytest.mark.parametrize("side", SIDES)
def test_a_player_is_one(side: str) -> None:
    """A person is one, whatever the side is called."""
    who = say("who", player="Anna", side=name(side))
    for key, fact, one, _ in BENT:
        told, facts = russian(key, fact, who)
        assert told == one.format(**facts)


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
    many = {told for side in SIDES if re.search("[ыие]$", told := name(side)["ru"])}
    assert many == catalogue("ru").plural_names


def test_no_present_verb_stands_beside_a_name_unbent() -> None:
    """Whoever writes `{who} ходит` by hand is found: only the bent form knows the number."""
    bent = {key for key, *_ in BENT}
    for key in RUSSIAN.keys() - bent:
        for told in RUSSIAN[key] if not key.startswith("report.") else ():
            assert not re.search(rf"{_NAMED} (?!нет)[а-яё]+(ет|ёт|ит|ется)\b", told), key
            assert not re.search(rf"(ет|ёт|ит|ется) {_NAMED}", told), key
