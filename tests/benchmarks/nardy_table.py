"""How soon the hints are lit after a roll: over all positions of some simulated games."""

from __future__ import annotations

from random import Random
from time import perf_counter
from typing import Any

from controller.games.catalogue import make_game
from controller.lights.scene import scene
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from hardware.readings import Reading, Sense

GAMES = ("short", "long", "gulbar", "mad-gulbar")
MOST_ROLLS = 300


def _show(table: Table, now: float) -> None:
    rules, position = table.state.rules, table.state.position
    held = zip(rules.cells, rules.contents(position), strict=True)
    readings = [Reading(cell, Sense.SLOTS, abs(n), now, capacity=99) for cell, n in held]
    table.take(readings, now)


def _rolls(name: str, seed: int) -> list[float]:
    """The milliseconds from each roll of one game to its hints."""
    rng, now = Random(seed), 0.0
    took: list[float] = []
    table = Table(make_game(name, {}).cells, game=name, house=HouseRules(dice="entered"))
    table.command({"do": "new"}, now)
    while len(took) < MOST_ROLLS and not table.state.result:
        now += 20.0
        _show(table, now)
        rules: Any = table.state.rules
        if rules.draws(table.state.position):
            dice = [rng.randint(1, 6), rng.randint(1, 6)]
            begun = perf_counter()
            table.command({"do": "roll", "dice": dice}, now + 1)
            scene(table)
            took.append(1000 * (perf_counter() - begun))
        elif turns := rules.turns(table.state.position):
            name_of = rules.write_turn(table.state.position, rng.choice(turns))
            table.command({"do": "declare", "turn": name_of}, now + 1)
    return took


def main(games: int = 3) -> dict[str, tuple[int, float, float]]:
    """For each game: how many rolls, the median and the 99th percentile in milliseconds."""
    found = {}
    for name in GAMES:
        took = sorted(each for seed in range(games) for each in _rolls(name, seed))
        found[name] = (len(took), took[len(took) // 2], took[int(0.99 * len(took))])
        print(f"{name}: {len(took)} rolls, p50 {found[name][1]:.2f} ms, p99 {found[name][2]:.2f}")
    return found


if __name__ == "__main__":
    main()
