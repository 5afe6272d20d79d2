"""What the board waits for between turns is lit: who rolls, who moves, who answers, who passed.

Games of nardy are played at random with dice that are entered; who acts is taken from the rules.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from controller.games.catalogue import AnyGame
from tests.lights.watching import LEVELS, Lit, Tally, Watched, made

TRAYS = ("off-white", "off-black")
NARDY = ("short", "long", "gulbar", "mad-gulbar")


class Evening(Watched):
    """A game from its opening roll on."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.say("new")
        self._lay(self.table.state.position)

    def _lay(self, position: Any) -> None:
        contents = map(abs, self.game.contents(position))
        self.put(dict(zip(self.game.cells, contents, strict=True)))

    def play(self, turn: Any) -> None:
        """A whole turn at once."""
        position = self.table.state.position
        self._lay(self.game.play(position, turn))
        self.rest()


def expected(table: Evening, level: str) -> Lit | None:
    """What is lit between turns; None: a turn is to be made, which other tests look at."""
    state = table.table.state
    draw, plies = state.acts.draw, state.plies
    if draw is None:
        return None
    rolls = [draw.side] if draw.side is not None else [0, 1]  # N2: both, one die each
    again = bool(plies) and draw.side is not None and plies[-1].side == draw.side  # G3
    lit = {TRAYS[side]: ("again" if again else "turn", 0) for side in rolls}
    passed = plies[-1].side if plies and plies[-1].by == "pass" else None
    if passed is not None and passed not in rolls:
        lit |= {TRAYS[passed]: ("pass", 0)}  # N6
    return lit


def waited(name: str, chance: Random, rolls: int, tally: Tally) -> None:
    """So many rolls of one game, looked at before each of them."""
    table = Evening(made(name))
    tally.orders += 1
    for _ in range(rolls):
        if table.table.state.result is not None:
            return
        for level in LEVELS:
            lit = expected(table, level)
            if lit is not None:
                tally.compare(table.lit(level), lit, f"{name} {level} {table.made}")
        tally.positions += 1
        if lit is not None:
            dice = [chance.randint(1, 6), chance.randint(1, 6)]
            table.say("roll", dice=dice)
        turns = table.game.turns(table.table.state.position)
        if table.table.state.acts.draw is None and turns:
            table.play(chance.choice(turns))


@pytest.mark.parametrize("name", NARDY)
def test_who_rolls_is_lit(name: str) -> None:
    """N2, N6, G2, G3: before a roll the trays of all who roll are lit, both in the opening, and of
    who could not move; nothing else is."""
    chance, tally = Random(name), Tally()
    for _ in range(2):
        waited(name, chance, 12, tally)
    tally.check()
