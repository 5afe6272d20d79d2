"""A position of any game as a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from controller.games.catalogue import AnyGame
from controller.games.gyges import Gyges
from controller.games.kakuzu import Kakuzu
from controller.games.kalah import Kalah
from controller.games.nardy import Nardy
from controller.report import gyges_board, kakuzu_board, kalah_board, nardy_board, pieces
from controller.report.svg import Markup, element

#: How the pictures are coloured where no page says it.
RINGS = (
    ".came{stroke:#d9822b;stroke-width:3.5}.gone{fill:#d9822b;fill-opacity:.85}"
    ".gone-pit{stroke:#d9822b;stroke-width:2;stroke-dasharray:4 4}"
    ".way{stroke:#d9822b;stroke-width:5;stroke-opacity:.6}"
    ".hit{stroke:#1d8a5f;stroke-width:4}.miss{stroke:#a34ab0;stroke-width:3;stroke-dasharray:5 4}"
)


def definitions() -> Markup:
    """What the boards on a page refer to; it must stand there once."""
    boards = (nardy_board, gyges_board, kakuzu_board)
    return element("defs", pieces.definition(), *(board.definition() for board in boards))


def board_of(game: AnyGame, position: Any, before: Any = None, name: str = "") -> Markup:
    """The picture of a position; what changed since the one `before` is marked.

    It refers to the page's `definitions`. A game without a drawing of its own is told in text.
    """
    cells = _cells(game, position)
    moved = _moved(game, before, position) if before is not None else {}
    if isinstance(game, Nardy):
        return nardy_board.draw(cells, position, moved, name)
    if isinstance(game, Kalah):
        return kalah_board.draw(cells, moved, name)
    if isinstance(game, Gyges):
        return gyges_board.draw(cells, moved, gyges_board.way_of(game, before, position), name)
    if isinstance(game, Kakuzu):
        return kakuzu_board.draw(position, before, name)
    return element("pre", game.write_position(position), class_="board text")


def picture(game: AnyGame, position: Any, before: Any = None, name: str = "") -> str:
    """The same as a file of its own, with everything that it needs."""
    drawn = board_of(game, position, before, name)
    inside = drawn.replace(">", f' xmlns="http://www.w3.org/2000/svg">{_needed()}', 1)
    return inside if drawn.startswith("<svg") else drawn


def _needed() -> Markup:
    return Markup(f"<style>{RINGS}text{{font-family:Georgia,serif}}</style>{definitions()}")


def _cells(game: AnyGame, position: Any) -> dict[str, int]:
    return dict(zip(game.cells, game.contents(position), strict=True))


def _moved(game: AnyGame, before: Any, position: Any) -> Mapping[str, int]:
    """How many more of the mover's pieces stand in each cell that changed."""
    old, new = _cells(game, before), _cells(game, position)
    sign = -1 if isinstance(game, Nardy) and game.mover(before) else 1
    return {cell: sign * (new[cell] - old[cell]) for cell in new if new[cell] != old[cell]}
