"""After a slip: what is to be put right, and no more than is known of the turn."""

from __future__ import annotations

from controller.games.catalogue import make_game
from controller.table.survey import survey
from controller.words.moment import moment
from tests.lights.watching import Watched


def test_after_a_slip_no_turn_is_guessed() -> None:
    """Where several turns are as near, the slip alone is lit and told; once the checker is taken up
    again, everything that it may do."""
    rules = make_game("short", {})
    table = Watched(rules)
    table.begin(rules.write_position(rules.start()))
    table.say("roll", dice=[5, 2])
    table.put({"13": 4})
    table.put({"14": 1})
    table.rest(3.0)
    assert table.lit("full") == {"14": ("too-many", 1)}
    said = moment(survey(table.table))["en"]
    assert said.startswith("That is not a legal turn: 14 has 1 too many.") and "Then" not in said
    table.put({"14": 0})
    assert table.lit("full").keys() == {"off-white", "11", "8", "6"}


def test_after_a_slip_the_only_turn_is_led_to_its_end() -> None:
    """K4: what was lifted says which turn it is, and the rest of it is shown beside the slip."""
    rules = make_game("kalah", {})
    table = Watched(rules)
    table.begin(rules.write_position(rules.start()))
    table.put({"a1": 0})
    table.put({"b6": 7})
    table.rest(3.0)
    lit = table.lit("full")
    assert lit.pop("b6") == ("too-many", 1)
    assert lit == dict.fromkeys(("a2", "a3", "a4", "a5", "a6", "A"), ("sow", 1))
