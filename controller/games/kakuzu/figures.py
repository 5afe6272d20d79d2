"""The numbers as figures on the 9 x 9 holes: how the board shows a token to its player."""

from __future__ import annotations

from typing import Final

from controller.games.game import Cell
from controller.games.kakuzu.board import ROWS, SEATS

#: Five holes wide and seven high, in the middle of the board: the edges stay free.
_FIGURES: Final = {
    0: ".###. #...# #..## #.#.# ##..# #...# .###.",
    1: "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###.",
    2: ".###. #...# ....# ..##. .#... #.... #####",
    3: ".###. #...# ....# ..##. ....# #...# .###.",
    4: "...#. ..##. .#.#. #..#. ##### ...#. ...#.",
    5: "##### #.... ####. ....# ....# #...# .###.",
    6: "..##. .#... #.... ####. #...# #...# .###.",
    7: "##### ....# ...#. ..#.. ..#.. ..#.. ..#..",
    8: ".###. #...# #...# .###. #...# #...# .###.",
    9: ".###. #...# #...# .#### ....# ...#. .##..",
}
_TOP, _LEFT = 1, 2


def figure(number: int, seat: str) -> tuple[Cell, ...]:
    """The holes that form this number, upright for whoever sits at this seat."""
    turns = SEATS.index(seat)
    places = [
        (_TOP + row, _LEFT + column)
        for row, line in enumerate(_FIGURES[number].split())
        for column, sign in enumerate(line)
        if sign == "#"
    ]
    for _ in range(turns):  # a quarter clockwise: from South's view to West's, North's, East's
        places = [(column, 8 - row) for row, column in places]
    return tuple(ROWS[row][column] for row, column in places)
