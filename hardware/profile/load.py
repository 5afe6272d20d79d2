"""Reading a board profile: every mistake in it is told before a pin is touched."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from hardware.errors import ProfileError, UnknownProfileError
from hardware.profile.calibration import apply_calibrations
from hardware.profile.checks import cross_problems
from hardware.profile.models import Profile
from hardware.profile.words import Location, a_list, did_you_mean, shape_problem


def load_profile(path: str | Path) -> Profile:
    """Read the board in this file, or raise one ProfileError that lists all its mistakes."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, ValueError) as trouble:
        raise ProfileError([f"{path}: the profile cannot be read: {_why(trouble)}."]) from trouble
    return parse_profile(text, str(path), path.parent)


def parse_profile(text: str, file: str = "profile", folder: Path | None = None) -> Profile:
    """Read a board from TOML text; `file` is the name that mistakes are told under."""
    try:
        raw = tomllib.loads(text)
    except (ValueError, RecursionError) as trouble:  # also numbers of too many digits
        raise ProfileError([f"{file}: this is not TOML: {trouble}."]) from trouble
    problems = list(_problems(raw))
    raw = apply_calibrations(raw, folder or Path(), problems)
    if problems:
        raise ProfileError([f"{file}: {words}" for _, words in problems])
    return Profile.model_validate(raw)


def shipped_profiles() -> list[str]:
    """The names of the boards that come with Lunka."""
    names = (entry.name for entry in _shipped().iterdir())
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml"))


def shipped_profile(name: str) -> Profile:
    """One of the boards that come with Lunka, by name."""
    known = shipped_profiles()
    if name not in known:
        raise UnknownProfileError(
            f"No board profile named {name!r} comes with Lunka. {did_you_mean(name, known)} "
            f"To use a board of your own, give the path of its .toml file "
            f"(shipped are {a_list(known)})."
        )
    text = (_shipped() / f"{name}.toml").read_text(encoding="utf-8")
    return parse_profile(text, f"{name}.toml")


def _shipped() -> Traversable:
    return files("hardware") / "profiles"


def _why(trouble: OSError | ValueError) -> str:
    if isinstance(trouble, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return getattr(trouble, "strerror", None) or str(trouble)


def _problems(raw: dict[str, Any]) -> Iterator[tuple[Location, str]]:
    """Every mistake once: a key of the wrong shape gets no second line about its clashes."""
    shape = list(_shape_problems(raw))
    yield from shape
    wrong = [tuple(location) for location, _ in shape]
    for location, words in cross_problems(raw):
        if not any(_touches(tuple(location), key) for key in wrong):
            yield location, words


def _shape_problems(raw: dict[str, Any]) -> Iterator[tuple[Location, str]]:
    try:
        Profile.model_validate(raw)
    except ValidationError as trouble:
        told: set[tuple[str | int, ...]] = set()
        for error in trouble.errors(include_url=False, include_context=False):
            location, words = shape_problem(Profile, raw, error)
            if tuple(location) not in told:
                told.add(tuple(location))
                yield location, words


def _touches(location: tuple[str | int, ...], wrong: tuple[str | int, ...]) -> bool:
    """Whether one key lies inside the other, so that one mistake would explain both."""
    shorter = min(len(location), len(wrong))
    return location[:shorter] == wrong[:shorter] and _is_list_or_table(location, wrong)


def _is_list_or_table(location: tuple[str | int, ...], wrong: tuple[str | int, ...]) -> bool:
    # "cells sensed by nothing" is told at `sensors`; only a broken cell table explains it away.
    if location == ("sensors",):
        return len(wrong) <= 3 or "cells" in wrong
    return True
