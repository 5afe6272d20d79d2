"""Options of a game: a frozen dataclass whose fields say what they allow.

    @dataclass(frozen=True, slots=True)
    class KalahOptions:
        pits: int = option(6, range(1, 10))
        capture: str = option("opposite", ("opposite", "always", "none"))

`read_options` turns text or TOML values into one, and reports everything wrong at once. What a
field says of itself beside that (its title, words for its values) is what a page needs to ask for
it: `choices_of`.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from controller.games.game import InvalidError
from controller.games.told import Told

O = TypeVar("O")  # noqa: E741 - the type of the options read

_DIGITS = re.compile(r"-?[0-9]{1,9}")
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


class FreeText:
    """Allowed for an option in people's own words: one line of so many letters at most."""

    def __init__(self, longest: int) -> None:
        self.longest = longest

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str) and text.isprintable() and len(text) <= self.longest


#: What an option allows: numbers, words, people's own; None: true or false.
Allowed = range | tuple[Any, ...] | FreeText | None

#: A text in each language: {"en": ..., "ru": ...}.
Texts = Mapping[str, str]


def option(
    default: Any,
    allowed: Allowed = None,
    *,
    title: Texts | None = None,
    words: Mapping[Any, Texts] | None = None,
    offered: tuple[int, ...] = (),
    rare: bool = False,
    when: str = "",
    unless: str = "",
) -> Any:
    """A field with its default and what it allows (nothing said: true or false).

    For whoever asks for it: its `title`, the `words` for its values, which numbers are `offered`
    first, whether it is `rare` (folded away), and on which other option it depends: it is asked for
    only `when` that is true (`"pie"`) or has one of these values (`"capture=always|none"`), or
    `unless` it is true.
    """
    told = {"title": title, "words": words or {}, "offered": offered}
    depends = {"rare": rare, "when": when, "unless": unless}
    return dataclasses.field(default=default, metadata={"allowed": allowed, **told, **depends})


def choices_of(kind: type[object]) -> list[dict[str, Any]]:
    """Each option as somebody asks for it, in plain JSON: `usual` is its default, `allowed` a list
    of values, or `least` and `most`, or `longest` for people's own words; and what it says of
    itself."""
    return [_choice(field) for field in dataclasses.fields(kind)]  # type: ignore[arg-type]


def _choice(field: dataclasses.Field[Any]) -> dict[str, Any]:
    told, words = field.metadata, field.metadata["words"]
    own = {
        "title": told["title"] and dict(told["title"]),
        "words": {_word(value): dict(text) for value, text in words.items()},
        "picks": list(told["offered"]),
        **{key: told[key] for key in ("rare", "when", "unless")},
    }
    choice = {"key": field.name, "usual": field.default, **_span(told["allowed"])}
    return choice | {key: value for key, value in own.items() if value}


def _span(allowed: Allowed) -> dict[str, Any]:
    if isinstance(allowed, FreeText):
        return {"longest": allowed.longest}
    if isinstance(allowed, range):
        return {"least": allowed.start, "most": allowed.stop - 1}
    return {"allowed": [True, False] if allowed is None else list(allowed)}


def read_options(kind: type[O], given: Mapping[str, object]) -> O:
    """The options of `kind` with `given` set; `InvalidError` lists every mistake."""
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    chosen: dict[str, object] = {}
    mistakes: list[str] = []
    for key, value in given.items():
        if key not in fields:
            mistakes.append(f"unknown option {key!r}; there are: {', '.join(fields) or 'none'}")
            continue
        try:
            chosen[key] = _read(fields[key], value)
        except InvalidError as mistake:
            mistakes.append(str(mistake))
    if mistakes:
        raise InvalidError("; ".join(mistakes))
    return kind(**chosen)


def usual_but(kind: type[object], *, open_: Collection[str] = (), **own: Any) -> dict[str, Any]:
    """The options of a preset: its `own` ones, and every other that people are asked for as usual,
    but for those that it leaves `open_`."""
    asked = [field for field in dataclasses.fields(kind) if field.metadata["title"]]  # type: ignore[arg-type]
    return {field.name: field.default for field in asked if field.name not in open_} | own


def describe_options(kind: type[object]) -> dict[str, str]:
    """Each option with its default and what it allows, for help texts and the page."""
    return {
        field.name: f"{_word(field.default)} (allowed: {_allowed(field)})"
        for field in dataclasses.fields(kind)  # type: ignore[arg-type]
    }


def wrong_options(
    kind: type[object], given: Mapping[str, object], *, texts: bool = True
) -> dict[str, str | None]:
    """Each key that cannot be used with what it allows; None where there is no such option.

    Without `texts`, as in a file that has numbers and truths of its own, a text is neither.
    """
    fields = {field.name: field for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    wrong: dict[str, str | None] = {key: None for key in given if key not in fields}
    for key, value in given.items():
        field = fields.get(key)
        if field and (not _fits(field, value) or not (texts or type(value) is type(field.default))):
            number = "a whole number from " if isinstance(field.metadata["allowed"], range) else ""
            wrong[key] = number + _allowed(field)
    return wrong


def _read(field: dataclasses.Field[Any], value: object) -> object:
    if _fits(field, value):
        return _plain(field.default, value)
    raise InvalidError(
        Told(
            "option {name}: {value!r} is not allowed; {allowed} is",
            name=field.name,
            value=value,
            allowed=_allowed(field),
        )
    )


def _fits(field: dataclasses.Field[Any], value: object) -> bool:
    allowed, read = field.metadata["allowed"], _plain(field.default, value)
    return read is not None and (allowed is None or read in allowed)


def _plain(default: object, value: object) -> object | None:
    """The value as the default's kind, or None where it is not of that kind."""
    if isinstance(default, bool):
        return value if isinstance(value, bool) else _WORDS.get(str(value).lower())
    if isinstance(default, int):
        return _number(value)
    return value if isinstance(value, str) else None


def _number(value: object) -> int | None:
    """A whole number, or a text that is one in plain digits."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, str) and _DIGITS.fullmatch(value) else None


def _allowed(field: dataclasses.Field[Any]) -> str:
    allowed = field.metadata["allowed"]
    if allowed is None:
        return "true or false"
    if isinstance(allowed, range):
        return f"{allowed.start} to {allowed.stop - 1}"
    if isinstance(allowed, FreeText):
        return f"a text of {allowed.longest} printable characters at most"
    return " or ".join(_word(word) for word in allowed)


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
