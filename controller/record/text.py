"""The text record of a game: tags, numbered turns, and what happened in braces.

    [Game "kalah"]
    [South "Anna"]
    [North "Boris"]
    [Options "stones=4"]
    [Result "*"]

    1. a3 {6.1s} a6 {3.0s}
    2. b2 {4.2s} {first b1, changed by hand}
    *

With dice every roll stands before its turn (`31: "8/5 6/5"`), decisions stand between them. A turn
has one number however often the same side moves again. The grammar is in docs/record.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from controller.play.line import Line
from controller.play.moments import rules_of, start_of
from controller.play.steps import Ply
from controller.record.assured import assured
from controller.record.escape import escape
from controller.record.tags import tags_of, write_result
from controller.record.text_reader import NUMBER, PLAIN, SECONDS, read_text
from controller.record.textgame import TextGame, TextMove, write_inferred, write_step
from controller.record.words import sentences

__all__ = ["TextGame", "TextMove", "read_text", "text_game", "text_of", "write_text"]

#: A clock that is set during a turn may give any number; the grammar has room for 31 years.
_LONGEST_TURN = 999_999_999.0


def text_of(line: Line, tags: Mapping[str, str] | None = None) -> str:
    """The text record of a game; `tags` adds what a table does not know: Event, Site, Round."""
    return write_text(text_game(line, tags))


def text_game(line: Line, tags: Mapping[str, str] | None = None) -> TextGame:
    """The game as its text record tells it; `RecordDamagedError` if it breaks the rules."""
    right = assured(line)
    moves = tuple(_moves(right))
    return TextGame(tags_of(right, tags), sentences(right, 0), moves, write_result(right.result))


def _moves(line: Line) -> Iterator[TextMove]:
    game = rules_of(line.opening)
    now = start_of(game, line.opening)
    for moment in line.moments:
        move, step = write_step(game, moment), moment.step
        if isinstance(step, Ply):
            if step.rolls:
                yield from write_inferred(game, now, step)
            seconds = round(min(max(step.seconds, 0.0), _LONGEST_TURN), 1)
            move = replace(move, seconds=seconds, notes=sentences(line, step.number))
        if step.note:
            move = replace(move, notes=(step.note,))
        yield move
        now = moment.after


def write_text(game: TextGame) -> str:
    """The text of a record; `read_text` is its inverse."""
    lines = [f'[{name} "{escape(value, ends=chr(34))}"]' for name, value in game.tags]
    lines.append("")
    lines.extend(_braces(note, first=False) for note in game.notes)
    lines.extend(_turn_lines(game.moves))
    lines.append(game.result)
    return "\n".join(lines) + "\n"


def _turn_lines(moves: Iterable[TextMove]) -> Iterator[str]:
    turns = groupby(moves, key=lambda move: move.side)
    for number, (_, made) in enumerate(turns, start=1):
        yield f"{number}. {' '.join(_move(move) for move in made)}"


def _move(move: TextMove) -> str:
    seconds = [] if move.seconds is None else [f"{{{move.seconds:.1f}s}}"]
    notes = (_braces(note, first=not (seconds or at)) for at, note in enumerate(move.notes))
    return " ".join([_word(move.turn), *seconds, *notes])


def _word(turn: str) -> str:
    """A turn as one word; in quotes where it has spaces or could be taken for something else."""
    if PLAIN.fullmatch(turn) and turn.isprintable() and not NUMBER.fullmatch(turn):
        return turn
    return f'"{escape(turn, ends=chr(34))}"'


def _braces(note: str, *, first: bool) -> str:
    text = escape(note, ends="{}")
    if first and SECONDS.fullmatch(text):  # a note must not be read as the time of the turn
        text = re.sub("s$", r"\\u0073", text)
    return f"{{{text}}}"
