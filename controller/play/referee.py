"""The rules, asked again at every step of a recorded game: functions over a line and an event.

`judge` is asked with the line before and after each event; `BrokenError` says what cannot be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.game import RulesError
from controller.games.inferring import guesses, write_rolls
from controller.play.facts import BrokenError
from controller.play.fairness import (
    board_rolls,
    check_kept,
    check_lost,
    check_promise,
    check_roller,
)
from controller.play.happenings import (
    ChanceCommitted,
    ChanceRevealed,
    ClockFlag,
    DecisionMade,
    DiceEarly,
    DiceRolled,
    DiceVoid,
    DirectorRuled,
    GameOpened,
    GameOver,
    Happening,
    SecretRevealed,
    SeedLost,
    TurnCondoned,
    TurnMade,
    TurnRevised,
)
from controller.play.line import Line
from controller.play.moments import Moment, ends_on_time
from controller.play.secrecy import check_secret
from controller.play.steps import INFERRED, LETTING, MATCH, STANDS, VOID, Ply, Result

#: The reasons for which a game ends.
REASONS = ("played", "dropped", "resigned", "time", "abandoned", "annulled")
#: Those that need no position to end in.
_OUTSIDE = ("time", "abandoned", "annulled")


def judge(before: Line, after: Line, told: Happening) -> None:
    """Plays every version of every turn again and lets nothing pass that the rules do not give."""
    check = _CHECKS.get(type(told))
    if check:
        check(before, after, told)


def _rules(line: Line) -> AnyGame:
    assert line.beginning is not None
    return line.beginning.rules


def _now(line: Line) -> Any:
    """The position now, with what was rolled and said."""
    return line.newest.after


def _opened(_: Line, after: Line, __: GameOpened) -> None:
    opening, beginning = after.opening, after.beginning
    assert beginning is not None
    with _by_the_rules():
        rules, start = beginning.rules, beginning.after
        written = rules.write_position(start)
        given = opening.origin.get("position", opening.position)
        meant = rules.read_position(given)
    if "position" in opening.origin and meant != start:
        raise BrokenError(f"it was set up as {given!r}, which is not {written!r}")
    if written != opening.position:
        raise BrokenError(f"position {opening.position!r} is not written as it should be")
    if len(opening.seats) != len(rules.sides):
        sides = ", ".join(rules.sides)
        raise BrokenError(f"{len(opening.seats)} seats; the sides of {opening.game}: {sides}")


def _promised(line: Line, _: Line, __: ChanceCommitted) -> None:
    check_promise(line)


def _kept(line: Line, after: Line, _: ChanceRevealed) -> None:
    assert after.promise is not None
    check_kept(line, after.promise)


def _lost(line: Line, _: Line, told: SeedLost) -> None:
    check_lost(line, told.commitment)


def _shown(line: Line, after: Line, _: SecretRevealed) -> None:
    assert after.hidden is not None
    check_secret(line, after.hidden)


# -- rolls, decisions, rulings -----------------------------------------------------------------


def _rolled(line: Line, after: Line, told: DiceRolled) -> None:
    if told.number != line.draws + 1:
        raise BrokenError(f"it is roll {told.number}, but roll {line.draws + 1} comes next")
    with _by_the_rules():
        draw = _rules(line).acts(_now(line)).draw
        _now(after)
    if draw and draw.side != told.side:
        who = "each side" if draw.side is None else f"side {draw.side}"
        raise BrokenError(f"side {told.side} rolls, but {who} is to roll")
    if draw:
        check_roller(line, told.by)
    _check_early(line, told)


def _check_early(line: Line, told: DiceRolled) -> None:
    """A roll that was made too early and stands is the next one, and no other is (T8)."""
    early = line.early
    if bool(told.early) != (early is not None):
        raise BrokenError("a roll that was made too early is the next one, and no other is (T8)")
    if early and (early.side, sorted(early.dice)) != (told.side, sorted(told.dice)):
        raise BrokenError(f"{_and(told.dice)} is rolled, but {_and(early.dice)} was made too early")


def _too_early(line: Line, _: Line, told: DiceEarly) -> None:
    """Whether the house knows such rolls, and whose it can have been."""
    house = line.opening.house
    if house.get("premature") not in (STANDS, VOID) or (told.stands and house["premature"] == VOID):
        raise BrokenError("a roll was made too early at a table that takes none so")
    if told.side not in range(len(_rules(line).sides)) or told.side == _rules(line).mover(
        _now(line)
    ):
        raise BrokenError(f"side {told.side} rolled too early, but it is its turn")
    if not line.dice_before(len(line.moments))[0]:
        raise BrokenError("a roll was made too early, but no turn was being played")


def _voided(line: Line, _: Line, told: DiceVoid) -> None:
    lying, unrolled = line.dice_before(len(line.moments))
    if not told.dice:
        _check_thrown(line, lying)
    elif unrolled is None or sorted(told.dice) != sorted(lying):
        found = _and(lying) or "nothing"
        raise BrokenError(f"{_and(told.dice)} is void, but {found} was rolled")


def _check_thrown(line: Line, lying: tuple[int, ...]) -> None:
    """A roll that nobody entered can be void only where somebody was to throw it."""
    draw = _rules(line).acts(_now(line)).draw
    if draw is None or not draw.thrown or lying:
        raise BrokenError("a roll is void that nobody was to throw")
    if board_rolls(line):
        raise BrokenError("a roll is void that the board had not rolled")


def _decided(line: Line, after: Line, told: DecisionMade) -> None:
    if not 0 <= told.side < len(_rules(line).sides):
        raise BrokenError(f"side {told.side} decides; there is no such side")
    with _by_the_rules():
        _now(after)


def _ruled(line: Line, after: Line, told: DirectorRuled) -> None:
    _check_value(told)
    rules = _rules(line)
    with _by_the_rules():
        there = _now(after)
        reached = rules.write_position(there)
    if reached != told.position:
        raise BrokenError(f"{told.what} leads to {reached!r}, not to {told.position!r}")
    if rules.outcome(there).over:
        raise BrokenError(f"in {reached!r} the game is over: no director can rule so")


def _check_value(told: DirectorRuled) -> None:
    """The rules ask for a text, or for a list of numbers, one of which may be nobody's."""
    value = told.value
    if told.what == "position":
        right = isinstance(value, str)
    else:
        right = isinstance(value, list) and all(type(n) is int or n is None for n in value)
        right = right and (told.what != "cube" or len(value) == 2)
    if not right:
        raise BrokenError(f"{told.what!r} was set to {value!r}, which cannot be")


# -- turns -------------------------------------------------------------------------------------


def _turned(_: Line, after: Line, __: TurnMade | TurnCondoned | TurnRevised) -> None:
    moment, ply, rules = after.moments[after.turns[-1]], after.ply(len(after.turns)), _rules(after)
    lying, _ = after.dice_before(after.turns[-1])
    if ply.rolls:
        _check_rolls(after, moment, ply)
    with _by_the_rules():
        reached = rules.write_position(moment.after)
    if reached != ply.position:
        before = rules.write_position(moment.earlier.after)
        raise BrokenError(
            f"{ply.turn} from {before!r} leads to {reached!r}, not to {ply.position!r}"
        )
    if ply.condoned:
        _check_condoned(after, moment, ply)
    _check_side(rules, ply, rules.mover(moment.before))
    if not ply.rolls:
        _check_dice(ply, lying)


def _check_rolls(line: Line, moment: Moment, ply: Ply) -> None:
    """An inferred turn is recorded with all rolls that explain it, and no others."""
    rules, now = moment.rules, moment.earlier.after
    if line.opening.house.get("dice") != INFERRED:
        raise BrokenError("its roll was inferred at a table where dice are rolled or entered")
    with _by_the_rules():
        found = [
            guess
            for guess in guesses(rules, now)
            if guess.opening == ply.opening and rules.write_position(guess.after) == ply.position
        ]
    if not found:
        raise BrokenError(f"no roll explains {ply.turn} leading to {ply.position!r}")
    told, right = write_rolls(ply.rolls), write_rolls(found[0].rolls)
    if ply.rolls != found[0].rolls:
        raise BrokenError(f"{ply.turn} is explained by {right}, but the record says {told}")
    if ply.dice != (ply.rolls[0] if len(ply.rolls) == 1 else ()):
        raise BrokenError(f"{ply.turn} is explained by {right}: its dice cannot be certain")
    if rules.write_turn(found[0].before, found[0].turn) != ply.turn:
        raise BrokenError(f"{ply.turn} is not written as it should be")


def _check_condoned(line: Line, moment: Moment, ply: Ply) -> None:
    """Whether the house lets turns stand, and by whom and from where this one was."""
    if line.opening.house.get("illegal") not in LETTING:
        raise BrokenError("a turn was let stand at a table that refuses illegal turns")
    if ply.accepted is not None and not 0 <= ply.accepted < len(moment.rules.sides):
        raise BrokenError(f"side {ply.accepted} let it stand; there is no such side")
    before = moment.rules.write_position(moment.earlier.after)
    if ply.before not in (None, before):
        raise BrokenError(f"it was let stand after {ply.before!r}, but {before!r} was there")


def _check_side(rules: AnyGame, ply: Ply, mover: int) -> None:
    # A swap is the second player's choice, also where the first player is still to move.
    if ply.side != mover and not (ply.turn == "swap" and 0 <= ply.side < len(rules.sides)):
        raise BrokenError(f"side {ply.side} moves, but it is the turn of side {mover}")


def _check_dice(ply: Ply, lying: tuple[int, ...]) -> None:
    if ply.dice and sorted(ply.dice) != sorted(lying):
        rolled = _and(lying) or "nothing"
        raise BrokenError(f"{ply.turn} was played with {_and(ply.dice)}, but {rolled} was rolled")


# -- the end -----------------------------------------------------------------------------------


def _flagged(line: Line, _: Line, told: ClockFlag) -> None:
    if not 0 <= told.side < len(_rules(line).sides):
        raise BrokenError(f"the time of side {told.side} is up; there is no such side")


def _over(line: Line, after: Line, _: GameOver) -> None:
    result, sides = after.result, len(_rules(line).sides)
    assert result is not None
    _check_result(result, sides)
    if result.reason == "time":
        _check_time(line, result)
    if result.reason not in _OUTSIDE and not _resigned_plainly(line, result):
        _check_end(line, result, _now(line))


def _check_result(result: Result, sides: int) -> None:
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


def _check_time(line: Line, result: Result) -> None:
    """Whose time is up does not win; where the rules say what the other wins, that it is."""
    if line.flagged is not None and line.flagged in (result.winner, *result.shared):
        raise BrokenError(f"side {line.flagged} wins, but its time was up")
    rules, match = _rules(line), line.opening.house.get("flag") == MATCH
    ends = ends_on_time(rules, _now(line), match=match)
    outcomes = {rules.outcome(end).winner: end for end in ends}
    if outcomes and result.winner not in outcomes:
        raise BrokenError("a game that was lost on time has a winner")
    if outcomes:
        _check_end(line, result, outcomes[result.winner], reason="time")


def _resigned_plainly(line: Line, result: Result) -> bool:
    """Where nothing is at stake, a resignation is a word at the table, not a position."""
    return result.reason == "resigned" and _rules(line).stakes is None


def _check_end(line: Line, result: Result, now: Any, **told: Any) -> None:
    rules = _rules(line)
    outcome, here = rules.outcome(now), rules.write_position(now)
    if not outcome.over:
        raise BrokenError(f"the game is not over in {here!r}")
    found, right = (result.winner, result.scores), (outcome.winner, outcome.scores)
    if found != right:
        raise BrokenError(f"winner and scores are {found}; in {here!r} they are {right}")
    ending = {"shared": (), **rules.ending(now), **told}
    for what, value in ending.items():
        said, right_value = getattr(result, what, None), _plain(value)
        if said not in (None, right_value):
            raise BrokenError(f"{what} is {said!r}; in {here!r} it is {right_value!r}")


def _plain(value: Any) -> Any:
    """A fact of the rules as a line tells it."""
    return tuple(value) if isinstance(value, list) else value


def _and(dice: tuple[int, ...]) -> str:
    return "-".join(map(str, dice))


@contextmanager
def _by_the_rules() -> Iterator[None]:
    """What the rules complain about, as a fault of the record."""
    try:
        yield
    except RulesError as error:
        raise BrokenError(str(error)) from error


_CHECKS: dict[type[Happening], Callable[[Line, Line, Any], None]] = {
    GameOpened: _opened,
    ChanceCommitted: _promised,
    ChanceRevealed: _kept,
    SeedLost: _lost,
    SecretRevealed: _shown,
    DiceRolled: _rolled,
    DiceEarly: _too_early,
    DiceVoid: _voided,
    DecisionMade: _decided,
    DirectorRuled: _ruled,
    TurnMade: _turned,
    TurnCondoned: _turned,
    TurnRevised: _turned,
    ClockFlag: _flagged,
    GameOver: _over,
}
