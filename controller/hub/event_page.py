"""The public page of an event, the page of each player, and the news of it (RSS).

Plain HTML for any browser, and for paper; only what is confirmed is told of results. `event.js`
brings a page that stays open up to date.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from email.utils import formatdate
from html import escape
from xml.sax.saxutils import escape as escape_xml

from controller.competition.changes import number
from controller.competition.crosstable import Cell, crosstable
from controller.competition.placing import placed
from controller.competition.values import Board, How, Status, Tournament
from controller.play.event import Stored
from controller.words.catalogue import Part

Words = Mapping[str, str]
#: What a feed tells of, and how much of it.
_NEWS = ("competition.paired", "competition.confirmed", "competition.corrected")
MOST_NEWS = 100


def event_page(it: Tournament, language: str) -> str:
    """Everything of one event: the newest round first, standings, crosstable, earlier rounds."""
    word, own = Part("sheet", language), Part("event", language)
    parts = [_round(it, len(it.rounds), word)] if it.rounds else [f"<p>{escape(own['soon'])}</p>"]
    parts += [_standings(it, word), _crosstable(it, word)]
    parts += [_round(it, at, word) for at in range(len(it.rounds) - 1, 0, -1)]
    if it.closed:
        games = f"/api/competitions/{it.id}/archive"
        parts.append(f'<p><a href="{games}">{escape(own["games"])}</a></p>')
    feed = f'<link rel="alternate" type="application/rss+xml" href="/event/{it.id}/feed.xml">'
    news = f'<p><a href="/event/{it.id}/feed.xml">RSS</a></p>'
    return _page(it.rules.title, language, "".join([*parts, news]), feed)


def player_page(it: Tournament, who: int, language: str) -> str:
    """One player: where and against whom next, the score so far, every game."""
    word, own = Part("sheet", language), Part("event", language)
    name = it.name(who)
    line = next(each for each in placed(it) if each.player == who)
    facts = f"{word['place']} {line.place} · {word['points']} {number(line.points)}"
    rows = [
        [str(at), _where(board), _link(it, board.opponent(who), word), _told(it, board, word)]
        for at, board in it.boards()
        if who in board.players
    ]
    heads = [word["round"], word["table"], own["opponent"], word["result"]]
    back = f'<p><a href="/event/{it.id}">{escape(it.rules.title)}</a></p>'
    body = f"<p>{escape(facts)}</p>{_next(it, who, word, own)}{_table(name, heads, rows)}{back}"
    return _page(name, language, body)


def _next(it: Tournament, who: int, word: Words, own: Words) -> str:
    """What this player waits for now."""
    boards = [board for board in it.rounds[-1].boards if who in board.players] if it.rounds else []
    for board in boards:
        if not board.bye and board.status in (Status.OPEN, Status.REPORTED):
            where = board.table or f"{word['board']} {board.number}"
            against = it.name(board.players[1 - board.seat(who)])
            told = f"{own['now']}: {word['table']} {where}, {own['opponent']} {against}"
            return f'<p class="now">{escape(told)}</p>'
    return f"<p>{escape(own['wait'])}</p>"


# -- tables ------------------------------------------------------------------------------------


def _round(it: Tournament, at: int, word: Words) -> str:
    rows = [
        [str(board.number), _where(board), *_names(it, board, word), _told(it, board, word)]
        for board in it.rounds[at - 1].boards
    ]
    heads = [word[each] for each in ("board", "table", "first", "second", "result")]
    title = f"{word['round']} {at}"
    return f"<h2>{escape(title)}</h2>{_table(title, heads, rows)}"


def _where(board: Board) -> str:
    return escape(board.table or "–")


def _names(it: Tournament, board: Board, word: Words) -> list[str]:
    second = board.players[1] if not board.bye else None
    return [_link(it, board.players[0], word), _link(it, second, word)]


def _link(it: Tournament, who: int | None, word: Words) -> str:
    if who is None:
        return escape(word["bye"])
    return f'<a href="/event/{it.id}/player/{who}">{escape(it.name(who))}</a>'


def _told(it: Tournament, board: Board, word: Words) -> str:
    """The result, once it is confirmed."""
    result = board.settled
    if result is None:
        return escape(word["cancelled" if board.over else "open"])
    if board.bye:
        return escape(word["excused" if result.how is How.EXCUSED else "bye"])
    if result.how is How.NOBODY:
        return escape(word["nobody"])
    won = word["drawn"] if result.winner is None else it.name(board.players[result.winner])
    how = word["forfeit"] if result.how is How.FORFEIT else ":".join(map(str, result.scores))
    return escape(f"{won} ({how})")


def _standings(it: Tournament, word: Words) -> str:
    lines = placed(it)
    breaks = list(it.rules.tiebreaks)
    rows = [
        [
            str(line.place),
            _link(it, line.player, word),
            str(number(line.points)),
            *(str(number(line.breaks[name])) for name in breaks),
        ]
        for line in lines
    ]
    heads = [word["place"], word["name"], word["points"], *(word[name] for name in breaks)]
    return f"<h2>{escape(word['standings'])}</h2>{_table(word['standings'], heads, rows)}"


def _crosstable(it: Tournament, word: Words) -> str:
    table = crosstable(it)
    rows = [
        [
            _link(it, row.standing.player, word),
            *(" ".join(_cell(cell) for cell in cells) for cells in row.columns),
            str(number(row.standing.points)),
        ]
        for row in table.rows
    ]
    heads = [word["name"], *map(str, table.heads), word["points"]]
    return f"<h2>{escape(word['crosstable'])}</h2>{_table(word['crosstable'], heads, rows)}"


def _cell(cell: Cell) -> str:
    against = f" ({cell.opponent})" if cell.opponent and cell.mark != "bye" else ""
    return escape(f"{cell.mark}{against}")


def _table(label: str, heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    head = "".join(f'<th scope="col">{escape(each)}</th>' for each in heads)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    wide = f'<div class="wide" role="region" tabindex="0" aria-label="{escape(label)}">'
    return f"{wide}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _page(title: str, language: str, body: str, head: str = "") -> str:
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title>{head}"
        '<link rel="stylesheet" href="/hub/event.css"><script src="/hub/event.js" defer></script>'
        f"</head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


# -- news --------------------------------------------------------------------------------------


def feed(it: Tournament, events: Iterable[Stored], address: str, language: str) -> str:
    """The newest pairings and results as RSS 2.0, the newest first."""
    word = Part("sheet", language)
    items = "".join(list(_items(it, events, address, word))[-MOST_NEWS:][::-1])
    title, link = escape_xml(it.rules.title), escape_xml(f"{address}event/{it.id}")
    return (
        '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel>'
        f"<title>{title}</title><link>{link}</link><description>{title}</description>"
        f"{items}</channel></rss>"
    )


def _items(it: Tournament, events: Iterable[Stored], address: str, word: Words) -> Iterator[str]:
    for stored in events:
        data = stored.event.data
        if stored.event.kind not in _NEWS or data.get("competition") != it.id:
            continue
        told = _news(it, data, word)
        if told is not None:
            when = formatdate(stored.event.at, usegmt=True)
            yield (
                f"<item><title>{escape_xml(told)}</title>"
                f"<link>{escape_xml(f'{address}event/{it.id}')}</link>"
                f'<guid isPermaLink="false">{it.id}-{stored.seq}</guid>'
                f"<pubDate>{when}</pubDate></item>"
            )


def _news(it: Tournament, data: Mapping[str, object], word: Words) -> str | None:
    """What one event means now; a round that was cancelled since is no news any more."""
    at, board = data.get("round"), data.get("board")
    if not isinstance(at, int) or at > len(it.rounds):
        return None
    boards = it.rounds[at - 1].boards
    if not isinstance(board, int):
        return f"{word['pairings']} · {word['round']} {at}"
    if board > len(boards) or boards[board - 1].settled is None:
        return None
    found = boards[board - 1]
    names = " – ".join(it.name(player) for player in found.players)
    result = found.settled
    assert result is not None
    score = word["forfeit"] if result.how is not How.PLAYED else ":".join(map(str, result.scores))
    return f"{word['round']} {at}: {names} {score}"
