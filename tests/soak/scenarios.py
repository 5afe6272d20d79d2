"""Evenings of every kind, by lot: games, boards, options, house rules, people, what breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from random import Random
from typing import Any

from controller.games.catalogue import AnyGame, make_game, names, options_of
from controller.games.game import InvalidError
from controller.games.options import Allowed, FreeText
from controller.play.steps import INFERRED
from controller.simulation.people import CALM
from controller.simulation.run import Scenario
from controller.table.house_rules import HouseRules
from hardware.profile import shipped_profile
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.hands import Habits
from tests.boards import BOARDS

#: What is left as it is: nobody presses buttons here, or plays against a flag.
_FIXED = ("turn_seconds", "confirm", "minutes", "extra")
#: Nobody wants to see every game to its end; after so many turns somebody resigns.
_MOST_TURNS = 120


def draw(seed: int) -> Scenario:
    """The evening of this number; the same number is the same evening."""
    chance = Random(f"soak:{seed}")
    name = chance.choice(names())
    boards = sorted(board for (game_on_it, _), board in BOARDS.items() if game_on_it == name)
    profile = shipped_profile(chance.choice(boards))
    game, options = _game(chance, name, profile.cell_names)
    return Scenario(
        name,
        options,
        profile,
        tuple(_fault(chance, game) for _ in range(chance.choice((0, 0, 0, 1, 1, 2)))),
        replace(CALM, pace=_habits(chance)),
        seed,
        _house(chance, game),
        pins_every=0,
        most_turns=_MOST_TURNS,
    )


def _game(chance: Random, name: str, cells: tuple[str, ...]) -> tuple[AnyGame, dict[str, Any]]:
    """Options that go together, on a board that is large enough for them."""
    while True:
        options = _some(chance, options_of(name))
        try:
            game = make_game(name, options)
        except InvalidError:  # Jacoby's rule in a match, say
            continue
        if set(game.cells) <= set(cells):
            return game, options


def _some(chance: Random, kind: type[Any]) -> dict[str, Any]:
    """About half of what can be set, each to anything that it allows."""
    chosen = [field for field in fields(kind) if chance.random() < 0.5]
    return {
        field.name: _any_of(chance, field.metadata["allowed"])
        for field in chosen
        if field.name not in _FIXED
    }


def _any_of(chance: Random, allowed: Allowed) -> Any:
    """One of the values that are allowed; of people's own words, two."""
    if isinstance(allowed, FreeText):
        return chance.choice(("", "x" * allowed.longest))
    return chance.choice(allowed or (False, True))


def _house(chance: Random, game: AnyGame) -> Mapping[str, Any]:
    rules = {"minutes": 600, **_some(chance, HouseRules)}
    if rules.get("dice") == INFERRED and game.chance is not None and not game.chance.shows_dice:
        del rules["dice"]
    return rules


def _fault(chance: Random, game: AnyGame) -> Fault:
    kinds = [FaultKind.DEAD, FaultKind.DEAD, FaultKind.STUCK, FaultKind.CHATTER, FaultKind.SPILL]
    if game.touch_move:  # whoever knocks a stone over has lifted it
        kinds.remove(FaultKind.SPILL)
    kind, cell, at = chance.choice(kinds), chance.choice(game.cells), chance.uniform(0, 200)
    # Where a turn is one stone lifted, a reed that opens in mid-game has played it.
    return Fault(kind, cell, 0.0 if game.touch_move else round(at, 1))


def _habits(chance: Random) -> Habits:
    quick = chance.uniform(0.12, 0.3)
    return Habits(
        hesitate=chance.uniform(0, 0.2),
        look=chance.uniform(0, 0.1),
        double=chance.uniform(0, 0.1),
        stray=chance.uniform(0, 0.06),
        one_by_one=chance.uniform(0, 0.5),
        act_s=(quick, quick * chance.uniform(1.5, 4.0)),
    )


def words(scenario: Scenario) -> str:
    """The evening in one line, for whoever has to look into it."""
    set_so = {**scenario.options, **scenario.house}
    options = " ".join(f"{key}={value}" for key, value in set_so.items())
    faults = " ".join(map(str, scenario.faults)) or "no faults"
    return f"evening {scenario.seed}: {scenario.game}, {scenario.profile.name}, {options}, {faults}"
