"""Kakuzu, turn by turn through whole games: what is lit is exactly what may come next.

The truth is a player's own account of the sheet (Z2-Z10), kept here beside the table. A number that
is looked for lies over the board as a figure: then any stone may be lifted, and none is lit for it.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from controller.games.kakuzu.board import CELLS, SQUARES
from controller.games.kakuzu.figures import figure
from controller.table.house_rules import HouseRules
from controller.table.table import Table
from hardware.readings import Sense
from tests.games.kakuzu.hands import SHEET
from tests.house.kakuzu_room import KnownSheets
from tests.lights.watching import LEVELS, Lit, Tally, Watched, made

#: The holes that speak to who sits there, by the number of players.
HOMES = {2: ("e9", "e1"), 3: ("e9", "a5", "e1"), 4: ("e9", "a5", "e1", "i5")}
SEATS = {
    2: ("South", "North"),
    3: ("South", "West", "North"),
    4: ("South", "West", "North", "East"),
}
NOBODYS, MOST_NAMED = 9, 3


class Account:
    """What a player at the table knows who keeps count."""

    def __init__(self, variant: str, players: int) -> None:
        self.variant, self.players, self.mover = variant, players, 0
        self.stones, self.open = {*CELLS}, Counter[int]()
        self.token: int | None = None
        self.found: list[int] = []
        #: The hole of the last stone and whether it was a hit; and who lifted it.
        self.mark: tuple[str, str] | None = None
        self.last: int | None = None
        self.drew_zero = False

    @property
    def setting_up(self) -> bool:
        """Z2: until nine stones are gone."""
        return len(CELLS) - len(self.stones) < NOBODYS

    @property
    def liftable(self) -> set[str]:
        """Z2: of a square that still has all its stones."""
        squares = ([CELLS[hole] for hole in square] for square in SQUARES)
        whole = [square for square in squares if self.stones.issuperset(square)]
        return {cell for square in whole for cell in square} if self.setting_up else self.stones

    @property
    def bag(self) -> list[int]:
        """Z4, Z7: numbers that are not out for this turn, nor for good; Z9: the same one again."""
        gone = {number for number, many in self.open.items() if many == 9}
        return [number for number in range(10) if number not in gone and number not in self.found]

    def look_for(self, number: int) -> None:
        """Z3, Z6, Z10: a number was drawn, or named, which is a turn of its own."""
        self.token, self.drew_zero = number, number == 0
        if self.variant == "named" or self.drew_zero:
            self.last, self.mark = self.mover, None
        if self.drew_zero:
            self.passes()

    def lift(self, cell: str) -> None:
        """Z2, Z4, Z5: one stone."""
        number, nobodys = SHEET.beneath(cell), self.setting_up
        self.stones.remove(cell)
        self.open[number] += 1
        self.last, self.mark = self.mover, None
        if nobodys:
            return self.passes()
        hit = number == self.token
        self.mark = (cell, "hit" if hit else "miss")
        if not hit or not self.stones:
            return self.passes()
        return self._match(number)

    def _match(self, number: int) -> None:
        if self.variant == "same":  # Z9
            return self.passes() if self.open[number] == 9 else None
        self.found.append(number)
        self.token = None
        if self.variant == "named" and len(self.found) == MOST_NAMED:  # Z10
            self.passes()
        return None

    def passes(self) -> None:
        """Z3: clockwise."""
        self.token, self.found = None, []
        self.mover = (self.mover + 1) % self.players

    def lit(self, level: str) -> Lit:
        """What is to be lit now."""
        home, seat = HOMES[self.players][self.mover], SEATS[self.players][self.mover]
        lit: Lit = {}
        if self.setting_up and level != "off":
            lit = dict.fromkeys(self.liftable, ("may-lift", 0))
        if self.token:
            lit = dict.fromkeys(figure(self.token, seat), ("number", 0))
        elif self.drew_zero:  # Z6
            lit = {HOMES[self.players][self.last or 0]: ("pass", 0)}
        lit |= {home: (self._call(), 0)}
        return lit | ({self.mark[0]: (self.mark[1], 0)} if self.mark else {})

    def _call(self) -> str:
        if self.last == self.mover:
            return "again"
        return "next" if self.mark and self.mark[1] == "hit" else "turn"


class Room(Watched):
    """A Kakuzu table over the sheet known by heart; numbers are drawn by hand."""

    def __init__(self, options: dict[str, Any]) -> None:
        super().__init__(made("kakuzu", **options), sense=Sense.PRESENCE)
        self.table = Table(
            CELLS, game="kakuzu", options=options, house=HouseRules(), hiding=KnownSheets(made=True)
        )
        self.say("new")
        self.put(dict.fromkeys(CELLS, 1))


def chosen(account: Account, chance: Random) -> str:
    """Some stone; more often than luck would have it the right one."""
    right = [cell for cell in account.liftable if SHEET.beneath(cell) == account.token]
    return chance.choice(sorted(right if right and chance.random() < 0.7 else account.liftable))


def look_for(room: Room, account: Account, chance: Random) -> None:
    """Z3, Z6, Z10: a number is drawn, or named."""
    if account.variant == "named":
        number = chance.choice([n for n in range(1, 10) if account.open[n] < 9])
        room.say("declare", turn=f"name{number}")
    else:
        number = chance.choice(account.bag)
        room.say("roll", dice=[number])
    account.look_for(number)


def lift(room: Room, account: Account, cell: str) -> None:
    """Z2, Z4, Z5: one stone."""
    account.lift(cell)
    room.put({cell: 0})
    room.rest(2.0)


def played(variant: str, players: int, chance: Random, most: int, tally: Tally) -> None:
    """So much of a game, looked at after every act."""
    options = {"variant": variant, "players": players, "tokens": "hand"}
    room, account = Room(options), Account(variant, players)
    done = [f"{variant} of {players}"]
    for _ in range(most):
        for level in LEVELS:
            tally.compare(room.lit(level), account.lit(level), f"{level} {' '.join(done)}")
        if account.setting_up or account.token:
            cell = chosen(account, chance)
            lift(room, account, cell)
            done.append(cell)
            tally.positions, tally.turns = tally.positions + 1, tally.turns + len(account.liftable)
            tally.orders += 1
        else:
            look_for(room, account, chance)
            done.append(str(account.token))
        if not account.stones:
            assert room.table.state.result is not None
            return


def tried(seed: int, most: int) -> Tally:
    """Every variant with every number of players."""
    chance, tally = Random(seed), Tally()
    for variant in ("tokens", "same", "named"):
        for players in HOMES:
            played(variant, players, chance, most, tally)
    return tally


def test_every_number_and_stone() -> None:
    """Z2-Z10: who acts, the squares that still give a stone, the number looked for, and what the
    last stone was, also where a hit ended the turn: exactly that is lit."""
    tried(1, 36).check()


def test_the_last_number_is_named_too() -> None:
    """Z10: where one number alone is left the player still names it, so that a hit before it stays
    lit until then, and nobody is said to move again who has not moved."""
    room, account = Room({"variant": "named", "players": 2, "tokens": "hand"}), Account("named", 2)
    last = [cell for cell in CELLS if SHEET.beneath(cell) == 1]
    others = [cell for cell in CELLS if cell not in last]
    while account.setting_up:
        lift(room, account, next(cell for cell in others if cell in account.liftable))
    for cell in [cell for cell in others if cell in account.stones]:
        number = SHEET.beneath(cell)
        room.say("declare", turn=f"name{number}")
        account.look_for(number)
        lift(room, account, cell)
    for level in LEVELS:
        assert room.lit(level) == account.lit(level)
    room.say("declare", turn="name1")
    account.look_for(1)
    assert room.lit("full") == account.lit("full")
