"""A whole game, followed: turns made, changed, sealed and taken back by hand.

The follower stands at the newest position with one tracker. As long as the last turn is not
sealed, the tracker of the position before it is kept beside it: what the newest position cannot
explain, a change of that last turn may. It says what it found; the table decides what it means.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from controller.games.game import Cell, Game, Trace
from controller.tracking.brief import Glimpses
from controller.tracking.findings import (
    Finding,
    Made,
    Revised,
    TakenBack,
    Touched,
    Unclear,
    Waiting,
    Withdrawn,
)
from controller.tracking.liars import Liars
from controller.tracking.pace import (
    CONTESTED,
    PATIENCE,
    STANDS,
    TOGETHER,
    TREMBLE,
    UNSEEN,
    WALKS,
    Pace,
)
from controller.tracking.seen import EMPTY, SWINGING, Seen, exactly
from controller.tracking.standing import Standing
from controller.tracking.station import Station
from controller.tracking.stories import Stories, Story
from controller.tracking.unseen import may_follow, unseen_turns
from controller.tracking.verdict import Kind, Verdict

__all__ = [
    "Finding",
    "Follower",
    "Made",
    "Revised",
    "Station",
    "TakenBack",
    "Touched",
    "Unclear",
    "Waiting",
    "Withdrawn",
]

P = TypeVar("P")
T = TypeVar("T")

#: In so many cells a scale may be one piece off where the rest of the board is counted.
_MOST_UNSURE = 2
#: So many turns are taken back by hands that go on at once.
_MOST_BACK = 3
#: So many cells change where one piece goes from field to field.
_ONE_PIECE = 2
#: Looking for a turn that was made unseen is worth it only where there are few to look at.
_MOST_UNSEEN = 40


class Follower(Generic[P, T]):
    """Follows one game from position to position."""

    def __init__(
        self,
        game: Game[P, T],
        past: Sequence[P],
        *,
        sealed: bool = True,
        playing: bool = True,
        returning: bool = False,
        pace: Pace | None = None,
        narrow: Callable[[P, Sequence[T]], Sequence[T]] | None = None,
    ) -> None:
        """Take up a game whose positions so far are `past`, the newest last."""
        self.game, self._narrow = game, narrow
        self.pace = pace or Pace()
        self.auto = True
        self.looks: dict[Cell, Seen] = {}
        #: The pieces must first be brought back to the newest position: until they are, what lies
        #: on the board is no turn (else a turn taken back by command would be made again at once).
        self.returning = returning
        self.here = self._at(past[-1], turns=playing and not returning)
        self.before: Station[P, T] | None = None
        if not sealed and len(past) > 1:
            self.before = self._at(past[-2])
        self._past = list(past[:-1])
        self._past_contents = [self._contents(position) for position in self._past]
        self._deadline: float | None = None
        self._waited = False
        self._told: int | None = None
        #: When the looks of the board last changed.
        self.moved = float("-inf")
        #: The stories in which the turn under way is over and the next has begun.
        self._stories: Stories[P, T] = Stories(self._leads_to)
        self._begun: list[Story[P, T]] = []
        #: The same of the position before, and whether both explain what is seen.
        self._stories_before: Stories[P, T] = Stories(self._leads_to)
        self._both = False
        #: Whether the next turn has begun too soon to be sure of it.
        self._hasty = False
        #: Whether it is only waited for that a magnet passes, or a reed closes that a jolt opened.
        self._passing = False
        self._standing = Standing(game.near)
        #: Whether what changed last was only taken, nothing put.
        self._taken = False
        #: Whether one hand may have taken two pieces that are each a turn: one will come back.
        self._together = False
        #: What was seen of late, here and at the position before.
        self._glimpses, self._behind = Glimpses(), Glimpses()
        self._liars = Liars()
        #: Where a turn leads that is known before it is made, with the verdict that knew it.
        self._foreseen: tuple[Verdict, Station[P, T] | None] | None = None
        #: Whether the hands have just put a turn back: they may go on with the one before it.
        self._going_back = False
        #: Whether a turn was told, and of what was seen since it is not known what came after it.
        self._unsure = False
        #: What must be answered before anything else is made of the board.
        self.doubt: Unclear[T] | None = None
        #: The position before, if that is asked about, with all that was seen since.
        self._if_back: Station[P, T] | None = None

    def _at(self, position: P, *, turns: bool = True) -> Station[P, T]:
        return Station(self.game, position, turns=turns, narrow=self._narrow)

    def _seen_at(self, position: P, *, turns: bool = True) -> Station[P, T]:
        """A position with the board as it looks now."""
        station = self._at(position, turns=turns)
        station.tracker.follow(self.looks)
        return station

    def _contents(self, position: P) -> dict[Cell, int]:
        return dict(zip(self.game.cells, self.game.contents(position), strict=True))

    @property
    def station(self) -> Station[P, T]:
        """Where the hands are at work: the newest position, or the one before it while they
        change the last turn."""
        if self.before and self.doubt and self.doubt.instead:
            return self.before
        if self.before and not self._is_wrong(self.before) and self._looks_back(self.before):
            return self.before
        return self.here

    def _looks_back(self, before: Station[P, T]) -> bool:
        """Whether the hands are still at the last turn, or at it again: the next one does not
        explain the looks, or only by pieces put down that were never lifted."""
        if self._is_wrong(self.here) or before.tracker.at_start:
            return self._is_wrong(self.here)
        if self._walks:
            return True
        return self._only_put() and not self.here.may_be_lifted()

    @property
    def _lay(self) -> float | None:
        """How long the piece that the last turn put down had lain there when it was lifted again;
        None: it was not lifted."""
        before, here = self.before, self.here
        if before is None or not self.game.solid:
            return None
        put = (cell for cell, held in here.contents.items() if held and not before.contents[cell])
        lifted = (cell for cell in put if self.looks.get(cell) == EMPTY)
        return min(map(self._standing.lay, lifted), default=None)

    @property
    def _walks(self) -> bool:
        """Whether that was the same hand on its way."""
        lay = self._lay
        return lay is not None and lay < WALKS

    def _only_put(self) -> bool:
        """Whether something was put down since the last turn, and nothing was seen lifted."""
        begun = self.here.verdict.kind is not Kind.UNTOUCHED and not self.here.tracker.at_start
        return begun and not self.here.lifted(self.looks)

    @property
    def _is_doubtful(self) -> bool:
        """Whether it cannot be seen if the last turn was put back or the next one has begun: the
        board looks as before the last turn, and what led there may be the next one too."""
        back = self.before is not None and self.before.tracker.at_start and not self._taken
        return back and self._is_begun and not self.here.tracker.at_start

    @property
    def _is_put_back(self) -> bool:
        """Whether the board looks as before the last turn, and only a sensor that does not show a
        lift could explain that by the next one: hands that go on now have put it back."""
        back = self.before is not None and self.before.tracker.at_start
        return back and not (self.doubt or self.here.may_have_begun())

    @property
    def verdict(self) -> Verdict:
        """What the hands are doing, wherever they are at work."""
        return self.station.verdict

    @property
    def known(self) -> Station[P, T] | None:
        """Where the game will stand after a turn that can become no other any more, while hands
        may still be busy with it unseen; the record waits for them, nobody else need."""
        verdict = self.verdict
        if not verdict.alone or self.doubt:
            return None
        if self.station is not self.here or not self.auto or self.game.settle:
            return None
        if self._foreseen is None or self._foreseen[0] is not verdict:
            self._foreseen = (verdict, self._foresee(verdict))
        return self._foreseen[1]

    def _foresee(self, verdict: Verdict) -> Station[P, T] | None:
        then = self._at(self.game.play(self.here.position, self.here.turns[verdict.done[0]]))
        if self.game.outcome(then.position).over or self._guessed(verdict):
            return None
        return then if self.game.acts(then.position).draw is not None or then.turns else None

    @property
    def unseen(self) -> tuple[T, ...]:
        """The turns that hands may make, or have made, without the board showing anything of it:
        rows that are full count no further, sensors that are left out tell nothing."""
        if self.returning or self.doubt or self.station is not self.here:
            return ()
        return tuple(self.here.turns[number] for number in self.here.unseen())

    @property
    def is_waiting(self) -> bool:
        """Whether nothing has moved for so long that the board says what it waits for."""
        return self._waited

    @property
    def deadline(self) -> float | None:
        """When `tick` should be called although nothing moves."""
        return self._deadline

    @staticmethod
    def _is_wrong(station: Station[P, T]) -> bool:
        return station.verdict.kind is Kind.WRONG

    @property
    def _is_returned(self) -> bool:
        """Whether pieces came back that nothing lifted explains, as if sown from nowhere."""
        if self.game.solid or self.game.hesitant or self.doubt or not self._only_put():
            return False
        return not (self.here.was_lifted or self.here.may_be_lifted())

    def _returned(self, now: float) -> int | None:
        """The position that the board looks like if hands, before they go on now, have put the last
        turns back; the pit that was emptied first was filled last."""
        if self.game.solid or self.game.hesitant or self.doubt or self._taken:
            return None
        stray = self._is_returned or (self._is_wrong(self.here) and not self._begun)
        if not stray or self._glimpses.passing(now):
            return None
        plies = [ply for ply in self._looks_like() if len(self._past) - ply <= _MOST_BACK]
        if len(plies) != 1 or not self._is_refilled_since(plies[0]):
            return None
        self._if_back = self._seen_at(self._past[plies[0]])
        return plies[0]

    # -- what comes in -------------------------------------------------------------------------

    def see(self, changes: Mapping[Cell, Seen], now: float) -> list[Finding]:
        """What is found when these cells have changed their looks."""
        changes = {cell: seen for cell, seen in changes.items() if self.looks.get(cell) != seen}
        if not changes:
            return []
        swings = any(self.looks.get(cell) == SWINGING for cell in changes)
        taken_at_once = swings and not self.game.solid  # whatever came to rest there
        if taken_at_once:
            self._note_ends(changes, now)
        self._undo_glimpses(changes, now)
        # What has just come back may be a magnet that passes: then nothing was put back yet.
        put_back = self._is_put_back and self._told is None and not self._glimpses.passing(now)
        back = self._withdraw() if put_back else []
        returned = self._returned(now)
        if not taken_at_once:
            for stories in (self._stories, self._stories_before):
                stories.drop_brief(changes, now)
            self._note_ends(changes, now)
        self._remember(changes, now)
        self._show(changes)
        self.pace.touched(now)
        self._waited = False
        if returned is not None and self._if_back and self._if_back.has_begun:
            self.moved = now
            return [TakenBack(returned)]
        hasty, self.moved = self._may_have_passed(now), now
        self._note_doubt()
        self._begun = self._stories_begun()
        if self._is_wrong(self.here) and not (self._begun or self.game.hesitant):
            self.here.tracker.note_robbed(self.here.own(changes))
        findings = back + self._change_overtaken() + self._next_turn_begun(hasty=hasty)
        return findings + self._conclude(now)

    def _remember(self, changes: Mapping[Cell, Seen], now: float) -> None:
        """Keep in order what is seen, and what lay there until now."""
        for stories in (self._stories, self._stories_before):
            stories.note(changes, self.looks, now)
        self._note_rest()
        if self.game.solid:
            ended = (self._stories.ended_at(now), self._stories_before.ended_at(now))
            self._standing.note(changes, self.looks, now, ended)

    def _show(self, changes: Mapping[Cell, Seen]) -> None:
        """Show the changes to every position that may explain them."""
        looks = self.looks
        self._taken = all(seen.hi < looks.get(cell, EMPTY).lo for cell, seen in changes.items())
        looks.update(changes)
        self._liars.changed(changes)
        for station in filter(None, (self.here, self.before, self._if_back)):
            station.tracker.follow(changes)

    def _may_have_passed(self, now: float) -> bool:
        """Whether what changes may only be a magnet that passes, a jolt, or a reed that trembles;
        note whether one hand may have taken two pieces."""
        self._together = self.game.touch_move and now < self.moved + TOGETHER
        soon = now < self.moved + min(self.game.settle, TREMBLE)
        passing = self._glimpses.passing(now, counted=self.game.hesitant) > 0
        return soon or passing or self._glimpses.jolted(now) > 0

    def _note_doubt(self) -> None:
        """Nothing is unsure where all is as before; where pieces may be exchanged, all is."""
        if self.here.verdict.kind is Kind.UNTOUCHED:
            self._unsure = False
            self._standing.forget_stops()
        elif self.game.solid and self._may_be_exchanged():
            self._unsure = True

    def _is_refuted(self, station: Station[P, T]) -> bool:
        """Whether nothing that may still be under way from here explains what was seen."""
        return self._is_wrong(station) or self._has_stopped(station)

    def _has_stopped(self, station: Station[P, T]) -> bool:
        """Whether a piece lay to stay where none stood when this turn began, and is gone: it was
        another turn's end."""
        if station.tracker.at_start:
            return False  # it was put back
        return self._standing.has_stopped(station.contents, before=station is self.before)

    def _is_walked(self, cell: Cell, now: float) -> bool:
        """Whether a piece was set down here on its way."""
        stood = self.looks.get(cell, EMPTY) != EMPTY and not self.here.contents[cell]
        return stood and self._standing.is_passing(cell, now)

    def _note_ends(self, changes: Mapping[Cell, Seen], now: float) -> None:
        if self.game.solid and any(self._is_walked(cell, now) for cell in changes):
            return
        self._stories.note_end(self.looks, self.here, now)
        if self.before:
            self._stories_before.note_end(self.looks, self.before, now)

    def _may_be_exchanged(self) -> bool:
        """Whether the piece that the last turn put down is in the air again beside another that
        looks the same: nobody sees which of them comes down where."""
        if not self._past or not self._is_wrong(self.here):
            return False
        held, before = self.here.contents, self._past_contents[-1]
        lifted = [cell for cell, seen in self.looks.items() if seen == EMPTY and held[cell]]
        alike = len({abs(held[cell]) for cell in lifted}) < len(lifted) or not self._nearly_counted
        return len(lifted) > 1 and alike and any(not before[cell] for cell in lifted)

    def _note_rest(self) -> None:
        """Where hands may hesitate, remember what they rested on."""
        verdict = self.here.verdict
        if self.game.hesitant and (verdict.done or verdict.kind is Kind.UNTOUCHED):
            self.here.rested = verdict if verdict.done else None

    def _undo_glimpses(self, changes: Mapping[Cell, Seen], now: float) -> None:
        """What looks again as it did a moment ago was no hand's doing."""
        for station, glimpses in ((self.here, self._glimpses), (self.before, self._behind)):
            if station:
                glimpses.undo(changes, station, now)
                glimpses.note(changes, self.looks, station, now)

    def tick(self, now: float) -> list[Finding]:
        """What is found because nothing has moved for a while."""
        if self._deadline is None or now < self._deadline:
            return []
        self._deadline = None
        if self._passing:  # it was no magnet, and no jolt
            self._passing = False
            return self._next_turn_begun() + self._conclude(now)
        findings = self._next_begun_in_haste(now) or self._nothing_passed() or self._settled()
        if self._is_begun and any(isinstance(each, Made) for each in findings):
            findings += self._conclude(now)
        if not findings and not self._waited and self.verdict.kind is not Kind.UNTOUCHED:
            self._waited = True
            return [Waiting()]
        return findings

    @property
    def _is_begun(self) -> bool:
        """Whether hands are at the next turn already."""
        return self.here.verdict.kind in (Kind.IN_HAND, Kind.COMPLETE, Kind.AMBIGUOUS)

    # -- what is made of it --------------------------------------------------------------------

    def _next_begun_in_haste(self, now: float) -> list[Finding]:
        """Two turns in quick succession: both pieces stayed where they are, so both count."""
        hasty, self._hasty = self._hasty, False
        if not hasty or self._together:
            return []
        made = self._next_turn_begun(resting=True)
        return made + self._conclude(now) if made else []

    def _nothing_passed(self) -> list[Finding]:
        """A turn that was clear at once, but for a magnet that might only have passed."""
        verdict = self.verdict
        return self._finish(verdict.done[0]) if self._at_once(verdict) else []

    def _next_turn_begun(self, *, hasty: bool = False, resting: bool = False) -> list[Finding]:
        """The turn under way is over when the next one has begun."""
        self._hasty, begun = False, self._begun
        # What is put back ends with a put.
        back = self.here.verdict.kind is Kind.UNTOUCHED and not self._taken
        if not begun or not self.auto or self.doubt or back or self._rivals or self._both:
            return []
        if resting and self._looks_undone:
            return []
        if hasty or (not resting and self._may_be_undone):
            self._hasty = True
            return []
        firm = [story for story in begun if self._is_firm(story)]
        return self._tell(firm[-1]) if len({story.turns for story in firm}) == 1 else []

    @property
    def _looks_undone(self) -> bool:
        """Whether the stones that were taken up one after the other, as if each began a turn, are
        all that the last turn was seen to sow: it may have been put back where nobody sees it."""
        before, begun = self.before, self._begun
        return before is not None and bool(begun) and self._taken and before.tracker.at_start

    def _is_firm(self, story: Story[P, T]) -> bool:
        """Whether that turn was made if this story is true: something was, and no pit was emptied
        meanwhile that it sows into."""
        return not (story.or_nothing or self.here.was_robbed_of(story.turns[0]))

    @property
    def _may_be_undone(self) -> bool:
        """Whether all that was done since the last turn may as well be its stones being put back
        into the hand, one after the other; hands that rest are not at that."""
        before = self.before
        if before is None or self.game.solid:
            return False
        if before.verdict.kind is not Kind.IN_HAND and not before.tracker.at_start:
            return False
        held = self.here.contents
        return all(seen.lo <= abs(held[cell]) for cell, seen in self.looks.items())

    @property
    def _rivals(self) -> bool:
        """Whether the turn under way may as well be another one than those that may be over: one
        that had begun with its lift when they ended."""
        over = {story.turns[0] for story in self._begun}
        return bool(over and not self._has_stopped(self.here)) and any(
            self.here.turns[number] not in over
            and all(
                story.or_nothing or self.here.is_lifted_in(story.ended, number)
                for story in self._begun
            )
            for number in self.here.verdict.possible
        )

    def _stories_begun(self) -> list[Story[P, T]]:
        """The stories in which the next turn has begun already."""
        here, verdict = self.here, self.here.verdict
        if self.game.hesitant:
            if verdict.possible or here.rested is None:
                return []  # the same hands go on, as far as can be told
            stories = self._from_present(here.rested.done)
        else:
            done = {here.turns[number] for number in verdict.done}
            stories = [
                story
                for story in self._stories.beyond(here, deep=2, stops=self._standing.stops)
                if story.turns[0] not in done
            ]
        if self.game.solid:
            # A piece of Gyges may come back to where it stood: who then makes the next turn has
            # seen that it did; a piece that is only lifted may be looked at.
            stories = [_seen_by_next(story) for story in stories]
        return [story for story in stories if story.has_begun and self._stands(story, here)]

    def _from_present(self, numbers: Iterable[int]) -> list[Story[P, T]]:
        """Stories told by how the board looks now alone."""
        here, found = self.here, []
        for number in numbers:
            if may_follow(self.game, here.contents, here.traces[number], self.looks):
                turn = here.turns[number]
                found.append(Story((turn,), (self._station_after(turn),), self.looks))
        return [story for story in found if not self._is_wrong(story.stations[0])]

    def _stands(self, story: Story[P, T], station: Station[P, T]) -> bool:
        """Whether the first turn of this story is beyond doubt over: no scale swings where it moves
        pieces, and no sensor that lies carries it."""
        trace = self.game.trace(station.position, story.turns[0])
        swings = any(self.looks.get(cell) == SWINGING for cell in trace.during)
        return not swings and not (self._liars and self._liars.carry(trace, station.contents))

    def _tell(self, story: Story[P, T]) -> list[Finding]:
        """This story is the true one."""
        findings: list[Finding] = []
        for turn, station in zip(story.turns, story.stations, strict=True):
            findings += [*self._seal_by_touch(), Made(turn)]
            self._advance(station)
        return findings

    def _change_overtaken(self) -> list[Finding]:
        """The last turn had just become another whole one when the next player began."""
        changed = self._stories_changed()
        self._both = bool(changed and self._begun)
        if self._both or not self.auto or self.doubt or len({each.turns for each in changed}) != 1:
            return []
        (first, *more), (then, *stations) = changed[0].turns, changed[0].stations
        self._revise(then)
        if not more:
            return [Revised(first)]
        rest = replace(changed[0], turns=tuple(more), stations=tuple(stations))
        return [Revised(first), *self._tell(rest)]

    def _stories_changed(self) -> list[Story[P, T]]:
        """The stories in which the last turn was another one, and the next has begun after it."""
        before = self.before
        if before is None or not (self._is_refuted(self.here) and self._is_refuted(before)):
            return []
        return [
            story
            for story in self._stories_before.beyond(before, deep=2, stops=self._standing.stops)
            if story.turns[0] != self.here.reached_by
            and not story.or_nothing
            and story.has_begun
            and not before.was_robbed_of(story.turns[0])
            and self._stands(story, before)
        ]

    def _conclude(self, now: float) -> list[Finding]:
        """What can be said at once; for the rest, when to look again."""
        findings: list[Finding] = []
        verdict, self._passing = self.verdict, False
        if self._next_has_begun:
            self.before = None
            findings.append(Touched())
        at_once, passing = self._at_once(verdict), 0.0
        if at_once:
            passing = max(self._glimpses.passing(now), self._walking)
        if at_once and not passing:
            return findings + self._finish(verdict.done[0])
        if self._hasty:  # what may only have passed has passed soon
            passing = self._glimpses.passing(now, counted=self.game.hesitant)
            passing = max(passing, self._glimpses.jolted(now))
            self._passing = passing > 0 and not self._together
        self._deadline = now + (passing or self._wait(verdict))
        if verdict.kind is Kind.UNTOUCHED and self.station is self.here:
            self._deadline = None
        return findings

    @property
    def _walking(self) -> float:
        """How long a piece that was set down before in this turn may only be on its way."""
        again = self._stories.rested or self.station is self.before
        return WALKS if self.game.solid and again else 0.0

    @property
    def _next_has_begun(self) -> bool:
        """Whether the hands are beyond doubt at the next turn, so that the last one is over."""
        here = self.here.verdict
        if self.before is None or self.station is not self.here or here.or_nothing:
            return False
        if here.kind in (Kind.WRONG, Kind.UNTOUCHED) or self._is_returned:
            return False
        over = self._is_refuted(self.before) or (self.before.tracker.at_start and self._taken)
        return over and not self._both and not (self._is_contested or self._may_go_on)

    def _at_once(self, verdict: Verdict) -> bool:
        """Whether nothing speaks against taking this turn as made without waiting."""
        unrolled = self.game.acts(self.station.position).draw is not None
        if self.game.settle or (self.game.hesitant and unrolled):
            return False
        free = self.auto and not (self.doubt or self._is_doubtful or self._is_contested)
        disputed = self._rivals or self._both or self._is_shaky(verdict)
        return free and verdict.certain and not disputed

    def _wait(self, verdict: Verdict) -> float:
        if self._waited or verdict.kind is Kind.IN_HAND or (verdict.or_nothing and self.game.solid):
            return PATIENCE
        if verdict.certain and self.game.settle:
            return self.game.settle
        if (self.game.hesitant and verdict.done) or self._may_be_half(verdict):
            return PATIENCE
        if self._is_contested or self._rivals or self._both:
            return CONTESTED
        tracker, game = self.station.tracker, self.game
        carried = game.solid or game.hesitant or game.carried
        if not carried and any(map(tracker.skips, verdict.done)):
            return UNSEEN
        unseen = max((tracker.unseen_steps(n) for n in verdict.done), default=0)
        return max(self.game.settle, self.pace.window(unseen))

    def _settled(self) -> list[Finding]:
        """Everything has been still long enough: what is it then?"""
        self._reconsider()
        verdict = self.verdict
        self.doubt = self._doubt_at_rest(verdict) or self.doubt
        return [self.doubt] if self.doubt else self._told_at_rest(verdict)

    def _doubt_at_rest(self, verdict: Verdict) -> Unclear[T] | None:
        """Two stories that would write different records, and both hold: which of them is asked."""
        if undone := self._is_doubtful or self._looks_undone:
            self._if_back = self._if_back or self._seen_at(self._past[-1])
        if self.before and self._both:
            changed = dict.fromkeys(story.turns[0] for story in self._stories_changed())
            return Unclear(tuple(changed), or_nothing=True, instead=True)
        if self.before and self._is_contested and (turns := self._instead(self.before)):
            return Unclear(turns, or_nothing=True, instead=True)
        if turns := self._ended_at_rest(verdict):
            return Unclear(turns, or_nothing=True)
        if self._rivals and self.station is self.here:
            # Either that turn was made and this is the next, or this is the first.
            over = dict.fromkeys(story.turns[0] for story in self._begun)
            return Unclear(tuple(over), or_nothing=True)
        return Unclear(plies=(len(self._past) - 1,), or_nothing=True) if undone else None

    def _told_at_rest(self, verdict: Verdict) -> list[Finding]:
        """What hands that rest have done, where one story alone holds."""
        if self.station is self.before and self.before.tracker.at_start and not verdict.done:
            return self._withdraw()
        if verdict.kind is Kind.WRONG:
            lost = self.station.tracker.finished_but_for_lost()
            self.station.lost |= {each for each in lost if self.station.turns[each] is not None}
            return self._gone_back()
        looks_whole = verdict.kind is Kind.COMPLETE and self.auto
        if looks_whole and not self._guessed(verdict):
            return self._finish(verdict.done[0])
        return [self._asked(verdict)] if looks_whole or verdict.kind is Kind.AMBIGUOUS else []

    def _asked(self, verdict: Verdict) -> Unclear[T]:
        """Which of the turns it was that look finished, if it was any."""
        turns = tuple(self.station.turns[number] for number in verdict.done)
        unclear = Unclear(turns, or_nothing=verdict.or_nothing or self._guessed(verdict))
        if self.game.touch_move and not unclear.or_nothing:
            self.doubt = unclear  # putting the piece back does not unmake the turn
        return unclear

    def _reconsider(self) -> None:
        """Hands that changed their mind on the way may rest on a whole turn, every piece counted,
        while another one, or none, would explain the way: then the way no longer counts."""
        if self.game.solid or not self._all_counted:
            return
        wrong = self.before if self._is_wrong(self.here) else None
        for tracker in (station.tracker for station in (wrong, self.station) if station):
            astray = tracker.verdict.kind in (Kind.IN_HAND, Kind.WRONG) and not tracker.at_start
            if astray and tracker.finished_now():
                tracker.forget()
                return

    @property
    def _all_counted(self) -> bool:
        """Whether each cell tells how much lies there, if need be by what is left for full rows."""
        return self.here.tracker.all_but_full

    def _ended_at_rest(self, verdict: Verdict) -> tuple[T, ...]:
        """Turns that may have ended when the hands rested, what came then being the next one, made
        as well: only where cells cannot be counted can that look like the same turn going on."""
        here, counted = self.here, all(seen.exact for seen in self.looks.values())
        if here.rested is None or not verdict.done or self.station is not here or counted:
            return ()
        earlier = [here.turns[number] for number in here.rested.done if number not in verdict.done]
        return tuple(turn for turn in earlier if self._station_after(turn).verdict.done)

    @property
    def _may_go_on(self) -> bool:
        """Whether hands that rested in mid-turn may only have taken up a stack to straighten it:
        put down again, it would speak for the last turn, or for another in its place."""
        return bool(self.game.hesitant and self.before and self.before.tracker.may_return)

    @property
    def _is_contested(self) -> bool:
        """Whether what looked like a whole turn, and was taken for it, may be the first half of
        another: the hands go on in a way that is also how the next turn could begin."""
        before = self.before
        if before is None or before.tracker.at_start or not (self.game.hesitant or self.game.solid):
            return False
        lay = self._lay
        if lay is not None and not WALKS <= lay < STANDS:
            return False
        begun = self._is_begun and self.here.lifted(self.looks)
        # Who walked a piece about has left the ways of all turns: then only a whole turn speaks.
        numbers = before.verdict.done if before.tracker.amended else before.verdict.possible
        return begun and any(self._goes_on_to(number, before) for number in numbers)

    def _goes_on_to(self, number: int, before: Station[P, T]) -> bool:
        """Whether hands that had made the last turn may only have been on their way to this one:
        a piece goes on to a field beside, when it is walked or had missed its own."""
        if before.turns[number] == self.here.reached_by:
            return False
        there, held = before.traces[number].after, before.contents
        if not self.game.solid or len(there) != _ONE_PIECE:
            return True
        put = [cell for cell, size in there.items() if size and not held[cell]]
        lay = [cell for cell, size in self.here.contents.items() if size and not held[cell]]
        return any(cell in self.game.near(each) for each in lay for cell in put)

    def _instead(self, before: Station[P, T]) -> tuple[T, ...]:
        """The turns that, in place of the last one, would be finished as the board stands."""
        turns = (before.turns[number] for number in before.verdict.done)
        return tuple(turn for turn in turns if turn != self.here.reached_by)

    def _is_rash(self, verdict: Verdict) -> bool:
        """Whether the turn would end the game, though it may be the first half of another."""
        if not self.game.solid or len(verdict.possible) == len(verdict.done):
            return False
        ends = (self.game.play(self.station.position, turn) for turn in self.done_turns())
        return any(self.game.outcome(position).over for position in ends)

    def _leans_on_liars(self, station: Station[P, T], verdict: Verdict) -> bool:
        """Whether every turn that looks finished owes it to a cell that showed this all along."""
        return bool(self._liars and verdict.done) and all(
            self._liars.carry(station.traces[number], station.contents) for number in verdict.done
        )

    def _is_shaky(self, verdict: Verdict) -> bool:
        """Whether what the turn is told by may not be built upon."""
        robbed = any(map(self.station.tracker.was_robbed, verdict.done))
        stopped = self._has_stopped(self.station)
        return self._unsure or robbed or stopped or self._leans_on_liars(self.station, verdict)

    def _may_be_half(self, verdict: Verdict) -> bool:
        """Whether rows that count no further may hide that the turn is only half made, or that it
        is half of another: that the hands rest tells nothing then."""
        if not verdict.done or verdict.certain or verdict.alone or not self._all_counted:
            return False
        return self.station.tracker.hides_moves(verdict)

    def _guessed(self, verdict: Verdict) -> bool:
        """Whether the turn looks finished only because a sensor tells nothing, and others are
        still possible: the hands may as well be on their way elsewhere."""
        tracker, station = self.station.tracker, self.station
        if self._is_shaky(verdict) or self._is_rash(verdict) or self._may_be_half(verdict):
            return True
        return len(verdict.possible) > len(verdict.done) and all(
            any(
                tracker.seen[cell].tells_nothing and held != station.contents[cell]
                for cell, held in station.traces[number].after.items()
            )
            for number in verdict.done
        )

    def _finish(self, number: int) -> list[Finding]:
        station = self.station
        if others := station.lost - {number}:
            # One was rested on while a piece was gone: was it that one, and this is the next?
            turns = tuple(station.turns[each] for each in (number, *sorted(others)))
            self.doubt, station.lost = Unclear(turns, or_nothing=True), frozenset()
            return [self.doubt]
        turn = station.turns[number]
        if station is self.before:
            self._revise(self._station_after(turn, station))
            return [Revised(turn)]
        sealed = self._seal_by_touch()
        self._advance(self._station_after(turn))
        return [*sealed, Made(turn)]

    def _seal_by_touch(self) -> list[Finding]:
        """Whoever makes the next turn has taken the last one as it is."""
        return [Touched()] if self.before else []

    def _gone_back(self) -> list[Finding]:
        """Earlier positions that the board looks like; certain only if every cell is counted."""
        plies = self._looks_like()
        last = len(self._past) - 1
        if self._going_back and last in plies and self._is_refilled_since(last):
            return [TakenBack(last)]
        unseen = self._unseen_turns()
        if not plies and not unseen:
            return []
        counted = self._all_counted or self._nearly_counted
        if len(plies) == 1 and counted and not unseen:
            return [TakenBack(plies[0])]
        if len(unseen) == 1 and not plies and self._was_under_way(unseen[0]):
            return self._tell(Story(unseen, (self._station_after(unseen[0]),), self.looks))
        return [Unclear(unseen, plies, or_nothing=True)]

    def _looks_like(self) -> tuple[int, ...]:
        """The earlier positions that the board looks like."""
        looks = self.looks.items()
        return tuple(
            ply
            for ply, contents in enumerate(self._past_contents)
            if ply != self._told and all(seen.allows(contents[cell]) for cell, seen in looks)
        )

    def _was_under_way(self, turn: T) -> bool:
        """Whether nothing but this turn was being made when a slip happened that was put right only
        in the next one; every piece is counted now."""
        last = self.here.tracker.explained_last
        known = self.auto and self._nearly_counted and len(last) == 1
        return known and self.here.turns[last[0]] == turn

    def _has_seen_lift(self, then: Station[P, T]) -> bool:
        """Whether what was lifted for the turn begun there had been seen to lie there: a stone that
        fell beside its pit is no turn that moves it on."""
        shown, held = self.here.tracker.shown, self.here.contents
        lifted = then.begun_from(then.verdict.possible)
        return all(
            held[cell] == then.contents[cell] or exactly(then.contents[cell]) in shown.get(cell, ())
            for cell in lifted
        )

    def _is_refilled_since(self, ply: int) -> bool:
        """Whether pieces lie again where the turn after this position took them all."""
        held = self._past_contents[ply]
        then = [*self._past_contents, self.here.contents][ply + 1]
        taken = [cell for cell, count in held.items() if count and not then[cell]]
        return not self._taken and bool(taken) and all(self.looks[cell].lo for cell in taken)

    @property
    def _nearly_counted(self) -> bool:
        """Whether all pieces are counted, but for one more or less in a full cell: as none can get
        lost, the rest of the board tells what lies there."""
        every = len(self.looks) == len(self.game.cells)
        unsure = [seen for seen in self.looks.values() if not seen.exact]
        return every and len(unsure) <= _MOST_UNSURE and all(_is_narrow(seen) for seen in unsure)

    def _unseen_turns(self) -> tuple[T, ...]:
        """Turns that, had they been made unseen, would explain what the hands do now."""
        if len(self.here.turns) > _MOST_UNSEEN or self.station is not self.here:
            return ()
        found = unseen_turns(self.game, self.here, self.looks, self._station_after)
        if not self._nearly_counted:
            return found
        return tuple(turn for turn in found if self._has_seen_lift(self._station_after(turn)))

    # -- moving from position to position ------------------------------------------------------

    def _station_after(self, turn: T, before: Station[P, T] | None = None) -> Station[P, T]:
        """Where this turn leads, from the newest position or from the one before it."""
        return self._leads_to(turn, before or self.here, self.looks)

    def _leads_to(
        self, turn: T, station: Station[P, T], looks: Mapping[Cell, Seen]
    ) -> Station[P, T]:
        then = self._at(self.game.play(station.position, turn))
        then.reached_by = turn
        then.tracker.follow(looks)
        return then

    def _advance(self, then: Station[P, T]) -> None:
        self._past.append(self.here.position)
        self._past_contents.append(self.here.contents)
        self.before, self.here = self.here, then
        self._behind, self._glimpses = self._glimpses, Glimpses()
        self.returning = False
        self._deadline = self._told = self.doubt = None
        self._stories_before, self._going_back, self._unsure = self._stories, False, False
        self._standing.turn_begins()
        self._turn_begins()
        self._liars.reached(self.here.contents)
        self._liars.clear()

    def _turn_begins(self) -> None:
        """No story goes beyond the newest position yet."""
        self._stories = Stories(self._leads_to)
        self._begun, self._hasty, self._both = [], False, False
        self._if_back = None

    @staticmethod
    def _refused(station: Station[P, T], turn: T) -> list[int]:
        """The turns that looked as finished as the one that was told, and so were not meant."""
        return [number for number in station.verdict.done if station.turns[number] != turn]

    def _rule_out(self, refused: Iterable[int]) -> None:
        """What was not meant is not to be found again in the looks it was told from."""
        if self.before:
            self.before.tracker.rule_out(refused)

    def _revise(self, then: Station[P, T]) -> None:
        assert self.before is not None
        self.here, self._stories = self.before, self._stories_before
        self._past.pop()
        self._past_contents.pop()
        self._advance(then)

    def _withdraw(self) -> list[Finding]:
        self.go_back(len(self._past) - 1)
        return [Withdrawn()]

    # -- what the table decides ----------------------------------------------------------------

    def play(self, turn: T, *, told: bool = False) -> None:
        """The table has accepted this turn from the newest position.

        A turn that was only told may still have to be carried out: that the board looks as it did
        before it does not mean that it was taken back.
        """
        refused, remembered = self._refused(self.here, turn), self._station_remembered(turn)
        then = remembered or self._station_after(turn)
        self._doubt_liars(then, self.game.trace(self.here.position, turn))
        proven = self._nearly_counted and self._has_seen_lift(then)
        unsure = not (then.verdict.kind is Kind.UNTOUCHED or proven or remembered)
        self._advance(then)
        self._rule_out(refused)
        self._unsure = unsure
        if told:
            self._told = len(self._past) - 1

    def _station_remembered(self, turn: T) -> Station[P, T] | None:
        """Where a turn leads that was told when the next may have begun, with all that was seen
        since it ended; None: that is not known."""
        stories = [] if self.game.hesitant else self._stories.beyond(self.here)
        return next((story.stations[0] for story in stories if story.turns[0] == turn), None)

    def _doubt_liars(self, then: Station[P, T], trace: Trace) -> None:
        """A turn with this trace was told: which sensors contradict it?"""
        self._liars.told(then.contents, self.looks, trace, begun=then.has_begun)

    def stray(self, position: P) -> None:
        """The table goes on from this position, to which no legal turn has led."""
        self._advance(self._seen_at(position))

    def revise(self, turn: T) -> None:
        """The table has accepted this turn in place of the last one."""
        assert self.before is not None
        refused, then = self._refused(self.before, turn), self._station_after(turn, self.before)
        self._doubt_liars(then, self.game.trace(self.before.position, turn))
        self._revise(then)
        self._rule_out(refused)

    def seal(self) -> None:
        """The last turn can no longer be changed by hand."""
        self.before = None

    def go_back(self, ply: int) -> None:
        """Stand again at the position after this many turns."""
        position, self._going_back = self._past[ply], True
        del self._past[ply:], self._past_contents[ply:]
        self.before, went_on = None, self._if_back
        if went_on and went_on.position == position:
            self.here, self.returning = went_on, False
        else:
            self.here = self._seen_at(position)
            self.returning = not self.here.matches(self.looks)
        if self.returning:
            self.here = self._seen_at(position, turns=False)
        self._deadline = self._told = self.doubt = None
        if went_on is self.here:
            self._deadline = self.moved + self._wait(self.verdict)
        self._turn_begins()

    def forget(self, refused: Sequence[T] = ()) -> None:
        """None of these was played after all: only the present counts, and they are no part of it
        before everything is as it was."""
        station = self.station
        self.doubt = self.here.rested = None
        self._turn_begins()
        few = len(station.turns) <= _MOST_UNSEEN  # else only what looked finished was asked
        numbers = range(len(station.turns)) if few else station.verdict.done
        if not station.tracker.at_start:
            station.tracker.rule_out([n for n in numbers if station.turns[n] in refused])
        station.tracker.forget()

    def stand(self, position: P) -> None:
        """The newest position has become this one without a hand: dice were rolled in it."""
        self.before = None
        self.here = self._seen_at(position)
        self._deadline = None
        self._turn_begins()

    def judge_anew(self) -> None:
        """Other turns than before may be made from the newest position: somebody has called one."""
        self.here = self._seen_at(self.here.position, turns=not self.returning)
        self._deadline = None
        self._turn_begins()

    def begin(self, looks: Mapping[Cell, Seen]) -> None:
        """The pieces stand as they should, and look so: the next turn may be made."""
        self.looks = dict(looks)
        self.returning = False
        self.here = self._seen_at(self.here.position)
        self._deadline = None
        self._turn_begins()
        self._liars.clear()

    def unbelieve(self, cells: Iterable[Cell]) -> None:
        """The sensors of these cells are left out: what they told no longer counts."""
        for station in filter(None, (self.here, self.before)):
            station.tracker.unbelieve(cells)
        self._liars.believe(cells)
        if self.game.touch_move:
            self.doubt = None  # what was never lifted need not be answered for

    def look_again(self, looks: Mapping[Cell, Seen], now: float) -> list[Finding]:
        """The sensors are to be understood otherwise (one was left out): judge the present anew."""
        self.looks = dict(looks)
        self._liars.look_again(looks)
        self._turn_begins()
        for station in filter(None, (self.here, self.before)):
            station.tracker.follow(self.looks)
        self._waited = False
        return self._conclude(now)

    def done_turns(self) -> tuple[T, ...]:
        """The turns that could be finished as the board stands."""
        return tuple(self.station.turns[number] for number in self.verdict.done)


def _is_narrow(seen: Seen) -> bool:
    """Whether a scale tells the number of pieces but for one."""
    return seen.hi - seen.lo <= 1


def _seen_by_next(story: Story[P, T]) -> Story[P, T]:
    """A story in which nothing may have been played, and the next turn was made: it was played."""
    return replace(story, or_nothing=story.or_nothing and not story.has_gone_on)
