"""One position of a game with everything that is legal from it, and what hands do to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from controller.games.game import Ahead, Cell, Game, Stage, Touched, Trace
from controller.games.openturns import OpenTurns
from controller.tracking.index import Turns
from controller.tracking.opentraces import OpenTraces
from controller.tracking.seen import ANYTHING, SWINGING, Seen
from controller.tracking.tracker import Tracker
from controller.tracking.verdict import Kind, Verdict

P = TypeVar("P")
T = TypeVar("T")

#: Of so many turns it is asked, one by one, whether they have begun.
_MOST_ASKED = 40


class Station(Generic[P, T]):
    """One position of the game with everything that is legal from it."""

    def __init__(
        self,
        game: Game[P, T],
        position: P,
        *,
        turns: bool = True,
        narrow: Callable[[P, Sequence[T]], Sequence[T]] | None = None,
    ) -> None:
        """`narrow` leaves out legal turns that somebody who knows more rules out."""
        self.position = position
        #: The turn that led here, as far as it is known.
        self.reached_by: T | None = None
        #: What looked finished when hands that may hesitate rested, and then went on.
        self.rested: Verdict | None = None
        #: What hands rested on that would have been finished, had no piece been gone elsewhere.
        self.lost: frozenset[int] = frozenset()
        self.solid, self.near = game.solid, game.near
        #: Whether nobody reaches in while the other still has pieces in the hand: they go one by
        #: one, or a roll parts the turns.
        self.parted = game.solid or game.chance is not None
        self.contents = dict(zip(game.cells, game.contents(position), strict=True))
        self._game, self._playing, self._narrow = game, turns, narrow
        self._ahead: tuple[Verdict, Ahead | None] | None = None
        self.tracker = Tracker(
            self.contents,
            lambda: self.traces,
            self._goes_on,
            self._may_hold,
            walked=game.solid,
        )

    @cached_property
    def turns(self) -> Sequence[T]:
        """Every legal turn from here; looked for when they are first needed."""
        turns = self._game.turns_to_follow(self.position) if self._playing else ()
        return self._narrow(self.position, turns) if self._narrow else turns

    def _goes_on(self, number: int, others: Iterable[int]) -> bool:
        if isinstance(self.turns, OpenTurns):
            return self.turns.goes_on(self.turns[number])
        turns = map(self.turns.__getitem__, others)
        return self._game.goes_on(self.position, self.turns[number], turns)

    def _may_hold(self, number: int, least: Mapping[Cell, int]) -> bool:
        if isinstance(self.turns, OpenTurns):
            return True
        return self._game.may_hold(self.position, self.turns[number], least)

    @cached_property
    def traces(self) -> Sequence[Trace]:
        """How each turn looks; worked out when a hand first touches the board."""
        if isinstance(self.turns, OpenTurns):
            return OpenTraces(self.turns, self.contents, lambda: self.tracker.seen)
        return self._game.traces(self.position, self.turns)

    @cached_property
    def origins(self) -> frozenset[Cell]:
        """The cells where turns begin: what their first stage takes from."""
        told = self._game.origins(self.position, self.turns)
        return self.begun_from(range(len(self.turns))) if told is None else frozenset(told)

    def begun_from(self, turns: Iterable[int]) -> frozenset[Cell]:
        """The cells where these turns begin."""
        return frozenset(
            cell
            for turn in turns
            for stage in self.traces[turn].stages[:1]
            for cell, goal in stage.goal.items()
            if abs(goal) < abs(self.contents[cell])
        )

    def own(self, looks: Mapping[Cell, Seen]) -> dict[Cell, Seen]:
        """Those of the cells from which a turn may begin."""
        return {cell: seen for cell, seen in looks.items() if cell in self.origins}

    @property
    def verdict(self) -> Verdict:
        """What the hands are doing from here."""
        return self.tracker.verdict

    @property
    def ahead(self) -> Ahead | None:
        """What the hands may do next, where the game tells it piece by piece."""
        if self._ahead is None or self._ahead[0] is not self.verdict:
            seen = self.tracker.seen
            touched = Touched(self.tracker.handled, self.tracker.shown.keys())
            told = self._game.ahead(self.position, seen, touched, self._is_possible)
            self._ahead = (self.verdict, told)
        return self._ahead[1]

    def _is_possible(self, turn: T) -> bool:
        if isinstance(self.turns, OpenTurns):
            return True
        number = self._numbers.get(turn)
        return number is not None and number in self.verdict.possible

    @cached_property
    def _numbers(self) -> dict[T, int]:
        """The turns with their numbers."""
        return {turn: number for number, turn in enumerate(self.turns)}

    def still_to_fill(self, turns: Turns) -> list[Cell]:
        """The cells that some of these turns leaves with more pieces than are there now, or with
        pieces of the other side, as far as nothing was seen to be done there."""
        tracker, index = self.tracker, self.tracker.index
        return [
            cell
            for cell, seen in tracker.seen.items()
            if index.fills(turns, cell, seen)
            or (cell not in tracker.handled and index.takes_over(turns, cell))
        ]

    def still_to_empty(self, turns: Turns) -> list[Cell]:
        """The cells that some of these turns leaves with fewer pieces than are there now."""
        index = self.tracker.index
        seen = self.tracker.seen.items()
        return [cell for cell, look in seen if index.empties(turns, cell, look)]

    def matches(self, looks: Mapping[Cell, Seen]) -> bool:
        """Whether the board looks like this position."""
        return all(seen.allows(self.contents[cell]) for cell, seen in looks.items())

    def lifted(self, looks: Mapping[Cell, Seen]) -> bool:
        """Whether pieces are visibly gone from where they stood in this position."""
        return any(seen.hi < abs(self.contents[cell]) for cell, seen in looks.items())

    @property
    def was_lifted(self) -> bool:
        """Whether pieces were visibly gone since the turn began from where they stood."""
        shown = self.tracker.shown.items()
        return any(seen.hi < abs(self.contents[cell]) for cell, looks in shown for seen in looks)

    def may_be_lifted(self) -> bool:
        """Whether a turn still possible may have done its first stage, the lift, unseen."""
        return any(self._is_lifted(number) for number in self.verdict.possible)

    def _is_lifted(self, number: int) -> bool:
        return self.is_lifted_in(self.tracker.seen, number)

    def is_lifted_in(self, looks: Mapping[Cell, Seen], number: int) -> bool:
        """Whether a turn's first stage, the lift, may be done where the board looks so."""
        return all(
            looks.get(cell, ANYTHING).allows(goal)
            for stage in self.traces[number].stages[:1]
            for cell, goal in stage.goal.items()
        )

    def unseen(self) -> list[int]:
        """The turns that may be made from here, from the lift to the end, without any sensor
        showing it: of these hands themselves must tell."""
        if not self._hides_a_move():
            return []
        return [number for number in self.tracker.unseen() if self._is_lift_hidden(number)]

    def _hides_a_move(self) -> bool:
        """Whether there is a cell from which something could go unseen, and another where it could
        come to lie: else no turn need be looked at, of which there may be many."""
        seen, held = self.tracker.seen, self.contents
        least = {cell: 1 if self.solid else abs(count) for cell, count in held.items()}
        gives = {cell for cell in held if held[cell] and seen[cell].lo < least[cell]}
        takes = {cell for cell in held if seen[cell].hi > abs(held[cell])}
        return bool(gives and takes) and len(gives | takes) > 1

    def _is_lift_hidden(self, number: int) -> bool:
        """Whether what this turn takes first goes unseen."""
        return all(
            self.tracker.seen[cell].allows(goal)
            for stage in self.traces[number].stages[:1]
            for cell, goal in stage.goal.items()
            if abs(goal) < abs(self.contents[cell])
        )

    @property
    def done_as_seen(self) -> tuple[int, ...]:
        """The turns that are finished; one that leaves a piece where it stood only if the piece was
        seen to be lifted."""
        done = self.verdict.done
        if not (self.solid and self.verdict.or_nothing):
            return done
        return tuple(each for each in done if self._was_lifted(each))

    def may_be_over(self) -> tuple[int, ...]:
        """The turns that are finished; where scales swing, also those that will be if these come to
        rest so, and whose lift was seen."""
        done = self.done_as_seen
        soon = (each for each in self.tracker.finished_soon() if self._was_lifted(each))
        return tuple(dict.fromkeys((*done, *soon)))

    def _was_lifted(self, number: int) -> bool:
        shown = self.tracker.shown
        return all(
            any(seen != SWINGING and seen.allows(goal) for seen in shown.get(cell, ()))
            for stage in self.traces[number].stages[:1]
            for cell, goal in stage.goal.items()
        )

    def may_have_begun(self) -> bool:
        """Whether nothing has begun, or a turn still possible has as it must: where it begins with
        nothing but a lift, that was made."""
        if self.verdict.kind not in (Kind.IN_HAND, Kind.COMPLETE):
            return self.verdict.kind is not Kind.WRONG
        return any(
            self._is_lifted(number) or not self._begins_with_lift(number)
            for number in self.verdict.possible
        )

    def ways(self, number: int) -> list[T]:
        """The ways of a turn whose lift was made; where that is true of none, all of them."""
        ways = [*self._game.ways(self.position, self.turns[number])]
        return [way for way in ways if self._begins_lifted(way)] or ways

    def _begins_lifted(self, way: T) -> bool:
        first = self._game.stages(self.position, way)[:1]
        goals = (goal for stage in first for goal in stage.goal.items())
        return all(self.tracker.seen[cell].allows(goal) for cell, goal in goals)

    def stages(self, way: T) -> Sequence[Stage]:
        """How hands carry out one way of a turn."""
        return self._game.stages(self.position, way)

    def begun_of(self, turns: Turns) -> list[int]:
        """Those of these turns whose lift, with which they begin, was seen to be made, or else only
        begun, before that of others: what one turn sweeps at its end is how another would begin.
        Of many turns none."""
        if len(turns) > _MOST_ASKED:
            return []
        begun = [turn for turn in turns if self._is_seen_lifted(turn)]
        lifted = [turn for turn in begun if self._is_lifted(turn)] or begun
        since = {turn: self.tracker.since(self._lifts_of(turn)) for turn in lifted}
        return [turn for turn in lifted if since[turn] == min(since.values())]

    def _lifts_of(self, number: int) -> list[Cell]:
        """The cells with which a turn begins."""
        return [cell for stage in self.traces[number].stages[:1] for cell in stage.goal]

    def _is_seen_lifted(self, number: int) -> bool:
        """Whether something is gone from where this turn begins by taking it."""
        seen, held = self.tracker.seen, self.contents
        gone = (seen[cell].hi < abs(held[cell]) for cell in self._lifts_of(number))
        return self._begins_with_lift(number) and all(gone)

    @property
    def has_begun(self) -> bool:
        """Whether a turn from here has begun, and as it must."""
        return self.verdict.kind is not Kind.UNTOUCHED and self.may_have_begun()

    def was_robbed_of(self, turn: T) -> bool:
        """Whether a pit into which this turn sows was emptied against all turns before."""
        number = self._numbers.get(turn)
        return number is not None and self.tracker.was_robbed(number)

    def was_put_first(self) -> bool:
        """Whether a piece was put down though no turn that explains it has begun with its lift."""
        if self.verdict.kind in (Kind.UNTOUCHED, Kind.WRONG) or self.may_have_begun():
            return False
        seen = self.tracker.seen.items()
        return any(look.lo > abs(self.contents[cell]) for cell, look in seen)

    def _begins_with_lift(self, number: int) -> bool:
        return all(
            abs(goal) < abs(self.contents[cell])
            for stage in self.traces[number].stages[:1]
            for cell, goal in stage.goal.items()
        )
