"""What happened besides the turns, one sentence each: in English for the comments of a record, in
every language for reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.games.told import Pieces, Term, Told
from controller.play.event import Event
from controller.play.facts import BrokenError
from controller.play.happenings import (
    AttemptRighted,
    AttemptWrong,
    BoardReady,
    ChanceAdded,
    ChanceBound,
    ChanceCommitted,
    ChanceRevealed,
    ChanceSealed,
    ClockFlag,
    DaemonStarted,
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
    HintsSet,
    HintsUnlocked,
    PieceFound,
    PieceMissing,
    QuestionAnswered,
    QuestionAsked,
    SeedLost,
    SensorLeftOut,
    SensorRestored,
    TurnCalled,
    TurnMade,
    TurnRevised,
    TurnSealed,
    TurnsTakenBack,
    TurnWithdrawn,
    read_event,
)
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.steps import Note, Ply
from controller.record.chain import canonical

#: How a turn came to be known, where hands and sensors did not tell it by themselves.
_TOLD = {
    "answer": Told("told by the players when asked"),
    "declared": Told("declared by the players"),
    "imported": None,
    "pass": Told("no legal move"),
}


def sentences(line: Line, ply: int) -> tuple[str, ...]:
    """Everything worth saying about a turn of the final line; 0 is the time before the first."""
    told = _told(line.plies[ply - 1], line.opening.game) if ply else None
    said = (note_in_words(line, note) for note in line.notes if note.ply == ply)
    return tuple(sentence for sentence in (told, *said) if sentence)


def _told(ply: Ply, game: str) -> str | None:
    if ply.condoned:
        return Told("against the rules, and let stand by the opponent")
    if ply.by == "pass" and game == "kakuzu":
        return None  # the drawn 0 stands before it
    return _TOLD.get(ply.by)


def note_in_words(line: Line, note: Note) -> str | None:
    """The sentence for what happened in a game, its sides called by their names."""
    told = _read(note.event)
    if isinstance(told, ClockFlag):
        side = Term("side", rules_of(line.opening).sides[told.side])
        return Told("the time of {side} was up", side=side)
    return in_words(note.event)


def in_words(event: Event) -> str | None:
    """The sentence for an event; None for what goes without saying."""
    told = _read(event)
    if isinstance(told, _SILENT):
        return None
    say = _SENTENCES.get(type(told))
    try:
        return say(told) if say else _plainly(event)
    except (KeyError, TypeError, ValueError, AttributeError):
        return _plainly(event)


def _read(event: Event) -> Happening | None:
    """What an event tells; None: it is unknown here or odd, and is shown as it stands."""
    try:
        return read_event(event)
    except BrokenError:
        return None


def _plainly(event: Event) -> str:
    return f"{event.kind} {canonical(dict(event.data))}" if event.data else event.kind


def _by(by: str | None, who: str | None = None) -> str:
    """Who did it: by his key, and by the name that was given."""
    told = f"{by} ({who})" if by and who else by or who
    return Pieces((" ", Told("by {who}", who=told))) if told else ""


def _why(why: str | None) -> str:
    return Told(": {why}", why=why) if why else ""


def _ready(told: BoardReady) -> str | None:
    if not told.left_out:
        return None
    return Told("sensors left out: {cells}", cells=" ".join(told.left_out))


def _wrong(told: AttemptWrong) -> str:
    cells = tuple(_cell(name, facts) for name, facts in told.cells.items())
    return Told("illegal attempt: {attempts}", attempts=cells)


def _cell(name: str, facts: Mapping[str, Any]) -> str:
    least, most = facts["seen"]
    seen = least
    if most is None:
        seen = Told("{least} or more", least=least)
    elif least != most:
        seen = Told("{least} to {most}", least=least, most=most)
    return Told("{cell} shows {seen}, not {wanted}", cell=name, seen=seen, wanted=facts["wanted"])


def _taken_back(told: TurnsTakenBack) -> str:
    turns = " ".join(told.turns)
    if told.by == "director":
        return Told(
            "taken back by the director ({who}: {why}): {turns}",
            who=told.who,
            why=told.why,
            turns=turns,
        )
    return Told("taken back{by}: {turns}", by=_by(told.by), turns=turns)


def _directed(told: DirectorRuled) -> str:
    return Told(
        "the director set {what} to {value}, taken back ({who}: {why})",
        what=told.what,
        value=str(told.value),
        who=told.who or told.by,
        why=told.why,
    )


def _clock(told: DirectorClock) -> str:
    left = tuple(Told("{seconds:g} s", seconds=seconds) for seconds in told.left)
    return Told(
        "the director set the clock to {left} ({who}: {why})",
        left=left,
        who=told.who or told.by,
        why=told.why,
    )


def _answered(told: QuestionAnswered) -> str:
    if told.choice is None:
        return Told("settled by the hands")
    return Told("answered{by}: {choice}", by=_by(told.by), choice=told.choice)


def _result(told: GameOver) -> str:
    scores = "-".join(str(score) for score in told.scores)
    how = Term("reason", told.reason)
    return Told(
        "the game was over, {scores} ({how}), before that was changed", scores=scores, how=how
    )


def _void(told: DiceVoid) -> str:
    roll = f" {_and(told.dice)}" if told.dice else ""
    if told.floor:
        return Told("void roll{roll}, a die on the floor{why}", roll=roll, why=_why(told.why))
    return Told("void roll{roll}{why}", roll=roll, why=_why(told.why))


def _early(told: DiceEarly) -> str:
    roll = _and(told.dice)
    if told.stands:
        return Told("{roll} was rolled too early, and stands", roll=roll)
    return Told("{roll} was rolled too early, and is void{why}", roll=roll, why=_why(told.why))


def _named(told: DiceNamed) -> str:
    roll = _and(told.dice)
    return Told("it was said later that {roll} was rolled for {ply}", roll=roll, ply=told.ply)


def _lost(_: SeedLost) -> str:
    return Told("the seed of the board's dice was lost: from here on people rolled")


def _and(dice: Iterable[int]) -> str:
    return "-".join(map(str, dice))


_SILENT = (GameOpened, TurnMade, TurnSealed)
_SENTENCES: dict[type[Any], Callable[[Any], str | None]] = {
    BoardReady: _ready,
    TurnCalled: lambda told: Told("{turn} was called", turn=told.turn),
    ChanceCommitted: lambda told: Told(
        "the board promised its dice: {promise}", promise=told.commitment
    ),
    ChanceSealed: lambda told: Told("a player bound a number for the dice: {seal}", seal=told.seal),
    ChanceAdded: lambda told: Told("a number was added to the dice: {number}", number=told.number),
    ChanceBound: lambda told: Told(
        "the seed and all that was added became one: {digest}", digest=told.digest
    ),
    ChanceRevealed: lambda told: Told("the seed of those dice was shown: {seed}", seed=told.seed),
    SeedLost: _lost,
    TurnRevised: lambda told: Told("first {old}, changed by hand", old=told.old),
    TurnWithdrawn: lambda told: Told("{turn} made and put back by hand", turn=told.turn),
    TurnsTakenBack: _taken_back,
    DiceVoid: _void,
    DiceRolled: lambda told: Told("{roll} was rolled and taken back", roll=_and(told.dice)),
    DiceEarly: _early,
    DiceNamed: _named,
    DecisionMade: lambda told: Told(
        "{decision} was said and taken back", decision=Term("decision", told.decision)
    ),
    AttemptWrong: _wrong,
    AttemptRighted: lambda _: Told("put right"),
    QuestionAsked: lambda told: Told("asked: {options}", options=" or ".join(told.options)),
    QuestionAnswered: _answered,
    SensorLeftOut: lambda told: Told(
        "sensor of {cell} left out{why}", cell=told.cell, why=_why(told.why)
    ),
    SensorRestored: lambda told: Told(
        "sensor of {cell} trusted again{why}", cell=told.cell, why=_why(told.why)
    ),
    PieceMissing: lambda told: Told(
        "{found} of {total} are on the board", found=told.found, total=told.total
    ),
    PieceFound: lambda told: Told("all {total} are on the board again", total=told.total),
    HintsSet: lambda told: Told("hints set to {level}", level=told.level),
    HintsUnlocked: lambda told: Told("hints unlocked{by}", by=_by(told.by, told.who)),
    GamePaused: lambda told: Told("paused{by}{why}", by=_by(told.by, told.who), why=_why(told.why)),
    GameResumed: lambda told: Told(
        "resumed{by}{why}", by=_by(told.by, told.who), why=_why(told.why)
    ),
    DirectorRuled: _directed,
    DirectorClock: _clock,
    ClockFlag: lambda told: Told("the time of side {side} was up", side=told.side),
    GameOver: _result,
    DaemonStarted: lambda told: Told(
        "the board was started again (Lunka {version})", version=told.version
    ),
}
