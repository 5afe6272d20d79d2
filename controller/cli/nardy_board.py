"""A nardy board drawn in the terminal, and what lies beside it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from controller.cli.looks import Look, Looks
from controller.words.catalogue import Part, spoken

#: White's checkers and Black's; their letters say the same without colour.
COLOURS = ("bold", "bold yellow")
EMPTY = "·"

EDGE = "│"


def checkers(held: int | None, letters: Sequence[str]) -> str:
    """How many stand there and whose they are: `5W`, `2B`."""
    if not held:
        return "?" if held is None else EMPTY
    return f"{abs(held)}{letters[0 if held > 0 else 1]}"


def nardy(
    rows: Sequence[Sequence[Sequence[str]]],
    looks: Looks,
    letters: Sequence[str],
    names: Mapping[str, str],
    language: str = "en",
) -> RenderableType:
    """Two rows of twelve points; between the halves the bars, where the game has them. `names` are
    those of the points that are counted otherwise now."""
    above, below = map(_cells, rows)
    grid = Grid.grid(padding=(0, 1, 0, 0))
    for cell in above:
        grid.add_column(justify="right", no_wrap=True, min_width=1 if cell == EDGE else 3)

    def add(row: Sequence[str], part: Callable[[str], Text]) -> None:
        grid.add_row(*(Text(EDGE) if cell == EDGE else part(cell) for cell in row))

    def named(cell: str) -> Text:
        return Text(_name(cell, names, letters, Part("terminal", language)), "dim")

    def stack(cell: str) -> Text:
        return _stack(looks[cell], letters)

    def light(cell: str) -> Text:
        """The sign of a light; where pieces are missing or too many, how many."""
        return Text(looks[cell].missing or looks[cell].sign or "", looks[cell].style)

    lights = [light] if any(look.sign is not None for look in looks.values()) else []
    for part in (named, stack, *lights):
        add(above, part)
    add(above, lambda _cell: Text())
    for part in (*lights, stack, named):
        add(below, part)
    return grid


def _cells(parts: Sequence[Sequence[str]]) -> list[str]:
    """The cells of a row with the edges between its parts."""
    return [cell for part in parts for cell in (EDGE, *part)][1:]


def _name(
    cell: str, names: Mapping[str, str], letters: Sequence[str], words: Mapping[str, str]
) -> str:
    """Its number as the mover counts, or the name of the bar or tray and whose it is."""
    if cell.isdigit():
        return names.get(cell, cell)
    kind, _, side = cell.partition("-")
    return f"{words[kind]} {letters[0 if side == 'white' else 1]}"


def _stack(look: Look, letters: Sequence[str]) -> Text:
    whose = next((COLOURS[n] for n in (0, 1) if look.face.endswith(letters[n])), "dim")
    return Text(look.face, whose)


def beside(shown: Mapping[str, Any], sides: Sequence[str], language: str = "en") -> Group:
    """Dice with their call, the stake and whose it is to raise, the match, the pips."""
    words = Part("terminal", language)
    lines = [_stake(shown, sides, words)]
    if shown.get("length"):
        crawford = " · Crawford" if shown["crawford"] else ""
        lines.append(f"{words['match']} {shown['length']}: {_pair(shown['score'])}{crawford}")
    if "pips" in shown:
        lines.append(f"{words['pips']}: {_pair(shown['pips'])}")
    dice = _dice(shown, words, language)
    return Group(*([dice] if dice else ()), *map(Text, lines))


def _dice(shown: Mapping[str, Any], words: Mapping[str, str], language: str) -> Text | None:
    """The numbers to be played; those that are played are dimmed and in brackets."""
    numbers = shown["dice"] or shown["passed"]
    if not numbers:
        return None
    text = Text(f"{words['dice' if shown['dice'] else 'passed']}: ")
    spent = shown.get("spent") or [False] * len(numbers)
    for at, (number, played) in enumerate(zip(numbers, spent, strict=True)):
        text.append("-" if at else "")
        text.append(f"({number})" if played else str(number), "dim" if played else "")
    return text.append(f" {spoken(shown['call'], language)}" if shown["dice"] else "")


def _stake(shown: Mapping[str, Any], sides: Sequence[str], words: Mapping[str, str]) -> str:
    owner = shown["owner"]
    whose = words["middle"] if owner is None else f"{words['owner']} {sides[owner]}"
    offered = f", {words['offered']}: {shown['offered']}" if shown["offered"] else ""
    return f"{words['cube']}: {shown['cube']}, {whose}{offered}"


def _pair(numbers: Sequence[int]) -> str:
    return " : ".join(map(str, numbers))
