"""A pretend table for the page's tests: real rules, real counts, and no sensors at all.

The hands' stones lie in `wood`; a turn counts as played when the wood shows exactly what a legal
turn leaves. That is all it knows of tracking: enough to make a page light up.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

from controller.daemon.keys import Keyring
from controller.games.kalah import Kalah, KalahOptions, Position
from controller.table.speakers import THE_TABLE, Speaker
from controller.voice.tones import Tone
from controller.voice.utterance import Kind, Utterance
from controller.web.answers import RefusedError
from controller.web.feed import Bell, newer
from controller.words.places import layout_of
from controller.words.telling import refusal

KEY = "walnut-4217"
RING = Keyring({THE_TABLE: KEY})
GREEN, BLUE, RED, GOLD = "#44aa99", "#88ccee", "#ee6677", "#ddcc77"


def glow(meaning: str, colour: str, movement: str = "steady", count: int | None = None) -> Any:
    """One light, as the view describes it."""
    return {
        "meaning": meaning,
        "colour": colour,
        "movement": movement,
        "level": 0.9,
        "count": count,
    }


class FakeRecords:
    """A record with one game of three moves in it."""

    def __init__(self, rules: Kalah) -> None:
        self._rules = rules
        self._turns = ("a3", "a6", "b4")

    def account(self, *, whole: bool = False) -> dict[str, Any]:
        """Nothing has been counted."""
        return {"games": [], "accounts": [], "unknown": 0}

    def games(self) -> list[dict[str, Any]]:
        """The one game."""
        return [
            {
                "id": 7,
                "game": "kalah",
                "title": {"en": "Kalah", "ru": "Калах"},
                "players": ["Anna", "Boris"],
                "result": {"winner": 0, "scores": [25, 23], "reason": "played"},
                "opened": "2025-05-04T18:30:00+00:00",
                "turns": len(self._turns),
            }
        ]

    def game(self, game_id: int) -> dict[str, Any]:
        """Game 7, position by position."""
        if game_id != 7:
            raise KeyError(game_id)
        rules, here = self._rules, self._rules.start()
        positions, moves = [self._shown(here)], []
        for ply, turn in enumerate(self._turns, 1):
            moves.append({"ply": ply, "side": here.mover, "turn": turn, "seconds": 3.5})
            here = rules.play(here, rules.read_turn(here, turn))
            positions.append(self._shown(here))
        return {
            "tags": {"Game": "kalah", "South": "Anna", "North": "Boris", "Result": "25-23"},
            "layout": layout(rules),
            "moves": moves,
            "positions": positions,
            "events": [{"kind": "game.opened", "at": 0.0, "data": {}}],
        }

    def _shown(self, position: Position) -> dict[str, Any]:
        cells = dict(zip(self._rules.cells, position.seeds, strict=True))
        return {
            "text": self._rules.write_position(position),
            "mover": position.mover,
            "cells": cells,
        }

    def forms(self, game_id: int) -> list[dict[str, Any]]:
        """Game 7 in three forms."""
        if game_id != 7:
            raise KeyError(game_id)
        return [
            {"form": "text", "ending": "txt", "losses": []},
            {"form": "json", "ending": "json", "losses": []},
            {"form": "mat", "ending": "mat", "losses": ["the time of each move"]},
        ]

    def export(self, game_id: int, form: str) -> tuple[str, str]:
        """Game 7 as a file."""
        if game_id != 7:
            raise KeyError(game_id)
        if form == "sgf":
            raise ValueError("SGF holds short nardy only, and this is kalah")
        if form == "json":
            return '{"game": "kalah"}\n', "application/json"
        return '[Game "kalah"]\n\n1. a3 a6 2. b4\n', "text/plain"


def layout(rules: Kalah) -> dict[str, Any]:
    """Where the cells lie and how they are called, as the view says it."""
    return layout_of(rules)


class FakeFeed:
    """A table on a simulated board; `patch` scripts any part of the view."""

    def __init__(self, stones: int = 4, *, simulated: bool = True) -> None:
        self.rules = Kalah(KalahOptions(stones=stones))
        self.position = self.rules.start()
        self.wood = self._counts(self.position)
        self.hand = 0
        self.faults: list[dict[str, str]] = []
        self.moves: list[dict[str, Any]] = []
        self.hints = "full"
        self.simulated = simulated
        #: What the page sent, in order.
        self.commands: list[dict[str, Any]] = []
        #: And by whose key.
        self.speakers: list[str] = []
        #: Parts of the view to show as they stand here.
        self.patch: dict[str, Any] = {}
        #: Lights to show as they stand here.
        self.lights: dict[str, Any] = {}
        self.records = FakeRecords(self.rules)
        self._bell = Bell()
        self.trouble: dict[str, str] = {}
        #: What was said aloud.
        self.spoken: list[dict[str, Any]] = []

    def records_upto(self, head: int) -> FakeRecords:
        """The same one, which nobody adds to."""
        return self.records

    def head(self) -> int:
        """It has so many events."""
        return 7

    def troubles(self) -> dict[str, str]:
        """Whatever a test says."""
        return self.trouble

    def said(self, after: int) -> list[dict[str, Any]]:
        """Whatever a test has had said."""
        return newer(self.spoken, after)

    def say(self, english: str, kind: str = "prompt", tone: str | None = None) -> None:
        """Say something aloud; by a tone it is said well enough."""
        number = len(self.spoken) + 1
        words = {"en": english, "ru": f"{english} по-русски"}
        told = Utterance(number, 1000.0 + number, Kind(kind), words, words)
        told = replace(told, tone=Tone(tone), enough=True) if tone else told
        self.spoken.append(told.plain())
        self.ring()

    def choices(self) -> dict[str, Any]:
        """Kalah alone, and two of the house rules."""
        number = {"key": "stones", "usual": 6, "least": 1, "most": 12, "picks": [3, 4, 5, 6]}
        number["title"] = {"en": "Stones in a pit", "ru": "Камней в лунке"}
        pie = {"key": "pie", "usual": False, "allowed": [True, False], "title": {"en": "Pie rule"}}
        sides = [{"name": side, "title": {"en": side}} for side in self.rules.sides]
        kalah = {
            "name": "kalah",
            "title": {"en": "Kalah", "ru": "Калах"},
            "sides": sides,
            "begin": ["south", "north"],
            "options": [number, pie],
        }
        rules = [
            {"key": "takebacks", "usual": True, "allowed": [True, False]},
            {"key": "clock", "usual": "none", "allowed": ["none", "plain"]},
            {"key": "minutes", "usual": 15, "least": 1, "most": 600},
        ]
        now = {"takebacks": True, "clock": "none", "minutes": 15}
        return {"games": [kalah], "house": {"rules": rules, "usual": now, "now": now}}

    async def sensors(self) -> list[dict[str, Any]]:
        """One sensor, thin of margin."""
        told = {
            "cell": "a1",
            "sense": "weight",
            "level": "warning",
            "says": {"en": "is between two numbers", "ru": "между двумя числами"},
        }
        seen = {"margin": 0.3, "noise_g": 0.02, "drift_g": -0.4, "changed_s_ago": 95.0}
        remedy = {"en": "calibrate anew", "ru": "откалибруйте заново"}
        rest: dict[str, Any] = {"remedy": remedy, "edges": None, "faults": {}}
        return [told | seen | rest | {"hours": [[500000, 0.2, 0.02, -0.4, 7]]}]

    def subscribe(self) -> AbstractContextManager[asyncio.Event]:
        """Hear of changes."""
        return self._bell.subscribe()

    def ring(self) -> None:
        """Say that something changed."""
        self._bell.ring()

    async def command(self, command: Mapping[str, Any], speaker: Speaker) -> None:
        """Carry out what the fake can, refuse the rest in words."""
        do = str(command["do"])
        action: Callable[[Mapping[str, Any]], None] | None = getattr(self, f"_do_{do}", None)
        if action is None:
            raise RefusedError(409, f"there is no command {do!r}")
        try:
            action(command)
        except ValueError as refused:
            raise RefusedError(409, str(refused), said=refusal(str(refused))) from None
        self.commands.append(dict(command))
        self.speakers.append(str(speaker))
        self.ring()

    def _do_lift(self, command: Mapping[str, Any]) -> None:
        cell, count = command["cell"], command["count"]
        if self.wood[cell] < count:
            raise ValueError(f"{cell} holds {self.wood[cell]} stones, not {count}")
        self.wood[cell] -= count
        self.hand += count

    def _do_drop(self, command: Mapping[str, Any]) -> None:
        if self.hand < command["count"]:
            raise ValueError(f"the hand holds {self.hand} stones, not {command['count']}")
        self.wood[command["cell"]] += command["count"]
        self.hand -= command["count"]
        self._look()

    def _do_vouch(self, _command: Mapping[str, Any]) -> None:
        """It is only noted that it came."""

    def _do_spill(self, command: Mapping[str, Any]) -> None:
        self.wood[command["cell"]] -= 1

    def _do_break(self, command: Mapping[str, Any]) -> None:
        self.faults.append({"fault": command["fault"], "cell": command["cell"]})

    def _do_touch(self, _command: Mapping[str, Any]) -> None:
        """It is only noted that it came."""

    def _do_press(self, _command: Mapping[str, Any]) -> None:
        """It is only noted that it came."""

    def _do_mend(self, command: Mapping[str, Any]) -> None:
        self.faults = [fault for fault in self.faults if fault["cell"] != command["cell"]]

    def _do_new(self, command: Mapping[str, Any]) -> None:
        self.position = self.rules.start()
        self.wood = self._counts(self.position)
        self.hand = 0
        self.moves = []

    def _do_hints(self, command: Mapping[str, Any]) -> None:
        self.hints = command["level"]

    def _do_answer(self, command: Mapping[str, Any]) -> None:
        asked = self.patch.pop("question", None)
        if not asked or asked["id"] != command["question"]:
            raise ValueError(f"question {command['question']} is not open any more")

    def _do_declare(self, command: Mapping[str, Any]) -> None:
        self.patch["verdict"] = "complete"

    def _do_setup(self, command: Mapping[str, Any]) -> None:
        if "position" in command:
            raise ValueError(f"position {command['position']!r} cannot be read")

    def _do_undo(self, command: Mapping[str, Any]) -> None:
        raise ValueError("there is no turn to take back")

    def _do_pause(self, command: Mapping[str, Any]) -> None:
        self.patch["status"] = "paused"

    def _do_unlock(self, command: Mapping[str, Any]) -> None:
        self.patch["hints_locked"] = False

    def _do_explode(self, command: Mapping[str, Any]) -> None:
        raise RuntimeError("the fake table exploded")

    def _look(self) -> None:
        """Play the legal turn that the wood shows, if it shows one."""
        for turn in self.rules.turns(self.position):
            after = self.rules.play(self.position, turn)
            if self.hand == 0 and self._counts(after) == self.wood:
                text = self.rules.write_turn(self.position, turn)
                self.moves.append(self._move(text))
                self.position = after
                return

    def _move(self, text: str) -> dict[str, Any]:
        ply = len(self.moves) + 1
        side = self.position.mover
        return {
            "ply": ply,
            "side": side,
            "turn": text,
            "sealed": True,
            "seconds": 4.2,
            "by": "hands",
        }

    def _counts(self, position: Position) -> dict[str, int]:
        return dict(zip(self.rules.cells, position.seeds, strict=True))

    def view(self) -> dict[str, Any]:
        """Everything the page shows."""
        mover = self.position.mover
        outcome = self.rules.outcome(self.position)
        return {
            "version": "0.1.0",
            "simulated": self.simulated,
            "profile": "kalah-load",
            "key_needed": True,
            "table": "Table 1",
            "game": "kalah",
            "title": {"en": "Kalah", "ru": "Калах"},
            "options": {"pits": 6, "stones": 4, "capture": "opposite", "pie": False},
            "game_id": 12,
            "status": "playing",
            "sides": [
                {
                    "name": name,
                    "player": player,
                    "seat": side,
                    "score": score,
                    "clock": None,
                    "running": side == mover,
                }
                for side, (name, player, score) in enumerate(
                    zip(self.rules.sides, ("Anna", "Boris"), outcome.scores, strict=True)
                )
            ],
            "mover": mover,
            "acting": [mover],
            "awaits": "move",
            "ply": len(self.moves),
            "verdict": "in hand" if self.hand else "untouched",
            "cells": self._cells(),
            "layout": layout(self.rules),
            "sentence": self._sentence(),
            "alerts": [],
            "question": None,
            "moves": list(self.moves),
            "result": None,
            "hints": self.hints,
            "hints_locked": False,
            "confirm": "auto",
            "takebacks": True,
            "draws_by": "hands",
            "doubted": [],
            "commands": ["new", "undo", "pause", "resign", "hints", "confirm"],
            "turns": [self.rules.write_turn(self.position, t) for t in self._turns()],
            "wood": self._wood() if self.simulated else None,
            **self.patch,
        }

    def _turns(self) -> list[int]:
        return list(self.rules.turns(self.position))

    def _wood(self) -> dict[str, Any]:
        return {"cells": dict(self.wood), "hand": self.hand, "faults": list(self.faults)}

    def _cells(self) -> dict[str, Any]:
        lights = self.lights or self._glows()
        return {
            cell: {
                "count": count,
                "seen": [count, count],
                "glow": lights.get(cell),
                "health": "good",
                "wants": None,
            }
            for cell, count in self.wood.items()
        }

    def _glows(self) -> dict[str, Any]:
        """Green on what may be lifted; with stones in hand, blue on where they go."""
        start = self._counts(self.position)
        lifted = [turn for turn in self._turns() if not self.wood[self.rules.cells[turn]]]
        if not self.hand or not lifted:
            names = (self.rules.cells[turn] for turn in self._turns())
            return {name: glow("may-lift", GREEN, "breathe") for name in names}
        sown = self.rules.stages(self.position, lifted[0])[1].goal
        missing = {cell: goal - self.wood[cell] for cell, goal in sown.items()}
        return {
            cell: glow("sow", BLUE, "steady", count)
            for cell, count in missing.items()
            if count > 0 and self.wood[cell] >= start[cell]
        }

    def _sentence(self) -> dict[str, str]:
        if self.hand:
            return {"en": f"Sow {self.hand} stones.", "ru": f"Посейте камни: {self.hand}."}
        side = self.rules.sides[self.position.mover]
        ru = ("Юг", "Север")[self.position.mover]
        return {"en": f"{side} to move.", "ru": f"Ход: {ru}."}
