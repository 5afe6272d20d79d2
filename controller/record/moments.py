"""A game step by step with its positions: what every picture, report and export is made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.games.game import InvalidError
from controller.games.inferring import lying, turn_to
from controller.games.straying import read_stray
from controller.record.steps import Decided, MatchFacts, Opening, Ply, Rolled, Ruled, Step
from controller.record.walk import GameWalk


@dataclass(frozen=True, slots=True)
class Moment:
    """One step, and the positions before and after it; `turn` is the legal turn, if it is one."""

    step: Step
    before: Any
    after: Any
    turn: Any = None


def rules_of(opening: Opening) -> AnyGame:
    """The rules a game was played by."""
    return make_game(opening.game, opening.options)


def start_of(game: AnyGame, opening: Opening) -> Any:
    """Where the game began; `RulesError` where its match tells of another position."""
    start = game.read_position(opening.position)
    if opening.match:
        _check_match(game, start, opening.match)
    return start


def _check_match(game: AnyGame, start: Any, match: MatchFacts) -> None:
    """The first game of a match may begin anywhere in it, each later one with the opening roll."""
    opened = game.in_match(match.plain())
    if game.match_in(start) != game.match_in(opened):
        said = "-".join(map(str, match.score))
        crawford = ", the Crawford game" if match.crawford else ""
        raise InvalidError(
            f"the match is told as one to {match.length} at {said}{crawford}, but its position"
            f" {game.write_position(start)!r} is not"
        )
    if other := game.options_in(start):
        told = ", ".join(f"{name} = {value}" for name, value in other.items())
        raise InvalidError(
            f"the position {game.write_position(start)!r} is played with {told}, which the options"
            " do not say"
        )
    if match.number > 1 and start != opened:
        raise InvalidError(
            f"game {match.number} of a match begins with {game.write_position(opened)!r}, not with"
            f" {game.write_position(start)!r}"
        )


def moments(walked: GameWalk) -> Iterator[Moment]:
    """Every step of the final line; `RulesError` where one is against the rules."""
    game = rules_of(walked.opening)
    now = start_of(game, walked.opening)
    for step in walked.steps:
        now = before_turn(game, now, step)
        turn = turn_of(game, now, step)
        after = follow(game, now, step, turn)
        yield Moment(step, now, after, turn)
        now = after


def ends_on_time(game: AnyGame, position: Any, *, match: bool) -> list[Any]:
    """The positions in which the time of a side that is up may end the game, or the `match`; none:
    nobody wins anything by that but the game."""
    ends = (game.flagged(position, side, match=match) for side in range(len(game.sides)))
    return [end for end in ends if end is not None]


def before_turn(game: AnyGame, position: Any, step: Step) -> Any:
    """The position with the roll that an inferred turn was played with, or the first that explains
    it: a step of any other kind finds its dice in the position."""
    if not isinstance(step, Ply) or not step.rolls or not game.draws(position):
        return position
    return lying(game, position, step.opening, step.rolls)


def turn_of(game: AnyGame, position: Any, step: Step) -> Any:
    """The legal turn that a step is; None: it is a roll, a decision, or a condoned turn."""
    if not isinstance(step, Ply) or step.condoned:
        return None
    if step.rolls:
        return turn_to(game, before_turn(game, position, step), step.turn, step.position)
    return game.read_turn(position, step.turn)


def follow(game: AnyGame, position: Any, step: Step, turn: Any = None) -> Any:
    """The position after one step; `turn` saves reading it where it is known."""
    if isinstance(step, Rolled):
        return game.draw(position, step.dice)
    if isinstance(step, Decided):
        return game.decide(position, step.decision, step.side)
    if isinstance(step, Ruled):
        return game.ruled(position, step.what, step.value)
    if step.condoned:
        return read_stray(game, position, step.position)
    turn = turn_of(game, position, step) if turn is None else turn
    return game.play(before_turn(game, position, step), turn)
