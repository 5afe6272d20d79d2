"""The positions of a game, worked out step by step when somebody first asks for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from controller.games.catalogue import AnyGame, NotInstalledError, kind_of, make_game
from controller.games.game import InvalidError
from controller.games.inferring import lying, turn_to
from controller.play.steps import MatchFacts, Opening, Ply, Step


class Beginning:
    """Where a game begins; `after` is its position, as if a step had led there."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening

    @cached_property
    def rules(self) -> AnyGame:
        """The rules that it is played by."""
        return rules_of(self.opening)

    @cached_property
    def after(self) -> Any:
        """The first position; `RulesError` where there is none, or its match tells of another."""
        return start_of(self.rules, self.opening)


class Moment:
    """One step, and the positions before and after it; `RulesError` where it is against the rules.

    Two moments are compared by their steps: the same steps lead to the same positions.
    """

    def __init__(self, earlier: Moment | Beginning, step: Step) -> None:
        self.earlier = earlier
        self.step = step
        self.beginning: Beginning = earlier if isinstance(earlier, Beginning) else earlier.beginning

    @property
    def rules(self) -> AnyGame:
        """The rules that the game is played by."""
        return self.beginning.rules

    @cached_property
    def before(self) -> Any:
        """The position that it was made from, with the roll that an inferred turn had."""
        for moment in reversed([*self._unread()]):  # the oldest first: a long line is no deep one
            moment.after  # noqa: B018
        return before_turn(self.rules, self.earlier.after, self.step)

    @cached_property
    def turn(self) -> Any:
        """The legal turn that it is; None: it is a roll, a decision, or a condoned turn."""
        return turn_of(self.rules, self.before, self.step)

    @cached_property
    def after(self) -> Any:
        """The position that it led to."""
        return self.rules.apply(self.before, self.step.act or self.turn)

    def _unread(self) -> Iterator[Moment]:
        earlier = self.earlier
        while isinstance(earlier, Moment) and "after" not in earlier.__dict__:
            yield earlier
            earlier = earlier.earlier

    def told(self, step: Step) -> Moment:
        """The same moment with something else told of it that changes no position."""
        other = Moment(self.earlier, step)
        other.__dict__.update(self.__dict__ | {"step": step})
        return other

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moment) and self.step == other.step

    def __hash__(self) -> int:
        return hash(self.step)

    def __repr__(self) -> str:
        return f"Moment({self.step!r})"


def chained(earlier: Moment | Beginning, steps: Iterable[Step]) -> Iterator[Moment]:
    """The moments of steps that follow this one."""
    for step in steps:
        earlier = Moment(earlier, step)
        yield earlier


def rules_of(opening: Opening) -> AnyGame:
    """The rules a game was played by."""
    return make_game(opening.game, opening.options)


def is_stranger(opening: Opening) -> bool:
    """Whether a game's rules are not installed here, so that nothing of it can be judged."""
    try:
        kind_of(opening.game)
    except NotInstalledError:
        return True
    return False


def start_of(game: AnyGame, opening: Opening) -> Any:
    """Where the game began; `RulesError` where its match tells of another position."""
    start = game.read_position(opening.position)
    if opening.match:
        _check_match(game, start, opening.match)
    return start


def _check_match(game: AnyGame, start: Any, match: MatchFacts) -> None:
    """The first game of a match may begin anywhere in it, each later one with the opening roll."""
    stakes = game.stakes
    if stakes is None:
        raise InvalidError(f"{game.name} is not played in matches")
    opened = stakes.begin(match.plain())
    if stakes.match_in(start) != stakes.match_in(opened):
        said = "-".join(map(str, match.score))
        crawford = ", the Crawford game" if match.crawford else ""
        raise InvalidError(
            f"the match is told as one to {match.length} at {said}{crawford}, but its position"
            f" {game.write_position(start)!r} is not"
        )
    if other := stakes.options_in(start):
        told = ", ".join(f"{name} = {value}" for name, value in other.items())
        raise InvalidError(
            f"the position {game.write_position(start)!r} is played with {told}, which the options"
            " do not say"
        )
    if match.number > 1 and start != opened:
        raise InvalidError(
            f"game {match.number} of a match begins with {game.write_position(opened)!r}, not with"
            f" {game.write_position(start)!r}"
        )


def ends_on_time(game: AnyGame, position: Any, *, match: bool) -> list[Any]:
    """The positions in which the time of a side that is up may end the game, or the `match`; none:
    nobody wins anything by that but the game."""
    stakes = game.stakes
    if stakes is None:
        return []
    return [stakes.flagged(position, side, match=match) for side in range(len(game.sides))]


def before_turn(game: AnyGame, position: Any, step: Step) -> Any:
    """The position with the roll that an inferred turn was played with, or the first that explains
    it: a step of any other kind finds its dice in the position."""
    if not isinstance(step, Ply) or not step.rolls or not game.acts(position).draw:
        return position
    return lying(game, position, step.opening, step.rolls)


def turn_of(game: AnyGame, before: Any, step: Step) -> Any:
    """The legal turn that a step is; None: it is a roll, a decision, or a condoned turn."""
    if not isinstance(step, Ply) or step.condoned:
        return None
    if step.rolls:
        return turn_to(game, before, step.turn, step.position)
    return game.read_turn(before, step.turn)
