"""What a competition agrees on, read from the command `create` with every mistake told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import reduce
from typing import Any

from controller.competition import laws
from controller.competition.penalties import is_breaks, is_lateness
from controller.competition.tiebreaks import TIEBREAKS
from controller.competition.values import CompetitionError, Rules
from controller.games.catalogue import make_game, preset_options
from controller.games.game import RulesError
from controller.games.told import Told, told_by
from controller.table.house_rules import read_house_rules

FORMATS = ("swiss", "round-robin", "knockout", "double-elimination")
SEEDINGS = ("rating", "lot")
PAIRINGS = ("fold", "slide")
MOST_ROUNDS = 50
MOST_TABLES = 5000
LONGEST_DELAY = 3600

#: Names of competitions and tables: they stand in addresses and topics.
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")
NAME_WORDS = Told("1 to 32 of a-z, 0-9 and -, beginning with a letter or digit")

#: In a competition nothing is given away and nothing taken back, unless the rules say so.
_HOUSE = {"tournament": True, "hints": "off", "takebacks": False}
_SCORING = {"win": 1, "draw": 0.5, "loss": 0, "bye": 1}
_TIEBREAKS = {
    "swiss": ("buchholz", "median", "sonneborn-berger", "direct", "wins", "scored"),
    "round-robin": ("direct", "sonneborn-berger", "wins", "scored"),
    "knockout": (),
    "double-elimination": (),
}
#: What only some formats know.
_ONLY = {
    "rounds": ("swiss",),
    "pairing": ("swiss",),
    "double": ("round-robin",),
    "consolation": ("knockout",),
    "third": ("knockout",),
    "progressive": ("knockout",),
    "last_chance": ("knockout",),
    "scoring": ("swiss", "round-robin"),
    "tiebreaks": ("swiss", "round-robin"),
}
_LATENESS = Told(
    "an object like {example}, in minutes, the first not after the last,",
    example='{"after": 10, "every": 5, "lost": 30}',
)
_BREAKS = Told("an object like {example}", example='{"number": 2, "minutes": 5}')
#: What makes no sense without another one.
_NEEDS = {"progressive": "consolation", "last_chance": "progressive"}
_KEYS = (
    *("do", "competition", "title", "format", "game", "preset", "options", "length", "house"),
    "tables",
    *("delay", "seeding", "law", "lateness", "breaks", *_ONLY),
)


def read_rules(given: Mapping[str, Any]) -> Rules:
    """The rules that these values make; `CompetitionError` lists everything wrong with them."""
    reader = _Reader(laws.completed(given))
    rules = reader.read()
    if reader.mistakes:
        raise CompetitionError(Told("no competition: {mistakes}", mistakes=reader.mistakes))
    return rules


class _Reader:
    """Takes one value after the other and keeps what is wrong with each."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.mistakes: list[str] = [
            Told("{key} is not taken; there are: {keys}", key=key, keys=_KEYS[1:])
            for key in given
            if key not in _KEYS
        ]
        for key, needed in _NEEDS.items():
            if given.get(key) is True and given.get(needed, needed == "consolation") is not True:
                self.wrong(Told("{key} needs {needed}", key=key, needed=needed))

    def wrong(self, mistake: str) -> None:
        self.mistakes.append(mistake)

    def take(self, key: str, fits: Callable[[Any], bool], allowed: str, default: Any = None) -> Any:
        """The value of this key if it fits, its default where nothing is said."""
        value = self.given.get(key, default)
        if key not in self.given and default is not None:
            return default
        if key not in self.given:
            self.wrong(Told("{key} is missing: {allowed}", key=key, allowed=allowed))
        elif not fits(value):
            self.wrong(
                Told(
                    "{key}: {short} is not allowed; {allowed} is",
                    key=key,
                    short=_short(value),
                    allowed=allowed,
                )
            )
        return value if fits(value) else default

    def choice(self, key: str, words: tuple[str, ...], default: str | None = None) -> str:
        return str(self.take(key, lambda value: value in words, _either(words), default))

    def switch(self, key: str, default: bool) -> bool:
        return bool(self.take(key, lambda it: isinstance(it, bool), Told("true or false"), default))

    def number(self, key: str, span: range, default: int | None = None) -> int:
        allowed = Told(
            "a whole number from {least} to {most}", least=span.start, most=span.stop - 1
        )
        return self.take(key, lambda it: type(it) is int and it in span, allowed, default) or 0

    def read(self) -> Rules:
        self.take("competition", _is_id, NAME_WORDS)
        kind = self.choice("format", FORMATS)
        self._check_format(kind)
        options, law = self._options(), self._law()
        return Rules(
            title=self.take("title", _is_title, Told("a text of 1 to 100 printable characters"))
            or "",
            format=kind,
            rounds=self.number("rounds", range(1, MOST_ROUNDS + 1)) if kind == "swiss" else None,
            game=self.given.get("game", ""),
            options=options,
            house=self._house(options.get("match_length", 0)),
            tables=self._tables(),
            delay=self.number("delay", range(LONGEST_DELAY + 1), 0),
            seeding=self.choice("seeding", SEEDINGS, "rating"),
            pairing=self.choice("pairing", PAIRINGS, "fold"),
            double=self.switch("double", False),
            consolation=self.switch("consolation", True),
            third=self.switch("third", True),
            scoring=self._scoring(),
            tiebreaks=self._tiebreaks(kind, law),
            law=law,
            progressive=self.switch("progressive", False),
            last_chance=self.switch("last_chance", False),
            lateness=self.take("lateness", is_lateness, _LATENESS, {}),
            breaks=self.take("breaks", is_breaks, _BREAKS, {}),
        )

    def _law(self) -> str:
        allowed = Told("one of {names}", names=laws.NAMES)
        known = self.take(
            "law", lambda it: isinstance(it, str) and laws.law_of(it) is not None, allowed, ""
        )
        return str(known)

    def _check_format(self, kind: str) -> None:
        for key, formats in _ONLY.items():
            if kind in FORMATS and key in self.given and kind not in formats:
                self.wrong(
                    Told(
                        "{key} is for {formats}, not for {kind}",
                        key=key,
                        formats=" and ".join(formats),
                        kind=kind,
                    )
                )

    def _options(self) -> dict[str, Any]:
        """The game's options, those of a `preset` where one is named, checked by the game itself;
        `length` is its match length."""
        given = self.take(
            "options", _is_object, Told("an object like {example}", example='{"stones": 4}'), {}
        )
        length = self.number("length", range(65), 0)
        name = self.take("game", lambda it: isinstance(it, str), Told("the name of a game"))
        if not isinstance(name, str):
            return {}
        preset = self.take(
            "preset", lambda it: isinstance(it, str), Told("the name of a preset"), ""
        )
        try:
            given = preset_options(name, preset or None) | given
            game = make_game(name, given)
            if length and not hasattr(game.options, "match_length"):
                self.wrong(Told("length: {name} is not played in matches; leave it out", name=name))
            elif length:
                game = make_game(name, {**given, "match_length": length})
        except RulesError as mistake:
            self.wrong(Told("game: {mistake}", mistake=told_by(mistake)))
            return {}
        if length and given.get("match_length", length) != length:
            self.wrong(
                Told(
                    "length: {length}, but options say match_length {match_length}",
                    length=length,
                    match_length=given["match_length"],
                )
            )
        if len(game.sides) != 2:
            self.wrong(Told("game: two players meet at a board, not {n}", n=len(game.sides)))
        return asdict(game.options)

    def _house(self, length: int) -> dict[str, Any]:
        given = self.take(
            "house",
            _is_object,
            Told("an object like {example}", example='{"clock": "fischer"}'),
            {},
        )
        try:
            return read_house_rules({**_HOUSE, **given}).told(length)
        except RulesError as mistake:
            self.wrong(told_by(mistake))
            return {}

    def _tables(self) -> tuple[str, ...]:
        allowed = Told(
            "a list of at most {most} different names, each {words},",
            most=MOST_TABLES,
            words=NAME_WORDS,
        )
        return tuple(self.take("tables", _is_tables, allowed, []))

    def _scoring(self) -> dict[str, float]:
        given = self.take(
            "scoring",
            _is_object,
            Told("an object like {example}", example='{"win": 1, "draw": 0.5}'),
            {},
        )
        for key, value in given.items():
            if key not in _SCORING:
                self.wrong(
                    Told(
                        "scoring: unknown {key!r}; there are: {scoring}",
                        key=key,
                        scoring=", ".join(_SCORING),
                    )
                )
            elif not _is_points(value):
                self.wrong(
                    Told(
                        "scoring {key}: {short} is not allowed; 0 to 100 in halves is",
                        key=key,
                        short=_short(value),
                    )
                )
        known = {key: value for key, value in given.items() if key in _SCORING}
        points = {
            key: float(value) if _is_points(value) else 0.0
            for key, value in {**_SCORING, **known}.items()
        }
        if not points["win"] >= points["draw"] >= points["loss"] or points["win"] <= points["loss"]:
            self.wrong(
                Told("scoring: a win must bring more than a loss, and a draw lie between them")
            )
        return points

    def _tiebreaks(self, kind: str, law: str) -> tuple[str, ...]:
        allowed = Told("a list without repetition of {words}", words=tuple(TIEBREAKS))
        default = list(laws.by_law(law, _TIEBREAKS.get(kind, ())))
        return tuple(self.take("tiebreaks", _is_tiebreaks, allowed, default))


def _either(words: tuple[str, ...]) -> str:
    return reduce(lambda some, word: Told("{some} or {word}", some=some, word=word), words)


def _is_id(value: object) -> bool:
    return isinstance(value, str) and NAME.fullmatch(value) is not None


def _is_title(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value.strip()) <= 100 and value.isprintable()


def _is_object(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(key, str) for key in value)


def _is_tables(value: object) -> bool:
    if not isinstance(value, list) or len(value) > MOST_TABLES:
        return False
    return all(map(_is_id, value)) and len(set(value)) == len(value)


def _is_points(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return 0 <= value <= 100 and value * 2 == int(value * 2)


def _is_tiebreaks(value: object) -> bool:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        return False
    return set(value) <= set(TIEBREAKS) and len(set(value)) == len(value)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
