"""The rules, asked again at every step of a recorded game."""

from __future__ import annotations

from controller.games.catalogue import AnyGame, make_game
from controller.games.game import RulesError
from controller.record.errors import RecordDamagedError
from controller.record.facts import BrokenError
from controller.record.walk import GameWalk, Opening, Result, Visitor, walk

#: The reasons for which a game ends.
REASONS = ("played", "resigned", "time", "abandoned")


def assured(walked: GameWalk) -> GameWalk:
    """The same game, once every step of it is known to be by the rules; `RecordDamagedError`."""
    fault = walk(walked.events, Referee()).fault
    if fault:
        raise RecordDamagedError(
            f"game {walked.number}: event {fault.seq} cannot be right: {fault.what}; run"
            " `lunka verify` on the record"
        )
    return walked


class Referee(Visitor):
    """Plays every version of every turn again and lets nothing pass that the rules do not give."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None

    @property
    def _rules(self) -> AnyGame:
        assert self._game is not None
        return self._game

    def opened(self, opening: Opening) -> None:
        try:
            self._game = make_game(opening.game, opening.options)
            start = self._game.read_position(opening.position)
        except RulesError as error:
            raise BrokenError(str(error)) from error
        if self._game.write_position(start) != opening.position:
            raise BrokenError(f"position {opening.position!r} is not written as it should be")
        if len(opening.seats) != len(self._game.sides):
            sides = ", ".join(self._game.sides)
            raise BrokenError(f"{len(opening.seats)} seats; the sides of {opening.game}: {sides}")

    def turn(self, before: str, side: int, turn: str, after: str) -> None:
        try:
            position = self._rules.read_position(before)
            legal = self._rules.read_turn(position, turn)
            reached = self._rules.write_position(self._rules.play(position, legal))
        except RulesError as error:
            raise BrokenError(str(error)) from error
        if reached != after:
            raise BrokenError(f"{turn} from {before!r} leads to {reached!r}, not to {after!r}")
        self._check_side(side, self._rules.mover(position), turn)

    def _check_side(self, side: int, mover: int, turn: str) -> None:
        # A swap is the second player's choice, also where the first player is still to move.
        if side != mover and not (turn == "swap" and 0 <= side < len(self._rules.sides)):
            raise BrokenError(f"side {side} moves, but it is the turn of side {mover}")

    def over(self, position: str, result: Result) -> None:
        sides = len(self._rules.sides)
        if result.reason not in REASONS:
            raise BrokenError(f"reason {result.reason!r}; {', '.join(REASONS)} are known")
        if result.winner is not None and not 0 <= result.winner < sides:
            raise BrokenError(f"winner {result.winner} is none of the {sides} sides")
        if len(result.scores) != sides:
            raise BrokenError(f"{len(result.scores)} scores for {sides} sides")
        if result.reason == "played":
            self._check_end(position, result)

    def _check_end(self, position: str, result: Result) -> None:
        outcome = self._rules.outcome(self._rules.read_position(position))
        if not outcome.over:
            raise BrokenError(f"the game is not over in {position!r}")
        found, right = (result.winner, result.scores), (outcome.winner, outcome.scores)
        if found != right:
            raise BrokenError(f"winner and scores are {found}; in {position!r} they are {right}")
