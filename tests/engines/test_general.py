"""The general engine: a game that nobody brought an engine for is played by its rules alone."""

from __future__ import annotations

from random import Random

from lunka_oware.game import Oware
from lunka_oware.options import OwareOptions

from controller.engines.general import GeneralEngine
from controller.engines.registry import engine_for
from tests.engines.playing import played
from tests.engines.test_service import check_best, check_word


def test_a_guest_gets_the_general_engine() -> None:
    """Oware: every answer is legal, and a question that waits for an answer gets one."""
    game, rng = Oware(OwareOptions()), Random(3)
    engine = engine_for(game, 5, seconds=0.05, seed=1)
    assert isinstance(engine, GeneralEngine)
    for position in rng.sample([*played(game, rng, words=0.2)], 8):
        check_best(engine, position)
        check_word(engine, position)


def test_it_sees_what_is_to_be_taken() -> None:
    """It takes what lies there, and beats whoever moves at random."""
    game, won = Oware(OwareOptions()), 0
    rng = Random(5)
    for number in range(4):
        engine = engine_for(game, 3, seconds=0.02, seed=number)
        position = game.start()
        for _ in range(120):
            turns = game.turns(position)
            if not turns:
                break
            mine = game.mover(position) == number % 2
            turn = engine.best(position)[0].turn if mine else rng.choice(turns)
            position = game.play(position, turn)
        scores = game.outcome(position).scores
        won += scores[number % 2] > scores[1 - number % 2]
    assert won >= 3
