"""The facts of an event, asked for by name and kind; what is missing or odd is said in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from controller.record.errors import RecordDamagedError


class BrokenError(RecordDamagedError):
    """An event that cannot have happened, given those before it; the text says why."""


class Facts:
    """The data of one event; every answer has the kind that was asked for, or `BrokenError`."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self._data = data

    def text(self, key: str, otherwise: str | None = None) -> str:
        """A text, or `otherwise` where nothing is said."""
        value = self._data.get(key, otherwise)
        return value if isinstance(value, str) else self._odd(key, "a text")

    def number(self, key: str) -> int:
        """A whole number."""
        value = self._data.get(key)
        return value if type(value) is int else self._odd(key, "a whole number")

    def number_or_none(self, key: str) -> int | None:
        """A whole number, or null, which must be said too."""
        return None if key in self._data and self._data[key] is None else self.number(key)

    def seconds(self, key: str) -> float:
        """A time span; none where nothing is said."""
        value = self._data.get(key, 0.0)
        return float(value) if type(value) in (int, float) else self._odd(key, "seconds")

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._data.get(key)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        self._odd(key, "a list of texts")

    def numbers(self, key: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        value = self._data.get(key)
        if isinstance(value, list) and all(type(each) is int for each in value):
            return tuple(value)
        self._odd(key, "a list of whole numbers")

    def mapping(self, key: str) -> Mapping[str, Any]:
        """An object; an empty one where nothing is said."""
        value = self._data.get(key, {})
        return value if isinstance(value, Mapping) else self._odd(key, "an object")

    def _odd(self, key: str, wanted: str) -> NoReturn:
        if key not in self._data:
            raise BrokenError(f"it does not say {key!r}, which must be {wanted}")
        raise BrokenError(f"{key!r} is {json.dumps(self._data[key])}; it must be {wanted}")
