"""The words of nardy: raise, take, drop, beaver, resign, and their answers (N11, S8-S14).

Raises are judged by Janowski's model: what the cube is worth to its owner lies between a cube that
is never turned again and one that is turned at the best moment.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.engines.nardy.net import Chances
from controller.engines.nardy.worth import Worth, expected, worth_to
from controller.games.nardy.board import halves
from controller.games.nardy.position import Position, Stakes
from controller.games.nardy.stakes import raised
from controller.games.nardy.variants import OFF

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

#: How lively the cube is: 0 never turned again, 1 turned at the best moment.
_LIVELY: Final = 0.68
#: What waiting may cost who could win at once.
_WAITING: Final = 0.01
#: With so few checkers left the other side is as good as home.
_NEARLY_HOME: Final = 2
_ONE_TURN: Final = 4


class Cube:
    """What somebody says who has these chances."""

    def __init__(self, game: Nardy, position: Position) -> None:
        self._game = game
        self._position = position
        self._stakes: Stakes = position.stakes
        self._now = self._stakes.cube
        self._then: int = raised(self._now, game.options.raise_step)

    def doubles(self, chances: Chances) -> bool:
        """Whether the mover, on roll with these chances, should raise."""
        worth = worth_to(self._stakes, self._position.mover)
        taken = self._raised(chances, worth)
        dropped = worth(self._game.declining(self._position))
        return min(taken, dropped) > self._unraised(chances, worth, dropped)

    def takes(self, chances: Chances) -> bool:
        """Whether who was offered a raise, with these chances, should play on."""
        side = self._asked()
        worth = worth_to(self._stakes, side)
        dropped = worth(-self._game.declining(self._position))
        return self._owned(chances, worth, side) >= dropped

    def beavers(self, chances: Chances) -> bool:
        """Whether even a stake raised twice is good to who was offered the first (S11)."""
        worth = worth_to(self._stakes, self._asked())
        return self._owned(chances, worth, self._asked()) > 0.05 * self._then

    def accepts(self, chances: Chances) -> bool:
        """Whether what is offered for giving up is as much as playing on would bring."""
        stakes, worth = self._stakes, worth_to(self._stakes, self._asked())
        second, third = (2, self._game.third)
        if stakes.jacoby and not stakes.length and stakes.owner is None:
            second, third = 1, 1
        offered = self._now * (1, second, third)[stakes.resigned - 1]
        return worth(offered) >= expected(self._game, stakes, chances, worth, self._now) - 0.02

    def resigns(self) -> str | None:
        """Only where the other side is as good as home, and no mars can be lost any more."""
        own, foe = halves(self._position.board, self._position.mover)
        nearly = 15 - foe[OFF] <= _NEARLY_HOME and not any(foe[7:])
        far = 15 - own[OFF] > _ONE_TURN and own[OFF] > 0
        return "resign 1" if nearly and far else None

    def _asked(self) -> int:
        assert self._stakes.answering is not None
        return self._stakes.answering

    def _turned(self) -> Stakes:
        """The stakes once the cube is turned: with Jacoby a mars counts from then on."""
        return Stakes(length=self._stakes.length, owner=0)

    def _reach(self, worth: Worth, cube: int) -> float:
        return (worth(cube) - worth(-cube)) / 2

    def _dead_for(self, side: int) -> bool:
        """Whether a raised cube can bring this side no more than it does already (S14)."""
        stakes = self._stakes
        return 0 < stakes.length <= stakes.score[side] + self._then

    def _owned(self, chances: Chances, worth: Worth, side: int) -> float:
        """The raised stake for who then owns the cube."""
        plain = expected(self._game, self._turned(), chances, worth, self._then)
        if self._dead_for(side):
            return plain
        return plain + 0.5 * _LIVELY * chances.win * self._reach(worth, self._then)

    def _raised(self, chances: Chances, worth: Worth) -> float:
        """The raised stake for who raised, the other owning the cube."""
        plain = expected(self._game, self._turned(), chances, worth, self._then)
        if self._dead_for(1 - self._position.mover):
            return plain
        return plain - 0.5 * _LIVELY * (1 - chances.win) * self._reach(worth, self._then)

    def _unraised(self, chances: Chances, worth: Worth, dropped: float) -> float:
        """The stake as it stands, the mover free to raise later."""
        plain = expected(self._game, self._stakes, chances, worth, self._now)
        reach = self._reach(worth, self._now)
        if self._stakes.owner is None:
            middle = (worth(self._now) + worth(-self._now)) / 2
            lively = 0.5 * _LIVELY * chances.win - 0.25 * _LIVELY
            kept = middle + 4 / (4 - _LIVELY) * (plain - middle + lively * reach)
        else:
            kept = plain + 0.5 * _LIVELY * chances.win * reach
        # Whoever could win the stake at once by raising gets a little less by waiting, but for a
        # mars.
        return min(kept, max(dropped - _WAITING * reach, plain))
