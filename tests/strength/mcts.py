"""Kalah's engine against OpenSpiel's tree search: another's rules, another's player.

python -m tests.strength.mcts [GAMES] [SECONDS] [SIMULATIONS]

Games begin as games begin, seats exchanged, on both boards side by side; the other's tree grows by
chance.
"""

from __future__ import annotations

import sys
from typing import Any

import pyspiel

from controller.engines.kalah.engine import KalahEngine
from controller.games.kalah import Kalah, KalahOptions
from tests.strength.duels import Tally

_KALAH = Kalah(KalahOptions(pits=6, stones=4))
_MANCALA = pyspiel.load_game("mancala")
#: How much it explores, as OpenSpiel's own examples have it.
_EXPLORES = 2.0
#: So many games are played out at random from each new leaf.
_ROLLOUTS = 1


def tree_search(simulations: int, seed: int) -> Any:
    """OpenSpiel's player, which knows of proven wins."""
    evaluator = pyspiel.RandomRolloutEvaluator(_ROLLOUTS, seed)
    return pyspiel.MCTSBot(_MANCALA, evaluator, _EXPLORES, simulations, 1000, True, seed, False)


def game(engine: KalahEngine, bot: Any, seat: int) -> float:
    """By how many stones the engine won from this seat."""
    position, state = _KALAH.start(), _MANCALA.new_initial_state()
    while _KALAH.turns(position):
        ours = position.mover == seat
        turn = engine.best(position)[0].turn if ours else bot.step(state) - 1
        position = _KALAH.play(position, turn)
        state.apply_action(turn + 1)
    scores = _KALAH.outcome(position).scores
    return float(scores[seat] - scores[1 - seat])


def duel(
    games: int, seconds: float, simulations: int, *, seed: int | None = None, told: bool = False
) -> Tally:
    """The engine's games, seats exchanged."""
    engine = KalahEngine(_KALAH, 8, seconds=seconds, seed=seed)
    wins, pairs = 0.0, []
    for number in range(max(1, games // 2)):
        both = [game(engine, tree_search(simulations, number), seat) for seat in (0, 1)]
        wins += sum(1.0 if each > 0 else 0.5 if each == 0 else 0.0 for each in both)
        pairs.append(sum(both) / 2)
        if told:
            print(f"{number + 1}: {both}", flush=True)
    return Tally(wins, 2 * len(pairs), tuple(pairs))


def main() -> None:
    """Play, and count."""
    given = [*sys.argv[1:], *("100", "1", "10000")[len(sys.argv) - 1 :]]
    games, seconds, simulations = int(given[0]), float(given[1]), int(given[2])
    found = duel(games, seconds, simulations, told=True)
    print(f"kalah level 8 ({seconds} s) against MCTS with {simulations} simulations: {found}")


if __name__ == "__main__":
    main()
