"""Evenings of every kind, drawn by lot: boards, options, people and what breaks."""

from __future__ import annotations

from random import Random

from controller.config import find_profile
from controller.simulation.run import Scenario
from hardware.simulated.faults import Fault, FaultKind
from hardware.simulated.hands import Habits

BOARDS = ("kalah-load", "kalah-reed")


def draw(seed: int) -> Scenario:
    """The evening of this number; the same number is the same evening."""
    chance = Random(f"soak:{seed}")
    profile = find_profile(chance.choice(BOARDS))
    pits = chance.choice((3, 4, 5, 6, 6, 6))
    options = {
        "pits": pits,
        "stones": chance.randrange(3, 7),
        "capture": chance.choice(("opposite", "always", "none")),
        "pie": chance.random() < 0.2,
    }
    cells = [f"{side}{pit}" for side in "ab" for pit in range(1, pits + 1)] + ["A", "B"]
    faults = tuple(_fault(chance, cells) for _ in range(chance.choice((0, 0, 1, 1, 2))))
    return Scenario("kalah", options, profile, faults, _habits(chance), seed, pins_every=0)


def _fault(chance: Random, cells: list[str]) -> Fault:
    kinds = (FaultKind.DEAD, FaultKind.DEAD, FaultKind.STUCK, FaultKind.CHATTER, FaultKind.SPILL)
    return Fault(chance.choice(kinds), chance.choice(cells), round(chance.uniform(0, 200), 1))


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
    options = " ".join(f"{key}={value}" for key, value in scenario.options.items())
    faults = " ".join(map(str, scenario.faults)) or "no faults"
    return f"evening {scenario.seed}: {scenario.profile.name}, {options}, {faults}"
