"""A game as one JSON object: tags, the final line, everything that happened, and its hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from controller.play.event import Stored
from controller.play.line import Line
from controller.play.steps import Note, Ply, Rolled, Ruled, Step
from controller.record.assured import assured
from controller.record.tags import tags_of
from controller.record.words import note_in_words

FORMAT = "lunka-game"
VERSION = 1


def json_of(line: Line, tags: Mapping[str, str] | None = None) -> str:
    """The game as JSON text that may stand anywhere, also inside a page."""
    text = json.dumps(game_object(line, tags), indent=2, allow_nan=False)
    return text.replace("<", "\\u003c") + "\n"


def game_object(line: Line, tags: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The game as a plain JSON value; docs/record.md names every key."""
    opening = assured(line).opening
    return {
        "format": FORMAT,
        "version": VERSION,
        "number": line.number,
        "tags": dict(tags_of(line, tags)),
        "game": opening.game,
        "options": dict(opening.options),
        "players": list(opening.players),
        "seats": list(line.seats),
        "opened": opening.at,
        "start": opening.position,
        "match": opening.match.plain() if opening.match else None,
        "plies": [asdict(ply) for ply in line.plies],
        "steps": [_step(step) for step in line.steps],
        "promise": asdict(line.promise) if line.promise else None,
        "hidden": asdict(line.hidden) if line.hidden else None,
        "notes": [_note(line, note) for note in line.notes],
        "result": asdict(line.result) if line.result else None,
        "status": line.status,
        "events": [_event(stored) for stored in line.events],
        "hash": line.hash,
    }


def _step(step: Step) -> dict[str, Any]:
    """A roll or a decision with all it says; a turn by its number among the plies."""
    if isinstance(step, Ply):
        return {"kind": "turn", "ply": step.number}
    kinds = {Rolled: "roll", Ruled: "ruling"}
    return {"kind": kinds.get(type(step), "decision"), **asdict(step)}


def _note(line: Line, note: Note) -> dict[str, Any]:
    return {
        "ply": note.ply,
        "seq": note.seq,
        "kind": note.event.kind,
        "words": note_in_words(line, note),
    }


def _event(stored: Stored) -> dict[str, Any]:
    event = stored.event
    return {
        "seq": stored.seq,
        "game": stored.game,
        "at": event.at,
        "kind": event.kind,
        "data": dict(event.data),
        "hash": stored.hash,
    }
