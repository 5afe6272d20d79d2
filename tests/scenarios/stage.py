"""Evenings at the board, told in text and played on the whole house.

A scenario is a text file; each line is one thing that somebody does or sees. Before the game:

    board reed                    which board (load, reed)
    house confirm=button hints=off
    game pits=2 stones=1          the rules; `from POSITION` begins elsewhere
    breaks A dead                 a sensor breaks (at any time)

Then hands, time and talk; the first word of a line may say whose hands they are:

    south lifts a3                all stones; `lifts a3 1` one of them
    drops a4 a5 a6 A              one stone into each
    waits 5                       seconds
    presses confirm               a button
    tells {"do": "undo"}          a command; `refused "words"` if it must be
    power cut 60                  seconds; `power cut 60 b4=3` stones moved meanwhile

and what must be so:

    lights a5 sow 1               what a cell says, and of how many; `lights a5 nothing`
    says "Turn a3: sow into"      part of the sentence
    alerts "words"                part of an alert
    record a3 b2                  the turns so far; `record` alone: none
    wrote attempt.wrong 1         how often something is in the record
    status over
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from controller.games.options import read_options
from controller.table.commands import CommandError
from controller.table.house_rules import HouseRules
from tests.house.room import Room

_WHO = ("south", "north", "somebody")


class Stage:
    """Plays one scenario; every mistake names its line."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sensors, self.house = "load", dict[str, Any]()
        self._room: Room | None = None
        self._refused: str | None = None

    def play(self, script: Path) -> None:
        """Everything in the script happens as it says."""
        try:
            for number, words in _lines(script):
                try:
                    self._do(words)
                except Exception as trouble:
                    trouble.add_note(f"in {script.name}, line {number}: {' '.join(words)}")
                    raise
        finally:
            if self._room:
                self._room.close()

    def _do(self, words: list[str]) -> None:
        if words[0] in _WHO:
            words = words[1:]
        _ACTS[words[0]](self, *words[1:])

    @property
    def room(self) -> Room:
        """The room, with the board put up when it is first needed."""
        if self._room is None:
            rules = read_options(HouseRules, self.house)
            self._room = Room(self.folder, self.sensors, **rules.plain())
        return self._room

    # -- before the game -------------------------------------------------------------------------

    def board(self, sensors: str) -> None:
        """Which board is on the table."""
        self.sensors = sensors

    def settings(self, *pairs: str) -> None:
        """What the table allows."""
        self.house |= _pairs(pairs)

    def game(self, *pairs: str) -> None:
        """A game is opened and the board set up."""
        self.room.begin(options=_pairs(pairs) or {"stones": 4})

    def begin_from(self, *position: str) -> None:
        """A game is opened from a position."""
        self.room.begin(position=" ".join(position), options={"stones": 4})

    # -- what is done ----------------------------------------------------------------------------

    def lifts(self, cell: str, count: str | None = None) -> None:
        """Stones into the hand."""
        self.room.lift(cell, None if count is None else int(count))

    def drops(self, *cells: str) -> None:
        """Stones out of the hand."""
        self.room.drop(*cells)

    def waits(self, seconds: str) -> None:
        """Nothing is done."""
        self.room.let(float(seconds))

    def presses(self, button: str) -> None:
        """A button."""
        self.room.press(button)

    def tells(self, *words: str) -> None:
        """A command."""
        self._refused = None
        try:
            self.room.house.command(json.loads(" ".join(words)))
        except CommandError as refused:
            self._refused = str(refused)
        self.room.let(0.5)

    def breaks(self, cell: str, fault: str) -> None:
        """A sensor breaks."""
        self.room.board.fail(cell, fault)
        self.room.let(2.0)

    def power(self, cut: str, seconds: str, *moved: str) -> None:
        """The lights go out, and on again."""
        assert cut == "cut"
        self.room.reopen(float(seconds), **{cell: int(n) for cell, n in _pairs(moved).items()})

    # -- what must be so -------------------------------------------------------------------------

    def refused(self, words: str) -> None:
        """The last command was refused so."""
        assert self._refused is not None and words in self._refused, self._refused

    def lights(self, cell: str, meaning: str, count: str | None = None) -> None:
        """What a cell says."""
        glow = self.room.house.glows.get(cell)
        assert (glow.meaning if glow else "nothing") == meaning, self.room.lit()
        assert count is None or (glow and glow.count == int(count)), glow

    def says(self, words: str) -> None:
        """Part of the sentence of the moment."""
        assert words in self.room.view["sentence"]["en"], self.room.view["sentence"]["en"]
        assert self.room.view["sentence"]["ru"]

    def alerts(self, words: str) -> None:
        """Part of what the operator is told."""
        told = [alert["en"] for alert in self.room.view["alerts"]]
        assert any(words in alert for alert in told), told

    def record(self, *turns: str) -> None:
        """The turns so far."""
        assert self.room.turns == list(turns), self.room.turns
        assert [move["turn"] for move in self.room.view["moves"]] == list(turns)

    def wrote(self, kind: str, times: str) -> None:
        """How often something is in the record."""
        assert self.room.kinds.count(kind) == int(times), self.room.kinds

    def status(self, status: str) -> None:
        """What the table is doing."""
        assert self.room.view["status"] == status, self.room.view["status"]


_ACTS: dict[str, Callable[..., None]] = {
    name: getattr(Stage, method)
    for name, method in {
        **{name: name for name in ("board", "game", "lifts", "drops", "waits", "presses")},
        **{name: name for name in ("tells", "breaks", "power", "refused", "lights", "says")},
        **{name: name for name in ("alerts", "record", "wrote", "status")},
        "house": "settings",
        "from": "begin_from",
    }.items()
}


def _lines(script: Path) -> Iterator[tuple[int, list[str]]]:
    """The lines that say something, as words; quoted words stay together, JSON stays as it is."""
    for number, line in enumerate(script.read_text(encoding="utf-8").splitlines(), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            json_at = text.find("{")
            yield (
                number,
                shlex.split(text) if json_at < 0 else [*text[:json_at].split(), text[json_at:]],
            )


def _pairs(words: tuple[str, ...]) -> dict[str, Any]:
    return dict(word.split("=", 1) for word in words)
