"""What every settings file has in common: strict types, paths, and all its mistakes at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from controller.games.options import wrong_options
from hardware.profile.words import REASONED, did_you_mean, found_text, shape_problem


class Section(BaseModel):
    """A table of a settings file: no unknown keys, and a text is neither a number nor a truth."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)


# -- paths -----------------------------------------------------------------------------------------


def usable_path(path: str) -> str:
    """The same path, unless no file could ever be there."""
    if "\0" in path:
        raise PydanticCustomError(REASONED, "no path has a NUL character in it")
    if path.startswith("~") and _from_home(path) == path:
        home = path.partition(os.sep)[0]
        raise PydanticCustomError(REASONED, "there is no home folder {home}", {"home": home})
    return path


FilePath = Annotated[str, Field(min_length=1), AfterValidator(usable_path)]
"""Where a file is, or will be made."""

PathKeys = Mapping[tuple[str, str], Callable[[str], bool]]
"""The section and name of each key that is a path, and which of its values are one."""


def anchored(raw: Mapping[str, Any], keys: PathKeys, folder: Path | None) -> dict[str, Any]:
    """The same settings with ~ as the home folder, and every other path taken from `folder`."""
    moved = dict(raw)
    for (section, key), is_path in keys.items():
        table = moved.get(section)
        found = table.get(key) if isinstance(table, dict) else None
        if isinstance(found, str) and found and is_path(found):
            whole = _from_home(found)
            if folder and not whole.startswith("~"):
                whole = str(folder.absolute() / whole)
            moved[section] = {**moved[section], key: whole}
    return moved


def _from_home(path: str) -> str:
    """The same path with its home folder written out, if it begins with one that there is."""
    if not path.startswith("~"):
        return path
    with suppress(RuntimeError):
        return str(Path(path).expanduser())
    return path


# -- mistakes --------------------------------------------------------------------------------------


def shape_problems(model: type[BaseModel], raw: Mapping[str, Any]) -> Iterator[str]:
    """Everything of the wrong shape, each with its key, what was found and what is allowed."""
    try:
        model.model_validate(raw)
    except ValidationError as trouble:
        for error in trouble.errors(include_url=False, include_context=False):
            yield shape_problem(model, raw, error)[1]


def sound_sections(model: type[BaseModel], raw: Mapping[str, Any]) -> dict[str, Any]:
    """What can be read of each section, so that no mistake hides another one."""
    sound: dict[str, Any] = {}
    for name in model.model_fields:
        only = {name: _readable(model, name, raw[name])} if name in raw else {}
        with suppress(ValidationError):
            sound[name] = getattr(model.model_validate(only), name)
    return sound


def _readable(model: type[BaseModel], name: str, section: Any) -> Any:
    """A section without the keys that cannot be read."""
    try:
        model.model_validate({name: section})
    except ValidationError as trouble:
        wrong = {error["loc"][1] for error in trouble.errors() if len(error["loc"]) > 1}
        if isinstance(section, Mapping):
            return {key: value for key, value in section.items() if key not in wrong}
    return section


def unread(section: BaseModel, raw: Any) -> set[str]:
    """The keys that were set in a section but could not be read: who needs them asks in vain."""
    known = set(type(section).model_fields)
    return known & set(raw if isinstance(raw, Mapping) else ()) - section.model_fields_set


def option_problems(
    table: str, kind: type[object], given: Mapping[str, object], *, texts: bool
) -> Iterator[str]:
    """The mistakes in a table of options, such as the house rules.

    `texts`: a number or a truth may be written as a text, as on a command line.
    """
    for key, allowed in wrong_options(kind, given, texts=texts).items():
        told = f"{table}.{key} = {found_text(given[key])}"
        if allowed is None:
            yield f"{told}: unknown key. {did_you_mean(key, kind.__dataclass_fields__)}"  # type: ignore[attr-defined]
        else:
            yield f"{told}: allowed is {allowed}."
