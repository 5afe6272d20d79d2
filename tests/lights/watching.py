"""A table whose lights are looked at after every part of a turn, at every hint level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.lights.meanings import TOGETHER
from controller.lights.scene import scene
from controller.table.house_rules import HouseRules
from controller.table.survey import survey
from controller.table.table import Table
from controller.words.moment import moment
from hardware.readings import Reading, Sense

LEVELS = ("off", "legal", "full")
#: What each lit cell says, and of how many pieces (0: of no number).
Lit = dict[str, tuple[str, int]]


@dataclass
class Tally:
    """How much was tried, and what was lit otherwise than it should be."""

    positions: int = 0
    turns: int = 0
    orders: int = 0
    looks: int = 0
    dark: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def compare(self, lit: Lit, expected: Lit, where: str) -> None:
        """One look: what should be lit and is not, and what is lit and should not be."""
        self.looks += 1
        if dark := {cell: told for cell, told in expected.items() if lit.get(cell) != told}:
            self.dark.append(f"{where}: {dark} is not lit so, but {lit}")
        if wrong := lit.keys() - expected.keys():
            self.wrong.append(f"{where}: {sorted(wrong)} lit, of {lit}, but only {expected}")

    def compare_meanings(self, lit: Lit, able: Sequence[Mapping[str, str]], where: str) -> None:
        """The same by meanings alone; any of these is right."""
        says = {cell: (meaning, 0) for cell, (meaning, _) in lit.items()}
        expected = [{cell: (meaning, 0) for cell, meaning in each.items()} for each in able]
        self.compare(says, says if says in expected else expected[0], where)

    def __add__(self, other: Tally) -> Tally:
        mine, theirs = vars(self), vars(other)
        return Tally(**{what: mine[what] + theirs[what] for what in mine})

    def __str__(self) -> str:
        return (
            f"{self.positions} positions, {self.turns} turns, {self.orders} orders, "
            f"{self.looks} looks: {len(self.dark)} dark, {len(self.wrong)} wrongly lit"
        )

    def check(self) -> None:
        """Nothing is dark that may come next, and nothing is lit that may not."""
        print(self)
        assert not self.dark and not self.wrong, "\n".join(
            [str(self), *self.dark[:4], *self.wrong[:4]]
        )


class Watched:
    """Somebody carries out turns at this table; cells are counted, or only seen to be occupied."""

    def __init__(self, game: AnyGame, *, sense: Sense = Sense.SLOTS, **house: Any) -> None:
        self.sense, self.now, self.game = sense, 1000.0, game
        rules = HouseRules(**({"dice": "entered"} | house))
        self.table = Table(game.cells, game=game.name, options=asdict(game.options), house=rules)
        self.held: dict[str, int] = {}

    def begin(self, position: str) -> None:
        """A game from this position, all pieces where they should be."""
        self.say("new", position=position)
        state = self.table.state
        contents = state.rules.contents(state.start)
        self.put(dict(zip(self.game.cells, map(abs, contents), strict=True)))

    def say(self, do: str, **with_what: Any) -> None:
        """A command."""
        self.table.command({"do": do, **with_what}, self.now)

    def put(self, cells: Mapping[str, int]) -> None:
        """These cells hold so much now."""
        self.held |= cells
        self.now += 0.5
        self.table.take(self._readings(cells), self.now)

    def _readings(self, cells: Iterable[str]) -> list[Reading]:
        return [self._reading(cell) for cell in cells]

    def _reading(self, cell: str) -> Reading:
        held = self.held[cell]
        if self.sense is Sense.PRESENCE:
            return Reading(cell, self.sense, bool(held), self.now)
        if self.sense is Sense.WEIGHT:
            return Reading(cell, self.sense, held * 5.0, self.now)
        return Reading(cell, self.sense, held, self.now, capacity=99)

    def rest(self, seconds: float = 20.0) -> None:
        """Nothing moves for a while."""
        until = self.now + seconds
        while (due := self.table.deadline) is not None and due <= until:
            self.now = max(self.now, due)
            self.table.tick(self.now)
        self.now = until
        self.table.tick(until)

    @property
    def made(self) -> list[str]:
        """The turns that were made."""
        return [ply.turn for ply in self.table.state.plies]

    def lit(self, level: str) -> Lit:
        """What is lit at this level; all of it may be lit together, and something is said."""
        if self.table.state.hints != level:
            self.say("hints", level=level)
        now = survey(self.table)
        glows = scene(now)
        meanings = {glow.meaning for glow in glows.values()}
        assert any(meanings <= together for together in TOGETHER), meanings
        assert all(moment(now).values())
        return {cell: (glow.meaning.value, glow.count) for cell, glow in glows.items()}


def played(game: AnyGame, chance: Random, most: int) -> list[Any]:
    """The positions of a game that people play at random, up to so many turns."""
    position, past = game.start(), list[Any]()
    for _ in range(most):
        if game.outcome(position).over:
            break
        past.append(position)
        position = game.play(position, chance.choice(game.turns(position)))
    return past


def made(name: str, **options: Any) -> AnyGame:
    """The game with these options."""
    return make_game(name, options)
