"""Reading .mat and Snowie's text, as Jellyfish, GNU Backgammon, eXtreme Gammon and we write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from controller.games.game import InvalidError, RulesError
from controller.games.nardy.options import LONGEST_MATCH
from controller.games.told import Told
from controller.record.checker_moves import Hop
from controller.record.score import NOTHING_BESIDES, Score, ScoredGame, Word, at_place
from controller.record.scoring import transcribe
from controller.record.snowie import read_illegal_line
from controller.record.transcriber import Transcriber

#: Far more than any match; it only keeps a mistaken file from filling the memory.
LONGEST = 5_000_000

_MATCH = re.compile(r"\s*(\d{1,6}) point match\s*", re.ASCII | re.IGNORECASE)
_GAME = re.compile(r"\s*Game (\d{1,6})\s*", re.ASCII | re.IGNORECASE)
_NAMES = re.compile(r"\s*(\S.*?)\s*:\s*(\d{1,6})\s+(\S.*?)\s*:\s*(\d{1,6})\s*", re.ASCII)
_HEADER = re.compile(r'[;#]\s*\[(\w+) "(.*)"\]\s*')
_VARIATIONS = ("", "backgammon", "standard")
_NUMBER = re.compile(r"\s*\d{1,6}\)", re.ASCII)
_CELL = re.compile(
    r"[1-6]{2}:|\b(?:Doubles|Redoubles|Takes|Drops|Passes|Beavers|Wins)\b", re.ASCII | re.IGNORECASE
)
_INSIDE = re.compile(r"\([^)]*\)")
_HOP = re.compile(r"(\d{1,2}|bar|off)((?:/(?:\d{1,2}|bar|off)\*?)+)(?:\(([1-4])\))?", re.IGNORECASE)
_ILLEGAL = re.compile(r"illegal play\s*\((.*)\)", re.IGNORECASE)
_POINTS = re.compile(r"\d{1,6}", re.ASCII)
_NOTHING = re.compile(r"\?{0,4}|cannot move", re.IGNORECASE)
_KINDS = {"redoubles": "double", "doubles": "double", "takes": "take", "drops": "drop"}
_KINDS |= {"passes": "drop", "beavers": "beaver", "wins": "wins"}
#: A cell that stands alone belongs to the right from this column on.
_RIGHT = 15
#: The same for a win, whatever stands before it.
_WINS_RIGHT = 20


def read_mat(
    text: str, *, at: float = 0.0, given: Mapping[str, object] = NOTHING_BESIDES
) -> Transcriber:
    """The match that a .mat file, and what is `given` besides, tells; `RulesError` names the
    line."""
    score, said = read_mat_score(text)
    score.tell(given)
    try:
        return transcribe(score, at=at)
    except RulesError:
        if score.length or "Jacoby" in said or "jacoby" in given:
            raise
    # Single games are mostly played with Jacoby (S12), and most programs do not write that down.
    score.jacoby = True
    return transcribe(score, at=at)


def read_mat_score(text: str) -> tuple[Score, dict[str, str]]:
    """What the file says, before any rule is asked, and its headers."""
    if len(text) > LONGEST:
        raise InvalidError(
            Told(
                "the text has {n} characters; at most {longest} are read",
                n=len(text),
                longest=LONGEST,
            )
        )
    lines = [line.rstrip("\r") for line in text.removeprefix("\ufeff").split("\n")]
    headers, first = _read_headers(lines)
    length = int(_MATCH.fullmatch(lines[first])[1])  # type: ignore[index] # it was found there
    if length > LONGEST_MATCH:
        raise InvalidError(
            Told(
                "line {first}: a match to {length}; at most {longest_match}",
                first=first + 1,
                length=length,
                longest_match=LONGEST_MATCH,
            )
        )
    score = Score(length, ("", ""))
    score.crawford = headers.get("Crawford", "On") != "Off"
    score.jacoby = not length and headers.get("Jacoby", "Off") == "On"
    score.beaver = not length and headers.get("Beaver", "Off") == "On"
    score.dated(headers.get("EventDate", ""), "%Y.%m.%d")
    _read_games(score, lines, first + 1)
    return score, headers


def _read_headers(lines: Sequence[str]) -> tuple[dict[str, str], int]:
    headers: dict[str, str] = {}
    for number, line in enumerate(lines):
        if _MATCH.fullmatch(line):
            return headers, number
        found = _HEADER.fullmatch(line)
        if found:
            with at_place(f"line {number + 1}"):
                _check_header(*found.groups())
            headers[found[1]] = found[2]
    raise InvalidError(Told("there is no line like ' 7 point match': this is not a .mat file"))


def _check_header(name: str, value: str) -> None:
    """Another variation has another start, or other rules: its plays would be told wrong."""
    if name == "Variation" and value.strip().lower() not in _VARIATIONS:
        raise InvalidError(
            Told(
                "the variation {value!r} is not played here; only files of Backgammon are read",
                value=value[:40],
            )
        )


def _read_games(score: Score, lines: Sequence[str], first: int) -> None:
    named = True
    for number, line in enumerate(lines[first:], start=first + 1):
        where = f"line {number}"
        if not line.strip() or line.lstrip().startswith((";", "#")):
            continue
        if _GAME.fullmatch(line):
            named = False
        elif not named:
            score.games.append(_read_names(score, line, where))
            named = True
        elif not score.games:
            raise InvalidError(
                Told(
                    "{where}, {strip!r}: a game begins with ' Game 1'",
                    where=where,
                    strip=line.strip()[:80],
                )
            )
        else:
            score.games[-1].words += _read_line(line, where)
    if not score.games:
        raise InvalidError(Told("there is no game in this file"))


def _read_names(score: Score, line: str, where: str) -> ScoredGame:
    found = _NAMES.fullmatch(line)
    if not found:
        raise InvalidError(
            Told(
                "{where}, {strip!r}: not like ' Anna : 0   Boris : 0'",
                where=where,
                strip=line.strip()[:80],
            )
        )
    score.names = (found[1], found[3])
    return ScoredGame(where, (int(found[2]), int(found[4])))


def _read_line(line: str, where: str) -> Iterator[Word]:
    """The one or two cells of a line, left and right."""
    numbered = _NUMBER.match(line)
    body = numbered.end() if numbered else 0
    shown = _INSIDE.sub(lambda inside: " " * len(inside[0]), line)
    starts = [found.start() for found in _CELL.finditer(shown, body)]
    won = len(starts) == 3 and shown[starts[2] :].lower().startswith("wins")
    if len(starts) > 2 + won or shown[body : starts[0] if starts else None].strip():
        raise InvalidError(
            Told(
                "{where}, {strip!r}: not one or two plays like '31: 8/5'",
                where=where,
                strip=line.strip()[:80],
            )
        )
    for nth, (at, end) in enumerate(pairwise([*starts, len(line)])):
        cell = line[at:end].strip()
        side = _column(at, body, nth, cell, alone=len(starts) == 1)
        with at_place(f"{where}, {cell[:80]!r}"):
            yield _read_cell(int(side), cell, f"{where}, {cell[:80]!r}")


def _column(at: int, body: int, nth: int, cell: str, *, alone: bool) -> bool:
    """Whether a cell stands on the right: by its place alone, or because another is before it."""
    if cell.lower().startswith("wins"):
        return at >= _WINS_RIGHT  # GNU Backgammon writes left wins after an unplayed left roll
    return at - body >= _RIGHT - 5 if alone else nth > 0


def _read_cell(side: int, cell: str, where: str) -> Word:
    word = _CELL.match(cell)
    if word and not word[0].endswith(":"):
        kind = _KINDS[word[0].lower()]
        points = _POINTS.search(cell)
        if kind == "wins" and not points:
            raise InvalidError(Told("it does not say how many points were won"))
        return Word(side, kind, where, points=int(points[0]) if points else 0)
    dice, play = (int(cell[0]), int(cell[1])), cell[3:].strip()
    illegal = _ILLEGAL.fullmatch(play)
    if illegal:
        return Word(side, "illegal", where, dice, board=read_illegal_line(illegal[1], side))
    hops = () if _NOTHING.fullmatch(play) else tuple(_read_hops(play))
    return Word(side, "play", where, dice, hops)


def _read_hops(play: str) -> Iterator[Hop]:
    for word in play.split():
        found = _HOP.fullmatch(word)
        if not found:
            raise InvalidError(Told("{word!r} is not like 8/5, 25/21*, 6/0 or 13/7(2)", word=word))
        stops = [found[1], *found[2][1:].split("/")]
        for _ in range(int(found[3] or 1)):
            for origin, target in pairwise(stops):
                yield Hop(_place(origin.rstrip("*")), _place(target.rstrip("*")), "*" in target)


def _place(name: str) -> int:
    place = {"bar": 25, "off": 0}.get(name.lower())
    place = int(name) if place is None else place
    if place > 25:
        raise InvalidError(Told("{name!r} is no point; 0 (off) to 25 (bar) are", name=name))
    return place
