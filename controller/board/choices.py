"""What a new game may choose at a table: games that its board can play, options, house rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from controller.games.catalogue import AnyGame, kind_of, names
from controller.games.game import RulesError
from controller.games.options import choices_of
from controller.table.house_rules import OF_MATCHES, HouseRules
from controller.table.state import State
from controller.words.speech import name, told

_PAIR = 2


def choices_for(
    cells: Iterable[str], usual: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, Any]:
    """Everything for the dialog of a new game on a board with these cells; `now` are the rules of
    the game on the board, `usual` those of the table, which hold where a new game says nothing."""
    return {
        "games": list(_games(frozenset(cells))),
        "house": {"rules": _fields(HouseRules), "usual": dict(usual), "now": dict(now)},
    }


def rules_now(state: State, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The rules of the game on the board; what only a timed match has a game without one does not
    tell, and the table's hold."""
    if not state.game:
        return dict(usual)
    untold = () if state.length and state.clock else OF_MATCHES
    return state.house.plain() | {key: usual[key] for key in untold}


def for_two() -> list[dict[str, Any]]:
    """Every game that two players can meet in with nothing hidden beneath the board: what a
    competition can be of."""
    return [
        _offer(game, rules)
        for game, rules in _working()
        if len(rules.sides) == _PAIR and rules.hidden is None
    ]


def _games(cells: frozenset[str]) -> Iterator[dict[str, Any]]:
    """The games that this board has the cells for."""
    for game, rules in _working():
        if cells.issuperset(rules.cells):
            yield _offer(game, rules)


def _working() -> Iterator[tuple[str, AnyGame]]:
    """Every game that is installed here; one that does not work is not offered."""
    for game in names():
        with suppress(RulesError):
            kind = kind_of(game)
            yield game, kind.make(kind.options())


def _offer(game: str, rules: AnyGame) -> dict[str, Any]:
    kind = kind_of(game)
    return {
        "name": game,
        "title": told(kind.titles),
        "sides": [{"name": side, "title": name(side)} for side in rules.sides],
        "begin": _beginners(rules),
        "options": _fields(kind.options),
        "presets": [
            {"name": word, "title": told(preset.titles), "options": dict(preset.options)}
            for word, preset in kind.presets.items()
        ],
        "coded": rules.hidden is not None,
        "matches": rules.stakes is not None,
    }


def _fields(options: type[object]) -> list[dict[str, Any]]:
    """Each option with what it says of itself in every language."""
    fields = choices_of(options)
    for each in fields:
        if "title" in each:
            each["title"] = told(each["title"])
        if "words" in each:
            each["words"] = {value: told(text) for value, text in each["words"].items()}
    return fields


def _beginners(rules: AnyGame) -> list[str]:
    """The sides that may be told to begin; none where a roll says it, or one always does."""
    draw = rules.acts(rules.open()).draw
    if draw is not None and draw.side is None:
        return []
    able = [side.lower() for at, side in enumerate(rules.sides) if _may_begin(rules, at)]
    return able if len(able) > 1 else []


def _may_begin(rules: AnyGame, side: int) -> bool:
    try:
        rules.begin(side)
    except RulesError:
        return False
    return True
