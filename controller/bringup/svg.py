"""A sheet of SVG to draw on: lines, boxes, words; nothing else is needed for a wiring drawing."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

INK, FAINT, PAPER, CARD = "#1f2933", "#9aa5b1", "#f5f7fa", "#ffffff"


class Paper:
    """Collects shapes; `text()` is the finished drawing."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self.width = self.height = 0.0

    def _reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def _add(self, tag: str, inner: str | None = None, **values: object) -> None:
        given = " ".join(
            f"{name.rstrip('_').replace('_', '-')}={quoteattr(_plain(value))}"
            for name, value in values.items()
            if value is not None
        )
        self._shapes.append(
            f"<{tag} {given}/>" if inner is None else f"<{tag} {given}>{inner}</{tag}>"
        )

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        fill: str = CARD,
        stroke: str | None = None,
        round_: float = 6,
    ) -> None:
        """A box with round corners."""
        self._reach(x + width, y + height)
        self._add("rect", x=x, y=y, width=width, height=height, rx=round_, fill=fill, stroke=stroke)

    def line(self, *points: tuple[float, float], colour: str = INK, width: float = 1.5) -> None:
        """A wire through these points."""
        path = " ".join(f"{_plain(x)},{_plain(y)}" for x, y in points)
        self._add("polyline", points=path, fill="none", stroke=colour, stroke_width=width)

    def dot(self, x: float, y: float, radius: float = 3, fill: str = INK) -> None:
        """A joint, or a pin."""
        self._add("circle", cx=x, cy=y, r=radius, fill=fill)

    def shape(self, *points: tuple[float, float], fill: str = INK) -> None:
        """A filled outline."""
        path = " ".join(f"{_plain(x)},{_plain(y)}" for x, y in points)
        self._add("polygon", points=path, fill=fill)

    def words(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 12,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
    ) -> None:
        """Words whose baseline begins (or is centred, or ends) at a point."""
        self._add(
            "text",
            escape(text),
            x=x,
            y=y,
            font_size=size,
            fill=colour,
            text_anchor=anchor,
            font_weight="600" if bold else None,
        )

    def text(self, title: str, margin: float = 24) -> str:
        """The whole drawing."""
        width, height = self.width + margin, self.height + margin
        size = f'width="{_plain(width)}" height="{_plain(height)}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
            f'viewBox="0 0 {_plain(width)} {_plain(height)}" role="img" '
            f'font-family="Inter, Helvetica, Arial, sans-serif">\n'
            f"<title>{escape(title)}</title>\n"
            f'<rect width="100%" height="100%" fill="{PAPER}"/>\n'
            + "\n".join(self._shapes)
            + "\n</svg>\n"
        )


def _plain(value: object) -> str:
    """Numbers without needless digits, so that the same profile gives the same file."""
    return f"{round(value, 2):g}" if isinstance(value, float) else str(value)
