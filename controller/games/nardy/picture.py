"""A nardy board as a picture: White sits below, at that side of the wood from which he plays.

It draws what the cells hold, so all four games look as they lie on the wood. In short nardy both
trays are at the right; in the long games White sits at the other side, and they are at the left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from controller.drawing.pieces import dice, label, place
from controller.drawing.svg import Markup, element, join
from controller.games.nardy.position import Position, Stakes, State
from controller.games.parts import Drawing

if TYPE_CHECKING:
    from controller.games.nardy.game import Nardy

_POINT, _HEIGHT, _BAR, _TRAY, _FRAME = 40, 156, 40, 46, 16
_INNER = 12 * _POINT + _BAR
WIDTH = _INNER + 2 * _TRAY + 4 * _FRAME
HEIGHT = 2 * _HEIGHT + 60 + 2 * _FRAME
_LEFT = 2 * _FRAME + _TRAY
_TOP, _BOTTOM = _FRAME, HEIGHT - _FRAME
_MIDDLE = HEIGHT / 2
_STEP = 32
_SHOWN = 5
_INKS = ("#3a2c22", "#f6ead2")
_SHAPES = ("white-checker", "black-checker")
_COLOURS = ("#b8654a", "#4f7d75")

Cells = Mapping[str, int]


class NardyDrawing(Drawing[Position]):
    """Checkers on their points, dice and cube; the chart shows the pips to go."""

    measured = "pips"
    counted = True

    def __init__(self, game: Nardy) -> None:
        super().__init__(game)
        self._nardy = game

    def picture(self, position: Position, before: Position | None, name: str) -> Markup:
        """The whole board, with rings where checkers of the mover came and went."""
        sign = -1 if before is not None and before.mover else 1
        moved = self.moved(before, position).items()
        own = {cell: sign * change for cell, change in moved}
        turned = not self._nardy.variant.opposed
        mover = position.mover if before is None else before.mover
        return draw(self.cells(position), position, own, name, turned=turned, mover=mover)

    def definition(self) -> Markup:
        """The empty board, once with each side's numbers on its rim (S1, L2)."""
        variant = self._nardy.variant
        own = [[variant.number(side, point) for point in range(1, 25)] for side in (0, 1)]
        return join(
            *(definition(each, side, turned=not variant.opposed) for side, each in enumerate(own))
        )

    def measure(self, position: Position, side: int) -> float:
        """How many pips the side has to go."""
        return float(self._nardy.pips(position, side))


def draw(
    cells: Cells, position: Any, moved: Mapping[str, int], name: str, *, turned: bool, mover: int
) -> Markup:
    """The whole board; `moved` tells how many checkers came to (or left) each cell just now, and
    `mover` by whose numbers its points are told."""
    return element(
        "svg",
        element("title", name),
        element("use", href=f"#{_wood_name(turned, mover)}"),
        *_left(moved, turned),
        *_checkers(cells, moved, turned),
        *_bars(cells),
        *_trays(cells, turned),
        _rolled(position),
        _cube(position.stakes),
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        class_="board",
        role="img",
    )


def definition(numbers: Sequence[int], side: int, *, turned: bool) -> Markup:
    """The empty board with the numbers that a side gives to White's points 1 to 24, drawn once on a
    page."""
    rim = _numbers(numbers, turned)
    return element("g", _wood(), *_points(), *rim, id=_wood_name(turned, side))


def _wood_name(turned: bool, side: int) -> str:
    return f"nardy-wood{'-turned' if turned else ''}-{side}"


def _spot(point: int, turned: bool) -> int:
    """Where a point of White's lies: what its spot is called in short nardy."""
    return point if not turned else point + 12 if point <= 12 else point - 12


def _wood() -> Markup:
    bar = _LEFT + 6 * _POINT
    halves = [_rect(x, _TOP, 6 * _POINT, HEIGHT - 2 * _FRAME, "url(#felt)") for x in _halves()]
    pits = [_rect(x, _TOP, _TRAY, HEIGHT - 2 * _FRAME, "#5d3b22") for x in _tray_lefts()]
    return join(
        element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="url(#wood)"),
        *halves,
        *pits,
        _rect(bar, _TOP, _BAR, HEIGHT - 2 * _FRAME, "#7a5233"),
        element("path", d=f"M{bar + _BAR / 2} {_TOP}V{_BOTTOM}", stroke="#5d3b22"),
    )


def _halves() -> tuple[int, int]:
    return _LEFT, _LEFT + 6 * _POINT + _BAR


def _tray_lefts() -> tuple[int, int]:
    return _FRAME, _LEFT + _INNER + _FRAME


def _rect(x: float, y: float, width: float, height: float, fill: str) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, rx=3, fill=fill)


def _x(point: int) -> float:
    """The middle of a point, as White counts them."""
    column = 12 - point if point <= 12 else point - 13
    return _LEFT + column * _POINT + _POINT / 2 + (_BAR if column >= 6 else 0)


def _points() -> Iterator[Markup]:
    for point in range(1, 25):
        x, half = _x(point), _POINT / 2 - 1
        base, tip = (_BOTTOM, _BOTTOM - _HEIGHT) if point <= 12 else (_TOP, _TOP + _HEIGHT)
        path = f"M{x - half:g} {base}L{x:g} {tip}L{x + half:g} {base}Z"
        yield element("path", d=path, fill=_COLOURS[point % 2], fill_opacity=0.85)


def _numbers(numbers: Sequence[int], turned: bool) -> Iterator[Markup]:
    for point, number in enumerate(numbers, start=1):
        spot = _spot(point, turned)
        y = HEIGHT - _FRAME / 2 if spot <= 12 else _FRAME / 2
        yield label(str(number), _x(spot), y, 10.5, "#ecd9b4")


def _y(point: int, at: int) -> float:
    """The middle of the checker that lies on so many others."""
    return _BOTTOM - 19 - at * _STEP if point <= 12 else _TOP + 19 + at * _STEP


def _checkers(cells: Cells, moved: Mapping[str, int], turned: bool) -> Iterator[Markup]:
    for point in range(1, 25):
        held = cells[str(point)]
        if held:
            yield _stack(_spot(point, turned), abs(held), int(held < 0), moved.get(str(point), 0))


def _stack(point: int, count: int, side: int, came: int) -> Markup:
    shown = min(count, _SHOWN)
    x, top = _x(point), _y(point, shown - 1)
    parts = [place(_SHAPES[side], x, _y(point, at)) for at in range(shown)]
    for at in range(max(shown - max(came, 0), 0), shown):
        parts.append(element("circle", cx=x, cy=_y(point, at), r=15, class_="came", fill="none"))
    if count > _SHOWN:
        parts.append(label(str(count), x, top, 15, _INKS[side], bold=True))
    return join(*parts)


def _left(moved: Mapping[str, int], turned: bool) -> Iterator[Markup]:
    """Dashed rings where checkers stood before."""
    for cell, change in moved.items():
        if change < 0 and cell.isdigit():
            spot = _spot(int(cell), turned)
            x, y = _x(spot), _BOTTOM - _HEIGHT + 6 if spot <= 12 else _TOP + _HEIGHT - 6
            yield element("circle", cx=x, cy=y, r=4, class_="gone")


def _bars(cells: Cells) -> Iterator[Markup]:
    x = _LEFT + 6 * _POINT + _BAR / 2
    for side, (name, way) in enumerate((("bar-white", -1), ("bar-black", 1))):
        count = abs(cells.get(name, 0))
        for at in range(min(count, 4)):
            yield place(_SHAPES[side], x, _MIDDLE + way * (44 + at * _STEP))
        if count > 1:
            yield label(str(count), x, _MIDDLE + way * 44, 15, _INKS[side], bold=True)


def _trays(cells: Cells, turned: bool) -> Iterator[Markup]:
    x = _tray_lefts()[0 if turned else 1] + 6
    for side, name in enumerate(("off-white", "off-black")):
        fill, edge = (("#f3e8cd", "#a88f63"), ("#3a302b", "#120d0b"))[side]
        count, below = abs(cells.get(name, 0)), (side == 0) is not turned
        for at in range(count):
            y = _BOTTOM - 11 - at * 10 if below else _TOP + 2 + at * 10
            yield element(
                "rect", x=x, y=y, width=_TRAY - 12, height=9, rx=2.5, fill=fill, stroke=edge
            )
        if count:
            y = _BOTTOM - 22 - count * 10 if below else _TOP + 14 + count * 10
            yield label(str(count), x + (_TRAY - 12) / 2, y, 13, "#ecd9b4")


def _rolled(position: Any) -> Markup | None:
    """The dice lie in the right half for White, in the left one for Black."""
    numbers: Sequence[int] = position.dice or position.passed
    if not numbers:
        return None
    middle = _halves()[1 - position.mover] + 3 * _POINT
    return dice(numbers[:4], middle, _MIDDLE, position.mover)


def _cube(stakes: Stakes) -> Markup | None:
    """The cube lies before its owner, in the middle while nobody owns it, aside while offered."""
    if stakes.crawford or (stakes.cube == 1 and not stakes.doubled):
        return None
    x = _FRAME + _TRAY / 2
    y = {None: _MIDDLE, 0: _BOTTOM - 30, 1: _TOP + 30}[stakes.owner]
    shown = stakes.cube
    if stakes.doubled and stakes.state is State.PLAYING:
        x, y, shown = _halves()[0] + 3 * _POINT, _MIDDLE, stakes.cube * 2
    return join(
        element(
            "rect",
            x=x - 17,
            y=y - 17,
            width=34,
            height=34,
            rx=6,
            fill="#fbf4e2",
            stroke="#4a3626",
            stroke_width=1.4,
        ),
        label(str(shown), x, y, 17 if shown < 100 else 13, "#8d3b25", bold=True),
    )
