"""Which rule a play breaks, in one clause: for who put checkers where no legal turn leads.

It looks at where checkers were taken and put, as the mover counts the points, and asks the rules
one by one in the order in which a player thinks of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, permutations
from typing import TYPE_CHECKING, Final

from controller.games.game import Cell
from controller.games.nardy.board import halves, hits_of, own_after
from controller.games.nardy.careful import Walk, find_carefully
from controller.games.nardy.notation import Play
from controller.games.nardy.position import Position
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import BAR, HEAD, MOVES, OFF, PLACES
from controller.games.told import Told

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy
    from controller.games.nardy.rules import Rules

_BACKWARDS: Final = Told("checkers never move backwards (N1)")
_NOT_OWN: Final = Told("that is not one's own checker (N1)")
_BAR_FIRST: Final = Told("checkers on the bar enter first (S5)")
_HEAD: Final = Told("one checker has left the head already, and no second may in this turn (L3)")
_BEAR_OFF: Final = Told("bearing off begins once all fifteen are home (N8)")
_SIX: Final = Told(
    "six points in a row may be held only if an opposing checker stands beyond them (L6)"
)
_BORNE_OFF: Final = {
    "forbidden": Told("a checker that hit in its own home is not borne off in the same turn (S7)"),
    "forced": Told(
        "a checker that hit in its own home is borne off in the same turn only if nothing else can"
        " be played (S7)"
    ),
}
_PAIR_BORNE_OFF: Final = Told(
    "neither a checker that hit in its own home nor the one it made a pair with is borne off in the"
    " same turn (S7a)"
)
_HIDES: Final = Told(
    "a checker that hit in its own home may not go on to another own checker in the same turn (S13)"
)
_LARGER: Final = Told("only one of the numbers can be played, and that must be the larger (N7)")
_BOTH: Final = Told("both numbers can be played, so both must be (N7)")


@dataclass(frozen=True, slots=True)
class Tried:
    """From which of the mover's places checkers were taken, and where they were put."""

    taken: tuple[int, ...]
    put: tuple[int, ...]


def tried_by(play: Play) -> Tried:
    """What a written play takes and puts."""
    return Tried(
        tuple(stops[0] for stops in play.journeys), tuple(stops[-1] for stops in play.journeys)
    )


def seen_as(
    cells: Cells, game: Nardy, position: Position, seen: Mapping[Cell, tuple[int, int]]
) -> Tried | Told | None:
    """What hands have done so far with the mover's checkers; or why that was wrong from the first;
    None: it cannot be seen."""
    if len(game.numbers(position)) > MOVES:
        return None  # a run has more ways than anybody looks at (G4)
    own, foe = halves(position.board, position.mover)
    facing = game.variant.facing(foe)
    taken: list[int] = []
    put: list[int] = []
    for place in range(OFF, PLACES):
        cell = cells.name(position.mover, place)
        if cell not in seen:
            continue
        low, high = seen[cell]
        there = facing[place] if OFF < place < BAR else 0
        if low != high or (there and own[place]):
            return None
        if there and low < there - 1:
            return None  # no hand takes several: its sensor is wrong
        if there and low < there and not (low == 0 and _may_hit(game, position, place)):
            return _NOT_OWN
        change = max(0, low - there) if there else low - own[place]
        taken += [place] * -change
        put += [place] * change
    # A hand carries one checker; where more are missing, a sensor does not see them.
    return Tried(tuple(taken), tuple(put)) if len(taken) <= len(put) + 1 else None


def _may_hit(game: Nardy, position: Position, place: int) -> bool:
    """Whether some legal turn hits there: then its checker may lie beside the board."""
    return any(place in hits_of(turn) for turn in game.turns(position))


def objection(game: Nardy, position: Position, tried: Tried) -> str | None:
    """The first rule that speaks against what was tried."""
    numbers = game.numbers(position)
    if not numbers or len(numbers) > MOVES or not tried.taken:
        return None
    case = Case(game, position, tried, Walk(game.rules, position.board, position.mover, numbers))
    return next(filter(None, case.reasons()), None)


class Case:
    """One play that was tried, and the rules that may speak against it."""

    def __init__(self, game: Nardy, position: Position, tried: Tried, walk: Walk) -> None:
        self._game, self._position, self._walk = game, position, walk
        self._taken, self._put = tried.taken, tried.put
        self._own, foe = halves(position.board, position.mover)
        self._foe = foe
        self._facing = game.variant.facing(foe)

    def reasons(self) -> Iterator[str | None]:
        """Each rule that is broken, or None where one is not."""
        yield self._bar_first()
        yield self._head()
        if self._put and max(self._put) > max(self._taken):
            yield _BACKWARDS
        yield self._early()
        yield from map(self._closed, self._put)
        yield self._unreached()
        yield self._shuts_in()
        yield self._hides()
        yield from self._stuck()
        yield self._too_few()

    def _bar_first(self) -> str | None:
        waiting = self._own[BAR] > self._taken.count(BAR)
        return _BAR_FIRST if waiting and any(place != BAR for place in self._taken) else None

    def _head(self) -> str | None:
        """More have left the head than may (L3, L4)."""
        rules, own = self._game.rules, self._own
        if not self._game.variant.head_rule or HEAD not in self._taken:
            return None
        floor = rules.head_floor(own, self._facing, self._walk.numbers)
        return _HEAD if own[HEAD] - self._taken.count(HEAD) < floor else None

    def _early(self) -> str | None:
        """A checker is off while others are not home (N8)."""
        late = any(
            self._own[place] + self._put.count(place) > self._taken.count(place)
            for place in range(7, PLACES)
        )
        return _BEAR_OFF if OFF in self._put and late else None

    def _closed(self, place: int) -> str | None:
        """A point that the opponent holds (S3, L5)."""
        variant = self._game.variant
        if not OFF < place < BAR or self._facing[place] < variant.closed_at:
            return None
        if variant.hits:
            return Told("{point} is held by two or more opposing checkers (S3)", point=place)
        return Told("{point} is held by an opposing checker (L5)", point=place)

    def _unreached(self) -> str | None:
        """No number, and no sum of numbers with open stops, goes that far (N4)."""
        if len(self._taken) != 1 or len(self._put) != 1:
            return None
        origin, target = self._taken[0], self._put[0]
        for stops in _stops(self._walk.numbers):
            gone = [origin - each for each in stops]
            there = gone[-1] == target or (target == OFF and gone[-1] <= OFF)
            if there and all(stop > OFF and self._walk.is_open(stop) for stop in gone[:-1]):
                return None
        facts = {"origin": _name(origin), "target": _name(target)}
        return Told("no number of the roll leads from {origin} to {target} (N4)", **facts)

    def _after(self) -> bytes | None:
        """The mover's places as they are now; None: checkers are still in the hand."""
        if len(self._taken) != len(self._put):
            return None
        after = list(self._own)
        for place in self._taken:
            after[place] -= 1
        for place in self._put:
            after[place] += 1
        return bytes(after) if min(after) >= 0 else None

    def _shuts_in(self) -> str | None:
        """Six in a row with nobody beyond (L6)."""
        rules, after = self._game.rules, self._after()
        if not rules.block_rule or after is None:
            return None
        return _SIX if rules.shuts_in(after, rules.foremost(self._foe)) else None

    def _hides(self) -> str | None:
        """Only a house rule of hitting forbids it (S7, S13)."""
        rules, after = self._game.rules, self._after()
        if not rules.watches_hitters or after is None:
            return None
        if rules.pair and self._leads_to(after, replace(rules, pair=False)):
            return _PAIR_BORNE_OFF
        free = replace(rules, hit_then_bear_off="allowed")
        if rules.hit_then_bear_off != "allowed" and self._leads_to(after, free):
            return _BORNE_OFF[rules.hit_then_bear_off]
        return _HIDES if self._leads_to(after, replace(free, hit_and_hide=True)) else None

    def _leads_to(self, after: bytes, rules: Rules) -> bool:
        """Whether some turn by these rules leaves the mover's places like this."""
        board, side = self._position.board, self._position.mover
        turns = find_carefully(rules, board, side, self._walk.numbers)
        return any(own_after(turn) == after for turn in turns)

    def _stuck(self) -> Iterator[str | None]:
        """A checker was taken that cannot move by any number."""
        if self._put or len(set(self._taken)) != 1:
            return
        origin, walk = self._taken[0], self._walk
        if any(walk.moves(walk.start, number, [origin]) for number in set(walk.numbers)):
            return
        for target in sorted({max(OFF, origin - number) for number in walk.numbers}):
            if target == OFF:
                yield _BEAR_OFF if any(self._own[7:]) else None
            yield self._closed(target)
        yield _SIX if self._game.rules.block_rule else None

    def _too_few(self) -> str | None:
        """Every move is allowed by itself: then the roll is not played as it must be (N7)."""
        if len(self._walk.numbers) != 2 or len(self._taken) > 1:
            return None
        turns, origin = self._game.turns(self._position), self._taken[0]
        if not self._put and any(own_after(turn)[origin] < self._own[origin] for turn in turns):
            return None  # it may well be taken: something else is wrong
        left = {self._game.unplayed(self._position, turn) for turn in turns}
        if left == {()}:
            return _BOTH
        return _LARGER if left == {(min(self._walk.numbers),)} else None


def _stops(numbers: Sequence[int]) -> Iterator[list[int]]:
    """How far one checker comes, stop by stop, with some of the numbers in some order."""
    orders = permutations(numbers) if len(numbers) == 2 else [tuple(numbers)]
    for order in orders:
        stops = [*accumulate(order)]
        yield from (stops[:count] for count in range(1, len(stops) + 1))


def _name(place: int) -> object:
    return {BAR: Told("the bar"), OFF: Told("off the board")}.get(place, place)
