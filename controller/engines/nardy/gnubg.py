"""Short nardy as GNU Backgammon plays it, where that program is installed.

The turns are those of our own rules; gnubg judges what they lead to, and when to raise and to take,
with the score of the match. It runs in a process of its own beside the worker and ends with it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, cast

from controller.engines.engine import LEVELS, Judged
from controller.engines.nardy.cube import Cube
from controller.engines.nardy.engine import NardyEngine
from controller.engines.nardy.net import Chances
from controller.engines.nardy.worth import Worth
from controller.games.catalogue import AnyGame
from controller.games.game import InvalidError
from controller.games.nardy.board import Board, board_after, halves
from controller.games.nardy.position import Position, Stakes
from controller.games.nardy.stakes import played_out
from controller.games.nardy.variants import Half
from controller.games.told import Told

_LINES: Final = str(Path(__file__).with_name("gnubg_lines.py"))
#: Of very many turns those that our own net likes best are shown to it: each takes a hundredth of a
#: second.
_SHOWN: Final = 24
#: At the highest level so many of the best are judged once more, so many plies ahead.
_AGAIN: Final = 6
_PLIES: Final = 2
_HOPELESS: Final = 0.2
#: Any checkers, for a first question.
_ANY: Final = bytes([0, 15, *[0] * 24])


class GnubgError(RuntimeError):
    """gnubg ended or answered nonsense; the sentence says what."""


def gnubg_program() -> str:
    """Where gnubg is; Debian keeps it with the games."""
    found = shutil.which("gnubg", path=f"{os.environ.get('PATH', '')}:/usr/games")
    if found is None:
        raise InvalidError(
            Told("gnubg is not installed here: sudo apt-get install gnubg, or use our own engine")
        )
    return found


class Gnubg:
    """The program, asked one question at a time."""

    def __init__(self) -> None:
        self._program = gnubg_program()
        self._running: subprocess.Popen[str] | None = None

    def chances(self, boards: Sequence[tuple[Half, Half]], plies: int) -> list[Chances]:
        """For each board (on roll, waiting) the chances of who is on roll, the cube apart."""
        found = self._asked("chances", boards, plies, Stakes(), 0)["chances"]
        return [Chances(*each) for each in found]

    def cube(
        self, own: Half, foe: Half, stakes: Stakes, side: int, plies: int
    ) -> tuple[float, float, float]:
        """What it is worth to this side, on roll, not to raise; to raise and be taken; dropped."""
        plain, taken, dropped = self._asked("cube", [(own, foe)], plies, stakes, side)["values"]
        return plain, taken, dropped

    def close(self) -> None:
        """End it."""
        running, self._running = self._running, None
        if running is not None:
            running.kill()
            running.communicate()

    def _asked(
        self,
        what: str,
        boards: Sequence[tuple[Half, Half]],
        plies: int,
        stakes: Stakes,
        side: int,
    ) -> dict[str, Any]:
        shown = [[list(waits[1:]), list(rolls[1:])] for rolls, waits in boards]
        question = {"ask": what, "plies": plies, "cube": _told(stakes, side), "boards": shown}
        running = self._running or self._start()
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            running.stdin.write(json.dumps(question) + "\n")
            running.stdin.flush()
            for line in running.stdout:
                if line.startswith("{"):  # else its greeting
                    return cast(dict[str, Any], json.loads(line))
        except OSError:
            pass
        self.close()
        raise GnubgError("gnubg ended without an answer")

    def _start(self) -> subprocess.Popen[str]:
        # It wants a home to write to, at its start only.
        with tempfile.TemporaryDirectory(prefix="lunka-gnubg-") as home:
            self._running = subprocess.Popen(
                [self._program, "-t", "-q", "-r", "-p", _LINES],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "HOME": home, "LANG": "C.UTF-8"},
                text=True,
            )
            self.chances([(_ANY, _ANY)], 0)
        return self._running


def _told(stakes: Stakes, side: int) -> Mapping[str, Any]:
    """The stakes as gnubg's script has them: the mover is side 0."""
    owner = -1 if stakes.owner is None else int(stakes.owner != side)
    return {
        "value": stakes.cube,
        "owner": owner,
        "length": stakes.length,
        "score": [stakes.score[side], stakes.score[1 - side]],
        "crawford": stakes.crawford,
        "jacoby": stakes.jacoby and not stakes.length,
    }


class GnubgEngine(NardyEngine):
    """Levels are blurred as those of our own net are; the highest looks two plies ahead."""

    def __init__(
        self, game: AnyGame, level: int = 8, *, seconds: float = 1.0, seed: int | None = None
    ) -> None:
        super().__init__(game, level, seconds=seconds, seed=seed)
        self._gnubg = Gnubg()
        self._known: dict[tuple[Half, Half], Chances] = {}

    def judge(self, position: Position) -> list[Judged]:
        self._known.clear()
        self._ask_about(position, self._turns(position))
        return super().judge(position)

    def close(self) -> None:
        """End the program."""
        self._gnubg.close()

    def _turns(self, position: Position) -> list[int]:
        turns = super()._turns(position)
        if len(turns) <= _SHOWN:
            return turns
        return sorted(turns, key=lambda turn: self._at_first_sight(position, turn))[:_SHOWN]

    def _at_first_sight(self, position: Position, turn: int) -> float:
        """How good a turn leaves the other side, as our own net sees it."""
        board = board_after(self._nardy.variant, position.board, position.mover, turn)
        if played_out(board) is not None:
            return -9.0
        own, foe = halves(board, position.mover)
        return self._net.chances(foe, own).points()

    def _ask_about(self, position: Position, turns: Sequence[int], plies: int = 0) -> None:
        """All that these turns lead to, in one question."""
        boards = {self._rolled_next(position, turn) for turn in turns} - {None}
        asked = cast(list[tuple[Half, Half]], [*boards])
        if asked:
            found = self._gnubg.chances(asked, plies)
            self._known.update(zip(asked, found, strict=True))

    def _rolled_next(self, position: Position, turn: int) -> tuple[Half, Half] | None:
        """Who is on roll after a turn, and who waits; None: it is over."""
        side = position.mover
        board: Board = board_after(self._nardy.variant, position.board, side, turn)
        return None if played_out(board) is not None else halves(board, 1 - side)

    def _on_roll(self, own: Half, foe: Half) -> Chances:
        if (own, foe) not in self._known:
            self._known[own, foe] = self._gnubg.chances([(own, foe)], 0)[0]
        return self._known[own, foe]

    def _looked_further(
        self, position: Position, judged: list[Judged], worth: Worth
    ) -> list[Judged]:
        scale = abs(worth(1) - worth(-1)) / 2 * position.stakes.cube
        close = [
            each for each in judged[:_AGAIN] if judged[0].value - each.value <= _HOPELESS * scale
        ]
        if len(close) < 2:
            return judged
        self._ask_about(position, [each.turn for each in close], _PLIES)
        again = [
            self._judged(position, each.turn, self._after(position, each.turn), worth)
            for each in close
        ]
        again.sort(key=lambda each: -each.value)
        least = again[-1].value
        rest = [
            Judged(each.turn, min(each.value, least), each.chance) for each in judged[len(close) :]
        ]
        return again + rest

    def word(self, position: Position) -> str | None:
        self._known.clear()
        words = {each.word for each in self.game.acts(position).words}
        if self.blur[self.level - 1] or not self._knows_the_cube(position):
            return super().word(position)
        if "take" in words:
            return self._answered(position, beavers="beaver" in words)
        if "double" in words:
            plain, taken, dropped = self._cube(position)
            if min(taken, dropped) > plain:
                return "double"
            return Cube(self._nardy, position).resigns() if "resign 1" in words else None
        return super().word(position)

    def _answered(self, position: Position, *, beavers: bool) -> str:
        _, taken, dropped = self._cube(position)
        if beavers and taken < 0:
            return "beaver"
        return "take" if taken <= dropped else "drop"

    def _cube(self, position: Position) -> tuple[float, float, float]:
        own, foe = halves(position.board, position.mover)
        plies = _PLIES if self.level == LEVELS[-1] else 0
        return self._gnubg.cube(own, foe, position.stakes, position.mover, plies)

    def _knows_the_cube(self, position: Position) -> bool:
        """Whether the cube is turned as gnubg knows it: doubled, offered by who is on roll, and
        declined at the stake as it stands (N11)."""
        options, stakes = self._nardy.options, position.stakes
        usual = options.raise_step == "double" and options.declined_raise != "first"
        offered = stakes.answering is None or stakes.answering == 1 - position.mover
        return usual and offered and not stakes.resigned and not position.dice
