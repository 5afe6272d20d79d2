"""A game's raw readings, run through the tracker again: does it find the same turns?

What players said (answers, declared turns, undo ...) is repeated at its time; everything else is
found anew. Good for a bug report, and for trying a better tracker on old games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Any

from controller.games.game import RulesError
from controller.play.happenings import (
    KINDS,
    DaemonStarted,
    DecisionMade,
    DiceEarly,
    DiceNamed,
    DiceRolled,
    DiceVoid,
    DirectorRuled,
    GameOpened,
    GamePaused,
    GameResumed,
    Happening,
    QuestionAnswered,
    SecretSealed,
    SensorLeftOut,
    SensorRestored,
    TurnCondoned,
    TurnMade,
    TurnsTakenBack,
    read,
)
from controller.play.line import Line
from controller.record.readings import KeptReading
from controller.record.shown import shown_in
from controller.table.acts import SEALERS
from controller.table.commands import CommandError
from controller.table.state import fold_all
from controller.table.table import Table
from controller.tracking.sensing import Pieces

#: Events are told to the millisecond: what was said came after whatever was due by then.
_ROUNDED = 0.0006

#: How a game begins: what lies hidden is sealed before anybody has done anything.
_BEGINNING = (GameOpened.kind, SecretSealed.kind)
#: A command as a table takes it.
Command = dict[str, Any]
Step = tuple[float, int, Callable[[Table, float], object]]


def retrack(line: Line, readings: Iterable[KeptReading], pieces: Pieces | None = None) -> list[str]:
    """The turns that the tracker finds in these readings, in notation."""
    opened = line.events[0].event
    state = fold_all(each.event for each in line.events if each.event.kind in _BEGINNING)
    table = Table(state.rules.cells, pieces=pieces)
    table.secret = shown_in(line, state.rules)
    table.take_up(state, opened.at)
    steps = [*_batches(readings), *_sayings(line)]
    for at, said, step in sorted(steps, key=lambda each: each[:2]):
        _pass_time(table, at + _ROUNDED * said)
        step(table, at)
    _pass_time(table, float("inf"))
    return [ply.turn for ply in table.state.plies]


def _pass_time(table: Table, until: float) -> None:
    """Let the table notice every quiet moment before the next thing happens."""
    while (due := table.deadline) is not None and due <= until:
        table.tick(due)
        if table.deadline == due:  # nothing more comes of waiting
            return


def _batches(readings: Iterable[KeptReading]) -> Iterator[Step]:
    """Readings that came in one poll go in as one, as they did then."""
    for at, batch in groupby(readings, key=lambda reading: reading.at):
        yield at, 0, _taking(list(batch))


def _taking(batch: list[KeptReading]) -> Callable[[Table, float], object]:
    return lambda table, at: table.take(batch, at)


def _sayings(line: Line) -> Iterator[Step]:
    """What somebody said to the table, with the time it was said."""
    for stored in line.events:
        kind = KINDS.get(stored.event.kind, Happening)
        say = _SAYINGS.get(kind)
        command = say(read(kind, stored.event.data)) if say else None
        if command is not None:
            yield stored.event.at, 1, _saying(command)


def _saying(command: dict[str, Any]) -> Callable[[Table, float], object]:
    def say(table: Table, at: float) -> None:
        if command["do"] == "take up":
            table.take_up(table.state, at)
            return
        if command["do"] == "answer" and table.state.question:
            command["question"] = table.state.question.number
        try:
            table.command(_spoken(table, command), at)
        except CommandError:
            return  # the tracker sees it otherwise now, so this was not asked: the list will differ

    return say


def _spoken(table: Table, command: dict[str, Any]) -> dict[str, Any]:
    """The command as it was said: what lay hidden then was not spoken of."""
    if table.secret is None or command["do"] != "declare":
        return command
    rules, position = table.state.rules, table.state.position
    try:
        turn = rules.read_turn(position, command["turn"])
    except RulesError:
        return command
    return {**command, "turn": table.name_of(position, turn)}


def _made(told: TurnMade) -> Command | None:
    if told.by == "pass" and told.rolls:
        return {"do": "pass"}
    if told.by == "declared":
        return {"do": "declare", "turn": told.turn}
    return {"do": "confirm", "by": told.by} if told.by in SEALERS else None


def _taken_back(told: TurnsTakenBack) -> Command | None:
    if told.by == "director":
        facts = {"to": told.to, "by": told.who, "why": told.why}
        return {"do": "direct", "action": "undo", **facts}
    return {"do": "undo"} if told.by == "command" else None


def _answered(told: QuestionAnswered) -> Command | None:
    if told.choice is None:
        return None
    return {"do": "answer", "question": 0, "choice": told.choice}


def _ruled(told: DirectorRuled) -> Command:
    value = told.value
    facts = {"cube": value[0], "owner": value[1]} if told.what == "cube" else {told.what: value}
    return {"do": "direct", "action": told.what, **facts, "by": told.by, "why": told.why}


def _rolled(told: DiceRolled) -> Command | None:
    """What was rolled too early lies there by itself when the turn has ended."""
    return None if told.early else {"do": "roll", "dice": list(told.dice)}


def _early(told: DiceEarly) -> Command:
    if told.why is not None:
        return {"do": "void", "why": told.why}
    return {"do": "early", "dice": list(told.dice)}


def _voided(told: DiceVoid) -> Command:
    return {"do": "void", "why": told.why, **({"floor": True} if told.floor else {})}


def _named(told: DiceNamed) -> Command:
    return {"do": "roll", "dice": list(told.dice), "ply": told.ply}


def _decided(told: DecisionMade) -> Command:
    return {"do": "decide", "decision": told.decision, "side": told.side}


_SAYINGS: dict[type[Any], Callable[[Any], Command | None]] = {
    TurnMade: _made,
    TurnCondoned: lambda _: {"do": "condone"},
    DiceRolled: _rolled,
    DiceEarly: _early,
    DiceNamed: _named,
    DiceVoid: _voided,
    DecisionMade: _decided,
    DirectorRuled: _ruled,
    QuestionAnswered: _answered,
    TurnsTakenBack: _taken_back,
    SensorLeftOut: lambda told: {"do": "vouch", "cells": [told.cell]},
    SensorRestored: lambda told: {"do": "restore", "cell": told.cell},
    GamePaused: lambda _: {"do": "pause"},
    GameResumed: lambda _: {"do": "resume"},
    DaemonStarted: lambda _: {"do": "take up"},
}
