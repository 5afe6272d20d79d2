"""What hands may do next in mid-turn: which checkers may be taken, and where those in hand may go.

Sensors count checkers and do not say whose they are. So everything is followed that explains the
looks by the rules: what was played, which checkers are in the hand, and of each that was hit
whether it still lies there, is in the hand or on its bar.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from controller.games.game import Ahead, Cell, Touched
from controller.games.nardy.board import LEFT, Board, halves, hits_of, own_after
from controller.games.nardy.careful import Move, Walk
from controller.games.nardy.patience import Patience, TooManyError
from controller.games.nardy.tracing import Cells
from controller.games.nardy.variants import BAR, OFF, Half

#: With more ways to explain the hands than this, nobody could use the hint.
_MOST_HANDS = 1000
#: So many states may be looked at before it takes longer than a hint is worth.
_MOST_STATES = 3000

#: Places of the mover, or numbers of a roll, in an order that matters.
Places = tuple[int, ...]
Points = frozenset[int]


class Owed(NamedTuple):
    """What hands have begun: points to be hit whose checker is already taken away, and places from
    which a checker in the hand must move on."""

    hits: Points
    moves: Places

    def after(self, move: Move) -> Owed:
        """What is still owed when this move is made."""
        hits, moves = self
        if move.hit and move.target in hits:
            hits -= {move.target}
        if move.origin in moves:
            at = moves.index(move.origin)
            moves = moves[:at] + moves[at + 1 :]
        return Owed(hits, moves)


class Looks(NamedTuple):
    """How many checkers are seen on each of the mover's places and were put on the other bar."""

    counts: Places
    barred: int
    in_hand: int
    #: Places that have changed since no checker was in the hand, and since the turn began.
    handled: Points
    changed: Points


class Seat(NamedTuple):
    """One explanation: the turn so far, the numbers still to play, and who is where.

    `hand`: the mover's places from which those in the hand move on, or at which (`arrived`) they
    may as well be put down; `caught`: how many hit ones are in the hand; `lying`: hit, and still on
    their points; `owed`: what must still happen before the turn may end.
    """

    state: int
    left: Places
    hand: Places
    arrived: Places
    caught: int
    lying: Points
    owed: Owed


class Middle:
    """A turn that is being made: one position, one roll, and the turns that are still possible."""

    def __init__(
        self, walk: Walk, board: Board, side: int, possible: Callable[[int], bool]
    ) -> None:
        self._walk, self._possible = walk, possible
        self._own, foe = halves(board, side)
        self._foe_bar = foe[BAR]
        variant = walk.rules.variant
        self._facing, self._closed_at = variant.facing(foe), variant.closed_at
        self._lone = [point for point in range(1, BAR) if 0 < self._facing[point] < self._closed_at]
        self._sums = _sums(walk.numbers)
        self._patience = Patience(_MOST_STATES)
        self._moves_of: dict[tuple[int, int], list[Move]] = {}
        self._alive: dict[tuple[int, Places, Owed], bool] = {}

    def ahead(
        self, cells: Cells, side: int, looks: Looks | None, dice: Sequence[int]
    ) -> Ahead | None:
        """What may come next; None: the looks are not explained by any order of the rules, or in
        too many ways."""
        try:
            seats = list(self._seats(looks)) if looks else []
            return self._told(cells, side, seats, dice) if seats else None
        except TooManyError:
            return None

    def beginnings(self) -> frozenset[int] | None:
        """The places where a turn may begin; None: that would take too long."""
        walk, nothing = self._walk, Owed(frozenset(), ())
        try:
            begun = (self._next_moves(walk.start, order, nothing) for order in walk.orders())
            return frozenset(move.origin for moves in begun for move, _, _ in moves)
        except TooManyError:
            return None

    def _told(self, cells: Cells, side: int, seats: Sequence[Seat], dice: Sequence[int]) -> Ahead:
        bar = cells.name(1 - side, BAR)
        hit = {bar} if any(seat.caught for seat in seats) else set()
        put = hit | {cells.name(side, place) for seat in seats for place in self._landings(seat)}
        lift: set[Cell] = set()
        if not put:
            hit = {cells.name(side, place) for seat in seats for place in seat.lying}
            lift = hit | {cells.name(side, each) for seat in seats for each in self._origins(seat)}
        cells_of = (frozenset(lift), frozenset(put), frozenset(hit))
        used, left = self._numbers(seats)
        return Ahead(*cells_of, _spent(dice, self._walk.numbers, used), left)

    def _numbers(self, seats: Sequence[Seat]) -> tuple[Counter[int], Places]:
        """The numbers that are played whichever explanation holds, and those that are left."""
        used = [Counter(self._walk.numbers) - Counter(seat.left) for seat in seats]
        common = used[0]
        for each in used[1:]:
            common &= each
        certain = all(each == common for each in used)
        return common, seats[0].left if certain else ()

    # -- what explains the looks -----------------------------------------------------------------

    def looks(
        self,
        cells: Cells,
        side: int,
        seen: Mapping[Cell, tuple[int, int]],
        touched: Touched,
    ) -> Looks | None:
        """What is seen, from the mover's side; a cell that may be as it was counts as such.

        None: more is gone, or there, than a turn in this hand could leave.
        """
        counts, gone = [], 0
        for place in range(BAR + 1):
            there = self._facing[place] if 0 < place < BAR else 0
            stood = self._own[place] + there
            count = _least_changed(seen.get(cells.name(side, place), (0, 0)), stood)
            if there >= self._closed_at:  # what is seen there beside them slides across
                if count < there:
                    return None
                count = there
            counts.append(count)
            gone += stood - count
        bar = cells.name(1 - side, BAR)
        barred = _least_changed(seen.get(bar, (0, 0)), self._foe_bar) - self._foe_bar
        if barred < 0 or gone < barred:
            return None
        late, ever = (
            frozenset(place for place in range(BAR + 1) if cells.name(side, place) in cells_of)
            for cells_of in touched
        )
        return Looks(tuple(counts), barred, gone - barred, late, ever)

    def _seats(self, looks: Looks) -> Iterator[Seat]:
        """Every explanation that a legal turn goes on from, or ends with."""
        for away, caught in self._hit_ones(looks):
            own = self._own_seen(looks, away)
            for waiting, arrived in self._hands(own, looks.in_hand - caught):
                hand = waiting + arrived
                for state, left in self._reached(_with(own, hand), frozenset(arrived)):
                    hits = frozenset(hits_of(state))
                    owed = Owed(away - hits, waiting)
                    if self._goes_on(state, left, owed):
                        yield Seat(state, left, hand, arrived, caught, hits - away, owed)

    def _hit_ones(self, looks: Looks) -> Iterator[tuple[Points, int]]:
        """Which of the opponent's lone checkers may be off their points, and how many in hand."""
        gone = [point for point in self._lone if not looks.counts[point]]
        standing = [p for p in self._lone if looks.counts[p] and p in looks.changed]
        for caught in range(looks.in_hand + 1):
            taken = looks.barred + caught - len(gone)
            for replaced in combinations(standing, taken) if taken >= 0 else ():
                away = frozenset((*gone, *replaced))
                if len(away - looks.handled) <= looks.barred:  # what is in hand was seen to go
                    yield away, caught

    def _own_seen(self, looks: Looks, away: Points) -> Places:
        """The mover's own of what is seen."""
        facing = self._facing
        return tuple(
            count - (facing[place] if 0 < place < BAR and place not in away else 0)
            for place, count in enumerate(looks.counts)
        )

    def _hands(self, own: Sequence[int], count: int) -> Iterable[tuple[Places, Places]]:
        """Where so many own checkers in the hand may come from: places where some are missing, and
        where one of those has got to since."""
        missing = Counter({place: self._own[place] - held for place, held in enumerate(own)})
        lifted = [place for place in missing if missing[place] > 0]
        stops = {place - far for place in lifted for far in self._sums if 0 < far < place}
        hands: set[tuple[Places, Places]] = {((), ())}
        for _ in range(count):
            hands = {
                *(
                    (_and(one, place), two)
                    for one, two in hands
                    for place in lifted
                    if one.count(place) < missing[place]
                ),
                *((one, _and(two, place)) for one, two in hands for place in stops),
            }
            if len(hands) > _MOST_HANDS:
                return ()
        return sorted(hands, key=lambda hand: len(hand[1]))

    def _reached(self, goal: Half, by: Points) -> Iterator[tuple[int, Places]]:
        """The turns so far that leave the mover's checkers like this and have put some down on
        these points, each with the numbers left."""
        open_ = [(self._walk.start, order, by) for order in self._walk.orders()]
        known = set(open_)
        while open_:
            state, left, missed = open_.pop()
            if own_after(state) == goal:
                if not missed:
                    yield state, left
                continue
            for following in self._towards(state, left, missed, goal):
                if following not in known:
                    known.add(following)
                    open_.append(following)

    def _towards(
        self, state: int, left: Places, missed: Points, goal: Half
    ) -> Iterator[tuple[int, Places, Points]]:
        """The turn one number further, as far as it does not go past the goal."""
        self._patience.spend()
        spare = _spare(own_after(state), goal)
        if not left or min(spare) < 0 or sum(spare) > sum(left):
            return  # the goal lies behind, or further than the numbers reach
        moves = self._moves(state, left[0])
        if not moves:
            yield state + LEFT[left[0]], left[1:], missed
        for move in moves:
            if all(spare[move.target + 1 : move.origin + 1]):
                yield move.state, left[1:], missed - {move.target}

    # -- what comes next -------------------------------------------------------------------------

    def _origins(self, seat: Seat) -> Iterator[int]:
        """Where a move may begin that leads on; a hit checker is taken away first (S4)."""
        if not seat.lying:
            for move, _, _ in self._next_moves(seat.state, seat.left, seat.owed):
                yield move.origin

    def _landings(self, seat: Seat) -> set[int]:
        """Where the checkers in hand may be put down, at every stop that the numbers allow."""
        found = set(seat.arrived)
        open_ = [(seat.state, seat.left, seat.owed, seat.hand)] if seat.hand else []
        while open_:
            state, left, owed, hand = open_.pop()
            for move, rest, still in self._next_moves(state, left, owed):
                if move.origin in hand:
                    found.add(move.target)
                    moved = [*hand]
                    moved[moved.index(move.origin)] = move.target
                    open_.append((move.state, rest, still, tuple(moved)))
        return found

    def _next_moves(
        self, state: int, left: Places, owed: Owed
    ) -> Iterator[tuple[Move, Places, Owed]]:
        """The single moves after which the turn can still be ended by the rules (N7)."""
        while left and not self._moves(state, left[0]):
            state, left = state + LEFT[left[0]], left[1:]
        for move in self._moves(state, left[0]) if left else ():
            if self._goes_on(move.state, left[1:], still := owed.after(move)):
                yield move, left[1:], still

    def _goes_on(self, state: int, left: Places, owed: Owed) -> bool:
        """Whether a turn that is still possible goes on from here and does what is owed."""
        key = state, left, owed
        if key not in self._alive:
            self._alive[key] = self._can_end(state, left, owed)
        return self._alive[key]

    def _can_end(self, state: int, left: Places, owed: Owed) -> bool:
        self._patience.spend()
        if not left:
            return not any(owed) and self._possible(state)
        if len(owed.moves) > len(left) or not self._within_reach(state, left, owed.hits):
            return False
        moves = self._moves(state, left[0])
        if not moves:
            return self._goes_on(state + LEFT[left[0]], left[1:], owed)
        return any(self._goes_on(move.state, left[1:], owed.after(move)) for move in moves)

    def _within_reach(self, state: int, left: Places, points: Points) -> bool:
        """Whether each of these points can be come to by some checker, as far as sums tell."""
        if not points:
            return True
        own, sums = own_after(state), _sums(left)
        return all(any(own[point + far] for far in sums if point + far <= BAR) for point in points)

    def _moves(self, state: int, number: int) -> list[Move]:
        key = state, number
        if key not in self._moves_of:
            self._moves_of[key] = self._walk.moves(state, number)
        return self._moves_of[key]


def _spent(
    dice: Sequence[int], numbers: Sequence[int], used: Mapping[int, int]
) -> tuple[bool, ...]:
    """For each die whether it is played: of a double each die brings half of the moves (N5)."""
    spent, dimmed = [], Counter[int]()
    for die in dice:
        share = numbers.count(die) // dice.count(die)
        dimmed[die] += 1
        spent.append(used.get(die, 0) >= dimmed[die] * share)
    return tuple(spent)


def _least_changed(seen: tuple[int, int], stood: int) -> int:
    """What a cell holds if as little happened to it as its looks allow."""
    least, most = seen
    return min(max(stood, least), most)


def _with(own: Sequence[int], hand: Iterable[int]) -> Half:
    """The mover's checkers with those in the hand back in their places."""
    counts = list(own)
    for place in hand:
        counts[place] += 1
    return bytes(counts)


def _and(places: Places, place: int) -> Places:
    return tuple(sorted((*places, place)))


def _spare(own: Half, goal: Half) -> list[int]:
    """For each place how many checkers too many stand there or behind it."""
    spare, behind = [0] * (BAR + 1), 0
    for place in range(BAR, OFF, -1):
        behind += own[place] - goal[place]
        spare[place] = behind
    return spare


def _sums(numbers: Iterable[int]) -> frozenset[int]:
    """How far one checker may go with some of these numbers, or with none."""
    sums = {0}
    for number in numbers:
        sums |= {each + number for each in sums}
    return frozenset(sums)
