"""The rules, asked again at every step of a recorded game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import RulesError
from controller.games.inferring import guesses, write_rolls
from controller.record.errors import RecordDamagedError
from controller.record.facts import BrokenError
from controller.record.fairness import Fairness
from controller.record.moments import before_turn, ends_on_time, follow, rules_of, start_of, turn_of
from controller.record.secrecy import Secrecy
from controller.record.steps import (
    INFERRED,
    Decided,
    Hidden,
    Opening,
    Ply,
    Promise,
    Result,
    Rolled,
    Ruled,
    Visitor,
)
from controller.record.walk import GameWalk, walk
from controller.table.house_rules import CONDONE, MATCH

#: The reasons for which a game ends.
REASONS = ("played", "dropped", "resigned", "time", "abandoned", "annulled")
#: Those that need no position to end in.
_OUTSIDE = ("time", "abandoned", "annulled")


def assured(walked: GameWalk) -> GameWalk:
    """The same game, once every step of it is known to be by the rules; `RecordDamagedError`."""
    fault = walk(walked.events, Referee()).fault
    if fault:
        raise RecordDamagedError(
            f"game {walked.number}: event {fault.seq} cannot be right: {fault.what}; run"
            " `lunka verify` on the record"
        )
    return walked


class Referee(Visitor):
    """Plays every version of every turn again and lets nothing pass that the rules do not give."""

    def __init__(self) -> None:
        self._game: AnyGame | None = None
        self._house: Mapping[str, Any] = {}
        self._now: Any = None
        #: What each turn of the line was made from: the position, the roll, and that before it.
        self._before: list[tuple[Any, tuple[int, ...], Any]] = []
        self._dice: tuple[int, ...] = ()
        self._unrolled: Any = None
        self._rolls = 0
        #: The side whose time was up.
        self._flag: int | None = None
        self._dicing: Fairness | None = None
        self._secrecy = Secrecy()

    @property
    def _rules(self) -> AnyGame:
        assert self._game is not None
        return self._game

    @property
    def _fairness(self) -> Fairness:
        assert self._dicing is not None
        return self._dicing

    def opened(self, opening: Opening) -> None:
        with _by_the_rules():
            self._game, self._house = rules_of(opening), opening.house
            self._dicing = Fairness(self._game, self._house)
            self._now = start_of(self._game, opening)
            written = self._game.write_position(self._now)
            given = opening.origin.get("position", opening.position)
            meant = self._game.read_position(given)
        if "position" in opening.origin and meant != self._now:
            raise BrokenError(f"it was set up as {given!r}, which is not {written!r}")
        if written != opening.position:
            raise BrokenError(f"position {opening.position!r} is not written as it should be")
        if len(opening.seats) != len(self._game.sides):
            sides = ", ".join(self._game.sides)
            raise BrokenError(f"{len(opening.seats)} seats; the sides of {opening.game}: {sides}")

    def promised(self, promise: Promise) -> None:
        self._fairness.promised(promise)

    def lost(self, commitment: str) -> None:
        self._fairness.lost(commitment)

    def hidden(self, hidden: Hidden) -> None:
        self._secrecy.hidden(self._rules, hidden)

    def rolled(self, roll: Rolled) -> None:
        if roll.number != self._rolls + 1:
            raise BrokenError(f"it is roll {roll.number}, but roll {self._rolls + 1} comes next")
        with _by_the_rules():
            draw = self._rules.draws(self._now)
            after = follow(self._rules, self._now, roll)
        if draw and draw.side != roll.side:
            who = "each side" if draw.side is None else f"side {draw.side}"
            raise BrokenError(f"side {roll.side} rolls, but {who} is to roll")
        if draw:
            self._fairness.rolled(roll, draw)
        self._unrolled = self._now
        self._now, self._dice, self._rolls = after, roll.dice, roll.number

    def voided(self, dice: tuple[int, ...]) -> None:
        if not dice:
            self._check_thrown()
            return
        if self._unrolled is None or sorted(dice) != sorted(self._dice):
            lying = "-".join(map(str, self._dice)) or "nothing"
            raise BrokenError(f"{'-'.join(map(str, dice))} is void, but {lying} was rolled")
        self._now, self._dice, self._unrolled = self._unrolled, (), None

    def _check_thrown(self) -> None:
        """A roll that nobody entered can be void only where somebody was to throw it."""
        draw = self._rules.draws(self._now)
        if draw is None or not draw.thrown or self._dice:
            raise BrokenError("a roll is void that nobody was to throw")
        if self._fairness.board_rolls:
            raise BrokenError("a roll is void that the board had not rolled")

    def decided(self, decision: Decided) -> None:
        if not 0 <= decision.side < len(self._rules.sides):
            raise BrokenError(f"side {decision.side} decides; there is no such side")
        with _by_the_rules():
            self._now = follow(self._rules, self._now, decision)

    def ruled(self, ruling: Ruled) -> None:
        _check_value(ruling)
        with _by_the_rules():
            after = follow(self._rules, self._now, ruling)
            reached = self._rules.write_position(after)
        if reached != ruling.position:
            raise BrokenError(f"{ruling.what} leads to {reached!r}, not to {ruling.position!r}")
        if self._rules.outcome(after).over:
            raise BrokenError(f"in {reached!r} the game is over: no director can rule so")
        self._now, self._unrolled = after, None
        if ruling.what in ("dice", "position"):
            self._dice = tuple(ruling.value) if ruling.what == "dice" else ()

    def turn(self, ply: Ply) -> None:
        if ply.rolls:
            self._check_rolls(ply)
        with _by_the_rules():
            turn = turn_of(self._rules, self._now, ply)
            after = follow(self._rules, self._now, ply, turn)
            reached = self._rules.write_position(after)
        if reached != ply.position:
            before = self._rules.write_position(self._now)
            raise BrokenError(
                f"{ply.turn} from {before!r} leads to {reached!r}, not to {ply.position!r}"
            )
        if ply.condoned:
            self._check_condoned(ply)
        lying = before_turn(self._rules, self._now, ply)
        self._check_side(ply.side, self._rules.mover(lying), ply.turn)
        if not ply.rolls:
            self._check_dice(ply)
        self._secrecy.turn(ply, turn)
        self._before.append((self._now, self._dice, self._unrolled))
        self._now, self._dice = after, ()

    def back(self, keep: int) -> None:
        self._now, self._dice, self._unrolled = self._before[keep]
        self._flag = None
        del self._before[keep:]

    def _check_rolls(self, ply: Ply) -> None:
        """An inferred turn is recorded with all rolls that explain it, and no others."""
        if self._house.get("dice") != INFERRED:
            raise BrokenError("its roll was inferred at a table where dice are rolled or entered")
        with _by_the_rules():
            found = [
                guess
                for guess in guesses(self._rules, self._now)
                if guess.opening == ply.opening
                and self._rules.write_position(guess.after) == ply.position
            ]
        if not found:
            raise BrokenError(f"no roll explains {ply.turn} leading to {ply.position!r}")
        told, right = write_rolls(ply.rolls), write_rolls(found[0].rolls)
        if ply.rolls != found[0].rolls:
            raise BrokenError(f"{ply.turn} is explained by {right}, but the record says {told}")
        if ply.dice != (ply.rolls[0] if len(ply.rolls) == 1 else ()):
            raise BrokenError(f"{ply.turn} is explained by {right}: its dice cannot be certain")
        if self._rules.write_turn(found[0].before, found[0].turn) != ply.turn:
            raise BrokenError(f"{ply.turn} is not written as it should be")

    def _check_condoned(self, ply: Ply) -> None:
        """Whether the house lets turns stand, and by whom and from where this one was."""
        if self._house.get("illegal") != CONDONE:
            raise BrokenError("a turn was let stand at a table that refuses illegal turns")
        if ply.accepted is not None and not 0 <= ply.accepted < len(self._rules.sides):
            raise BrokenError(f"side {ply.accepted} let it stand; there is no such side")
        before = self._rules.write_position(self._now)
        if ply.before not in (None, before):
            raise BrokenError(f"it was let stand after {ply.before!r}, but {before!r} was there")

    def _check_side(self, side: int, mover: int, turn: str) -> None:
        # A swap is the second player's choice, also where the first player is still to move.
        if side != mover and not (turn == "swap" and 0 <= side < len(self._rules.sides)):
            raise BrokenError(f"side {side} moves, but it is the turn of side {mover}")

    def _check_dice(self, ply: Ply) -> None:
        if ply.dice and sorted(ply.dice) != sorted(self._dice):
            rolled = "-".join(map(str, self._dice)) or "nothing"
            said = "-".join(map(str, ply.dice))
            raise BrokenError(f"{ply.turn} was played with {said}, but {rolled} was rolled")

    def flagged(self, side: int) -> None:
        if not 0 <= side < len(self._rules.sides):
            raise BrokenError(f"the time of side {side} is up; there is no such side")
        self._flag = side

    def over(self, result: Result) -> None:
        sides = len(self._rules.sides)
        if result.reason not in REASONS:
            raise BrokenError(f"reason {result.reason!r}; {', '.join(REASONS)} are known")
        if result.winner is not None and not 0 <= result.winner < sides:
            raise BrokenError(f"winner {result.winner} is none of the {sides} sides")
        if any(not 0 <= side < sides for side in result.shared):
            raise BrokenError(f"{list(result.shared)} share the win; there are {sides} sides")
        if len(result.scores) != sides:
            raise BrokenError(f"{len(result.scores)} scores for {sides} sides")
        if result.reason == "annulled" and (result.winner is not None or any(result.scores)):
            raise BrokenError("a game that was annulled brings nobody anything")
        if result.reason == "time":
            self._check_time(result)
        if result.reason not in _OUTSIDE and not self._resigned_plainly(result):
            self._check_end(result, self._now)

    def _check_time(self, result: Result) -> None:
        """Whose time is up does not win; where the rules say what the other wins, that it is."""
        if self._flag is not None and self._flag in (result.winner, *result.shared):
            raise BrokenError(f"side {self._flag} wins, but its time was up")
        ends = ends_on_time(self._rules, self._now, match=self._house.get("flag") == MATCH)
        outcomes = {self._rules.outcome(end).winner: end for end in ends}
        if outcomes and result.winner not in outcomes:
            raise BrokenError("a game that was lost on time has a winner")
        if outcomes:
            self._check_end(result, outcomes[result.winner], reason="time")

    def _resigned_plainly(self, result: Result) -> bool:
        """Where nothing can be decided, a resignation is a word at the table, not a position."""
        return result.reason == "resigned" and not self._rules.decides

    def _check_end(self, result: Result, now: Any, **told: Any) -> None:
        outcome, here = self._rules.outcome(now), self._rules.write_position(now)
        if not outcome.over:
            raise BrokenError(f"the game is not over in {here!r}")
        found, right = (result.winner, result.scores), (outcome.winner, outcome.scores)
        if found != right:
            raise BrokenError(f"winner and scores are {found}; in {here!r} they are {right}")
        ending = {"shared": (), **self._rules.ending(now), **told}
        for what, value in ending.items():
            said, right_value = getattr(result, what, None), _plain(value)
            if said not in (None, right_value):
                raise BrokenError(f"{what} is {said!r}; in {here!r} it is {right_value!r}")


def _plain(value: Any) -> Any:
    """A fact of the rules as a walk tells it."""
    return tuple(value) if isinstance(value, list) else value


def _check_value(ruling: Ruled) -> None:
    """The rules ask for a text, or for a list of numbers, one of which may be nobody's."""
    value = ruling.value
    if ruling.what == "position":
        right = isinstance(value, str)
    else:
        right = isinstance(value, list) and all(type(n) is int or n is None for n in value)
        right = right and (ruling.what != "cube" or len(value) == 2)
    if not right:
        raise BrokenError(f"{ruling.what!r} was set to {value!r}, which cannot be")


@contextmanager
def _by_the_rules() -> Iterator[None]:
    """What the rules complain about, as a fault of the record."""
    try:
        yield
    except RulesError as error:
        raise BrokenError(str(error)) from error
