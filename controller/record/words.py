"""What happened besides the turns, one English sentence each, for the comments of a record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from controller.play.event import Event
from controller.play.facts import BrokenError
from controller.play.happenings import (
    AttemptRighted,
    AttemptWrong,
    BoardReady,
    ChanceCommitted,
    ChanceRevealed,
    ClockFlag,
    DaemonStarted,
    DecisionMade,
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
    "answer": "told by the players when asked",
    "declared": "declared by the players",
    "imported": None,
    "pass": "no legal move",
}


def sentences(line: Line, ply: int) -> tuple[str, ...]:
    """Everything worth saying about a turn of the final line; 0 is the time before the first."""
    told = _told(line.plies[ply - 1], line.opening.game) if ply else None
    said = (note_in_words(line, note) for note in line.notes if note.ply == ply)
    return tuple(sentence for sentence in (told, *said) if sentence)


def _told(ply: Ply, game: str) -> str | None:
    if ply.condoned:
        return "against the rules, and let stand by the opponent"
    if ply.by == "pass" and game == "kakuzu":
        return None  # the drawn 0 stands before it
    return _TOLD.get(ply.by)


def note_in_words(line: Line, note: Note) -> str | None:
    """The sentence for what happened in a game, its sides called by their names."""
    told = _read(note.event)
    if isinstance(told, ClockFlag):
        return f"the time of {rules_of(line.opening).sides[told.side]} was up"
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


def _by(who: str | None) -> str:
    return f" by {who}" if who else ""


def _why(why: str | None) -> str:
    return f": {why}" if why else ""


def _ready(told: BoardReady) -> str | None:
    return f"sensors left out: {' '.join(told.left_out)}" if told.left_out else None


def _wrong(told: AttemptWrong) -> str:
    cells = (_cell(name, facts) for name, facts in told.cells.items())
    return f"illegal attempt: {', '.join(cells)}"


def _cell(name: str, facts: Mapping[str, Any]) -> str:
    least, most = facts["seen"]
    seen = least if least == most else f"{least} or more" if most is None else f"{least} to {most}"
    return f"{name} shows {seen}, not {facts['wanted']}"


def _taken_back(told: TurnsTakenBack) -> str:
    turns = " ".join(told.turns)
    if told.by == "director":
        return f"taken back by the director ({told.who}: {told.why}): {turns}"
    return f"taken back{_by(told.by)}: {turns}"


def _directed(told: DirectorRuled) -> str:
    return f"the director set {told.what} to {told.value}, taken back ({told.by}: {told.why})"


def _clock(told: DirectorClock) -> str:
    left = ", ".join(f"{seconds:g} s" for seconds in told.left)
    return f"the director set the clock to {left} ({told.by}: {told.why})"


def _answered(told: QuestionAnswered) -> str:
    if told.choice is None:
        return "settled by the hands"
    return f"answered{_by(told.by)}: {told.choice}"


def _result(told: GameOver) -> str:
    scores = "-".join(str(score) for score in told.scores)
    return f"the game was over, {scores} ({told.reason}), before that was changed"


def _void(told: DiceVoid) -> str:
    return f"void roll{' ' if told.dice else ''}{_and(told.dice)}{_why(told.why)}"


def _named(told: DiceNamed) -> str:
    return f"it was said later that {_and(told.dice)} was rolled for {told.ply}"


def _lost(_: SeedLost) -> str:
    return "the seed of the board's dice was lost: from here on people rolled"


def _and(dice: Iterable[int]) -> str:
    return "-".join(map(str, dice))


_SILENT = (GameOpened, TurnMade, TurnSealed)
_SENTENCES: dict[type[Any], Callable[[Any], str | None]] = {
    BoardReady: _ready,
    ChanceCommitted: lambda told: f"the board promised its dice: {told.commitment}",
    ChanceRevealed: lambda told: f"the seed of those dice was shown: {told.seed}",
    SeedLost: _lost,
    TurnRevised: lambda told: f"first {told.old}, changed by hand",
    TurnWithdrawn: lambda told: f"{told.turn} made and put back by hand",
    TurnsTakenBack: _taken_back,
    DiceVoid: _void,
    DiceRolled: lambda told: f"{_and(told.dice)} was rolled and taken back",
    DiceNamed: _named,
    DecisionMade: lambda told: f"{told.decision} was said and taken back",
    AttemptWrong: _wrong,
    AttemptRighted: lambda _: "put right",
    QuestionAsked: lambda told: f"asked: {' or '.join(told.options)}",
    QuestionAnswered: _answered,
    SensorLeftOut: lambda told: f"sensor of {told.cell} left out{_why(told.why)}",
    SensorRestored: lambda told: f"sensor of {told.cell} trusted again{_why(told.why)}",
    PieceMissing: lambda told: f"{told.found} of {told.total} are on the board",
    PieceFound: lambda told: f"all {told.total} are on the board again",
    HintsSet: lambda told: f"hints set to {told.level}",
    HintsUnlocked: lambda told: f"hints unlocked{_by(told.by)}",
    GamePaused: lambda told: f"paused{_by(told.by)}{_why(told.why)}",
    GameResumed: lambda told: f"resumed{_by(told.by)}{_why(told.why)}",
    DirectorRuled: _directed,
    DirectorClock: _clock,
    ClockFlag: lambda told: f"the time of side {told.side} was up",
    GameOver: _result,
    DaemonStarted: lambda told: f"the board was started again (Lunka {told.version})",
}
