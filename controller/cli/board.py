"""A board drawn in the terminal, from its layout and what stands in its cells."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from controller.cli.looks import Look, Looks
from controller.cli.nardy_board import beside, checkers, nardy
from controller.cli.terminal import Terminal
from controller.games.catalogue import make_game
from controller.play.line import Line
from controller.record.replay import Frame
from controller.words.catalogue import spoken
from controller.words.places import layout_of

Paint = Callable[[str], Text]


def board(
    layout: Mapping[str, Any], looks: Looks, sides: Sequence[str], mover: int, language: str = "en"
) -> RenderableType:
    """The board with every cell as it looks, and as the mover calls it; games without a drawing
    become a list."""

    def paint(cell: str) -> Text:
        return looks[cell].line()

    if layout["kind"] == "nardy":
        return nardy(
            layout["rows"], looks, initials(sides), called(layout, mover, language), language
        )
    if layout["kind"] == "gyges":
        return _gyges(layout, paint, called(layout, mover, language))
    drawn = {"pits": _pits, "kakuzu": _kakuzu}.get(layout["kind"])
    if drawn is not None:
        return drawn(layout, paint)
    return Text("  ").join(paint(cell) for cell in layout["cells"])


def called(layout: Mapping[str, Any], mover: int, language: str) -> dict[str, str]:
    """What the mover calls the cells that are not called by their own names."""
    names = layout["names"][mover] if "names" in layout else {}
    return {
        cell: name if isinstance(name, str) else spoken(name, language)
        for cell, name in names.items()
    }


def initials(sides: Sequence[str]) -> list[str]:
    """One letter a side, to mark its pieces with."""
    return [side[0] for side in sides]


def _pits(layout: Mapping[str, Any], paint: Paint) -> RenderableType:
    south, north = layout["rows"]
    right, left = layout["stores"]
    grid = Grid.grid(padding=(0, 2))
    grid.add_row("", *(Text(cell, "dim") for cell in reversed(north)), "")
    grid.add_row(Text(left, "dim"), *(paint(cell) for cell in reversed(north)), "")
    grid.add_row(paint(left), *("" for _ in south), paint(right))
    grid.add_row("", *(paint(cell) for cell in south), Text(right, "dim"))
    grid.add_row("", *(Text(cell, "dim") for cell in south), "")
    return grid


def _gyges(layout: Mapping[str, Any], paint: Paint, names: Mapping[str, str]) -> RenderableType:
    """Player 1 below, each goal beyond its end."""
    lines, (near, far) = layout["lines"], layout["goals"]
    grid = Grid.grid(padding=(0, 2))
    for line in reversed(lines):
        grid.add_row(Text(line[0][1:], "dim"), *(paint(cell) for cell in line))
    grid.add_row("", *(Text(f"{cell[0]:>2}", "dim") for cell in lines[0]))
    return Group(
        _goal(names.get(far, far), paint(far)), grid, _goal(names.get(near, near), paint(near))
    )


def _goal(name: str, painted: Text) -> Text:
    return Text(f"{'':9}{name} ", "dim").append_text(painted)


def _kakuzu(layout: Mapping[str, Any], paint: Paint) -> RenderableType:
    """As South sees it, a1 above on the left, with a gap between the squares."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_row("", *_apart([Text(f"{cell[0]:>3}", "dim") for cell in layout["rows"][0]]))
    for number, row in enumerate(layout["rows"]):
        if number and number % 3 == 0:
            grid.add_row("")
        grid.add_row(Text(row[0][1:], "dim"), *_apart([paint(cell) for cell in row]))
    return grid


def _apart(row: list[Text]) -> list[RenderableType]:
    return [*row[:3], " ", *row[3:6], " ", *row[6:]]


def face(
    kind: str, cell: str, held: int | None, shown: Mapping[str, Any], sides: Sequence[str]
) -> str:
    """What stands in a cell, or the number that lies open there (a `*` is a stone upon one)."""
    if kind == "nardy":
        return checkers(held, initials(sides))
    numbers = shown.get("numbers")
    if numbers is None:
        return "?" if held is None else str(held)
    return str(numbers.get(cell, "?" if held is None else "*" if held else "."))


def draw(played: Line, shown: Frame) -> None:
    """Print one picture of a replay."""
    game = make_game(played.opening.game, played.opening.options)
    position = game.read_position(shown.position)
    held = dict(zip(game.cells, game.contents(position), strict=True))
    layout, beyond = layout_of(game), game.shown(position)
    looks = {
        cell: Look(face(layout["kind"], cell, held[cell], beyond, game.sides))
        for cell in game.cells
    }
    parts: list[RenderableType] = [board(layout, looks, game.sides, game.mover(position))]
    if layout["kind"] == "nardy":
        parts.append(beside(beyond, game.sides))
    parts.append(Text(_scores(played, game.outcome(position).scores), "dim"))
    if shown.comment:
        parts.append(Text(shown.comment, "yellow"))
    title = Text(_title(played, shown, game.sides, game.sayings.turn(shown.turn or "")))
    Terminal().print(Panel(Group(*parts), title=title, expand=False))


def _title(played: Line, shown: Frame, sides: Sequence[str], said: str) -> str:
    """The turn with its roll; several rolls that explain it stand side by side."""
    if shown.turn is None or shown.side is None:
        return "start"
    ply = played.plies[shown.ply - 1]
    rolls = "|".join("".join(map(str, dice)) for dice in ply.rolls or (ply.dice,))
    sure = "" if ply.named or not ply.rolls else "?"
    rolled = f"{rolls}{sure}: " if rolls else ""
    return f"{shown.ply}. {sides[shown.side]} {rolled}{said} ({shown.seconds:.1f} s)"


def _scores(played: Line, scores: Sequence[int]) -> str:
    """Everybody at the table with what they have."""
    together = zip(played.players, scores, strict=True)
    return ", ".join(f"{player} {score}" for player, score in together)
