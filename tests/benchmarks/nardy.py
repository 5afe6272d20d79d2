"""Legal turns of the four nardy games, and short nardy beside OpenSpiel and gnubg-nn.

All three are called from Python on the same positions, taken from OpenSpiel's random games before
a whole roll. Ours lists every distinct result of the roll; OpenSpiel lists its actions, of a
double only the first half; gnubg-nn lists every distinct result. The engines take turns on small
blocks of positions, each round passes over all of them once, and the median round counts: other
work on the machine then disturbs all three alike. Time is the process's own.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import islice
from time import process_time
from typing import Any

import gnubg_nn
import pyspiel

from controller.games.nardy import Gulbar, Long, MadGulbar, Nardy, Position, Short
from controller.games.nardy.board import halves, pack
from controller.games.nardy.variants import BAR, CHECKERS, OFF, PLACES

OPENSPIEL_TARGET = 1.0
GNUBG_TARGET = 0.3
_POSITIONS = 6_000
_BLOCK = 200
_ROUNDS = 7
_GAMES: tuple[Nardy, ...] = (Short(), Long(), Gulbar(), MadGulbar())
_SHORT = _GAMES[0]
_SPIEL_BAR = 100


def main() -> None:
    """Print turns per second of all four games, both ratios, and the slowest positions."""
    for game in _GAMES:
        _print_game(game)
    ours, openspiel, gnubg = _compare(list(islice(_shared_positions(random.Random(1)), _POSITIONS)))
    print(f"short positions/s, ours       {ours:10,.0f}")
    print(f"short positions/s, OpenSpiel  {openspiel:10,.0f}")
    print(f"short positions/s, gnubg-nn   {gnubg:10,.0f}")
    _print_ratio("short ratio to OpenSpiel", ours / openspiel, OPENSPIEL_TARGET)
    _print_ratio("short ratio to gnubg-nn", ours / gnubg, GNUBG_TARGET)


def _print_ratio(name: str, ratio: float, target: float) -> None:
    verdict = "met" if ratio >= target else "MISSED"
    print(f"{name:29s} {ratio:10.2f}  target >= {target}  {verdict}")


# One game on its own


def _print_game(game: Nardy) -> None:
    """Speed over the positions of random games, and the slowest of them."""
    positions = _played(game, random.Random(2), _POSITIONS)
    took = sorted(((_seconds(game, position), position) for position in positions), reverse=True)
    times = [seconds for seconds, _ in took]
    turns = sum(len(game.turns(position)) for position in positions)
    print(
        f"{game.name:10s} positions/s {len(times) / sum(times):9,.0f}  "
        f"turns/s {turns / sum(times):11,.0f}  p50 {_micro(times, 0.5):7,.0f} us  "
        f"p99 {_micro(times, 0.01):7,.0f} us"
    )
    # Whatever else the machine did then: the slowest are timed again, and the best time counts;
    # in turns, since the newest run of numbers is remembered.
    slow = [position for _, position in took[:20]]
    again = zip(*([_seconds(game, each) for each in slow] for _ in range(3)), strict=True)
    seconds, slowest = max(zip(map(min, again), slow, strict=True))
    print(
        f"{'':10s} slowest {seconds * 1e3:.2f} ms with {len(game.turns(slowest)):,} turns: "
        f"{game.write_position(slowest._replace(dice=()))} {list(slowest.dice or slowest.passed)}"
    )


def _played(game: Nardy, chance: random.Random, count: int) -> list[Position]:
    """Positions with numbers to play, from random games."""
    found: list[Position] = []
    position = game.start()
    while len(found) < count:
        if game.outcome(position).over:
            position = game.begin(chance.randint(0, 1))
        if game.needs_roll(position):
            position = game.roll(position, (chance.randint(1, 6), chance.randint(1, 6)))
        found.append(position)
        position = game.play(position, chance.choice(game.turns(position)))
    return found


def _seconds(game: Nardy, position: Position) -> float:
    began = process_time()
    game.turns(position)
    return process_time() - began


def _micro(times: Sequence[float], share: float) -> float:
    return times[int(share * (len(times) - 1))] * 1e6


# Side by side


def _compare(positions: Sequence[tuple[Position, Any]]) -> tuple[float, float, float]:
    """Positions per second of ours, OpenSpiel and gnubg-nn, each from its median round."""
    asks = [
        [partial(_SHORT.turns, position) for position, _ in positions],
        [partial(state.legal_actions) for _, state in positions],
        [partial(gnubg_nn.moves, *_gnubg_terms(position)) for position, _ in positions],
    ]
    rounds: list[list[float]] = [[], [], []]
    for _ in range(_ROUNDS):
        spent = [0.0, 0.0, 0.0]
        for first in range(0, len(positions), _BLOCK):
            for engine, ask in enumerate(asks):
                spent[engine] += _time(ask[first : first + _BLOCK])
        for engine, seconds in enumerate(spent):
            rounds[engine].append(seconds)
    ours, openspiel, gnubg = (len(positions) / statistics.median(each) for each in rounds)
    return ours, openspiel, gnubg


def _gnubg_terms(position: Position) -> tuple[list[list[int]], int, int]:
    """The position as gnubg-nn takes it: both sides' points and bars, and the dice."""
    own, foe = halves(position.board, position.mover)
    larger, smaller = position.dice
    return [list(foe[1:]), list(own[1:])], larger, smaller


def _time(asks: Sequence[Callable[[], object]]) -> float:
    began = process_time()
    for ask in asks:
        ask()
    return process_time() - began


def _shared_positions(chance: random.Random) -> Iterable[tuple[Position, Any]]:
    """Positions of OpenSpiel's random games before a whole roll, as ours and as its own state."""
    game = pyspiel.load_game("backgammon")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                text = str(state)
                if "Extra turn: 0" in text:
                    dice = [int(die) for die in text.partition("Dice: ")[2][:2]]
                    start = _SHORT.begin(state.current_player())
                    yield _SHORT.roll(start._replace(board=_board(state)), dice), state.clone()
            state.apply_action(chance.choice(state.legal_actions()))


def _board(state: Any) -> bytes:
    white, black = [0] * PLACES, [0] * PLACES
    for place in range(24):
        white[24 - place], black[place + 1] = state.board(0, place), state.board(1, place)
    white[BAR], black[BAR] = state.board(0, _SPIEL_BAR), state.board(1, _SPIEL_BAR)
    white[OFF], black[OFF] = CHECKERS - sum(white), CHECKERS - sum(black)
    return pack(white, black)


if __name__ == "__main__":
    main()
