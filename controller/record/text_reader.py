"""Reading a text record, turn by turn through the rules; mistakes name their line and word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from controller.games.catalogue import AnyGame, make_game
from controller.games.game import IllegalError, InvalidError, RulesError
from controller.games.told import Told, told_by
from controller.play.moments import ends_on_time
from controller.play.steps import CONDONE, LETTING, MATCH
from controller.record.escape import unescape
from controller.record.tags import UNFINISHED, sharers_of, winner_of
from controller.record.textgame import CONDONED, TextGame, TextMove, play

#: Far more than any game; it only keeps a mistaken file from filling the memory.
LONGEST = 1_000_000

PLAIN = re.compile(r'[^\s{}"\[\]\\]+')
NUMBER = re.compile(r"[0-9]{1,6}\.")
SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9])?s")
_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]{0,39}) "((?:[^"\\]|\\.)*)"\][ \t\r]*')
_RESULT = re.compile(r"\*|[0-9]{1,6}(-[0-9]{1,6})+")
_TOKEN = re.compile(
    r"(?P<space>\s+)"
    r"|\{(?P<note>(?:[^{}\\]|\\.)*)\}"
    r'|"(?P<quoted>(?:[^"\\\n]|\\.)*)"'
    r'|(?P<word>[^\s{}"\[\]\\]+)',
    re.DOTALL,
)
_R = TypeVar("_R")


class _Token(NamedTuple):
    kind: str
    text: str
    line: int


def read_text(text: str) -> TextGame:
    """The game a text record tells, played again by the rules; `RulesError` names line and word."""
    if len(text) > LONGEST:
        raise InvalidError(
            Told(
                "the text has {n} characters; at most {longest} are read",
                n=len(text),
                longest=LONGEST,
            )
        )
    lines = text.removeprefix("\ufeff").split("\n")
    tags, first = _read_tags(lines)
    return _Reader(tags, list(_tokens(lines, first))).game()


class _Tag(NamedTuple):
    value: str
    line: int


def _read_tags(lines: Sequence[str]) -> tuple[dict[str, _Tag], int]:
    """The tags at the top, and the number of lines they take."""
    tags: dict[str, _Tag] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip() and not line.startswith("["):
            return tags, number - 1
        if line.strip():
            name, value = _read_tag(line, number)
            if name in tags:
                raise InvalidError(
                    Told(
                        "line {number}: tag {name!r} stands in line {line}",
                        number=number,
                        name=name,
                        line=tags[name].line,
                    )
                )
            tags[name] = _Tag(value, number)
    return tags, len(lines)


def _read_tag(line: str, number: int) -> tuple[str, str]:
    found = _TAG.fullmatch(line)
    if not found:
        raise InvalidError(
            Told(
                'line {number}: {line!r} is not a tag like [South "Anna"]',
                number=number,
                line=line[:80],
            )
        )
    return found[1], _at(number, found[2], lambda: unescape(found[2]))


def _at(line: int, word: str, read: Callable[[], _R]) -> _R:
    """What `read` gives; what it complains about is told with its line and word."""
    try:
        return read()
    except RulesError as error:
        told = Told(
            "line {line}, {word!r}: {reason}", line=line, word=word[:80], reason=told_by(error)
        )
        raise type(error)(told) from error


def _tokens(lines: Sequence[str], skipped: int) -> Iterator[_Token]:
    rest = "\n".join(lines[skipped:])
    place, line = 0, skipped + 1
    while place < len(rest):
        found = _TOKEN.match(rest, place)
        if not found:
            raise InvalidError(
                Told(
                    "line {line}: {rest!r} is neither a turn, a number, a {{comment}} nor a result",
                    line=line,
                    rest=rest[place : place + 20],
                )
            )
        kind = str(found.lastgroup)
        if kind != "space":
            yield _Token(kind, found[kind], line)
        line += found[0].count("\n")
        place = found.end()


class _Reader:
    def __init__(self, tags: dict[str, _Tag], tokens: list[_Token]) -> None:
        self._tags = tags
        self._tokens = tokens
        self._rules = self._read_rules()
        self._position = self._read_start()
        self._notes: list[str] = []
        self._moves: list[TextMove] = []
        self._turns = 0
        self._numbered: _Token | None = None

    def game(self) -> TextGame:
        result = self._read_result()
        for token in self._tokens[:-1]:
            self._take(token)
        self._check_number(self._turns + 1)
        self._check_result(result)
        tags = tuple((name, tag.value) for name, tag in self._tags.items())
        return TextGame(tags, tuple(self._notes), tuple(self._moves), result.text)

    def _read_rules(self) -> AnyGame:
        if "Game" not in self._tags:
            raise InvalidError(Told('there is no tag for the game; begin with [Game "kalah"]'))
        name, options = self._tags["Game"], self._tags.get("Options", _Tag("", 0))
        line = options.line or name.line
        word = options.value or name.value
        return _at(line, word, lambda: make_game(name.value, _read_options(options.value)))

    def _read_start(self) -> Any:
        tag = self._tags.get("Position")
        if tag is None:
            return self._rules.open()
        return _at(tag.line, tag.value, lambda: self._rules.read_position(tag.value))

    def _read_result(self) -> _Token:
        end = max(tag.line for tag in self._tags.values())
        last = self._tokens[-1] if self._tokens else _Token("word", "", end)
        if last.kind != "word" or not _RESULT.fullmatch(last.text):
            raise InvalidError(
                Told(
                    "line {line}, {text!r}: a record ends with its result, like 25-23, or *"
                    " for a game that goes on",
                    line=last.line,
                    text=last.text[:80],
                )
            )
        return last

    def _take(self, token: _Token) -> None:
        if token.kind == "note":
            self._note(token)
        elif token.kind == "word" and NUMBER.fullmatch(token.text):
            self._number(token)
        else:
            self._turn(token)

    def _note(self, token: _Token) -> None:
        text = _at(token.line, token.text, lambda: unescape(token.text))
        if not self._moves:
            self._notes.append(text)
            return
        last = self._moves[-1]
        if last.seconds is None and not last.notes and SECONDS.fullmatch(token.text):
            self._moves[-1] = replace(last, seconds=float(token.text[:-1]))
        else:
            self._moves[-1] = replace(last, notes=(*last.notes, text))

    def _number(self, token: _Token) -> None:
        self._check_number(self._turns + 1)
        self._numbered = token

    def _check_number(self, turn: int) -> None:
        """A number, where one stands, is that of the turn it stands before."""
        token, self._numbered = self._numbered, None
        if token and turn == self._turns:
            raise InvalidError(
                Told(
                    "line {line}, {text!r}: {sides} moves again, which belongs to turn {turn}",
                    line=token.line,
                    text=token.text,
                    sides=self._rules.sides[self._moves[-1].side],
                    turn=turn,
                )
            )
        if token and int(token.text[:-1]) != turn:
            raise InvalidError(
                Told(
                    "line {line}, {text!r}: turn {turn} is next",
                    line=token.line,
                    text=token.text,
                    turn=turn,
                )
            )

    def _turn(self, token: _Token) -> None:
        turn = _at(token.line, token.text, lambda: self._text_of(token))
        if turn.startswith(CONDONED) and self._value("Illegal", "") not in LETTING:
            raise IllegalError(
                Told(
                    "line {line}, {turn!r}: a turn is let stand only where the tag [Illegal"
                    ' "{condone}"] says that the house allows it',
                    line=token.line,
                    turn=turn[:80],
                    condone=CONDONE,
                )
            )
        played = _at(token.line, turn, lambda: play(self._rules, self._position, turn))
        self._position, move = played
        begins = not self._moves or self._moves[-1].side != move.side
        self._check_number(self._turns + begins)
        self._turns += begins
        self._moves.append(move)

    @staticmethod
    def _text_of(token: _Token) -> str:
        return unescape(token.text) if token.kind == "quoted" else token.text

    def _check_result(self, result: _Token) -> None:
        tag = self._tags.get("Result")
        if tag and tag.value != result.text:
            where = f"line {result.line}, {result.text!r}"
            raise InvalidError(
                Told(
                    "{where}: the tag in line {line} says {value!r}",
                    where=where,
                    line=tag.line,
                    value=tag.value[:80],
                )
            )
        if result.text == UNFINISHED:
            return
        if self._value("Termination", "played") == "time":
            self._check_time(result)
        elif not self._ended_outside():
            self._check_end(result, self._position)

    def _ended_outside(self) -> bool:
        """The game ended by a word that is no step of it: abandoned, a plain resignation."""
        reason = self._value("Termination", "played")
        over = self._rules.outcome(self._position).over
        return reason in ("abandoned", "annulled") or (reason == "resigned" and not over)

    def _check_time(self, result: _Token) -> None:
        """Where the rules say what a side wins because the other's time is up, it is that."""
        match = self._value("Flag", "") == MATCH
        ends = {
            winner_of(self._rules, self._rules.outcome(end).winner): end
            for end in ends_on_time(self._rules, self._position, match=match)
        }
        winner = self._value("Winner", "")
        if ends and winner not in ends:
            raise IllegalError(
                Told(
                    "line {line}, {text!r}: a game lost on time has a winner: {ends}",
                    line=result.line,
                    text=result.text,
                    ends=" or ".join(ends),
                )
            )
        if ends:
            self._check_end(result, ends[winner])

    def _check_end(self, result: _Token, position: Any) -> None:
        outcome = self._rules.outcome(position)
        scores = "-".join(map(str, outcome.scores))
        winner = winner_of(self._rules, outcome.winner)
        if not outcome.over:
            raise IllegalError(
                Told(
                    "line {line}, {text!r}: the game is not over yet",
                    line=result.line,
                    text=result.text,
                )
            )
        if (result.text, self._value("Winner", winner)) != (scores, winner):
            raise IllegalError(
                Told(
                    "line {line}, {text!r}: the game ended {scores}, winner {winner}",
                    line=result.line,
                    text=result.text,
                    scores=scores,
                    winner=winner,
                )
            )
        shared = sharers_of(self._rules, self._rules.ending(position).get("shared", ()))
        if self._value("Shared", shared) != shared:
            tag = self._tags["Shared"]
            by = shared or "nobody"
            raise IllegalError(
                Told(
                    "line {line}, {value!r}: the win is shared by {by}",
                    line=tag.line,
                    value=tag.value[:80],
                    by=by,
                )
            )

    def _value(self, name: str, otherwise: str) -> str:
        return self._tags[name].value if name in self._tags else otherwise


def _read_options(text: str) -> dict[str, object]:
    options: dict[str, object] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or key in options:
            raise InvalidError(
                Told("option {word!r} is not of the form stones=4, each of them once", word=word)
            )
        options[key] = value
    return options
