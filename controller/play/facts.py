"""The facts of an event, asked for by name and kind; what is missing or odd is said in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

E = TypeVar("E")


class BrokenError(ValueError):
    """An event that cannot have happened, given those before it; the text says why.

    `seq` and `kind` name the event where it is an earlier one than the one that showed it.
    """

    def __init__(self, what: str, *, seq: int | None = None, kind: str | None = None) -> None:
        super().__init__(what)
        self.seq = seq
        self.kind = kind


class Facts:
    """The data of one event; every answer has the kind that was asked for, or `BrokenError`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def text(self, key: str) -> str:
        """A text."""
        value = self._data.get(key)
        if not isinstance(value, str):
            raise self._odd(key, "a text")
        return value

    def text_or_none(self, key: str) -> str | None:
        """A text, or null, which must be said too."""
        return None if self._is_null(key) else self.text(key)

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._data.get(key)
        if type(value) is not int:
            raise self._odd(key, "a whole number")
        return value

    def number_or_none(self, key: str) -> int | None:
        """A whole number, or null, which must be said too."""
        return None if self._is_null(key) else self.number(key)

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._data.get(key)
        if not isinstance(value, bool):
            raise self._odd(key, "true or false")
        return value

    def seconds(self, key: str) -> float:
        """A time span, with a fraction or without."""
        value: float | None = self._data.get(key)
        if type(value) not in (int, float):
            raise self._odd(key, "seconds")
        assert value is not None
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        return self._list(key, str, "a list of texts")

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return self._list(key, int, "a list of whole numbers")

    def spans(self, key: str) -> tuple[float, ...]:
        """A list of time spans."""
        spans = self._data.get(key)
        if not isinstance(spans, list) or any(
            type(span) not in (int, float) or not 0 <= span < float("inf") for span in spans
        ):
            raise self._odd(key, "a list of seconds like [540.5, 600.0]")
        return tuple(spans)

    def rolls(self, key: str) -> tuple[tuple[int, ...], ...]:
        """A list of rolls."""
        rolls = self._data.get(key)
        if not isinstance(rolls, list) or not all(map(_is_roll, rolls)):
            raise self._odd(key, "a list of rolls like [[3, 1], [2, 1]]")
        return tuple(map(tuple, rolls))

    def mapping(self, key: str) -> Mapping[str, Any]:
        """An object."""
        value = self._data.get(key)
        if not isinstance(value, Mapping):
            raise self._odd(key, "an object")
        return value

    def anything(self, key: str) -> Any:
        """Whatever is said; null is nothing."""
        if not self.says(key):
            raise self._odd(key, "said")
        return self._data[key]

    def says(self, key: str) -> bool:
        """Whether anything is said about this; null is nothing."""
        return self._data.get(key) is not None

    def _list(self, key: str, kind: type[E], wanted: str) -> tuple[E, ...]:
        value = self._data.get(key)
        if not isinstance(value, list) or any(type(each) is not kind for each in value):
            raise self._odd(key, wanted)
        return tuple(value)

    def _is_null(self, key: str) -> bool:
        return key in self._data and self._data[key] is None

    def _odd(self, key: str, wanted: str) -> BrokenError:
        if key not in self._data:
            return BrokenError(f"it does not say {key!r}, which must be {wanted}")
        return BrokenError(f"{key!r} is {json.dumps(self._data[key])}; it must be {wanted}")


def _is_roll(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(type(die) is int for die in value)
