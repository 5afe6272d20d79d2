"""The record as the page looks at it: a list of games, one game, and its export.

What writes a game in all its forms is loaded when somebody first asks for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from controller.board.shown import beside
from controller.formats.names import FORMS
from controller.games.catalogue import AnyGame, NotInstalledError, kind_of, make_game
from controller.games.dice import call_roll, dice_in
from controller.play.fold import read_line
from controller.play.line import Line
from controller.play.steps import Ply
from controller.record.account import Account, account_of, payments
from controller.record.errors import RecordError
from controller.record.log import Log, LogReader
from controller.record.summary import GameSummary
from controller.words.places import layout_of, turns_in_words
from controller.words.speech import told

#: A page lists no more than this; `lunka games` lists all.
_MOST = 100


class RecordPages:
    """Reads games from the record while the daemon writes it."""

    def __init__(self, path: Path, upto: int | None = None) -> None:
        self._path = path
        #: Of how many events it is shown; None: of all.
        self._upto = upto

    def games(self) -> list[dict[str, Any]]:
        """The newest games, the very newest first."""
        with Log.open_reader(self._path, self._upto) as log:
            return [_line(summary) for summary in reversed(log.games(_MOST))]

    def account(self, *, whole: bool = False) -> dict[str, Any]:
        """What everybody has won and lost this evening, or in the `whole` record."""
        with Log.open_reader(self._path, self._upto) as log:
            return _account(account_of(log, since=0.0 if whole else None))

    def game(self, game_id: int) -> dict[str, Any]:
        """One game with its positions; `KeyError` where there is none."""
        return game_view(self._walk(game_id))

    def export(self, game_id: int, form: str) -> tuple[str, str]:
        """The game, or its match, as a file's text with its MIME type.

        `KeyError` where there is no such game, `ValueError` where the form cannot hold it.
        """
        from controller.formats.writers import make

        with self._game(game_id) as log:
            try:
                return make(log, game_id, form).text, FORMS[form].mime
            except RecordError as refused:
                raise ValueError(str(refused)) from refused

    def forms(self, game_id: int) -> list[dict[str, Any]]:
        """The forms that can hold this game, each with what it would lose.

        `KeyError` where there is no such game, `ValueError` where it cannot be read here.
        """
        from controller.formats.writers import offered

        with self._game(game_id) as log:
            try:
                return offered(log, game_id)
            except RecordError as refused:
                raise ValueError(str(refused)) from refused

    def _walk(self, game_id: int) -> Line:
        with self._game(game_id) as log:
            return read_line(log.events(game_id))

    @contextmanager
    def _game(self, game_id: int) -> Iterator[LogReader]:
        """The record, if it holds this game."""
        with Log.open_reader(self._path, self._upto) as log:
            try:
                log.summary(game_id)
            except RecordError as missing:
                raise KeyError(str(missing)) from missing
            yield log


def game_view(line: Line) -> dict[str, Any]:
    """A game for a page: every position of it, and everything that happened."""
    from controller.record.jsonfile import game_object

    game = make_game(line.opening.game, line.opening.options)
    texts = [line.opening.position, *(ply.position for ply in line.plies)]
    positions = [game.read_position(text) for text in texts]
    counting = line.result is None and bool(line.opening.house.get("tournament"))
    return {
        "tags": game_object(line)["tags"],
        "layout": layout_of(game),
        "spoken": turns_in_words(game, [ply.turn for ply in line.plies]),
        "sides": list(game.sides),
        "moves": [
            _move(game, ply, before) for ply, before in zip(line.plies, positions[:-1], strict=True)
        ],
        "positions": [
            {
                "text": text,
                "mover": game.mover(position),
                "shown": beside(game, position, tournament=counting),
                "cells": dict(zip(game.cells, game.contents(position), strict=True)),
            }
            for text, position in zip(texts, positions, strict=True)
        ],
        "events": [
            {"kind": stored.event.kind, "at": stored.event.at, "data": stored.event.data}
            for stored in line.events
        ],
    }


def _title(game: str) -> dict[str, str] | None:
    """What the game is called; nothing where it is not installed here."""
    try:
        return told(kind_of(game).titles)
    except NotInstalledError:
        return None


def _line(summary: GameSummary) -> dict[str, Any]:
    result = summary.result
    return {
        "id": summary.id,
        "game": summary.game,
        "title": _title(summary.game),
        "players": list(summary.players),
        "result": result
        and {"winner": result.winner, "scores": list(result.scores), "reason": result.reason},
        "opened": datetime.fromtimestamp(summary.opened, UTC).isoformat(),
        "turns": summary.turns,
    }


def _account(account: Account) -> dict[str, Any]:
    """An account for a page: its games with what stood after each, and what is to be paid."""
    return {
        "games": [
            {
                "id": entry.number,
                "game": entry.game,
                "title": _title(entry.game),
                "opened": datetime.fromtimestamp(entry.opened, UTC).isoformat(),
                "unit": entry.stake.unit,
                "amounts": entry.amounts,
                "running": running,
            }
            for entry, running in zip(account.entries, account.running(), strict=True)
        ],
        "accounts": [
            {
                "unit": unit,
                "sums": sums,
                "payments": [asdict(each) for each in payments(sums)],
            }
            for unit, sums in account.sums().items()
        ],
        "unknown": account.unknown,
    }


def _move(game: AnyGame, ply: Ply, before: Any) -> dict[str, Any]:
    """One turn; its dice may have lain in the position that was set up."""
    rolled = ply.dice if call_roll(game, ply.dice) else dice_in(game, before)
    return {
        "ply": ply.number,
        "side": ply.side,
        "turn": ply.turn,
        "sealed": ply.sealed is not None,
        "seconds": ply.seconds,
        "by": ply.by,
        "condoned": ply.condoned,
        "dice": sorted(rolled, reverse=True),
        "rolls": [list(roll) for roll in ply.rolls],
        "named": ply.named,
    }
