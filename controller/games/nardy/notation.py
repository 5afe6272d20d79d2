"""Turns as players write them: `13/7 8/7*`, `bar/20`, `6/off(2)`, `24/18*/14`, `pass`.

Points are the mover's own (S1, L2), from `bar` (25) down to `off` (0). A checker that goes on is
written with its first and last point; points between are named where it hits or where the way
matters. A `*` marks a point where a checker was hit, on the last of those who stay there. Where an
upward run (G4) cannot be played out, the numbers left follow: `24/20/16 +5,6`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from controller.games.game import InvalidError
from controller.games.nardy.careful import Move
from controller.games.nardy.variants import BAR, OFF
from controller.games.told import Told

PASS = "pass"
_NAMES = {BAR: "bar", OFF: "off"}
_PLACES = {"bar": BAR, "off": OFF} | {str(place): place for place in range(BAR + 1)}
_WORD = re.compile(r"(?P<stops>\w+(?:/\w+\*?)+)(?:\((?P<count>[1-9]\d?)\))?", re.ASCII)
_LEFT = re.compile(r"\+[1-6](?:,[1-6])*", re.ASCII)
_LONGEST = 400
#: Upward runs of four (G4) make the most moves of all.
_MOST_MOVES = 24

#: One checker's way: its stops from first to last.
Journey = tuple[int, ...]


class Play(NamedTuple):
    """A turn as it was written: journeys, points with a star, numbers left (None: not said)."""

    journeys: tuple[Journey, ...]
    stars: frozenset[int]
    left: tuple[int, ...] | None


def write_moves(moves: Sequence[Move], *, every_stop: bool, left: Sequence[int]) -> str:
    """The text for a turn made by these moves."""
    words = _write_journeys(moves, every_stop=every_stop) if moves else [PASS]
    if left:
        words.append(f"+{','.join(map(str, left))}")
    return " ".join(words)


def _write_journeys(moves: Sequence[Move], *, every_stop: bool) -> list[str]:
    hits = {move.target for move in moves if move.hit}
    groups = sorted(Counter(_journeys(moves)).items(), key=_first_and_last, reverse=True)
    last = {stop: stops for stops, _ in groups for stop in stops[1:]}
    last |= {stops[-1]: stops for stops, _ in groups}
    words = []
    for stops, count in groups:
        stars = {stop for stop in hits if last[stop] == stops}
        word = _write_journey(stops, stars, every_stop=every_stop)
        words.append(word if count == 1 else f"{word}({count})")
    return words


def _first_and_last(group: tuple[Journey, int]) -> tuple[int, int, Journey]:
    """Those from furthest back are written first, and of these those that go least far."""
    stops, _ = group
    return stops[0], stops[-1], stops


def _journeys(moves: Sequence[Move]) -> list[Journey]:
    """The moves put together: a checker that came to a point goes on from there."""
    journeys: list[Journey] = []
    for origin, target, _, _ in moves:
        ending = next((stops for stops in journeys if stops[-1] == origin), None)
        if ending is None:
            journeys.append((origin, target))
        else:
            journeys.remove(ending)
            journeys.append((*ending, target))
    return journeys


def _write_journey(stops: Journey, stars: set[int], *, every_stop: bool) -> str:
    first, *between, last = stops
    named = [first, *(stop for stop in between if every_stop or stop in stars), last]
    return "/".join(
        f"{_NAMES.get(stop, stop)}{'*' if stop in stars and stop != first else ''}"
        for stop in named
    )


def read_play(text: str) -> Play:
    """What a text says was played; whether it is legal is the game's to say."""
    if not text or len(text) > _LONGEST:
        raise InvalidError(Told("turn {text!r} is not like '13/7 8/7*' or 'pass'", text=text[:80]))
    *words, last = text.split(" ")
    left = tuple(map(int, last[1:].split(","))) if _LEFT.fullmatch(last) else None
    if left is None:
        words.append(last)
    journeys: list[Journey] = []
    stars: set[int] = set()
    for word in words if words != [PASS] else ():
        stops, hit, count = _read_word(text, word)
        journeys += [stops] * count
        stars |= hit
    if len(journeys) > _MOST_MOVES or not words:
        raise InvalidError(
            Told("turn {text!r} moves {n} checkers; no roll does", text=text, n=len(journeys))
        )
    return Play(tuple(journeys), frozenset(stars), left)


def _read_word(text: str, word: str) -> tuple[Journey, set[int], int]:
    """The stops of a word like `24/18*/14(2)`, those with a star, and how many go that way."""
    match = _WORD.fullmatch(word)
    if not match:
        raise InvalidError(
            Told(
                "turn {text!r}: {word!r} is not like '13/7', '8/7*' or '6/off(2)'",
                text=text,
                word=word,
            )
        )
    names = match["stops"].split("/")
    stops = tuple(_place(text, name.rstrip("*")) for name in names)
    stars = {stop for stop, name in zip(stops, names, strict=True) if name.endswith("*")}
    return stops, stars, int(match["count"] or 1)


def _place(text: str, name: str) -> int:
    if name not in _PLACES:
        raise InvalidError(
            Told(
                "turn {text!r}: {name!r} is no point; 1 to 24, bar and off are",
                text=text,
                name=name,
            )
        )
    return _PLACES[name]
