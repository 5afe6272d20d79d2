"""The four games of nardy: every result of a roll judged by a net, the best of them one roll
further, and the words around the cube."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations_with_replacement
from typing import Any, ClassVar, Final, cast

from controller.engines.engine import Budget, Engine, Judged
from controller.engines.nardy.building import built
from controller.engines.nardy.cube import Cube
from controller.engines.nardy.net import Chances, net_of
from controller.engines.nardy.race import counted, is_race
from controller.engines.nardy.worth import Worth, as_points, expected, worth_to
from controller.games.catalogue import AnyGame
from controller.games.nardy.board import DIE, Board, board_after, halves, numbers_left, own_after
from controller.games.nardy.careful import Walk
from controller.games.nardy.game import Nardy
from controller.games.nardy.position import Position
from controller.games.nardy.stakes import level, played_out
from controller.games.nardy.variants import Half

#: Which levels look one roll further, and at how many of the best turns.
_FURTHER: Final = (0, 0, 0, 0, 0, 0, 0, 6)
#: How much a point of building counts beside the net, in points of the game.
_BUILT: Final = 0.1
#: Turns that are so much worse at first sight are not looked at again.
_HOPELESS: Final = 0.2
#: Of a run with too many turns to list, so many ways are followed (G4), and so many from each.
_WAYS: Final = 24
#: Of very many replies these stand for all.
_REPLIES: Final = 60
_ROLLS: Final = tuple(
    (roll, 1 if roll[0] == roll[1] else 2) for roll in combinations_with_replacement(DIE, 2)
)


class NardyEngine(Engine):
    """Blurred by points at the lower levels."""

    work_of_a_second = 120
    blur: ClassVar[tuple[float, ...]] = (0.7, 0.4, 0.25, 0.15, 0.09, 0.05, 0.0, 0.0)
    _budget: Budget

    def __init__(
        self, game: AnyGame, level: int = 8, *, seconds: float = 1.0, seed: int | None = None
    ) -> None:
        super().__init__(game, level, seconds=seconds, seed=seed)
        self._nardy = cast(Nardy, game)
        # The gulbars are long nardy with other dice: one net knows how checkers stand well.
        self._net = net_of("short" if self._nardy.variant.hits else "long")

    def judge(self, position: Position) -> list[Judged]:
        turns = self._turns(position)
        if not turns:
            return []
        self._budget = self.budget()
        side, cube = position.mover, position.stakes.cube
        worth = worth_to(position.stakes, side)
        found = [(turn, self._after(position, turn)) for turn in turns]
        judged = [self._judged(position, turn, chances, worth) for turn, chances in found]
        if not self._nardy.variant.hits:
            judged = self._steadied(position, judged)
        judged.sort(key=lambda each: -each.value)
        if self.game.chance is not None and _FURTHER[self.level - 1] and len(judged) > 1:
            judged = self._looked_further(position, judged, worth)
        return [replace(each, value=as_points(each.value, worth, cube)) for each in judged]

    def _judged(self, position: Position, turn: int, chances: Chances, worth: Worth) -> Judged:
        value = expected(self._nardy, position.stakes, chances, worth, position.stakes.cube)
        return Judged(turn, value, chances.win)

    def _steadied(self, position: Position, judged: list[Judged]) -> list[Judged]:
        """Turns that build less well than the best builder count so much less."""
        variant, foe = self._nardy.variant, halves(position.board, 1 - position.mover)[0]
        scores = [built(variant, own_after(each.turn), foe) for each in judged]
        most, weight = max(scores), _BUILT * position.stakes.cube
        return [
            replace(each, value=each.value - weight * (most - score))
            for each, score in zip(judged, scores, strict=True)
        ]

    # -- turns and what they lead to -------------------------------------------------------------

    def _turns(self, position: Position) -> list[int]:
        if position.stakes.answering is not None or self._nardy.outcome(position).over:
            return []
        run = self._nardy.open_run(position)
        return self._of_a_run(position) or [*run.met] if run else [*self._nardy.turns(position)]

    def _of_a_run(self, position: Position) -> list[int]:
        """Good turns of a run with too many to list, number by number: any way that plays all is
        legal."""
        game, side = self._nardy, position.mover
        numbers = game.numbers(position)
        walk = Walk(game.rules, position.board, side, numbers)
        states = {walk.start}
        for number in numbers:
            states = {move.state for state in states for move in walk.moves(state, number)}
            if len(states) > _WAYS:
                foe = halves(position.board, side)[1]
                states = {*sorted(states, key=lambda each: self._seen(each, foe))[:_WAYS]}
        return [*states]

    def _seen(self, state: int, foe: bytes) -> float:
        """How good a state on the way looks to the other side."""
        return self._net.chances(foe, own_after(state)).points()

    def _after(self, position: Position, turn: int) -> Chances:
        """The chances of the mover after a turn."""
        side = position.mover
        board = board_after(self._nardy.variant, position.board, side, turn)
        return self._standing(board, side, again=self._again(position, turn))

    def _again(self, position: Position, turn: int) -> bool:
        """Whether the mover rolls next, too (G3, G6)."""
        if position.passed:
            return True
        double = len({*position.dice}) == 1
        return self._nardy.variant.rolls_again and double and not numbers_left(turn)

    def _standing(self, board: Board, side: int, *, again: bool = False) -> Chances:
        """The chances of a side: with the other on roll, or itself again."""
        winner = played_out(board)
        if winner is not None:
            won = level(self._nardy.variant, board, winner)
            sure = Chances(1.0, float(won >= 2), float(won >= 3), 0.0, 0.0)
            return sure if winner == side else sure.turned()
        own, foe = halves(board, side)
        return self._on_roll(own, foe) if again else self._on_roll(foe, own).turned()

    def _on_roll(self, own: Half, foe: Half) -> Chances:
        """The chances of who is on roll."""
        found = self._net.chances(own, foe)
        if self._nardy.variant.hits and is_race(own, foe):
            return counted(found, own, foe)
        return found

    # -- one roll further ------------------------------------------------------------------------

    def _looked_further(
        self, position: Position, judged: list[Judged], worth: Worth
    ) -> list[Judged]:
        """The best turns judged by what each roll of the other side leaves; the rest after them."""
        best = judged[0]
        scale = abs(worth(1) - worth(-1)) / 2 * position.stakes.cube
        close = [
            each
            for each in judged[: _FURTHER[self.level - 1]]
            if best.value - each.value <= _HOPELESS * scale
        ]
        deeper: list[Judged] = []
        for each in close:
            if self._budget.spent(21 * len(deeper)) or self._again(position, each.turn):
                break
            chances = self._replied(position, each.turn)
            deeper.append(self._judged(position, each.turn, chances, worth))
        if len(deeper) < 2:
            return judged
        deeper.sort(key=lambda each: -each.value)
        least, done = deeper[-1].value, {each.turn for each in deeper}
        rest = [
            replace(each, value=min(each.value, least)) for each in judged if each.turn not in done
        ]
        return deeper + rest

    def _replied(self, position: Position, turn: int) -> Chances:
        """The mover's chances after a turn and the best answer to every roll."""
        game, side = self._nardy, position.mover
        board = board_after(game.variant, position.board, side, turn)
        if played_out(board) is not None:
            return self._standing(board, side)
        sums = [0.0] * 5
        for roll, times in _ROLLS:
            rolled = Position(1 - side, board, (max(roll), min(roll)), stakes=position.stakes)
            answer = min((self._reply(rolled, each) for each in self._replies(rolled)), key=_points)
            for at, chance in enumerate(answer):
                sums[at] += chance * times / 36
        return Chances(*sums)

    def _replies(self, rolled: Position) -> list[int]:
        run = self._nardy.open_run(rolled)
        turns = [*run.met] if run else [*self._nardy.turns(rolled)]
        return turns if len(turns) <= _REPLIES else turns[:: len(turns) // _REPLIES + 1]

    def _reply(self, rolled: Position, turn: int) -> Chances:
        """What a reply leaves the side that had moved before it."""
        return self._after(rolled, turn).turned()

    # -- words -----------------------------------------------------------------------------------

    def word(self, position: Position) -> str | None:
        self.prepare(position)
        words = {each.word for each in self.game.acts(position).words}
        cube = Cube(self._nardy, position)
        if "take" in words:
            chances = self._chances(position, cast(int, position.stakes.answering))
            if "beaver" in words and cube.beavers(chances):
                return "beaver"
            return "take" if cube.takes(chances) else "drop"
        if "accept" in words:
            chances = self._chances(position, cast(int, position.stakes.answering))
            return "accept" if cube.accepts(chances) else "refuse"
        if "double" in words and cube.doubles(self._chances(position, position.mover)):
            return "double"
        return cube.resigns() if "resign 1" in words else None

    def _chances(self, position: Position, side: int) -> Chances:
        """A side's chances before the mover's roll, or with what was rolled; blurred by level."""
        found = self._before_roll(position, side)
        blur = 0.15 * self.blur[self.level - 1]
        win = min(1.0, max(0.0, found.win + self._random.gauss(0, blur))) if blur else found.win
        mars, lost_mars = min(found.mars, win), min(found.lost_mars, 1 - win)
        third, lost_third = min(found.third, mars), min(found.lost_third, lost_mars)
        return Chances(win, mars, third, lost_mars, lost_third)

    def _before_roll(self, position: Position, side: int) -> Chances:
        mover = position.mover
        if position.dice or position.passed:
            turns = self._turns_anyway(position)
            best = max((self._after(position, each) for each in turns), key=_points)
            return best if side == mover else best.turned()
        found = self._on_roll(*halves(position.board, mover))
        return found if side == mover else found.turned()

    def _turns_anyway(self, position: Position) -> list[int]:
        """The turns with the roll that lies there, whatever is offered meanwhile."""
        run = self._nardy.open_run(position)
        return [*run.met] if run else [*self._nardy.turns(position)]


class LongEngine(NardyEngine):
    """Long nardy and the gulbars: a point misjudged matters less there, so that lower levels are
    further off."""

    blur: ClassVar[tuple[float, ...]] = (4.0, 1.3, 0.65, 0.42, 0.29, 0.19, 0.0, 0.0)


def _points(chances: Any) -> float:
    return float(chances.points())
