"""One turn, followed reading by reading.

The tracker never asks "what changed?". It asks which legal turns explain everything seen since
the turn began, by keeping the AND of the turns that each reading allowed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from controller.games.game import Cell, Trace
from controller.tracking.index import NONE, TurnIndex, Turns, bits
from controller.tracking.seen import ANYTHING, EMPTY, SWINGING, Seen
from controller.tracking.verdict import UNTOUCHED, Kind, Repair, Verdict

#: Whether others could go on from here is only asked where asking is quicker than waiting; and of
#: so few whether the looks may be on their way.
_MOST_OTHERS, _FEW_OTHERS = 5_000, 100
#: Of so many once the hands rest.
_MOST_AT_REST = 500
#: How many looks of a cell are remembered.
_LONGEST_STORY = 100
#: Hands that went astray from every turn in more cells than this make none of them.
_MOST_ASTRAY = 3


class Mark(NamedTuple):
    """What a tracker knew at one moment."""

    seen: Mapping[Cell, Seen]
    verdict: Verdict
    kept: int | None
    told: Mapping[Cell, int]
    off: Mapping[Cell, int]
    touched: bool
    amended: bool
    rested: Mapping[Cell, Seen]
    robbed: frozenset[Cell]


class Tracker:
    """Follows the hands from one position: feed it what cells look like, read the verdict."""

    def __init__(
        self,
        start: Mapping[Cell, int],
        traces: Sequence[Trace] | Callable[[], Sequence[Trace]],
        goes_on: Callable[[int, Iterable[int]], bool] = lambda _turn, _others: True,
        may_hold: Callable[[int, Mapping[Cell, int]], bool] = lambda _turn, _least: True,
        *,
        walked: bool = False,
    ) -> None:
        """The traces may be given later, when they are first needed: there may be many.

        `goes_on` says whether one of some others may stand, on its way, where a turn ends;
        `may_hold` whether so many pieces at least may lie in the cells on the way of a turn;
        `walked` that a piece may be set down on its way: where it stood and no longer stands tells
        nothing.
        """
        self._start, self._traces = start, traces
        self._goes_on, self._may_hold, self._walked = goes_on, may_hold, walked
        self.seen: dict[Cell, Seen] = dict.fromkeys(start, ANYTHING)
        #: What the cells that swing looked like before.
        self._rested: dict[Cell, Seen] = {}
        self.verdict = UNTOUCHED
        #: The turns that explain everything so far; None: all that can be seen.
        self._kept: int | None = None
        #: What each cell has told so far: the turns that explain all its looks.
        self._told: dict[Cell, int] = {}
        #: The cells that do not look as they did when the turn began, and since which look.
        self._off: dict[Cell, int] = {}
        self._looks = 0
        self._touched = False
        #: Whether everything else looked as it did when the turn began, as this was changed.
        self._fresh = True
        #: What each cell has looked like since the turn began.
        self.shown: dict[Cell, list[Seen]] = {}
        #: The cells that have changed since no piece was in the hand.
        self.handled: set[Cell] = set()
        #: The cells that were emptied against all turns while one was under way.
        self._robbed: set[Cell] = set()
        #: Whether no turn was finished when the hands went astray.
        self._sowing = False
        #: Whether the present alone is explained, because nothing explained all that was seen.
        self.amended = False

    @cached_property
    def index(self) -> TurnIndex:
        """The turns by what they allow; made when a hand first touches the board."""
        traces = self._traces() if callable(self._traces) else self._traces
        return TurnIndex(self._start, traces)

    @cached_property
    def _visible(self) -> int:
        """Turns that no sensor can see are declared, never recognised."""
        return self.index.visible

    def rule_out(self, turns: Iterable[int]) -> None:
        """Somebody who knows has said that it was none of these."""
        for number in turns:
            self._visible &= ~(1 << number)
        if self._kept is not None:
            self._kept &= self._visible

    @property
    def _alive(self) -> int:
        return self._visible if self._kept is None else self._kept

    @property
    def explained_last(self) -> Turns:
        """The turns that explained everything before it went wrong, if something told them."""
        return NONE if self._kept is None else Turns(self._kept)

    def follow(self, changes: Mapping[Cell, Seen]) -> Verdict:
        """The verdict after these cells have changed their looks."""
        self._looks += 1
        for cell, seen in changes.items():
            if seen == SWINGING:  # until it rests it tells nothing, nor that all is as before
                self._rested.setdefault(cell, self.seen[cell])
            else:
                self._rested.pop(cell, None)
                self._compare(cell, seen)
            self.seen[cell] = seen
            self._note(cell, seen)
        if self._walked:
            self.unbelieve(cell for cell, seen in changes.items() if self._left_again(cell, seen))
        self.handled |= changes.keys()
        self._fresh = self._off.keys() <= changes.keys()
        if self._off:
            self._touched = True
        if self.verdict.kind is not Kind.WRONG:
            self._sowing = not self.verdict.done
        self.verdict = self._judge(changes)
        if self.verdict is UNTOUCHED:
            self.shown.clear()
            self._robbed.clear()
        if self._sowing:
            self.note_robbed(changes)
        if self.all_down or self.verdict is UNTOUCHED:
            self.handled.clear()
        return self.verdict

    def _compare(self, cell: Cell, seen: Seen) -> None:
        """Whether this cell looks as it did when the turn began, or since when it does not."""
        if seen.allows(self._start[cell]):
            self._off.pop(cell, None)
        else:
            self._off.setdefault(cell, self._looks)

    def since(self, cells: Iterable[Cell]) -> int:
        """Since which look all of these have not looked as they did when the turn began."""
        return max((self._off.get(cell, self._looks) for cell in cells), default=0)

    def note_robbed(self, changes: Mapping[Cell, Seen]) -> None:
        """Of these cells, those that are empty now were emptied against all turns."""
        if self.verdict.kind is Kind.WRONG:
            emptied = {cell for cell, seen in changes.items() if seen == EMPTY}
            self._robbed |= {cell for cell in emptied if self._start[cell]}

    def _left_again(self, cell: Cell, seen: Seen) -> bool:
        """Whether a piece stood here for a while, where none stood when the turn began."""
        return cell in self._told and seen == EMPTY and not self._start[cell]

    def _note(self, cell: Cell, seen: Seen) -> None:
        shown = self.shown.setdefault(cell, [])
        if shown[-1:] != [seen]:
            shown.append(seen)
            del shown[:-_LONGEST_STORY]  # a trembling sensor must not fill the memory

    @property
    def all_down(self) -> bool:
        """Whether every piece is counted on the board."""
        pieces = sum(map(abs, self._start.values()))
        seen = self.seen.values()
        return pieces == sum(each.lo for each in seen) == sum(each.hi for each in seen)

    def unbelieve(self, cells: Iterable[Cell]) -> None:
        """What the sensors of these cells have told so far no longer counts."""
        for cell in cells:
            self._told.pop(cell, None)
        if self._kept is not None:
            self._kept = self._visible
            for told in self._told.values():
                self._kept &= told

    def mark(self) -> Mark:
        """Everything that was made of the looks so far, to come back to."""
        kept, told, off = self._kept, dict(self._told), dict(self._off)
        flags, rested = (self._touched, self.amended), dict(self._rested)
        robbed = frozenset(self._robbed)
        return Mark(dict(self.seen), self.verdict, kept, told, off, *flags, rested, robbed)

    def rewind(self, mark: Mark) -> None:
        """Stand again where this was marked: what was seen since was never there."""
        self.seen, self.verdict, self._kept = dict(mark.seen), mark.verdict, mark.kept
        self._told, self._off = dict(mark.told), dict(mark.off)
        self._touched, self.amended, self._rested = mark.touched, mark.amended, dict(mark.rested)
        self._robbed = set(mark.robbed)

    def forget(self) -> None:
        """Begin anew from the present looks: what was seen before no longer counts."""
        self._kept, self._told, self.amended = None, {}, False
        self._robbed.clear()
        self._off = dict.fromkeys(self._off, self._looks)
        self.shown = {cell: [seen] for cell, seen in self.seen.items()}
        self._touched, self._fresh = bool(self._off), True
        self.verdict = self._judge(self.seen)

    @property
    def at_start(self) -> bool:
        """Whether everything looks as it did when the turn began."""
        return not self._off

    @property
    def may_return(self) -> bool:
        """Whether only pieces in the air speak against the turns that explained the rest."""
        if self.verdict.kind is not Kind.WRONG:
            return False
        put = (cell for cell in self._off if self.seen[cell].hi >= abs(self._start[cell]))
        return bool(self._alive & self._explained_by(put))

    def _judge(self, changed: Iterable[Cell]) -> Verdict:
        if not self._touched:
            return UNTOUCHED
        if self.verdict.kind is Kind.WRONG:
            changed = self._off  # what contradicted the turns does so until it is put right
        explained = self._explained_by(changed)
        alive = self._alive & explained
        if not alive:
            # Whatever went wrong has perhaps been put right: then the present alone must do. It is
            # to be counted, unless all was as before: that something lies there tells too little.
            explained = explained if changed is self._off else self._explained_by(self._off)
            now, changed = self._visible & explained, self.seen
            if not self._fresh:
                now &= self._counted | self._landed(now)
            if now and not self._alive & now:
                self._told, self.amended = {}, True
            alive = self._alive & now or now
        if self.at_start and not (alive and self._finished(alive)):
            self._kept, self._told, self._touched, self.amended = None, {}, False, False
            self._visible = self.index.visible  # whatever was refused before may be played now
            return UNTOUCHED
        if not alive:
            return self._wrong()
        self._kept = alive
        self._remember(changed)
        return self._explained(alive)

    @property
    def _counted(self) -> int:
        """The turns all of whose pieces are counted, wherever they are."""
        return ~self.index.touching(self._uncounted())

    def _landed(self, turns: int) -> int:
        """Those turns that would leave the board so, every piece seen where they leave it."""
        done = bits(self._finished(turns)) if turns else ()
        return sum(1 << turn for turn in done if self._hands_are_empty(turn))

    def _remember(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            told = self._told.get(cell, self.index.everyone)
            self._told[cell] = told & self.index.during(cell, self.seen[cell])

    def _explained_by(self, cells: Iterable[Cell]) -> int:
        mask = self.index.everyone
        for cell in cells:
            mask &= self.index.during(cell, self.seen[cell])
            if not mask:
                break
        return mask

    def _finished(self, alive: int) -> int:
        """Those turns that would leave the board looking just as it does; where a scale swings, as
        it looked before: what it will come to rest at finishes nothing yet."""
        for cell, seen in self.seen.items():
            alive &= self.index.after(cell, self._rested.get(cell, seen))
            if not alive:
                break
        return alive

    def finished_soon(self) -> Turns:
        """The turns that will be finished if every scale that swings comes to rest so."""
        if not self._rested or self.verdict.kind in (Kind.UNTOUCHED, Kind.WRONG):
            return NONE
        alive = self._alive
        for cell, seen in self.seen.items():
            alive &= self.index.after(cell, seen)
        return Turns(alive)

    def unseen(self) -> Turns:
        """The turns that nothing tells from no turn at all: nobody has touched the board, and it
        would look just so after them."""
        return Turns(self._finished(self._visible)) if self.verdict is UNTOUCHED else NONE

    def was_robbed(self, turn: int) -> bool:
        """Whether a pit into which this turn sows was seen empty when it should not have been, and
        is not counted now: what lies there may be the sown stone alone."""
        after = self.index.traces[turn].after
        return any(
            abs(after.get(cell, 0)) > abs(self._start[cell]) and not self.seen[cell].exact
            for cell in self._robbed
        )

    def finished_but_for_lost(self) -> frozenset[int]:
        """The turns that would leave the board so, but for pieces that are gone from elsewhere:
        they lie on the floor perhaps."""
        alive = self._visible
        for cell, seen in self.seen.items():
            fits = self.index.after(cell, seen)
            if seen.hi < abs(self._start[cell]):
                fits |= ~self.index.touching((cell,))
            alive &= fits
            if not alive:
                break
        return frozenset(bits(alive))

    def finished_now(self) -> bool:
        """Whether some turn would leave the board looking just as it does, however it was made."""
        return bool(self._finished(self._visible & self._explained_by(self._off)))

    def _explained(self, alive: int) -> Verdict:
        finished = self._finished(alive)
        if finished and self.all_but_full and self._uncounted():
            # Few turns differ in full rows alone: a slip on the way must not tell which it was.
            finished |= self._finished(self._visible)
            alive |= finished
        done = tuple(bits(finished))
        kind = Kind.IN_HAND
        if done:
            kind = Kind.COMPLETE if len(done) == 1 and not self.at_start else Kind.AMBIGUOUS
        if kind is not Kind.COMPLETE:
            return Verdict(kind, Turns(alive), done, self.at_start)
        others = self._under_way(alive & ~finished)
        certain = self._is_over(done[0], others)
        return Verdict(kind, Turns(alive), done, certain=certain, alone=not others)

    def _under_way(self, others: int, most: int = _FEW_OTHERS) -> int:
        """Those turns on whose way so many pieces may lie where they are seen."""
        if not 0 < others.bit_count() <= most:
            return others
        on = (turn for turn in bits(others) if self._may_hold(turn, self._least(turn)))
        return sum(1 << turn for turn in on)

    def _least(self, turn: int) -> dict[Cell, int]:
        """How many pieces lie in each cell at the least, if hands are making this turn."""
        during, start = self.index.traces[turn].during, self._start
        return {
            cell: max(seen.lo, min(map(abs, during[cell])) if cell in during else abs(start[cell]))
            for cell, seen in self.seen.items()
        }

    def _is_over(self, turn: int, others: int) -> bool:
        """Whether the looks rule out that the hands are still busy: with this turn, or another."""
        if others.bit_count() > _MOST_OTHERS:
            return False
        if not others:
            return self.unseen_steps(turn) == 0 or self._hands_are_empty(turn)
        if not self._hands_are_empty(turn):
            return False
        if others & self.index.touching(self._uncounted()):
            return False
        return not self._goes_on(turn, bits(others))

    def _hands_are_empty(self, turn: int) -> bool:
        """Whether every piece of this turn, which looks finished, is seen to lie where it leaves
        it: where it only takes from, nothing is put that would have to be seen."""
        trace = self.index.traces[turn]
        return all(
            abs(trace.after[cell]) <= min(map(abs, trace.during[cell]))
            and not self.seen[cell].tells_nothing
            for cell in self._uncounted() & trace.during.keys()
        )

    def _uncounted(self) -> set[Cell]:
        """The cells in which something may happen unseen."""
        return {cell for cell, seen in self.seen.items() if not seen.exact}

    @property
    def all_but_full(self) -> bool:
        """Whether everything is counted but for rows that are full."""
        return all(seen.exact or seen.is_full for seen in self.seen.values())

    def hides_moves(self, verdict: Verdict) -> bool:
        """Whether other turns than the finished ones may be under way, and move pieces from one
        full row to another, which nobody sees; what lies in one alone is known by what does not
        lie elsewhere."""
        full = (cell for cell, seen in self.seen.items() if seen.is_full)
        moved = (self.index.stopping(cell) & verdict.possible.mask for cell in full)
        if sum(map(bool, moved)) <= 1:
            return False
        others = verdict.possible.mask & ~sum(1 << turn for turn in verdict.done)
        return bool(self._under_way(others, _MOST_AT_REST))

    def unseen_steps(self, turn: int) -> int:
        """How many of this turn's lifts and drops may have happened, or not, without being seen."""
        trace = self.index.traces[turn]
        return sum(
            sum(map(self.seen[cell].allows, shown)) - 1 for cell, shown in trace.during.items()
        )

    def skips(self, turn: int) -> bool:
        """Whether something that this turn brings about on its way, and would show, was not seen:
        stones that it sows and then captures."""
        return any(
            not any(seen.allows(goal) for seen in (self.seen[cell], *self.shown.get(cell, ())))
            for stage in self.index.traces[turn].stages[:-1]
            for cell, goal in stage.goal.items()
        )

    def _wrong(self) -> Verdict:
        near = self._nearest()
        towards = next(iter(bits(near))) if near else None
        repairs = self._repairs(towards)
        return Verdict(Kind.WRONG, repairs=repairs, towards=towards, sure=near.bit_count() <= 1)

    def _nearest(self) -> int:
        """The turns the hands seem to be making; none: then back to where the turn began."""
        if self._alive != self._visible:
            return self._least_astray()
        # Nothing has told the turns apart; only where there is but one it may be that one.
        near = self._least_astray() if self._alive.bit_count() == 1 else 0
        turn = next(iter(bits(near)), None)
        begun = turn is not None and len(self._repairs(turn)) < len(self._repairs(None))
        return near if begun else 0

    def _least_astray(self) -> int:
        """The turns that fewest cells contradict, found for all turns at once."""
        alive = self._alive
        astray = [alive]  # by how many cells contradict them
        for cell in self._off:
            fits = self.index.during(cell, self.seen[cell]) & alive
            if fits != alive:
                spread = [turns & fits for turns in astray] + [0]
                for cells, turns in enumerate(astray, 1):
                    spread[cells] |= turns & ~fits
                astray = spread[: _MOST_ASTRAY + 1]
        return next((turns for turns in astray if turns), 0)

    def _repairs(self, towards: int | None) -> tuple[Repair, ...]:
        shown = {} if towards is None else self.index.traces[towards].during
        repairs = []
        for cell, seen in self.seen.items():
            allowed = shown.get(cell, (self.index.start[cell],))
            if not any(map(seen.allows, allowed)):
                wanted = min(allowed, key=lambda contents: (abs(seen.short_of(contents)), contents))
                repairs.append(Repair(cell, seen, wanted))
        return tuple(repairs)
