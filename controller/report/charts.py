"""Charts drawn by hand: bars of time, lines of pips and scores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from controller.drawing.svg import Markup, element, join

_WIDTH, _HEIGHT = 640, 210
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 12, 12, 24
_ACROSS = _WIDTH - _LEFT - _RIGHT
_DOWN = _HEIGHT - _TOP - _BOTTOM
#: No more than this many numbers stand along an axis, nought aside.
_MARKS = 5


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: whose it is, how high, and what to say of it."""

    side: int
    value: float
    title: str


def time_chart(bars: Sequence[Bar], name: str) -> Markup:
    """One bar a turn: those of the first side upwards, of the others downwards."""
    highest = max((bar.value for bar in bars), default=0.0)
    top = _ceiling(highest)
    middle, half = _TOP + _DOWN / 2, _DOWN / 2
    width = min(16.0, _ACROSS / max(len(bars), 1))
    drawn = [
        _bar(bar, _LEFT + at * width, width, middle, bar.value / top * half if top else 0.0)
        for at, bar in enumerate(bars)
    ]
    marks = [
        _mark(middle - sign * share * half, _number(share * top))
        for share, sign in ((0.0, 1), (1.0, 1), (1.0, -1))
    ]
    return _chart(name, *marks, *drawn, *_turn_numbers(len(bars), width))


def _bar(bar: Bar, x: float, width: float, middle: float, height: float) -> Markup:
    tall = max(height, 0.8)
    return element(
        "rect",
        element("title", bar.title),
        x=x + width * 0.12,
        y=middle - tall if bar.side == 0 else middle,
        width=max(width * 0.76, 0.6),
        height=tall,
        rx=min(1.5, width / 4),
        class_=f"side-{bar.side}",
    )


def line_chart(lines: Sequence[Sequence[float]], name: str, *, steps: bool = False) -> Markup:
    """One line a side, from turn to turn or from game to game."""
    highest = max((max(line, default=0.0) for line in lines), default=0.0)
    step = max(_step(highest), 1.0)
    top = _ceiling(highest, 1.0) or 1.0
    count = max((len(line) for line in lines), default=1)
    width = _ACROSS / max(count - 1, 1)
    scale = [at * step for at in range(round(top / step) + 1)]
    marks = [_mark(_TOP + _DOWN * (1 - value / top), _number(value)) for value in scale]
    drawn = [
        _line([(_LEFT + at * width, _TOP + _DOWN * (1 - value / top)) for at, value in every], side)
        for side, every in enumerate(list(enumerate(line)) for line in lines)
    ]
    dots = [_dots(lines, width, top)] if steps else []
    return _chart(name, *marks, *drawn, *dots, *_turn_numbers(count, width, first=0))


def _line(points: Sequence[tuple[float, float]], side: int) -> Markup:
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return element("path", d=f"M{path}", class_=f"line side-{side}", fill="none")


def _dots(lines: Sequence[Sequence[float]], width: float, top: float) -> Markup:
    return join(
        *(
            element(
                "circle",
                cx=_LEFT + at * width,
                cy=_TOP + _DOWN * (1 - value / top),
                r=4,
                class_=f"side-{side}",
            )
            for side, line in enumerate(lines)
            for at, value in enumerate(line)
        )
    )


def _chart(name: str, *inside: Markup) -> Markup:
    return element(
        "svg",
        element("title", name),
        *inside,
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="chart",
        role="img",
    )


def _mark(y: float, words: str) -> Markup:
    return join(
        element("path", d=f"M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}", class_="grid"),
        element("text", words, x=_LEFT - 6, y=y, class_="axis end"),
    )


def _turn_numbers(count: int, width: float, first: int = 1) -> Iterator[Markup]:
    every = max(1, int(_step(count)) // 2)
    for at in range(count):
        if (at + first) % every == 0:
            x = _LEFT + (at + (0.5 if first else 0)) * width
            yield element("text", str(at + first), x=x, y=_HEIGHT - 8, class_="axis middle")


def _step(highest: float) -> float:
    """The distance between two numbers on an axis: the smallest round one that is enough."""
    power = 10.0 ** floor(log10(highest)) if highest > 0 else 1.0
    steps = (power * share / 10 for share in (1, 2, 5, 10, 20, 25, 50, 100))
    return next(step for step in steps if highest / step <= _MARKS)


def _ceiling(highest: float, least: float = 0.0) -> float:
    """A round number that is not lower."""
    step = max(_step(highest), least)
    return step * ceil(highest / step)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
