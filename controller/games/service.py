"""The rules as a service: one question in, one answer out, both plain JSON values.

`lunka rules GAME` wraps this in lines of text, so that any program can use the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError, RulesError

Answer = dict[str, Any]

#: What each question needs besides `ask`.
_NEEDS: dict[str, tuple[str, ...]] = {
    "start": (),
    "turns": ("position",),
    "play": ("position", "turn"),
    "outcome": ("position",),
}
_LONGEST = 10_000


def answer_line(game: AnyGame, line: str) -> str:
    """The answer to one line of JSON, as one line of JSON. Never raises for what a line holds."""
    try:
        return json.dumps(answer(game, _read(line)))
    except RulesError as error:
        return json.dumps({"error": {"verdict": error.verdict, "message": str(error)}})


def answer(game: AnyGame, question: Mapping[str, Any]) -> Answer:
    """The answer to one question; `RulesError` for a wrong one."""
    asked = question.get("ask")
    if not isinstance(asked, str) or asked not in _NEEDS:
        raise InvalidError(f"ask {asked!r} is unknown; {', '.join(_NEEDS)} are answered")
    _check_keys(game, asked, question)
    if asked == "start":
        return {"position": game.write_position(game.start())}
    text = _text(question, "position")
    position = game.read_position(text)
    if asked == "outcome":
        return _outcome(game, position)
    chance = game.chance
    if chance is not None and not game.outcome(position).over:
        position = chance.roll(position, _dice(chance.needs_roll(position), question))
    if asked == "turns":
        return {"turns": [_turn(game, text, position, turn) for turn in game.turns(position)]}
    turn = game.read_turn(position, _text(question, "turn"))
    return {"position": game.write_result(text, game.play(position, turn))}


def _turn(game: AnyGame, text: str, position: Any, turn: Any) -> Answer:
    result = game.write_result(text, game.play(position, turn))
    return {"turn": game.write_turn(position, turn), "position": result}


def _outcome(game: AnyGame, position: Any) -> Answer:
    outcome = game.outcome(position)
    return {"over": outcome.over, "winner": outcome.winner, "scores": list(outcome.scores)}


def _read(line: str) -> Mapping[str, Any]:
    if len(line) > _LONGEST:
        raise InvalidError(f"a question of {len(line)} characters; at most {_LONGEST} are read")
    try:
        question = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidError(f"not a line of JSON: {error}") from None
    if not isinstance(question, dict):
        raise InvalidError(f'a question is an object like {{"ask": "start"}}, not {line.strip()}')
    return question


def _check_keys(game: AnyGame, asked: str, question: Mapping[str, Any]) -> None:
    needs = ("ask", *_NEEDS[asked])
    takes = (*needs, "dice") if game.chance is not None and asked in ("turns", "play") else needs
    missing = [key for key in needs if key not in question]
    unknown = [key for key in question if key not in takes]
    if missing:
        raise InvalidError(f"ask {asked!r} needs {', '.join(missing)} as well")
    if unknown:
        raise InvalidError(
            f"ask {asked!r} does not take {', '.join(unknown)}; it takes {', '.join(takes)}"
        )


def _text(question: Mapping[str, Any], key: str) -> str:
    value = question[key]
    if not isinstance(value, str):
        raise InvalidError(f"{key} must be text, not {json.dumps(value)}")
    return value


def _dice(needed: bool, question: Mapping[str, Any]) -> list[int]:
    if "dice" not in question and needed:
        raise InvalidError(f"ask {question['ask']!r} needs dice as well")
    dice = question.get("dice", [])
    if not isinstance(dice, list) or not all(type(die) is int for die in dice):
        raise InvalidError(f"dice must be a list of numbers, not {json.dumps(dice)}")
    return dice
