"""What was thrown last and no longer lies there: it said who begins, or left nothing to play."""

from __future__ import annotations

from dataclasses import dataclass

from controller.games.dice import call_roll, dice_in
from controller.play.steps import Ply
from controller.table.state import State, Status


@dataclass(frozen=True, slots=True)
class Thrown:
    """A roll that is past; `side` is whose it was, None: an opening roll, White's die first."""

    dice: tuple[int, ...]
    side: int | None


def last_roll(state: State) -> Thrown | None:
    """The roll that nobody has seen lie there, since it was over at once (N2, N6)."""
    if state.status is not Status.PLAYING or dice_in(state.rules, state.position):
        return None
    if call_roll(state.rules, state.dice):
        return Thrown(state.dice, None)
    last = state.plies[-1] if state.plies else None
    dice = roll_of(state, last) if last and last.by == "pass" else ()
    return Thrown(dice, last.side) if last and dice else None


def roll_of(state: State, ply: Ply) -> tuple[int, ...]:
    """The dice that a turn was made with, larger first; none where several rolls explain it."""
    if len(ply.rolls) == 1:
        return tuple(sorted(ply.rolls[0], reverse=True))
    return dice_in(state.rules, state.past[ply.number - 1])
