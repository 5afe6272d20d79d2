"""Where the board rolls: a seed is promised before it rolls, and shown once the game is over.

A game whose end is taken back goes on with a new promise: everybody has seen the first seed, and
could tell the rolls that it still holds.

Between the promise and the first roll players may add numbers (docs/record.md): the rolls then come
from the seed and all of them. Who adds nothing is not waited for, and nothing is made up for him.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from controller.games.catalogue import AnyGame
from controller.games.chance import Chance
from controller.games.told import Term, Told
from controller.play.fold import MOST_PARTS, has_rolled
from controller.play.steps import Promise, seal_of
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules

if TYPE_CHECKING:
    from controller.table.table import Table

_SEAL = re.compile(r"[0-9a-f]{64}")


def board_draws(rules: AnyGame, house: HouseRules) -> bool:
    """Whether the board itself rolls the dice or draws the tokens of this game."""
    chance = rules.chance
    return chance is not None and house.dice == "board" and chance.drawn_by == "board"


def promise(table: Table) -> None:
    """Bind the board to what it will roll from now on, where it is the one that rolls."""
    table.chance = None
    if board_draws(table.state.rules, table.state.house):
        table.chance = Chance(table.seed())
        table.emit("chance.committed", commitment=table.chance.commitment)


def may_add(table: Table) -> bool:
    """Whether a number may be added to the board's dice now."""
    line = table.state.line
    open_yet = table.chance is not None and line.promise is not None and not line.promise.bound
    return open_yet and not has_rolled(line)


def add(
    table: Table,
    *,
    side: int | None = None,
    number: str | None = None,
    seal: str | None = None,
    anew: bool = False,
) -> None:
    """A player binds a number by its seal, and shows it later; or gives one openly. Without either
    it is a button of the board, and the moment at which it was pressed. `anew` makes another
    promise where somebody does not show what he had bound."""
    given = table.state.line.promise
    assert given is not None
    if refused := _misshapen(table, side, number, seal, anew) or (
        _why_not_anew(given) if anew else _why_not(given, side, number, seal)
    ):
        raise CommandError(refused)
    if anew:
        promise(table)
    elif seal is not None:
        table.emit("chance.sealed", side=side, seal=seal)
    elif number is not None:
        table.emit("chance.added", side=side, number=number, by="player")
    else:
        table.emit("chance.added", number=f"{table._now + table.epoch:.6f}", by="button")


def _misshapen(
    table: Table, side: int | None, number: str | None, seal: str | None, anew: bool
) -> Told | None:
    """What is missing, or too much."""
    given = (number is not None) + (seal is not None)
    sides = len(table.state.rules.sides)
    if given > 1 or (given and (anew or side is None)):
        return Told("a number or a seal, one of them, comes with its side, and not with anew")
    if side is not None and not 0 <= side < sides:
        return Told("there is no side {side}; there are {sides}", side=side, sides=sides)
    if seal is not None and not _SEAL.fullmatch(seal):
        return Told("a seal is the SHA-256 of a number: 64 small hexadecimal digits")
    return None


def _why_not_anew(given: Promise) -> Told | None:
    if given.withheld:
        return None
    return Told("nobody has bound a number without showing it: there is nothing to begin anew")


def _why_not(given: Promise, side: int | None, number: str | None, seal: str | None) -> Told | None:
    """Why this cannot be added after what others did."""
    own = next((part for part in given.parts if side is not None and part.side == side), None)
    players = any(part.side is not None for part in given.parts)
    if own and number is not None and own.number is None:
        fits = own.seal == seal_of(number)
        return None if fits else Told("this is not the number that was bound")
    if own:
        return Told("this side has given its number; one is enough")
    if given.closed or (players and seal is None):
        return Told("a player's number is bound or known already: bind yours before any is known")
    if len(given.parts) == MOST_PARTS:
        return Told("enough numbers were added: {most}", most=MOST_PARTS)
    return None


def bound(table: Table) -> tuple[Chance, str | None]:
    """What the board rolls from, and the digest of what has to be bound first, if anything has."""
    given = table.state.line.promise
    assert table.chance is not None
    if given is None or not given.parts:
        return table.chance, None
    if given.withheld:
        raise CommandError(
            Told(
                "{side} has bound a number and not shown it yet: wait for it, or begin anew",
                side=Term("side", table.state.rules.sides[given.withheld[0] or 0]),
            )
        )
    return table.chance.mixed(given.digest), None if given.bound else given.digest


def keep(table: Table) -> None:
    """Show what was promised, for everybody to check."""
    if table.chance:
        table.emit("chance.revealed", seed=table.chance.seed.hex())
        table.chance = None
