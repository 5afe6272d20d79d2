"""Every habit alone: whatever people do on the way, the pieces end where the turn leaves them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.cli.simulate import PEOPLE as NAMES
from controller.games.acts import Drawn
from controller.games.catalogue import make_game
from controller.simulation.habits import HABITS, IN_PLAN, Sight, shaped
from controller.simulation.making import Plan, back_plan, contents, turn_plan
from controller.simulation.people import PEOPLE, alone
from hardware.simulated import Wood
from hardware.simulated.hands import BESIDE, Act, Hands, Verb

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("kalah", {}),
    ("short", {}),
    ("long", {}),
    ("gyges", {"replace": True}),
    ("kakuzu", {}),
]
TURNS = 40


def walk(game: str, options: dict[str, Any], seed: int) -> list[tuple[Any, Any, Any]]:
    """Rules, position and turn, over some turns of a random game."""
    rules, rng = make_game(game, options), Random(seed)
    found: list[tuple[Any, Any, Any]] = []
    position: Any = rules.open()
    while len(found) < TURNS and not rules.outcome(position).over:
        draw = rules.acts(position).draw
        if draw is not None:
            position = rules.apply(
                position, Drawn([rng.choice(draw.choices) for _ in range(draw.count)])
            )
            continue
        turn = rng.choice(rules.turns(position))
        found.append((rules, position, turn))
        position = rules.play(position, turn)
    return found


def do(wood: Wood, act: Act) -> None:
    """One act on bare wood: sleeves and magnets leave it as it is."""
    if act.verb is Verb.SPILL:
        for _ in range(act.count):
            wood.spill(act.cell)
    elif act.verb is Verb.FETCH:
        wood.pick_up_floor()
        wood.drop(act.cell, act.count)
    elif act.verb not in BESIDE:
        for timed in Hands(Random(0), PEOPLE["blitz"].pace).perform([act], 0.0):
            timed.apply(wood)


def carried_out(rules: Any, position: Any, plan: Plan) -> dict[str, int]:
    """How the wood lies after these acts; they must be possible, one after the other."""
    wood = Wood(rules.cells)
    wood.set_up({cell: abs(held) for cell, held in contents(rules, position).items()})
    for act in plan:
        do(wood, act)
    return wood.counts()


def lies(rules: Any, position: Any) -> dict[str, int]:
    """How the wood should lie."""
    return {cell: abs(held) for cell, held in contents(rules, position).items()}


@pytest.mark.parametrize("habit", IN_PLAN)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_habit_leaves_the_turn_as_it_is(game: str, options: dict[str, Any], habit: str) -> None:
    """With one habit in every turn the wood ends as the turn leaves it, debts paid."""
    for number, (rules, position, turn) in enumerate(walk(game, options, seed=5)):
        rng = Random(number)
        sight = Sight(rules, position, turn, rules.turns(position), rng)
        plan = shaped(turn_plan(rules, position, turn, rng), sight, {habit: 1.0})
        done = carried_out(rules, position, [*plan, *sight.owed])
        assert done == lies(rules, rules.play(position, turn)), (habit, plan)


@pytest.mark.parametrize("people", PEOPLE)
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_all_habits_together(game: str, options: dict[str, Any], people: str) -> None:
    """Habits that meet in one turn do not get in each other's way."""
    rates = dict.fromkeys(PEOPLE[people].rates, 0.5)
    for number, (rules, position, turn) in enumerate(walk(game, options, seed=7)):
        rng = Random(number)
        sight = Sight(rules, position, turn, rules.turns(position), rng)
        plan = shaped(turn_plan(rules, position, turn, rng), sight, rates)
        done = carried_out(rules, position, [*plan, *sight.owed])
        assert done == lies(rules, rules.play(position, turn)), plan


@pytest.mark.parametrize(("game", "options"), GAMES[:4])
def test_a_turn_is_put_back(game: str, options: dict[str, Any]) -> None:
    """What was played comes back to where it stood, hits and replacements too."""
    for rules, position, turn in walk(game, options, seed=3):
        after = rules.play(position, turn)
        before, there = contents(rules, position), contents(rules, after)
        plan = back_plan(before, there, Random(1), solid=rules.solid)
        assert carried_out(rules, after, plan) == lies(rules, position)


#: For each habit a game in which it shows.
SHOWS = {
    **dict.fromkeys(("slide", "carry", "bar_late"), "short"),
    **dict.fromkeys(("walk", "touch", "stray"), "gyges"),
    "two_lifts": "kakuzu",
}


@pytest.mark.parametrize("habit", IN_PLAN)
def test_every_habit_shows(habit: str) -> None:
    """In a game where it means something, each habit changes some plan."""
    game = SHOWS.get(habit, "kalah")
    plain, shown = [], []
    for number, (rules, position, turn) in enumerate(walk(game, {}, seed=1)):
        sight = Sight(rules, position, turn, rules.turns(position), Random(number))
        plan = turn_plan(rules, position, turn, Random(number))
        plain.append(plan)
        shown.append(shaped(plan, sight, {habit: 1.0}))
    assert plain != shown


def test_every_kind_has_only_known_habits() -> None:
    """Each rate in the table is a habit's, and a chance; each kind can be named on the command
    line."""
    for people in PEOPLE.values():
        assert set(people.rates) <= set(HABITS)
        assert all(0 <= rate <= 1 for rate in people.rates.values())
    assert tuple(PEOPLE) == NAMES


def test_everybody_but_the_calm_has_every_habit() -> None:
    """What was seen among people is on by default in every kind; only its rate differs."""
    everything = set(HABITS) - {"carry"}
    for name, people in PEOPLE.items():
        assert name == "calm" or set(people.rates) == everything, name


@pytest.mark.parametrize("wanted", [{"sneeze": 0.5}, {"jolt": 1.5}])
def test_unknown_habits_are_refused(wanted: dict[str, float]) -> None:
    """A habit that nobody has, or a rate that is no chance, is named."""
    with pytest.raises(ValueError, match=next(iter(wanted))):
        alone(PEOPLE["club"], wanted)
