"""Where a game of short nardy began; most forms of other programs know the ordinary start only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from controller.games.nardy import Position, Short, Stakes, State
from controller.games.told import Told
from controller.play.line import Line
from controller.play.moments import Moment, start_of
from controller.play.steps import Ply, Rolled
from controller.record.errors import RecordError


@dataclass(frozen=True, slots=True)
class Start:
    """How a game began, and the first position in which somebody is to act.

    `opened`: the opening roll says who begins. `placed`: the checkers or the cube were not where a
    game begins. `offered`: the side whose raise lay on the table already. `dice` lay there too.
    """

    position: Position
    opened: bool
    placed: bool
    offered: int | None
    dice: tuple[int, ...]

    @property
    def set_up(self) -> bool:
        """Whether somebody set this game up, in whatever way."""
        return self.placed or not self.opened

    @property
    def auto_doubled(self) -> bool:
        """Whether equal opening dice have doubled the stake (S10)."""
        return not self.placed and self.position.stakes.cube > 1


def started(game: Short, line: Line, steps: Sequence[Moment]) -> Start:
    """How this game began; `RecordError` where no other program could be told."""
    first: Position = start_of(game, line.opening)
    stakes = first.stakes
    if stakes.resigned or (stakes.doubled and stakes.answering == first.mover):
        raise RecordError(
            Told(
                "the game was set up with a resignation or a beaver waiting for its"
                " answer, which only text, json and html can hold"
            )
        )
    offered = 1 - stakes.answering if stakes.doubled and stakes.answering is not None else None
    now = _to_act(first, steps)
    return Start(
        now._replace(stakes=replace(now.stakes, doubled=False, answering=None)),
        opened=stakes.state is State.OPENING,
        placed=first.board != game.start().board or stakes.turned,
        offered=offered,
        dice=first.dice,
    )


def _to_act(first: Position, steps: Sequence[Moment]) -> Position:
    """The position after the opening rolls, if there were any."""
    opening: list[Position] = [
        each.after for each in steps if each.before.stakes.state is State.OPENING
    ]
    if opening:
        return opening[-1]
    played: list[Position] = [each.before for each in steps[:1] if isinstance(each.step, Ply)]
    return played[0] if played else first


def first_roll(start: Start, steps: Sequence[Moment]) -> tuple[int, ...]:
    """The dice with which a game was begun; none: something else came first."""
    if start.dice or not steps:
        return start.dice
    step = steps[0].step
    if isinstance(step, Rolled):
        return step.dice
    return tuple(steps[0].before.dice) if isinstance(step, Ply) else ()


def unopened(start: Start, steps: Sequence[Moment], game: Short, line: Line) -> str | None:
    """Why a form in which every game begins with its opening roll cannot hold this one."""
    if start.placed:
        return f"it was set up as {game.write_position(start.position)}, not at the ordinary start"
    if start.auto_doubled:
        cube = start.position.stakes.cube
        return f"equal opening dice have set the cube to {cube}, which it has no word for"
    if _crawford_unsaid(start.position.stakes, game, line):
        return "readers take the first game in which somebody needs one point for the Crawford game"
    if start.opened or not (steps or line.result):
        return None
    dice = first_roll(start, steps)
    if start.offered is None and len(set(dice)) == 2:
        return None
    found = f"the roll {'-'.join(map(str, dice))}" if dice else "something that was said"
    return f"no opening roll says who begins: it was set up, and {found} comes first"


def _crawford_unsaid(stakes: Stakes, game: Short, line: Line) -> bool:
    """Whether a match begins at a score from which readers draw the wrong conclusion (S14)."""
    match = line.opening.match
    if stakes.length < 2 or (match and match.number > 1):
        return False
    needs_one = max(stakes.score) == stakes.length - 1
    return stakes.crawford != (needs_one and game.options.crawford)
