"""The words in which a profile's mistakes are told: file, key, value found, what is allowed."""

from __future__ import annotations

import types
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

Location = Sequence[str | int]

REASONED = "reasoned"
"""The type of a finding whose own message says why the value cannot be used."""


def key_text(location: Location) -> str:
    """Write a key as it would be said: `sensors.load[0].cells.b3`."""
    text = ""
    for step in location:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.lstrip(".") or "the file"


def found_text(value: Any) -> str:
    """Show a value as it stands in the file, shortened when it is long."""
    try:
        text = str(value).lower() if isinstance(value, bool) else repr(value)
    except ValueError:  # Python prints no number of more than some thousand digits
        return "a number beyond all measure"
    return text if len(text) <= 60 else text[:57] + "..."


def a_list(words: Iterable[object]) -> str:
    """Join words with commas: what to choose from."""
    return ", ".join(str(word) for word in words)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Name the nearest known word, or all of them when none is near."""
    known = list(known)
    near = get_close_matches(word, known, n=1, cutoff=0.6)
    return f"Did you mean '{near[0]}'?" if near else f"Allowed here: {a_list(known)}."


def shape_problem(model: type[BaseModel], raw: Any, error: ErrorDetails) -> tuple[Location, str]:
    """Tell one of pydantic's findings in our words; also gives the key it is about."""
    location = _existing(raw, error["loc"])
    key, allowed = key_text(location), _allowed(model, error["loc"])
    if error["type"] == "missing":
        return location, f"{key} is missing: needed is {allowed}. Add it."
    value = found_text(_value_at(raw, location))
    if error["type"] == "extra_forbidden" or error["loc"][-1] == "[key]":
        known = _keys_beside(model, location)
        return location, f"{key} = {value}: unknown key. {did_you_mean(str(location[-1]), known)}"
    if error["type"] == REASONED:
        return location, f"{key} = {value}: {error['msg']}. Allowed is {allowed}."
    return location, f"{key} = {value}: allowed is {allowed}."


def _existing(raw: Any, location: Location) -> Location:
    """Cut a location where the file's own nesting ends: `a1 = 31` has no `a1.data` to point at."""
    kept: list[str | int] = []
    for step in location:
        if step == "[key]" or not isinstance(raw, list if isinstance(step, int) else dict):
            break
        kept.append(step)
        raw = _step_into(raw, step)
    return kept


def _step_into(raw: Any, step: str | int) -> Any:
    try:
        return raw[step]
    except (KeyError, IndexError, TypeError):
        return None


def _value_at(raw: Any, location: Location) -> Any:
    for step in location:
        raw = _step_into(raw, step)
    return raw


def _allowed(model: type[BaseModel], location: Location) -> str:
    """Find the description of the innermost field that a location passes through."""
    current: Any = model
    words = "another value"
    for step in location:
        field = _field(current, step)
        if field is not None:
            words = field.description or words
            current = field.annotation
        else:
            current = _inside(current)
    return words


def _field(current: Any, step: str | int) -> FieldInfo | None:
    current = _bare(current)
    if isinstance(current, type) and issubclass(current, BaseModel):
        return current.model_fields.get(str(step))
    return None


def _inside(current: Any) -> Any:
    """Step into a list or a table: the type of what it holds."""
    arguments = get_args(_bare(current))
    if not arguments:
        return None
    return arguments[1] if get_origin(_bare(current)) is dict else arguments[0]


def _bare(current: Any) -> Any:
    """Take `| None` and annotations off a type."""
    while hasattr(current, "__metadata__") or get_origin(current) in {Union, types.UnionType}:
        options = [option for option in get_args(current) if option is not type(None)]
        current = options[0]
    return current


def _keys_beside(model: type[BaseModel], location: Location) -> list[str]:
    """The keys that are allowed where an unknown one was found."""
    current: Any = model
    for step in location[:-1]:
        field = _field(current, step)
        current = field.annotation if field is not None else _inside(current)
    current = _bare(current)
    if isinstance(current, type) and issubclass(current, BaseModel):
        return list(current.model_fields)
    return [str(name) for name in get_args(get_args(current)[0])]
