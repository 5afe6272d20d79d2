"""Any position brought onto the board, guided by the lights; play then goes on from there.

The position is a text (of any game; a GNU Position ID or an XGID in short nardy), or it is looked
up in the record: "as after move 12 of game 3". It begins a new game, which says where it came from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from controller.games.told import Told
from controller.table.commands import CommandError
from controller.table.opening import new_game

if TYPE_CHECKING:
    from controller.table.table import Table


@dataclass(frozen=True, slots=True)
class Recalled:
    """A moment of a recorded game: its rules, who played it, and the position as text."""

    game: str
    position: str
    ply: int
    options: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()


#: Finds the position after so many turns (None: the newest) of a game of the record.
Recall = Callable[[int, int | None], Recalled]


def no_record(game: int, _ply: int | None) -> Recalled:
    """A table without a record has nothing to look up."""
    raise CommandError(
        Told("game {game} cannot be looked up: this table keeps no record", game=game)
    )


def setup(
    table: Table,
    *,
    position: str | None = None,
    game: int | None = None,
    ply: int | None = None,
    players: list[str] | None = None,
    seats: list[str] | None = None,
) -> None:
    """Lead the hands to this position by lights, and play on from there as a new game."""
    if (position is None) == (game is None):
        raise CommandError(
            Told(
                "setup needs a position, or the number of a game of the record (and of a turn: ply)"
            )
        )
    if position is not None and ply is not None:
        raise CommandError(Told("setup: ply is taken with game only, not with a position"))
    if game is not None:
        _again(table, table.recall(game, ply), game, players, seats)
        return
    assert position is not None
    new_game(
        table,
        position=position,
        players=players or _players(table),
        seats=seats,
        origin={"position": position},
    )


def _again(
    table: Table,
    found: Recalled,
    number: int,
    players: list[str] | None,
    seats: list[str] | None,
) -> None:
    """The game of the record goes on from a moment of it, with its own rules."""
    new_game(
        table,
        game=found.game,
        options=found.options,
        position=found.position,
        players=players or list(found.players) or None,
        seats=seats,
        origin={"game": number, "ply": found.ply},
    )


def _players(table: Table) -> list[str] | None:
    """Who sits there now plays on, if it is the same game."""
    state = table.state
    same = state.game is not None and state.rules.name == table.game
    return [state.player_of(side) for side in range(len(state.rules.sides))] if same else None
