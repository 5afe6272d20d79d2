"""A game as its text record tells it, and the words that its steps are written with.

    31:   entered      31!:   rolled by the board      31?:   inferred from the play
    3-1:  the opening roll, White's die and Black's     7!:    a token
    31|21?:   one of these, as far as the play tells

A turn stands in the game's notation; what was decided as it is said: `double`, `take`,
`"resign 2"`, `"resign 2 by Black"` where the other side was on turn. `"condoned POSITION"` is an
illegal turn that was let stand, told by where it led. `"director cube 4 White"` is what a director
set (also `position`, `dice`, `score`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from string import digits
from typing import Any

from controller.games.acts import Drawn, Ruling, Said, Stray
from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.games.inferring import lying, turn_to, write_rolls
from controller.games.told import Told
from controller.play.moments import Moment
from controller.play.steps import BOARD, ENTERED, INFERRED, Decided, Ply, Rolled
from controller.record.rulings import DIRECTED, read_ruling, write_ruling
from controller.record.tags import Tags

_MARKS = {BOARD: "!", ENTERED: "", INFERRED: "?"}
_ROLL = re.compile(r"[0-9](?:-?[0-9])?[!?]?:", re.ASCII)
_ROLLS = re.compile(r"[0-9]-?[0-9](?:\|[0-9]-?[0-9])+\?:", re.ASCII)
#: Who said a word, where somebody else would be expected to.
_BY = " by "
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


@dataclass(frozen=True, slots=True)
class Unsure:
    """A position in which one of several rolls lies, and nobody knows which."""

    position: Any
    rolls: tuple[tuple[int, ...], ...]


def write_step(game: AnyGame, moment: Moment) -> TextMove:
    """A step with its word."""
    before, after = moment.before, moment.after
    side = game.mover(after if isinstance(moment.step, Rolled) else before)
    return TextMove(side, _word(game, moment), game.write_position(after))


def write_inferred(game: AnyGame, position: Any, ply: Ply) -> Iterator[TextMove]:
    """The rolls that explain a turn, as they stand before it."""
    side = game.mover(lying(game, position, ply.opening, ply.rolls))
    for rolls in filter(None, (ply.opening, ply.rolls)):
        draw = game.acts(position).draw
        text = write_rolls(rolls, opening=draw is not None and draw.side is None)
        after = _drawn(game, position, rolls)
        shown = after.position if isinstance(after, Unsure) else after
        mark = "" if ply.named and rolls is ply.rolls else _MARKS[INFERRED]
        yield TextMove(side, f"{text}{mark}:", game.write_position(shown))
        position = after


def _drawn(game: AnyGame, position: Any, rolls: tuple[tuple[int, ...], ...]) -> Any:
    """The position after one of these rolls, as far as it is the same for all of them."""
    after = {game.apply(position, Drawn(roll)) for roll in rolls}
    return after.pop() if len(after) == 1 else Unsure(position, rolls)


def _word(game: AnyGame, moment: Moment) -> str:
    step = moment.step
    if isinstance(step, Rolled):
        return _roll_word(step)
    if isinstance(step.act, Ruling):
        return write_ruling(game, step.act)
    if isinstance(step, Ply):
        if step.named:  # with the roll that was said the turn may be spelt otherwise
            return game.write_turn(moment.before, moment.turn)
        return f"{CONDONED}{step.position}" if step.condoned else step.turn
    assert isinstance(step, Decided)
    return _decision_word(game, moment.before, step)


def _roll_word(roll: Rolled) -> str:
    between = "-" if roll.side is None else ""
    return f"{between.join(map(str, roll.dice))}{_MARKS.get(roll.by, '')}:"


def _decision_word(game: AnyGame, before: Any, said: Decided) -> str:
    saying = game.acts(before).saying(said.decision)
    expected = saying is None or said.side == saying.sides[0]
    return said.decision if expected else f"{said.decision}{_BY}{game.sides[said.side]}"


def play(game: AnyGame, position: Any, word: str) -> tuple[Any, TextMove]:
    """The position after a step given as a word; `RulesError` where it cannot be."""
    if isinstance(position, Unsure):
        return _played_unsure(game, position, word)
    if game.chance is not None and (_ROLL.fullmatch(word) or _ROLLS.fullmatch(word)):
        return _rolled(game, position, word)
    after = _acted(game, position, word)
    return after, TextMove(game.mover(position), word, game.write_position(after))


def _rolled(game: AnyGame, position: Any, word: str) -> tuple[Any, TextMove]:
    """The position after a roll, or after one of several."""
    rolls = tuple(
        tuple(int(die) for die in roll if die in digits) for roll in word.rstrip("?!:").split("|")
    )
    after = _drawn(game, position, rolls)
    shown = after.position if isinstance(after, Unsure) else after
    side = game.mover(game.apply(position, Drawn(rolls[0])))
    return after, TextMove(side, word, game.write_position(shown))


def _played_unsure(game: AnyGame, unsure: Unsure, word: str) -> tuple[Any, TextMove]:
    """The position after a turn that every one of the rolls explains."""
    befores = [game.apply(unsure.position, Drawn(roll)) for roll in unsure.rolls]
    after = game.apply(befores[0], game.read_turn(befores[0], word))
    text = game.write_position(after)
    for before in befores[1:]:
        turn_to(game, before, word, text)
    return after, TextMove(game.mover(befores[0]), word, text)


def _acted(game: AnyGame, position: Any, word: str) -> Any:
    if word.startswith(DIRECTED):
        return game.apply(position, read_ruling(game, word))
    if word.startswith(CONDONED):
        return game.apply(position, Stray(word.removeprefix(CONDONED)))
    said, _, by = word.partition(_BY)
    if game.talk is not None and said in game.talk.words:
        return _said(game, position, said, by)
    return game.apply(position, game.read_turn(position, word))


def _said(game: AnyGame, position: Any, word: str, by: str) -> Any:
    """The position after a word by the side named, or by who would be expected to say it."""
    if by and by not in game.sides:
        raise InvalidError(
            Told("{by!r} is no side; {sides} are", by=by, sides=" and ".join(game.sides))
        )
    return game.apply(position, Said(word, game.sides.index(by) if by else None))
