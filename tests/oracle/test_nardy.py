"""Short nardy against other people's engines: gnubg-nn and OpenSpiel's backgammon.

Both must list exactly our results. There are no exceptions to explain: with the options at their
defaults (S7 allowed, S13 allowed) all three play by the same rules. On the same positions every ID
and notation makes its round trip.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import gnubg_nn
import pyspiel
import pytest

from controller.games.nardy import Position, Short
from controller.games.nardy.board import Board, board_after, halves, pack
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES, SHORT
from tests.games.nardy.boards import random_short
from tests.games.nardy.trips import check_round_trips

GAME = Short()
_OPENSPIEL = pyspiel.load_game("backgammon")
_SPIEL_BAR = 100

#: 8 chunks of 2,500 positions for gnubg-nn, 10 of 2,000 for OpenSpiel.
GNU_CHUNKS, GNU_POSITIONS = 8, 2_500
SPIEL_CHUNKS, SPIEL_POSITIONS = 10, 2_000
_LETTERS = bytes.maketrans(b"0123456789abcdef", b"ABCDEFGHIJKLMNOP")


def rolled(chance: random.Random, board: Board, mover: int) -> Position:
    """The position with a random roll, every fourth time a double."""
    dice = [chance.randint(1, 6), chance.randint(1, 6)]
    if chance.random() < 0.1:
        dice[1] = dice[0]
    return GAME.roll(GAME.begin(mover)._replace(board=board), dice)


def made_up(chance: random.Random) -> Position:
    """A position from nowhere: races, contact, bar, bearing off."""
    white, black = random_short(chance, SHORT)
    mover = chance.randint(0, 1)
    return rolled(chance, pack(black, white) if mover else pack(white, black), mover)


def played(chance: random.Random) -> Iterator[Position]:
    """Positions of random games, one after another."""
    while True:
        position = GAME.begin(chance.randint(0, 1))
        while not GAME.outcome(position).over:
            position = rolled(chance, position.board, position.mover)
            yield position
            position = GAME.play(position, chance.choice(GAME.turns(position)))


def key(board: Board, mover: int) -> str:
    """The board as gnubg-nn names a result: the Position ID's bytes, a letter for each half."""
    own, foe = halves(board, mover)
    bits = at = 0
    for half in (foe, own):
        for count in half[1:]:
            bits |= ((1 << count) - 1) << at
            at += count + 1
    return bits.to_bytes(10, "little").hex().encode().translate(_LETTERS).decode()


def results(position: Position) -> set[Board]:
    """The boards our turns leave."""
    return {
        board_after(SHORT, position.board, position.mover, turn) for turn in GAME.turns(position)
    }


@pytest.mark.parametrize("seed", range(GNU_CHUNKS))
def test_same_results_as_gnubg(seed: int) -> None:
    """gnubg-nn has the same set of results on 2,500 positions in each chunk (N4-N8, S3-S6)."""
    chance = random.Random(seed)
    games = played(chance)
    for number in range(GNU_POSITIONS):
        position = made_up(chance) if number % 2 else next(games)
        own, foe = halves(position.board, position.mover)
        theirs = set(gnubg_nn.moves([list(foe[1:]), list(own[1:])], *position.dice))
        ours = {key(board, position.mover) for board in results(position)}
        stays = {key(position.board, position.mover)}  # where nothing can be played, it lists none
        assert ours == (theirs or stays), (GAME.write_position(position), position.dice)
        check_round_trips(GAME, position, chance)


@pytest.mark.parametrize("seed", range(SPIEL_CHUNKS))
def test_same_results_as_openspiel(seed: int) -> None:
    """OpenSpiel has the same set of results on 2,000 positions in each chunk (N4-N8, S3-S6)."""
    chance = random.Random(seed)
    states = openspiel_states(chance)
    for _ in range(SPIEL_POSITIONS):
        state, position = next(states)
        ours = results(position)
        assert openspiel_results(state) == ours, (GAME.write_position(position), position.dice)
        check_round_trips(GAME, position, chance)


def openspiel_states(chance: random.Random) -> Iterator[tuple[Any, Position]]:
    """States of OpenSpiel's random games before a whole roll, with the same as our position.

    OpenSpiel splits a double into two halves, each with its own list: of those only every sixth is
    taken, since putting the halves together takes hundreds of lists.
    """
    while True:
        state = _OPENSPIEL.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                text = str(state)
                dice = [int(die) for die in text.partition("Dice: ")[2][:2]]
                whole = "Extra turn: 0" in text
                if whole and (dice[0] != dice[1] or chance.random() < 1 / 6):
                    mover = state.current_player()
                    start = GAME.begin(mover)._replace(board=openspiel_board(state))
                    yield state, GAME.roll(start, dice)
            state.apply_action(chance.choice(state.legal_actions()))


def openspiel_board(state: Any) -> Board:
    """OpenSpiel's board as ours: its x is White and runs from 0 up, o is Black and runs down."""
    white, black = [0] * PLACES, [0] * PLACES
    for place in range(24):
        white[24 - place] = state.board(0, place)
        black[place + 1] = state.board(1, place)
    white[BAR], black[BAR] = state.board(0, _SPIEL_BAR), state.board(1, _SPIEL_BAR)
    white[OFF], black[OFF] = CHECKERS - sum(white), CHECKERS - sum(black)
    return pack(white, black)


def openspiel_results(state: Any) -> set[Board]:
    """The boards after a whole roll, both halves of a double included."""
    player = state.current_player()
    halfway = {openspiel_board(child): child for child in children(state)}
    found = set()
    for board, child in halfway.items():
        goes_on = not child.is_terminal() and child.current_player() == player
        found |= {openspiel_board(end) for end in children(child)} if goes_on else {board}
    return found


def children(state: Any) -> Iterator[Any]:
    """The state after each legal action."""
    for action in state.legal_actions():
        yield state.child(action)
