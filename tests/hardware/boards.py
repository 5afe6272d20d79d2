"""Boards and time for the tests: a small kalah board, and letting virtual time pass."""

from __future__ import annotations

from hardware.board import Board
from hardware.clock import ManualClock
from hardware.profile import Profile, parse_profile
from hardware.readings import Press, Reading

SMALL_LOAD = """
[board]
name = "Small"
kind = "kalah"

[cells]
names = ["a1", "a2", "A", "b1", "b2", "B"]

[[sensors.load]]
clock = 11

[sensors.load.cells]
a1 = 4
a2 = 5
A = 6
b1 = 7
b2 = 8
B = 9

[pixels]
pin = 18
count = 12
budget_ma = 300.0

[pixels.cells]
a1 = [0, 1]
a2 = [2, 3]
A = [4, 5]
b1 = [6, 7]
b2 = [8, 9]
B = [10, 11]

[buttons]
confirm = 2
undo = {pin = 22, pull_up = false}
"""

SMALL_REED = SMALL_LOAD.replace(
    """[[sensors.load]]
clock = 11

[sensors.load.cells]
a1 = 4
a2 = 5
A = 6
b1 = 7
b2 = 8
B = 9
""",
    """[[sensors.reeds]]
rows = [5, 6]
columns = [12, 13, 16]

[sensors.reeds.cells]
a1 = [0, 0]
a2 = [0, 1]
A = [0, 2]
b1 = [1, 0]
b2 = [1, 1]
B = [1, 2]
""",
)


def small(sensors: str) -> Profile:
    """The small kalah board with `load` or `reed` sensors."""
    return parse_profile(SMALL_LOAD if sensors == "load" else SMALL_REED, "small.toml")


def small_linked(sensors: str, port: str = "simulated") -> Profile:
    """The same board behind a Pico."""
    text = SMALL_LOAD if sensors == "load" else SMALL_REED
    return parse_profile(f'{text}\n[link]\nport = "{port}"\n', "small.toml")


def let_pass(board: Board, clock: ManualClock, seconds: float) -> list[Reading]:
    """Poll a board as it wishes for some virtual time; gives its readings."""
    until, readings = clock.now() + seconds, []
    while True:
        readings += [news for news in board.poll() if isinstance(news, Reading)]
        if clock.now() >= until:
            return readings
        clock.jump(min(until, clock.now() + max(board.delay(), 1e-4)))


def presses(board: Board) -> list[str]:
    """The buttons pressed since the last poll."""
    return [news.button for news in board.poll() if isinstance(news, Press)]
