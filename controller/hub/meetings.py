"""The games of a competition, read once from the store for the archive, the report and gnubg."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from controller.competition.values import Board, Tournament
from controller.games.told import Told
from controller.hub.kept import KeptRecord
from controller.hub.results import GameId
from controller.hub.store import RecordLine, Store
from controller.play.line import Line
from controller.record.errors import RecordError
from controller.record.jsonfile import Vouchers, vouchers_of
from controller.record.matches import MatchWalk, match_of


@dataclass(frozen=True, slots=True)
class Played:
    """A board of a round and what was played there: one match, or several games on their own."""

    round: int
    board: Board
    names: tuple[str, ...]
    matches: tuple[MatchWalk, ...]
    #: Why a game that the result names is not here, one sentence each.
    missing: tuple[str, ...] = ()


class Records:
    """The records of a store, each looked through once before anything of it is believed."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lines = {(line.table, line.record): line for line in store.records()}
        self._whole: dict[tuple[str, str], KeptRecord] = {}

    def match(self, game: GameId) -> MatchWalk:
        """The match that a game belongs to; `RecordError` where something is wrong with it."""
        line = self._lines.get((game.table, game.record))
        if line is None:
            raise RecordError(
                Told(
                    "the hub has no record {record} of table {table}",
                    record=game.record,
                    table=game.table,
                )
            )
        return match_of(self._kept(line), game.game)

    def vouchers(self, game: Line) -> Vouchers:
        """What lets a game of a match be checked without its record."""
        first = game.events[0]
        for kept in self._whole.values():
            if kept.seal(first.seq) == first.hash:
                return vouchers_of(kept, game)
        return Vouchers()

    def _kept(self, line: RecordLine) -> KeptRecord:
        key = (line.table, line.record)
        if key not in self._whole:
            kept = KeptRecord(self._store, line)
            kept.check_chain()
            self._whole[key] = kept
        return self._whole[key]


def played(records: Records, it: Tournament) -> Iterator[Played]:
    """Every board of a competition at which something was played, round by round."""
    for number, board in it.boards():
        if board.result and board.result.games:
            names = tuple(it.name(player) for player in board.players)
            matches, missing = _matches(records, board.result.games)
            yield Played(number, board, names, matches, missing)


def _matches(
    records: Records, games: tuple[str, ...]
) -> tuple[tuple[MatchWalk, ...], tuple[str, ...]]:
    """The matches of these games, each once."""
    found: dict[tuple[str, str, int], MatchWalk] = {}
    missing = []
    for text in games:
        game = GameId.read(text)
        if game is None:
            missing.append(f"{text!r} names no game of a table")
            continue
        try:
            match = records.match(game)
        except RecordError as trouble:
            missing.append(f"game {text}: {trouble}")
            continue
        found[game.table, game.record, match.games[0].number] = match
    return tuple(found.values()), tuple(missing)


def seconds_by_player(
    matches: Iterator[MatchWalk] | tuple[MatchWalk, ...],
) -> Mapping[str, list[float]]:
    """How long each player took for every turn."""
    spent: dict[str, list[float]] = {}
    for match in matches:
        for game in match.games:
            for ply in game.plies:
                spent.setdefault(game.players[ply.side], []).append(ply.seconds)
    return spent
