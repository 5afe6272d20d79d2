"""A turn that was made and is then changed by hand, as long as the next player has not acted: the
record follows, and both versions stay in it."""

from __future__ import annotations

import random

import pytest

from controller.games.catalogue import make_game
from controller.games.nardy import Nardy, Position
from controller.games.nardy.board import pack
from tests.games.nardy.boards import random_long, random_short
from tests.table.dicing import DiceSeat

_CHANGES = 15
#: So many legal turns make a change of mind interesting; more make it slow.
_MOST = 2_000


def somewhere(game: Nardy, rng: random.Random) -> Position:
    """A position of this game, White to roll."""
    make = random_short if game.variant.hits else random_long
    white, black = make(rng, game.variant)
    return game.begin(0)._replace(board=pack(white, black))


def changed(game: Nardy, before: Position, dice: list[int], rng: random.Random) -> bool:
    """Play one turn, then another in its place; False where that cannot be tried here."""
    at = game.roll(before, dice) if dice else before
    turns = list(game.turns(at))
    if not 2 <= len(turns) <= _MOST:
        return False
    one, other = rng.sample(turns, 2)
    after = [game.play(at, turn) for turn in (one, other)]
    if any(game.outcome(each).over for each in after):
        return False  # then the game is over at once
    if game.contents(after[0]) == game.contents(after[1]):
        return False  # what differs is only what passes over: the board asks
    seat = DiceSeat(game.name)
    seat.begin(position=game.write_position(before))
    if dice:
        seat.say("roll", dice=dice)
    seat.lay(after[0])
    seat.wait()
    if seat.state.question:
        return False
    assert seat.turns[0] == game.write_turn(at, one)
    seat.lay(after[1])
    seat.wait()
    assert seat.turns[0] == game.write_turn(at, other), game.write_position(at)
    assert seat.last("turn.revised")["old"] == game.write_turn(at, one)
    return True


@pytest.mark.parametrize("name", ["short", "long", "gulbar", "mad-gulbar"])
def test_the_record_follows_a_change_of_mind(name: str) -> None:
    """Whatever other turn would explain the way from the first version to the second."""
    rng, tried = random.Random(2), 0
    game = make_game(name)
    assert isinstance(game, Nardy)
    while tried < _CHANGES:
        before = somewhere(game, rng)
        if not game.outcome(before).over:
            dice = [rng.randint(1, 6), rng.randint(1, 6)]
            tried += changed(game, before, dice, rng)


def test_numbers_that_passed_over_may_be_played_otherwise() -> None:
    """They are a turn of their own, without dice (G2), and as free to be changed."""
    rng, tried = random.Random(2), 0
    game = make_game("gulbar")
    assert isinstance(game, Nardy)
    while tried < _CHANGES:
        before = somewhere(game, rng)
        if game.outcome(before).over:
            continue
        at = game.roll(before, [rng.randint(1, 6), rng.randint(1, 6)])
        then = game.play(at, rng.choice(list(game.turns(at))))
        if then.passed:
            tried += changed(game, then, [], rng)
