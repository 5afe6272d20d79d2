"""A Kakuzu board as a picture: stones in their holes, or the numbers that lie open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.drawing.pieces import label, place
from controller.drawing.svg import Markup, element, join
from controller.games.kakuzu.board import CELLS, ROWS
from controller.games.kakuzu.position import LOOKS, STONE, Position
from controller.games.parts import Drawing

_HOLE, _GAP, _FRAME = 40, 10, 24
#: What each look of a hole is drawn with.
_NAMES = {STONE: "kakuzu-stone", **{look: f"kakuzu-{at}" for at, look in enumerate(LOOKS)}}
SIDE = 9 * _HOLE + 2 * _GAP + 2 * _FRAME


class KakuzuDrawing(Drawing[Position]):
    """Stones in their holes, and the numbers that lie open."""

    def picture(self, position: Position, before: Position | None, name: str) -> Markup:
        """The whole board as South sees it, with what was lifted."""
        return draw(position, before, name)

    def definition(self) -> Markup:
        """The empty board, a stone and every number."""
        return definition()

    def told(self, turn: str, before: Position, after: Position) -> str:
        """What was lifted, with a tick where it was a hit (Z4)."""
        said = {"pass": "drew-0", "time": "time-up"}.get(turn)
        found = after.stones[before.mover] > before.stones[before.mover]
        return said or (f"{turn} ✓" if found else turn)


def definition() -> Markup:
    """The empty board, a stone, and every number that may lie open, for all the pictures."""
    stone = {"fill": "url(#stone)", "stroke": "#41655f", "stroke_width": 0.8}
    wood = element("rect", width=SIDE, height=SIDE, rx=22, fill="url(#wood)")
    return join(
        element("g", wood, *_letters(), *map(_hole, CELLS), id="kakuzu"),
        element("circle", id=_NAMES[STONE], r=13.5, **stone),
        *map(_open, LOOKS),
    )


def draw(position: Position, before: Position | None, name: str) -> Markup:
    """The whole board as South sees it; what was lifted since `before` is a hit, or a miss."""
    looks = dict(zip(CELLS, position.holes, strict=True))
    return element(
        "svg",
        element("title", name),
        element("use", href="#kakuzu"),
        *(place(_NAMES[look], *_at(cell)) for cell, look in looks.items()),
        *(_ring(cell, kind) for cell, kind in _lifted(position, before).items()),
        viewBox=f"0 0 {SIDE} {SIDE}",
        class_="board",
        role="img",
    )


def _along(number: int) -> float:
    """How far the middle of a row or column lies from the edge."""
    return _FRAME + (number + 0.5) * _HOLE + number // 3 * _GAP


def _at(cell: str) -> tuple[float, float]:
    return _along("abcdefghi".index(cell[0])), _along(int(cell[1]) - 1)


def _letters() -> Iterator[Markup]:
    for number, row in enumerate(ROWS):
        yield label("abcdefghi"[number], _along(number), _FRAME / 2, 11, "#ecd9b4")
        yield label(row[0][1:], _FRAME / 2, _along(number), 11, "#ecd9b4")


def _hole(cell: str) -> Markup:
    x, y = _at(cell)
    return element("circle", cx=x, cy=y, r=17, fill="url(#hollow)", stroke="#4d2f1a")


def _open(look: str) -> Markup:
    disc = element("circle", r=14, fill="#f6ecd6")
    return element("g", disc, label(look, 0, 0, 18, "#2b180b", bold=True), id=_NAMES[look])


def _lifted(position: Position, before: Position | None) -> Mapping[str, str]:
    """The holes opened since, and whether that was a hit or a miss; neither in the set-up."""
    if before is None:
        return {}
    both = zip(CELLS, before.holes, position.holes, strict=True)
    opened = {cell: now for cell, then, now in both if then != now}
    if before.setting_up:
        return dict.fromkeys(opened, "came")
    hits = position.stones[before.mover] > before.stones[before.mover]
    return dict.fromkeys(opened, "hit" if hits else "miss")


def _ring(cell: str, kind: str) -> Markup:
    x, y = _at(cell)
    return element("circle", cx=x, cy=y, r=18, class_=kind, fill="none")
