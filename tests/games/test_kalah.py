"""Kalah by hand: every rule (K1-K11), every option, every sentence an error says."""

from __future__ import annotations

import random

import pytest

from controller.games.acts import Drawn
from controller.games.catalogue import make_game
from controller.games.game import IllegalError, InvalidError, Outcome
from controller.games.kalah import Kalah, KalahOptions, Pie, Position
from controller.games.kalah.game import SWAP

START = "S 4,4,4,4,4,4/0 4,4,4,4,4,4/0"

SIZES = [(pits, stones) for pits in range(1, 10) for stones in range(1, 13)]


def kalah(**options: object) -> Kalah:
    """Kalah with four stones in a pit, unless told otherwise."""
    game = make_game("kalah", {"stones": 4, **options})
    assert isinstance(game, Kalah)
    return game


def after(game: Kalah, text: str, *turns: str) -> str:
    """The position in text after some turns."""
    position = game.read_position(text)
    for turn in turns:
        position = game.play(position, game.read_turn(position, turn))
    return game.write_position(position)


def turns(game: Kalah, text: str) -> list[str]:
    """The legal turns of a position in text."""
    position = game.read_position(text)
    return [game.write_turn(position, turn) for turn in game.turns(position)]


def stages(game: Kalah, text: str, turn: str) -> dict[str, dict[str, int]]:
    """The stages of a turn by their names."""
    position = game.read_position(text)
    listed = game.stages(position, game.read_turn(position, turn))
    return {stage.name: dict(stage.goal) for stage in listed}


# The board


def test_two_rows_and_two_stores() -> None:
    """Each side has its pits from its own left and its store to its right."""  # K1
    assert Kalah().sides == ("South", "North")
    assert " ".join(Kalah().cells) == "a1 a2 a3 a4 a5 a6 A b1 b2 b3 b4 b5 b6 B"
    assert kalah(pits=1).cells == ("a1", "A", "b1", "B")


def test_six_pits_of_six_stones_unless_told_otherwise() -> None:
    """Nothing chosen means six pits, six stones, South to begin."""  # K1, K2
    game = Kalah()
    assert game.write_position(game.start()) == "S 6,6,6,6,6,6/0 6,6,6,6,6,6/0"
    assert game.options == KalahOptions(
        pits=6, stones=6, capture="opposite", pie=False, pie_after="move"
    )


@pytest.mark.parametrize(("pits", "stones"), SIZES)
def test_every_size(pits: int, stones: int) -> None:
    """One to nine pits of one to twelve stones start full and can be played to the end."""  # K1 K2
    game, chance = kalah(pits=pits, stones=stones), random.Random(pits * 13 + stones)
    position = game.start()
    assert position.seeds == ((stones,) * pits + (0,)) * 2
    while legal := game.turns(position):
        position = game.play(position, chance.choice(legal))
    assert sum(game.outcome(position).scores) == 2 * pits * stones


def test_north_may_begin() -> None:
    """Who begins is the players' choice, and the text says who."""  # K3
    game = kalah()
    north = game.begin(1)
    assert game.mover(north) == 1
    assert game.write_position(north) == "N 4,4,4,4,4,4/0 4,4,4,4,4,4/0"
    assert game.read_position("N 4,4,4,4,4,4/0 4,4,4,4,4,4/0") == north
    assert game.begin(0) == game.start()


# Sowing


@pytest.mark.parametrize(
    ("before", "turn", "expected"),
    [
        (START, "a1", "N 0,5,5,5,5,4/0 4,4,4,4,4,4/0"),
        (START, "a6", "N 4,4,4,4,4,0/1 5,5,5,4,4,4/0"),
        ("N" + START[1:], "b1", "S 4,4,4,4,4,4/0 0,5,5,5,5,4/0"),
        ("N" + START[1:], "b6", "S 5,5,5,4,4,4/0 4,4,4,4,4,0/1"),
    ],
)
def test_sowing(before: str, turn: str, expected: str) -> None:
    """All stones of a pit go one by one into the following pits and the own store."""  # K4
    assert after(kalah(), before, turn) == expected


@pytest.mark.parametrize(
    ("before", "turn", "expected"),
    [
        ("S 6,1/1 1,1/2", "a1", "N 1,3/2 2,2/2"),
        ("N 2,2/0 2,4/2", "b2", "S 3,3/0 3,0/3"),
    ],
)
def test_the_other_store_is_passed_over(before: str, turn: str, expected: str) -> None:
    """No stone is ever sown into the opponent's store, whoever sows."""  # K4
    assert after(kalah(pits=2, stones=3), before, turn) == expected


LAP = "S 1,1,13,1,1,1/10 2,2,2,2,2,2/8"


def test_thirteen_stones_end_where_they_came_from() -> None:
    """A full lap ends in the emptied origin, which takes what it just sowed opposite."""  # K4 K6
    assert after(kalah(), LAP, "a3") == "N 2,2,0,2,2,2/15 3,3,3,0,3,3/8"
    assert after(kalah(capture="none"), LAP, "a3") == "N 2,2,1,2,2,2/11 3,3,3,3,3,3/8"


def test_a_lap_as_the_board_sees_it() -> None:
    """On a lap the origin may show everything it had, nothing, and the stone that returns."""  # K4
    game = kalah(capture="none")
    trace = game.trace(game.read_position(LAP), 2)
    assert trace.during["a3"] == frozenset(range(14))
    assert trace.after["a3"] == 1
    assert "B" not in trace.during


def test_only_own_full_pits_may_be_lifted() -> None:
    """The mover's pits that hold stones, from the left, are the turns there are."""  # K4
    assert turns(kalah(), "S 0,4,4,0,4,4/4 4,4,4,4,4,4/4") == ["a2", "a3", "a5", "a6"]
    assert turns(kalah(), "N 4,4,4,4,4,4/4 4,0,0,0,0,4/12") == ["b1", "b6"]


# Moving again


def test_last_stone_in_the_own_store_moves_again() -> None:
    """The same player moves again, as often as the last stone falls into the own store."""  # K5
    assert after(kalah(), START, "a3") == "S 4,4,0,5,5,5/1 4,4,4,4,4,4/0"
    assert after(kalah(), START, "a3", "a2") == "N 4,0,1,6,6,6/1 4,4,4,4,4,4/0"
    assert after(kalah(), "S 4,4,4,4,4,1/3 4,4,4,4,4,4/0", "a6", "a3") == (
        "S 4,4,0,5,5,1/5 4,4,4,4,4,4/0"
    )


def test_moving_again_after_a_lap() -> None:
    """It counts as well where the last stone reaches the store for the second time."""  # K4, K5
    before = "S 0,0,0,0,0,14/10 1,1,1,1,1,1/18"
    assert after(kalah(), before, "a6") == "S 1,1,1,1,1,1/12 2,2,2,2,2,2/18"


# Capturing

FULL_OPPOSITE = "S 1,0,4,4,4,4/5 4,4,4,4,4,4/2"
EMPTY_OPPOSITE = "S 1,0,4,4,4,4/5 4,4,4,4,0,4/6"


@pytest.mark.parametrize(
    ("capture", "before", "expected"),
    [
        ("opposite", FULL_OPPOSITE, "N 0,0,4,4,4,4/10 4,4,4,4,0,4/2"),  # K6
        ("opposite", EMPTY_OPPOSITE, "N 0,1,4,4,4,4/5 4,4,4,4,0,4/6"),  # K7
        ("always", FULL_OPPOSITE, "N 0,0,4,4,4,4/10 4,4,4,4,0,4/2"),  # K6
        ("always", EMPTY_OPPOSITE, "N 0,0,4,4,4,4/6 4,4,4,4,0,4/6"),  # K7
        ("none", FULL_OPPOSITE, "N 0,1,4,4,4,4/5 4,4,4,4,4,4/2"),  # K7
        ("none", EMPTY_OPPOSITE, "N 0,1,4,4,4,4/5 4,4,4,4,0,4/6"),  # K7
    ],
)
def test_last_stone_in_an_own_empty_pit(capture: str, before: str, expected: str) -> None:
    """It takes the opposite pit along, or not, as the option says, and the turn ends."""
    assert after(kalah(capture=capture), before, "a1") == expected


def test_north_captures_alike() -> None:
    """What holds for South holds for North, seen from the other side."""  # K6
    assert after(kalah(), "N 4,4,4,4,4,4/2 1,0,4,4,4,4/5", "b1") == "S 4,4,4,4,0,4/2 0,0,4,4,4,4/10"


@pytest.mark.parametrize("capture", ["opposite", "always", "none"])
def test_no_capture_in_the_opponents_pit(capture: str) -> None:
    """A last stone in an empty pit of the opponent stays there."""  # K6
    before = "S 4,4,4,4,4,2/2 0,4,4,4,4,4/4"
    assert after(kalah(capture=capture), before, "a6") == "N 4,4,4,4,4,0/3 1,4,4,4,4,4/4"


@pytest.mark.parametrize("capture", ["opposite", "always", "none"])
def test_no_capture_in_a_full_pit(capture: str) -> None:
    """A last stone that joins others takes nothing."""  # K6
    before = "S 1,1,4,4,4,4/5 4,4,4,4,4,4/1"
    assert after(kalah(capture=capture), before, "a1") == "N 0,2,4,4,4,4/5 4,4,4,4,4,4/1"


def test_a_capture_as_the_board_sees_it() -> None:
    """Hands lift, sow, then carry both pits to the store."""  # K6
    assert stages(kalah(), FULL_OPPOSITE, "a1") == {
        "lift": {"a1": 0},
        "sow": {"a2": 1},
        "capture": {"a2": 0, "b5": 0, "A": 10},
    }
    assert list(stages(kalah(), EMPTY_OPPOSITE, "a1")) == ["lift", "sow"]  # K7
    assert list(stages(kalah(capture="always"), EMPTY_OPPOSITE, "a1")) == ["lift", "sow", "capture"]


# The end


def test_the_end_when_the_own_row_is_empty() -> None:
    """The mover's row is bare: the opponent sweeps, even though a move again was won."""  # K8
    game, before = kalah(), "S 0,0,0,0,0,1/20 1,2,3,4,5,6/6"
    assert after(game, before, "a6") == "S 0,0,0,0,0,0/21 0,0,0,0,0,0/27"
    assert stages(game, before, "a6")["sweep"] == {
        **{f"b{number}": 0 for number in range(1, 7)},
        "A": 21,
        "B": 27,
    }


def test_the_end_when_the_other_row_is_empty() -> None:
    """A capture took the opponent's last stones: the mover sweeps."""  # K8
    game, before = kalah(), "S 1,0,2,0,0,0/20 0,0,0,0,3,0/22"
    assert after(game, before, "a1") == "N 0,0,0,0,0,0/26 0,0,0,0,0,0/22"
    assert list(stages(game, before, "a1")) == ["lift", "sow", "capture", "sweep"]


def test_nothing_left_to_sweep() -> None:
    """Where the last capture leaves both rows empty there is no sweep to wait for."""  # K8
    before = "S 1,0,0,0,0,0/20 0,0,0,0,3,0/24"
    assert after(kalah(), before, "a1") == "N 0,0,0,0,0,0/24 0,0,0,0,0,0/24"
    assert list(stages(kalah(), before, "a1")) == ["lift", "sow", "capture"]


def test_two_turns_may_end_alike() -> None:
    """Both pits are listed where either takes the last stones and the sweep hides which."""  # K8
    game, before = kalah(pits=3, stones=2), "S 2,1,0/2 3,0,0/4"
    assert turns(game, before) == ["a1", "a2"]
    assert after(game, before, "a1") == after(game, before, "a2") == "N 0,0,0/8 0,0,0/4"


@pytest.mark.parametrize("mover", "SN")
@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        ("0,0,0,0,0,0/20 1,2,3,4,5,6/7", Outcome(over=True, winner=1, scores=(20, 28))),
        ("1,2,3,4,5,6/7 0,0,0,0,0,0/20", Outcome(over=True, winner=0, scores=(28, 20))),
        ("0,0,0,0,0,0/24 0,0,0,0,0,1/23", Outcome(over=True, winner=None, scores=(24, 24))),
        ("0,0,0,0,0,0/48 0,0,0,0,0,0/0", Outcome(over=True, winner=0, scores=(48, 0))),
        ("0,0,0,0,0,1/40 1,0,0,0,0,0/6", Outcome(over=False, winner=None, scores=(40, 6))),
    ],
)
def test_outcome(mover: str, rows: str, outcome: Outcome) -> None:
    """One empty row ends it, whoever is to move; what is left counts; equal is a draw."""  # K8 K9
    game = kalah()
    position = game.read_position(f"{mover} {rows}")
    assert game.outcome(position) == outcome
    assert bool(game.turns(position)) is not outcome.over


def test_a_finished_game_is_not_played_on() -> None:
    """Even where stones still lie unswept the game is over, and the error says so."""  # K8
    game = kalah()
    for text in ("N 0,0,0,0,0,0/20 1,2,3,4,5,6/7", "S 1,2,3,4,5,6/7 0,0,0,0,0,0/20"):
        position = game.read_position(text)
        own = "b2" if text.startswith("N") else "a2"
        with pytest.raises(IllegalError, match=f"the game is over in {text}: no turn can be"):
            game.read_turn(position, own)
        with pytest.raises(IllegalError, match="the game is over"):
            game.play(position, game.cells.index(own))


@pytest.mark.parametrize("capture", ["opposite", "always", "none"])
def test_stores_only_grow(capture: str) -> None:
    """No turn ever takes a stone out of a store."""  # K11
    game, chance = kalah(capture=capture), random.Random(11)
    for _ in range(50):
        position = game.start()
        while legal := game.turns(position):
            following = game.play(position, chance.choice(legal))
            for store in game.stores:
                assert following.seeds[store] >= position.seeds[store]
            position = following


# The pie rule


def test_no_pie_unless_chosen() -> None:
    """Without the option nobody swaps."""  # K10
    game = kalah()
    assert "swap" not in turns(game, after(game, START, "a1"))
    with pytest.raises(IllegalError, match="the seats cannot be swapped now in"):
        after(game, START, "a1", "swap")


@pytest.mark.parametrize("pie_after", ["move", "turn"])
def test_the_first_move_may_be_taken_over(pie_after: str) -> None:
    """After the first move the second player may swap, once, and the board stays."""  # K10
    game = kalah(pie=True, pie_after=pie_after)
    opened = after(game, START, "a1")
    assert opened == "N 0,5,5,5,5,4/0 4,4,4,4,4,4/0 pie:open"
    assert turns(game, START) == ["a1", "a2", "a3", "a4", "a5", "a6"]
    assert turns(game, opened) == ["b1", "b2", "b3", "b4", "b5", "b6", "swap"]
    assert after(game, opened, "swap") == "N 0,5,5,5,5,4/0 4,4,4,4,4,4/0"
    assert "swap" not in turns(game, after(game, opened, "swap"))


def test_whoever_plays_on_keeps_the_seats() -> None:
    """A sowing instead of the swap ends the offer for good."""  # K10
    game = kalah(pie=True)
    declined = after(game, START, "a1", "b1")
    assert "pie" not in declined
    assert "swap" not in turns(game, declined)


def test_the_first_move_wins_another_and_may_be_taken_over() -> None:
    """After the first sowing, even one that moves again, the swap is open."""  # K5, K10
    game = kalah(pie=True, pie_after="move")
    opened = after(game, START, "a3")
    assert opened == "S 4,4,0,5,5,5/1 4,4,4,4,4,4/0 pie:open"
    assert turns(game, opened)[-1] == "swap"
    assert after(game, opened, "swap") == "S 4,4,0,5,5,5/1 4,4,4,4,4,4/0"
    assert "swap" not in turns(game, after(game, opened, "a1"))


def test_the_whole_first_turn_may_be_taken_over() -> None:
    """With pie_after = turn the swap waits until the turn first passes."""  # K5, K10
    game = kalah(pie=True, pie_after="turn")
    waiting = after(game, START, "a3")
    assert waiting == "S 4,4,0,5,5,5/1 4,4,4,4,4,4/0 pie:waiting"
    assert "swap" not in turns(game, waiting)
    assert turns(game, after(game, waiting, "a1"))[-1] == "swap"


def test_north_may_begin_with_pie() -> None:
    """Where North begins it is South who may swap."""  # K3, K10
    game = kalah(pie=True)
    opened = after(game, "N" + START[1:], "b1")
    assert opened == "S 4,4,4,4,4,4/0 0,5,5,5,5,4/0 pie:open"
    assert turns(game, opened)[-1] == "swap"


def test_a_swap_moves_nothing() -> None:
    """No sensor sees a swap: it touches no cell and must be declared."""  # K10
    game = kalah(pie=True)
    opened = game.play(game.start(), 0)
    assert game.trace(opened, SWAP).moves_nothing
    assert not game.trace(opened, game.rows[1][0]).moves_nothing
    assert game.contents(game.play(opened, SWAP)) == game.contents(opened)


def test_no_swap_after_the_end() -> None:
    """A first move that ends the game cannot be taken over."""  # K8, K10
    game = kalah(pits=1, stones=1, pie=True)
    over = game.play(game.start(), 0)
    assert game.outcome(over).over
    assert over.pie is Pie.OPEN
    assert list(game.turns(over)) == []
    with pytest.raises(IllegalError, match="the game is over in S 0/1 0/1 pie:open"):
        game.play(over, SWAP)


def test_the_start_needs_no_word_about_the_pie() -> None:
    """At the start the pie rule waits because the option says so; the text stays short."""  # K10
    game = kalah(pie=True)
    assert game.start().pie is Pie.WAITING
    assert game.write_position(game.start()) == START
    assert game.read_position(START) == game.start()
    assert game.read_position(START + " pie:waiting") == game.start()


# Errors by their words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "position '' is not of the form 'S 6,6,6,6,6,6/0 6,6,6,6,6,6/0'"),
        ("X 4,4,4,4,4,4/0 4,4,4,4,4,4/0", "'X' moves; S or N is allowed"),
        ("S 4,4,4,4,4/4 4,4,4,4,4,4/0", "'4,4,4,4,4/4' is not 6 pits and a store (0,0,0,0,0,0/0)"),
        ("S 4,4,4,4,4,4/0 4,4,4,4,4,-4/8", "'4,4,4,4,4,-4/8' is not 6 pits and a store"),
        ("S 4,4,4,4,4,4/0 4,4,4,4,4,4", "'4,4,4,4,4,4' is not 6 pits and a store"),
        ("S 4,4,4,4,4,5/0 4,4,4,4,4,4/0", "holds 49 stones; this game has 48"),
        (START + " pie:open", "'pie:open' needs the option pie = true"),
        (START + " cake", "'cake' follows; pie:waiting or pie:open is allowed"),
        ("S ٤,4,4,4,4,4/0 4,4,4,4,4,4/0", "is not 6 pits and a store"),
    ],
)
def test_positions_that_cannot_be_read(text: str, words: str) -> None:
    """Each mistake in a position is named with what would be right."""
    with pytest.raises(InvalidError) as caught:
        kalah().read_position(text)
    assert words in str(caught.value)


@pytest.mark.parametrize("text", ["A", "B", "a0", "a7", "b7", "c1", "1", "A1", "a1 ", "", "Swap"])
def test_turns_that_cannot_be_read(text: str) -> None:
    """A word that names no pit is invalid, and the error says which words do."""
    game = kalah()
    with pytest.raises(InvalidError) as caught:
        game.read_turn(game.start(), text)
    assert str(caught.value) == f"turn {text!r} names no pit; a1 to a6, b1 to b6 or swap do"


@pytest.mark.parametrize(
    ("turn", "words"),
    [
        ("a1", "pit a1 is empty in S 0,4,4,0,4,4/4 4,4,4,4,4,4/4; legal: a2, a3, a5, a6"),
        ("b1", "pit b1 is not South's in S 0,4,4,0,4,4/4 4,4,4,4,4,4/4; legal: a2, a3, a5, a6"),
        (
            "swap",
            "the seats cannot be swapped now in S 0,4,4,0,4,4/4 4,4,4,4,4,4/4; legal: a2, a3,",
        ),
    ],
)
def test_illegal_turns(turn: str, words: str) -> None:
    """An illegal turn is named with the reason, the position and the turns that are legal."""
    game = kalah()
    position = game.read_position("S 0,4,4,0,4,4/4 4,4,4,4,4,4/4")
    with pytest.raises(IllegalError) as caught:
        game.read_turn(position, turn)
    assert words in str(caught.value)
    with pytest.raises(IllegalError):
        game.play(position, SWAP if turn == "swap" else game.cells.index(turn))


@pytest.mark.parametrize("turn", [6, 13, 14, -2, 99])
def test_stores_and_places_off_the_board(turn: int) -> None:
    """Only pits are lifted: neither a store nor a place that does not exist."""  # K11
    with pytest.raises(IllegalError, match=rf"turn {turn} lifts no pit of S 4,4"):
        kalah().play(kalah().start(), turn)


def test_dice_are_refused() -> None:
    """Kalah has no dice, and says so when it is given some."""
    with pytest.raises(InvalidError, match=r"kalah is played without dice, but dice \[6, 5\] were"):
        kalah().apply(kalah().start(), Drawn([6, 5]))


@pytest.mark.parametrize(
    ("option", "value", "words"),
    [
        ("pits", 0, "option pits: 0 is not allowed; 1 to 9 is"),
        ("pits", "10", "option pits: '10' is not allowed; 1 to 9 is"),
        ("stones", 13, "option stones: 13 is not allowed; 1 to 12 is"),
        ("stones", "four", "option stones: 'four' is not allowed; 1 to 12 is"),
        ("capture", "both", "option capture: 'both' is not allowed; opposite or always or none is"),
        ("pie", "perhaps", "option pie: 'perhaps' is not allowed; true or false is"),
        ("pie_after", "game", "option pie_after: 'game' is not allowed; move or turn is"),
        ("dice", 2, "unknown option 'dice'; there are: pits, stones, capture, pie, pie_after"),
    ],
)
def test_options_that_are_not_allowed(option: str, value: object, words: str) -> None:
    """A wrong option is named with its value and what is allowed."""
    with pytest.raises(InvalidError) as caught:
        make_game("kalah", {option: value})
    assert str(caught.value) == words


def test_positions_are_values() -> None:
    """A position made by hand equals the one that play leads to."""
    game = kalah(pits=2, stones=1)
    assert game.play(game.start(), 0) == Position(1, (0, 2, 0, 1, 1, 0))
