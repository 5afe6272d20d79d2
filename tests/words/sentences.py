"""Prints every sentence of every game in both languages: `python -m tests.words.sentences`
(`make sentences`) writes docs/sentences.md, for whoever reads them with the eyes of a player.

Simulated people play evenings of every game, with slips, offers, troubles and ends; of what the
table says in one situation with the same words only the first example is printed. Then come real
refusals, and at last the whole catalogue, sentence by sentence, with what both languages say.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from controller.board.loop import BoardLoop
from controller.board.view import view_of
from controller.games.catalogue import kind_of, names
from controller.games.told import told_by
from controller.table.commands import CommandError
from controller.words.catalogue import spoken
from controller.words.telling import refusal
from tests.play.live import live_and_kept
from tests.soak.scenarios import draw
from tests.words.languages import PAGE, catalogue_lines

#: How many turns each evening of a game may have: some are short, some are played to their end.
_TURNS = (20, 20, 20, 20, 160, 160, 160)
_HEAD = """# Every sentence

What Lunka says at the table, in English and Russian. `make sentences` writes this file: of
simulated evenings one example for each way of saying something in each situation; real refusals;
and at the end the whole catalogue by key, which `make words` keeps up to date.
"""


class Example(NamedTuple):
    """Something that was said, and in which situation of which game."""

    game: str
    situation: str
    said: Mapping[str, str]

    @property
    def shape(self) -> tuple[str, str, str]:
        """What stays the same whatever the places and numbers are."""
        return self.game, self.situation, _shape(self.said["en"])


def _shape(text: str) -> str:
    """A sentence without places, turns, numbers and how many of them there are."""
    bare = re.sub(r"«[^»]*»|\([a-z-]+\)", "", text)
    bare = re.sub(r"\b(White|Black|South|North|East|West|Player \d|Anna|Boris)\b", "W", bare)
    bare = re.sub(r": [a-z]+-[a-z]+\.", ": C.", bare)
    bare = re.sub(
        r"(store |the goal of player )?[\w*/]*\d[\w*/()+×:|-]*|\b(bar|off)\b[/\w*()]*", "N", bare
    )
    return re.sub(r"N(?:,? (?:and )?N)*", "N", bare)


def _evenings(game: str) -> Iterator[tuple[int, int]]:
    """The numbers of the first evenings of this game, each with its most turns."""
    found = (seed for seed in range(10_000) if draw(seed).game == game)
    return zip(found, _TURNS, strict=False)


@contextmanager
def _listening(heard: dict[tuple[str, str, str], Example]) -> Iterator[None]:
    """Whatever a table says is heard."""
    refresh = BoardLoop.refresh

    def listen(house: BoardLoop) -> None:
        refresh(house)
        for example in _said(house):
            heard.setdefault(example.shape, example)

    with patch.object(BoardLoop, "refresh", listen):
        yield


def _said(house: BoardLoop) -> Iterator[Example]:
    view = view_of(house)
    game, phase = str(view["game"]), house.situation.phase.value
    yield Example(game, phase, view["sentence"])
    if view["news"]:
        yield Example(game, "news", view["news"])
    yield from (Example(game, "trouble", said) for said in view["alerts"])
    for each in (view["question"] or {"options": []})["options"]:
        yield Example(game, "answers", each["text"])
    yield from (Example(game, "may be said", each["text"]) for each in view["decisions"])


def heard_in_evenings() -> list[Example]:
    """One example of everything that is said in the evenings of all games."""
    heard: dict[tuple[str, str, str], Example] = {}
    with _listening(heard), tempfile.TemporaryDirectory() as folder:
        for game in names():
            for seed, turns in _evenings(game):
                live_and_kept(seed, Path(folder) / f"{seed}.db", turns)
            print(f"{game}: {len(heard)} ways of saying something", file=sys.stderr)
    return list(heard.values())


def refusals() -> Iterator[Mapping[str, str]]:
    """What real tables say when they refuse."""
    from tests.words.test_refusals import REFUSED

    for refused in REFUSED.values():
        with tempfile.TemporaryDirectory() as folder:
            try:
                refused(Path(folder))
            except CommandError as error:
                yield refusal(told_by(error))


def _examples(heard: Iterable[Example]) -> Iterator[str]:
    by: dict[str, dict[str, list[Example]]] = {}
    for example in heard:
        by.setdefault(example.game, {}).setdefault(example.situation, []).append(example)
    for game, situations in by.items():
        titles = kind_of(game).titles
        yield f"## {titles['en']} · {spoken(titles, 'ru')}"
        for situation, examples in situations.items():
            yield from ("", f"### {situation}", "")
            for said in sorted({(each.said["en"], each.said["ru"]) for each in examples}):
                yield from _pair(*said)
        yield ""


def _pair(english: str, russian: str) -> Iterator[str]:
    yield f"- {english}"
    yield f"  {russian}"


def _refused() -> Iterator[str]:
    yield from ("## Refusals", "")
    for said in sorted({(each["en"], each["ru"]) for each in refusals()}):
        yield from _pair(*said)
    yield ""


def plain(line: str) -> str:
    """Nothing of the machine that printed it."""
    return re.sub(r"/\S*?/(?=[\w.-]+\.(db|toml|json|secret)\b)", "", line)


def page(heard: Iterable[Example]) -> str:
    """The whole file."""
    lines: list[Any] = [_HEAD, *_examples(heard), *_refused(), *catalogue_lines()]
    return "\n".join(map(plain, lines)) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(heard_in_evenings()), "utf-8")
