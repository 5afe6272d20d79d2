"""A game as one JSON object: tags, the final line, everything that happened, and its hashes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from controller.play.event import GENESIS, Stored
from controller.play.happenings import GameSigned, RecordAnchored
from controller.play.line import Line
from controller.play.steps import Note, Ply, Step
from controller.record.assured import assured
from controller.record.tags import tags_of
from controller.record.words import note_in_words

FORMAT = "lunka-game"
VERSION = 1


class Sealed(Protocol):
    """A record as far as what vouches for it is concerned."""

    def seal(self, seq: int) -> str | None:
        """The hash of the event with this number."""

    def vouching(self, since: int = 0) -> list[Stored]:
        """The events in which somebody vouches for what came before, after this number."""


@dataclass(frozen=True, slots=True)
class Vouchers:
    """What lets a game be checked without its record: the hash before its first event, and the
    events in which a table and a hub vouch for its last one."""

    before: str | None = None
    events: tuple[Stored, ...] = ()

    def of(self, line: Line, kind: str) -> list[dict[str, Any]]:
        """The facts of those of this kind that vouch for an event of this game."""
        hashes = {stored.hash for stored in line.events}
        facts = (dict(each.event.data) for each in self.events if each.event.kind == kind)
        return [each for each in facts if each.get("hash") in hashes]


def vouchers_of(log: Sealed, line: Line) -> Vouchers:
    """The same, from the record that holds the game."""
    first = line.events[0].seq
    before = log.seal(first - 1) if first > 1 else GENESIS
    return Vouchers(before, tuple(log.vouching(line.events[-1].seq)))


def json_of(
    line: Line,
    tags: Mapping[str, str] | None = None,
    vouchers: Vouchers = Vouchers(),  # noqa: B008  # frozen
) -> str:
    """The game as JSON text that may stand anywhere, also inside a page."""
    game = game_object(line, tags) | {
        "before": vouchers.before,
        "signatures": vouchers.of(line, GameSigned.kind),
        "anchors": vouchers.of(line, RecordAnchored.kind),
    }
    text = json.dumps(game, indent=2, allow_nan=False)
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
    return {"kind": step.kind, **asdict(step)}


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
