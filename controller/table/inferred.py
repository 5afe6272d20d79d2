"""At a table with real dice that nobody enters: what the play tells of them.

A turn is made with every roll that explains it. One roll is recorded as inferred; several are
recorded all, never one of them as certain. Players may say which it was, before the turn (then it
is an ordinary entered roll) or after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from controller.games.inferring import Guess, Inferring, write_rolls
from controller.games.told import Term, Told
from controller.table.commands import CommandError

if TYPE_CHECKING:
    from controller.table.table import Table


def facts(table: Table, guess: Guess, by: str) -> dict[str, Any]:
    """What is told of a turn whose roll was inferred."""
    rules, rolls = table.state.rules, guess.rolls
    return {
        **table.turn_facts(rules.mover(guess.before), by),
        "turn": rules.write_turn(guess.before, guess.turn),
        "position": rules.write_position(guess.after),
        "inferred": True,
        "rolls": [list(roll) for roll in rolls],
        **({"opening": [list(roll) for roll in guess.opening]} if guess.opening else {}),
        "dice": list(rolls[0]) if len(rolls) == 1 else [],
    }


def awaited(table: Table) -> bool:
    """Whether somebody is to roll and nobody will say what."""
    judge = table.judge
    return isinstance(judge, Inferring) and judge.awaits(table.state.position)


def unsure(table: Table) -> list[int]:
    """The turns of which it is not certain what was rolled for them, by number."""
    plies = enumerate(table.state.plies, 1)
    return [number for number, ply in plies if ply.rolls and not ply.named]


def name(table: Table, ply: int, dice: list[int] | None) -> None:
    """Somebody says what was rolled for a turn that is made."""
    if ply not in unsure(table):
        plies = tuple(unsure(table)) or (Term("ply", "none"),)
        raise CommandError(
            Told(
                "the roll of turn {ply} was not inferred; those of these were: {plies}",
                ply=ply,
                plies=plies,
            )
        )
    made = table.state.plies[ply - 1]
    rolls, draw = made.rolls, table.state.rules.acts(table.state.past[ply - 1]).draw
    opening = draw is not None and draw.side is None and not made.opening
    said = tuple(dice or ())
    meant = [
        roll for roll in rolls if roll == said or (not opening and sorted(roll) == sorted(said))
    ]
    if not meant:
        able = write_rolls(rolls, opening=opening)
        raise CommandError(
            Told(
                "dice {dice} do not explain turn {ply}; these do: {rolls}",
                dice=str(list(said)),
                ply=ply,
                rolls=able,
            )
        )
    table.emit("dice.named", ply=ply, dice=list(meant[0]))


def pass_turn(table: Table) -> None:
    """Nothing can be played with what was rolled."""
    assert table.follower is not None
    here = table.follower.here
    passing = (
        guess for guess, trace in zip(here.turns, here.traces, strict=True) if trace.moves_nothing
    )
    found = next(passing, None)  # one result, with every roll that forces it
    if found is None:
        raise CommandError(Told("every roll can be played here: nobody has to pass (N6)"))
    table.seal("command")
    table.follower.play(found, told=True)
    table.made(found, "pass")
    table.seal("command")
    table.look_again()
