"""What is said and rolled at a nardy table, in the words that every game's table uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.games.game import Draw, IllegalError, InvalidError
from controller.games.nardy import actions as do
from controller.games.nardy.board import DIE
from controller.games.nardy.calls import call
from controller.games.nardy.match import Match
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import level, raised, winner
from controller.games.told import Term, Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

_WORDS: dict[str, do.Action] = {
    "double": do.Double(),
    "take": do.Take(),
    "drop": do.Drop(),
    "beaver": do.Beaver(),
    "accept": do.Accept(),
    "refuse": do.Refuse(),
}
_LEVELS = {"resign 1": 1, "resign 2": 2, "resign 3": 3}


def draws(game: Nardy, position: Position) -> Draw | None:
    """The roll that is awaited: one die each in the opening (N2), two dice before a turn (N3)."""
    allowed = Match(game).allowed(position)
    if do.OpeningRoll in allowed:
        return Draw(tuple(DIE), 2, None, thrown=True)
    return Draw(tuple(DIE), 2, position.mover, thrown=True) if do.Roll in allowed else None


def draw(game: Nardy, position: Position, values: Sequence[int]) -> Position:
    """The position after a roll: White's die and Black's in the opening, else the mover's two."""
    if position.stakes.state is not State.OPENING:
        return game.roll(position, values)
    if len(values) != 2:
        raise InvalidError(Told("opening dice {dice}: each side rolls one", dice=str(list(values))))
    return Match(game).act(position, do.OpeningRoll(*values))


def decisions(game: Nardy, position: Position) -> Sequence[str]:
    """What may be said now: raise the stake, answer a raise, resign, answer a resignation."""
    allowed = Match(game).allowed(position)
    words = [word for word, action in _WORDS.items() if type(action) in allowed]
    return [*words, *(_LEVELS if do.Resign in allowed else ())]


def decide(game: Nardy, position: Position, decision: str, side: int) -> Position:
    """The position after a side has said so."""
    action = do.Resign(side, _LEVELS[decision]) if decision in _LEVELS else _WORDS.get(decision)
    if action is None:
        may = tuple(Term("decision", word) for word in decisions(game, position))
        raise InvalidError(
            Told(
                "decision {word!r} is unknown; allowed now: {decisions}",
                word=decision,
                decisions=may,
            )
        )
    speaker = _speaker(position, action)
    if speaker is not None and speaker != side:
        said, whose = Term("decision", decision), Term("side", game.sides[speaker])
        raise IllegalError(
            Told("'{decision}' is for {speaker} to say", decision=said, speaker=whose)
        )
    return Match(game).act(position, action)


def _speaker(position: Position, action: do.Action) -> int | None:
    """Whose word this is; None: either side may say it."""
    if isinstance(action, do.Resign):
        return None
    return position.mover if isinstance(action, do.Double) else position.stakes.answering


def call_roll(dice: Sequence[int]) -> dict[str, str]:
    """The Persian call of a roll (N12), in each language."""
    return {tongue: call(dice, tongue) for tongue in ("en", "ru")} if dice else {}


def shown(game: Nardy, position: Position) -> dict[str, Any]:
    """Dice with their call (N12), the cube, the match and the pips: what lies beside the board."""
    stakes, dice = position.stakes, list(position.dice)
    return {
        "dice": dice,
        "call": call_roll(dice) or None,
        "passed": list(position.passed),
        "cube": stakes.cube,
        "owner": stakes.owner,
        "offered": raised(stakes.cube, game.options.raise_step) if stakes.doubled else None,
        "resigned": stakes.resigned or None,
        "score": list(stakes.score),
        "length": stakes.length,
        "crawford": stakes.crawford,
        "pips": [game.pips(position, side) for side in (0, 1)],
    }


def in_match(game: Nardy, match: Mapping[str, Any]) -> Position:
    """The opening of one game of a match (S14), or of an evening of single games."""
    opening = Match(game).open()
    stakes = Stakes(
        score=(match["score"][0], match["score"][1]),
        length=match["length"],
        crawford=match["crawford"],
        jacoby=opening.stakes.jacoby,
        beaver=opening.stakes.beaver,
        state=State.OPENING,
    )
    return opening._replace(stakes=stakes)


def match_in(position: Position) -> dict[str, Any]:
    """The match as its position has it; length 0 is an evening of single games."""
    stakes = position.stakes
    return {
        "length": stakes.length,
        "score": list(stakes.score),
        "crawford": stakes.crawford,
    }


def next_in_match(
    game: Nardy, position: Position, match: Mapping[str, Any]
) -> Mapping[str, Any] | None:
    """The score and the kind of the game that comes next; None when the match is won."""
    rules = Match(game)
    finished = rules.settled(position)
    if do.NextGame not in rules.allowed(finished):
        return None
    following = rules.act(finished, do.NextGame())
    return {**match_in(following), "number": match["number"] + 1}


_REASONS = {State.DROPPED: "dropped", State.RESIGNED: "resigned"}


def ending(game: Nardy, position: Position) -> dict[str, Any]:
    """Why it ended, at which level (1 plain, 2 mars, 3 koks or home mars), and the cube."""
    stakes, won_by = position.stakes, winner(position)
    reached = stakes.resigned
    if stakes.state in (State.PLAYING, State.OVER) and won_by is not None:
        reached = level(game.variant, position.board, won_by)
    reason = _REASONS.get(stakes.state, "played")
    return {"reason": reason, "level": reached or 1, "cube": stakes.cube}
