"""What happened besides the turns, one English sentence each, for the comments of a record."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from controller.play.event import Event
from controller.play.line import Line
from controller.play.moments import rules_of
from controller.play.steps import Note, Ply
from controller.record.chain import canonical

Data = Mapping[str, Any]


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
    if note.event.kind == "clock.flag":
        return f"the time of {rules_of(line.opening).sides[note.event.data['side']]} was up"
    return in_words(note.event)


def in_words(event: Event) -> str | None:
    """The sentence for an event; None for what goes without saying."""
    if event.kind in _SILENT:
        return None
    say = _SENTENCES.get(event.kind)
    try:
        return say(event.data) if say else _plainly(event)
    except (KeyError, TypeError, ValueError, AttributeError):
        return _plainly(event)


def _plainly(event: Event) -> str:
    return f"{event.kind} {canonical(dict(event.data))}" if event.data else event.kind


def _by(data: Data) -> str:
    return f" by {data['by']}" if data.get("by") else ""


def _why(data: Data) -> str:
    return f": {data['why']}" if data.get("why") else ""


def _ready(data: Data) -> str | None:
    left_out = data.get("left_out")
    return f"sensors left out: {' '.join(left_out)}" if left_out else None


def _wrong(data: Data) -> str:
    cells = (_cell(name, facts) for name, facts in data["cells"].items())
    return f"illegal attempt: {', '.join(cells)}"


def _cell(name: str, facts: Data) -> str:
    least, most = facts["seen"]
    seen = least if least == most else f"{least} or more" if most is None else f"{least} to {most}"
    return f"{name} shows {seen}, not {facts['wanted']}"


def _taken_back(data: Data) -> str:
    turns = " ".join(data["turns"])
    if data["by"] == "director":
        return f"taken back by the director ({data['who']}: {data['why']}): {turns}"
    return f"taken back{_by(data)}: {turns}"


def _directed(data: Data) -> str:
    return f"the director set {data['what']} to {data['value']}, taken back ({_who(data)})"


def _who(data: Data) -> str:
    return f"{data['by']}: {data['why']}"


def _clock(data: Data) -> str:
    left = ", ".join(f"{seconds:g} s" for seconds in data["left"])
    return f"the director set the clock to {left} ({_who(data)})"


def _answered(data: Data) -> str:
    choice = data["choice"]
    return "settled by the hands" if choice is None else f"answered{_by(data)}: {choice}"


def _result(data: Data) -> str:
    scores = "-".join(str(score) for score in data["scores"])
    return f"the game was over, {scores} ({data['reason']}), before that was changed"


def _void(data: Data) -> str:
    dice = f" {_dice(data)}" if data.get("dice") else ""
    return f"void roll{dice}{_why(data)}"


def _dice(data: Data) -> str:
    return "-".join(str(die) for die in data["dice"])


_SILENT = frozenset({"game.opened", "turn.made", "turn.sealed"})
_SENTENCES: dict[str, Callable[[Data], str | None]] = {
    "board.ready": _ready,
    "chance.committed": lambda data: f"the board promised its dice: {data['commitment']}",
    "chance.revealed": lambda data: f"the seed of those dice was shown: {data['seed']}",
    "seed.lost": lambda _: "the seed of the board's dice was lost: from here on people rolled",
    "turn.revised": lambda data: f"first {data['old']}, changed by hand",
    "turn.withdrawn": lambda data: f"{data['turn']} made and put back by hand",
    "turn.takeback": _taken_back,
    "dice.void": _void,
    "dice.rolled": lambda data: f"{_dice(data)} was rolled and taken back",
    "dice.named": lambda data: f"it was said later that {_dice(data)} was rolled for {data['ply']}",
    "decision.made": lambda data: f"{data['decision']} was said and taken back",
    "attempt.wrong": _wrong,
    "attempt.righted": lambda _: "put right",
    "question.asked": lambda data: f"asked: {' or '.join(map(str, data['options']))}",
    "question.answered": _answered,
    "sensor.left_out": lambda data: f"sensor of {data['cell']} left out{_why(data)}",
    "sensor.restored": lambda data: f"sensor of {data['cell']} trusted again{_why(data)}",
    "piece.missing": lambda data: f"{data['found']} of {data['total']} are on the board",
    "piece.found": lambda data: f"all {data['total']} are on the board again",
    "hints.set": lambda data: f"hints set to {data['level']}",
    "hints.unlocked": lambda data: f"hints unlocked{_by(data)}",
    "game.paused": lambda data: f"paused{_by(data)}{_why(data)}",
    "game.resumed": lambda data: f"resumed{_by(data)}{_why(data)}",
    "director.ruled": _directed,
    "director.clock": _clock,
    "clock.flag": lambda data: f"the time of side {data['side']} was up",
    "game.over": _result,
    "daemon.started": lambda data: f"the board was started again (Lunka {data['version']})",
}
