"""The state of a table: the fold of its events, and nothing else.

`fold(state, event)` is the only way a state comes about, so a restart is a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from controller.games.acts import Acts, Word
from controller.games.catalogue import AnyGame
from controller.games.game import Cell
from controller.play.event import GENESIS, Event, Stored
from controller.play.facts import BrokenError
from controller.play.fold import take
from controller.play.happenings import (
    KINDS,
    AttemptRighted,
    AttemptWrong,
    BoardReady,
    ClockFlag,
    ClockStarted,
    DaemonStarted,
    DecisionMade,
    DiceRolled,
    DiceVoid,
    DirectorClock,
    DirectorRuled,
    GameOpened,
    GameOver,
    GamePaused,
    GameResumed,
    Happening,
    HintsSet,
    HintsUnlocked,
    PieceFound,
    PieceMissing,
    QuestionAnswered,
    QuestionAsked,
    SensorLeftOut,
    SensorRestored,
    TurnCalled,
    TurnCondoned,
    TurnHurry,
    TurnMade,
    TurnRevised,
    TurnSealed,
    TurnsTakenBack,
    TurnWithdrawn,
    read,
)
from controller.play.line import Line
from controller.play.seats import HANDS
from controller.play.steps import MATCH, Ply, Result
from controller.table.clock import Clock, clock_from
from controller.table.house_rules import FIRST, HouseRules, told_house_rules

#: The answer that nothing was played at all.
NOTHING = "nothing"
#: What is asked where somebody resigns and the other side must agree, and how that answer begins.
RESIGNATION, RESIGNS = "resignation", "resign:"
#: From when time runs in a game: not before somebody has touched the board, rolled or spoken.
FIRST_ACT = "first act"


class Status(StrEnum):
    """What the table is doing."""

    IDLE = "idle"
    SETUP = "setup"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Question:
    """What the board asks, with the answers it takes; `about` is what it is unsure of."""

    number: int
    about: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Everything a table knows: the line of play, and what belongs to the table alone."""

    status: Status = Status.IDLE
    #: The game as far as it is played; it has no beginning where there is none.
    line: Line = field(default_factory=Line)
    house: HouseRules = field(default_factory=HouseRules)
    #: Where a flag has ended the game.
    flagged: Any = None
    #: The last turn may still be changed by hand.
    unsealed: bool = False
    match: Mapping[str, Any] | None = None
    clock: Clock | None = None
    #: The clock as each turn was made, standing still: nothing was given for it yet.
    clocks: tuple[Clock | None, ...] = ()
    #: What each side's clock showed when the game began, or what a director set it to.
    reserve: tuple[float, ...] = ()
    hints: str = "full"
    unlocked: bool = False
    left_out: frozenset[Cell] = frozenset()
    question: Question | None = None
    questions: int = 0
    missing: tuple[int, int] | None = None
    wrong: bool = False
    #: The game was taken back by command: the pieces have yet to follow.
    returning: bool = False
    #: The turn that somebody without hands here has called, and the time of day when that was.
    called: str | None = None
    called_at: float = 0.0
    #: The board drew by lot who begins.
    lot: bool = False
    #: The pieces have yet to follow a director, not the game's own past.
    directed: bool = False
    #: Since when the mover thinks; what was nobody's time, or the other side's, lies before it.
    turn_since: float = 0.0
    #: Since when the other side thinks about what it was offered.
    offered_at: float = 0.0
    #: Since when the mover is to move, extra turns and all, and whether the time runs short.
    mover_since: float = 0.0
    hurry: bool = False
    paused_at: float = 0.0
    #: The key that stopped it last.
    paused_by: str = ""
    #: Since when a die lies on the floor, so that the clocks stand (T5).
    fallen_at: float | None = None
    #: Somebody has touched the board in this game, or pressed the clock: time may run.
    touched: bool = True

    @property
    def game(self) -> AnyGame | None:
        """The game being played, if there is one."""
        return self.line.beginning.rules if self.line.beginning else None

    @property
    def rules(self) -> AnyGame:
        """The game being played; only to be asked for where there is one."""
        assert self.line.beginning is not None
        return self.line.beginning.rules

    @property
    def options(self) -> Mapping[str, Any]:
        """The options that it is played with."""
        return self.line.opening.options

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of the names."""
        return self.line.opening.players

    @property
    def seats(self) -> tuple[int, ...]:
        """The player of each side."""
        return self.line.seats

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The turns that count."""
        return self.line.plies

    @property
    def start(self) -> Any:
        """The position that the game began with."""
        assert self.line.beginning is not None
        return self.line.beginning.after

    @property
    def position(self) -> Any:
        """The newest position, with what was rolled and decided in it."""
        return self.line.newest.after if self.flagged is None else self.flagged

    @property
    def past(self) -> list[Any]:
        """The positions that turns were made from, and the newest position last."""
        return [*(moment.earlier.after for moment in self.line.turned), self.position]

    @property
    def dice(self) -> tuple[int, ...]:
        """What was rolled for the turn to be made."""
        return self.line.dice_before(len(self.line.moments))[0]

    @property
    def unrolled(self) -> Any:
        """The position before that roll, in case it is void; None: nobody rolled it."""
        return self.line.dice_before(len(self.line.moments))[1]

    @property
    def rolled(self) -> bool:
        """Whether the last turn had a roll of its own, which no director set."""
        return bool(self.plies) and self.line.dice_before(self.line.turns[-1])[1] is not None

    @property
    def draws(self) -> int:
        """How often chance was asked in this game."""
        return self.line.draws

    @property
    def result(self) -> Result | None:
        """How the game ended."""
        return self.line.result

    @property
    def begun(self) -> bool:
        """Whether anybody has done anything yet, so that time runs."""
        return self.touched or bool(self.plies) or self.draws > 0

    @property
    def length(self) -> int:
        """The points that win the match; 0: the game is for itself."""
        return self.match["length"] if self.match else 0

    @property
    def flag_loses_match(self) -> bool:
        """Whether a player whose time is up loses the match, not only this game (T3)."""
        return bool(self.length) and self.house.flag == MATCH

    @property
    def sealed(self) -> bool:
        """Whether the last turn can no longer be changed by hand."""
        return not self.plies or not self.unsealed

    @property
    def under_way(self) -> bool:
        """Whether a game is set up, played or paused."""
        return self.status in (Status.SETUP, Status.PLAYING, Status.PAUSED)

    @property
    def again(self) -> bool:
        """Whether who made the last turn is to move once more; a swap of seats is no such turn."""
        if not self.plies or self.plies[-1].turn == self.rules.swap_turn:
            return False
        return self.plies[-1].side == self.rules.mover(self.position)

    @property
    def swapper(self) -> int | None:
        """Who may exchange the seats now: not who made the very first move (K10)."""
        rules = self.rules
        if rules.swap_turn is None or not self.plies:
            return None
        offered = (rules.write_turn(self.position, turn) for turn in rules.turns(self.position))
        return 1 - self.plies[0].side if rules.swap_turn in offered else None

    @property
    def acts(self) -> Acts:
        """What chance must bring now, and what may be said."""
        return self.rules.acts(self.position)

    @property
    def words_of_game(self) -> Mapping[str, Word]:
        """Every word that can be said in this game."""
        return self.rules.talk.words if self.rules.talk else {}

    @property
    def acting(self) -> int | None:
        """Who has to act, so that his time runs; None: the opening roll has yet to say (N2)."""
        acts = self.acts
        if acts.answer is not None:
            return acts.answer.sides[0]
        opening = acts.draw is not None and acts.draw.side is None
        return None if opening else self.rules.mover(self.position)

    @property
    def hints_locked(self) -> bool:
        """In tournament mode hints stay as they are until somebody unlocks them, on record."""
        return self.house.tournament and not self.unlocked

    @property
    def numbers_of(self) -> int:
        """The side by whose numbers places are told: that of the mover, or always the first's."""
        return self.numbers_for(self.rules.mover(self.position))

    def numbers_for(self, mover: int) -> int:
        """The same while this side moves."""
        return 0 if self.house.numbers == FIRST else mover

    def renumbered(self, told: str, side: int) -> str:
        """A turn of this side, or a clause about it, by the numbers that places are told by."""
        return self.rules.sayings.renumbered(told, side, self.numbers_for(side))

    def told_turn(self, written: str, side: int) -> str:
        """A turn of this side as people read it."""
        return self.rules.sayings.turn(self.renumbered(written, side))

    def player_of(self, side: int) -> str:
        """Who sits at this side."""
        return self.players[self.seats[side]]

    def engine_of(self, side: int) -> str | None:
        """What plays this side where no hands of its own do: `engine:4`."""
        played_by = self.line.opening.played_by
        plays = played_by[self.seats[side]] if played_by else HANDS
        return None if plays == HANDS else plays

    @property
    def hints_now(self) -> str:
        """How much the lights tell: of a turn that was called, everything."""
        return "full" if self.called is not None else self.hints


def fold(state: State, event: Event) -> State:
    """The state after one more event; kinds it does not know change nothing.

    `BrokenError` where it cannot have happened.
    """
    kind = KINDS.get(event.kind)
    if kind is None:
        return state
    step = _STEPS.get(kind)
    after = replace(state, line=_taken(state.line, kind, event))
    return step(state, after, read(kind, event.data), event.at) if step else after


def _taken(line: Line, kind: type[Happening], event: Event) -> Line:
    """The line with this event; what happens before any game is part of none."""
    if kind is GameOpened:
        line = Line()
    elif line.beginning is None:
        return line
    taken = take(line, Stored(len(line.heard) + 1, 0, event, GENESIS))
    if taken.fault:
        raise BrokenError(taken.fault.what)
    return taken


def fold_all(events: Iterable[Event]) -> State:
    """The state after all these events."""
    state = State()
    for event in events:
        state = fold(state, event)
    return state


def _opened(before: State, state: State, told: GameOpened, at: float) -> State:
    house = told_house_rules(told.house or {})
    clock = clock_from(house.clock_settings(), len(state.rules.sides), told.clock_left)
    return State(
        status=Status.SETUP,
        line=state.line,
        house=house,
        match=told.match,
        clock=clock,
        reserve=clock.left if clock else (),
        hints=house.hints,
        lot=bool(told.lot),
        left_out=before.left_out,
        turn_since=at,
        touched=told.clock_starts != FIRST_ACT,
    )


def _ready(_: State, state: State, __: BoardReady, at: float) -> State:
    state = replace(_calm(state), status=Status.PLAYING, turn_since=at)
    return _timed(replace(state, mover_since=at, hurry=False), at)


def _timed(state: State, at: float) -> State:
    """The time of whoever has to act runs; for that alone no clock gives anything."""
    clock = state.clock
    if clock is None or state.status is not Status.PLAYING or not state.begun:
        return state
    acting, mover = state.acting, state.rules.mover(state.position)
    if acting is None:
        return replace(state, clock=clock.rest(at))
    if state.called is not None or state.fallen_at is not None:
        return replace(state, clock=clock.stop(at))
    if clock.turn != mover:
        clock = clock.start(mover, at)
    return replace(state, clock=clock.hand(acting, at))


def _begun(_: State, state: State, __: ClockStarted, at: float) -> State:
    """The first act at the board: the mover has been thinking from now on. Or a die was on the
    floor, and play goes on."""
    if state.fallen_at is not None:
        return _timed(_picked_up(state, at), at)
    return _timed(replace(state, touched=True, turn_since=at, mover_since=at), at)


def _made(_: State, state: State, __: TurnMade | TurnCondoned, at: float) -> State:
    return _turned(state, at)


def _revised(before: State, state: State, told: TurnRevised, at: float) -> State:
    """It was not made before now: until then its side was still thinking.

    Who only says once more what was played changes nothing: what was called upon it stays called.
    """
    if before.called is not None and told.turn == before.plies[-1].turn:
        return replace(state, question=None, wrong=False, missing=None)
    return _turned(replace(state, clock=_clock_back(before, len(state.plies) - 1, at)), at)


def _turned(state: State, at: float) -> State:
    """A turn begins: the clock is pressed, what was asked or wrong is past."""
    mover, ply, clock = state.rules.mover(state.position), state.plies[-1], state.clock
    made = clock and clock.stop(at)
    if clock and ply.turn == state.rules.swap_turn:
        clock = clock.exchanged()
    if ply.side != mover:
        state = replace(state, mover_since=at, hurry=False)
    return replace(
        _calm(state),
        clock=clock and clock.press(mover, at),
        clocks=(*state.clocks[: ply.number - 1], made),
        turn_since=at,
        unsealed=True,
    )


def _returned(state: State, at: float) -> State:
    """Somebody is to move again who was so before: no clock gives time for that."""
    state = replace(state, mover_since=at, hurry=False)
    return _calm(_timed(replace(state, turn_since=at), at))


def _clock_back(state: State, keep: int, now: float) -> Clock | None:
    """The clock once only so many turns count: the side that made the next one goes on with it."""
    clock, last, made_last = state.clock, state.plies[-1], state.clocks[-1]
    if clock is None or made_last is None:
        return clock
    undone = state.plies[keep:]
    swapped = any(ply.turn == state.rules.swap_turn for ply in undone)
    if swapped:  # the seats that these turns were made from
        clock = clock.exchanged()
    same = len(undone) == 1 or (not swapped and all(ply.side == last.side for ply in undone))
    if not state.sealed and same:
        return clock.again(made_last, now)
    made = state.clocks[keep]
    return clock if made is None else clock.back(made, now)


def _calm(state: State) -> State:
    state = replace(state, question=None, wrong=False, missing=None, flagged=None)
    return replace(state, returning=False, directed=False, called=None, fallen_at=None)


def _shortened(before: State, state: State, at: float) -> State:
    """What had been rolled for the first turn taken back lies on the table again."""
    keep = len(state.plies)
    state = replace(
        state,
        status=Status.PLAYING if state.status is Status.OVER else state.status,
        clock=_clock_back(before, keep, at),
        clocks=state.clocks[:keep],
        unsealed=False,
        flagged=None,
    )
    return _returned(_in_match(state), at)


def _withdrawn(before: State, state: State, _: TurnWithdrawn, at: float) -> State:
    """It was not made after all: its side has been thinking since the turn before."""
    since = before.turn_since - before.plies[-1].seconds
    return replace(_shortened(before, state, at), turn_since=since)


def _taken_back(before: State, state: State, told: TurnsTakenBack, at: float) -> State:
    return replace(_shortened(before, state, at), returning=told.by != "hands")


def _called(_: State, state: State, told: TurnCalled, at: float) -> State:
    """Who called it has thought so long; while hands carry it out, nobody's time runs."""
    clock = state.clock and state.clock.stop(at)
    return replace(state, called=told.turn, called_at=at, clock=clock, touched=True)


def _drawn(_: State, state: State, __: DiceRolled, at: float) -> State:
    """Chance has brought something; whoever it made the mover has the clock now."""
    return _timed(_picked_up(state, at), at)


def _picked_up(state: State, at: float) -> State:
    """No die lies on the floor any more; so long nobody thought."""
    if state.fallen_at is None:
        return state
    rested = at - state.fallen_at
    since = state.mover_since + rested
    return replace(_waited(state, rested), mover_since=since, fallen_at=None)


def _voided(_: State, state: State, told: DiceVoid, at: float) -> State:
    """The roll lies badly: it is as if it had not been thrown, only counted (N3)."""
    state = replace(state, called=None)
    if told.floor and state.fallen_at is None:
        state = replace(state, fallen_at=at)
    # Where nobody had said what was rolled, nothing changes but that a die may be on the floor.
    return _timed(state, at) if told.dice or told.floor else state


def _decided(before: State, state: State, _: DecisionMade, at: float) -> State:
    if before.acts.answer and before.acting != before.rules.mover(before.position):
        state = _waited(state, at - state.offered_at)
    return _timed(replace(state, offered_at=at, touched=True), at)


def _waited(state: State, seconds: float) -> State:
    """So long nobody thought about the turn that is to be made."""
    return replace(state, turn_since=state.turn_since + seconds)


def _ruled(_: State, state: State, told: DirectorRuled, at: float) -> State:
    """A director has changed something: the game goes on from the position that leaves."""
    moved = told.what == "position"
    state = replace(_calm(state), returning=moved, directed=moved)
    return _timed(_in_match(state), at)


def _in_match(state: State) -> State:
    """The match as the position has it: a ruling changes its score, going back behind it too."""
    stakes = state.rules.stakes
    if stakes is None or not state.match:
        return state
    return replace(state, match={**state.match, **stakes.match_in(state.position)})


def _clock_set(_: State, state: State, told: DirectorClock, at: float) -> State:
    if state.clock is None:
        return state
    left = tuple(map(float, told.left))
    clocks = tuple(clock and replace(clock, left=left) for clock in state.clocks)
    return replace(
        state, clock=replace(state.clock, left=left, since=at), clocks=clocks, reserve=left
    )


def _asked(_: State, state: State, told: QuestionAsked, __: float) -> State:
    question = Question(told.question, told.about or "", told.options)
    return replace(state, question=question, questions=told.question)


def _left_out(_: State, state: State, told: SensorLeftOut, __: float) -> State:
    return replace(state, left_out=state.left_out | {told.cell})


def _restored(_: State, state: State, told: SensorRestored, __: float) -> State:
    return replace(state, left_out=state.left_out - {told.cell})


def _missed(_: State, state: State, told: PieceMissing, __: float) -> State:
    return replace(state, missing=(told.found, told.total))


def _hinted(_: State, state: State, told: HintsSet, __: float) -> State:
    return replace(state, hints=told.level)


def _flagged(_: State, state: State, told: ClockFlag, __: float) -> State:
    """Somebody's time is up: where that brings points, the match stands with them."""
    match = state.flag_loses_match
    stakes = state.rules.stakes
    ended = stakes.flagged(state.position, told.side, match=match) if stakes else None
    return replace(state, flagged=ended)


def _over(_: State, state: State, __: GameOver, at: float) -> State:
    clock, ended = state.clock and state.clock.stop(at), state.flagged
    return replace(_calm(state), status=Status.OVER, clock=clock, flagged=ended)


def _paused(_: State, state: State, told: GamePaused, at: float) -> State:
    clock, by = state.clock and state.clock.stop(at), told.by or ""
    return replace(state, status=Status.PAUSED, clock=clock, paused_at=at, paused_by=by)


def _restarted(_: State, state: State, __: DaemonStarted, at: float) -> State:
    """Nobody knows when the power went: the time without it is nobody's."""
    if state.status is Status.PLAYING:
        fallen = None if state.fallen_at is None else at
        state = replace(state, turn_since=at, offered_at=at, fallen_at=fallen)
    if state.game and state.rules.turn_limit(state.position) is not None:
        if state.status is Status.PAUSED:
            state = _waited(state, at - state.paused_at)
        state = replace(state, mover_since=at, paused_at=at, hurry=False)
    if state.clock is None or state.clock.running is None:
        return state
    return replace(state, clock=replace(state.clock, since=at))


def _resumed(_: State, state: State, __: GameResumed, at: float) -> State:
    rested = at - state.paused_at
    state = replace(_waited(state, rested), offered_at=state.offered_at + rested)
    since = state.mover_since + rested
    fallen = None if state.fallen_at is None else state.fallen_at + rested
    state = replace(state, mover_since=since, fallen_at=fallen)
    return _timed(replace(state, status=Status.PLAYING), at)


def _now(**changes: Any) -> Callable[[State, State, Any, float], State]:
    """A step that says only this."""
    return lambda _before, state, _told, _at: replace(state, **changes)


_STEPS: dict[type[Happening], Callable[[State, State, Any, float], State]] = {
    GameOpened: _opened,
    BoardReady: _ready,
    TurnCalled: _called,
    TurnMade: _made,
    TurnCondoned: _made,
    TurnRevised: _revised,
    TurnWithdrawn: _withdrawn,
    TurnsTakenBack: _taken_back,
    TurnSealed: _now(unsealed=False),
    DiceRolled: _drawn,
    DiceVoid: _voided,
    DecisionMade: _decided,
    AttemptWrong: _now(wrong=True),
    AttemptRighted: _now(wrong=False),
    QuestionAsked: _asked,
    QuestionAnswered: _now(question=None),
    SensorLeftOut: _left_out,
    SensorRestored: _restored,
    PieceMissing: _missed,
    PieceFound: _now(missing=None),
    TurnHurry: _now(hurry=True),
    HintsSet: _hinted,
    HintsUnlocked: _now(unlocked=True),
    GamePaused: _paused,
    GameResumed: _resumed,
    DirectorRuled: _ruled,
    DirectorClock: _clock_set,
    ClockStarted: _begun,
    ClockFlag: _flagged,
    GameOver: _over,
    DaemonStarted: _restarted,
}
