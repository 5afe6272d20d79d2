"""Every form in which a game, or the match it belongs to, can be taken home."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from controller.formats.names import FORMS
from controller.play.fold import read_line
from controller.record.errors import RecordError
from controller.record.export import Export
from controller.record.jsonfile import json_of, vouchers_of
from controller.record.log import LogReader
from controller.record.mat import mat_of
from controller.record.matches import MatchWalk, match_of
from controller.record.sgf import sgf_of
from controller.record.text import text_of


def _json(log: LogReader, number: int) -> str:
    line = read_line(log.events(number))
    return json_of(line, vouchers=vouchers_of(log, line))


#: Forms of one game.
_GAMES: dict[str, Callable[[LogReader, int], str]] = {
    "text": lambda log, number: text_of(read_line(log.events(number))),
    "json": _json,
}
#: Forms of the whole match that a game belongs to.
_MATCHES: dict[str, Callable[[MatchWalk], Export]] = {
    "mat": mat_of,
    "sgf": sgf_of,
    "snowie": lambda match: mat_of(match, snowie=True),
}


def make(log: LogReader, number: int, form: str, language: str = "en") -> Export:
    """The file of a game; `RecordError` where this form cannot hold it."""
    if form in _GAMES:
        return Export(_GAMES[form](log, number), [])
    match = match_of(log, number)
    if form in _MATCHES:
        return _MATCHES[form](match)
    from controller.report.report import report_of  # only this form draws pictures

    return Export(report_of(match, language), [])


def for_others(match: MatchWalk) -> dict[str, Export]:
    """The match in each form of other programs that can hold it."""
    made = {}
    for name, write in _MATCHES.items():
        with suppress(RecordError):  # another game than this form holds
            made[name] = write(match)
    return made


def offered(log: LogReader, number: int) -> list[dict[str, Any]]:
    """The forms that can hold this game, each with what it would lose."""
    others = for_others(match_of(log, number))
    return [
        {
            "form": name,
            "ending": form.ending,
            "losses": others[name].losses if name in others else [],
        }
        for name, form in FORMS.items()
        if name in others or name not in _MATCHES
    ]
