"""A record whose games its table signed and a hub anchored, and ten and more ways to forge it.

A forger here can write the file and make all hashes anew: only what others signed stands in his
way. `python -m tests.record.signed` prints the table of docs/record.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from controller.play.event import Event
from controller.record.log import Log
from controller.record.signer import signatures
from controller.record.signing import SigningKey, anchor_statement, key_file_of
from controller.record.verify import Report, verify
from tests.record.games import OPENED_AT, SMALL, Scribe, played

_KEY = re.compile(r"[0-9a-f]{64}|[0-9a-f]{4}(-[0-9a-f]{4}){4}")
#: Events with the game they belong to.
Rows = list[tuple[int, Event]]
VOUCHING = ("game.signed", "record.anchored")


def three_games() -> list[Scribe]:
    """Two that are played to their end, and one that is given up."""
    third = Scribe(SMALL, players=("Anna", "Wera"))
    third.made(third.legal[0])
    third.sealed()
    third.ended("resigned", winner=0)
    return [played([12, 21, 30, 13, 9, 14, 22, 31] * 3), played(range(6, 400, 9)), third]


def sign(log: Log) -> None:
    """What the daemon does when a game is over."""
    last = [*log.events(log.current_game)][-1].event.at
    log.append([Event("game.signed", last + 1, facts) for facts in signatures(log.path)])


def anchor(log: Log, hub: Path, at: float) -> None:
    """What a hub says of the last game that was signed."""
    told = log.vouching()[-1].event.data
    facts = {"table": "t1", "record": (log.seal(1) or "")[:16], "seq": told["seq"]}
    facts |= {"hash": told["hash"], "at": at}
    statement = anchor_statement(*facts.values())
    log.append([Event("record.anchored", at, facts | SigningKey(hub).sign(statement))])


def write_signed(path: Path, hub: Path) -> None:
    """Three games, each signed by its table and anchored at the hub ten minutes later."""
    with Log(path) as log:
        log.append([Event("daemon.started", 1.5, {"version": "0.1.0"})])
        for number, scribe in enumerate(three_games(), start=1):
            log.append(later(scribe.events, 1000.0 * number))
            sign(log)
            anchor(log, hub, OPENED_AT + 1000.0 * number + 600)


def later(events: Iterable[Event], seconds: float) -> list[Event]:
    """The same, so many seconds later."""
    return [replace(event, at=event.at + seconds) for event in events]


def read_rows(path: Path) -> Rows:
    """All that a record says, without its hashes."""
    with Log.open_reader(path) as log:
        return [(stored.game, stored.event) for stored in log.events()]


def write_rows(path: Path, rows: Iterable[tuple[int, Event]]) -> None:
    """The same in a file of its own, every hash made anew."""
    with Log(path) as log:
        for game, event in rows:
            if event.kind == "game.opened" or game == log.current_game:
                log.append([event])
            else:
                log.append([event], game)


# -- forging ---------------------------------------------------------------------------------------


def _but(event: Event, **facts: Any) -> Event:
    return replace(event, data={**event.data, **facts})


def _of(rows: Rows, game: int) -> Rows:
    return [row for row in rows if row[0] == game and row[1].kind not in VOUCHING]


def _vouching(rows: Rows, game: int) -> Rows:
    return [row for row in rows if row[0] == game and row[1].kind in VOUCHING]


def another_turn(rows: Rows) -> Rows:
    third = Scribe(SMALL, players=("Anna", "Wera"))
    third.made(third.legal[1])
    third.sealed()
    third.ended("resigned", winner=0)
    forged = [(3, event) for event in later(third.events, 3000.0)]
    return [*(row for row in rows if row[0] < 3), *forged, *_vouching(rows, 3)]


def another_winner(rows: Rows) -> Rows:
    given_up = [row for row in rows if row[1].data.get("reason") == "resigned"]
    return [
        (game, _but(event, winner=1)) if (game, event) in given_up else (game, event)
        for game, event in rows
    ]


def another_player(rows: Rows) -> Rows:
    return [
        (game, _but(event, players=["Anna", "Zoja"]) if event.kind == "game.opened" else event)
        for game, event in rows
    ]


def another_day(rows: Rows) -> Rows:
    return [(game, replace(event, at=event.at + 86400)) for game, event in rows]


def a_game_taken_out(rows: Rows) -> Rows:
    later = [(2, event) for game, event in rows if game == 3]
    return [*(row for row in rows if row[0] < 2), *later]


def games_swapped(rows: Rows) -> Rows:
    before = [row for row in rows if row[0] == 0]
    games = [(1, event) for _, event in _of(rows, 2)] + [(2, event) for _, event in _of(rows, 1)]
    vouching = _vouching(rows, 1) + _vouching(rows, 2)
    later = [row for row in rows if row[0] == 3]
    return [*before, *games, *((2, event) for _, event in vouching), *later]


def stripped(rows: Rows) -> Rows:
    return [row for row in another_winner(rows) if row[1].kind not in VOUCHING]


def a_signature_moved(rows: Rows) -> Rows:
    own = next(event for game, event in rows if game == 2 and event.kind == "game.signed")
    moved = next(event for game, event in rows if game == 1 and event.kind == "game.signed")
    forged = _but(own, key=moved.data["key"], signature=moved.data["signature"])
    return [(game, forged if event is own else event) for game, event in rows]


def an_earlier_anchor(rows: Rows) -> Rows:
    def early(event: Event) -> Event:
        if event.kind != "record.anchored":
            return event
        return _but(event, at=event.data["at"] - 3600)

    return [(game, early(event)) for game, event in rows]


def a_game_added(rows: Rows) -> Rows:
    return [*rows, *((4, event) for event in later(three_games()[2].events, 4000.0))]


def the_end_cut_off(rows: Rows) -> Rows:
    return [row for row in rows if row[0] < 3]


@dataclass(frozen=True)
class Forgery:
    """What a forger does, and who signs it anew for him: nobody, or the holder of a key."""

    what: str
    forge: Callable[[Rows], Rows]
    signer: str | None = None


FORGERIES = [
    Forgery("another legal turn in a game", another_turn),
    Forgery("the winner of a resignation exchanged", another_winner),
    Forgery("another player's name", another_player),
    Forgery("everything a day later", another_day),
    Forgery("a game taken out", a_game_taken_out),
    Forgery("two games in another order", games_swapped),
    Forgery("a signature put under another game", a_signature_moved),
    Forgery("the hub's time an hour earlier", an_earlier_anchor),
    Forgery("another winner, all signatures taken out", stripped),
    Forgery("another winner, all signed by a key of the forger's", stripped, "forger"),
    Forgery(
        "another winner, all signed by the table's own key (its owner forges)", stripped, "own"
    ),
    Forgery("a game added that was never played", a_game_added),
    Forgery("the last game cut off (or an older copy put back)", the_end_cut_off),
]


@dataclass(frozen=True)
class Told:
    """What `lunka verify` says of a forged record."""

    report: Report
    #: With `--signed-by` and `--anchored-by`.
    asked: str | None


def forged(forgery: Forgery, folder: Path) -> Told:
    """Forge a record, and verify it where its own table would."""
    true, hub, path = folder / "true.db", folder / "hub.key", folder / "forged.db"
    write_signed(true, hub)
    own, made = key_file_of(true), key_file_of(path)
    keys = SigningKey(own).public, SigningKey(hub).public
    write_rows(path, forgery.forge(read_rows(true)))
    if forgery.signer == "own":
        made.write_bytes(own.read_bytes())
    if forgery.signer:
        with Log(path) as log:
            sign(log)
    made.unlink(missing_ok=True)
    made.write_bytes(own.read_bytes())
    report = verify(path)
    return Told(report, report.attested.lacking(*keys) if report.ok else None)


def in_words(told: Told) -> str:
    """What is said of it, without the keys, which are others every time."""
    if told.report.broken:
        return f"broken: {told.report.broken}"
    said = f"whole; {'; '.join(told.report.attested.lines())}"
    if told.report.remarks:
        said += f". Note: {told.report.remarks[0]}"
    if told.asked:
        said += f". With `--signed-by` and `--anchored-by`: {told.asked}"
    return re.sub(r" at 20[-0-9]+ [0-9:]{5}", "", _KEY.sub("KEY", said))


def table() -> str:
    """The table of docs/record.md."""
    lines = ["| what was forged, all hashes made anew | what `lunka verify` says |", "|---|---|"]
    for forgery in FORGERIES:
        with TemporaryDirectory() as folder:
            lines.append(f"| {forgery.what} | {in_words(forged(forgery, Path(folder)))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(table(), end="")
