"""The one fold: events go in one by one, and the line of play is what they make."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from controller.play.event import Stored
from controller.play.facts import BrokenError
from controller.play.happenings import (
    KINDS,
    BoardReady,
    ChanceAdded,
    ChanceBound,
    ChanceCommitted,
    ChanceRevealed,
    ChanceSealed,
    ClockFlag,
    DecisionMade,
    DiceEarly,
    DiceNamed,
    DiceRolled,
    DiceVoid,
    DirectorClock,
    DirectorRuled,
    GameOpened,
    GameOver,
    GamePaused,
    GameResumed,
    Happening,
    SecretRevealed,
    SecretSealed,
    SeedLost,
    TurnCondoned,
    TurnMade,
    TurnRevised,
    TurnSealed,
    TurnsTakenBack,
    TurnWithdrawn,
    read,
    write,
)
from controller.play.line import Line
from controller.play.moments import Beginning, Moment, chained
from controller.play.opening import opening_of
from controller.play.steps import (
    BOARD,
    Decided,
    Early,
    Fault,
    Hidden,
    Note,
    Part,
    Ply,
    Promise,
    Result,
    Rolled,
    Ruled,
    Step,
    seal_of,
)

#: So many numbers are added to the board's dice at most; nobody presses a button for ever.
MOST_PARTS = 16

#: Asked about every event that changes a line: the line before and after it, and what it tells.
Judge = Callable[[Line, Line, Happening], None]


def read_line(events: Iterable[Stored], judge: Judge | None = None) -> Line:
    """Everything that happened in one game, from its events in order."""
    line = Line()
    for stored in events:
        line = take(line, stored, judge)
    return line


def take(line: Line, stored: Stored, judge: Judge | None = None) -> Line:
    """The line with one more event; a `fault` where that cannot be right."""
    heard = (*line.heard, stored)
    if line.fault:
        return line.but(heard=heard)
    try:
        after = _step(line, stored, judge)
    except BrokenError as error:
        kind = error.kind or stored.event.kind
        after = line.but(fault=Fault(error.seq or stored.seq, f"{kind}: {error}"))
    return after.but(heard=heard, number=line.number or stored.game)


def _step(line: Line, stored: Stored, judge: Judge | None) -> Line:
    kind = KINDS.get(stored.event.kind)
    if line.beginning is None and kind is not GameOpened:
        raise BrokenError("a game begins with game.opened")
    step = _STEPS.get(kind) if kind else None
    if kind is None or step is None:
        return _noted(line, stored)
    told = read(kind, stored.event.data)
    after = step(line, stored, told)
    if judge:
        judge(line, after, told)
    return after


def _noted(line: Line, *events: Stored) -> Line:
    """This happened beside the final line."""
    notes = (Note(len(line.turns), stored.seq, stored.event) for stored in events)
    return line.but(noted=(*line.noted, *notes))


# -- the opening, the board's dice, and what lies hidden ---------------------------------------


def _opened(line: Line, stored: Stored, told: GameOpened) -> Line:
    if line.beginning:
        raise BrokenError("this game was opened before")
    opening = opening_of(told, stored.event.at)
    return Line(opening=opening, beginning=Beginning(opening), seats=opening.seats)


def _ready(line: Line, stored: Stored, _: Happening) -> Line:
    return _noted(line.but(stage="playing"), stored)


def _paused(line: Line, stored: Stored, _: GamePaused) -> Line:
    return _noted(line.but(stage="paused"), stored)


def _committed(line: Line, stored: Stored, told: ChanceCommitted) -> Line:
    """The board promises its dice: once, again after every end that was taken back, and where
    somebody does not show the number that he had bound."""
    anew = line.reopened or (line.promise and line.promise.withheld and not has_rolled(line))
    if line.over or (line.promise and not anew):
        raise BrokenError("the board promised its dice before")
    line = _noted(line, *line.promised)  # what was promised and shown did happen
    promise = Promise(told.commitment)
    return line.but(promise=promise, promised=(stored,), reopened=False, seed_lost=False)


def _adding(line: Line) -> Promise:
    """The promise to which something may be added: until the board rolls from it."""
    if not line.promise:
        raise BrokenError("nothing was promised to which a number could be added")
    if line.promise.bound or line.promise.seed is not None or line.over or has_rolled(line):
        raise BrokenError("the board has rolled: what comes now is too late")
    return line.promise


def has_rolled(line: Line) -> bool:
    """Whether the board has rolled since it last promised its dice."""
    since = line.promised[0].seq if line.promised else 0
    steps = (moment.step for moment in (*line.dropped, *line.moments))
    return any(isinstance(each, Rolled) and each.by == BOARD and each.seq > since for each in steps)


def _part_sealed(line: Line, stored: Stored, told: ChanceSealed) -> Line:
    promise = _adding(line)
    if promise.closed:
        raise BrokenError("a number was shown already: one is bound before any is known")
    if any(part.side == told.side for part in promise.parts):
        raise BrokenError(f"side {told.side} has bound its number before")
    return _with_parts(line, stored, (*promise.parts, Part(told.side, seal=told.seal)))


def _part_added(line: Line, stored: Stored, told: ChanceAdded) -> Line:
    promise = _adding(line)
    own = next((part for part in promise.parts if part.side == told.side and part.seal), None)
    if own and own.number is None:
        if own.seal != seal_of(told.number):
            raise BrokenError(f"the number of side {told.side} is not the one that it had bound")
        shown = replace(own, number=told.number)
        return _with_parts(
            line, stored, tuple(shown if each is own else each for each in promise.parts)
        )
    if any(part.side is not None for part in promise.parts):
        raise BrokenError("a player's number is bound or known already: this is too late")
    return _with_parts(line, stored, (*promise.parts, Part(told.side, told.number)))


def _with_parts(line: Line, stored: Stored, parts: tuple[Part, ...]) -> Line:
    if len(parts) > MOST_PARTS:
        raise BrokenError(f"more than {MOST_PARTS} numbers were added")
    assert line.promise is not None
    return _noted(line.but(promise=replace(line.promise, parts=parts)), stored)


def _parts_bound(line: Line, stored: Stored, told: ChanceBound) -> Line:
    promise = _adding(line)
    if not promise.parts:
        raise BrokenError("nothing was added that could be bound")
    if promise.withheld:
        raise BrokenError(f"side {promise.withheld[0]} had bound a number that it never showed")
    if told.digest != promise.digest:
        raise BrokenError("what was added is not what was bound: a number was changed")
    return _noted(line.but(promise=replace(promise, bound=told.digest)), stored)


def _revealed(line: Line, stored: Stored, told: ChanceRevealed) -> Line:
    if not line.promise:
        raise BrokenError("a seed is shown that was never promised")
    if not line.over:
        raise BrokenError("the seed of the board's dice is shown before the game is over")
    promise = replace(line.promise, seed=told.seed)
    promised = (*line.promised, stored)
    return line.but(promise=promise, promised=promised, seed_lost=False, last=stored.seq)


def _lost(line: Line, stored: Stored, _: SeedLost) -> Line:
    """What the board had promised was lost with its file: people roll from then on."""
    return _noted(line.but(seed_lost=True), stored)


def _hidden(line: Line, _: Stored, told: SecretSealed) -> Line:
    if line.hidden:
        raise BrokenError("something was sealed before")
    return line.but(hidden=Hidden(told.seal))


def _shown(line: Line, stored: Stored, told: SecretRevealed) -> Line:
    if not line.hidden:
        raise BrokenError("something is shown that was never sealed")
    if not line.over:
        raise BrokenError("what lies hidden is shown before the game is over")
    return line.but(hidden=replace(line.hidden, shown=write(told)), last=stored.seq)


# -- rolls, decisions, rulings -----------------------------------------------------------------


def _check_running(line: Line, what: str) -> None:
    if line.result:
        raise BrokenError(f"the game was over before this {what}")


def _added(line: Line, step: Step) -> Line:
    return line.but(moments=(*line.moments, Moment(line.newest, step)))


def _rolled(line: Line, stored: Stored, told: DiceRolled) -> Line:
    _check_running(line, "roll")
    roll = Rolled(told.side, told.dice, told.by, told.number, stored.event.at, stored.seq)
    return _added(line, roll).but(draws=told.number, early=None)


def _early(line: Line, stored: Stored, told: DiceEarly) -> Line:
    """It is no step of the line before the turn has ended."""
    _check_running(line, "roll")
    return _noted(line.but(early=Early(told.side, told.dice) if told.stands else None), stored)


def _voided(line: Line, stored: Stored, told: DiceVoid) -> Line:
    """The roll is no step of the line any more; that it was thrown stays told."""
    _check_running(line, "void roll")
    since = line.turns[-1] + 1 if line.turns else 0
    rolls = [
        place
        for place in range(since, len(line.moments))
        if isinstance(line.moments[place].step, Rolled)
    ]
    if told.dice and rolls:
        line = _without(line, rolls[-1])
    return _noted(line, stored)


def _without(line: Line, place: int) -> Line:
    """What was said since then follows upon what came before."""
    void, later = line.moments[place], line.moments[place + 1 :]
    follows = chained(void.earlier, (moment.step for moment in later))
    moments = (*line.moments[:place], *follows)
    return line.but(moments=moments, dropped=(*line.dropped, void))


def _named(line: Line, stored: Stored, told: DiceNamed) -> Line:
    """Somebody said which of the rolls that explain a turn it was."""
    if not 1 <= told.ply <= len(line.turns):
        raise BrokenError(f"there is no ply {told.ply}; there are {len(line.turns)}")
    ply, dice = line.ply(told.ply), told.dice
    if dice not in ply.rolls or ply.named:
        raise BrokenError(f"{'-'.join(map(str, dice))} is no roll that explains ply {told.ply}")
    return _noted(
        _remade(line, told.ply, replace(ply, rolls=(dice,), dice=dice, named=True)), stored
    )


def _remade(line: Line, number: int, ply: Ply) -> Line:
    """The line with another turn in this one's place, and what followed upon it."""
    place = line.turns[number - 1]
    old, later = line.moments[place], line.moments[place + 1 :]
    follows = chained(old.earlier, (ply, *(moment.step for moment in later)))
    return line.but(moments=(*line.moments[:place], *follows))


def _decided(line: Line, stored: Stored, told: DecisionMade) -> Line:
    _check_running(line, "decision")
    return _added(line, Decided(told.side, told.decision, stored.event.at, stored.seq))


def _ruled(line: Line, stored: Stored, told: DirectorRuled) -> Line:
    _check_running(line, "ruling")
    _check_signed(told.by, told.why)
    at, seq = stored.event.at, stored.seq
    ruled = Ruled(told.what, told.value, told.position, told.by, told.why, at, seq)
    return _added(line, ruled).but(early=None)


def _clock_set(line: Line, stored: Stored, told: DirectorClock) -> Line:
    _check_running(line, "ruling")
    _check_signed(told.by, told.why)
    return _noted(line, stored)


def _check_signed(who: str | None, why: str | None) -> None:
    """Nobody directs a game without saying who and why."""
    if not (who or "").strip() or not (why or "").strip():
        raise BrokenError("a director acted, and it is not said who and why")


# -- turns -------------------------------------------------------------------------------------


def _made(line: Line, stored: Stored, told: TurnMade) -> Line:
    rolls, opening = told.rolls or (), told.opening or ()
    return _turned(line, _ply(line, stored, told, told.side, rolls=rolls, opening=opening))


def _condoned(line: Line, stored: Stored, told: TurnCondoned) -> Line:
    side = _roller(line) if told.side is None else told.side
    if told.accepted == side:
        raise BrokenError(f"side {side} lets its own turn stand; that is for the other side")
    facts = {"condoned": True, "accepted": told.accepted, "before": told.before}
    return _turned(line, _ply(line, stored, told, side, **facts))


def _roller(line: Line) -> int:
    """Who rolled last, where a condoned turn does not say whose it is."""
    said = (step for step in reversed(line.steps) if not isinstance(step, Ply))
    roll = next(said, None)
    if not isinstance(roll, Rolled):
        return 0
    return int(roll.dice[-1:] > roll.dice[:1]) if roll.side is None else roll.side


def _ply(line: Line, stored: Stored, told: TurnMade | TurnCondoned, side: int, **more: Any) -> Ply:
    _check_running(line, "turn")
    number = len(line.turns) + 1
    if told.ply != number:
        raise BrokenError(f"it is ply {told.ply}, but ply {number} comes next")
    return Ply(
        number=number,
        side=side,
        turn=told.turn or "",
        position=told.position,
        by=told.by or "hands",
        seconds=float(told.seconds or 0),
        at=stored.event.at,
        seq=stored.seq,
        dice=told.dice or (),
        **more,
    )


def _turned(line: Line, ply: Ply) -> Line:
    turns = (*line.turns, len(line.moments))
    return _swapped(_added(line, ply), ply).but(turns=turns, stage="playing")


def _swapped(line: Line, *plies: Ply) -> Line:
    """Who has exchanged seats sits at the other side."""
    swaps = sum(ply.turn == "swap" for ply in plies)
    return line.but(seats=line.seats[::-1]) if swaps % 2 else line


def _sealed(line: Line, _: Stored, told: TurnSealed) -> Line:
    if not 1 <= told.ply <= len(line.turns):
        raise BrokenError(f"there is no ply {told.ply} to seal; there are {len(line.turns)}")
    place, ply = line.turns[told.ply - 1], line.ply(told.ply)
    sealed = line.moments[place].told(replace(ply, sealed=told.by))
    return line.but(moments=(*line.moments[:place], sealed, *line.moments[place + 1 :]))


# -- turns that are changed and taken back -----------------------------------------------------


def _revised(line: Line, stored: Stored, told: TurnRevised) -> Line:
    last = _unsealed(line, told.ply)
    if told.old != last.turn:
        raise BrokenError(f"it changes {told.old!r}, but {last.turn!r} was made")
    ply = replace(
        last,
        turn=told.turn,
        position=told.position,
        by=told.by or last.by,
        seconds=last.seconds if told.seconds is None else float(told.seconds),
        condoned=False,
        rolls=told.rolls or (),
        opening=told.opening or (),
        named=False,
        dice=(told.dice or ()) if told.rolls else last.dice,
    )
    line = _drop(_reopened(line), line.turns[-1:])
    return _noted(_swapped(_remade(line, told.ply, ply), last, ply), stored)


def _withdrawn(line: Line, stored: Stored, told: TurnWithdrawn) -> Line:
    last = _unsealed(line, told.ply)
    if told.turn != last.turn:
        raise BrokenError(f"{last.turn!r} is the turn that can be withdrawn")
    return _shortened(line, len(line.turns) - 1, stored)


def _unsealed(line: Line, number: int) -> Ply:
    if not line.turns or number != len(line.turns):
        raise BrokenError(f"ply {number} is not the last: there are {len(line.turns)}")
    last = line.ply(number)
    if last.sealed:
        raise BrokenError(f"ply {number} was sealed before (by {last.sealed})")
    return last


def _taken_back(line: Line, stored: Stored, told: TurnsTakenBack) -> Line:
    if not 0 <= told.to < len(line.turns):
        raise BrokenError(f"{len(line.turns)} turns cannot be taken back to {told.to}")
    if told.by == "director":
        _check_signed(told.who, told.why)
    there = tuple(ply.turn for ply in line.plies[told.to :])
    if told.turns not in (there, there[::-1]):
        was = f"it takes back {' '.join(told.turns)}"
        raise BrokenError(f"{was}, but {' '.join(there)} were made")
    return _shortened(line, told.to, stored)


def _shortened(line: Line, keep: int, stored: Stored) -> Line:
    """Turns leave the final line; what happened during them stays, at the last turn kept."""
    place, undone = line.turns[keep], line.plies[keep:]
    line = _drop(_swapped(_reopened(line), *undone), range(place, len(line.moments)))
    gone = {moment.step.seq for moment in line.moments[place:] if not isinstance(moment.step, Ply)}
    line = line.but(moments=line.moments[:place], turns=line.turns[:keep], early=None)
    noted = tuple(note if note.ply <= keep else replace(note, ply=keep) for note in line.noted)
    said = (each for each in line.heard if each.seq in gone)
    return _noted(line.but(noted=noted), *said, stored)


def _drop(line: Line, places: Iterable[int]) -> Line:
    """What counts no more is kept for whoever checks it; no side's time is up after that."""
    dropped = (line.moments[place] for place in places)
    return line.but(dropped=(*line.dropped, *dropped), flagged=None)


def _reopened(line: Line) -> Line:
    """A turn changed after the end: the result no longer stands, but it did happen."""
    if not line.over:
        return line
    line = _noted(line, line.over)
    return line.but(result=None, over=None, last=None, stage="playing", reopened=True)


# -- the end -----------------------------------------------------------------------------------


def _flagged(line: Line, stored: Stored, told: ClockFlag) -> Line:
    _check_running(line, "flag")
    return _noted(line.but(flagged=told.side), stored)


def _ended(line: Line, stored: Stored, told: GameOver) -> Line:
    annulled = told.reason == "annulled"
    if annulled:
        _check_signed(told.by, told.why)
    if line.result and (not annulled or line.result.reason == "annulled"):
        raise BrokenError("the game was over before")
    if line.over:  # the result that no longer stands did happen
        line = _noted(line, line.over)
    result = Result(
        told.winner,
        told.scores,
        told.reason,
        stored.event.at,
        told.level,
        told.cube,
        told.shared or (),
    )
    return line.but(result=result, over=stored, last=stored.seq, stage="over", early=None)


_STEPS: dict[type[Happening], Callable[[Line, Stored, Any], Line]] = {
    GameOpened: _opened,
    BoardReady: _ready,
    ChanceCommitted: _committed,
    ChanceSealed: _part_sealed,
    ChanceAdded: _part_added,
    ChanceBound: _parts_bound,
    ChanceRevealed: _revealed,
    SeedLost: _lost,
    SecretSealed: _hidden,
    SecretRevealed: _shown,
    DiceRolled: _rolled,
    DiceVoid: _voided,
    DiceEarly: _early,
    DiceNamed: _named,
    DecisionMade: _decided,
    DirectorRuled: _ruled,
    DirectorClock: _clock_set,
    TurnMade: _made,
    TurnCondoned: _condoned,
    TurnRevised: _revised,
    TurnWithdrawn: _withdrawn,
    TurnsTakenBack: _taken_back,
    TurnSealed: _sealed,
    ClockFlag: _flagged,
    GameOver: _ended,
    GamePaused: _paused,
    GameResumed: _ready,
}
