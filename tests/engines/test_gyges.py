"""The engine for Gyges: no win in one is missed, none is left that can be avoided."""

from __future__ import annotations

from random import Random

import pytest

from controller.engines.gyges import GygesEngine
from controller.games.catalogue import AnyGame, make_game
from controller.games.gyges.position import Position
from tests.engines.playing import played


def winning(game: AnyGame, position: Position) -> list[object]:
    """Every turn that wins at once, by the rules alone."""
    return [
        turn
        for turn in game.turns(position)
        if game.outcome(game.play(position, turn)).winner == position.mover
    ]


@pytest.mark.parametrize("options", [{}, {"replace": True}, {"crossing": "direction"}])
def test_wins_in_one(options: dict[str, object]) -> None:
    """Brute force over random positions: a win is taken, and where a turn leaves the other side no
    win in one, such a turn is chosen."""
    rng, wins, escapes = Random(f"gyges {options}"), 0, 0
    game = make_game("gyges", options)
    engine = GygesEngine(game, 8, seconds=0.0, seed=1)
    while wins < 6 or escapes < 3:
        positions = [each for each in played(game, rng, 30) if not each.in_setup]
        position = rng.choice(positions)
        chosen = engine.best(position)[0].turn
        if won := winning(game, position):
            wins += 1
            assert chosen in won
            assert engine.wins(position)
            continue
        assert not engine.wins(position)
        turns = rng.sample(game.turns(position), min(6, len(game.turns(position))))
        safe = [turn for turn in turns if not winning(game, game.play(position, turn))]
        if safe and len(safe) < len(turns):
            escapes += 1
            assert not winning(game, game.play(position, chosen))


def test_the_last_piece_is_placed_with_care() -> None:
    """Y3: who places last leaves the first mover no win in one where that can be avoided."""
    game = make_game("gyges")
    for number in range(3):
        engine = GygesEngine(game, 5, seconds=0.1, seed=number)
        position = game.start()
        while position.in_setup:
            before = position
            position = game.play(position, engine.judge(position)[0].turn)
        safe = [each for each in game.turns(before) if not winning(game, game.play(before, each))]
        assert not (safe and winning(game, position))
