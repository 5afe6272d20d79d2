"""Long nardy and both gulbars against the plain generator."""

from __future__ import annotations

import random

import pytest

from controller.games.nardy import Gulbar, Long, LongOptions, MadGulbar, Nardy, Position
from controller.games.nardy.board import halves, numbers_left, own_after, pack
from controller.games.nardy.careful import find_carefully
from controller.games.nardy.runs import find_run
from controller.games.nardy.variants import HEAD, OFF
from tests.games.nardy import plain
from tests.games.nardy.boards import first_turns, random_long
from tests.games.nardy.trips import check_round_trips

GAMES: tuple[Nardy, ...] = (
    Long(),
    Gulbar(),
    MadGulbar(),
    Long(LongOptions(block_rule="none")),
)
#: The games and the seeds of their chunks: 5,000 positions of long nardy, 5,000 of gulbar.
CHUNKS = [
    *((GAMES[0], seed) for seed in range(5)),
    *((GAMES[1], seed) for seed in range(5)),
    (GAMES[3], 0),
]


def course(half: bytes) -> plain.Course:
    """The counts from the head onward."""
    return tuple(half[HEAD:OFF:-1])


def ours(game: Nardy, position: Position) -> set[plain.Result]:
    """Our results in the plain generator's words."""
    found = set()
    for turn in game.turns(position):
        half = own_after(turn)
        found.add(plain.Result(course(half), half[OFF], numbers_left(turn)))
    return found


def theirs(game: Nardy, position: Position) -> set[plain.Result]:
    """The plain generator's results; long nardy forgets what was left."""
    own, foe = halves(position.board, position.mover)
    numbers = list(game.numbers(position))
    blocks = game.rules.block_rule
    found = plain.results(course(own), own[OFF], course(foe), numbers, block_rule=blocks)
    if game.variant.passes_over:
        return found
    return {result._replace(left=()) for result in found}


def random_position(game: Nardy, chance: random.Random) -> Position:
    """A position with a roll, from anywhere in a game."""
    make = random_long if chance.random() < 0.93 else lambda chance, _: first_turns(chance)
    white, black = make(chance, game.variant)
    mover = chance.randint(0, 1)
    board = pack(black, white) if mover else pack(white, black)
    dice = (chance.randint(1, 6), chance.randint(1, 6))
    return game.roll(game.begin(mover)._replace(board=board), dice)


@pytest.mark.parametrize(("game", "seed"), CHUNKS, ids=lambda value: getattr(value, "name", value))
def test_same_results_as_the_plain_generator(game: Nardy, seed: int) -> None:
    """1,000 random positions in each chunk have the same results in both generators (L1-L8)."""
    chance = random.Random(f"{game.name} {seed}")
    for _ in range(1_000):
        position = random_position(game, chance)
        assert ours(game, position) == theirs(game, position), game.write_position(position)
        check_round_trips(game, position, chance)


def test_same_results_in_mad_gulbar() -> None:
    """Upward runs lead to the same results in both generators (G4, G5)."""
    game = MadGulbar()
    chance = random.Random(4)
    tried = 0
    while tried < 80:
        position = random_position(game, chance)
        if position.dice[0] != position.dice[1] or position.dice[0] < 4:
            continue  # the lower runs have tens of thousands of results
        tried += 1
        assert ours(game, position) == theirs(game, position), game.write_position(position)
        check_round_trips(game, position, chance)


def test_runs_are_found_as_move_by_move() -> None:
    """The finder for upward runs has the results of the one that makes every move (G4)."""
    game = MadGulbar()
    chance = random.Random(7)
    for _ in range(60):
        position = random_position(game, chance)._replace(dice=(5, 5))
        args = (game.rules, position.board, position.mover, game.numbers(position))
        assert set(find_run(*args)) == set(find_carefully(*args))


@pytest.mark.parametrize("game", (Gulbar(), MadGulbar()), ids=lambda game: game.name)
def test_passed_numbers_are_played_the_same_way(game: Nardy) -> None:
    """What passed over is played like a roll (G2, G5)."""
    chance = random.Random(5)
    choices = ((5,), (6, 5), (4, 4), (3, 3, 3), (6, 6), (2, 1), (4, 4, 4))
    for _ in range(600):
        position = random_position(game, chance)._replace(dice=(), passed=chance.choice(choices))
        assert ours(game, position) == theirs(game, position), game.write_position(position)


def test_many_of_the_positions_have_blocks() -> None:
    """The random positions hold hundreds of five- and six-point blocks, and some decide a turn."""
    with_rule, without = GAMES[0], GAMES[3]
    chance = random.Random("long 0")
    fives = sixes = decided = 0
    for _ in range(1_000):
        position = random_position(with_rule, chance)
        row = _longest_row(halves(position.board, position.mover)[0])
        fives += row == 5
        sixes += row >= 6
        decided += ours(with_rule, position) != ours(without, position)
    assert fives > 100
    assert sixes > 100
    assert decided > 25


def _longest_row(own: bytes) -> int:
    held = "".join("x" if own[point] else " " for point in range(24, 0, -1))
    return max(map(len, (held + held).split()), default=0)
