"""A position of any game as a picture."""

from __future__ import annotations

from typing import Any

from controller.drawing import pieces
from controller.drawing.svg import Markup, element
from controller.games.catalogue import AnyGame

#: How the pictures are coloured where no page says it.
RINGS = (
    ".came{stroke:#d9822b;stroke-width:3.5}.gone{fill:#d9822b;fill-opacity:.85}"
    ".gone-pit{stroke:#d9822b;stroke-width:2;stroke-dasharray:4 4}"
    ".way{stroke:#d9822b;stroke-width:5;stroke-opacity:.6}"
    ".hit{stroke:#1d8a5f;stroke-width:4}.miss{stroke:#a34ab0;stroke-width:3;stroke-dasharray:5 4}"
)


def definitions(game: AnyGame) -> Markup:
    """What the boards of a game refer to; it must stand on their page once."""
    own = game.drawing.definition() if game.drawing else None
    return element("defs", pieces.definition(), own)


def board_of(game: AnyGame, position: Any, before: Any = None, name: str = "") -> Markup:
    """The picture of a position; what changed since the one `before` is marked.

    It refers to the page's `definitions`. A game without a drawing of its own is told in text.
    """
    if game.drawing is None:
        return element("pre", game.write_position(position), class_="board text")
    return game.drawing.picture(position, before, name)


def picture(game: AnyGame, position: Any, before: Any = None, name: str = "") -> str:
    """The same as a file of its own, with everything that it needs."""
    drawn = board_of(game, position, before, name)
    needed = f"<style>{RINGS}text{{font-family:Georgia,serif}}</style>{definitions(game)}"
    inside = drawn.replace(">", f' xmlns="http://www.w3.org/2000/svg">{needed}', 1)
    return inside if drawn.startswith("<svg") else drawn
