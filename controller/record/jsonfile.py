"""A game as one JSON object: tags, the final line, everything that happened, and its hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from controller.record.chain import Stored
from controller.record.referee import assured
from controller.record.tags import tags_of
from controller.record.walk import GameWalk, Note, Ply, Rolled, Ruled, Step
from controller.record.words import note_in_words

FORMAT = "lunka-game"
VERSION = 1


def json_of(walked: GameWalk, tags: Mapping[str, str] | None = None) -> str:
    """The game as JSON text that may stand anywhere, also inside a page."""
    text = json.dumps(game_object(walked, tags), indent=2, allow_nan=False)
    return text.replace("<", "\\u003c") + "\n"


def game_object(walked: GameWalk, tags: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The game as a plain JSON value; docs/record.md names every key."""
    opening = assured(walked).opening
    return {
        "format": FORMAT,
        "version": VERSION,
        "number": walked.number,
        "tags": dict(tags_of(walked, tags)),
        "game": opening.game,
        "options": dict(opening.options),
        "players": list(opening.players),
        "seats": list(walked.seats),
        "opened": opening.at,
        "start": opening.position,
        "match": opening.match.plain() if opening.match else None,
        "plies": [asdict(ply) for ply in walked.line],
        "steps": [_step(step) for step in walked.steps],
        "promise": asdict(walked.promise) if walked.promise else None,
        "hidden": asdict(walked.hidden) if walked.hidden else None,
        "notes": [_note(walked, note) for note in walked.notes],
        "result": asdict(walked.result) if walked.result else None,
        "status": walked.status,
        "events": [_event(stored) for stored in walked.events],
        "hash": walked.hash,
    }


def _step(step: Step) -> dict[str, Any]:
    """A roll or a decision with all it says; a turn by its number among the plies."""
    if isinstance(step, Ply):
        return {"kind": "turn", "ply": step.number}
    kinds = {Rolled: "roll", Ruled: "ruling"}
    return {"kind": kinds.get(type(step), "decision"), **asdict(step)}


def _note(walked: GameWalk, note: Note) -> dict[str, Any]:
    return {
        "ply": note.ply,
        "seq": note.seq,
        "kind": note.event.kind,
        "words": note_in_words(walked, note),
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
