"""A game step by step with its positions: what every picture, report and export is made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.record.steps import Decided, Opening, Ply, Rolled, Step
from controller.record.walk import GameWalk


@dataclass(frozen=True, slots=True)
class Moment:
    """One step, and the positions before and after it."""

    step: Step
    before: Any
    after: Any


def rules_of(opening: Opening) -> AnyGame:
    """The rules a game was played by."""
    return make_game(opening.game, opening.options)


def start_of(game: AnyGame, opening: Opening) -> Any:
    """Where the game began; a match goes on with its score, which not every text can carry."""
    if opening.match:
        return game.in_match(opening.match.plain())
    return game.read_position(opening.position)


def moments(walked: GameWalk) -> Iterator[Moment]:
    """Every step of the final line; `RulesError` where one is against the rules."""
    game = rules_of(walked.opening)
    now = start_of(game, walked.opening)
    for step in walked.steps:
        after = follow(game, now, step)
        yield Moment(step, now, after)
        now = after


def follow(game: AnyGame, position: Any, step: Step) -> Any:
    """The position after one step."""
    if isinstance(step, Rolled):
        return game.draw(position, step.dice)
    if isinstance(step, Decided):
        return game.decide(position, step.decision, step.side)
    return _played(game, position, step)


def _played(game: AnyGame, position: Any, ply: Ply) -> Any:
    if ply.condoned:
        return game.read_position(ply.position)
    return game.play(position, game.read_turn(position, ply.turn))
