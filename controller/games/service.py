"""The rules as a service: one question in, one answer out, both plain JSON values.

`lunka rules GAME` wraps this in lines of text, so that any program can use the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError, RulesError
from controller.games.told import Told, told_by

Answer = dict[str, Any]

#: What each question needs besides `ask`.
_NEEDS: dict[str, tuple[str, ...]] = {
    "start": (),
    "turns": ("position",),
    "play": ("position", "turn"),
    "outcome": ("position",),
}
#: The questions that come with dice where the game has them.
_ROLLS = ("turns", "play")
_LONGEST = 10_000


def answer_line(game: AnyGame, line: str) -> str:
    """The answer to one line of JSON, as one line of JSON. Never raises for what a line holds."""
    try:
        return json.dumps(answer(game, read_question(line)))
    except RulesError as error:
        return json.dumps({"error": {"verdict": error.verdict, "message": str(error)}})


def answer(game: AnyGame, question: Mapping[str, Any]) -> Answer:
    """The answer to one question; `RulesError` for a wrong one."""
    asked = question.get("ask")
    if not isinstance(asked, str) or asked not in _NEEDS:
        raise InvalidError(
            Told(
                "ask {asked!r} is unknown; {needs} are answered",
                asked=asked,
                needs=", ".join(_NEEDS),
            )
        )
    check_keys(question, _NEEDS[asked], rolls=game.chance is not None and asked in _ROLLS)
    if asked == "start":
        return {"position": game.write_position(game.start())}
    text = text_in(question, "position")
    position = game.read_position(text)
    if asked == "outcome":
        return _outcome(game, position)
    position = rolled(game, position, question)
    if asked == "turns":
        return {"turns": [_turn(game, text, position, turn) for turn in game.turns(position)]}
    turn = game.read_turn(position, text_in(question, "turn"))
    return {"position": game.write_result(text, game.play(position, turn))}


def _turn(game: AnyGame, text: str, position: Any, turn: Any) -> Answer:
    result = game.write_result(text, game.play(position, turn))
    return {"turn": game.write_turn(position, turn), "position": result}


def _outcome(game: AnyGame, position: Any) -> Answer:
    outcome = game.outcome(position)
    return {"over": outcome.over, "winner": outcome.winner, "scores": list(outcome.scores)}


def read_question(line: str) -> Mapping[str, Any]:
    """The question that a line of JSON holds."""
    if len(line) > _LONGEST:
        raise InvalidError(
            Told(
                "a question of {n} characters; at most {longest} are read",
                n=len(line),
                longest=_LONGEST,
            )
        )
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidError(Told("not a line of JSON: {reason}", reason=told_by(error))) from None
    if not isinstance(question, dict):
        raise InvalidError(
            Told('a question is an object like {{"ask": "start"}}, not {strip}', strip=line.strip())
        )
    return question


def check_keys(question: Mapping[str, Any], needed: Sequence[str], *, rolls: bool) -> None:
    """Refuse a question that lacks something, or brings what it has no use for."""
    asked, needs = question["ask"], ("ask", *needed)
    takes = (*needs, "dice") if rolls else needs
    missing = [key for key in needs if key not in question]
    unknown = [key for key in question if key not in takes]
    if missing:
        raise InvalidError(
            Told("ask {asked!r} needs {missing} as well", asked=asked, missing=", ".join(missing))
        )
    if unknown:
        raise InvalidError(
            Told(
                "ask {asked!r} does not take {unknown}; it takes {takes}",
                asked=asked,
                unknown=", ".join(unknown),
                takes=", ".join(takes),
            )
        )


def text_in(question: Mapping[str, Any], key: str) -> str:
    """What a question says under this key, which must be text."""
    value = question[key]
    if not isinstance(value, str):
        raise InvalidError(
            Told("{key} must be text, not {value}", key=key, value=json.dumps(value))
        )
    return value


def rolled(game: AnyGame, position: Any, question: Mapping[str, Any]) -> Any:
    """The position with the dice of the question rolled, where the game has any."""
    chance = game.chance
    if chance is None or game.outcome(position).over:
        return position
    return chance.roll(position, _dice(chance.needs_roll(position), question))


def _dice(needed: bool, question: Mapping[str, Any]) -> list[int]:
    if "dice" not in question and needed:
        raise InvalidError(Told("ask {ask!r} needs dice as well", ask=question["ask"]))
    dice = question.get("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int for die in dice):
        raise InvalidError(
            Told("dice must be a list of numbers, not {dice}", dice=json.dumps(dice))
        )
    return dice
