"""How far hands have come with one turn, and what it asks of each cell next.

A turn has stages (lift, sow, capture, sweep), and hands mix them: a capture may begin with either
pit, pieces go over one by one, the last stone is carried home without being put down. So each cell
is followed on its own through what the stages want of it, from all that it has shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from controller.games.game import Cell, Stage
from controller.tracking.follower import Station
from controller.tracking.seen import Seen

#: The stage whose pieces come one by one, in the order of its cells.
_IN_ORDER = "sow"


class Leg(NamedTuple):
    """What one stage does to one cell."""

    stage: int
    begin: int
    end: int

    @property
    def one_more(self) -> bool:
        """Whether one piece comes, and no second one later."""
        return self.end - self.begin == 1

    def on_the_way(self, *, solid: bool) -> Iterable[int]:
        """What the cell may hold before this is done; a whole piece is there or not."""
        if solid:
            return (self.begin, 0, self.begin + self.end)
        return range(self.begin, self.end, 1 if self.end > self.begin else -1)


class Progress:
    """One turn in one of its ways, as far as the cells show it to be carried out."""

    def __init__(self, station: Station[Any, Any], turn: int, stages: Sequence[Stage]) -> None:
        self._station, self.stages = station, stages
        self._seen = station.tracker.seen
        held, after = station.contents, station.traces[turn].after
        self._legs = {cell: [*_legs(held[cell], cell, stages)] for cell in after}
        self._done = {cell: self._come(cell) for cell in self._legs}
        while self._overtakes():
            pass
        self._catch_up()

    def _catch_up(self) -> None:
        """What nobody can see was done before what was seen: an earlier stage; and stones fall one
        by one, in the order of the cells."""
        begun = [number for number in range(len(self.stages)) if self._begun_cells(number)]
        newest = max(begun, default=0)
        for cell in self._legs:
            self._done[cell] += self._done_unseen(cell, newest)

    def _done_unseen(self, cell: Cell, newest: int) -> int:
        """How many more legs of a cell are done, since something that comes after them was seen: as
        many as its look allows. Where not all is counted, and the stage before the newest does not
        show any more, the newest has begun there too."""
        done, behind = 0, False
        for at, leg in enumerate(self._ahead(cell), 1):
            past = leg.stage < newest or self._was_passed(cell, leg)
            gone_on = behind and leg.stage == newest and self._in_hand() is None
            if not past and not gone_on:
                break
            behind = self._shows(cell, leg)
            done = done if behind else at
        return done

    def _begun_cells(self, stage: int) -> list[Cell]:
        """The cells in which this stage was seen to do something."""
        return [cell for cell in self.stages[stage].goal if self._has_begun(cell, stage)]

    def _has_begun(self, cell: Cell, stage: int) -> bool:
        under_way = (leg for leg in self._ahead(cell)[:1] if not self._seen[cell].allows(leg.begin))
        return any(
            leg.stage == stage for leg in (*self._legs[cell][: self._done[cell]], *under_way)
        )

    def _was_passed(self, cell: Cell, leg: Leg) -> bool:
        """Whether a stone was seen to fall further on in the same sowing."""
        stage = self.stages[leg.stage]
        after = [*stage.goal][[*stage.goal].index(cell) + 1 :]
        passed = any(self._has_begun(each, leg.stage) for each in after)
        return stage.name == _IN_ORDER and leg.one_more and passed

    def _come(self, cell: Cell) -> int:
        """How many legs of a cell are done: as few as explain its looks, one after the other."""
        done = 0
        for seen in self._station.tracker.shown.get(cell, ()):
            may = self._explaining(cell, seen)
            done = min((each for each in may if each >= done), default=max(may, default=done))
        return done

    def _explaining(self, cell: Cell, seen: Seen) -> list[int]:
        """After how many of its legs a cell may look like this."""
        legs, solid = self._legs[cell], self._station.solid
        found = [
            number
            for number, leg in enumerate(legs)
            if any(seen.allows(held) for held in leg.on_the_way(solid=solid) if held != leg.end)
        ]
        return [*found, len(legs)] if not legs or seen.allows(legs[-1].end) else found

    def _overtakes(self) -> bool:
        """Fewer pieces in the hand than the stage still needs: those went on to where a later one
        brings them. Gives whether that was so."""
        stage, in_hand = self.stage, self._in_hand()
        if stage is None or in_hand is None:
            return False
        due = {cell: end for cell, end in self.goals(stage).items() if self.asks(cell, stage)}
        missing = {cell: self._seen[cell].short_of(end) for cell, end in due.items()}
        if sum(missing.values()) <= in_hand:
            return False
        later = {cell: self._later(cell) for cell in due if missing[cell] > 0}
        self._done |= {cell: done for cell, done in later.items() if done}
        return any(later.values())

    def _later(self, cell: Cell) -> int:
        """How many legs may be done if it is not as few as it seems; 0: there is no other way."""
        may = self._explaining(cell, self._seen[cell])
        return min((done for done in may if done > self._done[cell]), default=0)

    def _in_hand(self) -> int | None:
        """How many pieces of this turn's cells are in the hand; None: it cannot be seen."""
        if not all(self._seen[cell].exact for cell in self._legs):
            return None
        return sum(abs(self._station.contents[cell]) - self._seen[cell].lo for cell in self._legs)

    # -- what is to be done ----------------------------------------------------------------------

    @property
    def stage(self) -> int | None:
        """The first stage of which something is visibly still to be done."""
        open_ = ((cell, leg) for cell in self._legs for leg in self._ahead(cell))
        return min((leg.stage for cell, leg in open_ if self._shows(cell, leg)), default=None)

    @property
    def doubtful_stage(self) -> int | None:
        """The first stage of which nobody can see whether it is done: better shown than not."""
        return min((leg.stage for cell in self._legs for leg in self._ahead(cell)), default=None)

    def _ahead(self, cell: Cell) -> Sequence[Leg]:
        """What is not known to be done in a cell."""
        return self._legs[cell][self._done[cell] :]

    def _shows(self, cell: Cell, leg: Leg) -> bool:
        """Whether the cell visibly misses what this should leave."""
        return not self._seen[cell].allows(leg.end)

    def asks(self, cell: Cell, stage: int) -> bool:
        """Whether this stage visibly wants something of the cell."""
        return any(leg.stage == stage and self._shows(cell, leg) for leg in self._ahead(cell))

    def goals(self, stage: int) -> dict[Cell, int]:
        """What this stage still wants in each cell, or may want where that cannot be seen."""
        open_ = ((cell, leg) for cell in self._legs for leg in self._ahead(cell))
        return {cell: leg.end for cell, leg in open_ if leg.stage == stage}


def _legs(held: int, cell: Cell, stages: Sequence[Stage]) -> Iterator[Leg]:
    for number, stage in enumerate(stages):
        goal = stage.goal.get(cell, held)
        if goal != held:
            yield Leg(number, held, goal)
        held = goal
