"""A Gyges board as a picture: player 1 below, a goal beyond each end, pieces with their storeys."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from controller.drawing.pieces import label, place
from controller.drawing.svg import Markup, element, join
from controller.games.gyges.board import CELLS, GOALS
from controller.games.gyges.choices import choices
from controller.games.gyges.position import Position
from controller.games.parts import Drawing

if TYPE_CHECKING:
    from controller.games.gyges.game import Gyges

_FIELD, _FRAME, _GOAL = 62, 18, 58
_LINES = 6
WIDTH = _LINES * _FIELD + 2 * _FRAME
HEIGHT = _LINES * _FIELD + 2 * (_FRAME + _GOAL)
#: What pieces of one, two and three storeys are turned from.
_WOODS = {1: ("#e3b873", "#a87a35"), 2: ("#a8442f", "#5e1f12"), 3: ("#43322c", "#120b08")}
_HOMES = tuple(CELLS[goal] for goal in GOALS)
Point = tuple[float, float]


class GygesDrawing(Drawing[Position]):
    """Pieces with their storeys, and the way of the one that moved."""

    def __init__(self, game: Gyges) -> None:
        super().__init__(game)
        self._gyges = game

    def picture(self, position: Position, before: Position | None, name: str) -> Markup:
        """The whole board, with the way of the moving piece."""
        way = way_of(self._gyges, before, position)
        return draw(self.cells(position), self.moved(before, position), way, name)

    def definition(self) -> Markup:
        """The empty board and the pieces."""
        return definition()


def definition() -> Markup:
    """The empty board and the pieces, for all the pictures of a page."""
    fields = (cell for cell in CELLS if cell not in _HOMES)
    board = element(
        "g",
        element("rect", width=WIDTH, height=HEIGHT, rx=22, fill="url(#wood)"),
        *map(_goal, _HOMES),
        *(part for cell in fields for part in _field(cell)),
        id="gyges",
    )
    return join(board, *map(_piece, _WOODS))


def draw(
    cells: Mapping[str, int], moved: Mapping[str, int], way: Sequence[str], name: str
) -> Markup:
    """The whole board; `moved` tells which cells changed, `way` how the moving piece went."""
    return element(
        "svg",
        element("title", name),
        element("use", href="#gyges"),
        *_line(way),
        *(place(f"gyges-{size}", *_at(cell)) for cell, size in cells.items() if size),
        *(part for cell in moved for part in _mark(cell, cells[cell])),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="board",
        role="img",
    )


def way_of(game: Gyges, before: Position | None, after: Position) -> tuple[str, ...]:
    """How the moving piece went from one position to the next; nothing where none moved."""
    if before is None or before.in_setup or before.winner is not None:
        return ()
    changes = enumerate(zip(before.board, after.board, strict=True))
    change = sum((old ^ new) << 2 * cell for cell, (old, new) in changes)
    keys = choices(before, replace=game.options.replace).ways.get(change, ())
    return game.path(before, keys[0]) if keys else ()


def _at(cell: str) -> Point:
    """The middle of a cell."""
    if cell.startswith("goal"):
        return WIDTH / 2, HEIGHT - (_FRAME + _GOAL) / 2 if cell == "goal1" else (_FRAME + _GOAL) / 2
    x = _FRAME + ("abcdef".index(cell[0]) + 0.5) * _FIELD
    return x, HEIGHT - _FRAME - _GOAL - (int(cell[1]) - 0.5) * _FIELD


def _goal(cell: str) -> Markup:
    x, y = _at(cell)
    size = {"width": 2.6 * _FIELD, "height": _GOAL - 8, "rx": _GOAL / 2 - 4}
    corner = {"x": x - 1.3 * _FIELD, "y": y - _GOAL / 2 + 4}
    return element("rect", **corner, **size, fill="url(#hollow)", stroke="#4d2f1a")


def _field(cell: str) -> Iterator[Markup]:
    x, y = _at(cell)
    side = _FIELD - 5
    corner = {"x": x - side / 2, "y": y - side / 2, "width": side, "height": side, "rx": 9}
    yield element("rect", **corner, fill="url(#felt)", stroke="#6b4528", stroke_width=1)
    yield label(cell, x - side / 2 + 10, y + side / 2 - 8, 10, "#9b7a4c")


def _piece(size: int) -> Markup:
    """Discs upon discs, each smaller than the one below."""
    fill, edge = _WOODS[size]
    rim = {"fill": "none", "stroke": "#fff6e2", "stroke_opacity": 0.45}
    discs = []
    for storey in range(size):
        r, cy = 24 - 6.5 * storey, -2.2 * storey
        discs.append(element("circle", cy=cy, r=r, fill=fill, stroke=edge, stroke_width=1.2))
        discs.append(element("circle", cy=cy, r=r - 2, **rim))
    return element("g", *discs, id=f"gyges-{size}")


def _line(way: Sequence[str]) -> Iterator[Markup]:
    """A line from field to field; it bends where the piece turned or bounced."""
    if len(way) < 2:
        return
    points = "L".join(f"{x:.1f} {y:.1f}" for x, y in map(_at, way))
    yield element("path", d=f"M{points}", class_="way", fill="none", stroke_linejoin="round")


def _mark(cell: str, size: int) -> Iterator[Markup]:
    x, y = _at(cell)
    kind = "came" if size else "gone-pit"
    yield element("circle", cx=x, cy=y, r=27, class_=kind, fill="none")
