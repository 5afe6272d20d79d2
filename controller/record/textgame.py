"""A game as its text record tells it, and the words that its steps are written with.

    31:   entered      31!:   rolled by the board      31?:   inferred from the play
    3-1:  the opening roll, White's die and Black's     7!:    a token

A turn stands in the game's notation; what was decided as it is said: `double`, `take`,
`"resign 2"`, `"resign 2 by Black"` where the other side was on turn. `"condoned POSITION"` is an
illegal turn that was let stand, told by where it led.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import Game, IllegalError, InvalidError
from controller.games.straying import read_stray
from controller.record.moments import Moment
from controller.record.steps import BOARD, ENTERED, INFERRED, Decided, Ply, Rolled
from controller.record.tags import Tags

_MARKS = {BOARD: "!", ENTERED: "", INFERRED: "?"}
_ROLL = re.compile(r"([0-9])(?:-?([0-9]))?[!?]?:", re.ASCII)
_ANSWERS = ("double", "take", "drop", "beaver", "accept", "refuse")
_RESIGN = re.compile(r"(resign [1-3])(?: by (.+))?", re.ASCII)
#: How a turn against the rules begins that was let stand.
CONDONED = "condoned "


@dataclass(frozen=True, slots=True)
class TextMove:
    """One step: whose turn it belongs to, its word, where it led, its time, what happened then."""

    side: int
    turn: str
    position: str
    seconds: float | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TextGame:
    """A whole text record; reading and writing one are inverse."""

    tags: Tags
    notes: tuple[str, ...]
    moves: tuple[TextMove, ...]
    result: str

    def tag(self, name: str) -> str | None:
        """The value of a tag, or None."""
        return dict(self.tags).get(name)


def write_step(game: AnyGame, moment: Moment) -> TextMove:
    """A step with its word."""
    before, after = moment.before, moment.after
    side = game.mover(after if isinstance(moment.step, Rolled) else before)
    return TextMove(side, _word(game, moment), game.write_position(after))


def _word(game: AnyGame, moment: Moment) -> str:
    step = moment.step
    if isinstance(step, Rolled):
        return _roll_word(step)
    if isinstance(step, Ply):
        return f"{CONDONED}{step.position}" if step.condoned else step.turn
    return _decision_word(game, moment.before, step)


def _roll_word(roll: Rolled) -> str:
    between = "-" if roll.side is None else ""
    return f"{between.join(map(str, roll.dice))}{_MARKS.get(roll.by, '')}:"


def _decision_word(game: AnyGame, before: Any, said: Decided) -> str:
    other = said.side != game.mover(before) and said.decision.startswith("resign")
    return f"{said.decision} by {game.sides[said.side]}" if other else said.decision


def play(game: AnyGame, position: Any, word: str) -> tuple[Any, TextMove]:
    """The position after a step given as a word; `RulesError` where it cannot be."""
    roll = _ROLL.fullmatch(word)
    if roll and game.uses_dice:
        after = game.draw(position, [int(die) for die in roll.groups() if die is not None])
        return after, TextMove(game.mover(after), word, game.write_position(after))
    after = _acted(game, position, word)
    return after, TextMove(game.mover(position), word, game.write_position(after))


def _acted(game: AnyGame, position: Any, word: str) -> Any:
    if word.startswith(CONDONED):
        return read_stray(game, position, word.removeprefix(CONDONED))
    resigned = _RESIGN.fullmatch(word)
    if type(game).decisions is not Game.decisions and (word in _ANSWERS or resigned):
        return _said(game, position, resigned[1] if resigned else word, resigned and resigned[2])
    return game.play(position, game.read_turn(position, word))


def _said(game: AnyGame, position: Any, decision: str, by: str | None) -> Any:
    """The position after a decision by the side named, by the mover, or by whoever may say it."""
    if by is not None and by not in game.sides:
        raise InvalidError(f"{by!r} is no side; {' and '.join(game.sides)} are")
    mover = game.mover(position)
    if by is not None:
        return game.decide(position, decision, game.sides.index(by))
    try:
        return game.decide(position, decision, mover)
    except IllegalError:
        if decision not in game.decisions(position):
            raise
        return game.decide(position, decision, 1 - mover)
