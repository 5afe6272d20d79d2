"""The hand-over to gnubg: how many points each player gave away, match by match.

gnubg reads each match of short nardy as .mat and analyses it. What a player lost is counted over
all matches: the sum of the errors, divided by the decisions that were not forced.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from controller.competition.values import Tournament
from controller.games.told import Told, told_by
from controller.hub.meetings import Records, played
from controller.hub.store import Store
from controller.record.errors import RecordError
from controller.record.mat import mat_of
from controller.record.matches import MatchWalk

#: Seconds for one match; a long one on a small machine takes some minutes.
_PATIENCE = 1800
_PAIR = r"\s+(-?[\d.]+)(?:\s*\([^)]*\))?\s+(-?[\d.]+)"
_UNFORCED = re.compile(r"^Unforced moves" + _PAIR, re.MULTILINE)
_CUBE = re.compile(r"^Close or actual cube decisions" + _PAIR, re.MULTILINE)
_ERROR = re.compile(r"^Error total EMG \(\w+\)" + _PAIR, re.MULTILINE)


#: Decisions that were not forced and points given away, of both players of a match.
Counted = list[tuple[int, float]]


class AnalysisError(RuntimeError):
    """gnubg is not there, or did not do its work; the sentence says why."""


@dataclass(slots=True)
class Errors:
    """What one player gave away."""

    matches: int = 0
    decisions: int = 0
    total: float = 0.0

    @property
    def rate(self) -> float | None:
        """Thousandths of a point for each decision that was not forced."""
        return 1000 * self.total / self.decisions if self.decisions else None


def gnubg_program(named: str | None = None) -> str | None:
    """Where gnubg is; Debian keeps it with the games."""
    return shutil.which(named or "gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")


def analyse(
    store: Store,
    it: Tournament,
    program: str,
    progress: Callable[[int, int], None],
    *,
    plies: int = 2,
    known: Mapping[str, Counted] | None = None,
    counted: Callable[[str, Counted], None] = lambda _match, _found: None,
) -> dict[str, Any]:
    """The error rate of each player in a competition, as plain JSON.

    Matches that are `known`, by the hash of their last event, are not analysed again; `counted` is
    told of each that was.
    """
    matches = [match for board in played(Records(store), it) for match in board.matches]
    told: dict[str, Errors] = {}
    left_out: list[str] = []
    for done, match in enumerate(matches):
        progress(done, len(matches))
        try:
            name = match.games[-1].events[-1].hash
            found = (known or {}).get(name)
            if found is None:
                found = _ask(program, mat_of(match).text, plies)
                counted(name, found)
            _count(told, match, found)
        except (RecordError, AnalysisError) as trouble:
            left_out.append(f"{' – '.join(match.players)}: {trouble}")
    progress(len(matches), len(matches))
    return {
        "players": [
            {
                "name": name,
                "matches": errors.matches,
                "decisions": errors.decisions,
                "total": round(errors.total, 3),
                "rate": None if errors.rate is None else round(errors.rate, 1),
            }
            for name, errors in sorted(told.items(), key=lambda pair: pair[1].rate or 0.0)
        ],
        "left_out": left_out,
    }


def _count(told: dict[str, Errors], match: MatchWalk, found: Counted) -> None:
    for player, (decisions, total) in zip(match.players, found, strict=True):
        errors = told.setdefault(player, Errors())
        errors.matches += 1
        errors.decisions += decisions
        errors.total += total


def _ask(program: str, mat: str, plies: int) -> Counted:
    """Decisions and errors of the two players of a match, the first one first."""
    with tempfile.TemporaryDirectory(prefix="lunka-gnubg-") as folder:
        (Path(folder) / "match.mat").write_text(mat, encoding="utf-8")
        commands = "\n".join(_commands(Path(folder) / "match.mat", plies)) + "\n"
        try:
            answer = subprocess.run(
                [program, "-t", "-q", "-r"],
                input=commands,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=_PATIENCE,
                cwd=folder,
                env=os.environ | {"HOME": folder},
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as trouble:
            raise AnalysisError(
                Told("gnubg did not answer: {reason}", reason=told_by(trouble))
            ) from trouble
    return read_statistics(answer.stdout)


def _commands(path: Path, plies: int) -> Iterator[str]:
    yield "set automatic game off"
    yield "set analysis luckanalysis off"
    yield f"set analysis chequerplay evaluation plies {plies}"
    yield f"set analysis cubedecision evaluation plies {plies}"
    yield f'import mat "{path}"'
    yield "analyse match"
    yield "show statistics match"


def read_statistics(said: str) -> Counted:
    """Decisions and errors of both players from gnubg's own table."""
    unforced, cube = _UNFORCED.search(said), _CUBE.search(said)
    errors = list(_ERROR.finditer(said))
    if unforced is None or cube is None or not errors:
        last = said.strip().splitlines()[-1:] or ["nothing"]
        raise AnalysisError(
            Told("gnubg's statistics cannot be read; it said {last!r}", last=last[0][:80])
        )
    overall = errors[-1]
    return [
        (int(float(unforced[side])) + int(float(cube[side])), abs(float(overall[side])))
        for side in (1, 2)
    ]
