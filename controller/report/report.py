"""The report of a match: one HTML page with pictures, no scripts, good to print and to send."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.resources import files

from controller.drawing.svg import Markup, element, join
from controller.games.catalogue import kind_of
from controller.play.moments import rules_of
from controller.record.assured import assured
from controller.record.matches import MatchWalk, score_after, score_before
from controller.report.boards import definitions
from controller.report.chapters import Chapter, how_words, who_played
from controller.report.charts import line_chart
from controller.report.story import Story, story_of
from controller.report.words import Words
from controller.words.catalogue import spoken

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def report_of(match: MatchWalk, language: str = "en") -> str:
    """The page, in English or Russian; `RecordError` where a game is not by the rules."""
    words = Words(language)
    stories = [story_of(assured(played)) for played in match.games]
    chapters = [Chapter(each, at, words).markup() for at, each in enumerate(stories, start=1)]
    body = element(
        "body",
        element("svg", definitions(stories[0].game), class_="defs", aria_hidden="true"),
        _header(match, words),
        _overview(match, stories, words) if len(stories) > 1 else None,
        *chapters,
        _footer(match, words),
    )
    page = element("html", _head(_players(match, words)), body, lang=language)
    return f"<!doctype html>\n{page}\n"


def _players(match: MatchWalk, words: Words) -> list[str]:
    sides = rules_of(match.opening).sides
    return [words.player(name, side) for name, side in zip(match.players, sides, strict=True)]


def _head(players: Sequence[str]) -> Markup:
    style = files("controller.report").joinpath("style.css").read_text(encoding="utf-8")
    return element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", http_equiv="Content-Security-Policy", content=_POLICY),
        element("title", " – ".join(players)),
        element("style", Markup(style)),
    )


def _header(match: MatchWalk, words: Words) -> Markup:
    names: list[Markup | str] = []
    for side, player in enumerate(_players(match, words)):
        names += [element("i", Markup(""), class_=f"dot side-{side}"), player]
    score = match.score if match.length is not None else _scores(match)
    numbers = f"{element('span', ':')}".join(map(str, score))
    return element(
        "header",
        element("h1", *names),
        element("p", " · ".join(_about(match, words)), class_="under"),
        element("p", Markup(numbers), class_="total") if score else None,
    )


def _scores(match: MatchWalk) -> tuple[int, ...]:
    result = match.games[0].result
    return result.scores if result else ()


def _about(match: MatchWalk, words: Words) -> Iterator[str]:
    yield spoken(kind_of(match.opening.game).titles, words.language)
    if match.length:
        yield words("match-to", length=match.length)
    else:
        yield words("single-game" if len(match.games) == 1 else "single-games")
    try:
        yield f"{datetime.fromtimestamp(match.opening.at, UTC):%Y-%m-%d}"
    except (ValueError, OverflowError, OSError):
        return  # a clock that was never set: better no date than a wrong one


def _overview(match: MatchWalk, stories: list[Story], words: Words) -> Markup:
    keys = ("game", "winner", "points", "how", "turns", "time", "score")
    names = ["", *(words(key) for key in keys[1:])]
    numeric = ("points", "turns", "time", "score")
    heads = [
        element("th", name, class_="number" if key in numeric else None)
        for key, name in zip(keys, names, strict=True)
    ]
    rows = [_row(at, story, words) for at, story in enumerate(stories, start=1)]
    return element(
        "section",
        element("h2", words("games")),
        element("div", element("table", element("tr", *heads), *rows), class_="wide"),
        _score_graph(match, words),
    )


def _score_graph(match: MatchWalk, words: Words) -> Markup:
    scores = [score_before(match.games[0]), *(score_after(played) for played in match.games)]
    lines = [[float(score[side]) for score in scores] for side in range(len(match.players))]
    name = words("score-graph")
    chart = element("figure", element("figcaption", name), line_chart(lines, name, steps=True))
    return element("div", chart, class_="charts")


def _row(number: int, story: Story, words: Words) -> Markup:
    played = story.line
    result = played.result
    won_by = result.winner if result else None
    winner = "–" if won_by is None else who_played(story, won_by, words)
    points = "–" if result is None or won_by is None else str(max(result.scores))
    how = how_words(story, result, words) if result else words("going-on")
    numbers = (str(len(story.turns)), words.span(story.seconds))
    score = "–".join(map(str, score_after(played)))
    return element(
        "tr",
        element("td", element("a", words("game", number=number), href=f"#game-{number}")),
        element("td", winner),
        element("td", points, class_="number"),
        element("td", how),
        *(element("td", each, class_="number") for each in (*numbers, score)),
    )


def _footer(match: MatchWalk, words: Words) -> Markup:
    lines = []
    for number, played in enumerate(match.games, start=1):
        promise = played.promise
        if promise and promise.seed is not None:
            said = words("fair", seed=promise.seed, commitment=promise.commitment)
            lines.append(f"{words('game', number=number)}: {said}")
        hidden = played.hidden
        if hidden and hidden.shown:
            said = words("sealed", seal=hidden.seal, **hidden.shown)
            lines.append(f"{words('game', number=number)}: {said}")
    last = match.games[-1]
    lines.append(words("made-by", number=last.number, seal=last.hash))
    return element("footer", join(*(element("p", line) for line in lines)))
