"""A match, or an evening of single games: dice, cube, resignations and score.

    game = Short(ShortOptions(match_length=7))
    position = game.apply(game.open(), Drawn((4, 2)))        # the opening roll: White begins
    position = game.apply(position, game.turns(position)[0])
    position = game.apply(position, Said("double"))          # Black raises; White may take or drop

The whole state is the position with its stakes, so a Match ID carries it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from controller.games.acts import Who, Word
from controller.games.nardy.options import NardyOptions
from controller.games.nardy.position import Position, Stakes, State
from controller.games.nardy.stakes import (
    LEVELS,
    MOST_RAISES,
    PLAIN,
    raised,
    raises,
    winner,
)
from controller.games.parts import Talk
from controller.games.told import Term, Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy


#: How a resignation says what it is worth: plain, mars, koks or home mars.
RESIGNATIONS: Final = {f"resign {level}": level for level in LEVELS}
_NOTHING: Final = "nothing, the match is over"


class Match(Talk[Position]):
    """The rules around the moves, for one game with its options chosen.

    * `double`: the mover offers to raise the stake before rolling (N11, S8); the other may `take`,
      `drop` and lose the stake as it stood (S8, S11), or redouble at once and keep the cube, a
      `beaver` (S11);
    * `resign`: either side offers to lose so much; the other may `accept`, or `refuse` and play on.
    """

    words: ClassVar[Mapping[str, Word]] = {
        "double": Word(),
        **dict.fromkeys(("take", "drop", "beaver", "accept", "refuse"), Word(Who.ASKED)),
        **dict.fromkeys(RESIGNATIONS, Word(Who.ANYBODY, resigns=True)),
    }

    def __init__(self, game: Nardy) -> None:
        self.game = game
        self._step = game.options.raise_step

    def open(self) -> Position:
        """The first game, before the opening roll."""
        return staked(self.game.start(), state=State.OPENING)

    def winner(self, position: Position) -> int | None:
        """The side that has reached the length of the match; None: nobody, or single games."""
        stakes = position.stakes
        return next((side for side in (0, 1) if 0 < stakes.length <= stakes.score[side]), None)

    def asked(self, position: Position) -> int | None:
        return position.stakes.answering

    def now(self, position: Position) -> Sequence[str]:
        """Raise the stake, answer a raise, resign, answer a resignation."""
        stakes = position.stakes
        if stakes.state is not State.PLAYING:
            return ()
        if stakes.doubled:
            return ("take", "drop", *(() if self.why_no_beaver(position) else ("beaver",)))
        if stakes.resigned:
            return ("accept", "refuse")
        rolled = position.dice or position.passed
        double = () if rolled or self.why_no_double(position) else ("double",)
        return (*double, *RESIGNATIONS)

    def say(self, position: Position, word: str, side: int) -> Position:
        if word in RESIGNATIONS:
            return staked(position, resigned=RESIGNATIONS[word], answering=1 - side)
        acts = {
            "double": self._double,
            "take": self._take,
            "drop": self._drop,
            "beaver": self._beaver,
            "accept": self._lost,
            "refuse": self._refuse,
        }
        return acts[word](position)

    def why_not(self, position: Position, word: str) -> str:
        """Why it is not allowed, and what is, in the words of players."""
        may = self._may(position)
        act = Term("act", "resign" if word in RESIGNATIONS else word)
        acts = tuple(Term("act", each) for each in may)
        reason = ""
        if word == "double" and "roll" in may:
            reason = self.why_no_double(position)
        if word == "beaver" and "take" in may:
            reason = self.why_no_beaver(position)
        if not reason:
            return Told("{act} is not allowed now; allowed: {acts}", act=act, acts=acts)
        return Told(
            "{act} is not allowed: {reason}; allowed: {acts}", act=act, reason=reason, acts=acts
        )

    def _may(self, position: Position) -> Sequence[str]:
        """Everything that may be done now, as players call it."""
        stakes, words = position.stakes, self.now(position)
        if stakes.state is State.OPENING:
            return ("opening roll", "void roll")
        if stakes.state is not State.PLAYING:
            return ("next game",) if self.winner(position) is None else (_NOTHING,)
        said = dict.fromkeys("resign" if word in RESIGNATIONS else word for word in words)
        if stakes.doubled or stakes.resigned:
            return tuple(said)
        rolled = position.dice or position.passed
        return (*(("play",) if rolled else ("roll", "void roll")), *said)

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

    def settled(self, position: Position) -> Position:
        """The same position; if it has just been played out, with the points in the score."""
        if position.stakes.state is State.PLAYING and winner(position) is not None:
            return self._settled(staked(position, state=State.OVER))
        return position

    def _double(self, position: Position) -> Position:
        return staked(position, doubled=True, answering=1 - position.mover)

    def _take(self, position: Position) -> Position:
        """The stake is raised; after a beaver the cube stays with who made it (S8, S11)."""
        stakes = position.stakes
        beavered = stakes.answering == position.mover
        owner = stakes.owner if beavered else stakes.answering
        cube = self._raised(stakes)
        return staked(position, cube=cube, owner=owner, doubled=False, answering=None)

    def _beaver(self, position: Position) -> Position:
        """The raise stands, and another one is offered back (S11)."""
        stakes = position.stakes
        cube = self._raised(stakes)
        return staked(position, cube=cube, owner=stakes.answering, answering=position.mover)

    def _drop(self, position: Position) -> Position:
        return self._settled(staked(position, doubled=False, state=State.DROPPED))

    def given_up(self, position: Position, side: int, *, match: bool = False) -> Position:
        """This side has lost without an offer (its time is up): a plain win at the stake as it
        stands, whatever was offered meanwhile; or all that the other lacks to win the `match`."""
        stakes = position.stakes
        award = max(0, stakes.length - stakes.score[1 - side]) if match else 0
        given = staked(position, resigned=PLAIN, answering=1 - side, doubled=False, award=award)
        return self._lost(given)

    def _lost(self, position: Position) -> Position:
        """Who was to answer has won by what was resigned."""
        ended = position._replace(dice=(), passed=())
        return self._settled(staked(ended, state=State.RESIGNED))

    def _refuse(self, position: Position) -> Position:
        return staked(position, resigned=0, answering=None)

    def next_game(self, position: Position) -> Position | None:
        """A fresh game at the score; None: the match is over, or the game is not."""
        stakes = position.stakes
        going_on = stakes.state in (State.OPENING, State.PLAYING)
        if going_on or self.winner(position) is not None:
            return None
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
        return staked(position, score=won if winner(position) == 0 else lost)

    def _points(self, position: Position) -> int:
        return self.game.points(position)

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


def staked(position: Position, **changes: Any) -> Position:
    return position._replace(stakes=replace(position.stakes, **changes))
