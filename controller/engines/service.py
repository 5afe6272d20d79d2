"""An engine as a service: one question in, one answer out, both plain JSON values.

`lunka engine GAME` wraps this in lines of text, as `lunka rules GAME` does for the rules.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from controller.engines.engine import Engine
from controller.games.game import IllegalError, InvalidError, RulesError
from controller.games.service import check_keys, read_question, rolled, text_in
from controller.games.told import Told

Answer = dict[str, Any]

_ASKED = ("best", "word")
#: How many turns an answer names: more would help nobody, and take time.
_MOST_NAMED = 100


def answer_line(engine: Engine, line: str) -> str:
    """The answer to one line of JSON, as one line of JSON. Never raises for what a line holds."""
    try:
        return json.dumps(answer(engine, read_question(line)))
    except RulesError as error:
        return _refused(error.verdict, str(error))
    except MemoryError:
        return _refused("failed", "the engine has no memory left for this question")


def _refused(verdict: str, message: str) -> str:
    return json.dumps({"error": {"verdict": verdict, "message": message}})


def answer(engine: Engine, question: Mapping[str, Any]) -> Answer:
    """The answer to one question; `RulesError` for a wrong one."""
    game, asked = engine.game, question.get("ask")
    if asked not in _ASKED:
        raise InvalidError(
            Told(
                "ask {asked!r} is unknown; {needs} are answered",
                asked=asked,
                needs=", ".join(_ASKED),
            )
        )
    best = asked == "best"
    check_keys(question, ("position",), rolls=best and game.chance is not None)
    text = text_in(question, "position")
    position = game.read_position(text)
    if not best:
        over = game.outcome(position).over
        return {"word": None if over else engine.word(position)}
    position = rolled(game, position, question)
    judged = engine.best(position)
    if not judged:
        ended = game.outcome(position).over
        why = "the game is over" if ended else "there is no turn to choose"
        raise IllegalError(Told("{reason} in {text}", reason=why, text=text))
    # What lies hidden is no part of a choice: turns that differ in nothing else are one.
    called: dict[str, float] = {}
    for each in judged[:_MOST_NAMED]:
        called.setdefault(game.call_turn(position, each.turn), round(each.value, 4))
    turns = [{"turn": turn, "value": value} for turn, value in called.items()]
    first = judged[0]
    return {**turns[0], "chance": round(first.chance, 4), "turns": turns}
