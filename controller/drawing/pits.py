"""A board of pits as a picture: South below, each store to its player's right.

It draws every game whose layout is of the kind `pits`: two rows of pits, and two stores.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, pi, sin, sqrt
from typing import Any

from controller.drawing.pieces import label, place
from controller.drawing.svg import Markup, element
from controller.games.parts import Drawing

_PIT, _STORE, _FRAME = 76, 84, 16
HEIGHT = 2 * _PIT + 2 * _FRAME + 64
_INK = "#fff3d6"
#: Stones that are drawn; more lie hidden under them.
_MOST = 30
#: Stones lie as seeds in a sunflower, each turned by this much from the last.
_TURN = pi * (3 - sqrt(5))


class PitsDrawing(Drawing[Any]):
    """Pits with stones in them; the chart shows the scores."""

    def picture(self, position: Any, before: Any, name: str) -> Markup:
        """The whole board, with rings where stones came and went."""
        layout, moved = self.game.layout(), self.moved(before, position)
        return draw(layout["rows"], layout["stores"], self.cells(position), moved, name)


def draw(
    rows: Sequence[Sequence[str]],
    stores: Sequence[str],
    cells: Mapping[str, int],
    moved: Mapping[str, int],
    name: str,
) -> Markup:
    """The whole board; `moved` tells which cells hold more or fewer stones than before."""
    width = len(rows[0]) * _PIT + 2 * _STORE + 2 * _FRAME
    return element(
        "svg",
        element("title", name),
        element("rect", width=width, height=HEIGHT, rx=46, fill="url(#wood)"),
        *_pits(rows, cells, moved),
        *_stores(stores, cells, moved, width),
        viewBox=f"0 0 {width} {HEIGHT}",
        class_="board",
        role="img",
    )


def _pits(
    rows: Sequence[Sequence[str]], cells: Mapping[str, int], moved: Mapping[str, int]
) -> Iterator[Markup]:
    below, above = HEIGHT - _FRAME - _PIT / 2 - 14, _FRAME + _PIT / 2 + 14
    for number, (south, north) in enumerate(zip(*rows, strict=True), start=1):
        left = _FRAME + _STORE + (number - 0.5) * _PIT
        right = _FRAME + _STORE + (len(rows[0]) - number + 0.5) * _PIT
        yield from _pit(south, cells, moved, left, below)
        yield label(south, left, HEIGHT - _FRAME + 2, 11, "#ecd9b4")
        yield label(str(cells[south]), left, below - 44, 17, _INK, bold=True)
        yield from _pit(north, cells, moved, right, above)
        yield label(north, right, _FRAME - 2, 11, "#ecd9b4")
        yield label(str(cells[north]), right, above + 44, 17, _INK, bold=True)


def _pit(
    cell: str, cells: Mapping[str, int], moved: Mapping[str, int], x: float, y: float
) -> Iterator[Markup]:
    yield element("circle", cx=x, cy=y, r=33, fill="url(#hollow)", stroke="#4d2f1a")
    yield from _stones(cells[cell], x, y, 25)
    if moved.get(cell):
        kind = "came" if moved[cell] > 0 else "gone-pit"
        yield element("circle", cx=x, cy=y, r=34.5, class_=kind, fill="none")


def _stores(
    stores: Sequence[str], cells: Mapping[str, int], moved: Mapping[str, int], width: float
) -> Iterator[Markup]:
    south, north = stores
    places = {north: _FRAME + _STORE / 2, south: width - _FRAME - _STORE / 2}
    for cell, x in places.items():
        yield element(
            "rect",
            x=x - 30,
            y=_FRAME + 8,
            width=60,
            height=HEIGHT - 2 * _FRAME - 16,
            rx=30,
            fill="url(#hollow)",
            stroke="#4d2f1a",
        )
        yield from _stones(cells[cell], x, HEIGHT / 2 - 10, 23, 2.6)
        number = HEIGHT - _FRAME - 34
        if moved.get(cell):
            yield element("circle", cx=x, cy=number, r=17, class_="came", fill="none")
        yield label(str(cells[cell]), x, number, 22, _INK, bold=True)


def _stones(count: int, x: float, y: float, reach: float, stretch: float = 1.0) -> Iterator[Markup]:
    shown = min(count, _MOST)
    for at in range(shown):
        far = min(1.0, 0.25 + sqrt(at / 14)) * reach if shown > 1 else 0.0
        angle = at * _TURN
        yield place("seed", x + far * cos(angle) * 0.95, y + far * sin(angle) * stretch)
