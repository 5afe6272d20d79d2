"""The state of a table: the fold of its events, and nothing else.

`fold(state, event)` is the only way a state comes about, so a restart is a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from controller.games.catalogue import AnyGame, make_game
from controller.games.game import Cell
from controller.games.inferring import lying, turn_to
from controller.games.straying import read_stray
from controller.play.event import Event
from controller.play.steps import MATCH
from controller.table.clock import Clock, clock_from
from controller.table.house_rules import HouseRules, told_house_rules

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
class Ply:
    """One turn of the line of play."""

    side: int
    turn: str
    position: Any
    by: str
    seconds: float
    #: The position it was made from, with what had been rolled.
    before: Any = None
    sealed: bool = False
    #: What had been rolled or entered for it.
    dice: tuple[int, ...] = ()
    #: The position before that roll.
    unrolled: Any = None
    #: It was against the rules and the opponent let it stand: it has no notation.
    condoned: bool = False
    #: The rolls that explain it, where nobody said what was rolled (and those that made this side
    #: begin). One roll, and `named`: somebody said later which it was.
    rolls: tuple[tuple[int, ...], ...] = ()
    opening: tuple[tuple[int, ...], ...] = ()
    named: bool = False
    #: The clock as it was made, standing still: nothing was given for it yet.
    clock: Clock | None = None

    @property
    def rolled(self) -> bool:
        """Whether it had a roll of its own, which no director set."""
        return bool(self.dice) and self.unrolled is not None

    @property
    def forced(self) -> bool:
        """Whether nobody made it: with what was rolled nothing could be played (N6)."""
        return self.by == "pass" and not self.rolls


@dataclass(frozen=True, slots=True)
class Question:
    """What the board asks, with the answers it takes; `about` is what it is unsure of."""

    number: int
    about: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """How the game ended."""

    winner: int | None
    scores: tuple[int, ...]
    reason: str
    #: Who shares the win, where several do.
    shared: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """Everything a table knows."""

    status: Status = Status.IDLE
    #: Two states are compared by the options: rules made twice from them are the same rules.
    game: AnyGame | None = field(default=None, compare=False)
    options: Mapping[str, Any] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    house: HouseRules = field(default_factory=HouseRules)
    start: Any = None
    plies: tuple[Ply, ...] = ()
    #: The newest position with what was rolled or decided since the last turn, if anything was.
    current: Any = None
    #: What was rolled for the turn to be made, and how often chance was asked in this game.
    dice: tuple[int, ...] = ()
    draws: int = 0
    #: The position before the last roll, in case the roll is void.
    unrolled: Any = None
    match: Mapping[str, Any] | None = None
    clock: Clock | None = None
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
    #: The pieces have yet to follow a director, not the game's own past.
    directed: bool = False
    result: Result | None = None
    opened: float = 0.0
    #: Since when the mover thinks; what was nobody's time, or the other side's, lies before it.
    turn_since: float = 0.0
    #: Since when the other side thinks about what it was offered.
    offered_at: float = 0.0
    #: Since when the mover is to move, extra turns and all, and whether the time runs short.
    mover_since: float = 0.0
    hurry: bool = False
    paused_at: float = 0.0
    #: Somebody has touched the board in this game, or pressed the clock: time may run.
    touched: bool = True

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
    def rules(self) -> AnyGame:
        """The game being played; only to be asked for where there is one."""
        assert self.game is not None
        return self.game

    @property
    def position(self) -> Any:
        """The newest position, with what was rolled and decided in it."""
        if self.current is not None:
            return self.current
        return self.plies[-1].position if self.plies else self.start

    @property
    def past(self) -> list[Any]:
        """The positions that turns were made from, and the newest position last."""
        return [*(ply.before for ply in self.plies), self.position]

    @property
    def sealed(self) -> bool:
        """Whether the last turn can no longer be changed by hand."""
        return not self.plies or self.plies[-1].sealed

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
    def awaited_answer(self) -> str | None:
        """What would accept an offered raise, or a resignation; None: no answer is awaited."""
        words = self.rules.decisions(self.position)
        return next((word for word in ("take", "accept") if word in words), None)

    @property
    def resignations(self) -> list[str]:
        """How either side may resign where a resignation says what it is worth, the least first."""
        words = self.rules.decisions(self.position)
        return [word for word in words if word.startswith("resign")]

    @property
    def acting(self) -> int | None:
        """Who has to act, so that his time runs; None: the opening roll has yet to say (N2)."""
        rules, position, answer = self.rules, self.position, self.awaited_answer
        if answer is not None:
            return rules.speaker(position, answer)
        draw = rules.draws(position)
        return None if draw is not None and draw.side is None else rules.mover(position)

    @property
    def hints_locked(self) -> bool:
        """In tournament mode hints stay as they are until somebody unlocks them, on record."""
        return self.house.tournament and not self.unlocked

    def player_of(self, side: int) -> str:
        """Who sits at this side."""
        return self.players[self.seats[side]]


def fold(state: State, event: Event) -> State:
    """The state after one more event; kinds it does not know change nothing."""
    step = _STEPS.get(event.kind)
    return step(state, event) if step else state


def fold_all(events: Iterable[Event]) -> State:
    """The state after all these events."""
    state = State()
    for event in events:
        state = fold(state, event)
    return state


def _opened(state: State, event: Event) -> State:
    data = event.data
    game = make_game(data["game"], data["options"])
    house = told_house_rules(data["house"])
    clock = clock_from(house.clock_settings(), len(game.sides), data.get("clock_left"))
    return State(
        status=Status.SETUP,
        game=game,
        options=data["options"],
        players=tuple(data["players"]),
        seats=tuple(data["seats"]),
        house=house,
        start=game.read_position(data["position"]),
        match=data.get("match"),
        clock=clock,
        reserve=clock.left if clock else (),
        hints=house.hints,
        left_out=state.left_out,
        opened=event.at,
        turn_since=event.at,
        touched=data.get("clock_starts") != FIRST_ACT,
    )


def _ready(state: State, event: Event) -> State:
    state = replace(_calm(state), status=Status.PLAYING, turn_since=event.at)
    return _timed(replace(state, mover_since=event.at, hurry=False), event)


def _timed(state: State, event: Event) -> State:
    """The time of whoever has to act runs; for that alone no clock gives anything."""
    clock = state.clock
    if clock is None or state.status is not Status.PLAYING or not state.begun:
        return state
    acting, mover = state.acting, state.rules.mover(state.position)
    if acting is None:
        return replace(state, clock=clock.rest(event.at))
    if clock.turn != mover:
        clock = clock.start(mover, event.at)
    return replace(state, clock=clock.hand(acting, event.at))


def _begun(state: State, event: Event) -> State:
    """The first act at the board: the mover has been thinking from now on."""
    state = replace(state, touched=True, turn_since=event.at, mover_since=event.at)
    return _timed(state, event)


def _ply(state: State, event: Event, before: Any) -> Ply:
    data, rules = event.data, state.rules
    told = (data["side"], data["turn"])
    rolls, opening = _rolls(data.get("rolls", ())), _rolls(data.get("opening", ()))
    if rolls:
        rolled = lying(rules, before, opening, rolls)
        turn = turn_to(rules, rolled, data["turn"], data["position"])
        position = rules.play(rolled, turn)
    else:
        position = rules.play(before, rules.read_turn(before, data["turn"]))
    ply = Ply(*told, position, data["by"], data["seconds"], before)
    rolled = state if before is state.position else state.plies[-1]  # in whose place it comes
    ply = replace(ply, dice=rolled.dice, unrolled=rolled.unrolled)
    return replace(ply, rolls=rolls, opening=opening)


def _rolls(given: Iterable[Iterable[int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(map(tuple, given))


def _made(state: State, event: Event) -> State:
    sealed = tuple(ply if ply.sealed else replace(ply, sealed=True) for ply in state.plies)
    ply = _ply(state, event, state.position)
    state = replace(state, plies=(*sealed, ply), current=None, dice=())
    if event.data["turn"] == state.rules.swap_turn:
        state = replace(state, seats=state.seats[::-1])
    return _turned(state, event)


def _condoned(state: State, event: Event) -> State:
    data, before = event.data, state.position
    position = read_stray(state.rules, before, data["position"])
    ply = Ply(data["side"], "", position, data["by"], data["seconds"], before, condoned=True)
    ply = replace(ply, dice=state.dice, unrolled=state.unrolled)
    sealed = tuple(replace(each, sealed=True) for each in state.plies)
    return _turned(replace(state, plies=(*sealed, ply), current=None, dice=()), event)


def _revised(state: State, event: Event) -> State:
    """It was not made before now: until then its side was still thinking."""
    kept, clock = len(state.plies) - 1, _clock_back(state, len(state.plies) - 1, event.at)
    ply = _ply(state, event, state.plies[-1].before)
    state = replace(state, plies=(*state.plies[:kept], ply), current=None, dice=())
    return _turned(replace(state, clock=clock), event)


def _turned(state: State, event: Event) -> State:
    """A turn begins: the clock is pressed, what was asked or wrong is past."""
    mover = state.rules.mover(state.position)
    *earlier, ply = state.plies
    clock = state.clock
    ply = replace(ply, clock=clock and clock.stop(event.at))
    state = replace(state, plies=(*earlier, ply))
    if clock and ply.turn == state.rules.swap_turn:
        clock = clock.exchanged()
    clock = clock and clock.press(mover, event.at)
    if ply.side != mover:
        state = replace(state, mover_since=event.at, hurry=False)
    return _calm(replace(state, clock=clock, turn_since=event.at))


def _returned(state: State, event: Event) -> State:
    """Somebody is to move again who was so before: no clock gives time for that."""
    state = replace(state, mover_since=event.at, hurry=False)
    return _calm(_timed(replace(state, turn_since=event.at), event))


def _clock_back(state: State, keep: int, now: float) -> Clock | None:
    """The clock once only so many turns count: the side that made the next one goes on with it."""
    clock, last = state.clock, state.plies[-1]
    if clock is None or last.clock is None:
        return clock
    undone = state.plies[keep:]
    swapped = any(ply.turn == state.rules.swap_turn for ply in undone)
    if swapped:  # the seats that these turns were made from
        clock = clock.exchanged()
    same = len(undone) == 1 or (not swapped and all(ply.side == last.side for ply in undone))
    if not last.sealed and same:
        return clock.again(last.clock, now)
    made = state.plies[keep].clock
    return clock if made is None else clock.back(made, now)


def _calm(state: State) -> State:
    state = replace(state, question=None, wrong=False, missing=None)
    return replace(state, returning=False, directed=False)


def _shortened(state: State, keep: int, event: Event) -> State:
    state = replace(state, clock=_clock_back(state, keep, event.at))
    for ply in state.plies[keep:]:
        if ply.turn == state.rules.swap_turn:
            state = replace(state, seats=state.seats[::-1])
    status = Status.PLAYING if state.status is Status.OVER else state.status
    kept = tuple(replace(ply, sealed=True) for ply in state.plies[:keep])
    # What had been rolled for the first turn taken back lies on the table again.
    if keep < len(state.plies):
        first = state.plies[keep]
        state = replace(state, current=first.before, dice=first.dice, unrolled=first.unrolled)
        state = _in_match(state)
    state = replace(state, plies=kept, status=status, result=None)
    return _returned(state, event)


def _withdrawn(state: State, event: Event) -> State:
    """It was not made after all: its side has been thinking since the turn before."""
    since = state.turn_since - state.plies[-1].seconds
    return replace(_shortened(state, len(state.plies) - 1, event), turn_since=since)


def _taken_back(state: State, event: Event) -> State:
    state = _shortened(state, event.data["to"], event)
    return replace(state, returning=event.data["by"] != "hands")


def _drawn(state: State, event: Event) -> State:
    """Chance has brought something; whoever it made the mover has the clock now."""
    data = event.data
    position = state.rules.draw(state.position, data["dice"])
    state = replace(state, unrolled=state.position, dice=tuple(data["dice"]), draws=data["number"])
    return _moved(state, position, event)


def _voided(state: State, event: Event) -> State:
    """The roll lies badly: it is as if it had not been thrown, only counted (N3)."""
    if not event.data["dice"]:
        return state  # nobody had said what it was
    return _moved(replace(state, dice=()), state.unrolled, event)


def _named(state: State, event: Event) -> State:
    """Somebody said which of the rolls that explain a turn it was."""
    at, dice = event.data["ply"] - 1, tuple(event.data["dice"])
    ply = replace(state.plies[at], rolls=(dice,), named=True)
    return replace(state, plies=(*state.plies[:at], ply, *state.plies[at + 1 :]))


def _decided(state: State, event: Event) -> State:
    data = event.data
    if state.awaited_answer and state.acting != state.rules.mover(state.position):
        state = _waited(state, event.at - state.offered_at)
    position = state.rules.decide(state.position, data["decision"], data["side"])
    return _moved(replace(state, offered_at=event.at, touched=True), position, event)


def _waited(state: State, seconds: float) -> State:
    """So long nobody thought about the turn that is to be made."""
    return replace(state, turn_since=state.turn_since + seconds)


def _moved(state: State, position: Any, event: Event) -> State:
    """The position has changed without a turn."""
    return _timed(replace(state, current=position), event)


def _ruled(state: State, event: Event) -> State:
    """A director has changed something: the game goes on from the position that leaves."""
    data = event.data
    what, value = data["what"], data["value"]
    position = state.rules.ruled(state.position, what, value)
    state = replace(_calm(state), current=position, unrolled=None)
    if what == "dice":
        state = replace(state, dice=tuple(value))
    if what == "position":
        state = replace(state, dice=(), returning=True, directed=True)
    return _timed(_in_match(state), event)


def _in_match(state: State) -> State:
    """The match as the position has it: a ruling changes its score, going back behind it too."""
    there = state.rules.match_in(state.position)
    return replace(state, match={**state.match, **there}) if state.match and there else state


def _clock_set(state: State, event: Event) -> State:
    if state.clock is None:
        return state
    left = tuple(float(seconds) for seconds in event.data["left"])
    clocks = (ply.clock and replace(ply.clock, left=left) for ply in state.plies)
    plies = tuple(replace(ply, clock=clock) for ply, clock in zip(state.plies, clocks, strict=True))
    clock = replace(state.clock, left=left, since=event.at)
    return replace(state, clock=clock, plies=plies, reserve=left)


def _asked(state: State, event: Event) -> State:
    data = event.data
    question = Question(data["question"], data["about"], tuple(data["options"]))
    return replace(state, question=question, questions=data["question"])


def _flagged(state: State, event: Event) -> State:
    """Somebody's time is up: where that brings points, the match stands with them."""
    side, match = event.data["side"], state.flag_loses_match
    ended = state.rules.flagged(state.position, side, match=match)
    return state if ended is None else replace(state, current=ended)


def _over(state: State, event: Event) -> State:
    data = event.data
    shared = tuple(data.get("shared", ()))
    result = Result(data["winner"], tuple(data["scores"]), data["reason"], shared)
    clock = state.clock and state.clock.stop(event.at)
    return replace(_calm(state), status=Status.OVER, result=result, clock=clock)


def _paused(state: State, event: Event) -> State:
    clock = state.clock and state.clock.stop(event.at)
    return replace(state, status=Status.PAUSED, clock=clock, paused_at=event.at)


def _restarted(state: State, event: Event) -> State:
    """Nobody knows when the power went: the time without it is nobody's."""
    if state.status is Status.PLAYING:
        state = replace(state, turn_since=event.at, offered_at=event.at)
    if state.game and state.rules.turn_limit(state.position) is not None:
        if state.status is Status.PAUSED:
            state = _waited(state, event.at - state.paused_at)
        state = replace(state, mover_since=event.at, paused_at=event.at, hurry=False)
    if state.clock is None or state.clock.running is None:
        return state
    return replace(state, clock=replace(state.clock, since=event.at))


def _resumed(state: State, event: Event) -> State:
    rested = event.at - state.paused_at
    state = replace(_waited(state, rested), offered_at=state.offered_at + rested)
    since = state.mover_since + rested
    return _timed(replace(state, status=Status.PLAYING, mover_since=since), event)


_STEPS: dict[str, Callable[[State, Event], State]] = {
    "game.opened": _opened,
    "board.ready": _ready,
    "turn.made": _made,
    "turn.condoned": _condoned,
    "turn.revised": _revised,
    "turn.withdrawn": _withdrawn,
    "turn.takeback": _taken_back,
    "turn.sealed": lambda state, _: replace(
        state, plies=tuple(replace(ply, sealed=True) for ply in state.plies)
    ),
    "dice.rolled": _drawn,
    "dice.void": _voided,
    "dice.named": _named,
    "decision.made": _decided,
    "attempt.wrong": lambda state, _: replace(state, wrong=True),
    "attempt.righted": lambda state, _: replace(state, wrong=False),
    "question.asked": _asked,
    "question.answered": lambda state, _: replace(state, question=None),
    "sensor.left_out": lambda state, event: replace(
        state, left_out=state.left_out | {event.data["cell"]}
    ),
    "sensor.restored": lambda state, event: replace(
        state, left_out=state.left_out - {event.data["cell"]}
    ),
    "piece.missing": lambda state, event: replace(
        state, missing=(event.data["found"], event.data["total"])
    ),
    "turn.hurry": lambda state, _: replace(state, hurry=True),
    "piece.found": lambda state, _: replace(state, missing=None),
    "hints.set": lambda state, event: replace(state, hints=event.data["level"]),
    "hints.unlocked": lambda state, _: replace(state, unlocked=True),
    "game.paused": _paused,
    "game.resumed": _resumed,
    "director.ruled": _ruled,
    "director.clock": _clock_set,
    "clock.started": _begun,
    "clock.flag": _flagged,
    "game.over": _over,
    "daemon.started": _restarted,
}
