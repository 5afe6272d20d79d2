"""Everything of a competition in one zip: every game in every form that can hold it."""

from __future__ import annotations

import re
import unicodedata
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.competition.files import crosstable_csv, standings_csv, write_json
from controller.competition.values import Tournament
from controller.formats.writers import for_others
from controller.hub.meetings import Played, Records, played
from controller.hub.report import competition_report
from controller.hub.store import Store
from controller.record.jsonfile import json_of
from controller.record.matches import MatchWalk
from controller.record.text import text_of
from controller.report.report import report_of

Progress = Callable[[int, int], None]
#: The same moment in every archive: two of the same competition are the same file.
_MOMENT = (1980, 1, 1, 0, 0, 0)


def write_archive(
    store: Store, it: Tournament, path: Path, progress: Progress = lambda _done, _all: None
) -> None:
    """Write the archive of a competition to this file."""
    records = Records(store)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        boards: list[Played] = []
        total = sum(1 for _, board in it.boards() if board.result and board.result.games)
        for done, board in enumerate(played(records, it), start=1):
            boards.append(board)
            for name, text in _files(it, board, records):
                _add(archive, f"{safe_name(it.id)}/{name}", text)
            progress(done, total)
        top = safe_name(it.id)
        _add(archive, f"{top}/report.html", competition_report(it, boards))
        told = (stored.event for stored in store.hall_events())
        decided = [event for event in told if event.kind.startswith("competition.")]
        _add(archive, f"{top}/competition.json", write_json(it.id, decided))
        _add(archive, f"{top}/standings.csv", standings_csv(it))
        _add(archive, f"{top}/crosstable.csv", crosstable_csv(it))
        missing = [sentence for board in boards for sentence in board.missing]
        if missing:
            _add(archive, f"{top}/MISSING.txt", "\n".join(missing) + "\n")


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    info = zipfile.ZipInfo(name, _MOMENT)
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(info, text.encode("utf-8", "replace"))


def _files(it: Tournament, board: Played, records: Records) -> Iterator[tuple[str, str]]:
    """Every file of one board: its name below the archive's folder, and its text."""
    names = "-".join(safe_name(name) for name in board.names)
    folder = f"round-{board.round:02}/board-{board.board.number:02}-{names}"
    tags = {"Event": it.rules.title, "Round": str(board.round)}
    for number, match in enumerate(board.matches, start=1):
        stem = "match" if len(board.matches) == 1 else f"match-{number}"
        for at, game in enumerate(match.games, start=1):
            yield f"{folder}/{stem}-game-{at:02}.txt", text_of(game, tags)
            yield f"{folder}/{stem}-game-{at:02}.json", json_of(game, tags, records.vouchers(game))
        yield f"{folder}/{stem}.html", report_of(match)
        yield from _for_others(f"{folder}/{stem}", match)


def _for_others(stem: str, match: MatchWalk) -> Iterator[tuple[str, str]]:
    """The forms of other programs, where they can hold the match; what they lose is said."""
    losses = []
    made = for_others(match)
    for form in [name for name in ("mat", "sgf") if name in made]:
        yield f"{stem}.{form}", made[form].text
        losses += [f"not carried by .{form}: {loss}" for loss in made[form].losses]
    if losses:
        yield f"{stem}-losses.txt", "\n".join(losses) + "\n"


def safe_name(name: str) -> str:
    """A name as a part of a path: letters, digits and single dashes, never a path of its own."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    words = re.sub(r"[\W_]+", "-", plain).strip("-")
    return words[:40].strip("-") or "player"
