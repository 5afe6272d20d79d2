"""The rules of Oware, one fact each (W1-W8)."""

from __future__ import annotations

from typing import Any

import pytest
from lunka_oware import Oware, OwareOptions

from controller.games.acts import Said
from controller.games.game import IllegalError, InvalidError
from controller.record import textgame

GAME = Oware()


def after(text: str, turn: str, game: Oware = GAME) -> str:
    """The position that a turn leads to."""
    position = game.read_position(text)
    return game.write_position(game.play(position, game.read_turn(position, turn)))


def legal(text: str, game: Oware = GAME) -> list[str]:
    """The turns that may be played."""
    position = game.read_position(text)
    return [game.write_turn(position, turn) for turn in game.turns(position)]


def test_seeds_pass_the_stores() -> None:
    """Seeds are sown into houses only (W3)."""
    assert after("S 4,4,4,4,4,4/0 4,4,4,4,4,4/0", "a6") == "N 4,4,4,4,4,0/0 5,5,5,5,4,4/0"


def test_a_long_sowing_passes_over_its_own_house() -> None:
    """Twelve seeds or more leave the house they came from empty (W3)."""
    assert after("S 0,0,0,0,0,14/4 1,1,1,1,1,1/24", "a6").startswith("N 1,1,1,1,1,0/")


def test_twos_and_threes_are_taken_back_from_the_last() -> None:
    """Houses before the last seed are taken as long as they hold two or three (W4)."""
    assert after("S 0,0,0,0,0,3/20 1,2,1,9,6,6/0", "a6") == "N 0,0,0,0,0,0/27 0,0,0,9,6,6/0"


def test_a_grand_slam_takes_nothing() -> None:
    """Who would take everything takes nothing (W5)."""
    here = "S 1,0,0,0,0,2/22 1,1,0,0,0,0/21"
    assert after(here, "a6") == "N 1,0,0,0,0,0/22 2,2,0,0,0,0/21"


def test_a_grand_slam_may_take_everything_or_be_forbidden() -> None:
    """As the table chooses (W5)."""
    here = "S 1,0,0,0,0,2/20 1,1,0,0,0,0/23"
    taking = Oware(OwareOptions(grand_slam="everything"))
    assert after(here, "a6", taking) == "N 0,0,0,0,0,0/25 0,0,0,0,0,0/23"
    assert legal(here, Oware(OwareOptions(grand_slam="forbidden"))) == ["a1"]


def test_whoever_faces_an_empty_row_feeds_it() -> None:
    """Only turns that give the opponent seeds are legal, if there is one (W6)."""
    assert legal("S 1,0,0,0,0,2/22 0,0,0,0,0,0/23") == ["a6"]


def test_who_cannot_feed_takes_what_is_left() -> None:
    """The game is over, and each side takes what lies on its own side (W7)."""
    position = GAME.read_position("S 1,0,2,0,0,0/22 0,0,0,0,0,0/23")
    assert not GAME.turns(position)
    assert GAME.outcome(position).scores == (25, 23)


def test_more_than_half_wins() -> None:
    """25 seeds are enough, whatever else lies there (W7)."""
    outcome = GAME.outcome(GAME.read_position("N 0,0,0,0,4,4/25 4,4,0,0,0,0/7"))
    assert (outcome.over, outcome.winner, outcome.scores) == (True, 0, (25, 7))


def test_sharing_is_offered_and_accepted() -> None:
    """Each takes what lies on the own side once both agree (W8)."""
    position = GAME.read_position("S 1,0,0,0,0,1/20 1,0,0,0,0,1/24")
    offered = GAME.apply(position, Said("split", 0))
    assert [each.word for each in GAME.acts(offered).words] == ["accept", "refuse"]
    assert GAME.apply(offered, Said("refuse", 1)) == position
    ended = GAME.apply(offered, Said("accept", 1))
    assert GAME.outcome(ended).scores == (22, 26)
    assert GAME.write_position(ended).endswith("split:agreed")


def test_words_out_of_place_are_refused() -> None:
    """Nobody accepts what was not offered, or his own offer (W8)."""
    position = GAME.start()
    with pytest.raises(IllegalError, match="'accept' cannot be said now; split can"):
        GAME.apply(position, Said("accept", 1))
    with pytest.raises(IllegalError, match="is for North to say"):
        GAME.apply(GAME.apply(position, Said("split", 0)), Said("accept", 0))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("X 4,4,4,4,4,4/0 4,4,4,4,4,4/0", "'X' moves"),
        ("S 4,4,4,4,4/0 4,4,4,4,4,4/0", "is not 6 houses and a store"),
        ("S 4,4,4,4,4,4/0 4,4,4,4,4,4/1", "49 seeds; this game has 48"),
        ("S 4,4,4,4,4,4/0 4,4,4,4,4,4/0 pie:open", "is none of split:offered"),
    ],
)
def test_wrong_positions_are_refused_in_words(text: str, why: str) -> None:
    """What is wrong with a text is named."""
    with pytest.raises(InvalidError, match=why):
        GAME.read_position(text)


def test_text_records_read_what_was_said() -> None:
    """The words of this game are read back from a text record like any other's (W8)."""
    position: Any = GAME.start()
    for word in ("split", "refuse", "split", "accept"):
        position, _ = textgame.play(GAME, position, word)
    assert GAME.outcome(position).over
