"""Facts in a message, taken one by one, each with its check and a sentence where it fails."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable
from typing import Any, Never

from controller.publish.messages import WireError, short

#: No message at all is longer; one event that is too large for a batch goes alone.
LONGEST = 16_000_000
#: Readings in one answer; of more, the newest are sent.
MOST_READINGS = 1000
#: No competition is shown later than an hour.
LONGEST_DELAY = 3600
#: No fact of ours is nested deeper; what is would make a reader stumble later.
_DEEPEST = 40
#: The largest number that every database and every JSON reader keeps exactly.
_LARGEST = 2**53

_RECORD = re.compile(r"[0-9a-f]{16}")
_HASH = re.compile(r"[0-9a-f]{64}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")
_ID = re.compile(r"[A-Za-z0-9-]{1,64}")

TEXT = "a text of at most 500 printable characters"
A_RECORD = "the 16 hexadecimal digits that name a record"
AN_ID = "letters, digits and dashes, 64 at most"


class Facts:
    """An object whose keys are taken one by one, each with its check."""

    def __init__(self, name: str, value: object) -> None:
        if not isinstance(value, dict):
            raise WireError(f"{name}: an object is expected, not {short(value)}")
        self.name, self.facts = name, value

    def take(self, key: str, check: Callable[[Any], bool], allowed: str) -> Any:
        """What stands under a key that must be there."""
        if key not in self.facts:
            raise WireError(f"{self.name}: {key} is missing; it must be {allowed}")
        value = self.facts[key]
        if not check(value):
            raise WireError(f"{self.name}: {key} must be {allowed}, not {short(value)}")
        return value

    def may(self, key: str, check: Callable[[Any], bool], allowed: str) -> Any:
        """What stands under a key that may be left out, or be null."""
        return None if self.facts.get(key) is None else self.take(key, check, allowed)


def read_object(payload: bytes, name: str) -> Facts:
    """The JSON object in a message. What is no plain JSON is refused, numbers without end too."""
    if len(payload) > LONGEST:
        raise WireError(f"{name}: {len(payload)} bytes; at most {LONGEST} are read")
    try:
        value = json.loads(payload.decode(), parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as mistake:
        raise WireError(f"{name}: not JSON ({mistake}): {short(payload[:60])}") from mistake
    return Facts(name, value)


def _refuse(word: str) -> Never:
    raise ValueError(f"{word} is no number")


def _finite(text: str) -> float:
    value = float(text)
    return value if math.isfinite(value) else _refuse(text)


def is_truth(value: object) -> bool:
    """True or false."""
    return isinstance(value, bool)


def is_number(value: object) -> bool:
    """A whole number from 0."""
    return type(value) is int and 0 <= value <= _LARGEST


def is_counted(value: object) -> bool:
    """A whole number from 1."""
    return is_number(value) and value != 0


def is_time(value: object) -> bool:
    """A number of seconds."""
    return isinstance(value, int | float) and not is_truth(value) and abs(value) <= _LARGEST


def is_delay(value: object) -> bool:
    """Seconds by which spectators see a table later, as a competition may set them."""
    return isinstance(value, int | float) and is_time(value) and 0 <= value <= LONGEST_DELAY


def is_text(value: object) -> bool:
    """A text that can be shown in one line."""
    return isinstance(value, str) and 0 < len(value) <= 500 and value.isprintable()


def _matches(pattern: re.Pattern[str]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and pattern.fullmatch(value) is not None


is_record, is_hash, is_id = _matches(_RECORD), _matches(_HASH), _matches(_ID)
is_signature = _matches(_SIGNATURE)


def is_list(value: object) -> bool:
    """A list of anything."""
    return isinstance(value, list)


def is_object(value: object) -> bool:
    """An object, its boxes not too deep in each other."""
    return isinstance(value, dict) and _shallow(value, _DEEPEST)


def is_objects(value: object) -> bool:
    """A list of such objects."""
    return isinstance(value, list) and len(value) <= MOST_READINGS and all(map(is_object, value))


def _shallow(value: object, left: int) -> bool:
    """Whether no more than `left` boxes lie in each other."""
    if isinstance(value, dict):
        return left > 0 and all(_shallow(each, left - 1) for each in value.values())
    if isinstance(value, list):
        return left > 0 and all(_shallow(each, left - 1) for each in value)
    return True
