"""One game of the report: its result, charts, moments, moves and all its positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from controller.drawing.svg import Markup, element, join
from controller.games.inferring import write_rolls
from controller.play.steps import MATCH, Decided, Result
from controller.record.tags import tags_of
from controller.report.boards import board_of
from controller.report.charts import Bar, line_chart, time_chart
from controller.report.story import Picked, Story, Told
from controller.report.words import Words
from controller.words.catalogue import spoken
from controller.words.telling import called


class Chapter:
    """Tells one game in one language."""

    def __init__(self, story: Story, number: int, words: Words) -> None:
        self._story = story
        self._number = number
        self._words = words

    def markup(self) -> Markup:
        """The whole chapter."""
        return element(
            "section",
            self._heading(),
            element("p", result_words(self._story, self._words), class_="result"),
            self._charts(),
            self._moments(),
            self._moves(),
            self._positions(),
            self._facts(),
            class_="game",
            id=f"game-{self._number}",
        )

    def _heading(self) -> Markup:
        match = self._story.line.opening.match
        said = []
        if match:
            said.append("–".join(map(str, match.score)))
            if match.crawford:
                said.append(self._words("crawford"))
        small = element("small", " · ".join(said)) if said else None
        return element("h2", self._words("game", number=self._number), small)

    def _who(self, side: int) -> str:
        return who_played(self._story, side, self._words)

    def _charts(self) -> Markup | None:
        story, words = self._story, self._words
        if not story.turns:
            return None
        bars = [Bar(told.ply.side, told.ply.seconds, self._bar_title(told)) for told in story.turns]
        key = story.game.drawing.measured if story.game.drawing else "lead"
        charts = []
        if any(value for line in story.measures for value in line):
            charts.append(_figure(line_chart(story.measures, words(key)), words(key)))
        if any(bar.value for bar in bars):
            charts.append(_figure(time_chart(bars, words("times")), words("times")))
        return element("div", *charts, class_="charts") if charts else None

    def _bar_title(self, told: Told) -> str:
        return f"{told.ply.number}. {self._play(told)}: {self._words.span(told.ply.seconds)}"

    def _moments(self) -> Markup | None:
        figures = [self._moment(picked) for picked in self._story.picked]
        if not figures:
            return None
        gallery = element("div", *figures, class_="gallery")
        return join(element("h3", self._words("moments")), gallery)

    def _moment(self, picked: Picked) -> Markup:
        ply = picked.ply
        side = picked.facts.get("side", ply.side if ply else 0)
        facts = {
            "turn": ply.number if ply else "",
            "play": self._turn(ply.turn) if ply else "",
            "seconds": self._words.span(ply.seconds) if ply else "",
            **picked.facts,
        }
        assert isinstance(side, int)
        caption = self._words(picked.key, **facts, who=self._who(side))
        board = board_of(self._story.game, picked.position, picked.before, caption)
        return element("figure", board, element("figcaption", caption))

    def _moves(self) -> Markup:
        items = [item for told in self._story.turns for item in self._items(told)]
        items += [self._said(said) for said in self._story.last_words]
        heading = element("h3", self._words("moves"))
        return join(heading, element("ol", *items, Markup(""), class_="moves"))

    def _items(self, told: Told) -> Iterator[Markup]:
        for said in told.said:
            yield self._said(said)
        ply = told.ply
        marked = {"class_": "inferred", "title": self._words("inferred")} if told.inferred else {}
        roll = element("b", write_rolls(told.rolls), **marked) if told.rolls else None
        span = element("small", f" {self._words.span(ply.seconds)}") if ply.seconds else None
        notes = [element("span", self._note(note), class_="note") for note in told.notes]
        yield element(
            "li",
            element("span", str(ply.number), class_="n"),
            self._dot(ply.side),
            roll,
            self._play(told),
            span,
            *notes,
        )

    def _note(self, note: str) -> str:
        return called(note)[self._words.language]

    def _said(self, said: Decided) -> Markup:
        talk = self._story.game.talk
        own = talk.words[said.decision].text if talk else None
        language = self._words.language
        what = spoken(own, language) if own else self._words(said.decision)
        words = f"{self._who(said.side)}: {what}"
        number = element("span", Markup("&#160;"), class_="n")
        return element("li", number, self._dot(said.side), words, class_="said")

    def _dot(self, side: int) -> Markup:
        """Whose turn it was; colours alone do not tell more than two apart."""
        names = self._story.game.sides
        letter = names[side][0] if len(names) > 2 else Markup("")
        lettered = " lettered" if letter else ""
        return element("i", letter, class_=f"dot side-{side}{lettered}", title=self._who(side))

    def _play(self, told: Told) -> str:
        if told.ply.condoned:
            return self._words("condoned")
        drawing = self._story.game.drawing
        turn = told.ply.turn
        special = drawing.told(turn, told.before, told.after) if drawing else turn
        return self._turn(turn) if special == turn else self._words(special)

    def _turn(self, written: str) -> str:
        """A turn as people read it."""
        return called(self._story.game.sayings.turn(written))[self._words.language]

    def _positions(self) -> Markup:
        story = self._story
        start = board_of(story.game, story.start, None, self._words("start"))
        figures = [element("figure", start, element("figcaption", self._words("start")))]
        figures += [self._position(told) for told in story.turns]
        summary = self._words("positions", count=len(figures))
        gallery = element("div", *figures, class_="gallery small")
        return element("details", element("summary", summary), gallery)

    def _position(self, told: Told) -> Markup:
        roll = f"{write_rolls(told.rolls)}: " if told.rolls else ""
        caption = f"{told.ply.number}. {roll}{self._play(told)}{self._pips(told)}"
        board = board_of(self._story.game, told.after, told.before, caption)
        return element("figure", board, element("figcaption", caption))

    def _pips(self, told: Told) -> str:
        drawing = self._story.game.drawing
        if drawing is None or not drawing.counted or not self._story.measures:
            return ""
        here = (f"{line[told.ply.number]:.0f}" for line in self._story.measures)
        return f" ({'–'.join(here)})"

    def _facts(self) -> Markup:
        sides = {side.replace(" ", ""): side for side in self._story.game.sides}
        words = self._words
        rows = [
            element("tr", element("td", _tag(name, sides, words)), element("td", value))
            for name, value in tags_of(self._story.line)
        ]
        table = element("table", *rows, class_="facts")
        return element("details", element("summary", self._words("facts")), table)


def _tag(name: str, sides: Mapping[str, str], words: Words) -> str:
    """What a tag of the record is called; that of a side's player is the side."""
    return words.player(sides[name], sides[name]) if name in sides else words.tag(name)


def who_played(story: Story, side: int, words: Words) -> str:
    """Who played a side."""
    return words.player(story.line.players[side], story.game.sides[side])


def _figure(chart: Markup, caption: str) -> Markup:
    return element("figure", element("figcaption", caption), chart)


def result_words(story: Story, words: Words) -> str:
    """How a game ended: who won how many points, by what."""
    result = story.line.result
    if result is None:
        return words("going-on")
    if result.shared:
        who = ", ".join(who_played(story, side, words) for side in result.shared)
        how = how_words(story, result, words)
        return f"{words('shared', who=who)}: {'–'.join(map(str, result.scores))} ({how})"
    if result.winner is None:
        return words(result.reason if result.reason in ("abandoned", "annulled") else "draw")
    who = who_played(story, result.winner, words)
    return f"{who}: {'–'.join(map(str, result.scores))} ({how_words(story, result, words)})"


def _reason(story: Story, result: Result) -> str:
    if result.reason != "time":
        return result.reason
    lost_match = story.line.opening.house.get("flag") == MATCH
    return "by-time-match" if lost_match else "by-time"


def how_words(story: Story, result: Result, words: Words) -> str:
    """The reason of an end, the level of the win and the cube."""
    said = [words(_reason(story, result))]
    if (result.level or 1) > 1 and result.reason != "dropped":
        levels = story.game.stakes.levels if story.game.stakes else ()
        said += [words(key) for key in levels[(result.level or 1) - 2 :][:1]]
    if (result.cube or 1) > 1:
        said.append(words("cube", cube=result.cube))
    return ", ".join(said)
