"""The report of a competition: one HTML page with crosstable, standings, time use and score graph.

It needs nothing else: no scripts, pictures drawn in the page, good to print and to send.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files

from controller.competition.book import keep_book
from controller.competition.crosstable import Cell, Crosstable, crosstable
from controller.competition.files import cell_text
from controller.competition.values import Tournament
from controller.competition.view import view_of
from controller.drawing.svg import Markup, element, join
from controller.hub.meetings import Played, seconds_by_player

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_STYLE = """
.cross td, .cross th { text-align: center; font-variant-numeric: tabular-nums; }
.cross td:nth-child(2), .cross th:nth-child(2) { text-align: left; white-space: nowrap; }
.bars rect { fill: #7a4a1e; } .bars text { font: 13px sans-serif; fill: currentColor; }
.graph path { fill: none; stroke-width: 2.4; stroke-linejoin: round; }
.graph text { font: 12px sans-serif; fill: currentColor; }
.graph .grid { stroke: #8886; stroke-width: 1; }
"""
#: Lines that stay apart for colour-blind eyes (Okabe and Ito), then again with dashes.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000", "#7a7a00")
_DASHES = (None, "7 4", "2 3", "10 3 2 3")


def competition_report(it: Tournament, boards: Sequence[Played]) -> str:
    """The page."""
    view = view_of(it)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", it.rules.title),
        element("style", Markup(_style())),
    )
    about = (
        f"{it.rules.format} · {it.rules.game} · {len(it.players)} players · round {view['round']}"
    )
    body = element(
        "body",
        element("header", element("h1", it.rules.title), element("p", about, class_="under")),
        _section("Standings", _standings(view["standings"])),
        _section("Crosstable", _crosstable(it)),
        _section("Score graph", _graph(it)) if it.rounds else None,
        _section("Time use", _times(boards)) if boards else None,
        _section("Not in this report", _missing(boards))
        if any(b.missing for b in boards)
        else None,
    )
    return f"<!doctype html>\n{element('html', head, body, lang='en')}\n"


def _style() -> str:
    return files("controller.report").joinpath("style.css").read_text(encoding="utf-8") + _STYLE


def _section(title: str, *inside: Markup) -> Markup:
    return element("section", element("h2", title), *inside)


def _table(heads: Sequence[str], rows: Iterator[Sequence[str]], kind: str | None = None) -> Markup:
    lines = [element("tr", *(element("td", cell) for cell in row)) for row in rows]
    top = element("tr", *(element("th", head) for head in heads))
    return element("div", element("table", top, *lines, class_=kind), class_="wide")


def _standings(lines: Sequence[dict[str, object]]) -> Markup:
    def rows() -> Iterator[Sequence[str]]:
        for line in lines:
            breaks = line["tiebreaks"]
            assert isinstance(breaks, dict)
            tail = (str(line["played"]), str(line["won"]), *map(_number, breaks.values()))
            yield (str(line["place"]), str(line["name"]), _number(line["points"]), *tail)

    first = lines[0]["tiebreaks"] if lines else {}
    assert isinstance(first, dict)
    return _table(["", "player", "points", "played", "won", *first], rows(), "cross")


def _crosstable(it: Tournament) -> Markup:
    """One row a player: `1 (5) 7:3` is a win against number 5, seven to three."""
    table = crosstable(it)

    def rows() -> Iterator[Sequence[str]]:
        for row in table.rows:
            player = row.standing.player
            games = (" ".join(_game(table, cell) for cell in cells) for cells in row.columns)
            yield (str(player), it.name(player), *games, _number(row.standing.points))

    heads = [str(head) for head in table.heads]
    return _table(["no.", "player", *heads, "points"], rows(), "cross")


def _game(table: Crosstable, cell: Cell) -> str:
    scores = f" {cell.scores[0]}:{cell.scores[1]}" if cell.scores else ""
    return cell_text(table, cell) + scores


_WIDTH, _HEIGHT, _LEFT, _RIGHT, _PAD = 720, 300, 34, 150, 24


def _graph(it: Tournament) -> Markup:
    """Everybody's points after each round, the best twelve named."""
    lines = dict(sorted(_points(it).items(), key=lambda pair: -pair[1][-1])[:12])
    top = max((line[-1] for line in lines.values()), default=1.0) or 1.0
    wide = (_WIDTH - _LEFT - _RIGHT) / max(len(it.rounds), 1)
    high = _HEIGHT - 2 * _PAD

    def place(at: int, points: float) -> tuple[float, float]:
        return _LEFT + at * wide, _HEIGHT - _PAD - points / top * high

    drawn = [
        _line(it.name(who), number, len(lines), [place(at, won) for at, won in enumerate(line)])
        for number, (who, line) in enumerate(lines.items())
    ]
    marks = [_mark(place(0, value)[1], value) for value in range(int(top) + 1)]
    return element(
        "svg",
        element("title", "Points after each round"),
        *marks,
        *drawn,
        *_names([(it.name(who), place(len(line) - 1, line[-1])) for who, line in lines.items()]),
        viewBox=f"0 0 {_WIDTH} {_HEIGHT}",
        class_="graph",
        role="img",
    )


def _points(it: Tournament) -> dict[int, list[float]]:
    book = keep_book(it)
    running: dict[int, list[float]] = {}
    for who, entries in book.entries.items():
        line = [0.0]
        for each in it.rounds:
            won = sum((e.points for e in entries if e.round == each.number), 0.0)
            line.append(line[-1] + won)
        running[who] = line
    return running


def _line(name: str, number: int, of: int, places: Sequence[tuple[float, float]]) -> Markup:
    """A line, a little aside from those that have the same points."""
    aside = 2.6 * (number - (of - 1) / 2)
    path = "L".join(f"{x:.1f} {y + aside:.1f}" for x, y in places)
    colour = _COLOURS[number % len(_COLOURS)]
    dash = _DASHES[number // len(_COLOURS) % len(_DASHES)]
    return element(
        "path", element("title", name), d=f"M{path}", stroke=colour, stroke_dasharray=dash
    )


def _mark(y: float, value: int) -> Markup:
    return join(
        element("path", d=f"M{_LEFT} {y:.1f}H{_WIDTH - _RIGHT}", class_="grid"),
        element("text", str(value), x=_LEFT - 20, y=y + 4),
    )


def _names(ends: Sequence[tuple[str, tuple[float, float]]]) -> Iterator[Markup]:
    """Names at the ends of their lines, pushed apart where lines end together."""
    left, room = len(ends), float(_HEIGHT - 4)
    lowest = 0.0
    for name, (x, y) in sorted(ends, key=lambda end: end[1][1]):
        left -= 1
        lowest = min(max(y + 4, lowest + 15), room - 15 * left)
        yield element("text", name, x=x + 12, y=lowest)


def _times(boards: Sequence[Played]) -> Markup:
    """How long everybody took, with the mean and the longest turn."""
    matches = tuple(match for board in boards for match in board.matches)
    spent = sorted(seconds_by_player(matches).items(), key=lambda pair: -sum(pair[1]))
    longest = max((sum(turns) for _, turns in spent), default=1.0) or 1.0
    bars = [
        join(
            element("text", name, x=0, y=18 + 24 * at),
            element(
                "rect", x=190, y=6 + 24 * at, width=300 * sum(turns) / longest, height=15, rx=2
            ),
            element(
                "text",
                f"{_clock(sum(turns))} · {len(turns)} turns, {sum(turns) / len(turns):.1f} s each,"
                f" longest {_clock(max(turns))}",
                x=198 + 300 * sum(turns) / longest,
                y=18 + 24 * at,
            ),
        )
        for at, (name, turns) in enumerate(spent)
    ]
    return element(
        "svg",
        element("title", "Time use"),
        *bars,
        viewBox=f"0 0 {_WIDTH + 60} {24 * len(spent) + 8}",
        class_="bars",
        role="img",
    )


def _missing(boards: Sequence[Played]) -> Markup:
    told = [sentence for board in boards for sentence in board.missing]
    return element("ul", *(element("li", sentence) for sentence in told))


def _clock(seconds: float) -> str:
    whole = round(seconds)
    return (
        f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
        if whole >= 3600
        else (f"{whole // 60}:{whole % 60:02}")
    )


def _number(value: object) -> str:
    return f"{value:g}" if isinstance(value, int | float) else str(value)
