"""What the boards are drawn with: woods, checkers, stones, dice. One set of definitions a page."""

from __future__ import annotations

from collections.abc import Sequence

from controller.drawing.svg import Markup, element, join

#: Where the pips of a die lie, in thirds of its side.
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
DIE = 30


def definition() -> Markup:
    """Gradients and shapes that every board refers to."""
    return join(
        _gradient("wood", ("0", "#7a5233"), ("0.5", "#8d6240"), ("1", "#6b4528")),
        _gradient("felt", ("0", "#ecdcba"), ("1", "#e3cfa6")),
        _ball("ivory", "#fffdf6", "#efe3c8", "#cdb68c"),
        _ball("ebony", "#6a5a50", "#352b26", "#1d1613"),
        _ball("stone", "#fdf6e6", "#c9dcd6", "#5b8f86"),
        _ball("hollow", "#4d2f1a", "#6a4426", "#835a38"),
        _checker("white-checker", "ivory", "#a88f63"),
        _checker("black-checker", "ebony", "#120d0b"),
        element("circle", id="seed", r=5.2, fill="url(#stone)", stroke="#41655f", stroke_width=0.6),
    )


def _gradient(name: str, *stops: tuple[str, str]) -> Markup:
    colours = [element("stop", offset=at, stop_color=colour) for at, colour in stops]
    return element("linearGradient", *colours, id=name, x1=0, y1=0, x2=0, y2=1)


def _ball(name: str, light: str, middle: str, edge: str) -> Markup:
    stops = (("0", light), ("0.6", middle), ("1", edge))
    colours = [element("stop", offset=at, stop_color=colour) for at, colour in stops]
    return element("radialGradient", *colours, id=name, cx=0.38, cy=0.32, r=0.85)


def _checker(name: str, fill: str, edge: str) -> Markup:
    return element(
        "g",
        element("circle", r=17, fill=f"url(#{fill})", stroke=edge, stroke_width=1.2),
        element("circle", r=11.5, fill="none", stroke=edge, stroke_width=0.9, stroke_opacity=0.55),
        id=name,
    )


def place(name: str, x: float, y: float) -> Markup:
    """One of the shapes that were defined, somewhere."""
    return element("use", href=f"#{name}", x=x, y=y)


def label(words: str, x: float, y: float, size: float, fill: str, *, bold: bool = False) -> Markup:
    """Words with their middle here."""
    return element(
        "text",
        words,
        x=x,
        y=y,
        font_size=size,
        font_weight=700 if bold else 600,
        fill=fill,
        text_anchor="middle",
        dominant_baseline="central",
    )


def dice(values: Sequence[int], x: float, y: float, side: int) -> Markup:
    """Dice in a row with their middle here, of the colour of a side."""
    step = DIE + 10
    left = x - step * (len(values) - 1) / 2
    return join(*(_die(value, left + at * step, y, side) for at, value in enumerate(values)))


def _die(value: int, x: float, y: float, side: int) -> Markup:
    body, pip = (("#fffaf0", "#3a2c22"), ("#33292a", "#f6ead2"))[side]
    corner = DIE / 2
    pips = [
        element("circle", cx=x + (column - 1) * 8.5, cy=y + (row - 1) * 8.5, r=2.9, fill=pip)
        for column, row in _PIPS.get(value, ())
    ]
    return join(
        element(
            "rect",
            x=x - corner,
            y=y - corner,
            width=DIE,
            height=DIE,
            rx=6,
            fill=body,
            stroke="#4a3626",
            stroke_width=1,
        ),
        *pips,
    )
