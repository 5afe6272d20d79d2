"""Shapes of what goes in and out of the hub's endpoints, as JSON Schema: checked and told."""

from __future__ import annotations

import re
from typing import Any

from controller.competition.commands import COMMANDS
from controller.games.told import Told
from controller.table.commands import COMMANDS as TABLE_COMMANDS
from controller.web.answers import RefusedError

Shape = dict[str, Any]

TABLE = r"^[a-z0-9][a-z0-9-]{0,31}$"
RECORD = r"^[0-9a-f]{16}$"

_NAME: Shape = {"type": "string", "minLength": 1, "maxLength": 60}
ERROR: Shape = {
    "type": "object",
    "properties": {"error": {"type": "string"}},
    "required": ["error"],
}
OBJECT: Shape = {"type": "object"}


def listing(key: str, inside: Shape = OBJECT) -> Shape:
    """An answer that is a list under one key."""
    return {
        "type": "object",
        "properties": {key: {"type": "array", "items": dict(inside)}},
        "required": [key],
    }


def command(words: Shape, needs: tuple[str, ...] = ()) -> Shape:
    """A request's object: these keys and no others."""
    return {
        "type": "object",
        "properties": dict(words),
        "required": list(needs),
        "additionalProperties": False,
    }


BY: Shape = _NAME | {"description": "who does it, for the hall's book; the key's role if not said"}
TABLE_COMMAND = command(
    {
        "by": BY,
        "command": {
            "type": "object",
            "properties": {"do": {"type": "string", "enum": list(TABLE_COMMANDS)}},
            "required": ["do"],
        },
    },
    ("command",),
)
COMPETITION_COMMAND: Shape = {
    "type": "object",
    "properties": {"do": {"type": "string", "enum": ["create", *COMMANDS]}, "by": BY},
    "required": ["do"],
}
_COUNTED: Shape = {"type": "integer", "minimum": 1, "maximum": 100000}
SEND = command(
    {
        "by": BY,
        "round": _COUNTED,
        "board": _COUNTED | {"description": "only this one, also where it was sent before"},
    }
)
PLAYERS = command(
    {"by": BY, "list": {"type": "string", "maxLength": 60_000, "lines": True}},
    ("list",),
)
NEW_KEY = command(
    {
        "role": {"type": "string", "enum": ["director", "spectator", "player", "scorekeeper"]},
        "person": _NAME | {"description": "whose own key it is: one of several of this role"},
        "table": {"type": "string", "pattern": TABLE},
        "seat": {"type": "integer", "minimum": 0, "maximum": 3}
        | {"description": "one player of the table, who speaks for himself; else all of them"},
    },
    ("role",),
)
NOTHING = command({})


def check(body: Any, shape: Shape) -> dict[str, Any]:
    """The body, if it has this shape; `RefusedError` says what has not."""
    if not isinstance(body, dict):
        raise RefusedError(400, Told("The body must be a JSON object, such as {}."))
    words = shape.get("properties", {})
    wrong = [f"{key} is missing" for key in shape.get("required", ()) if key not in body]
    for key, value in body.items():
        if key in words:
            wrong += _mistakes(key, value, words[key])
        elif shape.get("additionalProperties") is False:
            wrong.append(f"{key!r} is not taken; there are: {', '.join(words) or 'none'}")
    if wrong:
        raise RefusedError(400, Told("{reason}.", reason="; ".join(wrong)[:500]))
    return body


_TYPES: dict[str, tuple[type, ...]] = {"string": (str,), "integer": (int,), "object": (dict,)}


def _mistakes(key: str, value: Any, shape: Shape) -> list[str]:
    kind = str(shape["type"])
    if not isinstance(value, _TYPES[kind]) or isinstance(value, bool):
        return [f"{key} must be of the type {kind}"]
    if isinstance(value, str):
        return _text_mistakes(key, value, shape)
    if isinstance(value, int) and not shape["minimum"] <= value <= shape["maximum"]:
        return [f"{key} must be from {shape['minimum']} to {shape['maximum']}"]
    if isinstance(value, dict):
        missing = [
            f"{key}.{each} is missing" for each in shape.get("required", ()) if each not in value
        ]
        inner = shape.get("properties", {})
        return missing + [
            mistake
            for each in inner.keys() & value.keys()
            for mistake in _mistakes(f"{key}.{each}", value[each], inner[each])
        ]
    return []


def _text_mistakes(key: str, value: str, shape: Shape) -> list[str]:
    if "enum" in shape and value not in shape["enum"]:
        return [f"{key} must be one of {', '.join(shape['enum'])}"]
    if "pattern" in shape and not re.search(str(shape["pattern"]).replace("$", r"\Z"), value):
        return [f"{key} does not fit {shape['pattern']}"]
    least, most = shape.get("minLength", 0), shape.get("maxLength", 200)
    if not least <= len(value) <= most:
        return [f"{key} must have {least} to {most} characters"]
    lines = value.replace("\n", " ").replace("\r", " ").replace("\t", " ").removeprefix("\ufeff")
    if not (lines if shape.get("lines") else value).isprintable():
        return [f"{key} must be printable"]
    return []
