"""A board drawn in the terminal, from its layout and what stands in its cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.cli.terminal import Terminal
from controller.games.catalogue import make_game
from controller.record.replay import Frame
from controller.record.walk import GameWalk

Paint = Callable[[str], Text]


def board(layout: Mapping[str, Any], paint: Paint) -> RenderableType:
    """The board with every cell painted by `paint`; games without a drawing become a list."""
    if layout["kind"] == "kalah":
        return _kalah(layout, paint)
    return Text("  ").join(paint(cell) for cell in layout["cells"])


def _kalah(layout: Mapping[str, Any], paint: Paint) -> RenderableType:
    south, north = layout["rows"]
    right, left = layout["stores"]
    grid = Grid.grid(padding=(0, 2))
    grid.add_row("", *(Text(cell, "dim") for cell in reversed(north)), "")
    grid.add_row(Text(left, "dim"), *(paint(cell) for cell in reversed(north)), "")
    grid.add_row(paint(left), *("" for _ in south), paint(right))
    grid.add_row("", *(paint(cell) for cell in south), Text(right, "dim"))
    grid.add_row("", *(Text(cell, "dim") for cell in south), "")
    return grid


def draw(walked: GameWalk, shown: Frame) -> None:
    """Print one picture of a replay."""
    game = make_game(walked.opening.game, walked.opening.options)
    position = game.read_position(shown.position)
    held = dict(zip(game.cells, game.contents(position), strict=True))
    title = "start"
    if shown.turn is not None and shown.side is not None:
        title = f"{shown.ply}. {game.sides[shown.side]} {shown.turn} ({shown.seconds:.1f} s)"
    parts: list[RenderableType] = [board(game.layout(), lambda cell: Text(f"{held[cell]:>2}"))]
    if shown.comment:
        parts.append(Text(shown.comment, "yellow"))
    Terminal().print(Panel(Group(*parts), title=Text(title), expand=False))
