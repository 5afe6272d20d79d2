"""How long Gyges takes to find all turns of a position, in the hardest ones that can be found.

Positions are scattered at random, and then made worse step by step: a piece is moved or exchanged,
and what takes longer to search is kept. The hardest positions of long searches are tried as well.
Every time is processor time, the best of a few runs, since other work on the machine can only make
a run slower; the replacement rule is played throughout.

*Lift to hints*: from the reading that says a piece is gone to the lights of all fields it reaches,
in random positions and the hardest ones.
"""

from __future__ import annotations

import random
from time import process_time

from controller.games.gyges import Gyges, GygesOptions, Position
from controller.games.gyges.choices import find_choices
from controller.games.gyges.notation import read_position, write_position
from controller.lights.scene import scene
from controller.table.survey import survey
from tests.benchmarks.report import line, percentile, plain
from tests.lights.gyges_seat import GygesSeat

#: Milliseconds for the slowest position.
TARGET = 50
_RANDOM = 2_000
_CLIMBS = 6
_STEPS = 150
_RUNS = 5
_LIFTS = 200

_GAME = Gyges(GygesOptions(replace=True))

#: Found by climbing for many minutes.
HARDEST = (
    "1 020210/302000/000003/030110/000012/003000",
    "1 111300/000003/000200/302020/100200/003000",
    "1 130310/020000/302020/000200/030100/000100",
    "1 131310/000000/202000/020030/203000/010000",
    "1 220310/030010/003100/200100/030000/000200",
    "1 002101/020033/203000/020003/000000/000110",
    "1 000000/210100/001300/320000/002030/030210",
)


def milliseconds(position: Position, runs: int = 1) -> float:
    """How long it takes to find all turns, at best."""
    return min(_once(position) for _ in range(runs))


def _once(position: Position) -> float:
    began = process_time()
    find_choices(position, replace=True)
    return (process_time() - began) * 1_000


def scattered(chance: random.Random) -> Position:
    """All twelve pieces somewhere."""
    board = [0] * 38
    for field, size in zip(chance.sample(range(36), 12), (1, 2, 3) * 4, strict=True):
        board[field] = size
    return Position(chance.randrange(2), tuple(board))


def changed(position: Position, chance: random.Random) -> Position:
    """The position with up to three pieces moved, or exchanged with others."""
    board = list(position.board)
    for _ in range(chance.choice((1, 1, 2, 3))):
        one = chance.choice([field for field in range(36) if board[field]])
        other = chance.randrange(36)
        board[one], board[other] = board[other], board[one]
    return Position(position.mover, tuple(board))


def climb(chance: random.Random) -> tuple[float, Position]:
    """A hard position, by making a random one worse."""
    hardest = scattered(chance)
    longest = milliseconds(hardest, 2)
    for _ in range(_STEPS):
        other = changed(hardest, chance)
        time = milliseconds(other, 2)
        if time >= longest:
            longest, hardest = time, other
    return longest, hardest


def measure() -> tuple[list[float], float, Position]:
    """The times of random positions; the slowest of all positions tried, and that position."""
    chance = random.Random(5)
    usual = [milliseconds(scattered(chance)) for _ in range(_RANDOM)]
    hard = [climb(chance)[1] for _ in range(_CLIMBS)] + [read_position(text) for text in HARDEST]
    slowest, position = max((milliseconds(each, _RUNS), each) for each in hard)
    return usual, slowest, position


def lift_to_hints() -> list[float]:
    """Milliseconds from a lifted piece to its lights, in random and in hard positions."""
    chance = random.Random(7)
    texts = [write_position(scattered(chance)) for _ in range(_LIFTS)]
    return [time for text in (*texts, *HARDEST) for time in _lifts(text)]


def _lifts(text: str) -> list[float]:
    """One lift from this position, if a piece can move at all."""
    seat = GygesSeat().begin(text, replace=True)
    scene(survey(seat.table))
    cells = _GAME.movable(read_position(text))[:1]
    seat.held |= dict.fromkeys(cells, 0)
    readings = seat.readings(cells)
    began = process_time()
    seat.table.take(readings, seat.now + 1)
    scene(survey(seat.table))
    return [(process_time() - began) * 1_000 for _ in cells]


def main() -> None:
    """Print the usual times and the slowest beside its target."""
    usual, slowest, position = measure()
    plain("gyges, all turns of a random position, p50", percentile(usual, 0.5), "ms")
    plain("gyges, all turns of a random position, p99", percentile(usual, 0.99), "ms")
    line("gyges, all turns of the hardest position, replace", slowest, "ms", TARGET)
    print(f"  hardest: {write_position(position)}")
    lifts = lift_to_hints()
    plain("gyges, lift to hints, p50", percentile(lifts, 0.5), "ms")
    line("gyges, lift to hints, p99", percentile(lifts, 0.99), "ms", 10)


if __name__ == "__main__":
    main()
