"""A match, or an evening of single games: dice, cube, resignations and score.

    match = Match(Short(ShortOptions(match_length=7)))
    position = match.open()
    match.allowed(position)                                  # OpeningRoll, VoidRoll
    position = match.act(position, OpeningRoll(4, 2))

The whole state is the position with its stakes, so a Match ID carries it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.games.game import IllegalError, InvalidError
from controller.games.nardy import actions as do
from controller.games.nardy.actions import Action
from controller.games.nardy.board import DIE
from controller.games.nardy.options import NardyOptions
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import (
    LEVELS,
    MOST_RAISES,
    PLAIN,
    doublings,
    points,
    raised,
    raises,
    winner,
)
from controller.games.told import Term, Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


class Match:
    """The rules around the moves, for one game with its options chosen."""

    def __init__(self, game: Nardy) -> None:
        self.game = game
        self._step = game.options.raise_step

    def open(self) -> Position:
        """The first game, before the opening roll."""
        return _staked(self.game.start(), state=State.OPENING)

    def winner(self, position: Position) -> int | None:
        """The side that has reached the length of the match; None: nobody, or single games."""
        stakes = position.stakes
        return next((side for side in (0, 1) if 0 < stakes.length <= stakes.score[side]), None)

    def allowed(self, position: Position) -> frozenset[type[Action]]:
        """What may be done now."""
        stakes = position.stakes
        if stakes.state is State.OPENING:
            return frozenset((do.OpeningRoll, do.VoidRoll))
        if stakes.state is not State.PLAYING:
            return frozenset((do.NextGame,) if self.winner(position) is None else ())
        if stakes.doubled:
            beaver = () if self.why_no_beaver(position) else (do.Beaver,)
            return frozenset((do.Take, do.Drop, *beaver))
        if stakes.resigned:
            return frozenset((do.Accept, do.Refuse))
        if position.dice or position.passed:
            return frozenset((do.Play, do.Resign))
        double = () if self.why_no_double(position) else (do.Double,)
        return frozenset((do.Roll, do.VoidRoll, do.Resign, *double))

    def why_no_double(self, position: Position) -> str:
        """Why the mover may not raise before rolling; empty if it may (N11, S8, S14)."""
        stakes, mover = position.stakes, position.mover
        dead = 0 < stakes.length <= stakes.score[mover] + stakes.cube
        reasons = {
            Told(
                "the cube belongs to {speaker} (S8)",
                speaker=Term("side", self.game.sides[1 - mover]),
            ): stakes.owner == 1 - mover,
            Told("this is the Crawford game (S14)"): stakes.crawford,
            Told("the cube is dead: the stake already wins the match (S14)"): dead,
            Told("it was raised {times} times", times=MOST_RAISES): self._raises(stakes)
            >= MOST_RAISES,
        }
        return next((reason for reason, holds in reasons.items() if holds), "")

    def why_no_beaver(self, position: Position) -> str:
        """Why a raise may not be answered by a beaver; empty if it may (S11)."""
        stakes = position.stakes
        reasons = {
            Told("beavers were not agreed (S11)"): not stakes.beaver,
            Told("beavers are for single games"): stakes.length,
            Told("the raise is a beaver itself"): stakes.answering == position.mover,
            Told("it was raised {times} times", times=MOST_RAISES): self._raises(stakes) + 2
            > MOST_RAISES,
        }
        return next((reason for reason, holds in reasons.items() if holds), "")

    def act(self, position: Position, action: Action) -> Position:
        """The position after an action; `IllegalError` says what may be done instead."""
        if type(action) not in self.allowed(position):
            raise IllegalError(self._refusal(position, action))
        acts: Mapping[type[Action], Callable[[Position, Any], Position]] = {
            do.OpeningRoll: self._open,
            do.VoidRoll: self._void,
            do.Roll: self._roll,
            do.Play: self._play,
            do.Double: self._double,
            do.Take: self._take,
            do.Drop: self._drop,
            do.Beaver: self._beaver,
            do.Resign: self._resign,
            do.Accept: self._accept,
            do.Refuse: self._refuse,
            do.NextGame: self._next,
        }
        return acts[type(action)](position, action)

    def _refusal(self, position: Position, action: Action) -> str:
        """Why it is not allowed, and what is, in the words of players."""
        may, act = self.allowed(position), Term("act", do.NAMES[type(action)])
        able = tuple(Term("act", word) for kind, word in do.NAMES.items() if kind in may)
        acts = able or (Term("act", "nothing, the match is over"),)
        reason = ""
        if isinstance(action, do.Double) and do.Roll in may:
            reason = self.why_no_double(position)
        if isinstance(action, do.Beaver) and do.Take in may:
            reason = self.why_no_beaver(position)
        if not reason:
            return Told("{act} is not allowed now; allowed: {acts}", act=act, acts=acts)
        return Told(
            "{act} is not allowed: {reason}; allowed: {acts}", act=act, reason=reason, acts=acts
        )

    def _open(self, position: Position, action: do.OpeningRoll) -> Position:
        """The higher begins; equal dice are rolled again and may double the stake (N2, S10)."""
        dice = (action.white, action.black)
        if not all(die in DIE for die in dice):
            raise InvalidError(
                Told("opening dice {dice}: each is a number from 1 to 6", dice=str(list(dice)))
            )
        if action.white == action.black:
            return self._auto_doubled(position)
        mover = int(action.black > action.white)
        begun = _staked(position._replace(mover=mover), state=State.PLAYING)
        return self.game.roll(begun, dice) if self.game.variant.opening_is_first_roll else begun

    def _auto_doubled(self, position: Position) -> Position:
        """The stake doubled, whatever the step of raises that are offered (S10), as often as was
        agreed and as far as the cube can be written."""
        cube = position.stakes.cube
        agreed = doublings(cube) < self.game.auto_doubles
        fits = raises(2 * cube, self._step) <= MOST_RAISES
        return _staked(position, cube=2 * cube) if agreed and fits else position

    def _void(self, position: Position, action: do.VoidRoll) -> Position:
        return position

    def _roll(self, position: Position, action: do.Roll) -> Position:
        return self.game.roll(position, action.dice)

    def _play(self, position: Position, action: do.Play) -> Position:
        return self.settled(self.game.play(position, action.turn))

    def settled(self, position: Position) -> Position:
        """The same position; if it has just been played out, with the points in the score."""
        if position.stakes.state is State.PLAYING and winner(position) is not None:
            return self._settled(_staked(position, state=State.OVER))
        return position

    def _double(self, position: Position, action: do.Double) -> Position:
        return _staked(position, doubled=True, answering=1 - position.mover)

    def _take(self, position: Position, action: do.Take) -> Position:
        """The stake is raised; after a beaver the cube stays with who made it (S8, S11)."""
        stakes = position.stakes
        beavered = stakes.answering == position.mover
        owner = stakes.owner if beavered else stakes.answering
        cube = self._raised(stakes)
        return _staked(position, cube=cube, owner=owner, doubled=False, answering=None)

    def _beaver(self, position: Position, action: do.Beaver) -> Position:
        """The raise stands, and another one is offered back (S11)."""
        stakes = position.stakes
        cube = self._raised(stakes)
        return _staked(position, cube=cube, owner=stakes.answering, answering=position.mover)

    def _drop(self, position: Position, action: do.Drop) -> Position:
        return self._settled(_staked(position, doubled=False, state=State.DROPPED))

    def _resign(self, position: Position, action: do.Resign) -> Position:
        if action.level not in LEVELS or action.side not in (0, 1):
            raise InvalidError(f"{action}: sides are 0 and 1, levels are 1, 2 and 3")
        return _staked(position, resigned=action.level, answering=1 - action.side)

    def _accept(self, position: Position, action: do.Accept) -> Position:
        return self._lost(position)

    def given_up(self, position: Position, side: int, *, match: bool = False) -> Position:
        """This side has lost without an offer (its time is up): a plain win at the stake as it
        stands, whatever was offered meanwhile; or all that the other lacks to win the `match`."""
        stakes = position.stakes
        award = max(0, stakes.length - stakes.score[1 - side]) if match else 0
        given = _staked(position, resigned=PLAIN, answering=1 - side, doubled=False, award=award)
        return self._lost(given)

    def _lost(self, position: Position) -> Position:
        """Who was to answer has won by what was resigned."""
        ended = position._replace(dice=(), passed=())
        return self._settled(_staked(ended, state=State.RESIGNED))

    def _refuse(self, position: Position, action: do.Refuse) -> Position:
        return _staked(position, resigned=0, answering=None)

    def _next(self, position: Position, action: do.NextGame) -> Position:
        """A fresh game at the score."""
        stakes = position.stakes
        fresh = Stakes(
            score=stakes.score,
            length=stakes.length,
            crawford=self._crawford_comes(position),
            jacoby=stakes.jacoby,
            beaver=stakes.beaver,
            state=State.OPENING,
        )
        return self.game.start()._replace(stakes=fresh)

    def _crawford_comes(self, position: Position) -> bool:
        """Whether the game after this finished one is the Crawford game (S14)."""
        stakes, won_by = position.stakes, winner(position)
        if won_by is None:
            return False
        before = list(stakes.score)
        before[won_by] -= self._points(position)
        return crawford_comes(self.game.options, stakes.length, before, stakes.score)

    def _settled(self, position: Position) -> Position:
        """The finished game with its points added to the score."""
        score, points_won = position.stakes.score, self._points(position)
        won = (score[0] + points_won, score[1])
        lost = (score[0], score[1] + points_won)
        return _staked(position, score=won if winner(position) == 0 else lost)

    def _points(self, position: Position) -> int:
        return points(self.game.variant, position, self.game.third)

    def _raises(self, stakes: Stakes) -> int:
        return raises(stakes.cube, self._step)

    def _raised(self, stakes: Stakes) -> int:
        return raised(stakes.cube, self._step)


def crawford_comes(
    options: NardyOptions, length: int, before: Sequence[int], score: Sequence[int]
) -> bool:
    """Somebody has come within one point of the match who was not before, nor was the other: the
    game that begins at this score is the Crawford game (S14)."""
    return options.crawford and length > 1 and max(score) == length - 1 > max(before)


def _staked(position: Position, **changes: Any) -> Position:
    return position._replace(stakes=replace(position.stakes, **changes))
